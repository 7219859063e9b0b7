//! The student's run: the values of a tree and its search, in which each answer of the student replaces the result of
//! its step.
//!
//! The result of a step before it is replaced is what is *expected* of the student: it follows from the student's own
//! earlier answers. A run without answers is the search of the language.

mod answers;
mod procedure;
mod proven;
mod sheet;
mod tree;
mod values;
mod walk;

use crate::model::ResolvedTree;
use crate::number::Number;
use crate::search::{Bound, Cause, Counts, Search, VisitStatus, Window};
use crate::syntax::tree::{Kind, NodeId};
pub use answers::{Answers, Claimed, Item};
pub use procedure::*;
pub use sheet::Asked;
use tree::SeenTree;
use walk::{Course, Walk};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<T> {
    /// What follows from the student's own earlier answers.
    pub expected: T,
    /// The result that the student continues with: the answer if there is one, otherwise the expected result.
    pub own: T,
}

/// What a search returns from a node or leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    /// What the node above gets: the fail-soft result.
    pub passed: Number,
    /// What is written: after the clamp of `fail-hard`.
    pub shown: Number,
    /// How the result bounds the value; `None` if that has no exact answer. What `fail-hard` has moved is only a bound.
    pub bound: Option<Bound>,
    /// Whether the search failed low.
    pub failed_low: bool,
    /// Whether the search failed high.
    pub failed_high: bool,
}

impl Return {
    /// Whether a claim about this return is right.
    pub fn accepts(&self, claimed: Claimed) -> bool {
        match claimed.bound {
            Bound::Exact => self.bound == Some(Bound::Exact) && claimed.value == self.passed,
            Bound::Upper => (self.failed_low || self.bound == Some(Bound::Upper)) && claimed.value == self.shown,
            Bound::Lower => (self.failed_high || self.bound == Some(Bound::Lower)) && claimed.value == self.shown,
        }
    }

    /// The claim that is certainly right about this return; `None` if how it bounds the value has no exact answer.
    pub fn claim(&self) -> Option<Claimed> {
        let bound = self.bound?;
        Some(Claimed { bound, value: if bound == Bound::Exact { self.passed } else { self.shown } })
    }

    fn claimed(Claimed { bound, value }: Claimed) -> Self {
        let (failed_low, failed_high) = (bound == Bound::Upper, bound == Bound::Lower);
        Self { passed: value, shown: value, bound: Some(bound), failed_low, failed_high }
    }

    fn exactly(value: Number) -> Self {
        Self::claimed(Claimed { bound: Bound::Exact, value })
    }
}

/// What the search of a run did at a node or leaf that it entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// The window as it is asked for.
    pub window: Step<Window<Number>>,
    /// The window that the search of the node began with.
    pub entry: Window<Number>,
    /// What the search returned.
    pub returned: Step<Return>,
    /// After how many children the search stopped, not counting those with probability 0; `None` at a leaf. If nothing
    /// was skipped, this is the number of children.
    pub stop: Option<Step<usize>>,
}

/// The student's run through a tree, or that of a fault.
pub struct Run<'s> {
    truth: &'s Search<'s>,
    tree: SeenTree<'s>,
    answers: &'s Answers,
    values: Vec<Option<Step<Number>>>,
    course: Course,
}

impl<'s> Run<'s> {
    /// Runs through a tree under the settings of its right search, `truth`, with the answers of a student. Linear.
    ///
    /// `None` if the tree has unknown or blank leaves or `...`, or if a sum has no exact value with these answers.
    pub fn new(game: &ResolvedTree<'_>, truth: &'s Search<'s>, answers: &'s Answers) -> Option<Self> {
        Self::by(Procedure::new(truth.settings()), game, truth, answers)
    }

    /// Like [`Self::new`], by another procedure.
    pub(super) fn by(
        procedure: Procedure,
        game: &ResolvedTree<'_>,
        truth: &'s Search<'s>,
        answers: &'s Answers,
    ) -> Option<Self> {
        let tree = SeenTree::new(game, truth.view(), procedure);
        let contents = tree.view.contents();
        if contents.unknown || contents.elision.is_some() {
            return None;
        }
        let walk = |values| Walk { tree: &tree, answers, truth, values }.run().ok();
        let (values, course) = match procedure.written_value {
            WrittenValue::Value => {
                let values = values::values(&tree, answers, |_| None).ok()?;
                let course = walk(Some(values.as_slice()))?;
                (values, course)
            }
            WrittenValue::Returned | WrittenValue::ReturnedWithinWindow => {
                let course = walk(None)?;
                let returned = |node: NodeId| course.visits[node.index()].map(|visit| visit.returned);
                let values = values::values(&tree, answers, returned).ok()?;
                (values, course)
            }
        };
        Some(Self { truth, tree, answers, values, course })
    }

    /// The procedure of the run.
    pub fn procedure(&self) -> &Procedure {
        &self.tree.procedure
    }

    /// The right search.
    pub fn truth(&self) -> &'s Search<'s> {
        self.truth
    }

    /// The value of a node or leaf; `None` below the depth limit.
    pub fn value(&self, node: NodeId) -> Option<Step<Number>> {
        self.values[node.index()]
    }

    /// What the search did at a node or leaf; `None` if it did not enter.
    pub fn visit(&self, node: NodeId) -> Option<&Visit> {
        self.course.visits[node.index()].as_ref()
    }

    /// Whether the search entered a node or leaf.
    pub fn entered(&self, node: NodeId) -> bool {
        self.visit(node).is_some()
    }

    /// The node whose search stopped before it reached this node or leaf; `None` if the search entered it, or if no
    /// search does.
    pub fn skipped_by(&self, game: &ResolvedTree<'_>, node: NodeId) -> Option<NodeId> {
        if matches!(self.truth.status(node), VisitStatus::Skipped(Cause::Depth | Cause::Probability)) {
            return None;
        }
        let (mut skipped, mut above) = (node, game.parent(node));
        while !self.entered(above) {
            (skipped, above) = (above, game.parent(above));
        }
        (!self.entered(skipped)).then_some(above)
    }

    /// How much the search did.
    pub fn counts(&self) -> Counts {
        self.course.counts
    }

    /// The leaves in the order in which the search evaluated them.
    pub fn visits(&self) -> &[NodeId] {
        &self.course.leaves
    }

    /// The nodes and leaves in the order in which the search entered them.
    pub fn enters(&self) -> &[NodeId] {
        &self.course.enters
    }

    /// The best moves by the student's own values of the children, in the order of the file; `None` at nodes where
    /// nobody moves.
    pub fn best_moves(&self, node: NodeId) -> Option<Vec<NodeId>> {
        self.best(node, |child| self.values[child.index()].map(|value| value.own))
    }

    /// Whether these moves are best by the student's own values of the children. If the student answered returns, they
    /// may also be best by those; a return that is only a bound does not count.
    pub fn are_best(&self, node: NodeId, moves: &[NodeId]) -> bool {
        let returned = |child: NodeId| {
            let own = self.visit(child)?.returned.own;
            (own.bound == Some(Bound::Exact)).then_some(own.passed)
        };
        let contains_all =
            |best: Option<Vec<NodeId>>| best.is_some_and(|best| moves.iter().all(|it| best.contains(it)));
        contains_all(self.best_moves(node))
            || !self.answers.returns.is_empty() && contains_all(self.best(node, returned))
    }

    /// The moves to the children for which `own` is best.
    fn best(&self, node: NodeId, own: impl Fn(NodeId) -> Option<Number>) -> Option<Vec<NodeId>> {
        let kind = self.truth.kind(node);
        let wants_least = match (kind, self.tree.procedure.takes(kind)?) {
            (Kind::Chance, _) => return None,
            (_, Takes::Greatest) => false,
            (_, Takes::Least) => true,
            // A player who takes the mean can still choose a move.
            (_, Takes::Mean) => kind == Kind::Min,
        };
        let children = self.truth.children(node);
        let values = children.clone().filter_map(&own);
        let best = if wants_least { values.min()? } else { values.max()? };
        Some(children.filter(|child| own(*child) == Some(best)).collect())
    }

    /// The moves that the student continues with: those answered, or else the best moves of the run.
    pub fn own_moves(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let expected = self.best_moves(node)?;
        Some(self.answers.plays.get(&node).cloned().unwrap_or(expected))
    }

    /// The principal line of the run: at each node, the first of the student's moves.
    pub fn line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut node = NodeId::ROOT;
        while let Some(next) = self.own_moves(node).and_then(|moves| moves.first().copied()) {
            line.push(next);
            node = next;
        }
        line
    }

    /// Whether this is a principal line of the run: one of the student's moves at each node, down to the end.
    pub fn is_line(&self, line: &[NodeId]) -> bool {
        let mut node = NodeId::ROOT;
        for next in line {
            if !self.own_moves(node).is_some_and(|moves| moves.contains(next)) {
                return false;
            }
            node = *next;
        }
        self.own_moves(node).is_none()
    }
}
