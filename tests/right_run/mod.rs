//! The run without answers compared with the search.

use std::cmp::Ordering;

use gametree::grade::run::Answers;
use gametree::grade::run::{Run, Visit};
use gametree::model::ResolvedTree;
use gametree::search::{Bound, Search};
use gametree::syntax::tree::{Kind, NodeId};

/// Compares a run without answers with the search, node by node.
pub(crate) fn is_the_search(game: &ResolvedTree<'_>, search: &Search<'_>) {
    let answers = Answers::default();
    let run = Run::new(game, search, &answers).expect("every leaf has a number");
    for node in game.nodes().all() {
        assert_eq!(run.value(node).map(|value| value.own), search.value(node), "value of {node:?}");
        assert_eq!(run.entered(node), search.entered(node), "{node:?} is entered");
        assert_eq!(run.best_moves(node), search.best_moves(node), "best moves at {node:?}");
        let Some(visit) = run.visit(node) else { continue };
        let Visit { window, entry, returned, stop } = *visit;
        assert_eq!(Some(entry), search.window(node), "window of {node:?}");
        assert!(window.own == entry && window.expected == entry && returned.own == returned.expected);
        assert_eq!(Some(returned.own.passed), search.fail_soft(node), "result of {node:?}");
        assert_eq!(Some(returned.own.shown), search.returned(node), "return of {node:?}");
        let bound = match (search.bound(node), returned.own.shown.cmp(&returned.own.passed)) {
            (Some(Bound::Exact), Ordering::Greater) => Some(Bound::Upper),
            (Some(Bound::Exact), Ordering::Less) => Some(Bound::Lower),
            (bound, _) => bound,
        };
        assert_eq!(returned.own.bound, bound, "bound of {node:?}");
        let cutoff = search.cutoff_at(node).map(|cutoff| cutoff.refutation);
        let searched = search.children(node).filter(|child| search.entered(*child));
        assert_eq!(stop.is_none(), search.kind(node).is_leaf());
        if let Some(stop) = stop {
            assert_eq!((stop.own, stop.expected), (searched.clone().count(), stop.own), "stop of {node:?}");
            let last = run.enters().iter().rev().find(|entered| searched.clone().any(|child| child == **entered));
            assert!(cutoff.is_none() || cutoff == last.copied(), "refutation at {node:?}");
        }
    }
    assert_eq!(Some(run.counts()), search.counts());
    assert_eq!(run.enters(), search.sequence());
    assert_eq!(run.visits(), search.leaf_sequence());
    let (mut line, mut node) = (Vec::new(), NodeId::ROOT);
    while matches!(search.kind(node), Kind::Max | Kind::Min) {
        node = search.first_best_move(node).expect("every leaf has a number");
        line.push(node);
    }
    assert!(run.is_line(&line));
    assert_eq!(run.line(), line);
}
