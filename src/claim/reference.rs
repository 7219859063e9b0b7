//! References of claims to nodes, moves and unknown leaves.

use crate::model::ResolvedTree;
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term, TermKind};

/// A place in the text that refers to a node, a move or an unknown leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name or value, without the `?` of an unknown.
    pub span: Span,
    /// What it refers to.
    pub target: Target,
}

/// What a reference refers to, and by which of its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Target {
    /// A node or leaf by its label.
    Label(NodeId),
    /// A node by its name.
    Name(NodeId),
    /// An unknown by its name: its first leaf.
    Unknown(NodeId),
    /// A leaf by its value.
    Leaf(NodeId),
}

impl Reference {
    /// The reference from `term` to a node; `None` for a blank, and for a name that the node does not have.
    pub(super) fn new(game: &ResolvedTree<'_>, term: Term, node: NodeId) -> Option<Self> {
        let unknown = || game.name_of_unknown(node).and_then(|name| game.unknown_called(&name)).map(Target::Unknown);
        let target = match term.kind {
            TermKind::Blank => return None,
            TermKind::Number(_) => Target::Leaf(node),
            TermKind::Unknown => unknown().unwrap_or(Target::Leaf(node)),
            TermKind::Name => {
                let name = game.name_at(term.span);
                if game.label(node).as_ref() == Some(&name) {
                    Target::Label(node)
                } else if game.name(node).as_ref() == Some(&name) {
                    Target::Name(node)
                } else {
                    unknown()?
                }
            }
        };
        Some(Self { span: without_mark(game.text, term.span), target })
    }
}

/// The span of a name, without the `?` of an unknown.
pub(crate) fn without_mark(text: &str, span: Span) -> Span {
    let has_name = span.of(text).strip_prefix('?').is_some_and(|name| !name.is_empty());
    if has_name { Span::new(span.start + 1, span.end) } else { span }
}
