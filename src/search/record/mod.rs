//! The record of a search: what it did at each node.

pub(crate) mod proof;
pub(crate) mod recording;
pub(crate) mod trace;
mod visits;

use crate::number::Weight;
use crate::search::values::intern::{Intern, Numbers};
use crate::search::values::value::Value;
use crate::search::walk::alpha_beta::Listener;
use crate::search::walk::chance::Chance;
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId, Nodes};
use proof::{Bound, ProofStack};
use visits::Visits;

/// Whether the search entered a node or leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitStatus {
    /// The search entered it; the bound is `None` if it depends on an unknown leaf.
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

/// How much a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Leaves evaluated.
    pub leaves: u64,
    /// Nodes and leaves entered.
    pub nodes: u64,
    /// Cutoffs that left something unsearched.
    pub cutoffs: u64,
    /// Subtrees and leaves skipped by a cutoff, each counted once.
    pub branches: u64,
    /// Leaves never evaluated because of a cutoff; `None` if `...` hides their number.
    pub pruned: Option<u64>,
}

/// The whole search: a byte for each node and leaf, and 16 bytes for each that it entered.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) statuses: Vec<VisitStatus>,
    pub(crate) visits: Visits,
    /// Sorted by node.
    pub(crate) cutoffs: Vec<Cutoff>,
    pub(crate) counts: Counts,
    /// Whether every step of the search was decided, to its end.
    pub(crate) complete: bool,
    /// The first leaf the search met whose value is not known.
    pub(crate) first_open: Option<NodeId>,
    /// The first `...` the search entered.
    pub(crate) entered_elision: Option<NodeId>,
}

/// Listens to a search and keeps a [`Record`] of it.
pub(crate) struct Recorder<'t, V, C, K> {
    view: &'t View<'t>,
    intern: K,
    record: Record,
    right_to_left: bool,
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
        let count = view.nodes().len();
        let mut record = Record {
            statuses: vec![VisitStatus::Open; count],
            visits: Visits::default(),
            cutoffs: Vec::new(),
            counts: Counts { pruned: Some(0), ..Counts::default() },
            complete: true,
            first_open: None,
            entered_elision: None,
        };
        mark_unreachable(view, &mut record.statuses);
        Self { view, intern, record, right_to_left, proofs: Some(ProofStack::new(view, chance, range)) }
    }

    /// The same recorder, except that it does not record how returns bound values.
    pub(crate) fn without_bounds(self) -> Self {
        Self { proofs: None, ..self }
    }

    /// How many nodes and leaves were entered so far.
    pub(crate) fn entered(&self) -> u64 {
        self.record.counts.nodes
    }

    /// The record, and the numbers in it.
    pub(crate) fn finish(mut self, complete: bool) -> (Record, Numbers) {
        self.record.complete = complete;
        self.record.visits.finish();
        self.record.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        (self.record, self.intern.finish())
    }

    /// Marks and counts the nodes that a cutoff skips, except those that would never have been entered.
    fn skip(&mut self, node: NodeId, first: NodeId) {
        let nodes = self.view.nodes();
        let range = skipped_range(nodes, self.right_to_left, node, first);
        let mut child = range.start;
        while child < range.end {
            let end = nodes.end(NodeId::new(child)).index();
            if self.record.statuses[child] == VisitStatus::Open {
                self.record.counts.branches += 1;
            }
            child = end;
        }
        let skipped = self.view.kinds()[range.clone()].iter().zip(&mut self.record.statuses[range]);
        let (mut leaves, mut elided) = (0_u32, false);
        // Cutoffs skip most of a large tree, so this loop must be fast. It has no branches and counts in 32 bits, so
        // the compiler can handle many entries in one step.
        for (kind, status) in skipped {
            let is_open = *status == VisitStatus::Open;
            *status = if is_open { VisitStatus::Skipped(Cause::Cutoff) } else { *status };
            leaves += u32::from(is_open & kind.is_leaf());
            elided |= is_open & (*kind == Kind::Elided);
        }
        let pruned = &mut self.record.counts.pruned;
        *pruned = pruned.filter(|_| !elided).map(|pruned| pruned + u64::from(leaves));
    }
}

/// Marks what no search enters: nodes below the depth limit, and nodes with probability 0.
fn mark_unreachable(view: &View<'_>, statuses: &mut [VisitStatus]) {
    let nodes = view.nodes();
    for node in nodes.of_kind(Kind::Chance) {
        // A chance node below a child with probability 0 is marked already.
        if statuses[node.index()] == VisitStatus::Open {
            for child in view.children(node).filter(|child| view.weight(*child) == Weight::ZERO) {
                statuses[child.index()..nodes.end(child).index()].fill(VisitStatus::Skipped(Cause::Probability));
            }
        }
    }
    // Below the depth limit, the limit is the cause, whatever the probability.
    if view.differs() {
        for node in nodes.all().filter(|node| view.kind(*node) == Kind::Hidden) {
            statuses[node.index()] = VisitStatus::Skipped(Cause::Depth);
        }
    }
}

impl<V: Value, C: Chance<V>, K: Intern<V::Number>> Listener<V> for Recorder<'_, V, C, K> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        self.record.statuses[node.index()] = VisitStatus::Entered(None);
        let [alpha, beta] = [window.alpha, window.beta].map(|end| self.intern.intern(end.known()));
        self.record.visits.enter(node, alpha, beta);
        self.record.counts.nodes += 1;
        if let Some(proofs) = self.proofs.as_mut().filter(|_| !self.view.kind(node).is_leaf()) {
            proofs.open();
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.record.counts.leaves += 1;
        self.record.visits.leave(self.intern.intern(value.known()));
        if let Some(proofs) = &mut self.proofs {
            proofs.evaluate(value);
        }
        if self.view.kind(leaf) == Kind::Elided {
            self.record.entered_elision.get_or_insert(leaf);
        }
        if value.known().is_some() {
            self.record.statuses[leaf.index()] = VisitStatus::Entered(Some(Bound::Exact));
            return;
        }
        self.record.first_open.get_or_insert(leaf);
    }

    fn update(&mut self, node: NodeId, child: NodeId, _result: V) {
        if let Some(proofs) = &mut self.proofs {
            proofs.update(node, child);
        }
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        self.record.cutoffs.push(Cutoff { node, refutation });
        self.record.counts.cutoffs += 1;
        self.skip(node, skipped);
        if let Some(proofs) = &mut self.proofs {
            proofs.cutoff(node);
        }
    }

    fn leave(&mut self, node: NodeId, result: V) {
        self.record.visits.leave(self.intern.intern(result.known()));
        let bound = self.proofs.as_mut().and_then(|proofs| proofs.close(result));
        self.record.statuses[node.index()] = VisitStatus::Entered(bound);
    }
}

/// The nodes that a cutoff at `node` skips, if `first` is the first of them in search order: one run in pre-order.
fn skipped_range(nodes: &Nodes, right_to_left: bool, node: NodeId, first: NodeId) -> std::ops::Range<usize> {
    if right_to_left { node.next().index()..nodes.end(first).index() } else { first.index()..nodes.end(node).index() }
}
