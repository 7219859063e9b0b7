//! Right answers as they are written, to replace blanks and wrong answers.

use crate::claim::{Asked, ClaimKind, Claims, asks, is_claimed};
use crate::model::ResolvedTree;
use crate::search::Search;
use crate::solve::{Unknowns, solve};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Claim, ClaimForm, Expectation, Form, NodeId, Term};

/// A tree with its search, to answer its questions.
pub(crate) struct Answers<'a> {
    pub(crate) claims: &'a Claims<'a>,
    pub(crate) game: &'a ResolvedTree<'a>,
    pub(crate) search: Search<'a>,
}

impl<'a> Answers<'a> {
    /// `None` if the tree has errors, is empty, or cannot be searched.
    pub(crate) fn of(claims: &'a Claims<'a>) -> Option<Self> {
        let game = claims.game;
        if game.has_errors || game.nodes().is_empty() {
            return None;
        }
        Some(Self { claims, game, search: Search::of(game).ok()? })
    }

    /// The right operand of a claim: see [`operand`]. `None` if no operand would be right, or if it is not known.
    pub(crate) fn of_claim(&self, node: NodeId, claim: &Claim) -> Option<String> {
        self.operand(node, ClaimKind::at_node(self.game, node, &claim.form)?, claim.form.operands())
    }

    /// The claim of this kind that holds at a node, as it is written.
    pub(crate) fn true_claim(&self, node: NodeId, kind: ClaimKind) -> Option<String> {
        Some(kind.written(&self.operand(node, kind, &[])?))
    }

    /// The claims that hold at an interior node and are not made yet, as they are written; without marks.
    pub(crate) fn true_claims(&self, node: NodeId) -> Vec<String> {
        let equal = if asks(self.game, Asked::Returns) { ClaimKind::Returned } else { ClaimKind::Exact };
        let kinds = [equal, ClaimKind::AtMost, ClaimKind::AtLeast, ClaimKind::Window, ClaimKind::Plays];
        let new = kinds.into_iter().filter(|kind| !is_claimed(self.game, node, *kind));
        new.filter_map(|kind| self.true_claim(node, kind)).collect()
    }

    /// The right operand of an expectation: see [`expected`]. `None` if it is not known.
    pub(crate) fn of_expectation(&self, expectation: &Expectation) -> Option<String> {
        let word = expectation.subject.span.of(self.game.text);
        if let Form::In(_) = expectation.form {
            return self.set(&normal(word.trim_start_matches('?')));
        }
        let kind = ClaimKind::expected(word, &expectation.form)?;
        self.operand(NodeId::ROOT, kind, expectation.form.operands())
    }

    fn operand(&self, node: NodeId, kind: ClaimKind, written: &[Term]) -> Option<String> {
        let written = written.first().map(|term| term.span.of(self.game.text));
        kind.answer(self.game, &self.search, node, written)
    }

    /// The values of an unknown leaf for which all claims of the tree hold.
    fn set(&self, unknown: &str) -> Option<String> {
        let Self { claims, game, search } = self;
        if claims.first_impossible(search).is_some() {
            return None;
        }
        let unknowns = Unknowns::of(game);
        let named = |leaf| game.name_of_unknown(leaf).is_some_and(|name| name == unknown);
        let asked = unknowns.all().find(|unknown| named(unknowns.leaf(*unknown)))?;
        let solution = solve(claims, &game.settings, &unknowns).ok()?;
        Some(solution.written(&solution.set(asked)))
    }
}

/// The part of a claim that is its answer; for a window, all of it. `None` for marks and for `eval`.
pub(crate) fn operand(claim: &Claim) -> Option<Span> {
    let has_answer = !matches!(claim.form, ClaimForm::Pruned | ClaimForm::Visited | ClaimForm::Eval(_));
    has_answer.then(|| claim.operand())
}

/// The part of an expectation that is its answer.
pub(crate) fn expected(expectation: &Expectation) -> Option<Span> {
    match &expectation.form {
        Form::In(set) => Some(set.span),
        form => Some(form.operands().first()?.span.to(form.operands().last()?.span)),
    }
}
