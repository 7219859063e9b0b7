//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass from the last
//! node to the first.

use super::chance::Chance;
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
    leaf: &impl Fn(NodeId) -> V,
) -> Result<Vec<V>, Stop> {
    let mut values = Vec::with_capacity(view.nodes().interior_len());
    minimax_each(view, chance, leaf, |value| values.push(value))?;
    values.reverse();
    Ok(values)
}

/// Like [`minimax`], but calls `found` with the value of each node, from the last to the first.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaf: &impl Fn(NodeId) -> V,
    mut found: impl FnMut(V),
) -> Result<(), Stop> {
    let (nodes, kinds) = (view.nodes(), view.kinds());
    let mut pace = Pace::default();
    // A stack of the values of nodes whose parents have not been reached. The first child of the next parent is on top.
    let mut pending: Vec<V> = Vec::new();
    for node in nodes.all().rev().filter(|node| !nodes.kind(*node).is_leaf()) {
        let kind = kinds[node.index()];
        if kind.is_leaf() {
            // The depth limit makes it a leaf, or hides it.
            found(if kind == Kind::Hidden { V::NEGATIVE_INFINITY } else { leaf(node) });
            continue;
        }
        let mut best = if kind == Kind::Min { V::INFINITY } else { V::NEGATIVE_INFINITY };
        let mut sum = None;
        let (mut next, end) = (node.next(), nodes.end_of_interior(node));
        while next < end {
            pace.step();
            let child = next;
            next = child.next();
            let value = match kinds[child.index()] {
                Kind::Hidden => continue,
                Kind::Max | Kind::Min | Kind::Chance => {
                    next = nodes.end_of_interior(child);
                    pending.pop().expect("the nodes below have their values")
                }
                Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank => leaf(child),
            };
            match kind {
                Kind::Max => best = best.greater(value),
                Kind::Min => best = best.lesser(value),
                _ => {
                    let added = chance.add(sum, chance.weight(child), value);
                    sum = Some(added.map_err(|fault| Stop { node, reason: StopReason::Fault(fault) })?);
                }
            }
        }
        let value = sum.unwrap_or(best);
        pending.push(value);
        found(value);
    }
    Ok(())
}
