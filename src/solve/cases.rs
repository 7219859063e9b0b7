//! All values of the unknowns, region by region: in each the search takes one course, and each claim that was judged
//! has one verdict.

use super::compared::{compared, needs_values};
use super::{Refusal, Unknowns, Which};
use crate::judge::Verdict;
use crate::model::{Game, Settings};
use crate::search::{Course, Explorer, Oracle, Region, Trouble};
use crate::syntax::tree::NodeId;

/// Where there are several unknowns, no more cases than this are looked at.
const MOST_CASES: usize = 100_000;
/// Nor more than this, times the number of unknowns, each of which is kept for each case.
const MOST_KEPT: usize = 1_000_000;
/// Nor are more nodes visited.
const MOST_VISITS: u64 = 100_000_000;

/// A tree whose claims are to be judged for all values of its unknowns.
pub(super) struct Cases<'g> {
    pub(super) game: &'g Game<'g>,
    pub(super) settings: &'g Settings,
    pub(super) unknowns: &'g Unknowns,
    /// The claims that are to be judged.
    pub(super) claims: &'g [Which],
    /// Claims that fail as soon as the search comes to these nodes and leaves: then nothing else is judged.
    pub(super) stops: Vec<(NodeId, Which)>,
}

impl Cases<'_> {
    /// Shows every case in the region `first` to `judge`, as long as that wants to go on; how many nodes and leaves were
    /// visited.
    pub(super) fn look(
        &self,
        first: Region,
        mut judge: impl FnMut(&mut Case<'_, '_>) -> Result<bool, Refusal>,
    ) -> Result<u64, Refusal> {
        let mut explorer = self.explorer(first)?;
        let mut cases = 0;
        while let Some(course) = explorer.next_course()? {
            let later = explorer.oracle().pending();
            let mut case = Case { game: self.game, oracle: explorer.oracle(), course, seen: None };
            loop {
                if !judge(&mut case)? {
                    return Ok(explorer.visits());
                }
                cases += 1;
                if self.are_too_many(cases, explorer.visits()) {
                    return Err(Refusal::TooManyCases);
                }
                // What the claims have split is still the same course of the search.
                if explorer.oracle().pending() == later {
                    break;
                }
                explorer.oracle().resume();
                case.seen = None;
            }
        }
        Ok(explorer.visits())
    }

    fn explorer(&self, first: Region) -> Result<Explorer<'_>, Refusal> {
        let values = self.claims.iter().any(|which| needs_values(self.game, *which));
        let explorer = Explorer::new(self.game, self.settings, &self.unknowns.of_leaf, first, values);
        let mut explorer = explorer.map_err(crate::search::Refusal::Obstacle)?;
        explorer.stop_at(&self.stops.iter().map(|(node, _)| *node).collect::<Vec<_>>());
        Ok(explorer)
    }

    fn are_too_many(&self, cases: usize, visits: u64) -> bool {
        let unknowns = self.unknowns.leaves.len();
        unknowns > 1 && (cases > MOST_CASES || cases * unknowns > MOST_KEPT || visits > MOST_VISITS)
    }
}

/// Values of the unknowns for which the search takes one course.
pub(super) struct Case<'a, 'g> {
    game: &'a Game<'g>,
    oracle: &'a Oracle,
    course: Course<'a>,
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
        if let Course::Stopped(place) = self.course { Some(place) } else { None }
    }

    /// Judges a claim, if the search did not stop, and goes on with values for which the verdict is the same.
    pub(super) fn judge(&mut self, which: Which) -> Result<Verdict, Refusal> {
        let Course::Searched(search) = &mut self.course else { return Ok(Verdict::Open) };
        for (one, two) in compared(self.game, search, which) {
            if self.oracle.settle(one, two).is_none() {
                return Err(self.oracle.trouble().unwrap_or(Trouble::TooLong).into());
            }
        }
        if self.seen != Some(self.oracle.divisions()) {
            self.seen = Some(self.oracle.divisions());
            search.look_at(self.oracle.region().sample().ok_or(Trouble::TooLong)?);
        }
        let verdict = which.judge(self.game, search);
        if search.is_out_of_reach() { Err(Trouble::TooLong.into()) } else { Ok(verdict) }
    }
}
