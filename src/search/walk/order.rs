//! The order in which the children of a node are searched.

use crate::syntax::tree::{NodeId, Nodes, Sparse};

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
        (next < nodes.end_of_interior(node)).then_some(next)
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

/// Which children are searched before their siblings; all others stay in their order.
#[derive(Clone, Debug, Default)]
pub struct BestOrder {
    pub(crate) leads: Sparse<NodeId>,
}

impl BestOrder {
    /// The nodes whose first child in the best order is not the first as written, each with that child, in pre-order.
    pub fn leads(&self) -> &Sparse<NodeId> {
        &self.leads
    }

    /// Whether the order as written is the best.
    pub fn is_as_written(&self) -> bool {
        self.leads.iter().next().is_none()
    }
}

/// The order as written, except that the children named by the best order come first.
pub(crate) struct BestFirst<'a> {
    pub(crate) written: Box<dyn SiblingOrder>,
    pub(crate) best: &'a BestOrder,
}

impl SiblingOrder for BestFirst<'_> {
    fn first(&self, nodes: &Nodes, node: NodeId) -> NodeId {
        self.best.leads.get(node).copied().unwrap_or_else(|| self.written.first(nodes, node))
    }

    fn after(&self, nodes: &Nodes, node: NodeId, child: NodeId) -> Option<NodeId> {
        let lead = self.best.leads.get(node).copied();
        let next = match lead {
            // As written, another child is first.
            Some(lead) if lead == child => Some(self.written.first(nodes, node)),
            _ => self.written.after(nodes, node, child),
        };
        if next.is_some() && next == lead { self.written.after(nodes, node, next?) } else { next }
    }
}
