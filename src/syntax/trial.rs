//! Tries fixes of syntax errors before they are proposed: a fix that does not reduce the number of errors is dropped.

use super::tree::File;
use super::without_trial;
use crate::diagnostic::{Edit, Findings, Fix};
use crate::source::{Span, offset};

/// All trials together parse at most this many bytes; fixes beyond that are kept untried.
const MOST_BYTES: usize = 1 << 18;
/// At most this many fixes of a file are tried; nobody reads more.
const MOST: usize = 20;

/// Drops the fixes that do not help, except "did you mean …?". Each fix is tried in the text of its tree and its
/// neighbours only.
pub(super) fn keep_what_helps(text: &str, file: &File, findings: &mut Findings) {
    let all = (findings.errors(), findings.places_of_all());
    let mut before: Option<(Span, usize)> = None;
    let mut parsed = 0;
    let is_order = |fix: &Fix| !fix.title.starts_with("did you mean");
    let with_fix =
        findings.kept_mut().filter(|finding| finding.code.is_syntax() && finding.fix.as_ref().is_some_and(is_order));
    for finding in with_fix.take(MOST) {
        let Some(fix) = &finding.fix else { continue };
        let region = file.around(text, fix.edits.iter().map(|edit| edit.span).fold(finding.primary.span, Span::to));
        parsed += region.range().len();
        if parsed > MOST_BYTES {
            return;
        }
        let errors = match (before.filter(|(known, _)| *known == region), all) {
            (Some((_, errors)), _) => errors,
            (None, (errors, Some(places))) if region.contains(places) => errors,
            _ => errors_in(region.of(text)),
        };
        before = Some((region, errors));
        let helps = errors_in(&fixed(text, region, fix)) < errors;
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
    without_trial(text, Span::new(0, offset(text.len())), 0, None).findings.errors()
}

/// A region of a text after a fix, which must change nothing outside the region.
fn fixed(text: &str, region: Span, fix: &Fix) -> String {
    let within = |edit: &Edit| Edit::new(edit.span.back(region.start), &*edit.text);
    Fix { edits: fix.edits.iter().map(within).collect(), ..fix.clone() }.applied_to(region.of(text))
}
