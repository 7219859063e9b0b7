//! The description of a kind of claim: the form of a row of the registry.

use super::Claim;
use crate::diagnostic::{Code, Diagnostic};
use crate::explain::Context;
use crate::model::ResolvedTree;
use crate::search::Search;
use crate::syntax::tree::NodeId;

/// What claims of a kind are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Minimax values alone.
    Values,
    /// The best order of the children, which follows from the minimax values.
    BestOrder,
    /// The search: such claims can hold under one rule and fail under another.
    Search,
}

/// The description of a kind of claim, which is the same for all its operands.
pub(super) struct Spec {
    /// The code under which such a claim is reported if it fails.
    pub code: Code,
    /// What such claims are about.
    pub about: About,
    /// How it is written at a node; `None` if it is about the whole tree only.
    pub at_node: Option<AtNode>,
    /// How it is written after `expect`; `None` if it cannot be.
    pub expected: Option<Expected>,
    /// How messages name a missing operand at one node, and at several; `None` if they quote the question instead.
    pub missing: Option<[&'static str; 2]>,
    /// The operand with which the claim holds at a node, as it is written; `None` if no such claim holds, or if it
    /// cannot be written. The last argument is the operand in the text: an answer after `~` gets as many decimals.
    pub answer: fn(&ResolvedTree<'_>, &Search<'_>, NodeId, Option<&str>) -> Option<String>,
    /// Why no operand can be right at a node; `None` if one can. In messages, the name of the node follows these words.
    pub unfillable: fn(&Context<'_>, NodeId) -> Option<&'static str>,
    /// E0218, if such a claim cannot be made where it is. Not called for nodes below the depth limit.
    pub impossible: fn(&Context<'_>, &Claim) -> Option<Diagnostic>,
}

/// How a claim is written at a node.
pub(super) struct AtNode {
    /// The word or sign that it begins with.
    pub sign: &'static str,
    /// What it means, in a sentence or two.
    pub meaning: &'static str,
}

/// How a claim is written after `expect`.
pub(super) struct Expected {
    /// The word. Kinds that take different operands may share one.
    pub word: &'static str,
    /// What follows the word.
    pub takes: Takes,
    /// What it means, in a sentence or two.
    pub meaning: &'static str,
}

/// What follows a word after `expect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// `=` and a number.
    Number,
    /// `~` and a decimal.
    Decimal,
    /// A list of moves, each made after the one before it.
    Moves,
    /// A list of leaves.
    Leaves,
    /// A list of nodes and leaves.
    Nodes,
}

impl Takes {
    /// The sign before a number; `None` for a list.
    pub(crate) fn sign(self) -> Option<&'static str> {
        match self {
            Self::Number => Some("="),
            Self::Decimal => Some("~"),
            Self::Moves | Self::Leaves | Self::Nodes => None,
        }
    }

    /// Whether a list follows.
    pub(crate) fn is_list(self) -> bool {
        self.sign().is_none()
    }
}
