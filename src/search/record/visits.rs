//! What a search did at the nodes and leaves that it entered.

use crate::search::values::intern::PackedValue;
use crate::syntax::tree::NodeId;

/// What a search did at one node or leaf.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    node: NodeId,
    /// The lower end of its entry window.
    pub(crate) alpha: PackedValue,
    /// The upper end of its entry window.
    pub(crate) beta: PackedValue,
    /// What it returned before the clamp of `fail-hard`; open if the search ended before.
    pub(crate) returned: PackedValue,
}

/// The nodes and leaves that a search entered: 16 bytes for each, and none for those that it skipped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Visits {
    visits: Vec<Visit>,
    /// The places in `visits` of the nodes that the search is still in, outermost first.
    current: Vec<usize>,
}

impl Visits {
    /// The search enters a node or leaf with this window.
    pub(super) fn enter(&mut self, node: NodeId, alpha: PackedValue, beta: PackedValue) {
        self.current.push(self.visits.len());
        self.visits.push(Visit { node, alpha, beta, returned: PackedValue::OPEN });
    }

    /// Records that the innermost node or leaf that has not yet returned returns now.
    pub(super) fn leave(&mut self, returned: PackedValue) {
        if let Some(place) = self.current.pop() {
            self.visits[place].returned = returned;
        }
    }

    /// Prepares for [`Self::at`], when the search is over.
    pub(super) fn finish(&mut self) {
        // A search from left to right has entered them in this order already.
        self.visits.sort_unstable_by_key(|visit| visit.node);
    }

    /// The visit of a node or leaf; `None` if it was not entered. O(log visits).
    pub(crate) fn at(&self, node: NodeId) -> Option<Visit> {
        let place = self.visits.binary_search_by_key(&node, |visit| visit.node).ok()?;
        Some(self.visits[place])
    }
}
