//! The algorithms beside alpha–beta: they agree with one another, and each with its definition.

use gametree::edit::rearranged;
use gametree::model::{Choice, Cutoffs, Defaults, FileSettings, Order, ResolvedTree};
use gametree::number::Number;
use gametree::search::{Algorithm, Search, Trial};
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use std::collections::BTreeSet;

use crate::definitions::{Mtdf, Pvs, Sss};
use crate::exercise::Exercise;
use crate::random::{Chance, everyday_number, exercises, fine_number, small_exercises};
use crate::reference::{EVERYTHING, Rules};
use crate::tree::{Player, Tree};

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Exercises for two players.
fn games() -> impl Strategy<Value = Exercise> {
    exercises(everyday_number(), Chance::Never)
}

/// Those in which the players take turns and nothing is set but the order, a depth, and a range.
fn plain_games() -> impl Strategy<Value = Exercise> {
    games().prop_map(|exercise| {
        let Rules { order, depth, range, .. } = exercise.rules;
        let rules = Rules { order, depth, range, ..Rules::DEFAULT };
        Exercise { tree: exercise.tree.alternating(Player::Max), ..exercise }.under(rules)
    })
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn all_algorithms_find_the_value(exercise in games()) {
        let rules = Rules { window: EVERYTHING, ..exercise.rules };
        all_find_the_value(&exercise.under(rules))?;
    }

    #[test]
    fn negamax_enters_what_alpha_beta_enters(exercise in games()) {
        exercise.searched(|search| same_trial(search, &exercise))?;
    }

    #[test]
    fn each_does_what_its_definition_says(exercise in games()) {
        exercise.searched(|search| as_defined(search, &exercise))?;
    }

    #[test]
    fn sss_evaluates_no_leaf_that_alpha_beta_skips(exercise in plain_games()) {
        exercise.searched(|search| {
            let sss = trial(search, Algorithm::Sss);
            for leaf in search.visible().filter(|node| search.kind(*node).is_leaf()) {
                prop_assert!(search.entered(leaf) || !sss.entered(leaf), "{:?}", leaf);
            }
            Ok(())
        })?;
    }

    /// As Plaat et al. (1996) have it: MTD(f) that begins with the greatest of all values is SSS*.
    #[test]
    fn mtdf_from_above_evaluates_what_sss_evaluates(exercise in plain_games()) {
        let tree = exercise.tree.not_above_zero();
        let range = Some((Number::NegativeInfinity, Number::ZERO));
        let exercise = Exercise { tree, ..exercise };
        let rules = Rules { range, ..exercise.rules };
        exercise.under(rules).searched(|search| {
            let [mtdf, sss] = [Algorithm::Mtdf, Algorithm::Sss].map(|algorithm| trial(search, algorithm));
            for leaf in search.visible().filter(|node| search.kind(*node).is_leaf()) {
                prop_assert_eq!(mtdf.entered(leaf), sss.entered(leaf), "{:?}", leaf);
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_best_order_needs_the_fewest_leaves(exercise in exercises(everyday_number(), Chance::Sometimes)) {
        let Rules { range, depth, order, .. } = exercise.rules;
        let range = range.filter(|_| !exercise.tree.has_chance());
        best_order_is_best(&exercise.under(Rules { range, depth, order, ..Rules::DEFAULT }))?;
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn fine_fractions_make_no_difference(exercise in exercises(fine_number(), Chance::Never)) {
        exercise.searched(|search| as_defined(search, &exercise))?;
    }

    #[test]
    fn small_trees_are_put_into_the_best_order(exercise in small_exercises(everyday_number())) {
        best_order_is_best(&exercise)?;
    }

    #[test]
    fn pvs_searches_nothing_again_where_best_moves_come_first(exercise in games()) {
        let rules = Rules { order: Order::LeftToRight, depth: None, window: EVERYTHING, ..exercise.rules };
        let exercise = Exercise { tree: exercise.tree.best_first(), ..exercise }.under(rules);
        exercise.searched(|search| {
            prop_assert_eq!(trial(search, Algorithm::Pvs).effort.researches, 0);
            Ok(())
        })?;
    }
}

fn trial(search: &Search<'_>, algorithm: Algorithm) -> Trial {
    search.trial(algorithm, None).expect("it searches every game of two players")
}

fn all_find_the_value(exercise: &Exercise) -> TestCaseResult {
    exercise.searched(|search| {
        let best = search.best_order().expect("every leaf is known");
        for algorithm in Algorithm::ALL {
            for best in [None, Some(&best)] {
                let trial = search.trial(algorithm, best).expect("it searches every game of two players");
                prop_assert_eq!(trial.value, exercise.seen().value(), "{:?}", algorithm);
                prop_assert!(trial.effort.leaves <= trial.effort.evaluations);
                let leaves = search.visible().filter(|node| search.kind(*node).is_leaf() && trial.entered(*node));
                prop_assert_eq!(leaves.count() as u64, trial.effort.leaves);
                prop_assert_eq!(
                    search.visible().filter(|node| trial.entered(*node)).count() as u64,
                    trial.effort.nodes
                );
            }
        }
        Ok(())
    })
}

fn same_trial(search: &Search<'_>, exercise: &Exercise) -> TestCaseResult {
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Negamax] {
        let trial = trial(search, algorithm);
        prop_assert_eq!(Some(trial.value), search.fail_soft(NodeId::ROOT));
        for node in (0..exercise.tree.size()).map(NodeId::new) {
            prop_assert_eq!(trial.entered(node), search.entered(node), "{:?} at {:?}", algorithm, node);
        }
        let effort = trial.effort;
        let counts = search.counts().expect("every leaf is known");
        prop_assert_eq!((effort.leaves, effort.nodes), (counts.leaves, counts.nodes));
        prop_assert_eq!((effort.evaluations, effort.researches), (counts.leaves, 0));
    }
    Ok(())
}

fn as_defined(search: &Search<'_>, exercise: &Exercise) -> TestCaseResult {
    let (tree, rules) = (exercise.seen(), &exercise.rules);
    for algorithm in Algorithm::ALL {
        let expected = match algorithm {
            // Minimax evaluates every leaf; the other two are compared with the reference of the search.
            Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Negamax => continue,
            Algorithm::Pvs => Pvs::of(&tree, rules),
            Algorithm::Mtdf => Mtdf::of(&tree, rules),
            Algorithm::Sss => Sss::of(&tree, rules),
        };
        let trial = trial(search, algorithm);
        prop_assert_eq!(trial.value, expected.value, "{:?}", algorithm);
        let entered: BTreeSet<usize> =
            (0..exercise.tree.size()).filter(|place| trial.entered(NodeId::new(*place))).collect();
        prop_assert_eq!(entered, expected.entered, "{:?}", algorithm);
        let counts = (trial.effort.evaluations, trial.effort.researches);
        prop_assert_eq!(counts, (expected.evaluations, expected.researches), "{:?}", algorithm);
    }
    Ok(())
}

/// Under the best order alpha–beta evaluates the fewest leaves; the text that is put into it is read as the same tree
/// in that order, and stays as it is from then on.
fn best_order_is_best(exercise: &Exercise) -> TestCaseResult {
    let text = exercise.to_string();
    let (reordered, value, fewest) = exercise.searched(|search| {
        let best = search.best_order().expect("every leaf is known");
        let trial = search.trial(Algorithm::AlphaBeta, Some(&best)).expect("every leaf is known");
        prop_assert_eq!(Some(trial.effort.leaves), search.fewest_leaves());
        let needless = search.counts().map(|counts| counts.leaves) == search.fewest_leaves();
        prop_assert_eq!(best.is_as_written(), needless, "only what must be moved is moved");
        Ok((with_game(&text, |game| in_best_order(&text, game)), search.value(NodeId::ROOT), search.fewest_leaves()))
    })?;
    with_game(&reordered, |game| {
        let search = Search::of(game).expect("the same tree");
        prop_assert_eq!(search.value(NodeId::ROOT), value);
        prop_assert_eq!(search.fewest_leaves(), fewest);
        prop_assert_eq!(search.counts().map(|counts| counts.leaves), fewest);
        prop_assert_eq!(in_best_order(&reordered, game), reordered.as_str());
        Ok(())
    })
}

/// The text with its one tree in the best order.
fn in_best_order(text: &str, game: &ResolvedTree<'_>) -> String {
    let best = Search::of(game).expect("a tree").best_order().expect("every leaf is known");
    let root = game.nodes().span(NodeId::ROOT).range();
    let arranged = rearranged(game, best.leads(), game.settings.order);
    [&text[..root.start], &arranged, &text[root.end..]].concat()
}

fn with_game<T>(text: &str, question: impl FnOnce(&ResolvedTree<'_>) -> T) -> T {
    let (file, mut mistakes) = parse(text, 1);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut mistakes);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut mistakes);
    assert_eq!(mistakes.tally().total(), 0, "{text}\n{mistakes:?}");
    question(&game)
}

impl Tree {
    /// The tree with players who take turns.
    fn alternating(&self, player: Player) -> Self {
        match self {
            Self::Node(_, eval, children) => {
                let other = if player == Player::Max { Player::Min } else { Player::Max };
                Self::Node(player, *eval, children.iter().map(|child| child.alternating(other)).collect())
            }
            other => other.clone(),
        }
    }

    /// The tree with the negatives of all values that are more than 0.
    fn not_above_zero(&self) -> Self {
        let mirrored = |value: &Number| (*value).min(value.negated());
        match self {
            Self::Node(player, eval, children) => {
                Self::Node(*player, mirrored(eval), children.iter().map(Self::not_above_zero).collect())
            }
            Self::Leaf(value) => Self::Leaf(mirrored(value)),
            other => other.clone(),
        }
    }

    /// The tree with a best move of every node before its siblings.
    fn best_first(&self) -> Self {
        let Self::Node(player, eval, children) = self else { return self.clone() };
        let mut children: Vec<Self> = children.iter().map(Self::best_first).collect();
        let best = children.iter().position(|child| child.value() == self.value()).expect("one has the value");
        children[..=best].rotate_right(1);
        Self::Node(*player, *eval, children)
    }
}

/// That nothing is cut, or only by the node above, makes no difference to algorithms that always cut deep.
#[test]
fn pvs_cuts_deep_whatever_is_set() {
    let leaf = |value| Tree::Leaf(Number::integer(value));
    let node = |player, children| Tree::Node(player, Number::ZERO, children);
    let tree = node(Player::Max, vec![node(Player::Min, vec![leaf(3)]), node(Player::Min, vec![leaf(2), leaf(9)])]);
    for (_, cutoffs) in Cutoffs::NAMES {
        let rules = Rules { cutoffs: *cutoffs, ..Rules::DEFAULT };
        let exercise = Exercise { tree: tree.clone(), rules, spelt_out: false, above: false };
        assert_eq!(exercise.searched(|search| trial(search, Algorithm::Pvs).effort.leaves), 2);
    }
}
