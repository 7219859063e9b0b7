//! Wishes that no tree of a form can grant. They are refused before any tree is tried.

use std::mem::discriminant;

use super::{Amount, Form, Question, Recipe, Wish};
use crate::diagnostic::counted;
use crate::grade::faults::Fault;
use crate::model::{Cutoffs, Order, Rule};
use crate::syntax::tree::Kind;

/// With more leaves, nobody solves an exercise by hand.
pub(super) const MOST_LEAVES: usize = 2_000;

/// The plies of a form at which a search can stop, and how.
struct Reach {
    /// The longest series of plies at which players move, one after the other.
    players: usize,
    /// Whether a search can stop at a MIN node, and at a MAX node.
    stops_at: [bool; 2],
    /// Whether a search can stop at a MIN node that has grandchildren, and at such a MAX node.
    skips_subtree_at: [bool; 2],
}

impl Reach {
    /// A search stops at a player's node because of a bound from a player above; no bound passes through a chance node,
    /// since generated trees have no `range`.
    fn of(layers: &[Kind]) -> Self {
        let mut reach = Self { players: 0, stops_at: [false; 2], skips_subtree_at: [false; 2] };
        let mut players = 0;
        for (ply, kind) in layers.iter().enumerate() {
            players = if *kind == Kind::Chance { 0 } else { players + 1 };
            reach.players = reach.players.max(players);
            if players >= 2 {
                reach.stops_at[usize::from(*kind == Kind::Max)] = true;
                reach.skips_subtree_at[usize::from(*kind == Kind::Max)] |= ply + 1 < layers.len();
            }
        }
        reach
    }
}

/// Why no tree can grant the wishes of a recipe; `None` if that is not known.
pub(super) fn impossible(recipe: &Recipe) -> Option<String> {
    form(recipe)
        .or_else(|| rules_of_one_kind(&recipe.rules))
        .or_else(|| recipe.wishes.iter().find_map(|wish| impossible_wish(recipe, wish)))
        .or_else(|| contradiction(recipe))
}

fn form(recipe: &Recipe) -> Option<String> {
    let form = &recipe.form;
    let plies = form.moves.len();
    if recipe.most_tries == 0 {
        return Some("without a try no tree is found; --max-tries must be 1 or more".to_string());
    }
    if plies == 0 {
        return Some("a tree needs at least one ply".to_string());
    }
    if recipe.values.numbers().len() < 2 {
        return Some("with only one number for the leaves, all moves are best; give --values two or more".to_string());
    }
    if form.moves.iter().any(|moves| *moves.start() < 2) {
        return Some("a node needs at least two moves".to_string());
    }
    if let Some(ply) = form.chance.iter().find(|ply| **ply >= plies) {
        let last = plies - 1;
        return Some(format!("there is no ply {ply} for chance nodes; the plies are 0 (the root) to {last}"));
    }
    if form.most_leaves() > MOST_LEAVES as u64 {
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
        return Some("more than ten children cannot all have a probability of 0.1 or more".to_string());
    }
    if form.probabilities == super::Probabilities::Halves && most_at_chance.is_some_and(|most| most > 20) {
        return Some("with more than twenty children, the probabilities 1/2, 1/4, … are too small to read".to_string());
    }
    if form.chance.is_empty() && form.probabilities != super::Probabilities::Equal {
        return Some("without chance, no node has probabilities; --chance 1 puts chance below the root".to_string());
    }
    if !form.chance.is_empty() && recipe.questions.contains(Question::Unknown) {
        return Some(
            "an unknown leaf needs a tree without chance; leave out --chance or ask something else".to_string(),
        );
    }
    None
}

/// Two rules that set the same thing.
fn rules_of_one_kind(rules: &[Rule]) -> Option<String> {
    let later = |place: usize| rules[place + 1..].iter();
    let same = |one: &Rule, place| later(place).find(|two| discriminant(one) == discriminant(*two));
    let (one, two) = rules.iter().enumerate().find_map(|(place, one)| Some((one, same(one, place)?)))?;
    Some(format!("`{one}` and `{two}` set the same thing; keep one of them"))
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
        return Some(format!("a cutoff needs two plies of players in a row; {has}"));
    }
    match wish {
        Wish::DeepCutoffs(amount) if amount.least > 0 && reach.players < 4 => {
            Some(format!("a deep cutoff needs four plies of players in a row; {has}"))
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
        Wish::SkipsSubtree if reach.skips_subtree_at == [false; 2] => {
            Some(format!("only a node below the root that has grandchildren can skip a subtree; {has}"))
        }
        Wish::Leaves(amount) => impossible_leaves(recipe, amount.least, amount.most),
        Wish::OneBestMoveAtRoot | Wish::BestNotFirst | Wish::BestNotLast if layers[0] == Kind::Chance => {
            Some("chance decides at the root, so no move is best there".to_string())
        }
        Wish::OneBestMoveEverywhere => too_few_numbers(recipe, &layers),
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

/// If all leaves are at the last ply, a player with one best move never takes the worst of the values below, so each ply
/// has one number less. Chance makes new numbers, so only the plies below chance are counted.
fn too_few_numbers(recipe: &Recipe, layers: &[Kind]) -> Option<String> {
    let below_chance = layers.iter().zip(&recipe.form.moves).rev().take_while(|(kind, _)| **kind != Kind::Chance);
    let plies = below_chance.filter(|(_, moves)| *moves.start() > 1).count();
    let (needed, numbers) = (plies + 1, recipe.values.numbers().len());
    (recipe.form.leaf_depth == super::LeafDepth::Even && numbers < needed).then(|| {
        format!(
            "one best move at every node needs {needed} different numbers, not {numbers}; add --values, or try --best root"
        )
    })
}

/// Compares the wished number of leaves with what any search of the form evaluates.
fn impossible_leaves(recipe: &Recipe, least: u64, most: Option<u64>) -> Option<String> {
    let form = &recipe.form;
    if least > form.most_leaves() {
        return Some(format!("a tree of this form has at most {} leaves, not {least}", form.most_leaves()));
    }
    if !has_critical_tree(form) {
        return None;
    }
    let critical = critical_leaves(recipe);
    let most = most.filter(|most| *most <= critical)?;
    if most < critical {
        return Some(format!(
            "the search of this form evaluates at least {critical} leaves; ask for {critical} or more"
        ));
    }
    // The first move is searched with an open window, so it costs more than the critical tree unless it is best.
    let is_from_right = recipe.rules.contains(&Rule::Order(Order::RightToLeft));
    let (not_searched_first, place) =
        if is_from_right { (Wish::BestNotLast, "last") } else { (Wish::BestNotFirst, "first") };
    (form.moves.len() > 1 && recipe.wishes.contains(&not_searched_first)).then(|| {
        format!(
            "the search evaluates as few as {critical} leaves only if the root's {place} move is best; ask for more leaves"
        )
    })
}

fn has_critical_tree(form: &Form) -> bool {
    form.chance.is_empty() && form.leaf_depth == super::LeafDepth::Even
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
    let wished = WishedCutoffs::of(&recipe.wishes);
    let reach = Reach::of(&recipe.form.layers());
    wished.contradiction().or_else(|| wished.no_subtree(&reach)).or_else(|| wished.too_many(recipe))
}

/// How many cutoffs of each kind are wished for, by all wishes together.
struct WishedCutoffs {
    all: Amount,
    at_min: Amount,
    at_max: Amount,
    deep: Amount,
    skips_subtree: bool,
}

impl WishedCutoffs {
    fn of(wishes: &[Wish]) -> Self {
        let any = Amount::at_least(0);
        let skips_subtree = wishes.contains(&Wish::SkipsSubtree);
        let mut wished = Self { all: any, at_min: any, at_max: any, deep: any, skips_subtree };
        for wish in wishes {
            match wish {
                Wish::Cutoffs(amount) => wished.all = wished.all.and(*amount),
                Wish::AlphaCutoffs(amount) => wished.at_min = wished.at_min.and(*amount),
                Wish::BetaCutoffs(amount) => wished.at_max = wished.at_max.and(*amount),
                Wish::DeepCutoffs(amount) => wished.deep = wished.deep.and(*amount),
                _ => {}
            }
        }
        wished
    }

    /// The fewest cutoffs with which all these wishes can be granted.
    fn least(&self) -> u64 {
        let parts = self.at_min.least.saturating_add(self.at_max.least);
        self.all.least.max(parts).max(self.deep.least).max(u64::from(self.skips_subtree))
    }

    /// The most cutoffs that these wishes allow.
    fn most(&self) -> Option<u64> {
        let parts = self.at_min.most.zip(self.at_max.most).map(|(min, max)| min.saturating_add(max));
        self.all.most.into_iter().chain(parts).min()
    }

    fn contradiction(&self) -> Option<String> {
        let most = self.most()?;
        let parts = self.at_min.least.saturating_add(self.at_max.least);
        let cutoffs = |count| counted(count, "cutoff", "cutoffs");
        if parts > most {
            let (parts, most) = (cutoffs(parts), cutoffs(most));
            return Some(format!("you ask for at least {parts} at MIN and MAX nodes, but for at most {most} in all"));
        }
        if self.all.least > most {
            let (least, most) = (cutoffs(self.all.least), cutoffs(most));
            return Some(format!("you ask for at least {least} in all, but for at most {most} at MIN and MAX nodes"));
        }
        if self.deep.least > most {
            let (deep, most) = (counted(self.deep.least, "deep cutoff", "deep cutoffs"), cutoffs(most));
            return Some(format!("you ask for at least {deep}, but for at most {most} in all"));
        }
        let is_refused = self.skips_subtree && most == 0;
        is_refused.then(|| "without cutoffs no subtree is skipped; wish for 1 cutoff or more".to_string())
    }

    /// Compares the nodes at which a cutoff skips a subtree with those at which cutoffs are wished for.
    fn no_subtree(&self, reach: &Reach) -> Option<String> {
        let mut kinds = [self.at_min, self.at_max].into_iter().zip(reach.skips_subtree_at);
        let is_refused = self.skips_subtree && kinds.all(|(amount, can_skip)| !can_skip || amount.most == Some(0));
        let nodes = if reach.skips_subtree_at[0] { "MIN" } else { "MAX" };
        is_refused
            .then(|| format!("in this form, only cutoffs at {nodes} nodes skip a subtree; wish for 1 of them or more"))
    }

    /// Compares the wishes with the most cutoffs that a tree of the form can have, and with the leaves they skip.
    fn too_many(&self, recipe: &Recipe) -> Option<String> {
        let form = &recipe.form;
        let kinds: [([&str; 2], u64, Counts); 4] = [
            (["cutoff at a MIN node", "cutoffs at MIN nodes"], self.at_min.least, |kind, _| kind == Kind::Min),
            (["cutoff at a MAX node", "cutoffs at MAX nodes"], self.at_max.least, |kind, _| kind == Kind::Max),
            (["deep cutoff", "deep cutoffs"], self.deep.least, |_, may_be_deep| may_be_deep),
            (["cutoff", "cutoffs"], self.least(), |_, _| true),
        ];
        for ([one, many], least, counts) in kinds {
            let most = most_cutoffs(form, counts);
            if least > most {
                return Some(format!("a tree of this form has at most {}, not {least}", counted(most, one, many)));
            }
        }
        let asked = recipe.wishes.iter().find_map(|wish| match wish {
            Wish::Leaves(amount) => Some(amount.least),
            _ => None,
        })?;
        // Every cutoff skips a leaf, and one that skips a subtree skips two.
        let skipped = self.least().saturating_add(u64::from(self.skips_subtree));
        let most = form.most_leaves().saturating_sub(skipped);
        (asked > most).then(|| {
            let most = counted(most, "leaf", "leaves");
            format!("the cutoffs that you ask for skip leaves, so the search evaluates at most {most}, not {asked}")
        })
    }
}

/// Whether a cutoff counts: at a node of this kind, and whether it may be deep.
type Counts = fn(Kind, bool) -> bool;

/// Whether a node has a bound from the nodes above it; `deep` if a bound comes from above its parent.
#[derive(Clone, Copy, Default)]
struct Bounds {
    alpha: bool,
    beta: bool,
    deep: bool,
}

/// The most cutoffs of a kind that a tree of a form can have: from the last ply upwards, for each combination of bounds.
fn most_cutoffs(form: &Form, counts: Counts) -> u64 {
    const BOTH: [bool; 2] = [false, true];
    let index =
        |bounds: Bounds| usize::from(bounds.alpha) * 4 + usize::from(bounds.beta) * 2 + usize::from(bounds.deep);
    let mut below = [0_u64; 8];
    for (kind, moves) in form.layers().into_iter().zip(&form.moves).rev() {
        let moves = *moves.end() as u64;
        let mut here = [0; 8];
        let all =
            BOTH.iter().flat_map(|alpha| BOTH.iter().flat_map(move |beta| BOTH.map(|deep| (*alpha, *beta, deep))));
        for (alpha, beta, deep) in all {
            // The first child has the bounds of the node; the others also have that of the first child's value.
            let is_max = kind == Kind::Max;
            let (first, later, can_stop) = if kind == Kind::Chance {
                (Bounds::default(), Bounds::default(), false)
            } else {
                let deep = if is_max { alpha } else { beta };
                (
                    Bounds { alpha, beta, deep },
                    Bounds { alpha: alpha || is_max, beta: beta || !is_max, deep },
                    if is_max { beta } else { alpha },
                )
            };
            let children = |number: u64| {
                below[index(first)].saturating_add(number.saturating_sub(1).saturating_mul(below[index(later)]))
            };
            let stop = can_stop && moves > 1 && counts(kind, deep);
            let stopped = if stop { children(moves - 1).saturating_add(1) } else { 0 };
            here[index(Bounds { alpha, beta, deep })] = children(moves).max(stopped);
        }
        below = here;
    }
    below[0]
}

/// `3 plies: MAX, MIN, MAX`.
fn plies_in_words(layers: &[Kind]) -> String {
    let names: Vec<String> = layers
        .iter()
        .map(|kind| match kind {
            Kind::Max => "MAX".to_string(),
            Kind::Min => "MIN".to_string(),
            _ => "chance".to_string(),
        })
        .collect();
    format!("{}: {}", counted(layers.len() as u64, "ply", "plies"), names.join(", "))
}
