//! Finds in the submitted text the answers that were written into the tree of the exercise.

use super::matching::Matching;
use crate::claim::{Claim, ClaimRef, Claims};
use crate::grade::marks::Sheet;
use crate::model::ResolvedTree;
use crate::source::Span;

/// A tree as it was submitted.
pub(super) struct Original<'a> {
    pub(super) game: &'a ResolvedTree<'a>,
    claims: Claims<'a>,
    matching: &'a Matching,
}

impl<'a> Original<'a> {
    pub(super) fn new(game: &'a ResolvedTree<'a>, matching: &'a Matching) -> Self {
        Self { game, claims: Claims::of(game), matching }
    }

    /// Where an answer, or its operand, is in the submitted text; `None` if its node has no partner there, or if not all
    /// claims of its kind were written into the tree of the exercise.
    pub(super) fn place(&self, sheet: Sheet<'_>, claim: &Claim, answer: Span) -> Option<Span> {
        let is_at_node = sheet.claims.at_node(claim.node).any(|(_, other)| other.span == claim.span);
        let [written, own] = if is_at_node {
            let partner = self.matching.partners[claim.node.index()]?;
            [like(claim, sheet.claims.at_node(claim.node)), like(claim, self.claims.at_node(partner))]
        } else {
            [like(claim, sheet.claims.on_tree()), like(claim, self.claims.on_tree())]
        };
        let place = written.iter().position(|other| other.span == claim.span)?;
        let found = own.get(place).filter(|_| written.len() == own.len())?;
        Some(if answer == claim.span { found.span } else { found.operand })
    }
}

/// The claims of the same kind.
fn like<'c>(claim: &Claim, claims: impl Iterator<Item = (ClaimRef, &'c Claim)>) -> Vec<&'c Claim> {
    claims.map(|(_, other)| other).filter(|other| other.kind == claim.kind).collect()
}
