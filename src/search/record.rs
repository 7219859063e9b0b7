//! What a search did, node by node, kept in columns.

use super::alpha_beta::{Listener, Window};
use super::chance::Chance;
use super::keep::{Keep, Kept, Numbers};
use super::value::Value;
use super::view::View;
use crate::number::{Fault, Weight};
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
    /// The search never enters it.
    Skipped(Cause),
    /// Whether the search comes here depends on an unknown leaf.
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
    /// Leaves never evaluated because of a cutoff; `None` where `...` hides how many.
    pub pruned: Option<u64>,
}

/// The whole search in columns: 13 bytes a node.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) fates: Vec<Fate>,
    pub(super) alpha: Vec<Kept>,
    pub(super) beta: Vec<Kept>,
    pub(super) returned: Vec<Kept>,
    /// Sorted by node.
    pub(super) cutoffs: Vec<Cutoff>,
    pub(super) counts: Counts,
    /// The search was decided to its end.
    pub(super) complete: bool,
    /// The first leaf the search met whose value is not known.
    pub(super) first_open: Option<NodeId>,
    /// The first `...` the search entered.
    pub(super) entered_elision: Option<NodeId>,
}

/// Listens to a search and keeps a [`Record`] of it.
pub(super) struct Recorder<'t, V, C, K> {
    view: &'t View<'t>,
    chance: &'t C,
    keep: K,
    /// Where all values are known to lie.
    range: Window<V>,
    record: Record,
    right_to_left: bool,
    /// Whether it is worked out how returns bound values.
    proves: bool,
    /// For each node that is being searched, what its evaluated leaves prove of it.
    proofs: Vec<Proof<V>>,
    /// What the last node or leaf that was left proves.
    last: Proof<V>,
}

/// The value of a node lies between the two; at a chance node that is being searched, the sums so far, and the weight
/// that is not in them yet.
#[derive(Clone, Copy)]
struct Proof<V> {
    ends: Option<Window<V>>,
    rest: Weight,
    /// A sum has no exact value, so that nothing is proved.
    lost: bool,
}

impl<V: Value> Proof<V> {
    fn new(ends: Option<Window<V>>) -> Self {
        Self { ends, rest: Weight::from_integer(1), lost: false }
    }

    /// Joins what is proved of a child of a MAX or MIN node.
    fn join(&mut self, kind: Kind, child: Window<V>) {
        let join = if kind == Kind::Max { V::greater } else { V::lesser };
        self.ends = Some(match self.ends {
            None => child,
            Some(ends) => Window { alpha: join(ends.alpha, child.alpha), beta: join(ends.beta, child.beta) },
        });
    }

    /// Adds what is proved of children of a chance node that have this weight together.
    fn add(&mut self, chance: &impl Chance<V>, weight: Weight, child: Window<V>) {
        let alpha = chance.add(self.ends.map(|ends| ends.alpha), weight, child.alpha);
        let beta = chance.add(self.ends.map(|ends| ends.beta), weight, child.beta);
        self.rest -= weight;
        // Where an end could still become anything, it is open.
        let alpha = alpha.or_else(|fault| open(fault, V::NEGATIVE_INFINITY));
        let beta = beta.or_else(|fault| open(fault, V::INFINITY));
        match (alpha, beta) {
            (Ok(alpha), Ok(beta)) => self.ends = Some(Window { alpha, beta }),
            _ => self.lost = true,
        }
    }
}

fn open<V>(fault: Fault, end: V) -> Result<V, Fault> {
    match fault {
        Fault::OpposedInfinities => Ok(end),
        Fault::TooLong => Err(fault),
    }
}

impl<'t, V: Value, C: Chance<V>, K: Keep<V::Number>> Recorder<'t, V, C, K> {
    pub(super) fn new(view: &'t View<'t>, chance: &'t C, keep: K, range: Window<V>, right_to_left: bool) -> Self {
        let count = view.nodes().len();
        let mut record = Record {
            fates: vec![Fate::Open; count],
            alpha: vec![Kept::OPEN; count],
            beta: vec![Kept::OPEN; count],
            returned: vec![Kept::OPEN; count],
            cutoffs: Vec::new(),
            counts: Counts { pruned: Some(0), ..Counts::default() },
            complete: true,
            first_open: None,
            entered_elision: None,
        };
        mark_unreachable(view, &mut record.fates);
        let (proofs, last) = (Vec::new(), Proof::new(None));
        Self { view, chance, keep, range, record, right_to_left, proves: true, proofs, last }
    }

    /// Leaves open how returns bound values.
    pub(super) fn unproved(self) -> Self {
        Self { proves: false, ..self }
    }

    /// The record, and the numbers in it.
    pub(super) fn finish(mut self, complete: bool) -> (Record, Numbers) {
        self.record.complete = complete;
        self.record.cutoffs.sort_unstable_by_key(|cutoff| cutoff.node);
        (self.record, self.keep.finish())
    }

    /// Marks the nodes that a cutoff skips, and counts them. What has probability 0 would not have been entered anyway.
    fn skip(&mut self, node: NodeId, first: NodeId) {
        let nodes = self.view.nodes();
        let range = skipped_range(nodes, self.right_to_left, node, first);
        let mut child = range.start;
        while child < range.end {
            let end = nodes.end(NodeId::new(child)).index();
            if self.record.fates[child] == Fate::Open {
                self.record.counts.branches += 1;
            }
            child = end;
        }
        for index in range {
            if self.record.fates[index] != Fate::Open {
                continue;
            }
            self.record.fates[index] = Fate::Skipped(Cause::Cutoff);
            let kind = self.view.kind(NodeId::new(index));
            self.record.counts.pruned = match kind {
                Kind::Elided => None,
                _ => self.record.counts.pruned.map(|pruned| pruned + u64::from(kind.is_leaf())),
            };
        }
    }
}

/// Marks what no search enters: what lies below the depth limit, and what has probability 0.
fn mark_unreachable(view: &View<'_>, fates: &mut [Fate]) {
    let nodes = view.nodes();
    for node in nodes.of_kind(Kind::Chance) {
        // What lies below a child without probability is marked with it.
        if fates[node.index()] == Fate::Open {
            for child in view.children(node).filter(|child| *view.weight(*child).numer() == 0) {
                fates[child.index()..nodes.end(child).index()].fill(Fate::Skipped(Cause::Probability));
            }
        }
    }
    // A node below the depth limit is called that, whatever its probability.
    if view.is_cut() {
        for node in nodes.all().filter(|node| view.kind(*node) == Kind::Hidden) {
            fates[node.index()] = Fate::Skipped(Cause::Depth);
        }
    }
}

impl<V: Value, C: Chance<V>, K: Keep<V::Number>> Listener<V> for Recorder<'_, V, C, K> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        let at = node.index();
        self.record.fates[at] = Fate::Entered(None);
        self.record.alpha[at] = self.keep.keep(window.alpha.known());
        self.record.beta[at] = self.keep.keep(window.beta.known());
        self.record.counts.nodes += 1;
        if self.proves && !self.view.kind(node).is_leaf() {
            self.proofs.push(Proof::new(None));
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.record.counts.leaves += 1;
        self.record.returned[leaf.index()] = self.keep.keep(value.known());
        self.last = Proof::new(Some(Window { alpha: value, beta: value }));
        if self.view.kind(leaf) == Kind::Elided {
            self.record.entered_elision.get_or_insert(leaf);
        }
        if value.known().is_some() {
            self.record.fates[leaf.index()] = Fate::Entered(Some(Bound::Exact));
            return;
        }
        self.record.first_open.get_or_insert(leaf);
    }

    fn update(&mut self, node: NodeId, child: NodeId, _result: V) {
        let (last, kind) = (self.last, self.view.kind(node));
        let Some(proof) = self.proofs.last_mut() else { return };
        proof.lost |= last.lost;
        match (kind, last.ends) {
            (Kind::Chance, Some(ends)) => proof.add(self.chance, self.chance.weight(child), ends),
            (_, Some(ends)) => proof.join(kind, ends),
            (_, None) => {}
        }
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        self.record.cutoffs.push(Cutoff { node, refutation });
        self.record.counts.cutoffs += 1;
        self.skip(node, skipped);
        // What was not searched may be worth anything within the range.
        let kind = self.view.kind(node);
        let Some(proof) = self.proofs.last_mut() else { return };
        match kind {
            Kind::Chance => proof.add(self.chance, proof.rest, self.range),
            _ => proof.join(kind, self.range),
        }
    }

    fn leave(&mut self, node: NodeId, result: V) {
        let at = node.index();
        self.record.returned[at] = self.keep.keep(result.known());
        if let Some(proof) = self.proofs.pop() {
            self.last = proof;
            self.record.fates[at] = Fate::Entered(bound(&proof, result));
        }
    }
}

/// Which end of what is proved the search returned; `None` where that is open.
fn bound<V: Value>(proof: &Proof<V>, result: V) -> Option<Bound> {
    let ends = proof.ends.filter(|_| !proof.lost)?;
    let (least, greatest, result) = (ends.alpha.known()?, ends.beta.known()?, result.known()?);
    match (least == result, greatest == result) {
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
