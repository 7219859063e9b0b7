//! Compares the algorithms on a tree, in the order as written and in the best order.

use super::errors::{explain_algorithm_error, why_no_best_order};
use crate::model::{Cut, ResolvedTree, Settings};
use crate::number::Number;
use crate::search::{Algorithm, BestOrder, Effort, Search, SearchError};

/// What an algorithm returned and how much work it did, or why it did not search.
pub(super) type Outcome = Result<(Number, Effort), String>;

/// One algorithm under one cut rule.
#[derive(Debug)]
pub(super) struct Contest {
    pub(super) algorithm: Algorithm,
    /// The cut rule; `None` for an algorithm without one.
    pub(super) cut: Option<Cut>,
    /// The outcome in the order as written.
    pub(super) written: Outcome,
    /// The outcome in the best order.
    pub(super) best: Outcome,
}

/// The outcomes of all algorithms with the full window and deep cutoffs, under both cut rules and in two orders.
#[derive(Debug)]
pub struct Comparison {
    pub(super) contests: Vec<Contest>,
    /// Whether the order as written is the best, or why the best is not known.
    pub(super) written_is_best: Result<bool, String>,
}

impl Comparison {
    /// Lets every algorithm search the tree in the order, to the depth and within the range of `settings`.
    ///
    /// # Errors
    /// As for [`Search::new`].
    pub(super) fn new(game: &ResolvedTree<'_>, settings: &Settings) -> Result<Self, SearchError> {
        let Settings { order, depth, range, .. } = *settings;
        let plain = |cut| Settings { cut, order, depth, range, ..Settings::default() };
        let (eager, reluctant) = (plain(Cut::AtLeast), plain(Cut::Above));
        let eager = Search::new(game, &eager)?;
        let reluctant = eager.under(&reluctant)?;
        let best = eager.best_order().ok_or_else(|| why_no_best_order(game, &eager));
        let mut contests = Vec::new();
        for algorithm in Algorithm::ALL {
            let mut add = |search: &Search<'_>, cut| {
                let run = |best: Option<&BestOrder>| {
                    let trial = search.trial(algorithm, best).map_err(|error| explain_algorithm_error(game, error))?;
                    Ok((trial.value, trial.effort))
                };
                let in_best_order = best.as_ref().map_err(String::clone).and_then(|best| run(Some(best)));
                contests.push(Contest { algorithm, cut, written: run(None), best: in_best_order });
            };
            if algorithm.has_rule_of_cutting() {
                add(&eager, Some(Cut::AtLeast));
                add(&reluctant, Some(Cut::Above));
            } else {
                add(&eager, None);
            }
        }
        Ok(Self { contests, written_is_best: best.map(|best| best.is_as_written()) })
    }
}
