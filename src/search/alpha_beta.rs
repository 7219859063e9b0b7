//! Alpha–beta, once and for all: an iterative walk that tells a listener what happens.
//!
//! The algorithm is that of Knuth and Moore (1975) with the fail-soft returns of Fishburn (1983), for MAX and MIN nodes
//! in any arrangement. Counting, recording and tracing are listeners; with the empty listener `()` only the search
//! itself remains.

use super::order::SiblingOrder;
use super::value::Value;
use crate::model::{Cut, Cutoffs};
use crate::syntax::tree::{Kind, NodeId, Nodes};

/// A search window (α, β): values that matter lie between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window<V> {
    /// What MAX has secured already.
    pub alpha: V,
    /// What MIN has secured already.
    pub beta: V,
}

impl<V: Value> Window<V> {
    /// The window in which every value matters.
    pub fn full() -> Self {
        Self { alpha: V::NEGATIVE_INFINITY, beta: V::INFINITY }
    }
}

/// What the search obeys.
#[derive(Clone, Copy, Debug)]
pub struct Rules<V> {
    /// Whether it stops at α ≥ β or only at α > β.
    pub cut: Cut,
    /// Which bounds a child is told.
    pub cutoffs: Cutoffs,
    /// The entry window of the root.
    pub window: Window<V>,
}

/// Is told what the search does, in the order in which it happens.
pub trait Listener<V> {
    /// The search enters a node or leaf with this window.
    fn enter(&mut self, _node: NodeId, _window: Window<V>) {}
    /// It has looked a leaf up.
    fn evaluate(&mut self, _leaf: NodeId, _value: V) {}
    /// A child has returned its result to its node.
    fn update(&mut self, _node: NodeId, _child: NodeId, _result: V) {}
    /// The result of `refutation` ends the search of `node`; `skipped` and the siblings after it are never entered.
    fn cutoff(&mut self, _node: NodeId, _refutation: NodeId, _skipped: NodeId) {}
    /// The search leaves an interior node with this fail-soft result.
    fn leave(&mut self, _node: NodeId, _result: V) {}
}

impl<V> Listener<V> for () {}

/// The search came to a comparison that the unknown leaves it has met leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

/// A node that is being searched.
struct Frame<V> {
    node: NodeId,
    window: Window<V>,
    best: V,
}

impl<V: Value> Frame<V> {
    fn new(kind: Kind, node: NodeId, window: Window<V>) -> Self {
        let best = if kind == Kind::Max { V::NEGATIVE_INFINITY } else { V::INFINITY };
        Self { node, window, best }
    }
}

/// Searches a tree whose leaves have the given `values`; the fail-soft result of the root.
///
/// Visits each node at most once, and keeps one small frame for each ply. The tree must have no chance nodes.
pub fn alpha_beta<V: Value, O: SiblingOrder, L: Listener<V>>(
    nodes: &Nodes,
    values: &[V],
    rules: &Rules<V>,
    order: &O,
    listener: &mut L,
) -> Result<V, Undecided> {
    let mut frames: Vec<Frame<V>> = Vec::new();
    let mut node = NodeId::ROOT;
    let mut window = rules.window;
    loop {
        listener.enter(node, window);
        let kind = nodes.kind(node);
        if !kind.is_leaf() {
            frames.push(Frame::new(kind, node, window));
            let child = order.first(nodes, node);
            window = child_window(rules, kind, nodes.kind(child), window);
            node = child;
            continue;
        }
        let mut result = values[node.index()];
        listener.evaluate(node, result);
        loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(result);
            };
            listener.update(frame.node, node, result);
            let kind = nodes.kind(frame.node);
            frame.best = if kind == Kind::Max { frame.best.greater(result) } else { frame.best.lesser(result) };
            if let Some(next) = order.after(nodes, frame.node, node) {
                if !cuts(rules, kind, frame)? {
                    window = child_window(rules, kind, nodes.kind(next), narrowed(kind, frame));
                    node = next;
                    break;
                }
                listener.cutoff(frame.node, node, next);
            }
            (node, result) = (frame.node, frame.best);
            listener.leave(node, result);
            frames.pop();
        }
    }
}

/// Whether what the node is worth so far lies outside of its window, so that the rest of it cannot matter.
fn cuts<V: Value>(rules: &Rules<V>, kind: Kind, frame: &Frame<V>) -> Result<bool, Undecided> {
    if rules.cutoffs == Cutoffs::None {
        return Ok(false);
    }
    let (high, low) = match kind {
        Kind::Max => (frame.best, frame.window.beta),
        _ => (frame.window.alpha, frame.best),
    };
    match rules.cut {
        Cut::AtLeast => high.at_least(low),
        Cut::Above => high.exceeds(low),
    }
    .ok_or(Undecided)
}

/// The window at a node after some of its children: the entry window, narrowed by the best of them.
fn narrowed<V: Value>(kind: Kind, frame: &Frame<V>) -> Window<V> {
    let Window { alpha, beta } = frame.window;
    match kind {
        Kind::Max => Window { alpha: alpha.greater(frame.best), beta },
        _ => Window { alpha, beta: beta.lesser(frame.best) },
    }
}

/// What of the current window at a node is handed to a child.
fn child_window<V: Value>(rules: &Rules<V>, parent: Kind, child: Kind, current: Window<V>) -> Window<V> {
    match (rules.cutoffs, parent, child) {
        (Cutoffs::None, ..) => rules.window,
        (Cutoffs::Shallow, Kind::Max, Kind::Min) => Window { beta: V::INFINITY, ..current },
        (Cutoffs::Shallow, Kind::Min, Kind::Max) => Window { alpha: V::NEGATIVE_INFINITY, ..current },
        _ => current,
    }
}
