//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass from the last
//! node to the first.

use super::chance::Chance;
use super::leaves::LeafValues;
use super::view::View;
use crate::interrupt::Pace;
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The value of each node, given the values of the leaves. The place of a node in the result is its
/// [ordinal](crate::syntax::tree::Nodes::ordinal). The value of a node hidden below a depth limit has no meaning. Linear,
/// without recursion.
///
/// # Errors
/// If the expectation at a chance node has no exact value.
pub fn minimax<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
) -> Result<Vec<V>, Stop> {
    let mut values = Vec::with_capacity(view.nodes().interior_len());
    minimax_each(view, chance, leaves, |value| values.push(value))?;
    values.reverse();
    Ok(values)
}

/// Like [`minimax`], but calls `found` with the value of each node, from the last to the first.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    mut found: impl FnMut(V),
) -> Result<(), Stop> {
    let nodes = view.nodes();
    let mut pace = Pace::default();
    // A stack of the values of nodes whose parents have not been reached. The first child of the next parent is on top.
    let mut pending: Vec<V> = Vec::new();
    // The interior node visited last, which follows the current one in pre-order; at first, the end of the tree.
    let mut following = NodeId::new(nodes.len());
    while let Some(node) = nodes.interior_before(following) {
        let end = nodes.end_of_interior(node);
        // This need not look at the depth limit, because the limit hides no child of a node that the search sees as a
        // node.
        let has_only_leaves = end <= following;
        following = node;
        let kind = view.kind(node);
        let value = match kind {
            Kind::Max | Kind::Min if has_only_leaves => {
                pace.steps(end.index() - node.index());
                leaves.best(kind, node.next(), end)
            }
            Kind::Max | Kind::Min | Kind::Chance => {
                let below = || pending.pop().expect("the nodes below have their values");
                of_children(view, chance, leaves, node, below, &mut pace)?
            }
            // The depth limit makes it a leaf, or hides it.
            _ => {
                found(if kind == Kind::Hidden { V::NEGATIVE_INFINITY } else { leaves.value(node) });
                continue;
            }
        };
        pending.push(value);
        found(value);
    }
    Ok(())
}

/// The value of a node, from its children. `below` returns the values of those that are nodes, in their order.
fn of_children<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    node: NodeId,
    mut below: impl FnMut() -> V,
    pace: &mut Pace,
) -> Result<V, Stop> {
    let kind = view.kind(node);
    let mut best = if kind == Kind::Min { V::INFINITY } else { V::NEGATIVE_INFINITY };
    let mut sum = None;
    for child in view.children(node) {
        pace.step();
        let value = if view.is_leaf(child) { leaves.value(child) } else { below() };
        match kind {
            Kind::Max => best = best.greater(value),
            Kind::Min => best = best.lesser(value),
            _ => {
                let added = chance.add(sum, chance.weight(child), value);
                sum = Some(added.map_err(|fault| Stop { node, reason: StopReason::Fault(fault) })?);
            }
        }
    }
    Ok(sum.unwrap_or(best))
}
