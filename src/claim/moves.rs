//! `plays m`: a best move at a node. E0305: another move is better.

use super::reader::Reader;
use super::spec::{About, AtNode, Expected, Spec, Takes};
use super::value::hidden;
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, listed};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::search::{Search, Shape};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId, Term};

pub(super) static PLAYS: Spec = Spec {
    code: Code::WrongMove,
    about: About::Values,
    at_node: Some(AtNode {
        sign: "plays",
        meaning: "`plays m`, a claim: m is a best move here. Where several are best, each may be claimed.",
    }),
    expected: Some(Expected {
        word: "plays",
        takes: Takes::Moves,
        meaning: "`expect plays m`: m is a best move at the root.",
    }),
    missing: Some(["the best move at", "the best moves at"]),
    answer: |game, search, node, _| game.unique_move(search.first_best_move(node)?),
    unfillable: |context, node| match context.kind(node) {
        Kind::Chance => Some("chance decides at"),
        kind => hidden(context, node).or_else(|| kind.is_leaf().then_some("no move is searched at")),
    },
    impossible: |context, claim| claimed_at_chance(context, claim).or_else(|| claimed_at_limit(context, claim)),
};

/// One move of a claim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The move as it is written.
    pub span: Span,
    /// The child it leads to; if several leaves have the written value, the first of them.
    pub child: NodeId,
}

/// The claim that this child is a best move.
#[derive(Debug)]
pub(super) struct Plays([Step; 1]);

impl Plays {
    pub(super) fn read(reader: &mut Reader<'_>, node: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        if let Some(second) = terms.get(1) {
            let help = "for a sequence of moves, write `expect line`; for several best moves, write `expect plays` once for each";
            let message = "`expect plays` takes one move";
            return Err(Diagnostic::new(Code::MisshapenExpectation, message, second.span).help(help).into());
        }
        Ok(Self([Step { span: terms[0].span, child: reader.child(node, terms[0])? }]))
    }
}

impl Assertion for Plays {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        search.is_best_move(node, self.0[0].child).into()
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        vec![(search.value_shape(self.0[0].child), search.value_shape(node))]
    }

    fn content(&self) -> Content<'_> {
        Content::Moves(&self.0)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        not_best(context, claim, self.0[0].child)
    }
}

/// E0218: a move or a line is claimed at a chance node.
pub(super) fn claimed_at_chance(context: &Context<'_>, claim: &Claim) -> Option<Diagnostic> {
    (context.kind(claim.node) == Kind::Chance).then(|| {
        let message = format!("nobody moves at {}: chance decides", context.game.called(claim.node));
        Diagnostic::new(Code::ImpossibleClaim, message, claim.span).help("delete this claim")
    })
}

/// E0218: a move is claimed at the depth limit.
fn claimed_at_limit(context: &Context<'_>, claim: &Claim) -> Option<Diagnostic> {
    let is_at_limit = context.kind(claim.node).is_leaf() && !context.game.nodes().is_leaf(claim.node);
    is_at_limit.then(|| {
        let called = context.game.called(claim.node);
        let message = format!("no move is searched at {called}: it stands at the depth limit");
        let finding = Diagnostic::new(Code::ImpossibleClaim, message, claim.span);
        context.game.settings.note_depth(finding.help("search deeper, or delete this claim"))
    })
}

fn not_best(context: &Context<'_>, claim: &Claim, child: NodeId) -> Diagnostic {
    let (node, operand) = (claim.node, claim.operand);
    let written = clipped(operand.of(context.game.text));
    let message = format!("{written} is not a best move at {}", context.game.called(node));
    let mut finding = Diagnostic::new(Code::WrongMove, message, operand).primary_label("claimed here");
    if let Some(value) = context.search.value(child) {
        let comparison = if context.kind(node) == Kind::Max { "less" } else { "more" };
        finding = finding.label(context.game.head(child), format!("worth {value}, which is {comparison}"));
    }
    propose(context, context.label_decider(finding, node), node, operand)
}

/// Proposes the best moves instead of the claimed one.
fn propose(context: &Context<'_>, finding: Diagnostic, node: NodeId, operand: Span) -> Diagnostic {
    let best = context.best.moves(node);
    if best.nodes.is_empty() {
        return finding.note("another move is better, whatever the unknown leaves are worth");
    }
    match context.best.names(&best) {
        [] => finding.help("the best move has no label or name; give it a label: `a1: min { … }`"),
        [only] if best.nodes.len() == 1 => finding.safe_fix(format!("write `plays {only}`"), operand, only.clone()),
        [only] => finding.fix(format!("write `plays {only}`"), operand, only.clone()),
        several => finding.help(format!("the best moves are {}", listed(several))),
    }
}
