//! A run as a sheet of answers, and answers compared with a run.

use super::Run;
use super::answers::{Answers, Item};
use super::procedure::Takes;
use crate::number::Number;
use crate::search::Window;
use crate::syntax::tree::NodeId;

/// What a sheet asks at every node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// `ask values`
    pub values: bool,
    /// `ask windows`
    pub windows: bool,
    /// `ask returns`
    pub returns: bool,
    /// `ask plays`
    pub plays: bool,
    /// `ask pruned`
    pub pruned: bool,
}

impl Run<'_> {
    /// The sheet of a student who does what this run does.
    pub fn sheet(&self, asked: Asked) -> Answers {
        let mut sheet = Answers::default();
        for node in self.truth.visible().filter(|node| !self.truth.kind(*node).is_leaf()) {
            if let Some(value) = self.value(node).filter(|_| asked.values) {
                sheet.values.insert(node, value.own);
            }
            if let Some(moves) = self.own_moves(node).filter(|_| asked.plays) {
                sheet.plays.insert(node, moves.into_iter().take(1).collect());
            }
            let Some(visit) = self.visit(node) else { continue };
            if asked.windows {
                sheet.windows.insert(node, visit.window.own);
            }
            if let Some(claimed) = visit.returned.own.claim().filter(|_| asked.returns) {
                sheet.returns.insert(node, claimed);
            }
            if let Some(stop) = visit.stop.filter(|_| asked.pruned) {
                let skipped = self.tree.children(node).iter().skip(stop.own);
                sheet.skips.insert(node, skipped.map(|(child, _)| *child).collect());
            }
        }
        sheet
    }

    /// Whether an answer is what this run expects there; `None` if there is no such answer.
    ///
    /// The answers are those of the student, or of somebody else: what a run without answers expects is right.
    pub fn expects(&self, answers: &Answers, item: Item) -> Option<bool> {
        Some(match item {
            Item::Value(node) => {
                let answer = *answers.values.get(&node)?;
                self.value(node).is_some_and(|value| value.expected == answer)
            }
            Item::Window(node) => {
                let answer = *answers.windows.get(&node)?;
                self.visit(node).is_some_and(|visit| visit.window.expected == answer)
            }
            Item::Return(node) => {
                let answer = *answers.returns.get(&node)?;
                self.visit(node).is_some_and(|visit| visit.returned.expected.accepts(answer))
            }
            Item::Plays(node) => self.are_best(node, answers.plays.get(&node)?),
            Item::Stop(node) => {
                let skipped = answers.skips.get(&node)?;
                // If the run does not enter the node, it decides nothing there.
                let stop = self.visit(node)?.stop?;
                self.tree.stop(self.tree.children(node), skipped) == Some(stop.expected)
            }
        })
    }

    /// Whether the student's own earlier answers make a step of this run trivial, although it needs some thought in the
    /// `right` run.
    pub fn is_trivial(&self, item: Item, right: &Run<'_>) -> bool {
        match item {
            Item::Value(node) | Item::Plays(node) => {
                let equal = |run: &Run<'_>| {
                    all_equal(run.truth.children(node).filter_map(|child| run.value(child)).map(|value| value.own))
                };
                equal(self) && !equal(right)
            }
            Item::Window(node) => self.has_trivial_window(node, right),
            Item::Return(node) => {
                let returned = |run: &Run<'_>| {
                    let visits = run.truth.children(node).filter_map(|child| run.visit(child).copied());
                    visits.map(|visit| visit.returned.own.passed).collect::<Vec<Number>>()
                };
                let (own, true_ones) = (returned(self), returned(right));
                own.len() > 1 && all_equal(own.into_iter()) && !all_equal(true_ones.into_iter())
            }
            Item::Stop(node) => self.has_trivial_stop(node),
        }
    }

    /// Whether the run has no cutoff although the `right` run has: then its counts and lists need no thought.
    pub fn has_trivial_course(&self, right: &Run<'_>) -> bool {
        self.counts().cutoffs == 0 && right.counts().cutoffs > 0
    }

    /// The window of the root, or no bounds at all, in place of a narrower one.
    fn has_trivial_window(&self, node: NodeId, right: &Run<'_>) -> bool {
        let (Some(own), Some(right), Some(root)) = (self.visit(node), right.visit(node), self.visit(NodeId::ROOT))
        else {
            return false;
        };
        let (own, right) = (own.window.expected, right.window.expected);
        let is_narrower = own.alpha <= right.alpha && right.beta <= own.beta && own != right;
        (own == Window::full() || own == root.entry) && is_narrower
    }

    /// Whether there is nothing to compare with at a node.
    fn has_trivial_stop(&self, node: NodeId) -> bool {
        let Some(visit) = self.visit(node) else { return false };
        let is_infinite = |end: Number| end.finite().is_none();
        let Window { alpha, beta } = visit.entry;
        match self.tree.procedure.takes(self.truth.kind(node)) {
            Some(Takes::Greatest) => is_infinite(beta),
            Some(Takes::Least) => is_infinite(alpha),
            _ => is_infinite(alpha) && is_infinite(beta),
        }
    }
}

fn all_equal(mut values: impl Iterator<Item = Number>) -> bool {
    let first = values.next();
    values.all(|value| Some(value) == first)
}
