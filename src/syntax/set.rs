//! Sets as they are written after `expect x in`.

use super::term::Term;
use crate::source::Span;

/// A set as it is written: its parts, with `or` between them.
#[derive(Clone, Debug)]
pub struct WrittenSet {
    /// The whole set.
    pub span: Span,
    /// Its parts, at least one.
    pub parts: Vec<WrittenPart>,
}

/// A part of a set.
#[derive(Clone, Debug)]
pub enum WrittenPart {
    /// `[a, b]`, `(a, b)` and the like.
    Interval {
        /// The lower end.
        lower: Term,
        /// Whether it has `[` before it, so that it belongs to the set.
        has_lower: bool,
        /// The upper end.
        upper: Term,
        /// Whether it has `]` after it, so that it belongs to the set.
        has_upper: bool,
    },
    /// `{a, b, …}`
    Numbers(Vec<Term>),
    /// `nothing`
    Nothing,
    /// `anything`
    Anything,
    /// `_`
    Blank,
}

impl WrittenSet {
    /// Whether the set has a blank, so that students are to fill it in.
    pub fn is_blank(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, WrittenPart::Blank))
    }
}
