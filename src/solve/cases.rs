//! Goes through all values of the unknowns, region by region. In each region the search goes the same way, and each
//! claim that was judged has one verdict.

use super::Unknowns;
use crate::claim::{About, ClaimKind, ClaimRef, Claims, Verdict};
use crate::search::{Explored, Explorer, Oracle, Region, Search, SolveError, SymbolicError};
use crate::syntax::tree::NodeId;

/// If there are several unknowns, at most this many cases are judged.
const MOST_CASES: usize = 100_000;

/// A tree whose claims must be judged for all values of its unknowns.
pub(super) struct Cases<'g> {
    pub(super) claims: &'g Claims<'g>,
    /// The search of the tree with the unknowns left open.
    pub(super) search: &'g Search<'g>,
    pub(super) unknowns: &'g Unknowns,
    /// The claims to judge.
    pub(super) open: &'g [ClaimRef],
    /// Nodes and leaves at which the search stops, each with a claim that fails then. Nothing else is judged in that
    /// case.
    pub(super) stops: Vec<(NodeId, ClaimRef)>,
}

impl Cases<'_> {
    /// Calls `judge` with every case in the region `first` until it returns `false`. Returns the number of nodes and
    /// leaves visited.
    pub(super) fn for_each(
        &self,
        first: Region,
        mut judge: impl FnMut(&mut Case<'_, '_>) -> Result<bool, SolveError>,
    ) -> Result<u64, SolveError> {
        let mut explorer = self.explorer(first);
        let mut cases = 0;
        while let Some(explored) = explorer.explore_next()? {
            let pending_before = explorer.oracle().pending();
            let mut case = Case { claims: self.claims, oracle: explorer.oracle(), explored, sampled: None };
            loop {
                if !judge(&mut case)? {
                    return Ok(explorer.visits());
                }
                cases += 1;
                if cases > MOST_CASES && self.unknowns.leaves.len() > 1 {
                    return Err(SolveError::SymbolicError(SymbolicError::TooMany));
                }
                // The search is the same in the regions that judging claims has split off.
                if explorer.oracle().pending() == pending_before {
                    break;
                }
                explorer.oracle().resume();
                case.sampled = None;
            }
        }
        Ok(explorer.visits())
    }

    fn explorer(&self, first: Region) -> Explorer<'_> {
        // Claims about the search need no minimax values.
        let values = self.open.iter().any(|claim| self.claims.get(*claim).kind.about() != About::Search);
        let mut explorer = Explorer::new(self.claims.game, self.search, &self.unknowns.of_leaf, first, values);
        if self.open.iter().any(|claim| self.claims.get(*claim).kind == ClaimKind::Returned) {
            explorer.find_bounds();
        }
        explorer.stop_at(&self.stops.iter().map(|(node, _)| *node).collect::<Vec<_>>());
        explorer
    }
}

/// Values of the unknowns for which the search goes one way.
pub(super) struct Case<'a, 'g> {
    claims: &'a Claims<'g>,
    oracle: &'a Oracle,
    explored: Explored<'a>,
    /// How often the region had been divided when the last sample was taken.
    sampled: Option<usize>,
}

impl Case<'_, '_> {
    /// The values that remain. The verdicts so far hold for all of them.
    pub(super) fn region(&self) -> Region {
        self.oracle.region()
    }

    /// The index in [`Cases::stops`] of the node at which the search stopped, if it did.
    pub(super) fn stopped(&self) -> Option<usize> {
        if let Explored::Stopped(index) = self.explored { Some(index) } else { None }
    }

    /// Judges a claim, and narrows the region to values for which the verdict is the same. Open if the search stopped.
    pub(super) fn judge(&mut self, claim: ClaimRef) -> Result<Verdict, SolveError> {
        let Explored::Searched(search) = &mut self.explored else { return Ok(Verdict::Open) };
        self.oracle.spend(1);
        let claim = self.claims.get(claim);
        for (left, right) in claim.compared(search) {
            if self.oracle.settle(left, right).is_none() {
                return Err(self.failure());
            }
        }
        if self.sampled != Some(self.oracle.divisions()) {
            self.sampled = Some(self.oracle.divisions());
            let Some(point) = self.oracle.sample() else { return Err(self.failure()) };
            search.sample_at(point);
        }
        let verdict = claim.judge(self.claims.game, search);
        if search.is_out_of_reach() { Err(self.failure()) } else { Ok(verdict) }
    }

    /// What went wrong. If the oracle reports no error, a number has too many digits.
    fn failure(&self) -> SolveError {
        SolveError::SymbolicError(self.oracle.error().unwrap_or(SymbolicError::TooLong))
    }
}
