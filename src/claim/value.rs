//! `= v` and `~ v`: the value of a node. E0301 and E0302: the value is wrong.

use super::reader::Reader;
use super::spec::{About, AtNode, Expected, Spec, Takes};
use super::{Asked, Assertion, Claim, Content, Verdict, asks};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree, clipped};
use crate::number::{Fraction, Number, decimals};
use crate::search::{Bound, Search, Shape};
use crate::source::{Span, offset};
use crate::syntax::tree::{Kind, NodeId, Term};

pub(super) static EXACT: Spec = Spec {
    code: Code::WrongValue,
    about: About::Values,
    at_node: Some(AtNode { sign: "=", meaning: "`= v`, a claim: the minimax value of the node is exactly v." }),
    expected: Some(Expected { word: "value", takes: Takes::Number, meaning: EXPECTED }),
    missing: MISSING,
    answer: |_, search, node, _| Some(search.value(node)?.to_string()),
    unfillable: hidden,
    impossible: |_, _| None,
};

pub(super) static NEAR: Spec = Spec {
    code: Code::WrongApproximation,
    about: About::Values,
    at_node: Some(AtNode {
        sign: "~",
        meaning: "`~ v`, a claim: v is the value of the node, rounded to as many decimals as v is written with.",
    }),
    expected: Some(Expected { word: "value", takes: Takes::Decimal, meaning: EXPECTED }),
    missing: MISSING,
    answer: |_, search, node, written| rounded(search, node, written),
    unfillable: hidden,
    impossible: |_, _| None,
};

const EXPECTED: &str = "`expect value = v`: the root is worth v.";
const MISSING: Option<[&str; 2]> = Some(["the value of", "the values of"]);

/// Why nothing can be claimed about the value of a node: it lies below the depth limit.
pub(super) fn hidden(context: &Context<'_>, node: NodeId) -> Option<&'static str> {
    (context.kind(node) == Kind::Hidden).then_some("the depth limit hides")
}

/// The value of a node, rounded to as many decimals as `written` has; by default, none for a whole number and two for
/// any other.
fn rounded(search: &Search<'_>, node: NodeId, written: Option<&str>) -> Option<String> {
    const DECIMALS: usize = 2;
    let value = search.value(node)?;
    let needed = if value.to_integer().is_some() { 0 } else { DECIMALS };
    value.rounded(written.and_then(decimals).unwrap_or(needed))
}

/// The claim that a node is worth exactly this.
#[derive(Debug)]
pub(super) struct Exact(Number);

impl Exact {
    pub(super) fn read(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self(reader.number(terms[0])))
    }
}

impl Assertion for Exact {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        within(search, node, self.0, self.0)
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        vec![(search.value_shape(node), Shape::constant(self.0))]
    }

    fn content(&self) -> Content<'_> {
        Content::Value(self.0)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        not_exact(context, claim, self.0)
    }
}

/// The claim that the value of a node lies within half a unit of the last place of a decimal.
#[derive(Debug)]
pub(super) struct Near {
    least: Number,
    greatest: Number,
}

impl Near {
    pub(super) fn read(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        let term = terms[0];
        let written = term.span.of(reader.game.text);
        let Some(places) = decimals(written) else {
            return Err(Diagnostic::new(Code::ImpossibleClaim, "only a decimal can be roughly right", term.span)
                .note("`~ 2.33` holds for every value within half a unit of the last decimal, from 2.325 to 2.335")
                .help(format!("write `= {written}`"))
                .into());
        };
        Self::around(reader.number(term), places).ok_or_else(|| {
            let message = "half a unit either side of this has too many digits";
            let finding = Diagnostic::new(Code::NumberTooLong, message, term.span);
            finding.help("write fewer digits, or claim the exact value with `=`").into()
        })
    }

    /// The values within half a unit of the last place of `value`, which is written with this number of decimals;
    /// `None` if an end has too many digits.
    fn around(value: Number, decimals: usize) -> Option<Self> {
        let unit = 10_i128.checked_pow(u32::try_from(decimals).ok()?)?;
        let doubled = unit.checked_mul(2)?;
        let value = value.finite()?;
        let halves = value.numerator().checked_mul(doubled / value.denominator())?;
        let end = |half: i128| Fraction::new(halves.checked_add(half)?, doubled).map(Number::Finite);
        Some(Self { least: end(-1)?, greatest: end(1)? })
    }
}

impl Assertion for Near {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        within(search, node, self.least, self.greatest)
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        let value = search.value_shape(node);
        vec![(value, Shape::constant(self.least)), (value, Shape::constant(self.greatest))]
    }

    fn content(&self) -> Content<'_> {
        Content::Rounded(self.least, self.greatest)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        not_near(context, claim)
    }
}

/// Whether the value of a node lies between the two, ends included, whatever the unknown leaves are worth.
fn within(search: &Search<'_>, node: NodeId, from: Number, to: Number) -> Verdict {
    let (least, greatest) = search.ends(node);
    if from <= least && greatest <= to {
        Verdict::Holds
    } else if greatest < from || to < least || least == greatest {
        Verdict::Fails
    } else {
        Verdict::Open
    }
}

fn not_exact(context: &Context<'_>, claim: &Claim, claimed: Number) -> Diagnostic {
    let (node, operand) = (claim.node, claim.operand);
    let called = context.game.called(node);
    let Some(value) = context.search.value(node) else {
        return out_of_reach(context, claim);
    };
    let finding = Diagnostic::new(Code::WrongValue, format!("{called} is worth {value}, not {claimed}"), operand)
        .primary_label("claimed here");
    let finding = mention_mistake(context, context.label_decider(finding, node), claim, claimed);
    match approximately(context.game.text, operand, claimed, value) {
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
fn approximately(text: &str, operand: Span, claimed: Number, value: Number) -> Option<Fix> {
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

fn not_near(context: &Context<'_>, claim: &Claim) -> Diagnostic {
    let (node, operand) = (claim.node, claim.operand);
    let Some(value) = context.search.value(node) else {
        return out_of_reach(context, claim);
    };
    let claimed = clipped(operand.of(context.game.text));
    let called = context.game.called(node);
    let message = format!("{called} is worth {value}, not about {claimed}");
    let finding = Diagnostic::new(Code::WrongApproximation, message, operand)
        .primary_label("claimed here")
        .note(format!("`~ {claimed}` stands for every value within half a unit of its last decimal"));
    let finding = context.label_decider(finding, node);
    match decimals(operand.of(context.game.text)).and_then(|places| value.rounded(places)) {
        Some(rounded) => finding.safe_fix(format!("write `~ {rounded}`"), operand, rounded),
        None => finding.help(format!("write `= {value}`")),
    }
}

/// Reports a value that the node cannot have, whatever the unknown leaves are worth.
fn out_of_reach(context: &Context<'_>, claim: &Claim) -> Diagnostic {
    let claimed = clipped(claim.operand.of(context.game.text));
    let called = context.game.called(claim.node);
    let worth = match context.search.ends(claim.node) {
        (least, Number::Infinity) => format!("at least {least}"),
        (Number::NegativeInfinity, greatest) => format!("at most {greatest}"),
        (least, greatest) => format!("at least {least} and at most {greatest}"),
    };
    Diagnostic::new(claim.kind.code(), format!("{called} is worth {worth}, not {claimed}"), claim.operand)
        .primary_label("claimed here")
        .note("that holds whatever the unknown leaves are worth")
        .help("claim a value that it can have, or give the leaves values")
}

/// Notes a common mistake: a bound or the static evaluation taken for the value, an extra pair of braces, or the wrong
/// player.
///
/// A bound does not answer a question about a value, so the note does not advise a student to write one.
fn mention_mistake(context: &Context<'_>, finding: Diagnostic, claim: &Claim, claimed: Number) -> Diagnostic {
    let node = claim.node;
    let is_answer = context.grades_answers || claim.worth.is_some() || asks(context.game, Asked::Values);
    let (side, sign) = match context.search.bound(node) {
        Some(Bound::Upper) => ("an upper", "<="),
        Some(Bound::Lower) => ("a lower", ">="),
        _ => ("", ""),
    };
    if !sign.is_empty() && context.search.returned(node) == Some(claimed) {
        return finding.note(match is_answer {
            true => format!(
                "{claimed} is what the search returns here, {side} bound; the question asks for the minimax value"
            ),
            false => {
                format!("the search returned {claimed} here, {side} bound; write that bound as `{sign} {claimed}`")
            }
        });
    }
    if context.game.evaluation(node) == Some(claimed) && !context.kind(node).is_leaf() {
        return finding.note(format!("{claimed} is the static evaluation, which counts only at the depth limit"));
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
    let if_opponent_moved = match context.kind(node) {
        Kind::Max => children().min(),
        Kind::Min => children().max(),
        _ => None,
    };
    // At the depth limit, the number may just as well come from children that the search does not look at.
    let is_at_limit = context.search.children(node).any(|child| context.is_at_limit(child));
    if if_opponent_moved == Some(Some(claimed)) && !is_at_limit {
        let (player, other) = (context.player(node), context.opponent(node));
        return finding.note(format!(
            "{claimed} would be right if {other} moved here; {player} takes the {}",
            context.superlative(node)
        ));
    }
    finding
}
