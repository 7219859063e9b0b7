//! What the search finds in an exercise, compared node by node with the plain recursive reference.

use std::collections::BTreeMap;

use gametree::model::ResolvedTree;
use gametree::number::Number;
use gametree::search::{Algorithm, Bound, Cause, Effort, Search, VisitStatus};
use gametree::syntax::tree::NodeId;
use proptest::test_runner::TestCaseResult;
use proptest::{prop_assert, prop_assert_eq};

use crate::critical::Critical;
use crate::exercise::Exercise;
use crate::reference::{Course, EVERYTHING, Rules, Visit};
use crate::tree::{Player, Tree};

/// Compares the whole search with the reference.
pub(crate) fn agree(search: &Search<'_>, exercise: &Exercise) -> TestCaseResult {
    let seen = exercise.seen();
    let expected = Course::of(&seen, &exercise.rules);
    let never_entered = seen.never_entered();
    let all = seen.pre_order();
    for (place, tree) in all.iter().copied().enumerate() {
        let node = NodeId::new(place);
        let visit = expected.visits.get(&place);
        let status = match visit {
            Some(_) => VisitStatus::Entered,
            None => VisitStatus::Skipped(never_entered[place].unwrap_or(Cause::Cutoff)),
        };
        prop_assert_eq!(search.value(node), tree.map(Tree::value), "value of node {}", place);
        prop_assert_eq!(search.status(node), status, "fate of node {}", place);
        prop_assert_eq!(search.entered(node), visit.is_some(), "node {} is entered", place);
        prop_assert_eq!(observed(search, node), visit.copied(), "search of node {}", place);
        let moves = matches!(tree, Some(Tree::Node(..)));
        let as_good = |child: &NodeId| all[child.index()].map(Tree::value) == tree.map(Tree::value);
        let best = moves.then(|| search.children(node).filter(as_good).collect::<Vec<_>>());
        prop_assert_eq!(search.first_best_move(node), best.as_ref().map(|best| best[0]));
        prop_assert_eq!(search.best_moves(node), best, "best moves at node {}", place);
    }
    prop_assert_eq!(search.counts(), Some(expected.counts()));
    prop_assert!(search.cutoffs().is_sorted_by_key(|cutoff| cutoff.node));
    let cutoffs = search.cutoffs().iter().map(|cutoff| (cutoff.node.index(), cutoff.refutation.index()));
    prop_assert_eq!(cutoffs.collect::<BTreeMap<_, _>>(), expected.refutations);
    let sequence: Vec<usize> = search.sequence().iter().map(|node| node.index()).collect();
    let leaves = sequence.iter().copied().filter(|place| search.kind(NodeId::new(*place)).is_leaf());
    let leaf_sequence: Vec<usize> = search.leaf_sequence().iter().map(|node| node.index()).collect();
    prop_assert_eq!(leaf_sequence, leaves.collect::<Vec<_>>());
    prop_assert_eq!(sequence, expected.sequence);
    Ok(())
}

/// What the search found out at a node or leaf; `None` where it did not enter.
fn observed(search: &Search<'_>, node: NodeId) -> Option<Visit> {
    let window = search.window(node)?;
    let final_window = search.final_window(node)?;
    Some(Visit {
        window: (window.alpha, window.beta),
        fail_soft: search.fail_soft(node)?,
        returned: search.returned(node)?,
        bound: search.bound(node)?,
        final_window: (final_window.alpha, final_window.beta),
    })
}

/// A search that at first only counts gives the same results as `recorded`, which recorded each node from the start.
/// [`agree`] compares the counts with the reference.
pub(crate) fn counting_agrees(game: &ResolvedTree<'_>, recorded: &Search<'_>) -> TestCaseResult {
    let counted = Search::counted(game, &game.settings).expect("it was recorded");
    prop_assert_eq!(counted.counts(), recorded.counts());
    prop_assert_eq!(counted.first_open(), recorded.first_open());
    prop_assert_eq!(counted.fewest_leaves(), recorded.fewest_leaves());
    // The effort is compared here, before the search is repeated, and again at the end.
    prop_assert_eq!(effort(&counted), effort(recorded));
    let under = |search: &Search<'_>| search.under(&game.settings).map(|search| (effort(&search), search.counts()));
    prop_assert_eq!(under(&counted), under(recorded));
    for node in game.nodes().all() {
        prop_assert_eq!(counted.ends(node), recorded.ends(node), "ends of {:?}", node);
        prop_assert_eq!(counted.status(node), recorded.status(node), "fate of {:?}", node);
        prop_assert_eq!(observed(&counted, node), observed(recorded, node), "search of {:?}", node);
    }
    prop_assert_eq!(counted.cutoffs(), recorded.cutoffs());
    prop_assert_eq!(effort(&counted), effort(recorded));
    Ok(())
}

/// What alpha–beta returns and how much it does, when it is run as an algorithm.
fn effort(search: &Search<'_>) -> Option<(Number, Effort)> {
    search.trial(Algorithm::AlphaBeta, None).ok().map(|trial| (trial.value, trial.effort))
}

/// A fail-soft result within the window is the value, one outside of it a bound on the value; a value of the root that
/// lies within its window is found, whatever Star1 has cut.
pub(crate) fn returns_bound_values(search: &Search<'_>, exercise: &Exercise) -> TestCaseResult {
    let (value, (alpha, beta)) = (exercise.seen().value(), exercise.rules.start());
    if alpha < value && value < beta {
        let found = (search.returned(NodeId::ROOT), search.bound(NodeId::ROOT));
        prop_assert_eq!(found, (Some(value), Some(Bound::Exact)));
    }
    for node in (0..exercise.tree.size()).map(NodeId::new).filter(|node| search.entered(*node)) {
        let value = search.value(node).expect("every leaf has a number");
        let Visit { window: (alpha, beta), fail_soft, bound, .. } = observed(search, node).expect("it was entered");
        prop_assert!(fail_soft <= alpha || fail_soft >= beta || fail_soft == value, "within at {:?}", node);
        prop_assert!(fail_soft > alpha || value <= fail_soft, "failed low at {:?}", node);
        prop_assert!(fail_soft < beta || value >= fail_soft, "failed high at {:?}", node);
        match bound {
            Bound::Exact => prop_assert_eq!(fail_soft, value, "exact at {:?}", node),
            Bound::Upper => prop_assert!(value <= fail_soft, "upper at {:?}", node),
            Bound::Lower => prop_assert!(value >= fail_soft, "lower at {:?}", node),
        }
    }
    Ok(())
}

/// With the full window the value of the root is found, and the fewest leaves are those of the critical tree.
pub(crate) fn full_window_finds_the_value(exercise: Exercise) -> TestCaseResult {
    let rules = Rules { window: EVERYTHING, ..exercise.rules };
    let exercise = exercise.under(rules);
    exercise.searched(|search| {
        let found = (search.returned(NodeId::ROOT), search.bound(NodeId::ROOT));
        prop_assert_eq!(found, (Some(exercise.seen().value()), Some(Bound::Exact)));
        fewest_agree(search, &exercise)
    })
}

/// Compares the fewest leaves with those of a search of the tree in every order of its children.
pub(crate) fn best_order_attains_the_fewest(exercise: &Exercise) -> TestCaseResult {
    let best = exercise.seen().orders().iter().map(|tree| Course::of(tree, &exercise.rules).leaves).min();
    prop_assert_eq!(exercise.searched(|search| search.fewest_leaves()), best);
    Ok(())
}

/// Compares the fewest leaves with the formulas, and with those that a search with the full window evaluates.
fn fewest_agree(search: &Search<'_>, exercise: &Exercise) -> TestCaseResult {
    let (tree, rules) = (&exercise.seen(), &exercise.rules);
    if tree.has_chance() && rules.range.is_some() {
        prop_assert_eq!(search.fewest_leaves(), None, "not known");
        return Ok(());
    }
    let critical = Critical::of(tree, rules.known());
    let least = critical.exact(tree);
    prop_assert_eq!(search.fewest_leaves(), Some(least));
    prop_assert!(search.counts().is_some_and(|counts| counts.leaves >= least), "no search does with less");
    let (lower, upper) = rules.known();
    if lower < tree.value() && tree.value() < upper && !tree.has_chance() {
        let (above, below) = (critical.no_better(Player::Min, tree), critical.no_better(Player::Max, tree));
        prop_assert_eq!(least, above + below - 1);
    }
    Ok(())
}
