//! The findings of one file, with lint levels applied and their number bounded.

use super::{Code, Diagnostic, Levels, Reveals, Severity, Stage};
use crate::interrupt;
use crate::source::{Change, Span};

/// The note that replaces a reason that must not be shown.
const KEPT_BACK: &str = "the reason is not shown, because this tree hides its answers";

/// The help of a finding whose reason must not be shown.
const HOW_TO_SEE: &str = "if you are the teacher, `gametree check --reveal` shows the reason";

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Findings that make `check` fail.
    pub errors: usize,
    /// Findings that deserve a look.
    pub warnings: usize,
    /// Things that are still to be done.
    pub notes: usize,
}

impl Tally {
    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Note => &mut self.notes,
        }
    }

    /// All findings together.
    pub fn total(self) -> usize {
        self.errors + self.warnings + self.notes
    }

    /// The number of findings of the most frequent severity.
    pub fn greatest(self) -> usize {
        self.errors.max(self.warnings).max(self.notes)
    }

    /// Adds the findings of another file.
    pub fn add(&mut self, other: Self) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
    }
}

/// How many findings of one file there are of each code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([usize; Code::ALL.len()]);

impl Counts {
    /// How many findings have this code.
    pub fn of(&self, code: Code) -> usize {
        self.0[code as usize]
    }

    /// Leaves out the codes whose findings are notes.
    pub(crate) fn without_notes(mut self) -> Self {
        let notes = Code::ALL.iter().filter(|code| code.severity() == Severity::Note);
        notes.for_each(|code| self.0[*code as usize] = 0);
        self
    }

    /// How many findings have a code of this stage.
    pub fn of_stage(&self, stage: Stage) -> usize {
        Code::ALL.iter().filter(|code| code.stage() == stage).map(|code| self.of(*code)).sum()
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self([0; Code::ALL.len()])
    }
}

/// Collects the findings of one file: at most `limit` are kept, errors before warnings before notes; all are counted.
///
/// A finding past the limit is never put into words, so that a file with a million of them costs no more than a file
/// with a hundred.
#[derive(Clone, Debug)]
pub struct Findings {
    kept: [Vec<Diagnostic>; 3],
    tally: Tally,
    counts: Counts,
    limit: usize,
    /// At most this many are kept of each severity.
    room: [usize; 3],
    /// The span from the first to the last place of all [added](Self::add) findings.
    extent: Option<Span>,
    withheld: usize,
    /// See [`Self::hide_answers`].
    hides_answers: bool,
}

impl Findings {
    /// No findings yet; at most `limit` will be kept.
    pub fn new(limit: usize) -> Self {
        Self {
            kept: Default::default(),
            tally: Tally::default(),
            counts: Counts::default(),
            limit,
            room: [limit; 3],
            extent: None,
            withheld: 0,
            hides_answers: false,
        }
    }

    /// A collection for a part of the file, to be [absorbed](Self::absorb) later: it keeps what there is still room for.
    pub(crate) fn of_part(&self) -> Self {
        let mut part = Self::new(self.limit);
        for ((room, all), kept) in part.room.iter_mut().zip(self.room).zip(&self.kept) {
            *room = all - kept.len();
        }
        part
    }

    /// Whether every finding was kept.
    pub(crate) fn is_complete(&self) -> bool {
        self.kept.iter().map(Vec::len).sum::<usize>() == self.tally.total()
    }

    /// Moves all places with a change of the text; false if one of them was touched.
    pub(crate) fn moved(&mut self, change: Change) -> bool {
        let mut spans = self.kept.iter_mut().flatten().flat_map(Diagnostic::spans_mut);
        spans.all(|span| change.moved(*span).map(|moved| *span = moved).is_some())
    }

    /// Decides whether later findings must hide answers. If so, findings whose presence alone gives something away
    /// are left out, and others lose the part that does: their fixes, or their whole reason.
    pub(crate) fn hide_answers(&mut self, hides_answers: bool) {
        self.hides_answers = hides_answers;
    }

    /// A finding without the parts that must be hidden.
    fn shown(&self, finding: Diagnostic) -> Diagnostic {
        match finding.code.reveals() {
            _ if !self.hides_answers => finding,
            Reveals::Nothing => finding,
            Reveals::InFixes | Reveals::ByPresence => finding.without_fixes(),
            Reveals::InReason => {
                let bare = Diagnostic::new(finding.code, finding.code.title(), finding.primary.span);
                Diagnostic { severity: finding.severity, ..bare.note(KEPT_BACK).help(HOW_TO_SEE) }
            }
        }
    }

    /// Adds a finding, unless its lint is allowed. `describe` is called only if there is room for it.
    pub fn report(&mut self, levels: &Levels, code: Code, describe: impl FnOnce() -> Diagnostic) {
        let Some(severity) = levels.of(code) else {
            return;
        };
        match code.reveals() {
            Reveals::ByPresence if self.hides_answers => return,
            Reveals::Nothing | Reveals::InFixes | Reveals::InReason | Reveals::ByPresence => {}
        }
        *self.tally.of(severity) += 1;
        self.counts.0[code as usize] += 1;
        if self.kept[severity as usize].len() < self.room[severity as usize] {
            // Describing a finding can take a pass through the whole tree.
            interrupt::check();
            let diagnostic = describe();
            debug_assert_eq!(diagnostic.code, code, "a finding is reported under its own code");
            let mut diagnostic = self.shown(diagnostic);
            diagnostic.severity = severity;
            self.kept[severity as usize].push(match levels.origin(code) {
                Some(origin) => diagnostic.note(origin),
                None => diagnostic,
            });
        }
    }

    /// Adds a finished finding: an error that no lint level affects.
    pub fn add(&mut self, finding: Diagnostic) {
        let span = finding.primary.span;
        self.extent = Some(self.extent.map_or(span, |extent| extent.to(span)));
        self.error(finding.code, || finding);
    }

    /// Adds an error, which no lint level affects.
    pub fn error(&mut self, code: Code, describe: impl FnOnce() -> Diagnostic) {
        debug_assert!(code.lint().is_none(), "the findings of a lint have a level");
        self.report(&Levels::default(), code, describe);
    }

    /// Adds all findings of another collection with the same limit.
    pub fn absorb(&mut self, other: &Self) {
        self.withheld += other.withheld;
        if other.tally.total() == 0 {
            return;
        }
        self.tally.add(other.tally);
        self.counts.0.iter_mut().zip(other.counts.0).for_each(|(count, more)| *count += more);
        for ((kept, others), room) in self.kept.iter_mut().zip(&other.kept).zip(self.room) {
            let room = room - kept.len();
            kept.extend(others.iter().take(room).cloned());
        }
    }

    /// Counts an error that is not reported, because another finding explains it.
    pub(crate) fn withhold(&mut self) {
        self.withheld += 1;
    }

    /// How many errors there are, reported or [withheld](Self::withhold).
    pub(crate) fn errors(&self) -> usize {
        self.tally.errors + self.withheld
    }

    /// The span from the first to the last place of all [added](Self::add) findings.
    pub(crate) fn extent(&self) -> Option<Span> {
        self.extent
    }

    /// The span from the first to the last finding, if all were kept.
    pub(crate) fn places_of_all(&self) -> Option<Span> {
        let kept = self.kept.iter().flatten();
        let all = kept.clone().count() == self.tally.total();
        kept.map(|finding| finding.primary.span).reduce(Span::to).filter(|_| all)
    }

    /// The findings kept so far, most severe first.
    pub(crate) fn kept_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut().flatten()
    }

    /// How many findings there are, kept or not.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// How many findings of each code there are, kept or not.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The findings that were kept, in the order of their places, and how many of all there are.
    pub fn finish(self) -> (Vec<Diagnostic>, Tally) {
        let place = |finding: &Diagnostic| (finding.primary.span, finding.code);
        let mut kept: Vec<Diagnostic> = Vec::new();
        for mut equally_grave in self.kept {
            equally_grave.sort_by_key(place);
            equally_grave.truncate(self.limit - kept.len());
            kept.append(&mut equally_grave);
        }
        kept.sort_by_key(place);
        (kept, self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn report(findings: &mut Findings, code: Code, at: u32) {
        let describe = || Diagnostic::new(code, "message", Span::empty(at));
        findings.report(&Levels::default(), code, describe);
    }

    #[test]
    fn errors_come_first_where_there_is_not_room_for_all() {
        let mut findings = Findings::new(2);
        report(&mut findings, Code::UnreachableCutoff, 1);
        report(&mut findings, Code::UnreachableCutoff, 2);
        report(&mut findings, Code::WrongValue, 3);
        let (kept, tally) = findings.finish();
        let codes: Vec<_> = kept.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [Code::UnreachableCutoff, Code::WrongValue]);
        assert_eq!((tally.errors, tally.warnings, tally.total()), (1, 2, 3));
    }

    #[test]
    fn what_tells_by_being_there_is_left_out_while_answers_are_kept() {
        let mut findings = Findings::new(9);
        findings.hide_answers(true);
        for code in Code::ALL {
            findings.report(&Levels::default(), *code, || Diagnostic::new(*code, "message", Span::empty(0)));
        }
        assert_eq!((findings.counts().of(Code::UnreachableCutoff), findings.counts().of(Code::WrongValue)), (0, 1));
        findings.hide_answers(false);
        report(&mut findings, Code::UnreachableCutoff, 1);
        assert_eq!(findings.counts().of(Code::UnreachableCutoff), 1);
    }

    #[test]
    fn an_allowed_lint_is_not_counted_and_a_denied_one_is_an_error() {
        let mut levels = Levels::default();
        levels.set(Code::UnreachableCutoff, None);
        let mut findings = Findings::new(9);
        findings.report(&levels, Code::UnreachableCutoff, || unreachable!("never described"));
        assert_eq!(findings.tally().total(), 0);
        levels.set(Code::UnreachableCutoff, Some(Severity::Error));
        let describe = || Diagnostic::new(Code::UnreachableCutoff, "message", Span::empty(0));
        findings.report(&levels, Code::UnreachableCutoff, describe);
        assert_eq!(findings.finish().0[0].severity, Severity::Error);
    }
}
