//! Counts the work of an algorithm.

use super::AlgorithmError;
use crate::search::walk::alpha_beta::Listener;
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::NodeId;

/// How much an algorithm did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Leaves evaluated, each counted once.
    pub leaves: u64,
    /// Evaluations of leaves: a leaf that is evaluated twice counts twice.
    pub evaluations: u64,
    /// Nodes and leaves entered, each counted once.
    pub nodes: u64,
    /// Searches repeated: in PVS of a child, in MTD(f) of the whole tree.
    pub researches: u64,
}

/// Counts the work of a running algorithm.
pub(super) struct EffortTally<'a> {
    view: &'a View<'a>,
    entered: Vec<bool>,
    effort: Effort,
    steps_left: u64,
}

impl<'a> EffortTally<'a> {
    /// Some algorithms can visit a node as often as there are nodes. They are stopped after this many steps for each
    /// node plus [`Self::SPARE`], so that the work stays linear.
    const STEPS: u64 = 1_000;
    const SPARE: u64 = 1_000_000;

    pub(super) fn new(view: &'a View<'a>) -> Self {
        let size = view.nodes().len();
        let steps_left = size as u64 * Self::STEPS + Self::SPARE;
        Self { view, entered: vec![false; size], effort: Effort::default(), steps_left }
    }

    /// Counts a node or leaf that is entered; a leaf is also evaluated.
    pub(super) fn enter(&mut self, node: NodeId) {
        let first = !std::mem::replace(&mut self.entered[node.index()], true);
        self.effort.nodes += u64::from(first);
        if self.view.is_leaf(node) {
            self.effort.evaluations += 1;
            self.effort.leaves += u64::from(first);
        }
    }

    /// Counts a search that is repeated.
    pub(super) fn search_again(&mut self) {
        self.effort.researches += 1;
    }

    /// Counts a step of an algorithm whose work may grow faster than the tree.
    pub(super) fn step(&mut self) -> Result<(), AlgorithmError> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or(AlgorithmError::TooLong)?;
        Ok(())
    }

    /// The counts, and which nodes and leaves were entered.
    pub(super) fn finish(self) -> (Effort, Vec<bool>) {
        (self.effort, self.entered)
    }
}

impl<V> Listener<V> for EffortTally<'_> {
    fn enter(&mut self, node: NodeId, _window: Window<V>) {
        self.enter(node);
    }
}
