//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass from the last
//! node to the first.

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
    let kinds = view.kinds();
    let mut pace = Pace::default();
    for node in view.nodes().all().rev() {
        pace.step();
        let children = || view.nodes().children(node).map(|child| values[child.index()]);
        values[node.index()] = match kinds[node.index()] {
            Kind::Max => children().fold(V::NEGATIVE_INFINITY, V::greater),
            Kind::Min => children().fold(V::INFINITY, V::lesser),
            Kind::Chance => expectation(view, chance, &values, node)?,
            Kind::Hidden => continue,
            Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank => leaf(node),
        };
    }
    Ok(values)
}

fn expectation<V: Value, C: Chance<V>>(view: &View<'_>, chance: &C, values: &[V], node: NodeId) -> Result<V, Stop> {
    let mut sum = None;
    for child in view.children(node) {
        let share = chance.add(sum, chance.weight(child), values[child.index()]);
        sum = Some(share.map_err(|fault| Stop { node, reason: StopReason::Fault(fault) })?);
    }
    Ok(sum.unwrap_or(V::NEGATIVE_INFINITY))
}
