//! The fewest leaves that any search must evaluate: the critical tree of Knuth and Moore (1975).

use std::cmp::Ordering;

use crate::model::Order;
use crate::number::{Number, Weight};
use crate::search::Search;
use crate::search::walk::view::Contents;
use crate::syntax::tree::{Kind, NodeId};

/// How many leaves prove something about a node; [`NEVER`] if it is not true.
type Cost = u64;
const NEVER: Cost = Cost::MAX;

/// For one node, if `v` is the value of the target: the least number of leaves that …
#[derive(Clone, Copy)]
struct ProofCosts {
    /// … prove what it is worth.
    exact: Cost,
    /// … prove that it is worth at most `v`.
    below: Cost,
    /// … prove that it is worth at least `v`.
    above: Cost,
}

/// Which child of a node comes first in the best order; if several would do, the first in search order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Leads {
    /// If the value of the node must be proved: the child that has it.
    pub(crate) exact: Option<NodeId>,
    /// If only a bound must be proved, that MAX gets as much or MIN gives as little: the child that shows it.
    pub(crate) bound: Option<NodeId>,
}

/// The value that must be proved: that of the root, or that of the child of the nearest chance node above.
#[derive(Clone, Copy)]
struct ProofTarget {
    /// The node that has this value.
    node: NodeId,
    /// No value lies below it: it is -inf or the lower end of the range.
    is_least: bool,
    /// No value lies above it.
    is_greatest: bool,
}

impl ProofTarget {
    fn new(search: &Search<'_>, node: NodeId) -> Self {
        let (least, greatest) = search.settings.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
        let (value, _) = search.ends(node);
        Self { node, is_least: value == least, is_greatest: value == greatest }
    }

    /// The costs, except that a bound which no value exceeds costs nothing.
    fn with_free_bounds(self, costs: ProofCosts) -> ProofCosts {
        let below = if self.is_greatest { 0 } else { costs.below };
        let above = if self.is_least { 0 } else { costs.above };
        ProofCosts { below, above, ..costs }
    }

    /// The costs of a node if `exact` leaves prove its value, and fewer prove no bound; `order` is how its value compares
    /// with the target's.
    fn known(self, order: Option<Ordering>, exact: Cost) -> ProofCosts {
        let if_true = |holds: bool| if holds { exact } else { NEVER };
        let below = if_true(order.is_some_and(Ordering::is_le));
        let above = if_true(order.is_some_and(Ordering::is_ge));
        self.with_free_bounds(ProofCosts { exact, below, above })
    }
}

/// A node whose children are being added up.
struct CostFrame {
    node: NodeId,
    kind: Kind,
    next: NodeId,
    end: NodeId,
    target: ProofTarget,
    /// The least extra cost of proving the value of a child that decides, compared with only bounding it.
    saving: Option<Cost>,
    sum: Cost,
    least: Cost,
    leads: Leads,
}

/// The leaves that alpha–beta evaluates under the best order of all children, with the rule α ≥ β, deep cutoffs and the
/// full window. `None` if that depends on an unknown leaf, `...` or a blank, and for trees with chance nodes and a
/// `range`. Linear, without recursion.
pub(crate) fn fewest_leaves(search: &Search<'_>) -> Option<u64> {
    critical_tree(search, |_, _| {})
}

/// As [`fewest_leaves`]; `report_leads` is called with each MAX and MIN node and its children that come first in the
/// best order.
pub(crate) fn critical_tree(search: &Search<'_>, mut report_leads: impl FnMut(NodeId, Leads)) -> Option<u64> {
    let Contents { chance, unknown, elision } = search.contents;
    if unknown || elision.is_some() || (chance.is_some() && search.settings.range.is_some()) {
        return None;
    }
    let nodes = search.view.nodes();
    let mut frames = vec![CostFrame::new(search, NodeId::ROOT, ProofTarget::new(search, NodeId::ROOT))];
    loop {
        let frame = frames.last_mut()?;
        let child = frame.next;
        if child < frame.end {
            frame.next = nodes.end(child);
            // Each child of a chance node must be known exactly.
            let target = if frame.kind == Kind::Chance { ProofTarget::new(search, child) } else { frame.target };
            if search.kind(child).is_leaf() {
                let order = search.compare(child, frame.target.node);
                // The child of a chance node is its own target.
                let own_order = if target.node == child { Some(Ordering::Equal) } else { order };
                frame.add(search, child, order, target.known(own_order, 1));
            } else {
                frames.push(CostFrame::new(search, child, target));
            }
        } else {
            let (node, costs) = (frame.node, frame.costs(search));
            report_leads(node, frame.leads);
            frames.pop();
            let Some(parent) = frames.last_mut() else {
                return Some(costs.exact);
            };
            parent.add(search, node, search.compare(node, parent.target.node), costs);
        }
    }
}

impl CostFrame {
    fn new(search: &Search<'_>, node: NodeId, target: ProofTarget) -> Self {
        let (kind, next, end) = (search.kind(node), node.next(), search.view.nodes().end(node));
        Self { node, kind, next, end, target, saving: None, sum: 0, least: NEVER, leads: Leads::default() }
    }

    /// Adds a child; `order` is how its value compares with the target's. At MAX all children must be shown to be at most
    /// `v`, and one to be at least `v`; at MIN mirrored; at a chance node every child with a weight must be known.
    fn add(&mut self, search: &Search<'_>, child: NodeId, order: Option<Ordering>, costs: ProofCosts) {
        let (every, one) = match self.kind {
            Kind::Chance if search.view.weight(child) == Weight::ZERO => return,
            Kind::Chance => (costs.exact, NEVER),
            Kind::Max => (costs.below, costs.above),
            _ => (costs.above, costs.below),
        };
        self.sum = self.sum.saturating_add(every);
        // From right to left, the first in search order is the last to be added.
        let last_wins = match search.settings.order {
            Order::LeftToRight => false,
            Order::RightToLeft => true,
        };
        if one < self.least || (last_wins && one == self.least) {
            self.least = one;
            self.leads.bound = Some(child);
        }
        if order == Some(Ordering::Equal) {
            // A proof of the value proves both bounds, so it needs no fewer leaves.
            let extra = costs.exact.saturating_sub(every);
            if self.saving.is_none_or(|saving| extra < saving || (last_wins && extra == saving)) {
                self.saving = Some(extra);
                self.leads.exact = Some(child);
            }
        }
    }

    fn costs(&self, search: &Search<'_>) -> ProofCosts {
        let (below, above) = match self.kind {
            Kind::Chance => return self.target.known(search.compare(self.node, self.target.node), self.sum),
            Kind::Max => (self.sum, self.least),
            _ => (self.least, self.sum),
        };
        let exact = self.saving.map_or(NEVER, |extra| self.sum.saturating_add(extra));
        self.target.with_free_bounds(ProofCosts { exact, below, above })
    }
}
