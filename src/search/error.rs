//! Why a search cannot start, or stops early. `Display` does not use the names of a tree.

use std::error::Error;
use std::fmt;

use crate::number::Fault;
use crate::syntax::tree::NodeId;

/// Where a search stopped before its end, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The node that was being searched.
    pub node: NodeId,
    /// Why it could not go on.
    pub reason: StopReason,
}

/// Why a search could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The result of a comparison depends on the unknown leaves that the search has met.
    Undecided,
    /// A weighted sum has no exact value.
    Fault(Fault),
}

/// Why a tree cannot be searched at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchError {
    /// This node is at the depth limit and has no static evaluation.
    NoEvaluation(NodeId),
    /// The expectation at this chance node has no exact value.
    Fault(NodeId, Fault),
}

/// Why an algorithm does not search a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AlgorithmError {
    /// The algorithm knows only MAX and MIN, and this is a chance node.
    Chance(NodeId),
    /// The value of this leaf is not known.
    Unknown(NodeId),
    /// The search covers many values of the unknown leaves at once.
    Region,
    /// A sum at this chance node has no exact value.
    Inexact(NodeId),
    /// The algorithm takes so many steps that its work would not be linear in the size of the tree.
    TooLong,
}

/// Why a search cannot cover all values of the unknown leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymbolicError {
    /// An intermediate number has too many digits.
    TooLong,
    /// A sum has two different unknowns, or two are compared after chance has weighed them differently.
    Mixed,
    /// Several unknowns make too many cases.
    TooMany,
    /// One unknown makes the search go too many different ways.
    TooManyWays,
    /// The search has reached a node where it was told to stop: the one with this index in the list.
    Stopped(u32),
}

/// Why a tree cannot be searched for all values of its unknown leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// It has a blank leaf.
    BlankLeaf,
    /// It cannot be searched at all.
    SearchError(SearchError),
    /// A search cannot cover all values of its unknown leaves.
    SymbolicError(SymbolicError),
}

impl From<Fault> for StopReason {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search stops: {}", self.reason)
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undecided => f.write_str("what comes next depends on leaves whose values are not known"),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl SearchError {
    /// The reason in words; `called` is the node's name for readers.
    pub(crate) fn in_words(self, called: &str) -> String {
        match self {
            Self::NoEvaluation(_) => format!("{called} has no static evaluation"),
            Self::Fault(_, Fault::OpposedInfinities) => format!("{called} would be worth inf and -inf together"),
            Self::Fault(_, Fault::TooLong) => {
                format!("the expectation at {called}, or a part of its sum, has too many digits to be held exactly")
            }
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(match self {
            Self::NoEvaluation(_) => "a node at the depth limit",
            Self::Fault(..) => "a chance node",
        }))
    }
}

impl AlgorithmError {
    /// The reason in words; `called` is the name for readers of the node that the reason is about.
    pub(crate) fn in_words(self, called: &str) -> String {
        match self {
            Self::Chance(_) => format!("chance decides at {called}"),
            Self::Unknown(_) => format!("the value of {called} is not known"),
            Self::Region => "the values of its unknown leaves are not known".to_string(),
            Self::Inexact(_) => format!("a sum at {called} has no exact value"),
            Self::TooLong => "it takes over a thousand steps for each node".to_string(),
        }
    }

    /// The node that the reason is about.
    pub(crate) fn node(self) -> Option<NodeId> {
        match self {
            Self::Chance(node) | Self::Unknown(node) | Self::Inexact(node) => Some(node),
            Self::Region | Self::TooLong => None,
        }
    }
}

impl fmt::Display for AlgorithmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words(match self {
            Self::Unknown(_) => "a leaf",
            Self::Inexact(_) => "a chance node",
            _ => "a node",
        }))
    }
}

impl fmt::Display for SymbolicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "an intermediate number has too many digits for exact arithmetic",
            Self::Mixed => "a sum at a chance node depends on several unknown leaves",
            Self::TooMany => "with several unknown leaves there are too many cases",
            Self::TooManyWays => "the search can go too many different ways, depending on the unknown leaf",
            Self::Stopped(_) => "the search reached a node where it was told to stop",
        })
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLeaf => f.write_str("a blank leaf waits for its value"),
            Self::SearchError(error) => error.fmt(f),
            Self::SymbolicError(error) => error.fmt(f),
        }
    }
}

impl Error for Stop {}
impl Error for SearchError {}
impl Error for AlgorithmError {}
impl Error for SymbolicError {}
impl Error for SolveError {}
