//! E0304: the search does not enter a node with the window that is claimed.

use super::context::{CheckContext, interval};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Claim;
use crate::number::Number;
use crate::search::Side;

pub(super) fn wrong(context: &CheckContext<'_>, claim: &Claim, alpha: Number, beta: Number) -> Diagnostic {
    let node = claim.node;
    let called = context.game.called(node);
    if !context.search.entered(node) {
        let message = format!("the search never enters {called}, so it has no window there");
        let finding = Diagnostic::new(Code::WrongWindow, message, claim.span);
        return context.label_skip(finding, node).help("delete this claim");
    }
    let Some(window) = context.search.window(node) else {
        unreachable!("an open claim does not fail");
    };
    let (actual, claimed) = (interval(window.alpha, window.beta), interval(alpha, beta));
    let message = format!("the search enters {called} with {actual}, not {claimed}");
    let mut finding = Diagnostic::new(Code::WrongWindow, message, claim.span).primary_label("expected here");
    for (side, is_wrong) in [(Side::Alpha, window.alpha != alpha), (Side::Beta, window.beta != beta)] {
        if is_wrong {
            finding = context.label_source(finding, node, side);
        }
    }
    let at_the_end = context.search.final_window(node).is_some_and(|last| last.alpha == alpha && last.beta == beta);
    if at_the_end {
        finding = finding
            .note(format!("{claimed} is the window at the end of its search; the claim is about the window at entry"));
    }
    finding.safe_fix(format!("write `{actual}`"), claim.span, actual)
}
