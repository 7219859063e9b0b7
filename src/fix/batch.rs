//! Chooses the fixes that are made together, and makes them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::comments::keeping_comments;
use crate::check::Report;
use crate::diagnostic::{Diagnostic, Edit, Fix, Stage, applied};
use crate::source::{Span, offset};

/// Fixes that are made together: of findings of one stage, in the order of their places, no two touching.
pub(super) struct Batch<'a> {
    pub(super) stage: Stage,
    fixes: Vec<Cow<'a, Fix>>,
}

/// Which fixes are left out of the next batch, because earlier ones made the text no better.
pub(super) struct Restrictions {
    /// Fixes that begin at these places of the current text are skipped.
    refused: BTreeSet<(Stage, u32)>,
    /// At most this many fixes are made at a time.
    most: usize,
    /// Whether anything was fixed since a fix was first refused.
    fixed: bool,
}

impl Default for Restrictions {
    fn default() -> Self {
        Self { refused: BTreeSet::new(), most: usize::MAX, fixed: false }
    }
}

impl Restrictions {
    /// Moves the refused places along with the text, and allows more fixes.
    pub(super) fn after_success(&mut self, batch: &Batch<'_>) {
        let ends = batch.ends();
        self.refused = self.refused.iter().map(|(stage, place)| (*stage, shifted(&ends, *place))).collect();
        self.most = self.most.saturating_mul(2);
        self.fixed = true;
    }

    /// Refuses the fixes to blame. If they are not known, half of the fixes are tried next, in the end a single one.
    pub(super) fn after_failure(&mut self, batch: &Batch<'_>, after: &Report) {
        let mut blamed = batch.blamed_fixes(after);
        if blamed.is_empty() && batch.len() == 1 {
            blamed.extend(batch.fixes.iter().map(AsRef::as_ref));
        }
        if blamed.is_empty() {
            self.most = batch.len() / 2;
        }
        self.refused.extend(blamed.into_iter().map(|fix| (batch.stage, start(fix))));
    }

    /// Whether skipped fixes may succeed now.
    pub(super) fn deserves_another_pass(&self) -> bool {
        self.fixed && !self.refused.is_empty()
    }
}

impl<'a> Batch<'a> {
    /// The next fixes to make in `text`, which has these findings; none if nothing is left to fix.
    ///
    /// No comment is deleted. While the text has syntax errors, no claim is changed: if a brace is missing or one too
    /// many, a claim may be wrong for the tree that was read and right for the tree that was meant.
    pub(super) fn choose(report: &'a Report, text: &str, restrictions: &Restrictions) -> Self {
        let last = if report.counts.of_stage(Stage::Syntax) > 0 { Stage::Words } else { Stage::Quality };
        let fixes = report.findings.iter().filter_map(|finding| {
            let fix = keeping_comments(text, safe_fix(finding)?)?;
            Some(((finding.code.stage(), start(&fix)), fix))
        });
        let mut fixes: Vec<((Stage, u32), Cow<'a, Fix>)> = fixes
            .filter(|(place, fix)| !restrictions.refused.contains(place) && place.0 <= last && changes(text, fix))
            .collect();
        fixes.sort_by_key(|(place, _)| *place);
        let stage = fixes.first().map_or(Stage::Syntax, |((stage, _), _)| *stage);
        let of_one_stage = fixes.into_iter().take_while(|((other, _), _)| *other == stage).map(|(_, fix)| fix);
        let mut taken = BTreeMap::new();
        let mut batch = Vec::new();
        for fix in of_one_stage {
            if batch.len() < restrictions.most && fix.edits.iter().all(|edit| is_free(&taken, edit)) {
                taken.extend(fix.edits.iter().map(|edit| (edit.span.start, edit.span.end)));
                batch.push(fix);
            }
        }
        Self { stage, fixes: batch }
    }

    pub(super) fn len(&self) -> usize {
        self.fixes.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.fixes.is_empty()
    }

    /// The text with these fixes made.
    pub(super) fn applied_to(&self, text: &str) -> String {
        applied(text, self.edits())
    }

    /// All edits, in the order of their places.
    fn edits(&self) -> Vec<&Edit> {
        let mut edits: Vec<&Edit> = self.fixes.iter().flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        edits
    }

    /// The end of each edit in the old and in the new text, in the order of their places.
    fn ends(&self) -> Vec<(u32, u32)> {
        let (mut before, mut after) = (0, 0);
        let end = |edit: &Edit| {
            after += edit.span.start - before + offset(edit.text.len());
            before = edit.span.end;
            (before, after)
        };
        self.edits().into_iter().map(end).collect()
    }

    /// The fixes whose place in the fixed text is touched by a finding of this stage or an earlier one. A finding that
    /// touches several fixes blames none of them: a good one may just be near a bad one.
    fn blamed_fixes(&self, after: &Report) -> Vec<&Fix> {
        let ends = self.ends();
        let mut places = BTreeMap::new();
        for (number, fix) in self.fixes.iter().enumerate() {
            for edit in &fix.edits {
                let end = shifted(&ends, edit.span.end);
                places.insert(end - offset(edit.text.len()), (end, number));
            }
        }
        let wrong = after.findings.iter().filter(|finding| finding.code.stage() <= self.stage);
        let blamed: BTreeSet<usize> = wrong.filter_map(|finding| only_touched(&places, finding.primary.span)).collect();
        blamed.into_iter().map(|number| self.fixes[number].as_ref()).collect()
    }
}

/// The number of the fix that is touched, if there is exactly one; the places do not overlap.
fn only_touched(places: &BTreeMap<u32, (u32, usize)>, span: Span) -> Option<usize> {
    let touched = places.range(..=span.end).rev().take_while(|(_, (end, _))| *end >= span.start);
    let mut numbers = touched.map(|(_, (_, number))| *number);
    let first = numbers.next()?;
    numbers.all(|number| number == first).then_some(first)
}

/// Where a place outside the edits is in the new text.
fn shifted(ends: &[(u32, u32)], place: u32) -> u32 {
    let edits_before = ends.partition_point(|(before, _)| *before <= place);
    let (before, after) = edits_before.checked_sub(1).map_or((0, 0), |last| ends[last]);
    after + (place - before)
}

fn safe_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fix.as_ref().filter(|fix| fix.safe)
}

fn start(fix: &Fix) -> u32 {
    fix.edits.iter().map(|edit| edit.span.start).min().unwrap_or_default()
}

/// Whether a fix changes anything; one that does not would be made again and again.
fn changes(text: &str, fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| edit.span.of(text) != edit.text)
}

/// Whether an edit neither overlaps nor touches one of these.
fn is_free(taken: &BTreeMap<u32, u32>, edit: &Edit) -> bool {
    let before = taken.range(..=edit.span.end).next_back();
    before.is_none_or(|(_, end)| *end < edit.span.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Counts, Tally};
    use crate::source::Span;

    /// Start, end and new text.
    type Change = (u32, u32, &'static str);

    /// A report with a finding for each of these fixes.
    fn report(fixes: &[(Code, &[Change])]) -> Report {
        let edit = |(start, end, text): &Change| Edit { span: Span::new(*start, *end), text: text.to_string() };
        let finding = |(code, edits): &(Code, &[Change])| {
            let fix = Fix { title: String::new(), edits: edits.iter().map(edit).collect(), safe: true };
            Diagnostic::new(*code, "wrong", fix.edits[0].span).with_fix(fix)
        };
        let findings = fixes.iter().map(finding).collect();
        Report { findings, tally: Tally::default(), counts: Counts::default(), trees: Vec::new(), claims: 0 }
    }

    fn fixed(text: &str, report: &Report, restrictions: &Restrictions) -> String {
        Batch::choose(report, text, restrictions).applied_to(text)
    }

    #[test]
    fn fixes_that_overlap_or_touch_wait_for_their_turn() {
        use Code::WrongValue as Wrong;
        let report = report(&[
            (Wrong, &[(2, 4, "X")]),
            (Wrong, &[(0, 1, "A"), (8, 9, "I")]),
            (Wrong, &[(4, 4, "touches")]),
            (Wrong, &[(3, 5, "overlaps")]),
            (Wrong, &[(5, 6, "F"), (8, 8, "touches, too")]),
            (Wrong, &[(6, 7, "G")]),
        ]);
        assert_eq!(fixed("abcdefghi", &report, &Restrictions::default()), "AbXefGhI");
    }

    #[test]
    fn what_changes_nothing_and_what_is_not_safe_is_no_fix() {
        let mut report = report(&[(Code::WrongValue, &[(0, 1, "a")]), (Code::WrongValue, &[(1, 2, "B")])]);
        assert_eq!(fixed("ab", &report, &Restrictions::default()), "aB");
        report.findings[1].fix.as_mut().unwrap().safe = false;
        assert!(Batch::choose(&report, "ab", &Restrictions::default()).is_empty());
    }

    #[test]
    fn a_failure_without_a_culprit_halves_the_fixes_and_then_refuses_one() {
        let fixes: &[(Code, &[Change])] = &[
            (Code::UnreachableCutoff, &[(0, 1, "A")]),
            (Code::WrongValue, &[(2, 3, "C")]),
            (Code::WrongValue, &[(4, 5, "E")]),
        ];
        let (report, nothing) = (report(fixes), report(&[]));
        let text = "abcdef";
        let mut restrictions = Restrictions::default();
        for (expected, why) in [
            ("abCdEf", "claims before marks"),
            ("abCdef", "half of them"),
            ("abcdEf", "the next"),
            ("Abcdef", "the next stage"),
        ] {
            let batch = Batch::choose(&report, text, &restrictions);
            assert_eq!(batch.applied_to(text), expected, "{why}");
            restrictions.after_failure(&batch, &nothing);
        }
        assert!(Batch::choose(&report, text, &restrictions).is_empty());
        assert!(!restrictions.deserves_another_pass());
    }

    #[test]
    fn what_is_to_blame_is_refused_at_once_and_stays_so_when_it_moves() {
        use Code::WrongValue as Wrong;
        let before = report(&[(Wrong, &[(0, 1, "long")]), (Wrong, &[(2, 3, "bad")]), (Wrong, &[(4, 5, "E")])]);
        let text = "abcdef";
        let mut restrictions = Restrictions::default();
        let all = Batch::choose(&before, text, &restrictions);
        assert_eq!(all.applied_to(text), "longbbaddEf");
        let later = (Code::UnreachableCutoff, &[(0, 1, "")][..]);
        let wide = (Wrong, &[(0, 11, "")][..]);
        restrictions.after_failure(&all, &report(&[later, wide, (Wrong, &[(7, 8, "")])]));
        let rest = Batch::choose(&before, text, &restrictions);
        assert_eq!(rest.applied_to(text), "longbcdEf");
        restrictions.after_success(&rest);
        let left = report(&[(Wrong, &[(5, 6, "bad")])]);
        assert!(Batch::choose(&left, "longbcdEf", &restrictions).is_empty());
        assert!(restrictions.deserves_another_pass());
    }
}
