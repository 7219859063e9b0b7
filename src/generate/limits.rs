//! What no tree of a form can have, said before any tree is tried.

use super::{Recipe, Wish};
use crate::grade::faults::Fault;
use crate::model::{Cutoffs, Rule};
use crate::syntax::tree::Kind;

/// With more leaves, nobody solves an exercise by hand.
const MOST_LEAVES: u64 = 2_000;

/// The plies of a form at which a search can stop, and how.
struct Reach {
    /// The longest series of plies at which players move, one after the other.
    players: usize,
    /// Whether a search can stop at a MIN node, and at a MAX node.
    stops_at: [bool; 2],
    /// Whether a search can stop at a node that has grandchildren.
    skips_subtree: bool,
}

impl Reach {
    /// A search stops at a player's node because of a bound from a player above; no bound passes through a chance node,
    /// since generated trees have no `range`.
    fn of(layers: &[Kind]) -> Self {
        let mut reach = Self { players: 0, stops_at: [false; 2], skips_subtree: false };
        let mut players = 0;
        for (ply, kind) in layers.iter().enumerate() {
            players = if *kind == Kind::Chance { 0 } else { players + 1 };
            reach.players = reach.players.max(players);
            if players >= 2 {
                reach.stops_at[usize::from(*kind == Kind::Max)] = true;
                reach.skips_subtree |= ply + 1 < layers.len();
            }
        }
        reach
    }
}

/// Why no tree can grant the wishes of a recipe; `None` if that is not known.
pub(super) fn impossible(recipe: &Recipe) -> Option<String> {
    form(recipe)
        .or_else(|| recipe.wishes.iter().find_map(|wish| impossible_wish(recipe, wish)))
        .or_else(|| contradiction(recipe))
}

fn form(recipe: &Recipe) -> Option<String> {
    let form = &recipe.form;
    let plies = form.moves.len();
    if plies == 0 {
        return Some("a tree needs at least one ply".to_string());
    }
    if form.moves.iter().any(|moves| *moves.start() < 2) {
        return Some("a node needs at least two moves".to_string());
    }
    if let Some(ply) = form.chance.iter().find(|ply| **ply >= plies) {
        let last = plies - 1;
        return Some(format!("there is no ply {ply} for chance nodes; the plies are 0 (the root) to {last}"));
    }
    if form.most_leaves() > MOST_LEAVES {
        return Some(format!(
            "this form has up to {} leaves; an exercise has at most {MOST_LEAVES}",
            form.most_leaves()
        ));
    }
    if form.leaf_depth == super::LeafDepth::Uneven && plies < 2 {
        return Some("leaves at different depths need two plies; this form has one".to_string());
    }
    let most_at_chance = form.chance.iter().filter_map(|ply| form.moves.get(*ply)).map(|moves| *moves.end()).max();
    if form.probabilities == super::Probabilities::Tenths && most_at_chance.is_some_and(|most| most > 10) {
        return Some("more than ten outcomes cannot have a tenth or more each".to_string());
    }
    if form.probabilities == super::Probabilities::Halves && most_at_chance.is_some_and(|most| most > 20) {
        return Some("halves of more than twenty outcomes are too small to be read".to_string());
    }
    if form.chance.is_empty() && form.probabilities != super::Probabilities::Equal {
        return Some("no node has probabilities; --chance says at which ply chance decides".to_string());
    }
    None
}

fn impossible_wish(recipe: &Recipe, wish: &Wish) -> Option<String> {
    let layers = recipe.form.layers();
    let reach = Reach::of(&layers);
    let has = format!("this form has {}", plies_in_words(&layers));
    let is_set = |rule| recipe.rules.contains(&rule);
    let needs_cutoff = match wish {
        Wish::Cutoffs(amount) | Wish::AlphaCutoffs(amount) | Wish::BetaCutoffs(amount) | Wish::DeepCutoffs(amount) => {
            amount.least > 0
        }
        Wish::SkipsSubtree | Wish::OrderMatters => true,
        _ => false,
    };
    if needs_cutoff && is_set(Rule::Cutoffs(Cutoffs::None)) {
        return Some(format!("under `cutoffs none` nothing is cut off, but the wish is: {wish}"));
    }
    if needs_cutoff && reach.players < 2 {
        return Some(format!("a cutoff needs two plies of players, one after the other; {has}"));
    }
    match wish {
        Wish::DeepCutoffs(amount) if amount.least > 0 && reach.players < 4 => {
            Some(format!("a deep cutoff needs four plies of players, one after the other; {has}"))
        }
        Wish::DeepCutoffs(amount) if amount.least > 0 && is_set(Rule::Cutoffs(Cutoffs::Shallow)) => {
            Some("under `cutoffs shallow` no cutoff is deep".to_string())
        }
        Wish::AlphaCutoffs(amount) if amount.least > 0 && !reach.stops_at[0] => {
            Some(format!("a cutoff at a MIN node needs a MAX node above it; {has}"))
        }
        Wish::BetaCutoffs(amount) if amount.least > 0 && !reach.stops_at[1] => {
            Some(format!("a cutoff at a MAX node needs a MIN node above it; {has}"))
        }
        Wish::SkipsSubtree if !reach.skips_subtree => {
            Some(format!("only a node below the root that has grandchildren can skip a subtree; {has}"))
        }
        Wish::Leaves(amount) => impossible_leaves(recipe, amount.least, amount.most),
        Wish::OneBestMoveAtRoot if layers[0] == Kind::Chance => {
            Some("at the root nobody moves, but chance".to_string())
        }
        Wish::BestNotFirst | Wish::BestNotLast if layers[0] == Kind::Chance => {
            Some("at the root nobody moves, but chance, so no move is best".to_string())
        }
        Wish::OneBestMoveEverywhere | Wish::OneBestMoveAtRoot if recipe.values.numbers().len() < 2 => {
            Some("with only one number for the leaves, all moves are best".to_string())
        }
        Wish::DiffersFrom(fault) | Wish::Tells(fault) => impossible_fault(recipe, *fault, &reach),
        _ => None,
    }
}

fn impossible_fault(recipe: &Recipe, fault: Fault, reach: &Reach) -> Option<String> {
    let name = fault.description().name;
    if !recipe.questions.ask_about_steps() {
        return Some(format!("\"{name}\" cannot be seen in the answers to --question {}", recipe.questions));
    }
    let is_about_chance = matches!(fault, Fault::EqualChances | Fault::ChanceAsMin | Fault::PartOfSum);
    if is_about_chance && recipe.form.chance.is_empty() {
        return Some(format!("\"{name}\" needs chance nodes; --chance 1 puts them below the root"));
    }
    if matches!(fault, Fault::EarlyEvaluation | Fault::EvaluationsIgnored) {
        return Some(format!("\"{name}\" needs static evaluations, which generated trees do not have"));
    }
    let is_tie = fault == Fault::OtherEquality && recipe.wishes.contains(&Wish::SameUnderBothCutRules);
    if is_tie {
        return Some(format!(
            "\"{name}\" makes no difference if the search is the same under both rules; add --rules any"
        ));
    }
    let has_no_negative = recipe.values.numbers().first().is_some_and(|least| *least >= crate::number::Number::ZERO);
    if fault == Fault::AlphaFromZero && has_no_negative {
        return Some(format!("\"{name}\" makes no difference if no leaf is negative; try --values -9..9"));
    }
    if fault == Fault::OnlyNodeAbove && reach.players < 4 && !recipe.questions.contains(super::Question::Windows) {
        return Some(format!("\"{name}\" needs four plies of players, or --question windows"));
    }
    None
}

/// Compares the wished number of leaves with what any search of the form evaluates.
fn impossible_leaves(recipe: &Recipe, least: u64, most: Option<u64>) -> Option<String> {
    let form = &recipe.form;
    if least > form.most_leaves() {
        return Some(format!("a tree of this form has at most {} leaves, not {least}", form.most_leaves()));
    }
    let is_plain = form.chance.is_empty() && form.leaf_depth == super::LeafDepth::Even;
    let critical = critical_leaves(recipe);
    most.filter(|most| is_plain && *most < critical).map(|most| {
        format!(
            "every search of a tree of this form evaluates at least {critical} leaves, its critical tree, not {most}"
        )
    })
}

/// The leaves of the critical tree, with the fewest moves at each ply (Knuth and Moore 1975): those of the strategies of
/// both players, which share one leaf.
fn critical_leaves(recipe: &Recipe) -> u64 {
    let moves = || recipe.form.moves.iter().map(|moves| *moves.start() as u64).enumerate();
    let strategy = |parity| moves().filter(|(ply, _)| ply % 2 == parity).map(|(_, moves)| moves).product::<u64>();
    strategy(0) + strategy(1) - 1
}

/// Wishes that cannot be granted together.
fn contradiction(recipe: &Recipe) -> Option<String> {
    let is_wished = |wish: Wish| recipe.wishes.contains(&wish);
    let two_moves = recipe.form.moves.first().is_some_and(|moves| *moves.end() == 2);
    if two_moves && is_wished(Wish::BestNotFirst) && is_wished(Wish::BestNotLast) {
        return Some("one of the root's two moves is best, so it is the first or the last".to_string());
    }
    let most = |wish: &Wish| match wish {
        Wish::Cutoffs(amount) => amount.most,
        _ => None,
    };
    let most = recipe.wishes.iter().find_map(most)?;
    let parts = recipe.wishes.iter().map(|wish| match wish {
        Wish::AlphaCutoffs(amount) | Wish::BetaCutoffs(amount) => amount.least,
        _ => 0,
    });
    let parts: u64 = parts.fold(0, u64::saturating_add);
    (parts > most).then(|| format!("{parts} cutoffs at MIN and MAX nodes are more than {most} cutoffs in all"))
}

/// `three plies: MAX, MIN, MAX`.
fn plies_in_words(layers: &[Kind]) -> String {
    let names: Vec<String> = layers
        .iter()
        .map(|kind| match kind {
            Kind::Max => "MAX".to_string(),
            Kind::Min => "MIN".to_string(),
            _ => "chance".to_string(),
        })
        .collect();
    let plies = if layers.len() == 1 { "ply" } else { "plies" };
    format!("{} {plies}: {}", layers.len(), names.join(", "))
}
