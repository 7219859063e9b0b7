//! `gametree generate random`

use std::io;
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use gametree::diagnostic::{listed, similar};
use gametree::generate::{Amount, Choice, Form, LeafDepth, Probabilities, Question, Questions, Recipe, Stream, Wish};
use gametree::grade::faults::{FAULTS, Fault};
use gametree::model::{Choice as _, Cut, Cutoffs, Order, Returns, Rule};
use gametree::syntax::tree::Kind;

use super::batch::Batch;
use super::refuse;
use crate::cli::Outcome;

/// Make random exercises with the properties you wish for
///
/// Without options: three plies of three moves, the digits as leaves, one best move at every node, at least two cutoffs,
/// one of which skips a subtree, and the same search whether a course stops at α ≥ β or only at α > β. An amount is a
/// number (16) or a range that includes both ends (15..18, 2.., ..4).
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate random --seed 7
  gametree generate random --plies 4 --moves 2..3 --deep 1.. --question windows,pruned
  gametree generate random --plies 2 --root min --values -9..9
  gametree generate random --leaves 16 --best-not first --differs-from other-side
  gametree generate random --chance 1 --probabilities tenths --question values
  gametree generate random --count 40 --output hw --pdf

docs/generate.md shows what each wish does to the tree.")]
pub(super) struct Arguments {
    #[command(flatten)]
    form: FormOptions,
    #[command(flatten)]
    wishes: Wishes,
    /// What is asked: values, windows, returns, plays, pruned, visits, leaves, best-order, unknown
    ///
    /// If left out: values, and pruned if a search can skip something.
    #[arg(long, value_name = "LIST", help_heading = "Questions")]
    question: Option<Questions>,
    /// A rule that is written into the exercise, such as "cut alpha > beta" or "search fail-hard"
    #[arg(long, value_name = "RULE", value_parser = rule, help_heading = "Questions")]
    rule: Vec<Rule>,
    /// Whether all exercises take exactly as much work; `equal` with --students if left out, otherwise `any`
    ///
    /// Equal work: as many leaves evaluated, cutoffs of each kind, deep cutoffs, changes of windows, and steps.
    #[arg(long, value_enum, value_name = "HOW")]
    difficulty: Option<Difficulty>,
    /// After how many trees to give up
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    max_tries: u64,
    #[command(flatten)]
    pub(super) batch: Batch,
}

#[derive(Args)]
#[command(next_help_heading = "The form of the tree")]
struct FormOptions {
    /// How many plies the tree has; 3 if --moves lists none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    plies: Option<u8>,
    /// How many moves each node has: 3, or 2..3, or a number or range for each ply: 3,2,2
    #[arg(long, value_name = "N", value_parser = moves, default_value = "3")]
    moves: Vec<Vec<RangeInclusive<usize>>>,
    /// Who moves first
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t = Root::Max)]
    root: Root,
    /// Whether all leaves are at the last ply
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Depth::Even)]
    leaf_depth: Depth,
    /// At which plies chance decides; the root is at ply 0. Chance takes no player's turn
    #[arg(long, value_name = "PLIES", value_delimiter = ',')]
    chance: Vec<usize>,
    /// The probabilities at chance nodes
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Chances::Equal)]
    probabilities: Chances,
    /// The numbers that leaves may have: 0..9, or -9..9, or 2,3,5,7,11, or 0,1/2,1
    #[arg(long, value_name = "NUMBERS", default_value = "0..9", allow_hyphen_values = true)]
    values: Choice,
}

#[derive(Args)]
#[command(next_help_heading = "Wishes")]
struct Wishes {
    /// How many leaves the search evaluates
    #[arg(long, value_name = "AMOUNT")]
    leaves: Option<Amount>,
    /// How many cutoffs there are; `2..` if left out and this form can have them
    #[arg(long, value_name = "AMOUNT")]
    cutoffs: Option<Amount>,
    /// How many cutoffs are at MIN nodes, where α stops the search
    #[arg(long, value_name = "AMOUNT")]
    alpha_cutoffs: Option<Amount>,
    /// How many cutoffs are at MAX nodes, where β stops the search
    #[arg(long, value_name = "AMOUNT")]
    beta_cutoffs: Option<Amount>,
    /// How many cutoffs are deep: their bound comes from three plies above the node, or more
    #[arg(long, value_name = "AMOUNT")]
    deep: Option<Amount>,
    /// Whether a cutoff must skip a node with children; `yes` if left out and this form can have one
    #[arg(long, value_enum, value_name = "WHETHER", num_args = 0..=1, default_missing_value = "yes")]
    skips_subtree: Option<Whether>,
    /// A search from the other side evaluates another number of leaves
    #[arg(long)]
    order_matters: bool,
    /// Whether the search must be the same under `cut alpha >= beta` and `cut alpha > beta`; `independent` if left out
    #[arg(long, value_enum, value_name = "HOW")]
    rules: Option<Rules>,
    /// Where there must be only one best move; `unique` if left out and the numbers allow it
    #[arg(long, value_enum, value_name = "WHERE")]
    best: Option<Best>,
    /// Which move of the root must not be best; can be given twice
    #[arg(long, value_enum, value_name = "WHICH")]
    best_not: Vec<Place>,
    /// Wrong procedures that must lead to a wrong answer, such as `only-node-above,other-side`
    #[arg(long, value_name = "FAULTS", value_delimiter = ',', value_parser = fault)]
    differs_from: Vec<Fault>,
    /// Wrong procedures that the feedback of `gametree grade` must be able to name
    #[arg(long, value_name = "FAULTS", value_delimiter = ',', value_parser = fault)]
    tells: Vec<Fault>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Difficulty {
    Equal,
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Root {
    Max,
    Min,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Depth {
    /// All leaves are at the last ply
    Even,
    /// Some are above it
    Uneven,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Chances {
    /// All children are equally likely
    Equal,
    /// 1/2, 1/4, … in random order
    Halves,
    /// Random multiples of 0.1
    Tenths,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Whether {
    Yes,
    No,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rules {
    /// It must be the same
    Independent,
    /// It may differ
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Best {
    /// At every node
    Unique,
    /// At the root
    Root,
    /// Nowhere
    Any,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Place {
    First,
    Last,
}

/// Reads the numbers of moves, for all plies or for each.
fn moves(text: &str) -> Result<Vec<RangeInclusive<usize>>, String> {
    let read = |part: &str| -> Result<RangeInclusive<usize>, String> {
        let amount: Amount = part.trim().parse()?;
        let most = amount.most.ok_or_else(|| format!("`{part}` has no upper end"))?;
        if most > 1_000 {
            return Err(format!("{most} moves are too many"));
        }
        let number = |number: u64| usize::try_from(number).map_err(|error| error.to_string());
        Ok(number(amount.least)?..=number(most)?)
    };
    text.split(',').map(read).collect()
}

/// Reads a rule as it is written in the language.
fn rule(text: &str) -> Result<Rule, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rule = match words[..] {
        ["cut", "alpha", sign, "beta"] | ["cut", sign] => Cut::from_name(sign).map(Rule::Cut),
        ["search", how] => Returns::from_name(how).map(Rule::Returns),
        ["order", how] => Order::from_name(how).map(Rule::Order),
        ["cutoffs", which] => Cutoffs::from_name(which).map(Rule::Cutoffs),
        _ => None,
    };
    rule.ok_or_else(|| {
        "a rule is `cut alpha > beta`, `search fail-hard`, `order right-to-left`, `cutoffs shallow`, or another value of these"
            .to_string()
    })
}

fn fault(word: &str) -> Result<Fault, String> {
    Fault::from_word(word.trim()).ok_or_else(|| {
        let words: Vec<String> = FAULTS.iter().map(|row| row.word.to_string()).collect();
        match similar(word, FAULTS.iter().map(|row| row.word)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", listed(&words)),
        }
    })
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let recipe = match arguments.recipe() {
        Ok(recipe) => recipe,
        Err(reason) => return Ok(refuse(&reason)),
    };
    arguments.batch.run(None, |stream| arguments.shared(recipe, stream), make)
}

/// Makes one exercise.
pub(super) fn make(recipe: &Recipe, stream: &mut Stream) -> Result<String, String> {
    recipe.make(stream).map(|exercise| exercise.text).map_err(|tally| tally.to_string())
}

impl Arguments {
    /// The recipe of all exercises: if they are to be equally hard, with the effort. This does not depend on who is in the
    /// class.
    pub(super) fn shared(&self, mut recipe: Recipe, mut stream: Stream) -> Result<Recipe, String> {
        let is_equal = match self.difficulty {
            Some(difficulty) => difficulty == Difficulty::Equal,
            None => self.batch.is_for_students(),
        };
        if is_equal {
            let effort = recipe.most_varied_effort(&mut stream).map_err(|tally| tally.to_string())?;
            recipe.wishes.push(Wish::AsHardAs(effort));
        }
        Ok(recipe)
    }

    /// The recipe that the options describe, or why no tree can follow it. Leaves out defaults that the wishes or the form
    /// do not allow.
    pub(super) fn recipe(&self) -> Result<Recipe, String> {
        let mut recipe = Recipe {
            form: self.form.read()?,
            values: self.form.values.clone(),
            rules: self.rule.clone(),
            wishes: self.wishes.asked_for(),
            questions: self.question.clone().unwrap_or(Questions::from_iter([Question::Values, Question::Pruned])),
            most_tries: self.max_tries,
        };
        let can_be = |recipe: &Recipe, wish: Wish| {
            let mut recipe = recipe.clone();
            recipe.wishes.push(wish);
            recipe.impossible().is_none()
        };
        if let Some(reason) = recipe.impossible() {
            return Err(reason);
        }
        for wish in self.wishes.usual() {
            if can_be(&recipe, wish) {
                recipe.wishes.push(wish);
            }
        }
        if self.question.is_none() && !can_be(&recipe, Wish::Cutoffs(Amount::at_least(1))) {
            recipe.questions = Questions::from_iter([Question::Values]);
        }
        // Where the search may depend on the rule, the exercise must say which one holds.
        let is_independent = recipe.wishes.contains(&Wish::SameUnderBothCutRules);
        if !is_independent && !self.rule.iter().any(|rule| matches!(rule, Rule::Cut(_))) {
            recipe.rules.push(Rule::Cut(Cut::default()));
        }
        Ok(recipe)
    }
}

impl FormOptions {
    fn read(&self) -> Result<Form, String> {
        let listed: Vec<_> = self.moves.iter().flatten().cloned().collect();
        let plies = self.plies.map_or(3, usize::from);
        let moves = match listed.len() {
            1 => vec![listed[0].clone(); plies],
            length if self.plies.is_none() || length == plies => listed,
            length => return Err(format!("--moves lists {length} plies, but --plies says {plies}")),
        };
        Ok(Form {
            first: if self.root == Root::Max { Kind::Max } else { Kind::Min },
            moves,
            chance: self.chance.clone(),
            probabilities: match self.probabilities {
                Chances::Equal => Probabilities::Equal,
                Chances::Halves => Probabilities::Halves,
                Chances::Tenths => Probabilities::Tenths,
            },
            leaf_depth: if self.leaf_depth == Depth::Even { LeafDepth::Even } else { LeafDepth::Uneven },
        })
    }
}

impl Wishes {
    /// The wishes that the options name; their limits are reported.
    fn asked_for(&self) -> Vec<Wish> {
        let place = |place: &Place| if *place == Place::First { Wish::BestNotFirst } else { Wish::BestNotLast };
        let amounts = [
            self.leaves.map(Wish::Leaves),
            self.cutoffs.map(Wish::Cutoffs),
            self.alpha_cutoffs.map(Wish::AlphaCutoffs),
            self.beta_cutoffs.map(Wish::BetaCutoffs),
            self.deep.map(Wish::DeepCutoffs),
            (self.skips_subtree == Some(Whether::Yes)).then_some(Wish::SkipsSubtree),
            self.order_matters.then_some(Wish::OrderMatters),
            (self.rules == Some(Rules::Independent)).then_some(Wish::SameUnderBothCutRules),
            match self.best {
                Some(Best::Unique) => Some(Wish::OneBestMoveEverywhere),
                Some(Best::Root) => Some(Wish::OneBestMoveAtRoot),
                Some(Best::Any) | None => None,
            },
        ];
        let mut wishes: Vec<Wish> = amounts.into_iter().flatten().chain(self.best_not.iter().map(place)).collect();
        wishes.extend(self.differs_from.iter().copied().map(Wish::DiffersFrom));
        wishes.extend(self.tells.iter().copied().map(Wish::Tells));
        wishes
    }

    /// The wishes that make a good exercise, where an option does not say otherwise and the form allows them.
    fn usual(&self) -> Vec<Wish> {
        [
            self.rules.is_none().then_some(Wish::SameUnderBothCutRules),
            self.best.is_none().then_some(Wish::OneBestMoveEverywhere),
            self.cutoffs.is_none().then_some(Wish::Cutoffs(Amount::at_least(2))),
            self.skips_subtree.is_none().then_some(Wish::SkipsSubtree),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}
