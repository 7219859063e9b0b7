//! Some nodes and leaves of a tree, and those of another tree that take their place.

use std::ops::Range;

use super::nodes::NodeId;

/// Children of one node that follow each other, with their subtrees, and those of another tree that take their place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Splice {
    /// Their parent.
    pub(super) parent: NodeId,
    /// The first of what is replaced.
    pub(super) first: NodeId,
    /// The first after what is replaced.
    pub(super) end: NodeId,
    /// The first of what takes its place, in the other tree.
    pub(super) taken: NodeId,
    /// The first after what takes its place, in the other tree.
    pub(super) taken_end: NodeId,
}

impl Splice {
    /// What is replaced.
    pub(super) fn replaced(self) -> Range<NodeId> {
        self.first..self.end
    }

    /// What takes its place, in the other tree.
    pub(super) fn all_taken(self) -> Range<NodeId> {
        self.taken..self.taken_end
    }

    /// What takes its place, in this tree.
    pub(super) fn inserted(self) -> Range<NodeId> {
        self.first..self.inserted_as(self.taken_end)
    }

    /// Where a node or leaf of the other tree is in this tree.
    pub(super) fn inserted_as(self, node: NodeId) -> NodeId {
        NodeId::new(node.index() - self.taken.index() + self.first.index())
    }

    /// The new place of a node or leaf that follows what is replaced.
    pub(super) fn moved(self, node: NodeId) -> NodeId {
        NodeId::new(node.index() - self.end.index() + self.inserted().end.index())
    }
}

/// The entries of a column for some nodes and leaves.
pub(super) fn indices(nodes: Range<NodeId>) -> Range<usize> {
    nodes.start.index()..nodes.end.index()
}
