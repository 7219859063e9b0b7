//! `trace`: the course of a search, step by step, within one node or the whole tree.

mod human;
mod json;
mod words;

pub use human::Table;
pub use json::{begin_json, end_json, event_json};
pub use words::extent;

use crate::model::{ResolvedTree, Settings};
use crate::number::Weight;
use crate::search::{self, Cause, Cutoff, Event, SearchError, Step, Stop};
use crate::syntax::tree::{Kind, NodeId};

/// Which steps of a search are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Only those at this node and below it.
    pub from: NodeId,
    /// Only so many, the first.
    pub limit: u64,
}

/// What is left to say when the steps have been told. The counts are those of all steps within the node, whether they
/// were told or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Steps within the node.
    pub events: u64,
    /// How many of them lie beyond the limit.
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
    /// It came to its end.
    Complete,
    /// It could not go on.
    Stopped(Stop),
    /// It never entered the node; because of this cutoff, if that is the cause.
    NeverEntered(Cause, Option<Cutoff>),
}

/// Searches the tree of a game under the given settings, and hands on the steps that are wanted, as they happen.
///
/// Nothing of what is past is kept: memory grows with the plies, not with the steps.
///
/// # Errors
/// Where a node at the depth limit has no static evaluation.
pub fn follow(
    game: &ResolvedTree<'_>,
    settings: &Settings,
    scope: Scope,
    mut told: impl FnMut(&Event),
) -> Result<Summary, SearchError> {
    let mut follower = Follower { game, scope, counts: Counts::default(), left: false, stop: None, cutoff: None };
    search::trace(game, settings, |event| {
        if follower.take(event) {
            told(event);
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

/// Follows a search and picks what is wanted of it.
struct Follower<'a> {
    game: &'a ResolvedTree<'a>,
    scope: Scope,
    counts: Counts,
    /// The search has left the node.
    left: bool,
    /// It could not go on, before it left the node.
    stop: Option<Stop>,
    /// The first cutoff above the node: where the node was not entered by then, it was skipped there.
    cutoff: Option<Cutoff>,
}

impl Follower<'_> {
    /// Takes note of a step; whether it is to be told. Why the search cannot go on is told always, but for a node that it
    /// has left.
    fn take(&mut self, event: &Event) -> bool {
        let (node, from) = (event.node, self.scope.from);
        match event.step {
            Step::Stop(reason) if !self.left => {
                self.stop = Some(Stop { node, reason });
                return true;
            }
            Step::Evaluate | Step::Return { .. } => self.left |= node == from,
            Step::Cutoff { refutation, .. } if self.is_above(node) => {
                self.cutoff.get_or_insert(Cutoff { node, refutation });
            }
            _ => {}
        }
        let within = from <= node && node < self.game.nodes().end(from);
        within && self.count(event)
    }

    /// Counts a step within the node; whether it is to be told.
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
            _ if self.left => Ending::Complete,
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
