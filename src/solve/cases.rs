//! All values of the unknowns, region by region: in each the search goes one way, and each claim that was judged has one
//! verdict.

use super::Unknowns;
use crate::claim::{About, ClaimRef, Claims, Verdict};
use crate::search::{Explored, Explorer, Oracle, Region, Search, SolveError, SymbolicError};
use crate::syntax::tree::NodeId;

/// Where there are several unknowns, no more cases than this are looked at.
const MOST_CASES: usize = 100_000;

/// A tree whose claims are to be judged for all values of its unknowns.
pub(super) struct Cases<'g> {
    pub(super) claims: &'g Claims<'g>,
    /// The search of the tree without knowing their values.
    pub(super) search: &'g Search<'g>,
    pub(super) unknowns: &'g Unknowns,
    /// The claims that are to be judged.
    pub(super) open: &'g [ClaimRef],
    /// Claims that fail as soon as the search comes to these nodes and leaves: then nothing else is judged.
    pub(super) stops: Vec<(NodeId, ClaimRef)>,
}

impl Cases<'_> {
    /// Shows every case in the region `first` to `judge` until that does not want to go on; returns how many nodes and leaves
    /// were visited.
    pub(super) fn for_each(
        &self,
        first: Region,
        mut judge: impl FnMut(&mut Case<'_, '_>) -> Result<bool, SolveError>,
    ) -> Result<u64, SolveError> {
        let mut explorer = self.explorer(first);
        let mut cases = 0;
        while let Some(explored) = explorer.explore_next()? {
            let later = explorer.oracle().pending();
            let mut case = Case { claims: self.claims, oracle: explorer.oracle(), explored, seen: None };
            loop {
                if !judge(&mut case)? {
                    return Ok(explorer.visits());
                }
                cases += 1;
                if cases > MOST_CASES && self.unknowns.leaves.len() > 1 {
                    return Err(SolveError::SymbolicError(SymbolicError::TooMany));
                }
                // What the claims have split is still the same way of the search.
                if explorer.oracle().pending() == later {
                    break;
                }
                explorer.oracle().resume();
                case.seen = None;
            }
        }
        Ok(explorer.visits())
    }

    fn explorer(&self, first: Region) -> Explorer<'_> {
        // Claims about the search need no minimax values.
        let values = self.open.iter().any(|claim| self.claims.get(*claim).kind.about() != About::Search);
        let mut explorer = Explorer::new(self.claims.game, self.search, &self.unknowns.of_leaf, first, values);
        explorer.stop_at(&self.stops.iter().map(|(node, _)| *node).collect::<Vec<_>>());
        explorer
    }
}

/// Values of the unknowns for which the search goes one way.
pub(super) struct Case<'a, 'g> {
    claims: &'a Claims<'g>,
    oracle: &'a Oracle,
    explored: Explored<'a>,
    /// How often the region had been divided when a sample of it was taken.
    seen: Option<usize>,
}

impl Case<'_, '_> {
    /// The values as they are now: what was judged so far is so for all of them.
    pub(super) fn region(&self) -> Region {
        self.oracle.region()
    }

    /// Where the search was to stop and did, by its place in the list.
    pub(super) fn stopped(&self) -> Option<usize> {
        if let Explored::Stopped(place) = self.explored { Some(place) } else { None }
    }

    /// Judges a claim, if the search did not stop, and goes on with values for which the verdict is the same.
    pub(super) fn judge(&mut self, claim: ClaimRef) -> Result<Verdict, SolveError> {
        let Explored::Searched(search) = &mut self.explored else { return Ok(Verdict::Open) };
        self.oracle.spend(1);
        let claim = self.claims.get(claim);
        for (one, two) in claim.compared(search) {
            if self.oracle.settle(one, two).is_none() {
                return Err(self.trouble());
            }
        }
        if self.seen != Some(self.oracle.divisions()) {
            self.seen = Some(self.oracle.divisions());
            let Some(point) = self.oracle.sample() else { return Err(self.trouble()) };
            search.sample_at(point);
        }
        let verdict = claim.judge(self.claims.game, search);
        if search.is_out_of_reach() { Err(self.trouble()) } else { Ok(verdict) }
    }

    /// What went wrong; if nothing else did, numbers are too long.
    fn trouble(&self) -> SolveError {
        SolveError::SymbolicError(self.oracle.error().unwrap_or(SymbolicError::TooLong))
    }
}
