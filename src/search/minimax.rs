//! The minimax value (von Neumann 1928) of every node, in one pass from the last node to the first.

use super::value::Value;
use crate::syntax::tree::{Kind, NodeId, Nodes};

/// The value of every node and leaf, given those of the leaves. Linear; nothing is recursive.
///
/// Chance nodes are not evaluated: the tree must have none.
pub fn minimax<V: Value>(nodes: &Nodes, leaf: impl Fn(NodeId) -> V) -> Vec<V> {
    let mut values = vec![V::NEGATIVE_INFINITY; nodes.len()];
    for node in nodes.all().rev() {
        let children = nodes.children(node).map(|child| values[child.index()]);
        values[node.index()] = match nodes.kind(node) {
            Kind::Max => children.fold(V::NEGATIVE_INFINITY, V::greater),
            Kind::Min => children.fold(V::INFINITY, V::lesser),
            _ => leaf(node),
        };
    }
    values
}
