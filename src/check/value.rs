//! E0301 and E0302: a node is not worth what is claimed.

use super::context::CheckContext;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::model::clipped;
use crate::number::{Number, decimals};
use crate::search::Bound;
use crate::source::{Span, offset};
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn wrong(context: &CheckContext<'_>, node: NodeId, operand: Span, claimed: Number) -> Diagnostic {
    let called = context.game.called(node);
    let Some(value) = context.search.value(node) else {
        return out_of_reach(context, Code::WrongValue, node, operand);
    };
    let finding = Diagnostic::new(Code::WrongValue, format!("{called} is worth {value}, not {claimed}"), operand)
        .primary_label("expected here");
    let finding = mention_mistake(context, context.label_decider(finding, node), node, claimed);
    match about(context.game.text, operand, claimed, value) {
        Some(fix) => finding
            .note(format!("{claimed} is {value} rounded, but `=` claims the exact value"))
            .with_fix(fix)
            .or_help(format!("write `= {value}`"))
            .or_with_fix(exactly(operand, value)),
        None => finding.safe_fix(format!("write `= {value}`"), operand, value.to_string()),
    }
}

fn exactly(operand: Span, value: Number) -> Fix {
    Fix { title: format!("write `= {value}`"), edits: vec![Edit::new(operand, value.to_string())], safe: false }
}

/// Replaces `=` by `~` if the claim is the rounded value.
fn about(text: &str, operand: Span, claimed: Number, value: Number) -> Option<Fix> {
    let written = operand.of(text);
    let places = decimals(written).filter(|places| *places > 0)?;
    let rounded = value.rounded(places)?.parse::<Number>().ok()?;
    let sign = text[..operand.start as usize].trim_end();
    if rounded != claimed || !sign.ends_with('=') {
        return None;
    }
    let sign = Span::new(offset(sign.len() - 1), offset(sign.len()));
    Some(Fix { title: format!("write `~ {}`", clipped(written)), edits: vec![Edit::new(sign, "~")], safe: false })
}

pub(super) fn not_near(context: &CheckContext<'_>, node: NodeId, operand: Span) -> Diagnostic {
    let Some(value) = context.search.value(node) else {
        return out_of_reach(context, Code::WrongApproximation, node, operand);
    };
    let claimed = clipped(operand.of(context.game.text));
    let called = context.game.called(node);
    let message = format!("{called} is worth {value}, not about {claimed}");
    let finding = Diagnostic::new(Code::WrongApproximation, message, operand)
        .primary_label("expected here")
        .note(format!("`~ {claimed}` stands for every value within half a unit of its last decimal"));
    let finding = context.label_decider(finding, node);
    match decimals(operand.of(context.game.text)).and_then(|places| value.rounded(places)) {
        Some(rounded) => finding.safe_fix(format!("write `~ {rounded}`"), operand, rounded),
        None => finding.help(format!("write `= {value}`")),
    }
}

/// A value that the node cannot have, whatever the unknown leaves are worth.
fn out_of_reach(context: &CheckContext<'_>, code: Code, node: NodeId, operand: Span) -> Diagnostic {
    let claimed = clipped(operand.of(context.game.text));
    let called = context.game.called(node);
    let worth = match context.search.ends(node) {
        (least, Number::Infinity) => format!("at least {least}"),
        (Number::NegativeInfinity, greatest) => format!("at most {greatest}"),
        (least, greatest) => format!("at least {least} and at most {greatest}"),
    };
    Diagnostic::new(code, format!("{called} is worth {worth}, not {claimed}"), operand)
        .primary_label("expected here")
        .note("that holds whatever the unknown leaves are worth")
        .help("claim a value that it can have, or give the leaves values")
}

/// The mistakes that students make most: the wrong player, and a bound taken for the value.
fn mention_mistake(context: &CheckContext<'_>, finding: Diagnostic, node: NodeId, claimed: Number) -> Diagnostic {
    let (side, sign) = match context.search.bound(node) {
        Some(Bound::Upper) => ("an upper", "<="),
        Some(Bound::Lower) => ("a lower", ">="),
        _ => ("", ""),
    };
    if !sign.is_empty() && context.search.returned(node) == Some(claimed) {
        return finding
            .note(format!("the search returned {claimed} here, {side} bound; write that bound as `{sign} {claimed}`"));
    }
    let nodes = context.game.nodes();
    let only = nodes.children(node).next().filter(|child| nodes.end(*child) == nodes.end(node));
    if let Some(child) = only.filter(|child| context.game.head(*child).of(context.game.text) == "{") {
        let (called, player) = (context.game.called(node), context.player(child));
        return finding.note(format!(
            "the inner braces make a second node, the only child of {called}, where {player} moves; one pair of braces is enough for leaves"
        ));
    }
    let children = || context.search.children(node).map(|child| context.search.value(child));
    let by_the_other = match context.kind(node) {
        Kind::Max => children().min(),
        Kind::Min => children().max(),
        _ => None,
    };
    if by_the_other == Some(Some(claimed)) {
        let (player, other) = (context.player(node), context.opponent(node));
        return finding.note(format!(
            "{claimed} would be right if {other} moved here; {player} takes the {}",
            context.superlative(node)
        ));
    }
    finding
}
