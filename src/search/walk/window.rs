//! The search window and its ends.

use std::fmt;

use crate::search::values::value::Value;
use crate::syntax::tree::Kind;

/// A search window (α, β): values that matter lie between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window<V> {
    /// What MAX has secured already.
    pub alpha: V,
    /// What MIN has secured already.
    pub beta: V,
}

impl<V: Value> Window<V> {
    /// The window in which every value matters.
    pub fn full() -> Self {
        Self { alpha: V::NEGATIVE_INFINITY, beta: V::INFINITY }
    }
}

impl<V: Copy> Window<V> {
    /// One end of the window.
    pub fn end(&self, side: Side) -> V {
        match side {
            Side::Alpha => self.alpha,
            Side::Beta => self.beta,
        }
    }
}

/// An end of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// α. A node that reaches it is worth too little to MAX.
    Alpha,
    /// β. A node that reaches it is worth too much to MIN.
    Beta,
}

impl Side {
    /// The end that a node of this kind can reach. (A chance node with a range can reach both.)
    pub fn facing(kind: Kind) -> Self {
        if kind == Kind::Min { Self::Alpha } else { Self::Beta }
    }

    /// The player who has secured this end.
    pub fn holder(self) -> Kind {
        match self {
            Self::Alpha => Kind::Max,
            Self::Beta => Kind::Min,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alpha => "α",
            Self::Beta => "β",
        })
    }
}
