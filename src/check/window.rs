//! E0304: the search does not enter a node with the window that is claimed.

use super::evidence::{Case, interval};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Claim;
use crate::number::Number;
use crate::syntax::tree::NodeId;

pub(super) fn wrong(case: &Case<'_>, claim: &Claim, alpha: Number, beta: Number) -> Diagnostic {
    let node = claim.node;
    let called = case.game.called(node);
    if !case.search.entered(node) {
        let message = format!("the search never enters {called}, so it has no window there");
        let finding = Diagnostic::new(Code::WrongWindow, message, claim.span);
        return case.label_skip(finding, node).help("take the claim away, or mark the node `pruned`");
    }
    let Some(window) = case.search.window(node) else {
        unreachable!("an open claim does not fail");
    };
    let (actual, claimed) = (interval(window.alpha, window.beta), interval(alpha, beta));
    let message = format!("the search enters {called} with {actual}, not {claimed}");
    let mut finding = Diagnostic::new(Code::WrongWindow, message, claim.span).here("expected here");
    for (letter, right, is_wrong) in
        [('α', window.alpha, window.alpha != alpha), ('β', window.beta, window.beta != beta)]
    {
        if is_wrong {
            finding = label_source(case, finding, node, letter, right);
        }
    }
    let at_the_end = case.search.final_window(node).is_some_and(|last| last.alpha == alpha && last.beta == beta);
    if at_the_end {
        finding =
            finding.note(format!("{claimed} is the window at the end of its search; claimed is the one at entry"));
    }
    finding.fix(format!("write `{actual}`"), claim.span, actual)
}

/// Points at where an end of the window comes from: a child further up, or the window at the root.
fn label_source(case: &Case<'_>, finding: Diagnostic, node: NodeId, letter: char, bound: Number) -> Diagnostic {
    let end =
        |node: NodeId| case.search.window(node).map(|window| if letter == 'α' { window.alpha } else { window.beta });
    let mut entered = node;
    while entered != NodeId::ROOT && end(case.game.parent(entered)) == Some(bound) {
        entered = case.game.parent(entered);
    }
    if entered == NodeId::ROOT {
        return match case.search.settings().window_span {
            Some(span) => finding.label(span, format!("{letter} = {bound} comes from here")),
            None => finding.note(format!("{letter} is still {bound}: nothing above has changed it")),
        };
    }
    let parent = case.game.parent(entered);
    let gave = |child: &NodeId| case.search.entered(*child) && case.search.fail_soft(*child) == Some(bound);
    match case.game.nodes().children(parent).find(gave) {
        Some(child) => finding.label(case.game.head(child), format!("{letter} = {bound} comes from here")),
        None => finding.note(format!("with `cutoffs shallow` {letter} is not handed down from further up")),
    }
}
