//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass from the last
//! node to the first.

use std::iter;

use super::chance::Chance;
use super::view::View;
use crate::interrupt::Pace;
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The value of every node and leaf, given those of the leaves. The value of a node hidden below a depth limit has no
/// meaning. Linear, without recursion.
///
/// # Errors
/// If the expectation at a chance node has no exact value.
pub fn minimax<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaf: &impl Fn(NodeId) -> V,
) -> Result<Vec<V>, Stop> {
    let mut values = vec![V::NEGATIVE_INFINITY; view.nodes().len()];
    minimax_each(view, chance, leaf, |node, value| values[node.index()] = value)?;
    Ok(values)
}

/// As [`minimax`], but calls `found` with each node and its value, from the last node to the first.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaf: &impl Fn(NodeId) -> V,
    mut found: impl FnMut(NodeId, V),
) -> Result<(), Stop> {
    let kinds = view.kinds();
    let mut pace = Pace::default();
    // Nodes whose parents are still to come, with their values. The children of the next parent are on top, the first
    // child uppermost.
    let mut pending: Vec<(NodeId, V)> = Vec::new();
    for node in view.nodes().all().rev() {
        pace.step();
        let kind = kinds[node.index()];
        let value = match kind {
            Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank => leaf(node),
            Kind::Hidden => {
                found(node, V::NEGATIVE_INFINITY);
                continue;
            }
            Kind::Max | Kind::Min | Kind::Chance => {
                let end = view.nodes().end_of_interior(node);
                let children = iter::from_fn(|| pending.pop_if(|(child, _)| *child < end));
                match kind {
                    Kind::Max => children.fold(V::NEGATIVE_INFINITY, |most, (_, value)| most.greater(value)),
                    Kind::Min => children.fold(V::INFINITY, |least, (_, value)| least.lesser(value)),
                    _ => expectation(chance, children, node)?,
                }
            }
        };
        found(node, value);
        pending.push((node, value));
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
