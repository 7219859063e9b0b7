//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass from the last
//! node to the first.

use std::iter;

use super::chance::Chance;
use super::view::View;
use crate::interrupt::Pace;
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The value of every node, by [`Nodes::ordinal`](crate::syntax::tree::Nodes::ordinal), given those of the leaves. The
/// value of a node hidden below a depth limit has no meaning. Linear, without recursion.
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

/// As [`minimax`], but calls `found` with the value of each node, from the last to the first.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaf: &impl Fn(NodeId) -> V,
    mut found: impl FnMut(V),
) -> Result<(), Stop> {
    let (nodes, kinds) = (view.nodes(), view.kinds());
    let mut pace = Pace::default();
    // The values of nodes whose parents are still to come, the first child of the next parent uppermost.
    let mut pending: Vec<V> = Vec::new();
    for node in nodes.all().rev().filter(|node| !nodes.kind(*node).is_leaf()) {
        let kind = kinds[node.index()];
        let value = match kind {
            Kind::Hidden => V::NEGATIVE_INFINITY,
            Kind::Max | Kind::Min | Kind::Chance => {
                let (mut next, end) = (node.next(), nodes.end_of_interior(node));
                let children = iter::from_fn(|| {
                    while next < end {
                        pace.step();
                        let child = next;
                        next = child.next();
                        match kinds[child.index()] {
                            Kind::Hidden => {}
                            Kind::Max | Kind::Min | Kind::Chance => {
                                next = nodes.end_of_interior(child);
                                return pending.pop().map(|value| (child, value));
                            }
                            Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank => {
                                return Some((child, leaf(child)));
                            }
                        }
                    }
                    None
                });
                let value = match kind {
                    Kind::Max => children.fold(V::NEGATIVE_INFINITY, |most, (_, value)| most.greater(value)),
                    Kind::Min => children.fold(V::INFINITY, |least, (_, value)| least.lesser(value)),
                    _ => expectation(chance, children, node)?,
                };
                pending.push(value);
                value
            }
            Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank => leaf(node),
        };
        found(value);
    }
    Ok(())
}

fn expectation<V: Value, C: Chance<V>>(
    chance: &C,
    children: impl Iterator<Item = (NodeId, V)>,
    node: NodeId,
) -> Result<V, Stop> {
    let mut sum = None;
    for (child, value) in children {
        let share = chance.add(sum, chance.weight(child), value);
        sum = Some(share.map_err(|fault| Stop { node, reason: StopReason::Fault(fault) })?);
    }
    Ok(sum.unwrap_or(V::NEGATIVE_INFINITY))
}
