//! Claims as they are written.

use std::slice;

use super::term::{Term, TermKind};
use crate::source::Span;

/// A claim in the head of a node, or a mark after a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The claim with its operands, without its `worth`.
    pub span: Span,
    /// What is claimed.
    pub form: ClaimForm,
    /// The marks given for it.
    pub worth: Option<Term>,
}

/// What is claimed about a node.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ClaimForm {
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
    Window([Term; 2]),
    /// `plays m`
    Plays(Term),
    /// `eval v`: not a claim, but the static evaluation of the node.
    Eval(Term),
}

impl Claim {
    /// What would be written differently if it were wrong: its one operand, or all of a window or a mark.
    pub fn operand(&self) -> Span {
        if let [only] = self.form.operands() { only.span } else { self.span }
    }
}

impl ClaimForm {
    /// The operands: two for a window, none for a mark, one for all others.
    pub fn operands(&self) -> &[Term] {
        match self {
            Self::Pruned | Self::Visited => &[],
            Self::Window(ends) => ends,
            Self::Equal(term)
            | Self::Near(term)
            | Self::AtMost(term)
            | Self::AtLeast(term)
            | Self::Plays(term)
            | Self::Eval(term) => slice::from_ref(term),
        }
    }

    /// The operands, to change them.
    pub(super) fn operands_mut(&mut self) -> &mut [Term] {
        match self {
            Self::Pruned | Self::Visited => &mut [],
            Self::Window(ends) => ends,
            Self::Equal(term)
            | Self::Near(term)
            | Self::AtMost(term)
            | Self::AtLeast(term)
            | Self::Plays(term)
            | Self::Eval(term) => slice::from_mut(term),
        }
    }

    /// Whether it has a blank, so that nothing is claimed yet.
    pub fn asks(&self) -> bool {
        self.operands().iter().any(|term| term.kind == TermKind::Blank)
    }
}
