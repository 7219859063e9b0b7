//! The record of a search: what it did at each node.

pub(crate) mod proof;
pub(crate) mod recording;
pub(crate) mod totals;
pub(crate) mod trace;
mod visits;

use std::rc::Rc;

use crate::number::Number;
use crate::search::values::intern::{Intern, Numbers, PackedValue};
use crate::search::values::shape::Shape;
use crate::search::values::value::Value;
use crate::search::walk::alpha_beta::Listener;
use crate::search::walk::chance::Chance;
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::NodeId;
use proof::{Bound, ProofStack};
use totals::{Counter, Totals};
use visits::Visits;

/// Whether the search entered a node or leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitStatus {
    /// The search entered it.
    Entered,
    /// The search never enters it.
    Skipped(Cause),
    /// Whether the search enters it depends on an unknown leaf.
    Open,
}

/// Why a node or leaf is never entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A cutoff skipped it, or a node above it.
    Cutoff,
    /// It lies below the depth limit.
    Depth,
    /// It has probability 0, or a node above it has.
    Probability,
}

impl Cause {
    /// The cause in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cutoff => "cutoff",
            Self::Depth => "depth",
            Self::Probability => "probability",
        }
    }
}

/// A search of a node that ended before all its children were entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutoff {
    /// The node.
    pub node: NodeId,
    /// The last child that was searched: what it returned ended the search.
    pub refutation: NodeId,
}

/// What a search did at each node: a byte for each node and leaf, two with bounds, and 16 bytes for each that it
/// entered.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) statuses: Vec<VisitStatus>,
    /// For each node and leaf that was entered, how its return bounds the value; `None` if that depends on an unknown
    /// leaf. There is no column if none was wanted.
    pub(crate) bounds: Option<Vec<Option<Bound>>>,
    pub(crate) visits: Visits,
    /// Sorted by node.
    pub(crate) cutoffs: Vec<Cutoff>,
    /// The numbers that the visits refer to.
    pub(crate) numbers: Rc<Numbers>,
}

impl Record {
    /// A number of a visit; `None` if it is open or depends on unknown leaves.
    pub(crate) fn number(&self, kept: PackedValue) -> Option<Number> {
        self.numbers.number(kept)
    }

    /// The shape of a number of a visit that depends on unknown leaves; `None` if it is open or a plain number.
    pub(crate) fn shape(&self, kept: PackedValue) -> Option<Shape> {
        self.numbers.shape(kept)
    }
}

/// Listens to a search, counts, and records what the search does at each node.
pub(crate) struct Recorder<'t, V, C, K> {
    view: &'t View<'t>,
    intern: K,
    counter: Counter<'t>,
    statuses: Vec<VisitStatus>,
    visits: Visits,
    cutoffs: Vec<Cutoff>,
    /// How returns bound values, if that is wanted.
    bounds: Option<Bounds<'t, V, C>>,
}

/// Works out how returns bound values.
struct Bounds<'t, V, C> {
    proofs: ProofStack<'t, V, C>,
    found: Vec<Option<Bound>>,
}

impl<'t, V: Value, C: Chance<V>, K: Intern<V::Number>> Recorder<'t, V, C, K> {
    pub(crate) fn new(
        view: &'t View<'t>,
        chance: &'t C,
        intern: K,
        range: Option<Window<V>>,
        right_to_left: bool,
    ) -> Self {
        let counter = Counter::new(view, right_to_left);
        let statuses = match counter.causes() {
            None => vec![VisitStatus::Open; view.nodes().len()],
            Some(causes) => causes.iter().map(|cause| cause.map_or(VisitStatus::Open, VisitStatus::Skipped)).collect(),
        };
        let bounds = Bounds { proofs: ProofStack::new(view, chance, range), found: vec![None; view.nodes().len()] };
        Self { view, intern, counter, statuses, visits: Visits::default(), cutoffs: Vec::new(), bounds: Some(bounds) }
    }

    /// The same recorder, except that it does not record how returns bound values.
    pub(crate) fn without_bounds(self) -> Self {
        Self { bounds: None, ..self }
    }

    /// How many nodes and leaves were entered so far.
    pub(crate) fn entered(&self) -> u64 {
        self.counter.entered()
    }

    /// The totals and the record. `complete` says whether the search reached its end, with every step decided.
    pub(crate) fn finish(mut self, complete: bool) -> (Totals, Record) {
        self.visits.finish();
        self.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        let numbers = Rc::new(self.intern.finish());
        let Self { statuses, visits, cutoffs, .. } = self;
        let bounds = self.bounds.map(|bounds| bounds.found);
        let record = Record { statuses, bounds, visits, cutoffs, numbers };
        (self.counter.finish(complete), record)
    }
}

impl<V: Value, C: Chance<V>, K: Intern<V::Number>> Listener<V> for Recorder<'_, V, C, K> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        self.counter.enter(node, window);
        self.statuses[node.index()] = VisitStatus::Entered;
        let [alpha, beta] = [window.alpha, window.beta].map(|end| self.intern.intern(end.known()));
        self.visits.enter(node, alpha, beta);
        if let Some(bounds) = self.bounds.as_mut().filter(|_| !self.view.kind(node).is_leaf()) {
            bounds.proofs.open();
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.counter.evaluate(leaf, value);
        self.visits.leave(self.intern.intern(value.known()));
        if let Some(bounds) = &mut self.bounds {
            bounds.proofs.evaluate(value);
            bounds.found[leaf.index()] = value.known().map(|_| Bound::Exact);
        }
    }

    fn update(&mut self, node: NodeId, child: NodeId, _result: V) {
        if let Some(bounds) = &mut self.bounds {
            bounds.proofs.update(node, child);
        }
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        Listener::<V>::cutoff(&mut self.counter, node, refutation, skipped);
        self.cutoffs.push(Cutoff { node, refutation });
        for status in &mut self.statuses[self.counter.skipped(node, skipped)] {
            // Unreachable nodes already have a cause.
            *status = if *status == VisitStatus::Open { VisitStatus::Skipped(Cause::Cutoff) } else { *status };
        }
        if let Some(bounds) = &mut self.bounds {
            bounds.proofs.cutoff(node);
        }
    }

    fn leave(&mut self, node: NodeId, result: V) {
        self.visits.leave(self.intern.intern(result.known()));
        if let Some(bounds) = &mut self.bounds {
            bounds.found[node.index()] = bounds.proofs.close(result);
        }
    }
}
