//! The best order: children arranged so that alpha–beta evaluates the fewest leaves (Knuth and Moore 1975).

use super::fewest::{Leads, critical_tree};
use crate::model::{Order, Settings};
use crate::number::Weight;
use crate::search::Search;
use crate::search::algorithms::{Algorithm, trial};
use crate::search::walk::order::BestOrder;
use crate::syntax::tree::{Kind, NodeId};

/// What must be proved about a node in the critical tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Nothing: the search never enters it.
    Skipped,
    /// Its value.
    Exact,
    /// That it is worth at most as much as the node whose value is to be proved.
    Below,
    /// That it is worth at least as much.
    Above,
}

/// The best order under the rule α ≥ β, with deep cutoffs and the full window; `None` if the fewest leaves are not
/// known. If the order as written is as good, it is kept. Linear, without recursion.
pub(crate) fn best_order(search: &Search<'_>) -> Option<BestOrder> {
    if search.first_unknown().is_some() {
        return None;
    }
    let nodes = search.view.nodes();
    let mut leads = vec![Leads::default(); nodes.len()];
    let fewest = critical_tree(search, |node, of_node| leads[node.index()] = of_node)?;
    let Settings { order, range, depth, .. } = *search.settings;
    let standard = Settings { order, range, depth, ..Settings::default() };
    let written = trial(search, &standard, Algorithm::AlphaBeta, None);
    if written.is_ok_and(|written| written.effort.leaves == fewest) {
        return Some(BestOrder::default());
    }
    let mut roles = vec![Role::Skipped; nodes.len()];
    roles[NodeId::ROOT.index()] = Role::Exact;
    let mut best = BestOrder::default();
    for node in search.view.visible().filter(|node| !search.kind(*node).is_leaf()) {
        let role = roles[node.index()];
        let (lead, others) = child_roles(search, node, role, leads[node.index()]);
        for child in nodes.children(node) {
            let weightless = search.kind(node) == Kind::Chance && search.view.weight(child) == Weight::ZERO;
            roles[child.index()] = match lead {
                _ if weightless => Role::Skipped,
                Some(lead) if lead == child => role,
                _ => others,
            };
        }
        if let Some(lead) = lead.filter(|lead| must_move(search, node, *lead, others)) {
            best.leads.push(node, lead);
        }
    }
    Some(best)
}

/// The child that gets the role of its parent, and the role of all others.
fn child_roles(search: &Search<'_>, node: NodeId, role: Role, leads: Leads) -> (Option<NodeId>, Role) {
    let (least, greatest) = search.settings.bounds();
    match (search.kind(node), role) {
        (_, Role::Skipped) => (None, Role::Skipped),
        (Kind::Chance, _) => (None, Role::Exact),
        // No value lies beyond this end, so nothing has to be proved about the others.
        (Kind::Max, Role::Exact) if search.value(node) == Some(greatest) => (leads.exact, Role::Skipped),
        (Kind::Min, Role::Exact) if search.value(node) == Some(least) => (leads.exact, Role::Skipped),
        (Kind::Max, Role::Exact) => (leads.exact, Role::Below),
        (_, Role::Exact) => (leads.exact, Role::Above),
        (Kind::Max, Role::Above) | (Kind::Min, Role::Below) => (leads.bound, Role::Skipped),
        (_, role) => (None, role),
    }
}

/// Whether a child must be moved before its siblings. If something must be proved about them too, a leaf before it
/// costs nothing: it is evaluated in any order.
fn must_move(search: &Search<'_>, node: NodeId, lead: NodeId, others: Role) -> bool {
    let harmless = |sibling: NodeId| others != Role::Skipped && search.kind(sibling).is_leaf();
    let before = |sibling: &NodeId| match search.settings.order {
        Order::LeftToRight => *sibling < lead,
        Order::RightToLeft => *sibling > lead,
    };
    search.children(node).filter(before).any(|sibling| !harmless(sibling))
}
