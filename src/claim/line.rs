//! `expect line m …`: a principal variation. E0309: a move is not a best move, or the line has the wrong length.

use super::moves::{Step, claimed_at_chance};
use super::reader::Reader;
use super::spec::{About, Expected, Spec, Takes};
use super::{Assertion, Claim, Content, Verdict};
use crate::diagnostic::{Code, Diagnostic, ordinal};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::search::{Search, Shape};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId, Term};

pub(super) static LINE: Spec = Spec {
    code: Code::WrongLine,
    about: About::Values,
    at_node: None,
    expected: Some(Expected {
        word: "line",
        takes: Takes::Moves,
        meaning: "`expect line m …`: the moves are a principal variation, a best move at each step.",
    }),
    missing: None,
    answer: |game, search, _, _| principal_variation(game, search),
    unfillable: |_, _| None,
    impossible: claimed_at_chance,
};

/// A principal variation as it is written; `None` if it is open, empty or very long, or if a move has no unique name.
fn principal_variation(game: &ResolvedTree<'_>, search: &Search<'_>) -> Option<String> {
    const LONGEST: usize = 1000;
    let mut moves = Vec::new();
    let mut node = NodeId::ROOT;
    while matches!(search.kind(node), Kind::Max | Kind::Min) && moves.len() < LONGEST {
        node = search.first_best_move(node)?;
        moves.push(game.unique_move(node)?);
    }
    (!moves.is_empty() && moves.len() < LONGEST).then(|| moves.join(" "))
}

/// The claim that these moves are a principal variation.
#[derive(Debug)]
pub(super) struct Line(Vec<Step>);

impl Line {
    pub(super) fn read(reader: &mut Reader<'_>, mut node: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        let game = reader.game;
        let mut steps: Vec<Step> = Vec::with_capacity(terms.len());
        for term in terms {
            if let Some(last) = steps.last().filter(|_| game.nodes().is_leaf(node)) {
                let message = format!("the line has ended before `{}`", clipped(term.span.of(game.text)));
                let finding = Diagnostic::new(Code::UnknownReference, message, term.span);
                return Err(finding.label(last.span, "this is a leaf").into());
            }
            node = reader.child(node, *term)?;
            steps.push(Step { span: term.span, child: node });
        }
        Ok(Self(steps))
    }
}

impl Assertion for Line {
    fn judge(&self, _: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        follow(search, &self.0).map(|followed| followed.reaches_end).into()
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        let from = std::iter::once(node).chain(self.0.iter().map(|step| step.child));
        let value = |node| search.value_shape(node);
        from.zip(&self.0).map(|(node, step)| (value(step.child), value(node))).collect()
    }

    fn content(&self) -> Content<'_> {
        Content::Moves(&self.0)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim.operand, &self.0)
    }
}

/// How far a claimed line is a principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Followed {
    /// How many of its moves are best moves, up to the first that is not.
    moves: usize,
    /// The node that those moves lead to.
    node: NodeId,
    /// Whether all its moves are best moves, and it ends at a leaf, the depth limit or a chance node.
    reaches_end: bool,
}

/// Follows a claimed line to its first mistake; `None` if that depends on unknown leaves.
fn follow(search: &Search<'_>, steps: &[Step]) -> Option<Followed> {
    let is_end = |node: NodeId| !matches!(search.kind(node), Kind::Max | Kind::Min);
    let mut node = NodeId::ROOT;
    for (moves, step) in steps.iter().enumerate() {
        if is_end(node) || !search.is_best_move(node, step.child)? {
            return Some(Followed { moves, node, reaches_end: false });
        }
        node = step.child;
    }
    Some(Followed { moves: steps.len(), node, reaches_end: is_end(node) })
}

fn wrong(context: &Context<'_>, operand: Span, steps: &[Step]) -> Diagnostic {
    let Some(followed) = follow(context.search, steps) else {
        unreachable!("an open claim does not fail");
    };
    let at = followed.node;
    if let (Some(step), Kind::Value | Kind::Chance) = (steps.get(followed.moves), context.kind(at)) {
        let why = if context.kind(at) == Kind::Chance { "chance decides there" } else { "the search goes no further" };
        let message = format!("the line ends at {}: {why}", context.game.called(at));
        let finding = Diagnostic::new(Code::WrongLine, message, step.span).primary_label("one move too many");
        return full_line(context, finding.label(context.game.head(at), "here it ends"), operand);
    }
    if let Some(step) = steps.get(followed.moves) {
        let place = ordinal(followed.moves + 1);
        let written = clipped(step.span.of(context.game.text));
        let message =
            format!("the {place} move of this line, {written}, is not a best move at {}", context.game.called(at));
        let finding = Diagnostic::new(Code::WrongLine, message, step.span).primary_label("the line goes wrong here");
        let finding = context.label_decider(finding, at);
        return full_line(context, finding, operand);
    }
    let message = "the line stops before a leaf";
    let finding = Diagnostic::new(Code::WrongLine, message, operand).primary_label("goes on from here");
    full_line(context, context.label_decider(finding, at), operand)
}

/// Proposes a whole principal variation. If moves tie, it is one of several, and the fix is not safe.
fn full_line(context: &Context<'_>, finding: Diagnostic, operand: Span) -> Diagnostic {
    const LONGEST: usize = 40;
    let mut names = Vec::new();
    let mut node = NodeId::ROOT;
    let mut ties = false;
    while let Some(child) = context.decider(node) {
        let (Some(name), true) = (context.game.unique_move(child), names.len() < LONGEST) else {
            return finding;
        };
        names.push(name);
        ties |= context.best.moves(node).nodes.len() != 1;
        node = child;
    }
    let line = names.join(" ");
    let title = format!("write `line {line}`");
    if ties { finding.fix(title, operand, line) } else { finding.safe_fix(title, operand, line) }
}
