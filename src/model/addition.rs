//! Adds claims to the text of a tree.

use super::ResolvedTree;
use crate::diagnostic::Edit;
use crate::source::Span;
use crate::syntax::tree::NodeId;

impl ResolvedTree<'_> {
    /// The edit that adds claims to a node or leaf. A bare node also gets its player.
    pub fn with_claims(&self, node: NodeId, claims: &str) -> Edit {
        let nodes = self.nodes();
        if nodes.kind(node).is_leaf() {
            return Edit { span: Span::empty(nodes.span(node).end), text: format!(" {claims}") };
        }
        let brace = nodes.brace(node);
        let player =
            if self.is_bare(node) { format!("{} ", nodes.kind(node).name().to_lowercase()) } else { String::new() };
        let before = &self.text[..brace as usize];
        let apart =
            before.ends_with([' ', '\t', '\r', '\n']) || (!player.is_empty() && before.ends_with(['{', '}', ',', ':']));
        let blank = if apart { "" } else { " " };
        Edit { span: Span::empty(brace), text: format!("{blank}{player}{claims} ") }
    }

    /// Whether an interior node is written as a brace alone.
    pub fn is_bare(&self, node: NodeId) -> bool {
        let brace = self.nodes().brace(node);
        self.head(node) == Span::new(brace, brace + 1)
    }
}
