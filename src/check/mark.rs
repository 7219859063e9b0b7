//! E0306 and E0307: what is marked `pruned` is searched, what is marked `visited` is not.

use super::case::{Case, interval};
use super::proof::Side;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Claim, Cut, Cutoffs, Order};
use crate::number::Number;
use crate::search::Window;
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn not_visited(case: &Case<'_>, claim: &Claim) -> Diagnostic {
    let called = case.game.called(claim.node);
    let finding =
        Diagnostic::new(Code::NotVisited, format!("{called} is never visited"), claim.span).here("marked as visited");
    case.label_skip(finding, claim.node).fix("write `pruned`", claim.span, "pruned")
}

pub(super) fn not_pruned(case: &Case<'_>, claim: &Claim) -> Diagnostic {
    let node = claim.node;
    let called = case.game.called(node);
    let finding = Diagnostic::new(Code::NotPruned, format!("{called} is not pruned: the search visits it"), claim.span)
        .here("marked as pruned");
    let finding = match case.search.cutoff_at(node) {
        Some(_) => finding.note(format!("the cutoff comes inside of {called}: what is skipped there can be marked")),
        None => why_searched(case, finding, node),
    };
    finding.fix("take the mark away, or write `visited`", claim.span, "visited")
}

/// Why the search goes on to `node`: what its parent is worth so far lies within the window.
fn why_searched(case: &Case<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    if node == NodeId::ROOT {
        return finding.note("the root is always searched");
    }
    let parent = case.game.parent(node);
    let called = case.game.called(parent);
    if case.search.settings().cutoffs == Cutoffs::None {
        return finding.note("with `cutoffs none` nothing is ever skipped");
    }
    let (Some(window), Some((child, best))) = (case.search.window(parent), best_before(case, parent, node)) else {
        return finding.note(format!("the child that comes first is always searched, and {called} is entered"));
    };
    let side = Side::of(case.kind(parent));
    let so_far = format!("with this, {called} is worth {} {best} so far", side.extent);
    let comparison = comparison(case, parent, best, window);
    let entered = interval(window.alpha, window.beta);
    case.label_source(finding.label(case.game.head(child), so_far), parent, side.letter)
        .note(format!("{called} is entered with {entered}: {comparison}"))
}

/// Why what a node is worth so far does not end its search.
fn comparison(case: &Case<'_>, parent: NodeId, best: Number, window: Window<Number>) -> String {
    let cut = case.search.settings().cut;
    let (letter, bound, inside, ends) = match (case.kind(parent), cut) {
        (Kind::Max, Cut::AtLeast) => ('β', window.beta, '<', "reaches"),
        (Kind::Max, Cut::Above) => ('β', window.beta, '<', "exceeds"),
        (_, Cut::AtLeast) => ('α', window.alpha, '>', "falls to"),
        (_, Cut::Above) => ('α', window.alpha, '>', "falls below"),
    };
    if best == bound {
        return format!("{best} = {letter}, and under `cut alpha > beta` that does not end its search");
    }
    format!("{best} {inside} {letter} = {bound}, and a cutoff comes only when that {ends} {letter}")
}

/// The child searched before `node` that its parent's worth so far comes from, and that worth.
fn best_before(case: &Case<'_>, parent: NodeId, node: NodeId) -> Option<(NodeId, Number)> {
    let searched: Vec<NodeId> = case.game.nodes().children(parent).collect();
    let place = searched.iter().position(|child| *child == node)?;
    let before = match case.search.settings().order {
        Order::LeftToRight => &searched[..place],
        Order::RightToLeft => &searched[place + 1..],
    };
    let returned = before.iter().filter_map(|child| Some((*child, case.search.fail_soft(*child)?)));
    match case.kind(parent) {
        Kind::Max => returned.reduce(|best, child| if child.1 > best.1 { child } else { best }),
        _ => returned.reduce(|best, child| if child.1 < best.1 { child } else { best }),
    }
}
