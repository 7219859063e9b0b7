//! The action that applies all safe fixes at once.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Action, ActionKind};
use crate::check::Report;
use crate::diagnostic::counted;
use crate::fix::{Mended, mend};
use crate::ide::{Document, Edit};
use crate::source::{Span, line_breaks, offset};

/// The changes that `check --fix` would make to the text; `None` if there are none. In an exercise it fixes no answers,
/// unless answers may be `reveal`ed.
pub fn fix_all(document: &Document, reveal: bool) -> Option<Action> {
    let hidden = document.hides_answers(reveal);
    let visible = |mut report: Report| {
        let telling = report.findings.iter_mut().filter(|finding| hidden && finding.code.may_tell_answers());
        telling.for_each(|finding| finding.fix = None);
        report
    };
    let text = document.text();
    let check = |text: &str, limit| visible(document.report_on(text, limit));
    let Mended { text: fixed, fixes, .. } = mend(text, &visible(document.report().clone()), check);
    let title = format!("make {}", counted(fixes as u64, "safe fix", "safe fixes"));
    let edits = changed_lines(text, &fixed);
    (fixes > 0).then_some(Action { title, kind: ActionKind::FixAll, edits, mends: None, preferred: false })
}

/// The edits that turn one text into another, in whole lines.
fn changed_lines(old: &str, new: &str) -> Vec<Edit> {
    let (old_ends, new_ends) = (line_ends(old), line_ends(new));
    let lines = |text, ends: &[u32]| ends.windows(2).map(|ends| Span::new(ends[0], ends[1]).of(text)).collect();
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) = (lines(old, &old_ends), lines(new, &new_ends));
    let changes = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
    let edit = |change: DiffOp| {
        let (old_range, new_range) = (change.old_range(), change.new_range());
        let span = Span::new(old_ends[old_range.start], old_ends[old_range.end]);
        Edit::new(span, Span::new(new_ends[new_range.start], new_ends[new_range.end]).of(new))
    };
    changes.into_iter().filter(|change| !matches!(change, DiffOp::Equal { .. })).map(edit).collect()
}

/// The offset where each line of a text ends, after a leading 0.
fn line_ends(text: &str) -> Vec<u32> {
    let mut ends: Vec<u32> = std::iter::once(0).chain(line_breaks(text).map(offset)).collect();
    if ends.last() != Some(&offset(text.len())) {
        ends.push(offset(text.len()));
    }
    ends
}
