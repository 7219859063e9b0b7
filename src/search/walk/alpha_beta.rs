//! Alpha–beta, written once: an iterative walk that tells a listener what happens.
//!
//! The algorithm is that of Knuth and Moore (1975) with the fail-soft returns of Fishburn (1983), for MAX and MIN nodes
//! in any arrangement, and Star1 (Ballard 1983) at chance nodes. Counting, recording and tracing are listeners; with
//! the empty listener `()` only the search itself remains.

use super::chance::{Chance, Sum, remaining};
use super::leaves::LeafValues;
use super::order::SiblingOrder;
use super::view::View;
use super::window::Window;
use crate::interrupt::Pace;
use crate::model::{Cut, Cutoffs};
use crate::number::{Fault, Weight};
use crate::search::values::value::Value;
use crate::search::{Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// The rules of a search.
#[derive(Clone, Copy, Debug)]
pub struct Rules<V> {
    /// Whether it stops at α ≥ β or only at α > β.
    pub cut: Cut,
    /// Which bounds a child receives.
    pub cutoffs: Cutoffs,
    /// The entry window of the root.
    pub window: Window<V>,
    /// The range that contains all values, if the exercise gives one.
    pub range: Option<Window<V>>,
}

/// A listener for the events of a search, in the order in which they happen.
pub trait Listener<V> {
    /// The search enters a node or leaf with this window.
    fn enter(&mut self, _node: NodeId, _window: Window<V>) {}
    /// The search has looked up a leaf.
    fn evaluate(&mut self, _leaf: NodeId, _value: V) {}
    /// A child has returned its result to its node.
    fn update(&mut self, _node: NodeId, _child: NodeId, _result: V) {}
    /// The result of `refutation` ends the search of `node`; `skipped` and the siblings after it are never entered.
    fn cutoff(&mut self, _node: NodeId, _refutation: NodeId, _skipped: NodeId) {}
    /// The search leaves an interior node with this fail-soft result.
    fn leave(&mut self, _node: NodeId, _result: V) {}
}

impl<V> Listener<V> for () {}

/// A search of a tree whose leaves have the given values.
pub struct Walk<'a, V, O: ?Sized, C, F> {
    /// The tree.
    pub view: &'a View<'a>,
    /// The values of its leaves.
    pub leaves: &'a F,
    /// The rules of the search.
    pub rules: Rules<V>,
    /// The order in which it takes children.
    pub order: &'a O,
    /// The arithmetic of chance nodes.
    pub chance: &'a C,
}

/// A node that is being searched.
struct WalkFrame<V> {
    node: NodeId,
    kind: Kind,
    window: Window<V>,
    /// The best result of its children so far; unused at a chance node.
    best: V,
}

/// What happens after a child has returned.
enum Next<V> {
    /// This child is searched, with this window.
    Search(NodeId, Window<V>),
    /// The node returns this.
    Return(V),
    /// The node returns this although this child and those after it have not been searched.
    Cut(V, NodeId),
}

impl<V: Value, O: SiblingOrder + ?Sized, C: Chance<V>, F: LeafValues<V>> Walk<'_, V, O, C, F> {
    /// Searches the tree, and returns the fail-soft result of the root.
    ///
    /// Visits each node at most once, and keeps one small frame for each ply.
    ///
    /// # Errors
    /// If a comparison depends on unknown leaves, or a sum has no exact value.
    pub fn run<L: Listener<V>>(&self, listener: &mut L) -> Result<V, Stop> {
        let mut frames: Vec<WalkFrame<V>> = Vec::new();
        // The sums of the frames that are chance nodes.
        let mut sums: Vec<Sum<V>> = Vec::new();
        let mut pace = Pace::default();
        let mut node = NodeId::ROOT;
        let mut window = self.rules.window;
        loop {
            pace.step();
            listener.enter(node, window);
            if !self.view.is_leaf(node) {
                (node, window) = self.open(&mut frames, &mut sums, node, window)?;
                continue;
            }
            let mut result = self.leaves.value(node);
            listener.evaluate(node, result);
            loop {
                let Some(frame) = frames.last_mut() else {
                    return Ok(result);
                };
                listener.update(frame.node, node, result);
                let next = match frame.kind {
                    Kind::Chance => self.advance_chance(frame.node, &mut sums, node, result),
                    _ => self.advance(frame, node, result),
                };
                match next.map_err(|reason| Stop { node: frame.node, reason })? {
                    Next::Search(child, handed) => {
                        (node, window) = (child, handed);
                        break;
                    }
                    Next::Cut(value, skipped) => {
                        listener.cutoff(frame.node, node, skipped);
                        result = value;
                    }
                    Next::Return(value) => result = value,
                }
                node = frame.node;
                listener.leave(node, result);
                frames.pop();
            }
        }
    }

    /// Begins the search of an interior node. Returns its first child and the window for that child.
    fn open(
        &self,
        frames: &mut Vec<WalkFrame<V>>,
        sums: &mut Vec<Sum<V>>,
        node: NodeId,
        window: Window<V>,
    ) -> Result<(NodeId, Window<V>), Stop> {
        let kind = self.view.kind(node);
        let best = if kind == Kind::Max { V::NEGATIVE_INFINITY } else { V::INFINITY };
        frames.push(WalkFrame { node, kind, window, best });
        let first = self.order.first(self.view.nodes(), node);
        if kind != Kind::Chance {
            return Ok((first, self.child_window(kind, first, window)));
        }
        sums.push(Sum { window, so_far: None, rest: Weight::ONE });
        let child = self.first_with_weight(node, Some(first)).unwrap_or(first);
        let handed = self.chance_window(sums, child).map_err(|reason| Stop { node, reason })?;
        Ok((child, handed))
    }

    /// Updates a MAX or MIN node with a child's result.
    fn advance(&self, frame: &mut WalkFrame<V>, child: NodeId, result: V) -> Result<Next<V>, StopReason> {
        let kind = frame.kind;
        frame.best = if kind == Kind::Max { frame.best.greater(result) } else { frame.best.lesser(result) };
        let Some(next) = self.order.after(self.view.nodes(), frame.node, child) else {
            return Ok(Next::Return(frame.best));
        };
        let Window { alpha, beta } = frame.window;
        let ends = match kind {
            Kind::Max => self.ends(frame.best, beta)?,
            _ => self.ends(alpha, frame.best)?,
        };
        if ends {
            return Ok(Next::Cut(frame.best, next));
        }
        let narrowed = match kind {
            Kind::Max => Window { alpha: alpha.greater(frame.best), beta },
            _ => Window { alpha, beta: beta.lesser(frame.best) },
        };
        Ok(Next::Search(next, self.child_window(kind, next, narrowed)))
    }

    /// Whether a search ends because `high` has reached `low`.
    fn ends(&self, high: V, low: V) -> Result<bool, StopReason> {
        if self.rules.cutoffs == Cutoffs::None {
            return Ok(false);
        }
        let answer = match self.rules.cut {
            Cut::AtLeast => high.at_least(low),
            Cut::Above => high.exceeds(low),
        };
        answer.ok_or(StopReason::Undecided)
    }

    /// The window that a MAX or MIN node with the window `current` hands to a child.
    fn child_window(&self, parent: Kind, child: NodeId, current: Window<V>) -> Window<V> {
        match self.rules.cutoffs {
            Cutoffs::Deep => return current,
            Cutoffs::None => return self.rules.window,
            Cutoffs::Shallow => {}
        }
        let widest = self.rules.range.unwrap_or(Window::full());
        match (parent, self.view.kind(child)) {
            (Kind::Max, Kind::Min) => Window { beta: widest.beta, ..current },
            (Kind::Min, Kind::Max) => Window { alpha: widest.alpha, ..current },
            _ => current,
        }
    }

    /// Adds a child's result to the sum of a chance node.
    fn advance_chance(
        &self,
        node: NodeId,
        sums: &mut Vec<Sum<V>>,
        child: NodeId,
        result: V,
    ) -> Result<Next<V>, StopReason> {
        let Some(sum) = sums.last_mut() else {
            unreachable!("every chance node that is searched has its sum");
        };
        let weight = self.chance.weight(child);
        let so_far = self.chance.add(sum.so_far, weight, result)?;
        sum.so_far = Some(so_far);
        sum.rest = remaining(sum.rest, weight);
        let sum = *sum;
        let after = self.order.after(self.view.nodes(), node, child);
        let Some(next) = self.first_with_weight(node, after) else {
            sums.pop();
            return Ok(Next::Return(so_far));
        };
        if let Some(bound) = self.star1(&sum, so_far)? {
            sums.pop();
            return Ok(Next::Cut(bound, next));
        }
        Ok(Next::Search(next, self.chance_window(sums, next)?))
    }

    /// The first of these siblings that does not have probability 0.
    fn first_with_weight(&self, node: NodeId, from: Option<NodeId>) -> Option<NodeId> {
        let mut child = from?;
        while self.chance.weight(child) == Weight::ZERO {
            child = self.order.after(self.view.nodes(), node, child)?;
        }
        Some(child)
    }

    fn chance_window(&self, sums: &[Sum<V>], child: NodeId) -> Result<Window<V>, StopReason> {
        match (self.rules.cutoffs, self.rules.range, sums.last()) {
            (Cutoffs::None, ..) => Ok(self.rules.window),
            (_, Some(range), Some(sum)) => Ok(self.chance.child_window(sum, self.chance.weight(child), range)?),
            _ => Ok(Window::full()),
        }
    }

    /// The bound on a chance node that ends its search, if the remaining children cannot bring it back into the window.
    fn star1(&self, sum: &Sum<V>, so_far: V) -> Result<Option<V>, StopReason> {
        let Some(range) = self.rules.range else {
            return Ok(None);
        };
        let extreme = |end: V| match self.chance.add(Some(so_far), sum.rest, end) {
            // The sum has no bound yet.
            Err(Fault::OpposedInfinities) => Ok(None),
            other => other.map(Some),
        };
        if let Some(most) = extreme(range.beta)?
            && self.ends(sum.window.alpha, most)?
        {
            return Ok(Some(most));
        }
        match extreme(range.alpha)? {
            Some(least) if self.ends(least, sum.window.beta)? => Ok(Some(least)),
            _ => Ok(None),
        }
    }
}
