//! `ask pruned`: a skipped subtree without a mark is missing, and a mark at something that is not skipped is wrong.
//! Both are errors.

use super::answered::{Answered, Credit, Runs};
use super::rubric::{PrunedRule, PrunedUnit, Rubric};
use super::{MarkedItem, MarkedQuestion, whole};
use crate::claim::{Asked, ClaimKind};
use crate::grade::run::Item;
use crate::number::{Fault, Fraction};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// Marks an `ask pruned`.
pub(super) fn pruned(answered: &Answered<'_>, worth: Fraction, rubric: &Rubric) -> Result<MarkedQuestion, Fault> {
    let marks = Marks::of(answered);
    let branches = answered.asked.places(Asked::Pruned);
    let units = match rubric.pruned {
        PrunedUnit::Branches => branches,
        PrunedUnit::Leaves => marks.leaves_below(&branches),
    };
    let wrong = match rubric.pruned {
        PrunedUnit::Branches => marks.topmost_wrong(),
        PrunedUnit::Leaves => marks.wrong_leaves(),
    };
    let is_unanswered = marks.pruned.is_empty() && !units.is_empty() || !answered.sheet.is_read;
    let mut items = Vec::new();
    let mut errors = Fraction::ZERO;
    for unit in &units {
        let is_marked = match rubric.pruned {
            PrunedUnit::Branches => marks.covers(*unit),
            PrunedUnit::Leaves => marks.covered[unit.index()],
        };
        let credit = match is_marked {
            true => Credit::Right,
            false if is_unanswered => Credit::Unanswered,
            false => marks.credit_of_error(*unit),
        };
        errors = errors.plus(cost(credit, rubric)?)?;
        let answer = marks.answer_at(*unit).filter(|_| is_marked);
        items.push(MarkedItem { node: *unit, kind: Some(ClaimKind::Pruned), is_expectation: false, credit, answer });
    }
    for node in wrong {
        let credit = marks.credit_of_error(node);
        errors = errors.plus(cost(credit, rubric)?)?;
        items.push(MarkedItem {
            node,
            kind: Some(ClaimKind::Pruned),
            is_expectation: false,
            credit,
            answer: marks.answer_at(node),
        });
    }
    let all = whole(units.len());
    let marks = match rubric.pruned_rule {
        PrunedRule::Exact if errors == Fraction::ZERO => worth,
        PrunedRule::Exact => Fraction::ZERO,
        PrunedRule::Net if units.is_empty() && errors == Fraction::ZERO => worth,
        PrunedRule::Net if units.is_empty() => Fraction::ZERO,
        PrunedRule::Net => worth.times(all.minus(errors)?.max(Fraction::ZERO))?.over(all)?,
    };
    Ok(MarkedQuestion { worth, marks, items })
}

/// What an error costs: less if it follows from an earlier one.
fn cost(credit: Credit, rubric: &Rubric) -> Result<Fraction, Fault> {
    match credit {
        Credit::Right => Ok(Fraction::ZERO),
        Credit::Follows => Fraction::ONE.minus(rubric.follow_through),
        Credit::Trivial | Credit::Wrong | Credit::Unanswered => Ok(Fraction::ONE),
    }
}

impl Answered<'_> {
    /// At how many nodes the marks are wrong and do not follow from an earlier mistake. Marks with a hole count once.
    pub(super) fn mistaken_stops(&self) -> usize {
        let marks = Marks::of(self);
        if marks.pruned.is_empty() {
            return 0;
        }
        let units = if self.sheet.is_read { self.asked.places(Asked::Pruned) } else { Vec::new() };
        let missing = units.into_iter().filter(|unit| !marks.covers(*unit) && !marks.is_below_mark(*unit));
        let errors = missing.chain(marks.topmost_wrong()).filter(|node| !marks.is_expected(*node));
        let mut nodes: Vec<NodeId> = errors.map(|node| self.asked.game().parent(node)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.len()
    }
}

/// The marks of a sheet.
struct Marks<'a> {
    answered: &'a Answered<'a>,
    /// The nodes and leaves marked `pruned`, in pre-order, with the place of the mark.
    pruned: Vec<(NodeId, Span)>,
    /// Whether the nearest mark at a node or above it is `pruned`.
    covered: Vec<bool>,
    /// Whether a node or leaf is marked `visited`.
    visited: Vec<bool>,
}

impl<'a> Marks<'a> {
    fn of(answered: &'a Answered<'a>) -> Self {
        let nodes = answered.asked.game().nodes();
        let (mut pruned, mut visited) = (Vec::new(), vec![false; nodes.len()]);
        for claim in answered.sheet.claims.at_nodes() {
            match claim.kind {
                ClaimKind::Pruned => pruned.push((claim.node, claim.span)),
                ClaimKind::Visited => visited[claim.node.index()] = true,
                _ => {}
            }
        }
        let mut covered = vec![false; nodes.len()];
        pruned.iter().for_each(|(node, _)| covered[node.index()] = true);
        for node in nodes.all() {
            covered[node.index()] &= !visited[node.index()];
            if !nodes.is_leaf(node) {
                for child in nodes.children(node) {
                    covered[child.index()] |= covered[node.index()];
                }
            }
        }
        Self { answered, pruned, covered, visited }
    }

    fn is_marked(&self, node: NodeId) -> bool {
        self.pruned.binary_search_by_key(&node, |(node, _)| *node).is_ok()
    }

    /// The mark that covers a node or leaf: at it, below it, or above it.
    fn answer_at(&self, node: NodeId) -> Option<Span> {
        let end = self.answered.asked.game().nodes().end(node);
        let first = self.pruned.partition_point(|(marked, _)| *marked < node);
        let at_or_below = self.pruned.get(first).filter(|(marked, _)| *marked < end);
        let above = || {
            let above = self.marked_above(node)?;
            self.pruned.get(self.pruned.partition_point(|(marked, _)| *marked < above))
        };
        at_or_below.or_else(above).map(|(_, mark)| *mark)
    }

    /// Whether every leaf of a subtree is marked at its top or below it. A mark at a node above does not count: it
    /// is wrong itself, and says nothing about this subtree.
    fn covers(&self, unit: NodeId) -> bool {
        let nodes = self.answered.asked.game().nodes();
        let mut pending = vec![(unit, false)];
        while let Some((node, above)) = pending.pop() {
            let covered = (above || self.is_marked(node)) && !self.visited[node.index()];
            if nodes.is_leaf(node) {
                if !covered {
                    return false;
                }
            } else {
                pending.extend(nodes.children(node).map(|child| (child, covered)));
            }
        }
        true
    }

    /// The marks at nodes and leaves that no cutoff skips; of several marks on one path, only the topmost.
    fn topmost_wrong(&self) -> Vec<NodeId> {
        let mut end = NodeId::ROOT;
        let mut wrong = Vec::new();
        for (node, _) in &self.pruned {
            if *node >= end && !self.answered.asked.is_pruned(*node) {
                wrong.push(*node);
                end = self.answered.asked.game().nodes().end(*node);
            }
        }
        wrong
    }

    fn leaves_below(&self, branches: &[NodeId]) -> Vec<NodeId> {
        let nodes = self.answered.asked.game().nodes();
        let below = |branch: &NodeId| (branch.index()..nodes.end(*branch).index()).map(NodeId::new);
        branches.iter().flat_map(below).filter(|node| nodes.is_leaf(*node)).collect()
    }

    /// The leaves that a mark covers although no cutoff skips them.
    fn wrong_leaves(&self) -> Vec<NodeId> {
        let nodes = self.answered.asked.game().nodes();
        let is_wrong = |leaf: &NodeId| self.covered[leaf.index()] && !self.answered.asked.is_pruned(*leaf);
        nodes.all().filter(|node| nodes.is_leaf(*node)).filter(is_wrong).collect()
    }

    /// Whether a mark above covers a node.
    fn is_below_mark(&self, node: NodeId) -> bool {
        self.marked_above(node).is_some()
    }

    /// The nearest node above with a mark.
    fn marked_above(&self, node: NodeId) -> Option<NodeId> {
        let game = self.answered.asked.game();
        let mut at = node;
        while at != NodeId::ROOT {
            at = game.parent(at);
            if self.is_marked(at) {
                return Some(at);
            }
        }
        None
    }

    /// Whether the marks below the parent of a node are what the student's run expects. False for a node that is marked
    /// both `pruned` and `visited`.
    fn is_expected(&self, node: NodeId) -> bool {
        let Some(Runs { own, .. }) = &self.answered.runs else { return false };
        if self.is_marked(node) && self.visited[node.index()] {
            return false;
        }
        let stop = Item::Stop(self.answered.asked.game().parent(node));
        own.expects(self.answered.answers, stop) == Some(true)
    }

    /// The credit of a missing or wrong mark: it follows if the decision that led to it does, or a decision above it.
    fn credit_of_error(&self, node: NodeId) -> Credit {
        let Some(Runs { own, right }) = &self.answered.runs else { return Credit::Wrong };
        let is_trivial = |node: NodeId| own.is_trivial(Item::Stop(self.answered.asked.game().parent(node)), right);
        let marked = std::iter::successors(Some(node), |node| self.marked_above(*node));
        if marked.filter(|node| self.is_expected(*node)).any(|node| !is_trivial(node)) {
            Credit::Follows
        } else if self.is_expected(node) {
            Credit::Trivial
        } else {
            Credit::Wrong
        }
    }
}
