//! The state of a search after some of its steps.

use crate::model::{ResolvedTree, Settings};
use crate::search::{self, Bound, Event, Extent, SearchError, Step, Window};
use crate::syntax::tree::NodeId;

/// What has happened at a node so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Progress {
    /// The search has not come to it.
    #[default]
    Ahead,
    /// The search is in it.
    Open,
    /// The search has left it.
    Done,
    /// A cutoff skipped it, or a node above it.
    Skipped,
}

/// A node at one moment of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeState {
    /// What has happened.
    pub progress: Progress,
    /// The window with which the search entered it.
    pub entry: Option<Window<Extent>>,
    /// The window now, or when the search left it. After a cutoff its ends may have crossed.
    pub window: Option<Window<Extent>>,
    /// Its value so far; what it returned, if the search has left it.
    pub v: Option<Extent>,
    /// How that bounds its value, if the search has left it.
    pub bound: Option<Bound>,
    /// Of an evaluated leaf: how many leaves were evaluated up to here.
    pub place: Option<u64>,
    /// Whether a cutoff ended its search.
    pub is_cut: bool,
}

/// The state of every node after some steps of a search.
#[derive(Clone, Debug)]
pub struct Moment {
    /// For each node of the tree, its state.
    pub nodes: Vec<NodeState>,
    /// The leaves evaluated so far.
    pub leaves: u64,
    /// The cutoffs so far.
    pub cutoffs: u64,
    /// How many steps have been made.
    pub steps: u64,
    /// Whether the search has ended: there is no further step.
    pub is_last: bool,
}

impl Moment {
    /// The moment after this many steps, or after the last one. Linear in the tree and its steps.
    ///
    /// # Errors
    ///
    /// If a node at the depth limit has no static evaluation.
    pub fn after(game: &ResolvedTree<'_>, settings: &Settings, steps: u64) -> Result<Self, SearchError> {
        let mut moment = Self::first(game);
        search::trace(game, settings, |event| {
            if moment.steps < steps {
                moment.take(game, event);
            } else {
                moment.is_last = false;
            }
        })?;
        Ok(moment)
    }

    /// The moment before the first step.
    pub(super) fn first(game: &ResolvedTree<'_>) -> Self {
        let nodes = vec![NodeState::default(); game.nodes().len()];
        Self { nodes, leaves: 0, cutoffs: 0, steps: 0, is_last: true }
    }

    /// The state of a node.
    pub fn of(&self, node: NodeId) -> &NodeState {
        &self.nodes[node.index()]
    }

    /// Takes a step of the search.
    pub(super) fn take(&mut self, game: &ResolvedTree<'_>, event: &Event) {
        self.steps += 1;
        let state = &mut self.nodes[event.node.index()];
        match event.step {
            Step::Enter => {
                *state = NodeState { progress: Progress::Open, entry: Some(event.window), ..NodeState::default() };
            }
            Step::Evaluate => {
                self.leaves += 1;
                *state = NodeState {
                    progress: Progress::Done,
                    entry: Some(event.window),
                    bound: Some(Bound::Exact),
                    place: Some(self.leaves),
                    ..NodeState::default()
                };
            }
            Step::Update { .. } | Step::Add { .. } | Step::Stop(_) => {}
            Step::Cutoff { .. } => {
                state.is_cut = true;
                self.cutoffs += 1;
                self.skip_children(game, event.node);
            }
            Step::Return { returned, bound } => {
                state.progress = Progress::Done;
                state.bound = bound;
                state.window = Some(event.window);
                state.v = Some(returned);
                return;
            }
        }
        let state = &mut self.nodes[event.node.index()];
        state.window = Some(event.window);
        state.v = event.v;
    }

    /// Marks what the search has not entered below a node as skipped.
    fn skip_children(&mut self, game: &ResolvedTree<'_>, node: NodeId) {
        let nodes = game.nodes();
        for child in nodes.children(node) {
            if self.of(child).progress != Progress::Ahead {
                continue;
            }
            let below = &mut self.nodes[child.index()..nodes.end(child).index()];
            below.iter_mut().for_each(|state| state.progress = Progress::Skipped);
        }
    }
}
