//! Reads the operands of claims, and records what they refer to.

use super::reference::Reference;
use crate::model::{ResolveError, ResolvedTree};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term};

/// The span of a list that is not empty.
pub(super) fn list_span(terms: &[Term]) -> Span {
    terms.iter().map(|term| term.span).reduce(Span::to).unwrap_or_default()
}

/// Reads operands, and records what they refer to, so that editors can find and rename it.
pub(super) struct Reader<'r> {
    pub(super) game: &'r ResolvedTree<'r>,
    pub(super) references: Vec<Reference>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(game: &'r ResolvedTree<'r>) -> Self {
        Self { game, references: Vec::new() }
    }

    /// The number of an operand. The grammar allows only numbers and blanks here, and blanks are not read.
    pub(super) fn number(&self, term: Term) -> Number {
        self.game.number(term).expect("blanks are not read")
    }

    /// The child to which an operand leads as a move from `node`.
    pub(super) fn child(&mut self, node: NodeId, term: Term) -> Result<NodeId, ResolveError> {
        let child = self.game.resolve_move(node, term)?;
        self.refer(term, child);
        Ok(child)
    }

    /// The node or leaf that an item of a list names; `None` for a number.
    pub(super) fn item(&mut self, term: Term) -> Option<NodeId> {
        let node = self.game.find_item(term)?;
        self.refer(term, node);
        Some(node)
    }

    /// Records what an operand refers to.
    pub(super) fn refer(&mut self, term: Term, node: NodeId) {
        self.references.extend(Reference::new(self.game, term, node));
    }
}
