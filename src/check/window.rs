//! E0304: the search does not enter a node with the window that is claimed.

use super::case::{Case, interval};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Claim;
use crate::number::Number;

pub(super) fn wrong(case: &Case<'_>, claim: &Claim, alpha: Number, beta: Number) -> Diagnostic {
    let node = claim.node;
    let called = case.game.called(node);
    if !case.search.entered(node) {
        let message = format!("the search never enters {called}, so it has no window there");
        let finding = Diagnostic::new(Code::WrongWindow, message, claim.span);
        return case.label_skip(finding, node).help("delete this claim");
    }
    let Some(window) = case.search.window(node) else {
        unreachable!("an open claim does not fail");
    };
    let (actual, claimed) = (interval(window.alpha, window.beta), interval(alpha, beta));
    let message = format!("the search enters {called} with {actual}, not {claimed}");
    let mut finding = Diagnostic::new(Code::WrongWindow, message, claim.span).here("expected here");
    for (letter, is_wrong) in [('α', window.alpha != alpha), ('β', window.beta != beta)] {
        if is_wrong {
            finding = case.label_source(finding, node, letter);
        }
    }
    let at_the_end = case.search.final_window(node).is_some_and(|last| last.alpha == alpha && last.beta == beta);
    if at_the_end {
        finding = finding
            .note(format!("{claimed} is the window at the end of its search; the claim is about the window at entry"));
    }
    finding.safe_fix(format!("write `{actual}`"), claim.span, actual)
}
