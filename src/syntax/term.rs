//! Operands as they are written.

use super::literal::{Literal, Literals};
use crate::source::Span;

/// One operand: a value, a move or an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: TermKind,
}

impl Term {
    /// If it is a number, copies it from another tree's table to this one's.
    pub(super) fn adopt(&mut self, literals: &mut Literals, others: &Literals) {
        if let TermKind::Number(number) = &mut self.kind {
            *number = literals.adopt(*number, others);
        }
    }
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TermKind {
    /// A number of the tree.
    Number(Literal),
    /// A name or a text in quotes; see [`super::name_at`].
    Name,
    /// `?` or `?x`.
    Unknown,
    /// `_`, to be filled in by a student.
    Blank,
}
