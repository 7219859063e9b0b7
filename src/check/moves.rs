//! E0305 and E0309: the move, or the line, that is claimed is not a best one.

use super::context::CheckContext;
use crate::diagnostic::{Code, Diagnostic, listed, ordinal};
use crate::judge::follow;
use crate::model::{Step, clipped};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn not_best(context: &CheckContext<'_>, node: NodeId, operand: Span, child: NodeId) -> Diagnostic {
    let written = clipped(operand.of(context.game.text));
    let message = format!("{written} is not a best move at {}", context.game.called(node));
    let mut finding = Diagnostic::new(Code::WrongMove, message, operand).primary_label("expected here");
    if let Some(value) = context.search.value(child) {
        let comparison = if context.kind(node) == Kind::Max { "less" } else { "more" };
        finding = finding.label(context.game.head(child), format!("worth {value}, which is {comparison}"));
    }
    propose(context, context.label_decider(finding, node), node, operand)
}

/// Proposes the best moves in the place of the claimed one.
fn propose(context: &CheckContext<'_>, finding: Diagnostic, node: NodeId, operand: Span) -> Diagnostic {
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

pub(super) fn wrong_line(context: &CheckContext<'_>, operand: Span, steps: &[Step]) -> Diagnostic {
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

/// Proposes a whole principal variation. Where moves tie it is one of several, and which to write is not certain.
fn full_line(context: &CheckContext<'_>, finding: Diagnostic, operand: Span) -> Diagnostic {
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
