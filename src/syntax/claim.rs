//! Claims as they are written.

use super::tree::{Term, TermKind};
use crate::source::Span;

/// A claim in the head of a node, or a mark after a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The claim with its operands, without its `worth`.
    pub span: Span,
    /// What is claimed.
    pub kind: ClaimKind,
    /// The marks given for it.
    pub worth: Option<Term>,
}

/// What is claimed about a node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ClaimKind {
    /// `pruned`
    Pruned,
    /// `visited`
    Visited,
    /// `= v`
    Equal(Term),
    /// `~ v`
    Near(Term),
    /// `<= v`
    AtMost(Term),
    /// `>= v`
    AtLeast(Term),
    /// `[a, b]`
    Window(Term, Term),
    /// `plays m`
    Plays(Term),
    /// `eval v`: not a claim, but the static evaluation of the node.
    Eval(Term),
}

/// A claim without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimSort {
    /// `pruned`
    Pruned,
    /// `visited`
    Visited,
    /// `=`
    Equal,
    /// `~`
    Near,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `[ ]`
    Window,
    /// `plays`
    Plays,
    /// `eval`
    Eval,
}

impl ClaimKind {
    /// The claim without its operands.
    pub fn sort(&self) -> ClaimSort {
        match self {
            Self::Pruned => ClaimSort::Pruned,
            Self::Visited => ClaimSort::Visited,
            Self::Equal(_) => ClaimSort::Equal,
            Self::Near(_) => ClaimSort::Near,
            Self::AtMost(_) => ClaimSort::AtMost,
            Self::AtLeast(_) => ClaimSort::AtLeast,
            Self::Window(..) => ClaimSort::Window,
            Self::Plays(_) => ClaimSort::Plays,
            Self::Eval(_) => ClaimSort::Eval,
        }
    }

    /// Whether it has a blank, so that nothing is claimed yet.
    pub fn asks(&self) -> bool {
        let is_blank = |term: &Term| term.kind == TermKind::Blank;
        match self {
            Self::Pruned | Self::Visited | Self::Eval(_) => false,
            Self::Window(alpha, beta) => is_blank(alpha) || is_blank(beta),
            Self::Equal(term) | Self::Near(term) | Self::AtMost(term) | Self::AtLeast(term) | Self::Plays(term) => {
                is_blank(term)
            }
        }
    }
}

impl ClaimSort {
    /// The word or sign that a claim begins with.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Pruned => "pruned",
            Self::Visited => "visited",
            Self::Equal => "=",
            Self::Near => "~",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::Window => "[",
            Self::Plays => "plays",
            Self::Eval => "eval",
        }
    }

    /// A claim of this sort with an operand. The operand of a window includes the brackets; marks have no operand.
    pub fn with(self, operand: &str) -> String {
        match self {
            Self::Pruned | Self::Visited => self.sign().to_string(),
            Self::Window => operand.to_string(),
            _ => format!("{} {operand}", self.sign()),
        }
    }
}
