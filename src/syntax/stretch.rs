//! Nodes and leaves that two trees have in common.

use std::ops::Range;

use super::nodes::NodeId;

/// Nodes and leaves of one tree that follow each other in pre-order, and those of another tree that correspond to them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The first of them.
    pub(super) first: NodeId,
    /// The one after the last.
    pub(super) end: NodeId,
    /// What corresponds to the first in the other tree.
    pub(super) other: NodeId,
}

impl Stretch {
    /// From the first to just before the end.
    pub(super) fn range(self) -> Range<NodeId> {
        self.first..self.end
    }

    /// The same in the other tree.
    pub(super) fn other_range(self) -> Range<NodeId> {
        self.other..self.to_other(self.end)
    }

    /// Each of them.
    pub(super) fn nodes(self) -> impl Iterator<Item = NodeId> {
        (self.first.index()..self.end.index()).map(NodeId::new)
    }

    /// The node or leaf of the other tree that corresponds to one of this.
    pub(super) fn to_other(self, node: NodeId) -> NodeId {
        NodeId::new(node.index() - self.first.index() + self.other.index())
    }

    /// The node or leaf of this tree that corresponds to one of the other.
    pub(super) fn to_this(self, node: NodeId) -> NodeId {
        NodeId::new(node.index() - self.other.index() + self.first.index())
    }
}
