//! Adds claims, marks and names to one node or leaf, and removes marks.

use std::collections::HashSet;

use super::Action;
use crate::diagnostic::removal;
use crate::edit::add_claims;
use crate::grade::answer::Answers;
use crate::ide::Edit;
use crate::model::ResolvedTree;
use crate::search::{Cause, VisitStatus};
use crate::source::Span;
use crate::syntax::first_token;
use crate::syntax::tree::{ClaimForm, NodeId};

/// The claims, marks and names that can be added to a node, and the mark that can be removed. Without `answers`, no
/// claim is offered. If answers are `hidden`, `pruned` is offered whether or not it is right.
pub(super) fn rewrites(
    game: &ResolvedTree<'_>,
    answers: Option<&Answers<'_>>,
    node: NodeId,
    hidden: bool,
) -> Vec<Action> {
    let mut found = Vec::new();
    found.extend(mark(game, answers, node, hidden));
    if !game.nodes().is_leaf(node) {
        found.extend(answers.iter().flat_map(|answers| claims(answers, node)));
        found.extend(name(game, node));
    }
    found
}

/// Adds or removes `pruned`.
fn mark(game: &ResolvedTree<'_>, answers: Option<&Answers<'_>>, node: NodeId, hidden: bool) -> Option<Action> {
    let claims = game.tree.claims.of(node);
    let called = game.called(node);
    if let Some((_, claim)) = claims.iter().find(|(_, claim)| matches!(claim.form, ClaimForm::Pruned)) {
        return Some(Action::rewrite(format!("take `pruned` from {called}"), vec![removal(game.text, claim.span)]));
    }
    let is_right = || answers.is_some_and(|answers| answers.search.status(node) == VisitStatus::Skipped(Cause::Cutoff));
    let offered = node != NodeId::ROOT && (hidden || is_right());
    offered.then(|| Action::rewrite(format!("mark {called} `pruned`"), vec![add_claims(game, node, "pruned")]))
}

/// Adds one of the claims that hold at a node and are not made yet.
fn claims(answers: &Answers<'_>, node: NodeId) -> Vec<Action> {
    let game = answers.game;
    answers
        .true_claims(node)
        .into_iter()
        .map(|claim| {
            let edit = add_claims(game, node, &claim);
            Action::rewrite(format!("claim `{claim}` of {}", game.called(node)), vec![edit])
        })
        .collect()
}

/// Gives a name that is still free to a node without one.
fn name(game: &ResolvedTree<'_>, node: NodeId) -> Option<Action> {
    if game.tree.names.get(node).is_some() {
        return None;
    }
    let name = free_name(game);
    let edit = if game.is_bare(node) {
        add_claims(game, node, &name)
    } else {
        let player = first_token(game.text, game.head(node));
        Edit::new(Span::empty(player.end), format!(" {name}"))
    };
    Some(Action::rewrite(format!("name this node `{name}`"), vec![edit]))
}

/// The first capital letter that is no name in the tree, otherwise the first such `N1`, `N2`, ….
fn free_name(game: &ResolvedTree<'_>) -> String {
    let labels = game.tree.label_names().map(|(_, name)| name);
    let taken: HashSet<_> =
        game.tree.names.iter().map(|(_, span)| *span).chain(labels).map(|span| game.name_at(span)).collect();
    let letters = ('A'..='Z').map(String::from);
    let numbered = (1..).map(|number: usize| format!("N{number}"));
    letters.chain(numbered).find(|name| !taken.contains(name.as_str())).unwrap_or_default()
}
