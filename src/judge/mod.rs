//! Does a claim hold? Only the truth of it; `check` explains it to people.

use crate::model::{Claim, ClaimKind, Cut, Expectation, ExpectationKind, Game, Pattern, Quantity, Step};
use crate::number::Number;
use crate::search::{Cause, Fate, Search, fewest_leaves};
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
        ClaimKind::Plays(moves) => plays(search, node, moves),
        ClaimKind::Pruned => fate(search, node, |fate| fate == Fate::Skipped(Cause::Cutoff)),
        ClaimKind::Visited => fate(search, node, |fate| !matches!(fate, Fate::Skipped(_))),
        ClaimKind::AtMost(value) => returned(search, node, *value, failed_low),
        ClaimKind::AtLeast(value) => returned(search, node, *value, failed_high),
        ClaimKind::Window(alpha, beta) => match search.fate(node) {
            Fate::Skipped(_) => Verdict::Fails,
            Fate::Open => Verdict::Open,
            Fate::Entered(_) => known(search.window(node).map(|window| window.alpha == *alpha && window.beta == *beta)),
        },
    }
}

/// Judges an expectation of the whole tree.
pub fn expectation(game: &Game<'_>, search: &Search<'_>, expectation: &Expectation) -> Verdict {
    let root = NodeId::ROOT;
    match &expectation.kind {
        ExpectationKind::Value(value) => within(search, root, *value, *value),
        ExpectationKind::Near(near) => within(search, root, near.least, near.greatest),
        ExpectationKind::Plays(moves) => plays(search, root, moves),
        ExpectationKind::Line(steps) => known(follow(search, steps).map(|followed| followed.reaches_end)),
        ExpectationKind::Count(quantity, value) => match count(search, *quantity) {
            Some(actual) => (whole(actual) == *value).into(),
            None => uncountable(search, *quantity),
        },
        ExpectationKind::Fewest(value) => match fewest_leaves(search) {
            Some(actual) => (whole(actual) == *value).into(),
            None => elision(search).map_or(Verdict::Open, Verdict::Uncountable),
        },
        ExpectationKind::Visits(items) => {
            let leaves = |node: &NodeId| search.kind(*node).is_leaf();
            sequence(game, search, items, leaves)
        }
        ExpectationKind::Enters(items) => sequence(game, search, items, |_| true),
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

/// Whether one of these children is a best move. Both lists are sorted.
fn plays(search: &Search<'_>, node: NodeId, moves: &[NodeId]) -> Verdict {
    let Some(judged) = search.judge_moves(node) else { return Verdict::Open };
    let claimed = judged.iter().filter(|(child, _)| moves.binary_search(child).is_ok());
    let verdicts: Vec<Option<bool>> = claimed.map(|(_, best)| *best).collect();
    if verdicts.contains(&Some(true)) {
        Verdict::Holds
    } else if verdicts.contains(&None) {
        Verdict::Open
    } else {
        Verdict::Fails
    }
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
        Fate::Skipped(_) => Verdict::Fails,
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

fn uncountable(search: &Search<'_>, quantity: Quantity) -> Verdict {
    let skipped = || elision(search).filter(|_| quantity == Quantity::Pruned && search.counts().is_some());
    search.entered_elision().or_else(skipped).map_or(Verdict::Open, Verdict::Uncountable)
}

fn elision(search: &Search<'_>) -> Option<NodeId> {
    search.visible().find(|node| search.kind(*node) == Kind::Elided)
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
    /// All of them are, and the line ends at a leaf, the depth limit or a chance node.
    pub reaches_end: bool,
}

/// Follows a claimed line as far as it is right; `None` where the best moves are not known.
pub fn follow(search: &Search<'_>, steps: &[Step]) -> Option<Followed> {
    let is_end = |node: &NodeId| !matches!(search.kind(*node), Kind::Max | Kind::Min);
    let mut nodes = vec![NodeId::ROOT];
    for (moves, step) in steps.iter().enumerate() {
        let mut next = Vec::new();
        for node in nodes.iter().filter(|node| !is_end(node)) {
            let judged = search.judge_moves(*node)?;
            for (child, best) in judged.iter().filter(|(child, _)| step.children.binary_search(child).is_ok()) {
                if (*best)? {
                    next.push(*child);
                }
            }
        }
        if next.is_empty() {
            return Some(Followed { moves, nodes, reaches_end: false });
        }
        next.sort_unstable();
        nodes = next;
    }
    let reaches_end = nodes.iter().any(is_end);
    Some(Followed { moves: steps.len(), nodes, reaches_end })
}

fn sequence(game: &Game<'_>, search: &Search<'_>, items: &[Pattern], listed: impl Fn(&NodeId) -> bool) -> Verdict {
    if search.counts().is_none() {
        return Verdict::Open;
    }
    let actual: Vec<NodeId> = search.sequence().into_iter().filter(listed).collect();
    let same =
        actual.len() == items.len() && items.iter().zip(&actual).all(|(item, node)| matches(game, search, item, *node));
    same.into()
}

/// Whether a node or leaf is what an item of a sequence says: by its value, its label or name, or its unknown.
pub fn matches(game: &Game<'_>, search: &Search<'_>, item: &Pattern, node: NodeId) -> bool {
    if let Some(value) = item.value {
        return search.kind(node) == Kind::Value && search.view().number(node) == value;
    }
    if game.nodes().kind(node) == Kind::Unknown && game.unknown(node) == item.span.of(game.text) {
        return true;
    }
    let name = game.name_at(item.span);
    game.is_unknown_called(node, &name) || game.label(node) == Some(name.clone()) || game.name(node) == Some(name)
}
