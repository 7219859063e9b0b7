//! The fewest leaves that any search must evaluate: the critical tree of Knuth and Moore (1975).

use std::cmp::Ordering;

use crate::model::Order;
use crate::number::Weight;
use crate::search::Search;
use crate::search::values::intern::Numbers;
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
struct ProofTarget<N> {
    value: N,
    /// No value lies below it: it is -inf or the lower end of the range.
    is_least: bool,
    /// No value lies above it.
    is_greatest: bool,
}

impl<N: Ord> ProofTarget<N> {
    /// The target for a node; `value` is the node's value in a form that can be compared.
    fn new(search: &Search<'_>, node: NodeId, value: N) -> Self {
        let (least, greatest) = search.settings.bounds();
        let (of_node, _) = search.ends(node);
        Self { value, is_least: of_node == least, is_greatest: of_node == greatest }
    }

    /// The costs, except that a bound which no value exceeds costs nothing.
    fn with_free_bounds(&self, costs: ProofCosts) -> ProofCosts {
        let below = if self.is_greatest { 0 } else { costs.below };
        let above = if self.is_least { 0 } else { costs.above };
        ProofCosts { below, above, ..costs }
    }

    /// The costs of a MAX or MIN node with this many leaves, and nothing else, below it; `order` is how its value compares
    /// with the target's.
    fn over_leaves(&self, kind: Kind, order: Ordering, leaves: Cost) -> ProofCosts {
        debug_assert!(leaves > 0);
        let if_true = |holds: bool, cost| if holds { cost } else { NEVER };
        // If MAX cannot get more, or MIN less, one leaf proves the value; otherwise every leaf must be evaluated.
        let exact = |is_extreme| if_true(order.is_eq(), if is_extreme { 1 } else { leaves });
        self.with_free_bounds(match kind {
            Kind::Max => ProofCosts {
                exact: exact(self.is_greatest),
                below: if_true(order.is_le(), leaves),
                above: if_true(order.is_ge(), 1),
            },
            _ => ProofCosts {
                exact: exact(self.is_least),
                below: if_true(order.is_le(), 1),
                above: if_true(order.is_ge(), leaves),
            },
        })
    }

    /// The costs of a node if `exact` leaves prove its value, and fewer prove no bound; `order` is how its value compares
    /// with the target's.
    fn known(&self, order: Ordering, exact: Cost) -> ProofCosts {
        let if_true = |holds: bool| if holds { exact } else { NEVER };
        let (below, above) = (if_true(order.is_le()), if_true(order.is_ge()));
        self.with_free_bounds(ProofCosts { exact, below, above })
    }
}

/// A node whose children are being added up.
struct CostFrame<N> {
    node: NodeId,
    kind: Kind,
    next: NodeId,
    end: NodeId,
    target: ProofTarget<N>,
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
    cost_of_root(search, None)
}

/// Like [`fewest_leaves`]; `report_leads` is called with each MAX and MIN node and its children that come first in the
/// best order.
pub(crate) fn critical_tree(search: &Search<'_>, mut report_leads: impl FnMut(NodeId, Leads)) -> Option<u64> {
    cost_of_root(search, Some(&mut report_leads))
}

/// Called with the leads of each node; `None` if they are not wanted.
type ReportLeads<'a> = Option<&'a mut dyn FnMut(NodeId, Leads)>;

fn cost_of_root(search: &Search<'_>, report_leads: ReportLeads<'_>) -> Option<u64> {
    let contents = search.contents;
    if contents.is_open() || (contents.chance.is_some() && search.settings.range.is_some()) {
        return None;
    }
    let number = |node| search.value(node).expect("no leaf is open, and these values were asked for");
    match (&search.filling, &*search.values.numbers) {
        (None, Numbers::Scaled(scale, _)) => {
            let value = |node, kind| match kind {
                Kind::Value => search.view.scaled(scale, node),
                _ => search.values.scaled(search.view.nodes().ordinal(node)).expect("the numbers are scaled"),
            };
            Some(add_costs(search, value, report_leads))
        }
        _ => Some(add_costs(search, |node, _| number(node), report_leads)),
    }
}

/// The cost of the root. `value` takes a node or leaf and its kind, and returns its value as a number to compare. If
/// leads are not wanted, the costs of a MAX or MIN node that has only leaves are computed from its value and from how
/// many leaves it has.
fn add_costs<N: Ord + Copy>(
    search: &Search<'_>,
    value: impl Fn(NodeId, Kind) -> N,
    mut report_leads: ReportLeads<'_>,
) -> Cost {
    let target = |node, kind| ProofTarget::new(search, node, value(node, kind));
    let wants_leads = report_leads.is_some();
    let only_leaves = |node, kind| match kind {
        Kind::Max | Kind::Min if !wants_leads => search.view.count_if_only_leaves(node),
        _ => None,
    };
    let kind = search.kind(NodeId::ROOT);
    let mut frames = vec![CostFrame::new(search, NodeId::ROOT, kind, target(NodeId::ROOT, kind))];
    loop {
        let frame = frames.last_mut().expect("the root is the last to be left");
        if let Some((child, kind)) = frame.add_leaves(search, &value) {
            // Each child of a chance node must be known exactly.
            let target = if frame.kind == Kind::Chance { target(child, kind) } else { frame.target };
            match only_leaves(child, kind) {
                Some(leaves) => {
                    let worth = value(child, kind);
                    let costs = target.over_leaves(kind, worth.cmp(&target.value), leaves);
                    frame.add(search, child, worth.cmp(&frame.target.value), costs);
                }
                None => frames.push(CostFrame::new(search, child, kind, target)),
            }
            continue;
        }
        let (node, worth) = (frame.node, value(frame.node, frame.kind));
        let costs = frame.costs(worth);
        if let Some(report) = &mut report_leads {
            report(node, frame.leads);
        }
        frames.pop();
        let Some(parent) = frames.last_mut() else {
            return costs.exact;
        };
        parent.add(search, node, worth.cmp(&parent.target.value), costs);
    }
}

impl<N: Ord + Copy> CostFrame<N> {
    fn new(search: &Search<'_>, node: NodeId, kind: Kind, target: ProofTarget<N>) -> Self {
        let (next, end) = (node.next(), search.view.nodes().end(node));
        Self { node, kind, next, end, target, saving: None, sum: 0, least: NEVER, leads: Leads::default() }
    }

    /// Adds the leaves before the next child that is a node, and returns that child and its kind.
    fn add_leaves(&mut self, search: &Search<'_>, value: impl Fn(NodeId, Kind) -> N) -> Option<(NodeId, Kind)> {
        while self.next < self.end {
            let child = self.next;
            self.next = search.view.nodes().end(child);
            let kind = search.kind(child);
            if !kind.is_leaf() {
                return Some((child, kind));
            }
            let value = value(child, kind);
            let costs = match self.kind {
                // The child of a chance node is its own target.
                Kind::Chance => ProofTarget::new(search, child, value).known(Ordering::Equal, 1),
                _ => self.target.known(value.cmp(&self.target.value), 1),
            };
            self.add(search, child, value.cmp(&self.target.value), costs);
        }
        None
    }

    /// Adds a child; `order` is how its value compares with the target's. At MAX all children must be shown to be at most
    /// `v`, and one to be at least `v`; at MIN mirrored; at a chance node every child with a weight must be known.
    fn add(&mut self, search: &Search<'_>, child: NodeId, order: Ordering, costs: ProofCosts) {
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
        if order.is_eq() {
            // A proof of the value proves both bounds, so it needs no fewer leaves.
            let extra = costs.exact.saturating_sub(every);
            if self.saving.is_none_or(|saving| extra < saving || (last_wins && extra == saving)) {
                self.saving = Some(extra);
                self.leads.exact = Some(child);
            }
        }
    }

    /// The costs of the node, which is worth `value`.
    fn costs(&self, value: N) -> ProofCosts {
        let (below, above) = match self.kind {
            Kind::Chance => return self.target.known(value.cmp(&self.target.value), self.sum),
            Kind::Max => (self.sum, self.least),
            _ => (self.least, self.sum),
        };
        let exact = self.saving.map_or(NEVER, |extra| self.sum.saturating_add(extra));
        self.target.with_free_bounds(ProofCosts { exact, below, above })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Defaults, FileSettings, ResolvedTree};
    use crate::syntax::parse;

    /// A leaf or a node of any player.
    fn node() -> impl Strategy<Value = String> {
        let number = prop::sample::select(&["0", "3", "-4", "9", "-9", "2.5", "3", "inf", "-inf"][..]);
        number.prop_map(str::to_string).prop_recursive(5, 60, 5, |child| {
            let player = prop::sample::select(&["max", "min"][..]);
            let children = prop::collection::vec(child, 1..5);
            let finite = prop::collection::vec(prop::sample::select(&["0", "3", "-4", "9"][..]), 2..3);
            prop_oneof![
                6 => (player, children).prop_map(|(player, children)| format!("{player} {{ {} }}", children.join(" "))),
                1 => finite.prop_map(|both| format!("chance {{ 0.5: {} 0.5: max {{ {} 1 }} }}", both[0], both[1])),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn the_fewest_leaves_are_the_same_with_and_without_leads(
            children in prop::collection::vec(node(), 1..5),
            setting in prop::sample::select(&["", "order right-to-left", "range [-9, 9]", "range [-4, inf]"][..]),
        ) {
            let text = format!("tree {{ {setting} max {{ {} }} }}", children.join(" "));
            let (file, mut findings) = parse(&text, 9);
            let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
            let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
            let search = Search::of(&game).expect("only finite numbers are weighed, and there is no depth limit");
            prop_assert_eq!(fewest_leaves(&search), critical_tree(&search, |_, _| {}), "{}", text);
        }
    }
}
