//! Planted mistakes: several slips that are carried on, several in a right sheet, and sheets filled in without thought.
//!
//! Each test counts the exercises that it has tried, by their settings, so that none is about nothing.

use std::collections::BTreeMap;

use gametree::grade::run::{Answers, Item, Run};
use gametree::grade::{Graded, GradedItem, Rubric};
use gametree::model::{Cutoffs, Defaults, FileSettings, Order, ResolvedTree, Returns};
use gametree::number::{Fraction, Number, Weight};
use gametree::search::Search;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::exercise::Exercise;
use crate::marks::{grade, homework, questions};
use crate::random::all_exercises;
use crate::reference::{EVERYTHING, Rules};
use crate::run::{Slip, slips};
use crate::tree::{Player, Tree};

/// How many exercises were tried, in all and by what is special about them.
#[derive(Default)]
struct Tried(BTreeMap<&'static str, usize>);

impl Tried {
    fn add(&mut self, Exercise { tree, rules, .. }: &Exercise) {
        for (what, is_so) in [
            ("all", true),
            ("chance", tree.has_chance()),
            ("depth", rules.depth.is_some()),
            ("shallow", rules.cutoffs == Cutoffs::Shallow),
            ("fail-hard", rules.returns == Returns::FailHard),
            ("from the left", rules.order == Order::LeftToRight),
            ("from the right", rules.order == Order::RightToLeft),
        ] {
            *self.0.entry(what).or_default() += usize::from(is_so);
        }
    }

    fn assert_enough(&self, least: usize) {
        println!("{:?}", self.0);
        for (what, count) in &self.0 {
            assert!(*count >= if *what == "all" { least } else { least / 20 }, "{what}: {count}");
        }
    }
}

/// A random value, always the same in the same order.
fn next<T: std::fmt::Debug>(runner: &mut TestRunner, of: &impl Strategy<Value = T>) -> T {
    of.new_tree(runner).unwrap().current()
}

#[test]
fn several_slips_carried_on_are_at_most_as_many_mistakes() {
    let mut runner = TestRunner::deterministic();
    let mut tried = Tried::default();
    let (exercises, several) = (all_exercises(), proptest::collection::vec(slips(), 2..=4));
    for _ in 0..3_000 {
        let (exercise, slips) = (next(&mut runner, &exercises), next(&mut runner, &several));
        if let Some((made, mistakes)) = exercise.read(|game, search| carried_on(game, search, &slips)) {
            assert!(mistakes.len() <= made, "{made} slips, {mistakes:?}: {exercise:?}\n{slips:?}");
            tried.add(&exercise);
        }
    }
    tried.assert_enough(1_500);
}

/// Makes slips one after the other, each in the sheet that follows from those before; returns how many, and the mistakes
/// of the whole sheet. `None` if fewer than two are slips.
fn carried_on(game: &ResolvedTree<'_>, search: &Search<'_>, slips: &[Slip]) -> Option<(usize, Vec<Item>)> {
    if game.nodes().is_leaf(NodeId::ROOT) {
        return None;
    }
    let mut answers = Answers::default();
    let mut made = 0;
    for slip in slips {
        let slip = slip.asking_as(&slips[0]);
        let own = Run::new(game, search, &answers)?;
        let Some((alone, _)) = slip.alone(&own, search) else { continue };
        let mut more = answers.clone();
        more.values.extend(alone.values);
        more.windows.extend(alone.windows);
        more.returns.extend(alone.returns);
        more.plays.extend(alone.plays);
        more.skips.extend(alone.skips);
        answers = more;
        made += 1;
    }
    let sheet = Run::new(game, search, &answers)?.sheet(slips[0].asked());
    let run = Run::new(game, search, &sheet)?;
    let mistakes = sheet.items().filter(|item| run.expects(&sheet, *item) == Some(false)).collect();
    (made > 1).then_some((made, mistakes))
}

#[test]
fn without_follow_through_each_mistake_costs_its_own_marks() {
    let mut runner = TestRunner::deterministic();
    let mut tried = Tried::default();
    let (exercises, questions) = (all_exercises(), questions());
    let choices = (any::<Index>(), any::<Index>(), 0_u8..8);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..2_000 {
        let (exercise, questions) = (next(&mut runner, &exercises), next(&mut runner, &questions));
        let Some((asked, sheet)) = homework(&exercise, &questions) else { continue };
        let rubric = Rubric { follow_through: Fraction::ZERO, ..Rubric::default() };
        let right = grade(&asked, &sheet, rubric);
        let mut planted = Planted { sheet: &sheet, edits: Vec::new(), cost: Fraction::ZERO };
        for question in right.trees.iter().flat_map(|tree| &tree.questions) {
            let (one, other, kind) = next(&mut runner, &choices);
            let is_planted = match question.name.as_str() {
                _ if kind == 0 => false,
                "ask pruned" => planted.in_marks(question.worth, &question.items, one, other, kind),
                _ => planted.in_numbers(question.worth, &question.items, one),
            };
            *kinds.entry(question.name.clone()).or_default() += usize::from(is_planted);
        }
        let Planted { edits, cost, .. } = planted;
        if edits.len() > 1 {
            let wrong = edited(&sheet, edits);
            let graded = grade(&asked, &wrong, rubric);
            let expected = right.marks.minus(cost).unwrap();
            assert_eq!(graded.marks.to_string(), expected.to_string(), "{exercise:?}\n{wrong}");
            tried.add(&exercise);
        }
    }
    println!("{kinds:?}");
    assert!(
        ["ask values", "ask windows", "ask returns", "ask pruned"].iter().all(|name| kinds[*name] > 30),
        "{kinds:?}"
    );
    tried.assert_enough(400);
}

/// Mistakes in a right sheet, with what they cost.
struct Planted<'s> {
    sheet: &'s str,
    edits: Vec<(usize, usize, String)>,
    cost: Fraction,
}

impl Planted<'_> {
    fn add(&mut self, (start, end): (usize, usize), text: impl Into<String>, worth: Fraction, part: usize, all: usize) {
        let (part, all) = (Fraction::from(part as u64), Fraction::from(all as u64));
        self.edits.push((start, end, text.into()));
        self.cost = self.cost.plus(worth.times(part).unwrap().over(all).unwrap()).unwrap();
    }

    /// Changes a number or a window of a question.
    fn in_numbers(&mut self, worth: Fraction, items: &[GradedItem], which: Index) -> bool {
        if items.is_empty() {
            return false;
        }
        let item = which.get(items);
        let (Some(answer), Some(place)) = (&item.answer, item.place) else { return false };
        let (sign, number) = match answer.rsplit_once(' ') {
            _ if answer.starts_with('[') => ("", answer.as_str()),
            Some((sign, number)) => (sign, number),
            None => ("", answer.as_str()),
        };
        let other = match number.parse::<Number>() {
            _ if number == "[-1001, 1001]" => return false,
            _ if number.starts_with('[') => "[-1001, 1001]".to_string(),
            Ok(number) if number.finite().is_some() => number.plus(Number::integer(1001)).unwrap().to_string(),
            Ok(_) => "1001".to_string(),
            // A move.
            Err(_) => return false,
        };
        let range = place.range();
        self.add((range.start, range.end), format!("{sign} {other}"), worth, 1, items.len());
        true
    }

    /// Takes a mark away, marks a leaf that is evaluated, or both.
    fn in_marks(&mut self, worth: Fraction, items: &[GradedItem], one: Index, other: Index, kind: u8) -> bool {
        let mut planted = Vec::new();
        if kind < 6 && !items.is_empty() {
            let place = one.get(items).place.expect("everything is marked").range();
            planted.push(((place.start, place.end), ""));
        }
        let evaluated = evaluated_leaves(self.sheet);
        if kind > 3 && !evaluated.is_empty() {
            let end = *other.get(&evaluated);
            planted.push(((end, end), " pruned"));
        }
        // Each costs as much as a right mark gives, but the question never gives less than nothing.
        for (number, (place, text)) in planted.iter().enumerate() {
            let is_paid = number >= items.len().max(1);
            self.add(*place, *text, worth, usize::from(!is_paid), items.len().max(1));
        }
        !planted.is_empty()
    }
}

/// The ends of the leaves that the search evaluates, and about which nothing is claimed.
fn evaluated_leaves(text: &str) -> Vec<usize> {
    let (file, mut findings) = parse(text, 9);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let search = Search::of(&game).unwrap();
    let leaves = game.nodes().all().filter(|node| game.nodes().is_leaf(*node) && search.entered(*node));
    let bare = leaves.filter(|leaf| game.tree.claims.of(*leaf).is_empty() && *leaf != NodeId::ROOT);
    bare.map(|leaf| game.nodes().span(leaf).range().end).collect()
}

fn edited(text: &str, mut edits: Vec<(usize, usize, String)>) -> String {
    edits.sort();
    let mut edited = text.to_string();
    for (start, end, new) in edits.into_iter().rev() {
        edited.replace_range(start..end, &new);
    }
    edited
}

/// Trees like those of homework: all leaves are equally deep, and every node has two or three children.
fn even_trees(plies: usize, player: Player, chance: bool) -> BoxedStrategy<Tree> {
    let number = || (1..=20_i64).prop_map(Number::integer);
    if plies == 0 {
        return number().prop_map(Tree::Leaf).boxed();
    }
    let other = if player == Player::Max { Player::Min } else { Player::Max };
    let children = proptest::collection::vec(even_trees(plies - 1, other, chance), 2..=3);
    let moves = (number(), children.clone()).prop_map(move |(eval, children)| Tree::Node(player, eval, children));
    if !chance {
        return moves.boxed();
    }
    let chance = (number(), children).prop_map(|(eval, children)| {
        let weight = Weight::new(1, children.len() as i128).expect("there are children");
        Tree::Chance(eval, children.into_iter().map(|child| (weight, child)).collect())
    });
    prop_oneof![4 => moves, 1 => chance].boxed()
}

/// A question that is answered without thought: the answer at every place, and the greatest share of the marks in trees
/// of three and four plies with deep cutoffs, without chance nodes and without a depth limit.
///
/// Here the shares are 1.4 %, 27 % and nothing; the design of the grader has 2.8 %, 22 % and nothing. The windows with
/// marks are those that are right.
const THOUGHTLESS: [(&str, &str, f64); 4] = [
    ("ask values", "= 0", 0.03),
    ("ask windows", "[-inf, inf]", 0.3),
    ("ask pruned", "pruned", 0.01),
    ("ask pruned", "", 0.0),
];

#[test]
fn sheets_filled_in_without_thought_get_few_marks() {
    let trees: Vec<_> = [(3, false), (4, false), (3, true), (4, true)]
        .into_iter()
        .flat_map(|(plies, chance)| [Player::Max, Player::Min].map(|player| even_trees(plies, player, chance)))
        .collect();
    let trees = (proptest::strategy::Union::new(trees), all_exercises());
    for (question, answer, most) in THOUGHTLESS {
        let mut runner = TestRunner::deterministic();
        let (mut tried, mut usual) = (Tried::default(), Vec::new());
        let (mut shares, mut right) = (Vec::new(), Vec::new());
        for _ in 0..400 {
            let (tree, exercise) = next(&mut runner, &trees);
            let rules = Rules { window: EVERYTHING, range: None, ..exercise.rules };
            let exercise = Exercise { tree, rules, ..exercise };
            let Some([with, without]) = shares_without_thought(&exercise, question, answer) else { continue };
            tried.add(&exercise);
            shares.push(with);
            right.push(without);
            let Rules { cutoffs, depth, .. } = exercise.rules;
            if !exercise.tree.has_chance() && cutoffs == Cutoffs::Deep && depth.is_none() {
                usual.push(with);
            }
        }
        let mean = |shares: &[f64]| shares.iter().sum::<f64>() / shares.len() as f64;
        let (all, right, usual) = (mean(&shares), mean(&right), mean(&usual));
        println!("{question}, `{answer}`: {all:.3}, of that right {right:.3}; in usual trees: {usual:.3}");
        assert!(usual <= most, "{question} with `{answer}`: {usual}");
        assert!(all - right <= 0.02, "{question} with `{answer}`: {all} in all, {right} of them right");
        tried.assert_enough(150);
    }
}

/// The share of the marks with and without follow-through; `None` if the search has no cutoffs, or if there is no key.
fn shares_without_thought(exercise: &Exercise, question: &str, answer: &str) -> Option<[f64; 2]> {
    if exercise.searched(|search| search.cutoffs().is_empty()) {
        return None;
    }
    let (asked, sheet) = homework(exercise, &[question])?;
    let right = grade(&asked, &sheet, Rubric::default());
    let places = right.trees[0].questions[0].items.iter().filter_map(|item| Some(item.place?.range()));
    let mut edits: Vec<_> = places.map(|range| (range.start, range.end, answer.to_string())).collect();
    if answer == "pruned" {
        edits.extend(evaluated_leaves(&sheet).into_iter().map(|end| (end, end, " pruned".to_string())));
    }
    let sheet = edited(&sheet, edits);
    let rubric = |follow_through| Rubric { follow_through, ..Rubric::default() };
    Some([Fraction::ONE, Fraction::ZERO].map(|share| share_of(&grade(&asked, &sheet, rubric(share)))))
}

fn share_of(graded: &Graded) -> f64 {
    let share = graded.marks.over(graded.worth).unwrap().to_string();
    let (numerator, denominator) = share.split_once('/').unwrap_or((&share, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}
