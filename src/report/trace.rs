//! `trace`: a search step by step, within one node or the whole tree.

mod human;
mod json;
mod words;

pub use human::Table;
pub use json::{begin_json, end_json, event_json, explained_event_json};
pub use words::{Words, extent};

use crate::model::{ResolvedTree, Settings};
use crate::number::Weight;
use crate::search::{self, Cause, Cutoff, Event, SearchError, Step, Stop};
use crate::syntax::tree::{Kind, NodeId};

/// Which steps of a search are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Only the steps at this node and below it.
    pub from: NodeId,
    /// Only this many of them, from the first on.
    pub limit: u64,
}

/// What follows after the steps. The counts are those of all steps within the node, whether they were passed on or left
/// out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Steps within the node.
    pub events: u64,
    /// Steps beyond the limit, which were left out.
    pub left_out: u64,
    /// Leaves evaluated.
    pub leaves: u64,
    /// Nodes and leaves entered.
    pub nodes: u64,
    /// Cutoffs that left something unsearched.
    pub cutoffs: u64,
    /// Subtrees and leaves skipped by a cutoff, each counted once.
    pub branches: u64,
    /// How it ended.
    pub ending: Ending,
}

/// How the search of a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was completed.
    Complete,
    /// It could not go on.
    Stopped(Stop),
    /// It never entered the node, for this reason; if the reason is a cutoff, with the cutoff.
    NeverEntered(Cause, Option<Cutoff>),
}

/// Searches a tree under the given settings, and passes each step within `scope` to `each_step` as it happens.
///
/// Past steps are not kept: memory grows with the plies, not with the steps.
///
/// # Errors
/// If a node at the depth limit has no static evaluation.
pub fn follow(
    game: &ResolvedTree<'_>,
    settings: &Settings,
    scope: Scope,
    mut each_step: impl FnMut(&Event),
) -> Result<Summary, SearchError> {
    let mut follower = Follower { game, scope, counts: Counts::default(), has_left: false, stop: None, cutoff: None };
    search::trace(game, settings, |event| {
        if follower.take(event) {
            each_step(event);
        }
    })?;
    Ok(follower.finish(settings))
}

#[derive(Default)]
struct Counts {
    events: u64,
    leaves: u64,
    nodes: u64,
    cutoffs: u64,
    branches: u64,
}

/// Follows a search, and picks the steps that are in scope.
struct Follower<'a> {
    game: &'a ResolvedTree<'a>,
    scope: Scope,
    counts: Counts,
    /// Whether the search has left the node.
    has_left: bool,
    /// Why the search could not go on, if it stopped before it left the node.
    stop: Option<Stop>,
    /// The first cutoff above the node. If the node was not entered before it, it skipped the node.
    cutoff: Option<Cutoff>,
}

impl Follower<'_> {
    /// Records a step, and returns whether to pass it on. The step at which the search stops is always passed on,
    /// unless the search has left the node.
    fn take(&mut self, event: &Event) -> bool {
        let (node, from) = (event.node, self.scope.from);
        match event.step {
            Step::Stop(reason) if !self.has_left => {
                self.stop = Some(Stop { node, reason });
                return true;
            }
            Step::Evaluate | Step::Return { .. } => self.has_left |= node == from,
            Step::Cutoff { refutation, .. } if self.is_above(node) => {
                self.cutoff.get_or_insert(Cutoff { node, refutation });
            }
            _ => {}
        }
        let within = from <= node && node < self.game.nodes().end(from);
        within && self.count(event)
    }

    /// Counts a step within the node, and returns whether to pass it on.
    fn count(&mut self, event: &Event) -> bool {
        let counts = &mut self.counts;
        counts.events += 1;
        counts.nodes += u64::from(matches!(event.step, Step::Enter | Step::Evaluate));
        counts.leaves += u64::from(matches!(event.step, Step::Evaluate));
        if let Step::Cutoff { branches, .. } = event.step {
            counts.cutoffs += 1;
            counts.branches += branches;
        }
        counts.events <= self.scope.limit
    }

    fn is_above(&self, node: NodeId) -> bool {
        node < self.scope.from && self.scope.from < self.game.nodes().end(node)
    }

    fn finish(self, settings: &Settings) -> Summary {
        let ending = match self.stop {
            _ if self.has_left => Ending::Complete,
            Some(stop) => Ending::Stopped(stop),
            None => {
                let cause = self.cause(settings);
                Ending::NeverEntered(cause, self.cutoff.filter(|_| cause == Cause::Cutoff))
            }
        };
        let Counts { events, leaves, nodes, cutoffs, branches } = self.counts;
        let left_out = events.saturating_sub(self.scope.limit);
        Summary { events, left_out, leaves, nodes, cutoffs, branches, ending }
    }

    /// Why the node was not entered.
    fn cause(&self, settings: &Settings) -> Cause {
        let (mut plies, mut weightless) = (0, false);
        let mut node = self.scope.from;
        while node != NodeId::ROOT {
            let parent = self.game.parent(node);
            let chance = self.game.nodes().kind(parent) == Kind::Chance;
            weightless |= chance && self.game.weights.get(node).is_some_and(|weight| *weight == Weight::ZERO);
            plies += 1;
            node = parent;
        }
        match settings.depth {
            Some(limit) if plies > limit => Cause::Depth,
            _ if weightless => Cause::Probability,
            _ => Cause::Cutoff,
        }
    }
}
