//! Why an algorithm does not search a tree, in words.

use crate::model::ResolvedTree;
use crate::search::{Algorithm, AlgorithmError, Search};
use crate::syntax::tree::Kind;

/// Why an algorithm does not search a tree: a few words without a full stop.
pub fn explain_algorithm_error(game: &ResolvedTree<'_>, error: AlgorithmError) -> String {
    match error {
        AlgorithmError::Unknown(leaf) if game.nodes().kind(leaf) == Kind::Elided => {
            "what `...` stands for is not known".to_string()
        }
        _ => error.in_words(&error.node().map_or_else(String::new, |node| game.called(node))),
    }
}

/// Why an algorithm ignores a setting: a few words without a full stop.
pub(super) fn explain_meaningless(algorithm: Algorithm, setting: &str) -> &'static str {
    match (setting, algorithm) {
        ("cut", _) => "it has no cut rule",
        ("search", Algorithm::Minimax | Algorithm::Sss) => "it returns values, not bounds",
        ("search", _) => "it is always fail-soft",
        ("cutoffs", Algorithm::Minimax) => "it cuts nothing off",
        ("cutoffs", _) => "it always cuts deep",
        ("window", Algorithm::Mtdf) => "it chooses its windows itself",
        _ => "it has no windows",
    }
}

/// Why the best order of a tree is not known. To be called only if [`Search::best_order`] is `None`.
pub(super) fn why_no_best_order(game: &ResolvedTree<'_>, search: &Search<'_>) -> String {
    match (search.first_unknown(), search.chance_node()) {
        (Some(leaf), _) => explain_algorithm_error(game, AlgorithmError::Unknown(leaf)),
        (None, Some(node)) => {
            format!("{}, and there is a range", explain_algorithm_error(game, AlgorithmError::Chance(node)))
        }
        (None, None) => unreachable!("the best order is known of a tree whose leaves are"),
    }
}
