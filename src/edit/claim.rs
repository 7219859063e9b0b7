//! Adds claims to the text of a tree.

use crate::diagnostic::Edit;
use crate::model::ResolvedTree;
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// The edit that adds claims to a node or leaf. A bare node also gets its player.
pub fn add_claims(game: &ResolvedTree<'_>, node: NodeId, claims: &str) -> Edit {
    let nodes = game.nodes();
    if nodes.is_leaf(node) {
        return Edit { span: Span::empty(nodes.span(node).end), text: format!(" {claims}") };
    }
    let brace = nodes.brace(node);
    let player =
        if game.is_bare(node) { format!("{} ", nodes.kind(node).name().to_lowercase()) } else { String::new() };
    let before = &game.text[..brace as usize];
    let apart =
        before.ends_with([' ', '\t', '\r', '\n']) || (!player.is_empty() && before.ends_with(['{', '}', ',', ':']));
    let blank = if apart { "" } else { " " };
    Edit { span: Span::empty(brace), text: format!("{blank}{player}{claims} ") }
}
