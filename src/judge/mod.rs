//! Does a claim hold? Only the truth of it; `check` explains it to people.

use crate::model::{Claim, ClaimKind, Cut, Expectation, ExpectationKind, Pattern, Quantity, ResolvedTree, Step};
use crate::number::Number;
use crate::search::{Cause, Search, VisitStatus};
use crate::syntax::tree::{Kind, NodeId};

/// What becomes of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is true.
    Holds,
    /// It is false.
    Fails,
    /// It depends on a leaf whose value is not known.
    Open,
    /// It is a count that would have to look inside of this `...`.
    Uncountable(NodeId),
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// Open where there is no answer.
fn known(answer: Option<bool>) -> Verdict {
    answer.map_or(Verdict::Open, Verdict::from)
}

/// Judges a claim on a node or leaf.
pub fn claim(search: &Search<'_>, claim: &Claim) -> Verdict {
    let node = claim.node;
    match &claim.kind {
        ClaimKind::Equal(value) => within(search, node, *value, *value),
        ClaimKind::Near(near) => within(search, node, near.least, near.greatest),
        ClaimKind::Plays(child) => known(search.is_best_move(node, *child)),
        ClaimKind::Pruned => status(search, node, |status| status == VisitStatus::Skipped(Cause::Cutoff)),
        ClaimKind::Visited => status(search, node, |status| !matches!(status, VisitStatus::Skipped(_))),
        ClaimKind::AtMost(value) => returned(search, node, *value, failed_low),
        ClaimKind::AtLeast(value) => returned(search, node, *value, failed_high),
        ClaimKind::Window(alpha, beta) => match search.status(node) {
            VisitStatus::Skipped(_) => Verdict::Fails,
            VisitStatus::Open => Verdict::Open,
            VisitStatus::Entered(_) => {
                known(search.window(node).map(|window| window.alpha == *alpha && window.beta == *beta))
            }
        },
    }
}

/// Judges an expectation of the whole tree.
pub fn expectation(game: &ResolvedTree<'_>, search: &Search<'_>, expectation: &Expectation) -> Verdict {
    let root = NodeId::ROOT;
    match &expectation.kind {
        ExpectationKind::Value(value) => within(search, root, *value, *value),
        ExpectationKind::Near(near) => within(search, root, near.least, near.greatest),
        ExpectationKind::Plays(child) => known(search.is_best_move(root, *child)),
        ExpectationKind::Line(steps) => known(follow(search, steps).map(|followed| followed.reaches_end)),
        ExpectationKind::Count(quantity, value) => match count(search, *quantity) {
            Some(actual) => (whole(actual) == *value).into(),
            None => uncountable(search, *quantity),
        },
        ExpectationKind::Fewest(value) => match search.fewest_leaves() {
            Some(actual) => (whole(actual) == *value).into(),
            None => search.elision().map_or(Verdict::Open, Verdict::Uncountable),
        },
        ExpectationKind::Visits(items) => sequence(game, search, items, search.leaf_sequence()),
        ExpectationKind::Enters(items) => sequence(game, search, items, search.sequence()),
    }
}

/// Whether a node is worth something between the two, whatever the unknown leaves are.
fn within(search: &Search<'_>, node: NodeId, from: Number, to: Number) -> Verdict {
    let (least, greatest) = search.ends(node);
    if from <= least && greatest <= to {
        Verdict::Holds
    } else if greatest < from || to < least || least == greatest {
        Verdict::Fails
    } else {
        Verdict::Open
    }
}

fn status(search: &Search<'_>, node: NodeId, holds: impl Fn(VisitStatus) -> bool) -> Verdict {
    match search.status(node) {
        VisitStatus::Open => Verdict::Open,
        status => holds(status).into(),
    }
}

fn returned(
    search: &Search<'_>,
    node: NodeId,
    value: Number,
    failed: fn(&Search<'_>, NodeId) -> Option<bool>,
) -> Verdict {
    match search.status(node) {
        VisitStatus::Skipped(_) => Verdict::Fails,
        VisitStatus::Open => Verdict::Open,
        VisitStatus::Entered(_) => {
            let answer = search.returned(node).zip(failed(search, node));
            known(answer.map(|(returned, failed)| returned == value && failed))
        }
    }
}

/// Whether the search of an entered node failed low: its result does not lie above α.
pub fn failed_low(search: &Search<'_>, node: NodeId) -> Option<bool> {
    let (result, alpha) = (search.fail_soft(node)?, search.window(node)?.alpha);
    Some(match search.settings().cut {
        Cut::AtLeast => result <= alpha,
        Cut::Above => result < alpha,
    })
}

/// Whether the search of an entered node failed high: its result does not lie below β.
pub fn failed_high(search: &Search<'_>, node: NodeId) -> Option<bool> {
    let (result, beta) = (search.fail_soft(node)?, search.window(node)?.beta);
    Some(match search.settings().cut {
        Cut::AtLeast => result >= beta,
        Cut::Above => result > beta,
    })
}

/// What the search counted; `None` where that is open.
pub fn count(search: &Search<'_>, quantity: Quantity) -> Option<u64> {
    let counts = search.counts()?;
    match quantity {
        Quantity::Leaves => Some(counts.leaves),
        Quantity::Nodes => Some(counts.nodes),
        Quantity::Cutoffs => Some(counts.cutoffs),
        Quantity::Pruned => counts.pruned,
        Quantity::Branches => Some(counts.branches),
    }
}

fn uncountable(search: &Search<'_>, quantity: Quantity) -> Verdict {
    let skipped = || search.elision().filter(|_| quantity == Quantity::Pruned && search.counts().is_some());
    search.entered_elision().or_else(skipped).map_or(Verdict::Open, Verdict::Uncountable)
}

/// A count as a number of the language.
pub fn whole(count: u64) -> Number {
    Number::Finite(i128::from(count).into())
}

/// How far a claimed line is a principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// How many of its moves are best moves, one after the other.
    pub moves: usize,
    /// The node that those moves lead to.
    pub node: NodeId,
    /// All of them are, and the line ends at a leaf, the depth limit or a chance node.
    pub reaches_end: bool,
}

/// Follows a claimed line as far as it is right; `None` where the best moves are not known.
pub fn follow(search: &Search<'_>, steps: &[Step]) -> Option<Followed> {
    let is_end = |node: NodeId| !matches!(search.kind(node), Kind::Max | Kind::Min);
    let mut node = NodeId::ROOT;
    for (moves, step) in steps.iter().enumerate() {
        if is_end(node) || !search.is_best_move(node, step.child)? {
            return Some(Followed { moves, node, reaches_end: false });
        }
        node = step.child;
    }
    Some(Followed { moves: steps.len(), node, reaches_end: is_end(node) })
}

fn sequence(game: &ResolvedTree<'_>, search: &Search<'_>, items: &[Pattern], actual: &[NodeId]) -> Verdict {
    if search.counts().is_none() {
        return Verdict::Open;
    }
    if actual.len() != items.len() {
        return Verdict::Fails;
    }
    let mut same = Verdict::Holds;
    for (item, node) in items.iter().zip(actual) {
        match matches(game, search, item, *node) {
            Some(true) => {}
            Some(false) => return Verdict::Fails,
            None => same = Verdict::Open,
        }
    }
    same
}

/// Whether a node or leaf is what an item of a sequence says: by its value, its label or name, or its unknown. `None`
/// where that depends on the value of an unknown leaf.
pub fn matches(game: &ResolvedTree<'_>, search: &Search<'_>, item: &Pattern, node: NodeId) -> Option<bool> {
    if let Some(value) = item.value {
        if !search.kind(node).is_leaf() {
            return Some(false);
        }
        // What was searched has returned its value; minimax values may not have been asked for.
        let actual = search.fail_soft(node).or_else(|| search.value(node));
        return actual.map(|actual| actual == value);
    }
    if game.nodes().kind(node) == Kind::Unknown && game.unknown(node) == item.term.span.of(game.text) {
        return Some(true);
    }
    let name = game.name_at(item.term.span);
    let names = [game.name_of_unknown(node), game.label(node), game.name(node)];
    Some(names.contains(&Some(name)))
}
