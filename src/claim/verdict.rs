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
    /// It depends on the values of unknown leaves.
    Open,
    /// It is a count that depends on what this `...` hides.
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
    /// Judges a claim that fails if the search skips its node. If the search enters the node, `known` says whether the
    /// claim holds, or returns `None` if that is open.
    pub(super) fn if_entered(search: &Search<'_>, node: NodeId, known: impl FnOnce() -> Option<bool>) -> Self {
        match search.status(node) {
            VisitStatus::Skipped(_) => Self::Fails,
            VisitStatus::Open => Self::Open,
            VisitStatus::Entered => known().into(),
        }
    }
}
