//! Advice is tried before it is given: a fix of a syntax error that leaves no fewer errors is not proposed.

use super::tree::File;
use super::without_trial;
use crate::diagnostic::{Edit, Findings, Fix};
use crate::source::Span;

/// How many fixes of a file are tried. Nobody reads more.
const MOST: usize = 20;
/// In larger pieces of text nothing is tried: each fix would cost another reading.
const LARGEST: usize = 1 << 15;

/// Takes back what does not help, unless it is a question. Each fix is tried in the text of its tree and the next one, which is read on its own.
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
    without_trial(text, 0).1.tally().errors
}

/// The piece of text with a fix made; `None` where that changes something outside.
fn mended(text: &str, region: Span, fix: &Fix) -> Option<String> {
    let within = |edit: &Edit| region.contains(edit.span).then(|| Edit::new(edit.span.back(region.start), &*edit.text));
    let edits = fix.edits.iter().map(within).collect::<Option<Vec<Edit>>>()?;
    Some(Fix { edits, ..fix.clone() }.applied_to(region.of(text)))
}
