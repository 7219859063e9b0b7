//! Adds settings to the text of a tree.

use crate::diagnostic::{Edit, insertion, insertion_above};
use crate::syntax::tree::{NodeId, Tree};
use crate::syntax::{Token, tokens};

/// Whether a tree is written as `tree { … }` rather than only a root.
pub(crate) fn has_braces(tree: &Tree) -> bool {
    tree.nodes.is_empty() || tree.nodes.span(NodeId::ROOT) != tree.span
}

/// Inserts settings after the opening brace of a tree that has braces.
pub(crate) fn set_inside(text: &str, tree: &Tree, settings: &[&str]) -> Option<Edit> {
    let (_, brace) = tokens(tree.span.of(text)).find(|(token, _)| *token == Token::OpenBrace)?;
    Some(insertion(text, tree.span, tree.span.start + brace.end, settings))
}

/// Inserts a line with settings above a tree and its question.
pub(crate) fn set_above(text: &str, tree: &Tree, settings: &[&str]) -> Edit {
    let start = tree.question.first().map_or(tree.span.start, |question| question.start);
    insertion_above(text, start, &settings.join(" "))
}
