//! Whether a claim holds.

use crate::search::{Search, VisitStatus};
use crate::syntax::tree::NodeId;

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// It depends on a leaf whose value is not known.
    Open,
    /// It is a count that would have to look inside of this `...`.
    Uncountable(NodeId),
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

impl From<Option<bool>> for Verdict {
    /// Open if it is not known whether the claim holds.
    fn from(holds: Option<bool>) -> Self {
        holds.map_or(Self::Open, Self::from)
    }
}

impl Verdict {
    /// Judges a claim that fails where the search does not come, and elsewhere holds as `known` says.
    pub(super) fn if_entered(search: &Search<'_>, node: NodeId, known: impl FnOnce() -> Option<bool>) -> Self {
        match search.status(node) {
            VisitStatus::Skipped(_) => Self::Fails,
            VisitStatus::Open => Self::Open,
            VisitStatus::Entered(_) => known().into(),
        }
    }
}
