//! The order in which the children of a node are searched.

use crate::syntax::tree::{NodeId, Nodes};

/// The order of siblings.
pub trait SiblingOrder {
    /// The child of an interior node that is searched first.
    fn first(&self, nodes: &Nodes, node: NodeId) -> NodeId;
    /// The child of `node` that is searched after `child`.
    fn after(&self, nodes: &Nodes, node: NodeId, child: NodeId) -> Option<NodeId>;
}

/// The order in the file.
pub struct LeftToRight;

impl SiblingOrder for LeftToRight {
    fn first(&self, _: &Nodes, node: NodeId) -> NodeId {
        node.next()
    }

    fn after(&self, nodes: &Nodes, node: NodeId, child: NodeId) -> Option<NodeId> {
        let next = nodes.end(child);
        (next < nodes.end(node)).then_some(next)
    }
}

/// The last child first.
pub struct RightToLeft {
    /// For each node the sibling to its left; for a first child, the node itself.
    left: Vec<NodeId>,
    /// For each interior node its last child; for a leaf, the leaf itself.
    last: Vec<NodeId>,
}

impl RightToLeft {
    /// Finds each node's neighbour and last child, in one pass.
    pub fn new(nodes: &Nodes) -> Self {
        let mut left: Vec<NodeId> = nodes.all().collect();
        let mut last = left.clone();
        for node in nodes.all() {
            let mut previous = None;
            for child in nodes.children(node) {
                left[child.index()] = previous.unwrap_or(child);
                previous = Some(child);
            }
            last[node.index()] = previous.unwrap_or(node);
        }
        Self { left, last }
    }
}

impl SiblingOrder for RightToLeft {
    fn first(&self, _: &Nodes, node: NodeId) -> NodeId {
        self.last[node.index()]
    }

    fn after(&self, _: &Nodes, _: NodeId, child: NodeId) -> Option<NodeId> {
        let left = self.left[child.index()];
        (left != child).then_some(left)
    }
}
