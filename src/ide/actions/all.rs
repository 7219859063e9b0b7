//! The action that applies all safe fixes at once.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Action, ActionKind};
use crate::diagnostic::counted;
use crate::fix::{Fixed, fix};
use crate::ide::{Document, Edit};
use crate::model::Shown;
use crate::source::{Span, lines, offset};

/// The changes that `check --fix` would make to the text; `None` if there are none. No answer is fixed in a tree that
/// hides its answers.
pub fn fix_all(document: &Document, shown: Shown) -> Option<Action> {
    let text = document.text();
    let check = |text: &str, limit| document.report_on(text, shown, limit);
    let Fixed { text: fixed, fixes, .. } = fix(text, document.report(shown), check);
    let title = format!("make {}", counted(fixes as u64, "safe fix", "safe fixes"));
    let edits = changed_lines(text, &fixed);
    (fixes > 0).then_some(Action { title, kind: ActionKind::FixAll, edits, fixes: None, preferred: false })
}

/// The edits that turn one text into another, in whole lines.
fn changed_lines(old: &str, new: &str) -> Vec<Edit> {
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) = (lines(old).collect(), lines(new).collect());
    let mut start = 0;
    let edit = |change: DiffOp| {
        let length: usize = old_lines[change.old_range()].iter().map(|line| line.len()).sum();
        let span = Span::new(start, start + offset(length));
        start = span.end;
        let is_equal = matches!(change, DiffOp::Equal { .. });
        (!is_equal).then(|| Edit::new(span, new_lines[change.new_range()].concat()))
    };
    capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines).into_iter().filter_map(edit).collect()
}
