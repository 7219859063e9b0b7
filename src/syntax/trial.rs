//! Tries fixes of syntax errors before they are proposed: a fix that does not reduce the number of errors is dropped.

use super::tree::File;
use super::without_trial;
use crate::diagnostic::{Edit, Findings, Fix};
use crate::source::Span;

/// At most this many fixes of a file are tried; nobody reads more.
const MOST: usize = 20;
/// In larger pieces of text no fix is tried, because each trial parses the piece again.
const LARGEST: usize = 1 << 15;

/// Drops the fixes that do not help, except "did you mean …?". Each fix is tried in the text of its tree and its
/// neighbours only.
pub(super) fn keep_what_helps(text: &str, file: &File, findings: &mut Findings) {
    let mut before: Option<(Span, usize)> = None;
    let is_order = |fix: &Fix| !fix.title.starts_with("did you mean");
    let with_fix =
        findings.kept_mut().filter(|finding| finding.code.is_syntax() && finding.fix.as_ref().is_some_and(is_order));
    for finding in with_fix.take(MOST) {
        let region = file.around(text, finding.primary.span);
        let Some(fix) = finding.fix.as_ref().filter(|_| region.range().len() <= LARGEST) else { continue };
        let errors = match before.filter(|(known, _)| *known == region) {
            Some((_, errors)) => errors,
            None => errors_in(region.of(text)),
        };
        before = Some((region, errors));
        let helps = mended(text, region, fix).is_none_or(|mended| errors_in(&mended) < errors);
        if !helps {
            let code = finding.code;
            let bare = finding.clone().without_fixes();
            *finding = match bare.notes.is_empty() {
                true => bare.help(format!("see the examples in `gametree explain {code}`")),
                false => bare,
            };
        }
    }
}

fn errors_in(text: &str) -> usize {
    without_trial(text, 0, true).1.tally().errors
}

/// The piece of text with a fix applied; `None` if the fix has edits outside it.
fn mended(text: &str, region: Span, fix: &Fix) -> Option<String> {
    let within = |edit: &Edit| region.contains(edit.span).then(|| Edit::new(edit.span.back(region.start), &*edit.text));
    let edits = fix.edits.iter().map(within).collect::<Option<Vec<Edit>>>()?;
    Some(Fix { edits, ..fix.clone() }.applied_to(region.of(text)))
}
