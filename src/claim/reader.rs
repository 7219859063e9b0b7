//! Reads the operands of claims, and notes what they refer to.

use super::reference::Reference;
use crate::model::{ResolveError, ResolvedTree};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term};

/// All of a list, which is not empty.
pub(super) fn stretch(terms: &[Term]) -> Span {
    terms.iter().map(|term| term.span).reduce(Span::to).unwrap_or_default()
}

/// Reads operands. What they refer to is noted, so that editors find and rename it.
pub(super) struct Reader<'r> {
    pub(super) game: &'r ResolvedTree<'r>,
    pub(super) references: Vec<Reference>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(game: &'r ResolvedTree<'r>) -> Self {
        Self { game, references: Vec::new() }
    }

    /// A number; the grammar has nothing else there but blanks.
    pub(super) fn number(&self, term: Term) -> Number {
        self.game.number(term).expect("blanks are not read")
    }

    /// The child that an operand means as a move.
    pub(super) fn child(&mut self, node: NodeId, term: Term) -> Result<NodeId, ResolveError> {
        let child = self.game.resolve_move(node, term)?;
        self.refer(term, child);
        Ok(child)
    }

    /// The node or leaf that an operand means as an item of a list; a number means none by itself.
    pub(super) fn item(&mut self, term: Term) -> Option<NodeId> {
        let node = self.game.item_meant(term)?;
        self.refer(term, node);
        Some(node)
    }

    /// Notes what an operand means.
    pub(super) fn refer(&mut self, term: Term, node: NodeId) {
        self.references.extend(Reference::new(self.game, term, node));
    }
}
