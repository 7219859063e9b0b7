//! The minimax value (von Neumann 1928) of every node, or the expectation at a chance node, in one pass.

use super::chance::Chance;
use super::leaves::LeafValues;
use super::view::View;
use crate::interrupt::Pace;
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The value of each node, given the values of the leaves. The place of a node in the result is its
/// [ordinal](crate::syntax::tree::Nodes::ordinal). The value of a node hidden below a depth limit has no meaning. Linear,
/// without recursion. There must be a root, and each node must have a child.
///
/// # Errors
/// If the expectation at a chance node has no exact value.
pub fn minimax<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
) -> Result<Vec<V>, Stop> {
    let mut values = vec![V::NEGATIVE_INFINITY; view.nodes().interior_len()];
    minimax_each(view, chance, leaves, |ordinal, value| values[ordinal] = value)?;
    Ok(values)
}

/// A node whose children are being valued.
struct MinimaxFrame<V> {
    node: NodeId,
    kind: Kind,
    /// The end of its subtree.
    end: NodeId,
    /// The best value among its children so far, or their weighted sum at a chance node.
    so_far: Option<V>,
}

/// Like [`minimax`], but calls `found` with the ordinal and value of each node that is not hidden. Children come before
/// their parents.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    mut found: impl FnMut(usize, V),
) -> Result<(), Stop> {
    let nodes = view.nodes();
    let mut pace = Pace::default();
    let mut frames: Vec<MinimaxFrame<V>> = Vec::new();
    // `ordinal` is that of `node`, or of the next interior node if `node` is a leaf.
    let (mut node, mut ordinal) = (NodeId::ROOT, 0);
    loop {
        let (kind, mut end) = (view.kind(node), nodes.end(node));
        let is_leaf = nodes.is_leaf(node);
        let ordinal_after = if is_leaf { ordinal } else { nodes.count_interior_before(end) };
        let mut value = match kind {
            // The depth limit does not matter here: if the search sees a node as a node, the limit hides none of its
            // children.
            Kind::Max | Kind::Min if ordinal_after == ordinal + 1 => leaves.best(kind, node.next(), end),
            Kind::Max | Kind::Min | Kind::Chance => {
                pace.step();
                frames.push(MinimaxFrame { node, kind, end, so_far: None });
                (node, ordinal) = (node.next(), ordinal + 1);
                continue;
            }
            // A leaf, or a node at the depth limit.
            _ => leaves.value(node),
        };
        pace.steps(end.index() - node.index());
        if !is_leaf {
            found(ordinal, value);
            ordinal = ordinal_after;
        }
        loop {
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            value = frame.take_in(chance, node, value).map_err(|reason| Stop { node: frame.node, reason })?;
            if end < frame.end {
                node = end;
                break;
            }
            (node, end) = (frame.node, frame.end);
            found(nodes.ordinal(node), value);
            frames.pop();
        }
    }
}

impl<V: Value> MinimaxFrame<V> {
    /// Updates the node with a child's value. Returns what the node is worth so far.
    fn take_in<C: Chance<V>>(&mut self, chance: &C, child: NodeId, value: V) -> Result<V, StopReason> {
        let so_far = match (self.kind, self.so_far) {
            (Kind::Max, Some(best)) => best.greater(value),
            (Kind::Min, Some(best)) => best.lesser(value),
            (Kind::Chance, sum) => chance.add(sum, chance.weight(child), value)?,
            _ => value,
        };
        self.so_far = Some(so_far);
        Ok(so_far)
    }
}
