//! What a search did, node by node, kept in columns.

use super::alpha_beta::{Listener, Window};
use super::value::{OPEN, Value};
use crate::syntax::tree::{Kind, NodeId, Nodes};

/// How what a node returned stands to its minimax value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least that.
    Lower,
    /// The value is at most that.
    Upper,
}

impl Bound {
    /// The bound in one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

/// What became of a node or leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The search entered it; the bound is `None` where an unknown leaf leaves it open.
    Entered(Option<Bound>),
    /// A cutoff skipped it, or a node above it.
    Skipped,
    /// Whether the search comes here depends on an unknown leaf.
    Open,
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
    /// Leaves never evaluated because of a cutoff; `None` where `...` hides how many.
    pub pruned: Option<u64>,
}

/// The whole search in columns: 25 bytes a node.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) fates: Vec<Fate>,
    pub(super) alpha: Vec<i64>,
    pub(super) beta: Vec<i64>,
    pub(super) returned: Vec<i64>,
    /// Sorted by node.
    pub(super) cutoffs: Vec<Cutoff>,
    pub(super) counts: Counts,
    /// The search was decided to its end.
    pub(super) complete: bool,
    /// The first leaf the search met whose value is not known.
    pub(super) first_open: Option<NodeId>,
    /// The first `...` the search entered.
    pub(super) entered_elision: Option<NodeId>,
    pub(super) right_to_left: bool,
}

/// Listens to a search and keeps a [`Record`] of it.
pub(super) struct Recorder<'t, V> {
    nodes: &'t Nodes,
    record: Record,
    /// For each node that is being searched, what its evaluated leaves prove of it.
    proofs: Vec<Proof<V>>,
    /// What the last node or leaf that was left proves.
    last: Proof<V>,
}

/// The value of a node lies between the two.
#[derive(Clone, Copy)]
struct Proof<V> {
    least: V,
    greatest: V,
}

impl<V: Value> Proof<V> {
    /// What a node's first child will be joined to.
    fn of_no_children(kind: Kind) -> Self {
        let none = if kind == Kind::Max { V::NEGATIVE_INFINITY } else { V::INFINITY };
        Self { least: none, greatest: none }
    }

    fn join(&mut self, kind: Kind, child: Self) {
        let join = if kind == Kind::Max { V::greater } else { V::lesser };
        *self = Self { least: join(self.least, child.least), greatest: join(self.greatest, child.greatest) };
    }
}

impl<'t, V: Value> Recorder<'t, V> {
    pub(super) fn new(nodes: &'t Nodes, right_to_left: bool) -> Self {
        let count = nodes.len();
        let record = Record {
            fates: vec![Fate::Open; count],
            alpha: vec![OPEN; count],
            beta: vec![OPEN; count],
            returned: vec![OPEN; count],
            cutoffs: Vec::new(),
            counts: Counts { pruned: Some(0), ..Counts::default() },
            complete: true,
            first_open: None,
            entered_elision: None,
            right_to_left,
        };
        Self { nodes, record, proofs: Vec::new(), last: Proof::of_no_children(Kind::Max) }
    }

    pub(super) fn finish(mut self, complete: bool) -> Record {
        self.record.complete = complete;
        self.record.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        self.record
    }
}

impl<V: Value> Listener<V> for Recorder<'_, V> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        let at = node.index();
        self.record.fates[at] = Fate::Entered(None);
        self.record.alpha[at] = window.alpha.known();
        self.record.beta[at] = window.beta.known();
        self.record.counts.nodes += 1;
        let kind = self.nodes.kind(node);
        if !kind.is_leaf() {
            self.proofs.push(Proof::of_no_children(kind));
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.record.counts.leaves += 1;
        self.record.returned[leaf.index()] = value.known();
        self.last = Proof { least: value, greatest: value };
        if value.known() == OPEN {
            self.record.first_open.get_or_insert(leaf);
            if self.nodes.kind(leaf) == Kind::Elided {
                self.record.entered_elision.get_or_insert(leaf);
            }
        } else {
            self.record.fates[leaf.index()] = Fate::Entered(Some(Bound::Exact));
        }
    }

    fn update(&mut self, node: NodeId, _child: NodeId, _result: V) {
        let kind = self.nodes.kind(node);
        if let Some(proof) = self.proofs.last_mut() {
            proof.join(kind, self.last);
        }
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        let record = &mut self.record;
        record.cutoffs.push(Cutoff { node, refutation });
        record.counts.cutoffs += 1;
        let range = skipped_range(self.nodes, record.right_to_left, node, skipped);
        record.fates[range.clone()].fill(Fate::Skipped);
        let mut child = range.start;
        while child < range.end {
            record.counts.branches += 1;
            child = self.nodes.end(NodeId::new(child)).index();
        }
        for kind in range.map(|index| self.nodes.kind(NodeId::new(index))) {
            record.counts.pruned = match kind {
                Kind::Elided => None,
                _ => record.counts.pruned.map(|pruned| pruned + u64::from(kind.is_leaf())),
            };
        }
        // What was not searched may be worth anything.
        let kind = self.nodes.kind(node);
        if let Some(proof) = self.proofs.last_mut() {
            proof.join(kind, Proof { least: V::NEGATIVE_INFINITY, greatest: V::INFINITY });
        }
    }

    fn leave(&mut self, node: NodeId, result: V) {
        let at = node.index();
        self.record.returned[at] = result.known();
        if let Some(proof) = self.proofs.pop() {
            self.last = proof;
            self.record.fates[at] = Fate::Entered(bound(proof, result));
        }
    }
}

/// Which end of what is proved the search returned.
fn bound<V: Value>(proof: Proof<V>, result: V) -> Option<Bound> {
    if [proof.least, proof.greatest, result].iter().any(|end| end.known() == OPEN) {
        return None;
    }
    match (proof.least == result, proof.greatest == result) {
        (true, true) => Some(Bound::Exact),
        (true, false) => Some(Bound::Lower),
        (false, true) => Some(Bound::Upper),
        (false, false) => unreachable!("a fail-soft result is an end of what the leaves prove"),
    }
}

/// The nodes that a cutoff at `node` skips, if `first` is the first of them in search order: one run in pre-order.
fn skipped_range(nodes: &Nodes, right_to_left: bool, node: NodeId, first: NodeId) -> std::ops::Range<usize> {
    if right_to_left { node.next().index()..nodes.end(first).index() } else { first.index()..nodes.end(node).index() }
}
