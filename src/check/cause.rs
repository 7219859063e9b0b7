//! Finds a common cause of the wrong values in a tree: signs as in negamax, or MAX and MIN swapped.

use crate::claim::{Claim, Claims, Content};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::model::ResolvedTree;
use crate::number::Number;
use crate::source::Span;
use crate::syntax::first_token;
use crate::syntax::tree::{Kind, NodeId};

use super::judged::Doubted;
use crate::explain::Context;

/// Trees with more nodes are not checked for these beginners' mistakes.
const MOST_NODES: usize = 10_000;

/// One mistake that explains every wrong value of a tree, with the change that corrects them all.
pub(super) struct Cause {
    /// The operand of the first wrong claim. The finding about this claim carries the note.
    first: Span,
    /// The operands of all claims that this mistake explains.
    explained: Vec<Span>,
    note: String,
    fix: Fix,
}

/// A claim of an exact value that is wrong.
struct Wrong {
    node: NodeId,
    operand: Span,
    claimed: Number,
}

impl Cause {
    /// The common cause of all wrong values of a tree, if there is one.
    pub(super) fn of(context: &Context<'_>, claims: &Claims<'_>, doubted: &[Doubted<'_>]) -> Option<Self> {
        let game = context.game;
        let nodes = game.nodes();
        let mut others = [Kind::Chance, Kind::Unknown, Kind::Elided, Kind::Blank].into_iter();
        if nodes.len() > MOST_NODES || game.settings.depth.is_some() || others.any(|kind| nodes.has(kind)) {
            return None;
        }
        let failing = doubted.iter().filter(|doubted| doubted.fails());
        let wrong: Vec<Wrong> = failing.filter_map(|doubted| exact(doubted.claim)).collect();
        opposite_signs(context, &wrong).or_else(|| swapped_players(context, claims, &wrong))
    }

    /// Adds the note and the fix to the finding of the first claim.
    pub(super) fn mention(&self, finding: Diagnostic) -> Diagnostic {
        if finding.primary.span != self.first {
            let is_explained = self.explained.contains(&finding.primary.span);
            return if is_explained { finding.uncertain() } else { finding };
        }
        finding.note_first(&self.note).help_first(&self.fix.title).uncertain().or_with_fix(self.fix.clone())
    }
}

/// The node, operand and value of a claim, if it claims an exact value.
fn exact(claim: &Claim) -> Option<Wrong> {
    match claim.content() {
        Content::Value(claimed) => Some(Wrong { node: claim.node, operand: claim.operand, claimed }),
        _ => None,
    }
}

/// Explains wrong values that have the signs of negamax, in which each player sees values from their own side.
fn opposite_signs(context: &Context<'_>, wrong: &[Wrong]) -> Option<Cause> {
    let [first, _, ..] = wrong else { return None };
    let opposite = |wrong: &Wrong| context.search.value(wrong.node).filter(|value| value.negated() == wrong.claimed);
    let edits = wrong.iter().map(|wrong| Some(Edit::new(wrong.operand, opposite(wrong)?.to_string())));
    let fix =
        Fix { title: "change the sign of these values".to_string(), edits: edits.collect::<Option<_>>()?, safe: false };
    let note = format!(
        "{} have the opposite sign: every value is given from MAX's side, even at MIN nodes",
        all(wrong.len(), "of these wrong values")
    );
    Some(Cause { first: first.operand, explained: operands(wrong), note, fix })
}

fn operands(wrong: &[Wrong]) -> Vec<Span> {
    wrong.iter().map(|wrong| wrong.operand).collect()
}

/// Explains claimed values that are those of the same tree with MAX and MIN swapped.
fn swapped_players(context: &Context<'_>, claims: &Claims<'_>, wrong: &[Wrong]) -> Option<Cause> {
    let game = context.game;
    let first = wrong.first()?;
    let values = values_if_swapped(game);
    let mut exact = claims.all().filter_map(|(_, claim)| exact(claim));
    let explains = exact.all(|claim| values[claim.node.index()] == claim.claimed);
    // A single value may match by chance.
    if !explains || (wrong.len() < 2 && game.nodes().kind(NodeId::ROOT) == Kind::Max && !game.is_bare(NodeId::ROOT)) {
        return None;
    }
    let edits = game.nodes().interior().filter_map(|node| swap_player(game, node));
    let swap = match game.is_bare(NodeId::ROOT) {
        true => "write `min` before the root, and swap every `max` and `min` below it",
        false => "swap `max` and `min` everywhere in this tree",
    };
    let fix = Fix { title: swap.to_string(), edits: edits.collect(), safe: false };
    let player = if game.nodes().kind(NodeId::ROOT) == Kind::Max { "MIN" } else { "MAX" };
    let note = format!(
        "{} right if {player} moved first and MAX and MIN were swapped at every node",
        all(wrong.len(), "wrong values would be")
    );
    Some(Cause { first: first.operand, explained: operands(wrong), note, fix })
}

fn all(count: usize, what: &str) -> String {
    match count {
        1 => format!("the {}", what.replace("values", "value")),
        2 => format!("both {what}"),
        many => format!("all {many} {what}"),
    }
}

/// The minimax values of a tree of MAX nodes, MIN nodes and known leaves, with the players swapped.
fn values_if_swapped(game: &ResolvedTree<'_>) -> Vec<Number> {
    let nodes = game.nodes();
    let mut values: Vec<Number> = vec![Number::Infinity; nodes.len()];
    for node in nodes.all().rev() {
        let children = nodes.children(node).map(|child| values[child.index()]);
        let value = match nodes.kind(node) {
            Kind::Max => children.min(),
            Kind::Min => children.max(),
            _ => Some(nodes.value(node)),
        };
        values[node.index()] = value.unwrap_or(Number::Infinity);
    }
    values
}

/// The edit that lets the other player move at a node. A node written without a player alternates with its parent and
/// needs no edit; a root written without one is a MAX node.
fn swap_player(game: &ResolvedTree<'_>, node: NodeId) -> Option<Edit> {
    let place = first_token(game.text, game.tree.own_span(node));
    match (game.is_bare(node), game.nodes().kind(node)) {
        (true, _) if node == NodeId::ROOT => Some(Edit::new(Span::empty(place.start), "min ")),
        (true, _) => None,
        (false, Kind::Max) => Some(Edit::new(place, "min")),
        (false, _) => Some(Edit::new(place, "max")),
    }
}
