//! What a search does, step by step, in numbers of the language.

use super::proof::{Bound, ProofStack};
use crate::model::{Cut, ResolvedTree, Returns, Settings};
use crate::number::{Number, Weight};
use crate::search::values::intern::{Intern, Translate};
use crate::search::values::value::Value;
use crate::search::walk::alpha_beta::Listener;
use crate::search::walk::chance::{Chance, remaining};
use crate::search::walk::domain::{self, Domain, DomainVisitor};
use crate::search::walk::leaves::LeafValues;
use crate::search::walk::view::View;
use crate::search::walk::window::{Side, Window};
use crate::search::{SearchError, Stop, StopReason};
use crate::syntax::tree::{Kind, NodeId};

/// What is known about a number: it lies between the two, which are equal if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// It is no less than this.
    pub least: Number,
    /// It is no more than this.
    pub greatest: Number,
}

impl Extent {
    /// The number, if it is known.
    pub fn known(self) -> Option<Number> {
        (self.least == self.greatest).then_some(self.least)
    }
}

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Where it happens.
    pub node: NodeId,
    /// How many plies the node lies below the root.
    pub ply: usize,
    /// The window of the node: its entry window, narrowed by `v` at MAX and MIN nodes. After a cutoff its ends may have
    /// crossed.
    pub window: Window<Extent>,
    /// The value of the node so far: the best result of its children, at a chance node their weighted sum, at a leaf
    /// its value; in a [`Step::Return`] the fail-soft result. `None` until a child has returned.
    pub v: Option<Extent>,
    /// What happens.
    pub step: Step,
}

/// What happens in a step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// An interior node is entered.
    Enter,
    /// A leaf, or a node at the depth limit, is entered and looked up.
    Evaluate,
    /// A child of a MAX or MIN node has returned its result, which is compared with the best so far.
    Update {
        /// The child.
        child: NodeId,
        /// Its fail-soft result.
        result: Extent,
        /// The value of the node before.
        before: Option<Extent>,
        /// Whether the end of the window that the player narrows has moved: α at MAX, β at MIN.
        moved: bool,
    },
    /// A child of a chance node has returned its result, which is added to the sum.
    Add {
        /// The child.
        child: NodeId,
        /// Its fail-soft result.
        result: Extent,
        /// The probability of the child.
        weight: Weight,
        /// The probability of the children that are still to come.
        rest: Weight,
        /// The least and the greatest that the whole sum can become; `None` without a `range`.
        possible: Window<Option<Extent>>,
    },
    /// The search of the node ends although children remain.
    Cutoff {
        /// The end of the window that was reached.
        side: Side,
        /// The last child that was searched.
        refutation: NodeId,
        /// The first child that is skipped.
        skipped: NodeId,
        /// How many children are skipped, not counting those with probability 0.
        branches: u64,
    },
    /// The search leaves an interior node.
    Return {
        /// What is returned: `v`, after the clamp of `fail-hard`.
        returned: Extent,
        /// How the fail-soft result bounds the value of the node; `None` if that is open.
        bound: Option<Bound>,
    },
    /// The search cannot go on, and ends here.
    Stop(StopReason),
}

impl Step {
    /// The word for what happens.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::Evaluate => "evaluate",
            Self::Update { .. } | Self::Add { .. } => "update",
            Self::Cutoff { .. } => "cutoff",
            Self::Return { .. } => "return",
            Self::Stop(_) => "stop",
        }
    }
}

/// Searches the tree of a game under the given settings, and calls `watcher` for each step.
///
/// Keeps a frame for each ply, and nothing about earlier steps. A sum without an exact value stops the search only when
/// the search reaches it.
///
/// # Errors
/// If a node at the depth limit has no static evaluation.
pub fn trace(game: &ResolvedTree<'_>, settings: &Settings, mut watcher: impl FnMut(&Event)) -> Result<(), SearchError> {
    let view = View::of(game, settings)?;
    domain::perform(&view, view.contents(), settings, Tracing { settings, watcher: &mut watcher });
    Ok(())
}

/// The task of tracing a search. The search is compiled once for all watchers.
struct Tracing<'s> {
    settings: &'s Settings,
    watcher: &'s mut dyn FnMut(&Event),
}

impl<'v> DomainVisitor<'v> for Tracing<'_> {
    type Outcome = ();

    fn perform<V: Value, C: Chance<V>, K: Intern<V::Number> + Translate<V::Number>>(
        self,
        domain: &Domain<'v, V, C, impl LeafValues<V>>,
        intern: K,
    ) {
        let Domain { view, chance, rules, right_to_left, .. } = domain;
        let mut tracer = Tracer {
            view,
            chance: *chance,
            range: rules.range,
            settings: self.settings,
            right_to_left: *right_to_left,
            intern,
            proofs: ProofStack::new(view, *chance, rules.range),
            frames: Vec::new(),
            entry: Window::full(),
            watcher: self.watcher,
        };
        if let Err(Stop { node, reason }) = domain.walk(&mut tracer) {
            tracer.emit_at_innermost(node, Step::Stop(reason));
        }
    }
}

/// A node that is being searched.
#[derive(Clone, Copy)]
struct TraceFrame<V> {
    kind: Kind,
    /// Its entry window.
    window: Window<V>,
    /// Its value so far; see [`Event::v`].
    v: Option<V>,
    /// At a chance node, the probability of the children that are still to come.
    rest: Weight,
}

impl<V: Value> TraceFrame<V> {
    /// The entry window, narrowed by the value so far.
    fn narrowed(&self) -> Window<V> {
        let Window { alpha, beta } = self.window;
        match (self.kind, self.v) {
            (Kind::Max, Some(v)) => Window { alpha: alpha.greater(v), beta },
            (Kind::Min, Some(v)) => Window { alpha, beta: beta.lesser(v) },
            _ => self.window,
        }
    }
}

/// Listens to a search and passes each step to the watcher.
struct Tracer<'v, V, C, K> {
    view: &'v View<'v>,
    chance: &'v C,
    range: Option<Window<V>>,
    settings: &'v Settings,
    right_to_left: bool,
    intern: K,
    proofs: ProofStack<'v, V, C>,
    frames: Vec<TraceFrame<V>>,
    /// The window of the node or leaf that was entered last.
    entry: Window<V>,
    watcher: &'v mut dyn FnMut(&Event),
}

impl<V: Value, C: Chance<V>, K: Translate<V::Number>> Tracer<'_, V, C, K> {
    fn extent(&self, value: V) -> Extent {
        let (least, greatest) = value.ends();
        Extent { least: self.intern.number(least), greatest: self.intern.number(greatest) }
    }

    /// Passes on a step at a node that is `ply` plies deep.
    fn emit(&mut self, node: NodeId, ply: usize, window: Window<V>, v: Option<V>, step: Step) {
        let window = Window { alpha: self.extent(window.alpha), beta: self.extent(window.beta) };
        let v = v.map(|v| self.extent(v));
        (self.watcher)(&Event { node, ply, window, v, step });
    }

    /// Passes on a step at the innermost node that is being searched.
    fn emit_at_innermost(&mut self, node: NodeId, step: Step) {
        if let Some(frame) = self.frames.last().copied() {
            self.emit(node, self.frames.len() - 1, frame.narrowed(), frame.v, step);
        }
    }

    /// Updates a MAX or MIN node with a child's result.
    fn compare(&self, frame: &mut TraceFrame<V>, child: NodeId, result: V) -> Step {
        let (before, window) = (frame.v, frame.narrowed());
        let best = if frame.kind == Kind::Max { V::greater } else { V::lesser };
        frame.v = Some(before.map_or(result, |before| best(before, result)));
        let moved = frame.narrowed() != window;
        let before = before.map(|before| self.extent(before));
        Step::Update { child, result: self.extent(result), before, moved }
    }

    /// Adds a child's result to the sum of a chance node.
    fn add(&self, frame: &mut TraceFrame<V>, child: NodeId, result: V) -> Step {
        let weight = self.chance.weight(child);
        frame.rest = remaining(frame.rest, weight);
        // Without an exact sum the search stops at this node.
        frame.v = self.chance.add(frame.v, weight, result).ok();
        let extreme = |end| self.extreme(frame, end).map(|end| self.extent(end));
        let possible = Window {
            alpha: self.range.and_then(|range| extreme(range.alpha)),
            beta: self.range.and_then(|range| extreme(range.beta)),
        };
        Step::Add { child, result: self.extent(result), weight, rest: frame.rest, possible }
    }

    /// The most or the least that a sum can become, if `end` is an end of the range.
    fn extreme(&self, frame: &TraceFrame<V>, end: V) -> Option<V> {
        self.chance.add(frame.v, frame.rest, end).ok()
    }

    /// The end of its window that a node with this frame has reached.
    fn side(&self, frame: &TraceFrame<V>) -> Side {
        let reached = |low: V, high: V| match self.settings.cut {
            Cut::AtLeast => low.at_least(high),
            Cut::Above => low.exceeds(high),
        };
        let most = || self.extreme(frame, self.range?.beta);
        match frame.kind {
            Kind::Min => Side::Alpha,
            Kind::Chance if most().and_then(|most| reached(frame.window.alpha, most)) == Some(true) => Side::Alpha,
            _ => Side::Beta,
        }
    }

    /// How many children of a node are skipped, if `first` is the first of them in the order of the search.
    fn branches(&self, node: NodeId, first: NodeId) -> u64 {
        let chance = self.view.kind(node) == Kind::Chance;
        let skipped = |child: &NodeId| if self.right_to_left { *child <= first } else { *child >= first };
        let weightless = |child: &NodeId| chance && self.chance.weight(*child) == Weight::ZERO;
        self.view.children(node).filter(|child| skipped(child) && !weightless(child)).count() as u64
    }
}

impl<V: Value, C: Chance<V>, K: Translate<V::Number>> Listener<V> for Tracer<'_, V, C, K> {
    fn enter(&mut self, node: NodeId, window: Window<V>) {
        self.entry = window;
        let kind = self.view.kind(node);
        if !kind.is_leaf() {
            self.proofs.open();
            self.frames.push(TraceFrame { kind, window, v: None, rest: Weight::ONE });
            self.emit_at_innermost(node, Step::Enter);
        }
    }

    fn evaluate(&mut self, leaf: NodeId, value: V) {
        self.proofs.evaluate(value);
        self.emit(leaf, self.frames.len(), self.entry, Some(value), Step::Evaluate);
    }

    fn update(&mut self, node: NodeId, child: NodeId, result: V) {
        self.proofs.update(node, child);
        let Some(mut frame) = self.frames.pop() else { return };
        let step = match frame.kind {
            Kind::Chance => self.add(&mut frame, child, result),
            _ => self.compare(&mut frame, child, result),
        };
        self.frames.push(frame);
        self.emit_at_innermost(node, step);
    }

    fn cutoff(&mut self, node: NodeId, refutation: NodeId, skipped: NodeId) {
        self.proofs.cutoff(node);
        let Some(side) = self.frames.last().map(|frame| self.side(frame)) else { return };
        let branches = self.branches(node, skipped);
        self.emit_at_innermost(node, Step::Cutoff { side, refutation, skipped, branches });
    }

    fn leave(&mut self, node: NodeId, result: V) {
        let bound = self.proofs.close(result);
        let Some(frame) = self.frames.last_mut() else { return };
        frame.v = Some(result);
        let Window { alpha, beta } = frame.window;
        let returned = match self.settings.returns {
            Returns::FailSoft => result,
            Returns::FailHard => result.greater(alpha).lesser(beta),
        };
        let returned = self.extent(returned);
        self.emit_at_innermost(node, Step::Return { returned, bound });
        self.frames.pop();
    }
}
