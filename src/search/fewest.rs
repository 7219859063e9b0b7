//! The fewest leaves that any search must evaluate: the critical tree of Knuth and Moore (1975).

use super::Search;
use super::view::Contents;
use crate::number::Number;
use crate::syntax::tree::{Kind, NodeId};

/// How many leaves prove something of a node; [`NEVER`] where it is not true.
type Leaves = u64;
const NEVER: Leaves = Leaves::MAX;

/// For one node, with `v` the value that is to be proved of the node above: the least number of leaves that …
#[derive(Clone, Copy)]
struct Proofs {
    /// … prove what it is worth.
    exact: Leaves,
    /// … prove that it is worth at most `v`.
    below: Leaves,
    /// … prove that it is worth at least `v`.
    above: Leaves,
}

/// A node whose children are being added up.
struct Frame {
    node: NodeId,
    next: NodeId,
    /// The value to be proved: that of the root, or of the chance node's child that is above.
    target: Number,
    /// The cheapest way to show that one child decides, as a difference to the sum over all.
    saving: Option<i128>,
    sum: Leaves,
    least: Leaves,
}

/// The leaves that alpha–beta evaluates under the best order of all children, with the rule α ≥ β, deep cutoffs and the
/// full window. `None` where an unknown leaf, `...` or a blank leaves it open, and for chance nodes with a `range`, of
/// which it is not known. Linear, without recursion.
pub(super) fn fewest_leaves(search: &Search<'_>) -> Option<u64> {
    let nodes = search.view.nodes();
    let Contents { chance, unknown, elision } = search.contents;
    if unknown || elision.is_some() || (chance && search.settings.range.is_some()) {
        return None;
    }
    let mut frames = vec![Frame::new(NodeId::ROOT, search.value(NodeId::ROOT)?)];
    loop {
        let frame = frames.last_mut()?;
        let (node, target) = (frame.node, frame.target);
        let child = frame.next;
        let (finished, proofs) = if child == nodes.end(node) {
            let proofs = frame.proofs(search, search.value(node)?);
            frames.pop();
            (node, proofs)
        } else {
            // Of a chance node's children each must be known exactly.
            let target = if search.kind(node) == Kind::Chance { search.value(child)? } else { target };
            if !search.kind(child).is_leaf() {
                frames.push(Frame::new(child, target));
                continue;
            }
            (child, known(search, 1, search.value(child)?, target))
        };
        let Some(parent) = frames.last_mut() else {
            return Some(proofs.exact);
        };
        parent.add(search, finished, proofs)?;
        parent.next = nodes.end(finished);
    }
}

/// The proofs of a node whose value takes `exact` leaves to know and cannot be bounded with fewer.
fn known(search: &Search<'_>, exact: Leaves, value: Number, target: Number) -> Proofs {
    let if_true = |holds: bool| if holds { exact } else { NEVER };
    bounded(search, target, Proofs { exact, below: if_true(value <= target), above: if_true(value >= target) })
}

/// No leaf is needed to show that a value is at most infinity or the upper end of the range, nor at the lower ends.
fn bounded(search: &Search<'_>, target: Number, proofs: Proofs) -> Proofs {
    let (least, greatest) = search.settings.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
    let below = if target == greatest { 0 } else { proofs.below };
    let above = if target == least { 0 } else { proofs.above };
    Proofs { below, above, ..proofs }
}

impl Frame {
    fn new(node: NodeId, target: Number) -> Self {
        Self { node, next: node.next(), target, saving: None, sum: 0, least: NEVER }
    }

    /// Adds a child: at MAX all children must be shown to be at most `v`, and one to be at least `v`; at MIN mirrored; at
    /// a chance node every child with a weight must be known.
    fn add(&mut self, search: &Search<'_>, child: NodeId, proofs: Proofs) -> Option<()> {
        let (every, one) = match search.kind(self.node) {
            Kind::Chance if *search.view.weight(child).numer() == 0 => return Some(()),
            Kind::Chance => (proofs.exact, NEVER),
            Kind::Max => (proofs.below, proofs.above),
            _ => (proofs.above, proofs.below),
        };
        self.sum = self.sum.saturating_add(every);
        self.least = self.least.min(one);
        if search.value(child)? == self.target {
            let extra = i128::from(proofs.exact) - i128::from(every);
            self.saving = Some(self.saving.map_or(extra, |saving| saving.min(extra)));
        }
        Some(())
    }

    fn proofs(&self, search: &Search<'_>, value: Number) -> Proofs {
        let (below, above) = match search.kind(self.node) {
            Kind::Chance => return known(search, self.sum, value, self.target),
            Kind::Max => (self.sum, self.least),
            _ => (self.least, self.sum),
        };
        let exact = self.saving.map_or(NEVER, |extra| u64::try_from(i128::from(self.sum) + extra).unwrap_or(NEVER));
        bounded(search, self.target, Proofs { exact, below, above })
    }
}
