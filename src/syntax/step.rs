//! The place of a short text in one byte.

use super::nodes::Kind;

/// A gap and a length, in four bits each; or a special value. One special value means that the gap or the length does
/// not fit, so both are in a table. Each of the others stands for a node of one kind, because a node needs no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u8);

impl Step {
    /// The greatest gap and the greatest length. The gap 15 is kept for the special values.
    const MOST: u32 = 14;
    /// The gap or the length does not fit: a table has the place.
    pub(super) const FAR: Self = Self(0xFF);
    const MAX: Self = Self(0xF0);
    const MIN: Self = Self(0xF1);
    const CHANCE: Self = Self(0xF2);

    /// A gap and a length; [`Step::FAR`] if they do not fit.
    pub(super) fn new(gap: u32, length: u32) -> Self {
        // Both are compared at once, because this is done for each leaf.
        if (gap > Self::MOST) | (length > Self::MOST) {
            return Self::FAR;
        }
        Self((gap << 4 | length).to_le_bytes()[0])
    }

    /// The special value for a node of a kind.
    pub(super) fn of_node(kind: Kind) -> Self {
        match kind {
            Kind::Max => Self::MAX,
            Kind::Min => Self::MIN,
            Kind::Chance => Self::CHANCE,
            _ => unreachable!("only MAX, MIN and chance are nodes"),
        }
    }

    /// The kind of node that this means; `None` for a leaf.
    pub(super) fn node(self) -> Option<Kind> {
        match self {
            Self::MAX => Some(Kind::Max),
            Self::MIN => Some(Kind::Min),
            Self::CHANCE => Some(Kind::Chance),
            _ => None,
        }
    }

    /// Whether this means a node.
    pub(super) fn is_node(self) -> bool {
        (Self::MAX.0..=Self::CHANCE.0).contains(&self.0)
    }

    pub(super) fn gap(self) -> u32 {
        u32::from(self.0 >> 4)
    }

    pub(super) fn length(self) -> u32 {
        u32::from(self.0 & 0xF)
    }
}
