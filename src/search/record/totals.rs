//! How much a search does in all.

use std::ops::Range;

use crate::number::Weight;
use crate::search::record::Cause;
use crate::search::values::value::Value;
use crate::search::walk::alpha_beta::Listener;
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

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

/// The totals of a search, without what it did at each node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Totals {
    pub(crate) counts: Counts,
    /// Whether the search reached its end, with every step decided.
    pub(crate) complete: bool,
    /// The first leaf the search met whose value is not known.
    pub(crate) first_open: Option<NodeId>,
    /// The first `...` the search entered.
    pub(crate) entered_elision: Option<NodeId>,
}

/// For each node and leaf, why no search can enter it. There is no column if all of them can be entered.
type Causes = Option<Vec<Option<Cause>>>;

/// Listens to a search and counts.
pub(crate) struct Counter<'t> {
    view: &'t View<'t>,
    right_to_left: bool,
    causes: Causes,
    totals: Totals,
}

impl<'t> Counter<'t> {
    pub(crate) fn new(view: &'t View<'t>, right_to_left: bool) -> Self {
        let counts = Counts { pruned: Some(0), ..Counts::default() };
        let totals = Totals { counts, complete: false, first_open: None, entered_elision: None };
        Self { view, right_to_left, causes: causes(view), totals }
    }

    /// How many nodes and leaves were entered so far.
    pub(crate) fn entered(&self) -> u64 {
        self.totals.counts.nodes
    }

    /// For each node and leaf, why no search can enter it; `None` if all of them can be entered.
    pub(super) fn causes(&self) -> Option<&[Option<Cause>]> {
        self.causes.as_deref()
    }

    /// The nodes and leaves that a cutoff at `node` skips, if `first` is the first of them in search order. They are
    /// consecutive in pre-order.
    pub(super) fn skipped(&self, node: NodeId, first: NodeId) -> Range<usize> {
        let nodes = self.view.nodes();
        if self.right_to_left {
            node.next().index()..nodes.end(first).index()
        } else {
            first.index()..nodes.end(node).index()
        }
    }

    /// The totals. `complete` says whether the search reached its end, with every step decided.
    pub(crate) fn finish(self, complete: bool) -> Totals {
        Totals { complete, ..self.totals }
    }

    /// Counts what a cutoff skips, but not what no search can enter.
    fn skip(&mut self, skipped: Range<usize>) {
        let nodes = self.view.nodes();
        let mut branches = 0;
        let mut child = skipped.start;
        while child < skipped.end {
            branches += u64::from(self.is_reachable(child));
            child = nodes.end(NodeId::new(child)).index();
        }
        let (first, end) = (NodeId::new(skipped.start), NodeId::new(skipped.end));
        // Cutoffs skip most of a large tree. So where possible, the leaves are counted without looking at each one.
        let leaves = || match &self.causes {
            None if !nodes.has(Kind::Elided) => Some(self.view.count_leaves(first, end)),
            _ => self.count_reachable(skipped),
        };
        let pruned = self.totals.counts.pruned.and_then(|pruned| Some(pruned + leaves()?));
        let counts = &mut self.totals.counts;
        counts.branches += branches;
        counts.pruned = pruned;
    }

    /// How many of these leaves a search can enter; `None` if one of them is `...`.
    fn count_reachable(&self, skipped: Range<usize>) -> Option<u64> {
        let mut kinds =
            skipped.filter(|index| self.is_reachable(*index)).map(|index| self.view.kind(NodeId::new(index)));
        kinds.try_fold(0, |leaves, kind| (kind != Kind::Elided).then(|| leaves + u64::from(kind.is_leaf())))
    }

    fn is_reachable(&self, index: usize) -> bool {
        self.causes.as_ref().is_none_or(|causes| causes[index].is_none())
    }
}

/// For each node and leaf, why no search can enter it: it is below the depth limit, or it or a node above it has
/// probability 0.
fn causes(view: &View<'_>) -> Causes {
    let nodes = view.nodes();
    let mut causes: Causes = None;
    let none = || vec![None; nodes.len()];
    for node in nodes.of_kind(Kind::Chance) {
        // A chance node below a child with probability 0 is marked already.
        if causes.as_ref().is_none_or(|causes| causes[node.index()].is_none()) {
            for child in view.children(node).filter(|child| view.weight(*child) == Weight::ZERO) {
                let below = child.index()..nodes.end(child).index();
                causes.get_or_insert_with(none)[below].fill(Some(Cause::Probability));
            }
        }
    }
    // Below the depth limit, the limit is the cause, whatever the probability.
    if view.differs() {
        for node in nodes.all().filter(|node| view.kind(*node) == Kind::Hidden) {
            causes.get_or_insert_with(none)[node.index()] = Some(Cause::Depth);
        }
    }
    causes
}

impl<V: Value> Listener<V> for Counter<'_> {
    fn enter(&mut self, _node: NodeId, _window: Window<V>) {
        self.totals.counts.nodes += 1;
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.totals.counts.leaves += 1;
        if self.view.kind(leaf) == Kind::Elided {
            self.totals.entered_elision.get_or_insert(leaf);
        }
        if value.known().is_none() {
            self.totals.first_open.get_or_insert(leaf);
        }
    }

    fn cutoff(&mut self, node: NodeId, _refutation: NodeId, skipped: NodeId) {
        self.totals.counts.cutoffs += 1;
        self.skip(self.skipped(node, skipped));
    }
}
