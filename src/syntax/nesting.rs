//! What is open at a place: the braces around it, and the head before it.

use super::tree::NodeId;
use crate::source::Span;

/// What is open at the place that is being read.
#[derive(Default)]
pub(super) struct Nesting {
    /// What has an opening brace, outermost first. Empty outside of trees.
    pub(super) frames: Vec<Frame>,
    /// The head that has no brace yet.
    pub(super) pending: Option<Frame>,
    /// Where the last tree or root was closed.
    pub(super) last_close: Option<Span>,
    /// How many closing braces may be left over from a tree that ended because another one began.
    pub(super) forgiven: usize,
    /// Whether an error in the braces of the current tree was reported.
    pub(super) faulted: bool,
    /// Whether a bare node below a chance node of the current tree was reported.
    pub(super) bare_reported: bool,
    /// Whether anything was read that belongs to a tree or to the file rather than to a node. Used only when the
    /// children of a node are read by themselves.
    pub(super) went_beyond: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) owner: Owner,
    /// The opening brace, or the head if the brace is missing.
    pub(super) place: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Tree,
    Node(NodeId),
}

impl Nesting {
    /// Whether a tree is being read.
    pub(super) fn in_tree(&self) -> bool {
        self.pending.is_some() || !self.frames.is_empty()
    }

    /// Whether there is no node around the place that is being read.
    pub(super) fn is_outermost(&self) -> bool {
        !self.frames.iter().any(|frame| matches!(frame.owner, Owner::Node(_)))
    }

    /// Whether the only open brace is that of a root, and no head waits for its brace.
    pub(super) fn is_in_outermost(&self) -> bool {
        self.frames.len() == 1 && self.pending.is_none()
    }

    /// Whether the head of a tree waits for its brace.
    pub(super) fn awaits_tree_brace(&self) -> bool {
        self.pending.is_some_and(|head| head.owner == Owner::Tree)
    }

    /// Whether a node's head waits for its brace.
    pub(super) fn awaits_brace(&self) -> bool {
        self.pending_node().is_some()
    }

    /// The node whose head is being read.
    pub(super) fn pending_node(&self) -> Option<NodeId> {
        match self.pending?.owner {
            Owner::Node(node) => Some(node),
            Owner::Tree => None,
        }
    }

    /// Whether leaves and bare nodes can be added here without any checks.
    pub(super) fn takes_children(&self) -> bool {
        self.pending.is_none() && self.parent().is_some()
    }

    /// The brace of the tree that is being read.
    pub(super) fn outermost_brace(&self) -> Span {
        self.frames.first().map_or(Span::default(), |frame| frame.place)
    }

    /// The brace of the outermost node within a `tree`.
    pub(super) fn outermost_node(&self) -> Span {
        self.frames.get(1).map_or(Span::default(), |frame| frame.place)
    }

    /// The node whose child comes next.
    pub(super) fn parent(&self) -> Option<NodeId> {
        match self.frames.last()?.owner {
            Owner::Node(node) => Some(node),
            Owner::Tree => None,
        }
    }
}
