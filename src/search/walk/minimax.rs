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
/// without recursion.
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
    ordinal: usize,
    kind: Kind,
    /// The end of its subtree.
    end: NodeId,
    /// The best value of its children so far; unused at a chance node.
    best: V,
    /// The weighted sum of its children so far, if it is a chance node.
    sum: Option<V>,
}

/// Like [`minimax`], but calls `found` with the ordinal and the value of each node that is not hidden, children first.
pub(crate) fn minimax_each<V: Value, C: Chance<V>>(
    view: &View<'_>,
    chance: &C,
    leaves: &impl LeafValues<V>,
    mut found: impl FnMut(usize, V),
) -> Result<(), Stop> {
    let nodes = view.nodes();
    let mut pace = Pace::default();
    let mut frames: Vec<MinimaxFrame<V>> = Vec::new();
    // The ordinal is that of the next interior node.
    let (mut node, mut ordinal) = (NodeId::ROOT, 0);
    loop {
        let mut end = nodes.end(node);
        let is_leaf = nodes.is_leaf(node);
        let ordinal_after = if is_leaf { ordinal } else { nodes.count_interior_before(end) };
        let at_once = match view.kind(node) {
            // This need not look at the depth limit, because the limit hides no child of a node that the search sees as
            // a node.
            kind @ (Kind::Max | Kind::Min) if ordinal_after == ordinal + 1 => Some(leaves.best(kind, node.next(), end)),
            Kind::Max | Kind::Min | Kind::Chance => None,
            // A leaf, or a node at the depth limit.
            _ => Some(leaves.value(node)),
        };
        let Some(mut value) = at_once else {
            pace.step();
            frames.push(MinimaxFrame::new(node, ordinal, view.kind(node), end));
            (node, ordinal) = (node.next(), ordinal + 1);
            continue;
        };
        pace.steps(end.index() - node.index());
        if !is_leaf {
            found(ordinal, value);
            ordinal = ordinal_after;
        }
        loop {
            let Some(frame) = frames.last_mut() else { return Ok(()) };
            frame.take_in(chance, node, value).map_err(|reason| Stop { node: frame.node, reason })?;
            if end < frame.end {
                node = end;
                break;
            }
            value = frame.sum.unwrap_or(frame.best);
            found(frame.ordinal, value);
            (node, end) = (frame.node, frame.end);
            frames.pop();
        }
    }
}

impl<V: Value> MinimaxFrame<V> {
    fn new(node: NodeId, ordinal: usize, kind: Kind, end: NodeId) -> Self {
        let best = if kind == Kind::Min { V::INFINITY } else { V::NEGATIVE_INFINITY };
        Self { node, ordinal, kind, end, best, sum: None }
    }

    /// Updates the node with a child's value.
    fn take_in<C: Chance<V>>(&mut self, chance: &C, child: NodeId, value: V) -> Result<(), StopReason> {
        match self.kind {
            Kind::Max => self.best = self.best.greater(value),
            Kind::Min => self.best = self.best.lesser(value),
            _ => self.sum = Some(chance.add(self.sum, chance.weight(child), value)?),
        }
        Ok(())
    }
}
