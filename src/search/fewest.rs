//! The fewest leaves that any search must evaluate: the critical tree of Knuth and Moore (1975).

use super::Search;
use crate::syntax::tree::{Kind, NodeId};

/// How many leaves prove something of a node; infinite where it is not true.
type Leaves = u64;
const NEVER: Leaves = Leaves::MAX;

/// For one node, with `v` the value of the root: the least number of leaves that …
#[derive(Clone, Copy)]
struct Proofs {
    /// … prove that it is worth `v`.
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
    /// The cheapest way to show that one child decides, as a difference to the sum over all.
    saving: Option<i128>,
    sum: Leaves,
    least: Leaves,
}

/// The leaves that alpha–beta evaluates under the best order of all children, with the rule α ≥ β, deep cutoffs and the
/// full window. `None` where an unknown leaf, `...` or a blank leaves it open. Linear, without recursion.
pub fn fewest_leaves(search: &Search<'_>) -> Option<u64> {
    let nodes = search.nodes;
    let known = |node: NodeId| matches!(nodes.kind(node), Kind::Max | Kind::Min | Kind::Value);
    if !nodes.all().all(known) {
        return None;
    }
    let value = |node: NodeId| search.least[node.index()];
    let target = value(NodeId::ROOT);
    let mut frames = vec![Frame::new(NodeId::ROOT)];
    loop {
        let frame = frames.last_mut()?;
        let child = frame.next;
        let finished = if child == nodes.end(frame.node) {
            let proofs = frame.proofs(nodes.kind(frame.node), target);
            let node = frame.node;
            frames.pop();
            Some((node, proofs))
        } else if nodes.kind(child).is_leaf() {
            Some((child, leaf_proofs(value(child), target)))
        } else {
            frames.push(Frame::new(child));
            None
        };
        if let Some((node, proofs)) = finished {
            let Some(parent) = frames.last_mut() else {
                return Some(proofs.exact);
            };
            parent.add(nodes.kind(parent.node), value(node) == target, proofs);
            parent.next = nodes.end(node);
        }
    }
}

fn leaf_proofs(value: i64, target: i64) -> Proofs {
    let if_true = |holds: bool| if holds { 1 } else { NEVER };
    bounded(target, Proofs { exact: 1, below: if_true(value <= target), above: if_true(value >= target) })
}

/// No leaf is needed to show that a value is at most infinity, or at least minus infinity: the ends of the scale.
fn bounded(target: i64, proofs: Proofs) -> Proofs {
    match target {
        i64::MAX => Proofs { below: 0, ..proofs },
        i64::MIN => Proofs { above: 0, ..proofs },
        _ => proofs,
    }
}

impl Frame {
    fn new(node: NodeId) -> Self {
        Self { node, next: node.next(), saving: None, sum: 0, least: NEVER }
    }

    /// Adds a child: at MAX all children must be shown to be at most `v`, and one to be at least `v`; at MIN mirrored.
    fn add(&mut self, kind: Kind, decides: bool, child: Proofs) {
        let (every, one) = match kind {
            Kind::Max => (child.below, child.above),
            _ => (child.above, child.below),
        };
        self.sum = self.sum.saturating_add(every);
        self.least = self.least.min(one);
        if decides {
            let extra = i128::from(child.exact) - i128::from(every);
            self.saving = Some(self.saving.map_or(extra, |saving| saving.min(extra)));
        }
    }

    fn proofs(&self, kind: Kind, target: i64) -> Proofs {
        let exact = self.saving.map_or(NEVER, |extra| u64::try_from(i128::from(self.sum) + extra).unwrap_or(NEVER));
        let (below, above) = if kind == Kind::Max { (self.sum, self.least) } else { (self.least, self.sum) };
        bounded(target, Proofs { exact, below, above })
    }
}
