//! Fills in the answers of an exercise, and turns a tree into an exercise.

use std::collections::BTreeMap;

use super::{Action, touch};
use crate::claim::{Asked, ClaimKind, asked, asks, is_claimed};
use crate::diagnostic::{Code, insertion, removal};
use crate::edit::add_claims;
use crate::grade::answer::{Answers, expected, operand};
use crate::ide::Edit;
use crate::model::{Choice, ResolvedTree, Reveal};
use crate::source::Span;
use crate::syntax::name_at;
use crate::syntax::tree::{Ask, Claim, ClaimForm, NodeId, Setting, SettingKind};

/// A question of a tree with the edits that answer it.
struct Answered {
    /// The blank, or the whole `ask`.
    question: Span,
    /// The answer as it is written, for the title; `None` if there are several.
    written: Option<String>,
    edits: Vec<Edit>,
    /// The claims that the answer adds to nodes.
    claims: Vec<(NodeId, String)>,
}

/// Answers the questions at `span`, one by one.
pub(super) fn fill(answers: &Answers<'_>, span: Span) -> Vec<Action> {
    let here = answered(answers, |question| touch(question, span));
    let action = |answered: Answered| {
        let title =
            answered.written.as_ref().map_or_else(|| "answer this".to_string(), |written| format!("write `{written}`"));
        let fixed = (Code::Unanswered, answered.question);
        Action::fix(title, together(answers.game, vec![answered]), fixed)
    };
    here.into_iter().map(action).collect()
}

/// Answers all questions of a tree.
pub(super) fn fill_all(answers: &Answers<'_>) -> Option<Action> {
    let edits = together(answers.game, answered(answers, |_| true));
    (!edits.is_empty()).then(|| Action::rewrite("insert all answers of this tree", edits))
}

/// All edits of some answers in order; the claims on one node become one edit.
fn together(game: &ResolvedTree<'_>, answered: Vec<Answered>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut claims: BTreeMap<NodeId, Vec<String>> = BTreeMap::new();
    for answered in answered {
        edits.extend(answered.edits);
        answered.claims.into_iter().for_each(|(node, claim)| claims.entry(node).or_default().push(claim));
    }
    edits.extend(claims.into_iter().map(|(node, claims)| add_claims(game, node, &claims.join(" "))));
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Answers those questions of a tree that are `wanted` and have an answer.
fn answered(answers: &Answers<'_>, wanted: impl Fn(Span) -> bool) -> Vec<Answered> {
    let tree = answers.game.tree;
    let mut found = Vec::new();
    for (node, claim) in tree.claims.iter().filter(|(_, claim)| claim.form.asks() && wanted(claim.span)) {
        let answer = operand(claim).zip(answers.of_claim(node, claim));
        found.extend(answer.map(|(blank, answer)| replaced(blank, answer)));
    }
    for expectation in
        tree.expectations.iter().filter(|expectation| expectation.form.asks() && wanted(expectation.span))
    {
        let answer = expected(expectation).zip(answers.of_expectation(expectation));
        found.extend(answer.map(|(blank, answer)| replaced(blank, answer)));
    }
    for ask in tree.asks.iter().filter(|ask| wanted(ask.span)) {
        found.extend(answer_ask(answers, ask));
    }
    found
}

/// Replaces a blank by its answer; its `worth` stays.
fn replaced(blank: Span, answer: String) -> Answered {
    let edits = vec![Edit::new(blank, answer.clone())];
    Answered { question: blank, written: Some(answer), edits, claims: Vec::new() }
}

/// Answers an `ask` with claims at the nodes; the `ask` itself stays, with its `worth`.
fn answer_ask(answers: &Answers<'_>, ask: &Ask) -> Option<Answered> {
    let Answers { game, search, .. } = answers;
    let asked = Asked::from_word(ask.subject.of(game.text))?;
    let is_answered = |node: &NodeId| asked.kinds().iter().any(|kind| is_claimed(game, *node, *kind));
    let answer = |node| asked.kinds().iter().find_map(|kind| answers.true_claim(node, *kind));
    let unanswered = asked.places(search)?.into_iter().filter(|node| !is_answered(node));
    let claims: Vec<(NodeId, String)> = unanswered.filter_map(|node| Some((node, answer(node)?))).collect();
    (!claims.is_empty()).then_some(Answered { question: ask.span, written: None, edits: Vec::new(), claims })
}

/// Turns a tree into an exercise: claims become blanks, and the marks become one `ask`. Claims that answer an `ask` are
/// deleted, and so is `reveal answers`, under which the editor would show the answers. Wrong claims become blanks, too;
/// existing questions and each `worth` stay as they are.
pub(super) fn empty(game: &ResolvedTree<'_>) -> Option<Action> {
    let (tree, text) = (game.tree, game.text);
    let mut edits = Vec::new();
    let asked: Vec<ClaimKind> = asked(game).flat_map(|(_, asked)| asked.kinds()).copied().collect();
    let mut marks = false;
    let mut played = None;
    for (node, claim) in tree.claims.iter().filter(|(_, claim)| !claim.form.asks()) {
        let again = matches!(claim.form, ClaimForm::Plays(_)) && played.replace(node) == Some(node);
        marks |= matches!(claim.form, ClaimForm::Pruned);
        let kind = ClaimKind::at_node(game, node, &claim.form);
        let asked = claim.worth.is_none() && kind.is_some_and(|kind| asked.contains(&kind));
        edits.extend(emptied(text, claim, again || asked));
    }
    for expectation in &tree.expectations {
        let blank = |span: &Span| span.of(text) != "_";
        edits.extend(expected(expectation).filter(blank).map(|span| Edit::new(span, "_")));
    }
    if edits.is_empty() && !marks {
        return None;
    }
    let reveals = |setting: &&Setting| match setting.kind {
        SettingKind::Reveal(word) => Reveal::from_name(&name_at(text, word)) == Some(Reveal::Answers),
        _ => false,
    };
    edits.extend(tree.settings.iter().filter(reveals).map(|setting| removal(text, setting.span)));
    if marks && !asks(game, Asked::Pruned) {
        let root = game.nodes().span(NodeId::ROOT);
        if tree.has_braces() {
            edits.push(insertion(text, tree.span, root.end, &["ask pruned"]));
        } else {
            edits.push(Edit::new(Span::empty(root.start), "tree { "));
            edits.push(Edit::new(Span::empty(root.end), " ask pruned }"));
        }
    }
    edits.sort_by_key(|edit| edit.span);
    Some(Action::rewrite("make this tree an exercise: take all answers away", edits))
}

/// Replaces the answer of a claim by a blank. A mark is removed, and so is a claim that needs no blank of its own.
fn emptied(text: &str, claim: &Claim, needless: bool) -> Option<Edit> {
    let whole = claim.worth.map_or(claim.span, |worth| claim.span.to(worth.span));
    match (operand(claim), &claim.form) {
        (Some(_), _) if needless => Some(removal(text, whole)),
        (Some(span), ClaimForm::Window(_)) => Some(Edit::new(span, "[_, _]")),
        (Some(span), _) => Some(Edit::new(span, "_")),
        (None, ClaimForm::Eval(_)) => None,
        (None, _) => Some(removal(text, claim.span)),
    }
}
