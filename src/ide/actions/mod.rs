//! The actions at a place: fixes of findings, and changes to what a tree claims and asks.

mod all;
mod exercise;
mod lint;
mod node;

pub use all::fix_all;

use super::Edit;
use super::document::Document;
use crate::check::better_order;
use crate::claim::Claims;
use crate::diagnostic::{Code, Diagnostic};
use crate::edit::rearranged;
use crate::grade::answer::Answers;
use crate::model::{ResolvedTree, Shown};
use crate::source::Span;
use crate::syntax::tree::{NodeId, Tree};

/// A change of the text that an editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, in the imperative.
    pub title: String,
    /// What sort of change it is.
    pub kind: ActionKind,
    /// The replacements, in order; they do not overlap.
    pub edits: Vec<Edit>,
    /// The finding that it fixes: its code, and its span.
    pub fixes: Option<(Code, Span)>,
    /// Whether it is certainly the right fix.
    pub preferred: bool,
}

/// What sort of change an action makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Fixes or allows a finding.
    QuickFix,
    /// Rewrites text that has no mistake.
    Rewrite,
    /// Applies all safe fixes at once.
    FixAll,
}

impl Action {
    fn fix(title: impl Into<String>, edits: Vec<Edit>, fixed: (Code, Span)) -> Self {
        Self { title: title.into(), kind: ActionKind::QuickFix, edits, fixes: Some(fixed), preferred: false }
    }

    fn rewrite(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), kind: ActionKind::Rewrite, edits, fixes: None, preferred: false }
    }
}

/// The actions at `span`. In a tree that hides its answers, actions that give one away are left out. Linear.
pub fn actions(document: &Document, span: Span, shown: Shown) -> Vec<Action> {
    let span = document.clamp_span(span);
    let mut found = Vec::new();
    let findings = &document.report(shown).findings;
    for finding in findings.iter().filter(|finding| touch(finding.primary.span, span)) {
        found.extend(fixes(finding));
        found.extend(lint::allow(document, finding));
    }
    let Some(tree) = document.tree_at(span.start).filter(|tree| is_usable(tree)) else { return found };
    let game = document.game(tree);
    let hidden = document.hides_answers(&game, shown);
    let claims = Claims::of(&game);
    let answers = Answers::of(&claims).filter(|_| !hidden);
    let filled: Vec<Action> = answers.iter().flat_map(|answers| exercise::fill(answers, span)).collect();
    let is_at_head = is_at_head(&game, span.start);
    if let Some(answers) = answers.as_ref().filter(|_| is_at_head || !filled.is_empty()) {
        let fill_all = |game: &ResolvedTree<'_>| {
            let claims = Claims::of(game);
            if claims.questions.is_empty() || document.hides_answers(game, shown) {
                None
            } else {
                exercise::fill_all(&Answers::of(&claims)?)
            }
        };
        let all = [exercise::fill_all(answers), in_file(document, tree, "insert all answers of this file", fill_all)];
        found.extend(filled.into_iter().chain(all.into_iter().flatten()));
    }
    if let Some(node) = node_or_leaf_at(&game, span.start) {
        found.extend(node::rewrites(&game, answers.as_ref(), node, hidden));
    }
    if is_at_head {
        found.extend(exercise::empty(&game));
        let title = "make all trees of this file exercises: take all answers away";
        found.extend(in_file(document, tree, title, exercise::empty));
        found.extend(answers.as_ref().and_then(reorder));
    }
    found
}

/// Whether a tree has no syntax errors and is not empty.
fn is_usable(tree: &Tree) -> bool {
    !tree.broken && !tree.nodes.is_empty()
}

/// The action that does the same with all trees of a file at once, if it concerns a tree other than `here`.
fn in_file(
    document: &Document,
    here: &Tree,
    title: &str,
    of_tree: impl Fn(&ResolvedTree<'_>) -> Option<Action>,
) -> Option<Action> {
    let trees = document.file().trees.iter().filter(|tree| is_usable(tree));
    let actions: Vec<(&Tree, Action)> = trees.filter_map(|tree| Some((tree, of_tree(&document.game(tree))?))).collect();
    let is_elsewhere = actions.iter().any(|(tree, _)| !std::ptr::eq(*tree, here));
    let edits = actions.into_iter().flat_map(|(_, action)| action.edits).collect();
    is_elsewhere.then(|| Action::rewrite(title, edits))
}

/// Whether two spans overlap or touch.
fn touch(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// The fixes that a finding proposes.
fn fixes(finding: &Diagnostic) -> impl Iterator<Item = Action> {
    finding.fixes().map(|fix| {
        let mut edits = fix.edits.clone();
        edits.sort_by_key(|edit| edit.span);
        let fixed = (finding.code, finding.primary.span);
        Action { preferred: fix.safe, ..Action::fix(&fix.title, edits, fixed) }
    })
}

/// The node whose head contains a place, or the leaf that contains it.
fn node_or_leaf_at(game: &ResolvedTree<'_>, offset: u32) -> Option<NodeId> {
    let node = game.node_at(offset)?;
    let nodes = game.nodes();
    (nodes.is_leaf(node) || offset <= nodes.brace(node)).then_some(node)
}

/// Whether a place is before the first child of the root, for example in the question above it.
fn is_at_head(game: &ResolvedTree<'_>, offset: u32) -> bool {
    offset <= game.nodes().brace(NodeId::ROOT)
}

/// Puts the moves into the best order, if that saves leaves.
fn reorder(answers: &Answers<'_>) -> Option<Action> {
    let better = better_order(&answers.search)?;
    let game = answers.game;
    let text = rearranged(game, better.best.leads(), answers.search.settings().order);
    let saved = format!("{} leaves instead of {}", better.leaves_in_best_order, better.leaves_as_written);
    let warning = if !answers.claims.is_empty() { "; what is claimed of the search may fail then" } else { "" };
    let title = format!("put the moves into the best order: {saved}{warning}");
    Some(Action::rewrite(title, vec![Edit::new(game.nodes().span(NodeId::ROOT), text)]))
}
