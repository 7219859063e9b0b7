//! Which fixes are made together, and how.

use std::collections::BTreeMap;

use super::progress::{Stage, of_stage, stage};
use crate::check::Report;
use crate::diagnostic::{Diagnostic, Edit, Fix};

/// Fixes that are made together: of findings of one stage, in the order of their places, no two of them touching.
pub(super) struct Batch<'a> {
    pub(super) stage: Stage,
    fixes: Vec<&'a Fix>,
}

/// What is left out of the next batch, after fixes that made a text no better.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Fixes before this are passed over. A pass goes over the text once for each stage.
    from: (Stage, u32),
    /// So many fixes are made at a time.
    most: usize,
    /// Something was mended since the beginning of the pass.
    mended: bool,
}

impl Default for Reach {
    fn default() -> Self {
        Self { from: (Stage::FIRST, 0), most: usize::MAX, mended: false }
    }
}

impl Reach {
    pub(super) fn after_success(self) -> Self {
        Self { most: self.most.saturating_mul(2), mended: true, ..self }
    }

    /// Half of the fixes are tried, or what comes behind the one that was.
    pub(super) fn after_failure(self, batch: &Batch<'_>) -> Self {
        match batch.fixes[..] {
            [only] => Self { from: (batch.stage, start(only) + 1), ..self },
            _ => Self { most: batch.len() / 2, ..self },
        }
    }

    /// Whether what was passed over may fare better now.
    pub(super) fn deserves_another_pass(self) -> bool {
        self.mended && self.from > Self::default().from
    }
}

impl<'a> Batch<'a> {
    /// The next fixes to make in `text`, whose findings these are; none where nothing is left to mend.
    ///
    /// As long as the text has syntax errors no claim is touched: where a brace is too much or missing, a claim may be
    /// wrong of the tree that was read and right of the one that was meant.
    pub(super) fn choose(report: &'a Report, text: &str, reach: Reach) -> Self {
        let last = if of_stage(&report.counts, Stage::Syntax) > 0 { Stage::Words } else { Stage::Quality };
        let fixes = report.findings.iter().filter_map(|finding| {
            let fix = safe_fix(finding)?;
            Some(((stage(finding.code), start(fix)), fix))
        });
        let mut fixes: Vec<((Stage, u32), &Fix)> =
            fixes.filter(|(place, fix)| *place >= reach.from && place.0 <= last && changes(text, fix)).collect();
        fixes.sort_by_key(|(place, _)| *place);
        let stage = fixes.first().map_or(Stage::FIRST, |((stage, _), _)| *stage);
        let of_one_stage = fixes.iter().take_while(|((other, _), _)| *other == stage).map(|(_, fix)| *fix);
        let mut taken = BTreeMap::new();
        let mut batch = Vec::new();
        for fix in of_one_stage {
            if batch.len() < reach.most && fix.edits.iter().all(|edit| is_free(&taken, edit)) {
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
        let mut edits: Vec<&Edit> = self.fixes.iter().flat_map(|fix| &fix.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        let mut mended = String::with_capacity(text.len());
        let mut end = 0;
        for edit in edits {
            mended.push_str(&text[end..edit.span.start as usize]);
            mended.push_str(&edit.text);
            end = edit.span.end as usize;
        }
        mended.push_str(&text[end..]);
        mended
    }
}

fn safe_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fix.as_ref().filter(|fix| fix.safe)
}

fn start(fix: &Fix) -> u32 {
    fix.edits.iter().map(|edit| edit.span.start).min().unwrap_or_default()
}

/// A fix that puts what stands there already would be made for ever.
fn changes(text: &str, fix: &Fix) -> bool {
    fix.edits.iter().any(|edit| edit.span.of(text) != edit.text)
}

/// Whether an edit neither overlaps nor touches those that are taken.
fn is_free(taken: &BTreeMap<u32, u32>, edit: &Edit) -> bool {
    let before = taken.range(..=edit.span.end).next_back();
    before.is_none_or(|(_, end)| *end < edit.span.start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Counts, Tally};
    use crate::source::Span;

    /// From where to where, and what stands there afterwards.
    type Change = (u32, u32, &'static str);

    /// A report with a finding for each of these fixes.
    fn report(fixes: &[(Code, &[Change])]) -> Report {
        let edit = |(start, end, text): &Change| Edit { span: Span::new(*start, *end), text: text.to_string() };
        let finding = |(code, edits): &(Code, &[Change])| {
            let fix = Fix { title: String::new(), edits: edits.iter().map(edit).collect(), safe: true };
            Diagnostic::new(*code, "wrong", fix.edits[0].span).mended_by(fix)
        };
        let findings = fixes.iter().map(finding).collect();
        Report { findings, tally: Tally::default(), counts: Counts::default(), trees: Vec::new(), claims: 0 }
    }

    fn mended(text: &str, report: &Report, reach: Reach) -> String {
        Batch::choose(report, text, reach).applied_to(text)
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
        assert_eq!(mended("abcdefghi", &report, Reach::default()), "AbXefGhI");
    }

    #[test]
    fn what_changes_nothing_and_what_is_not_safe_is_no_fix() {
        let mut report = report(&[(Code::WrongValue, &[(0, 1, "a")]), (Code::WrongValue, &[(1, 2, "B")])]);
        assert_eq!(mended("ab", &report, Reach::default()), "aB");
        report.findings[1].fix.as_mut().unwrap().safe = false;
        assert!(Batch::choose(&report, "ab", Reach::default()).is_empty());
    }

    #[test]
    fn a_failure_halves_the_fixes_and_then_passes_one_over() {
        let fixes: &[(Code, &[Change])] = &[
            (Code::UnreachableCutoff, &[(0, 1, "A")]),
            (Code::WrongValue, &[(2, 3, "C")]),
            (Code::WrongValue, &[(4, 5, "E")]),
        ];
        let report = report(fixes);
        let text = "abcdef";
        let both = Batch::choose(&report, text, Reach::default());
        assert_eq!(both.applied_to(text), "abCdEf", "claims before marks");
        let one = Reach::default().after_failure(&both);
        assert_eq!(mended(text, &report, one), "abCdef");
        let next = one.after_failure(&Batch::choose(&report, text, one));
        assert_eq!(mended(text, &report, next), "abcdEf");
        let last = next.after_failure(&Batch::choose(&report, text, next));
        assert_eq!(mended(text, &report, last), "Abcdef", "of the next stage from the beginning");
        assert!(!last.deserves_another_pass());
        assert!(last.after_success().deserves_another_pass());
    }
}
