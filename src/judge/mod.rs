//! Does a claim hold? Only the truth of it; `check` explains it to people.

use crate::model::{Claim, ClaimKind, Cut, Expectation, ExpectationKind, Game, Near, Quantity, Step};
use crate::number::Number;
use crate::search::{Fate, Search, fewest_leaves};
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
        ClaimKind::Equal(value) => known(search.value(node).map(|actual| actual == *value)),
        ClaimKind::Near(near) => known(search.value(node).map(|actual| lies_near(actual, near))),
        ClaimKind::Plays(moves) => plays(search, node, moves),
        ClaimKind::Pruned => fate(search, node, |fate| fate == Fate::Skipped),
        ClaimKind::Visited => fate(search, node, |fate| fate != Fate::Skipped),
        ClaimKind::AtMost(value) => returned(search, node, *value, failed_low),
        ClaimKind::AtLeast(value) => returned(search, node, *value, failed_high),
        ClaimKind::Window(alpha, beta) => match search.fate(node) {
            Fate::Skipped => Verdict::Fails,
            Fate::Open => Verdict::Open,
            Fate::Entered(_) => known(search.window(node).map(|window| window.alpha == *alpha && window.beta == *beta)),
        },
    }
}

/// Judges an expectation of the whole tree.
pub fn expectation(game: &Game<'_>, search: &Search<'_>, expectation: &Expectation) -> Verdict {
    let root = NodeId::ROOT;
    match &expectation.kind {
        ExpectationKind::Value(value) => known(search.value(root).map(|actual| actual == *value)),
        ExpectationKind::Near(near) => known(search.value(root).map(|actual| lies_near(actual, near))),
        ExpectationKind::Plays(moves) => plays(search, root, moves),
        ExpectationKind::Line(steps) => known(follow(game, search, steps).map(|followed| followed.reaches_end)),
        ExpectationKind::Count(quantity, value) => match count(search, *quantity) {
            Some(actual) => (whole(actual) == *value).into(),
            None => uncountable(game, search, *quantity),
        },
        ExpectationKind::Fewest(value) => match fewest_leaves(search) {
            Some(actual) => (whole(actual) == *value).into(),
            None => elision(game).map_or(Verdict::Open, Verdict::Uncountable),
        },
        ExpectationKind::Visits(items) => {
            let leaves = |node: &NodeId| game.nodes().kind(*node).is_leaf();
            sequence(game, search, items, leaves)
        }
        ExpectationKind::Enters(items) => sequence(game, search, items, |_| true),
    }
}

fn lies_near(actual: Number, near: &Near) -> bool {
    near.least <= actual && actual <= near.greatest
}

fn plays(search: &Search<'_>, node: NodeId, moves: &[NodeId]) -> Verdict {
    known(search.best_moves(node).map(|best| moves.iter().any(|child| best.contains(child))))
}

fn fate(search: &Search<'_>, node: NodeId, holds: impl Fn(Fate) -> bool) -> Verdict {
    match search.fate(node) {
        Fate::Open => Verdict::Open,
        fate => holds(fate).into(),
    }
}

fn returned(
    search: &Search<'_>,
    node: NodeId,
    value: Number,
    failed: fn(&Search<'_>, NodeId) -> Option<bool>,
) -> Verdict {
    match search.fate(node) {
        Fate::Skipped => Verdict::Fails,
        Fate::Open => Verdict::Open,
        Fate::Entered(_) => {
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

fn uncountable(game: &Game<'_>, search: &Search<'_>, quantity: Quantity) -> Verdict {
    let skipped = || elision(game).filter(|_| quantity == Quantity::Pruned && search.counts().is_some());
    search.entered_elision().or_else(skipped).map_or(Verdict::Open, Verdict::Uncountable)
}

fn elision(game: &Game<'_>) -> Option<NodeId> {
    game.nodes().all().find(|node| game.nodes().kind(*node) == Kind::Elided)
}

/// A count as a number of the language.
pub fn whole(count: u64) -> Number {
    Number::Finite(i128::from(count).into())
}

/// How far a claimed line is a principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// How many of its moves are best moves, one after the other.
    pub moves: usize,
    /// The nodes that those moves may lead to.
    pub nodes: Vec<NodeId>,
    /// All of them are, and the line ends at a leaf.
    pub reaches_end: bool,
}

/// Follows a claimed line as far as it is right; `None` where the best moves are not known.
pub fn follow(game: &Game<'_>, search: &Search<'_>, steps: &[Step]) -> Option<Followed> {
    let mut nodes = vec![NodeId::ROOT];
    for (moves, step) in steps.iter().enumerate() {
        let mut next = Vec::new();
        for node in &nodes {
            let best = search.best_moves(*node).or_else(|| game.nodes().kind(*node).is_leaf().then(Vec::new))?;
            next.extend(best.into_iter().filter(|child| step.children.binary_search(child).is_ok()));
        }
        if next.is_empty() {
            return Some(Followed { moves, nodes, reaches_end: false });
        }
        next.sort_unstable();
        nodes = next;
    }
    let reaches_end = nodes.iter().any(|node| game.nodes().kind(*node).is_leaf());
    Some(Followed { moves: steps.len(), nodes, reaches_end })
}

fn sequence(
    game: &Game<'_>,
    search: &Search<'_>,
    items: &[crate::model::Pattern],
    listed: impl Fn(&NodeId) -> bool,
) -> Verdict {
    if search.counts().is_none() {
        return Verdict::Open;
    }
    let actual: Vec<NodeId> = search.sequence().into_iter().filter(listed).collect();
    let same = actual.len() == items.len() && items.iter().zip(&actual).all(|(item, node)| game.matches(item, *node));
    same.into()
}
