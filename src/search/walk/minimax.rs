//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass.

use std::mem;

use super::chance::Chance;
use super::leaves::LeafValues;
use super::view::View;
use crate::interrupt::Pace;
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The value of the root, given the values of the leaves. Calls `found` with the
/// [ordinal](crate::syntax::tree::Nodes::ordinal) and the value of each node that is not hidden below a depth limit;
/// children come before their parents, and the root is the last. Linear, without recursion. There must be a root, and
/// each node must have a child.
///
/// # Errors
/// If the expectation at a chance node has no exact value.
pub fn minimax<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    mut found: impl FnMut(usize, V),
) -> Result<V, Stop> {
    let nodes = view.nodes();
    let enter = |node, ordinal| {
        let (kind, end) = (view.kind(node), nodes.end_of_interior(node));
        Frame { node, ordinal, kind, end, so_far: None }
    };
    let mut pace = Pace::default();
    let mut frame = enter(NodeId::ROOT, 0);
    let mut around: Vec<Frame<V>> = Vec::new();
    let end_of_tree = frame.end;
    let mut interior = nodes.interior().skip(1);
    let mut advance = || interior.next().unwrap_or(end_of_tree);
    // The next interior node, and its ordinal.
    let (mut next, mut ordinal) = (advance(), 1);
    let mut node = NodeId::ROOT.next();
    loop {
        let (child, value, end) = if node == frame.end {
            let value = frame.so_far.expect("each node has a child");
            found(frame.ordinal, value);
            let Some(parent) = around.pop() else { return Ok(value) };
            (mem::replace(&mut frame, parent).node, value, node)
        } else if node == next {
            let inner = enter(node, ordinal);
            (next, ordinal) = (advance(), ordinal + 1);
            let value = match inner.kind {
                // The depth limit does not matter here: if the search sees a node as a node, the limit hides none of its
                // children.
                Kind::Max | Kind::Min if next >= inner.end => leaves.best(inner.kind, node.next(), inner.end),
                Kind::Max | Kind::Min | Kind::Chance => {
                    pace.step();
                    node = node.next();
                    around.push(mem::replace(&mut frame, inner));
                    continue;
                }
                _ => {
                    // It is at the depth limit, so everything below it is hidden.
                    while next < inner.end {
                        (next, ordinal) = (advance(), ordinal + 1);
                    }
                    leaves.value(node)
                }
            };
            found(inner.ordinal, value);
            (node, value, inner.end)
        } else if frame.kind == Kind::Chance {
            (node, leaves.value(node), node.next())
        } else {
            // Up to the next node, there are only children of this one.
            let end = next.min(frame.end);
            (node, leaves.best(frame.kind, node, end), end)
        };
        pace.steps(end.index() - node.index());
        node = end;
        frame.take_in(chance, child, value).map_err(|reason| Stop { node: frame.node, reason })?;
    }
}

/// A node whose children are being valued.
struct Frame<V> {
    node: NodeId,
    ordinal: usize,
    kind: Kind,
    /// The end of its subtree.
    end: NodeId,
    /// The best value among its children so far, or their weighted sum at a chance node.
    so_far: Option<V>,
}

impl<V: Value> Frame<V> {
    /// Updates the node with the value of a child, or with the best value of several.
    fn take_in<C: Chance<V>>(&mut self, chance: &C, child: NodeId, value: V) -> Result<(), StopReason> {
        self.so_far = Some(match (self.kind, self.so_far) {
            (Kind::Max, Some(best)) => best.greater(value),
            (Kind::Min, Some(best)) => best.lesser(value),
            (Kind::Chance, sum) => chance.add(sum, chance.weight(child), value)?,
            _ => value,
        });
        Ok(())
    }
}
