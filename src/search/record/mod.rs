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
    /// The search entered it; the bound is `None` if it depends on an unknown leaf, or is not recorded.
    Entered(Option<Bound>),
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

/// What a search did at each node: a byte for each node and leaf, and 16 bytes for each that it entered.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) statuses: Vec<VisitStatus>,
    /// Whether the statuses say how returns bound values.
    pub(crate) has_bounds: bool,
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
    /// Works out how returns bound values, if that is wanted.
    proofs: Option<ProofStack<'t, V, C>>,
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
        let proofs = Some(ProofStack::new(view, chance, range));
        Self { view, intern, counter, statuses, visits: Visits::default(), cutoffs: Vec::new(), proofs }
    }

    /// The same recorder, except that it does not record how returns bound values.
    pub(crate) fn without_bounds(self) -> Self {
        Self { proofs: None, ..self }
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
        let has_bounds = self.proofs.is_some();
        let record =
            Record { statuses: self.statuses, has_bounds, visits: self.visits, cutoffs: self.cutoffs, numbers };
        (self.counter.finish(complete), record)
    }
}

impl<V: Value, C: Chance<V>, K: Intern<V::Number>> Listener<V> for Recorder<'_, V, C, K> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        self.counter.enter(node, window);
        self.statuses[node.index()] = VisitStatus::Entered(None);
        let [alpha, beta] = [window.alpha, window.beta].map(|end| self.intern.intern(end.known()));
        self.visits.enter(node, alpha, beta);
        if let Some(proofs) = self.proofs.as_mut().filter(|_| !self.view.kind(node).is_leaf()) {
            proofs.open();
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.counter.evaluate(leaf, value);
        self.visits.leave(self.intern.intern(value.known()));
        if let Some(proofs) = &mut self.proofs {
            proofs.evaluate(value);
        }
        if value.known().is_some() {
            self.statuses[leaf.index()] = VisitStatus::Entered(Some(Bound::Exact));
        }
    }

    fn update(&mut self, node: NodeId, child: NodeId, _result: V) {
        if let Some(proofs) = &mut self.proofs {
            proofs.update(node, child);
        }
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        Listener::<V>::cutoff(&mut self.counter, node, refutation, skipped);
        self.cutoffs.push(Cutoff { node, refutation });
        for status in &mut self.statuses[self.counter.skipped(node, skipped)] {
            // Unreachable nodes already have a cause.
            *status = if *status == VisitStatus::Open { VisitStatus::Skipped(Cause::Cutoff) } else { *status };
        }
        if let Some(proofs) = &mut self.proofs {
            proofs.cutoff(node);
        }
    }

    fn leave(&mut self, node: NodeId, result: V) {
        self.visits.leave(self.intern.intern(result.known()));
        let bound = self.proofs.as_mut().and_then(|proofs| proofs.close(result));
        self.statuses[node.index()] = VisitStatus::Entered(bound);
    }
}
