//! `<= v` and `>= v`: the bound that the search returns. E0303: it returns something else.

use super::reader::Reader;
use super::returned::is_exact;
use super::spec::{About, AtNode, Spec};
use super::{Asked, Assertion, Claim, Content, Verdict, asks};
use crate::diagnostic::{Code, Diagnostic};
use crate::explain::{Context, interval};
use crate::model::{Cut, ResolveError, ResolvedTree, clipped};
use crate::number::Number;
use crate::search::Bound::{Lower, Upper};
use crate::search::{Search, Shape, Side, VisitStatus};
use crate::syntax::tree::{ClaimForm, NodeId, Term};

pub(super) static AT_MOST: Spec = Spec {
    code: Code::WrongBound,
    about: About::Search,
    at_node: Some(AtNode {
        sign: "<=",
        meaning: "`<= v`, a claim: the search returns v here, an upper bound: it fails low.",
    }),
    expected: None,
    missing: Some(["the upper bound of", "the upper bounds of"]),
    answer: |_, search, node, _| returned(search, node, failed_low),
    unfillable: |context, node| unfillable(context, node, failed_low, "no upper bound is returned from"),
    impossible: |_, _| None,
};

pub(super) static AT_LEAST: Spec = Spec {
    code: Code::WrongBound,
    about: About::Search,
    at_node: Some(AtNode {
        sign: ">=",
        meaning: "`>= v`, a claim: the search returns v here, a lower bound: it fails high.",
    }),
    expected: None,
    missing: Some(["the lower bound of", "the lower bounds of"]),
    answer: |_, search, node, _| returned(search, node, failed_high),
    unfillable: |context, node| unfillable(context, node, failed_high, "no lower bound is returned from"),
    impossible: |_, _| None,
};

/// Whether the search of a node failed in one direction, low or high; `None` if that is not known.
type Failed = fn(&Search<'_>, NodeId) -> Option<bool>;

/// Whether the search of an entered node failed low: its result is at most α, or below α under `cut alpha > beta`.
fn failed_low(search: &Search<'_>, node: NodeId) -> Option<bool> {
    let (result, alpha) = (search.fail_soft(node)?, search.window(node)?.alpha);
    Some(match search.settings().cut {
        Cut::AtLeast => result <= alpha,
        Cut::Above => result < alpha,
    })
}

/// Whether the search of an entered node failed high: its result is at least β, or above β under `cut alpha > beta`.
fn failed_high(search: &Search<'_>, node: NodeId) -> Option<bool> {
    let (result, beta) = (search.fail_soft(node)?, search.window(node)?.beta);
    Some(match search.settings().cut {
        Cut::AtLeast => result >= beta,
        Cut::Above => result > beta,
    })
}

fn returned(search: &Search<'_>, node: NodeId, failed: Failed) -> Option<String> {
    search.returned(node).filter(|_| failed(search, node) == Some(true)).map(|returned| returned.to_string())
}

fn unfillable(context: &Context<'_>, node: NodeId, failed: Failed, why: &'static str) -> Option<&'static str> {
    never_entered(context, node).or_else(|| (failed(context.search, node) == Some(false)).then_some(why))
}

/// Says that the search never enters a node, if that is so: then it has no window there, and returns nothing from it.
pub(super) fn never_entered(context: &Context<'_>, node: NodeId) -> Option<&'static str> {
    let is_skipped = matches!(context.search.status(node), VisitStatus::Skipped(_));
    is_skipped.then_some("the search never enters")
}

/// The claim that the search returns this value from a node, and fails low or high there.
#[derive(Debug)]
pub(super) struct Bound {
    sign: &'static str,
    failed: Failed,
    value: Number,
}

impl Bound {
    pub(super) fn read_upper(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self { sign: "<=", failed: failed_low, value: reader.number(terms[0]) })
    }

    pub(super) fn read_lower(reader: &mut Reader<'_>, _: NodeId, terms: &[Term]) -> Result<Self, ResolveError> {
        Ok(Self { sign: ">=", failed: failed_high, value: reader.number(terms[0]) })
    }
}

impl Assertion for Bound {
    fn judge(&self, node: NodeId, _: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        Verdict::if_entered(search, node, || {
            let (returned, failed) = search.returned(node).zip((self.failed)(search, node))?;
            Some(returned == self.value && failed)
        })
    }

    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        compared(node, search, self.value)
    }

    fn content(&self) -> Content<'_> {
        Content::Return(if self.sign == "<=" { Upper } else { Lower }, self.value)
    }

    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic {
        wrong(context, claim, self.sign)
    }
}

/// The return is compared with the window and with the claim. The window is compared with the claim, too, because
/// `fail-hard` can return an end of it.
pub(super) fn compared(node: NodeId, search: &Search<'_>, claimed: Number) -> Vec<(Shape, Shape)> {
    let Some((returned, window)) = search.fail_soft_shape(node).zip(search.window_shape(node)) else {
        return Vec::new();
    };
    let claimed = Shape::constant(claimed);
    vec![
        (returned, window.alpha),
        (returned, window.beta),
        (returned, claimed),
        (window.alpha, claimed),
        (window.beta, claimed),
    ]
}

/// Why a claim with this sign about the return of its node is wrong.
pub(super) fn wrong(context: &Context<'_>, claim: &Claim, own_sign: &str) -> Diagnostic {
    let node = claim.node;
    let called = context.game.called(node);
    if !context.search.entered(node) {
        let message = format!("the search never comes to {called}, so it returns nothing there");
        let finding = Diagnostic::new(Code::WrongBound, message, claim.span).primary_label("no bound is proved");
        return context.label_skip(finding, node).help("delete this claim");
    }
    let (Some(returned), Some(window)) = (context.search.returned(node), context.search.window(node)) else {
        unreachable!("an open claim does not fail");
    };
    let is_proved = asks(context.game, Asked::Returns) && is_exact(context.search, node) == Some(true);
    let (sort, sign) = match (failed_low(context.search, node), failed_high(context.search, node)) {
        _ if is_proved => ("as its exact value", "="),
        (Some(true), _) => ("as an upper bound", "<="),
        (_, Some(true)) => ("as a lower bound", ">="),
        _ => ("as its exact value", "="),
    };
    let claimed = clipped(claim.span.of(context.game.text));
    let finding = Diagnostic::new(
        Code::WrongBound,
        format!("the search returns {returned} from {called} {sort}, not `{claimed}`"),
        claim.span,
    )
    .primary_label("claimed here");
    let finding = mention_clamp(label_last(context, finding, node), context, node, returned);
    let entered = interval(window.alpha, window.beta);
    let why = if is_proved { why_exact(context, node, returned) } else { why(context, node, returned) };
    let finding = finding.note(format!("{called} is entered with {entered}: {why}"));
    if sign != own_sign && is_taken(context, claim, sign) {
        return finding.help("delete this claim");
    }
    let written = format!("{sign} {returned}");
    finding.safe_fix(format!("write `{written}`"), claim.span, written)
}

/// Whether a claim with this sign must not replace this one, because the node would then have it twice: it has such a
/// claim already, or the fix of an earlier bound writes one.
fn is_taken(context: &Context<'_>, claim: &Claim, sign: &str) -> bool {
    context.game.tree.claims.of(claim.node).iter().any(|(_, written)| {
        let (own, is_bound) = match written.form {
            ClaimForm::AtMost(_) => ("<=", true),
            ClaimForm::AtLeast(_) => (">=", true),
            ClaimForm::Equal(_) => ("=", false),
            _ => return false,
        };
        own == sign || (is_bound && written.span.start < claim.span.start)
    })
}

/// Notes that `fail-hard` moves the result to the end of the window.
fn mention_clamp(finding: Diagnostic, context: &Context<'_>, node: NodeId, returned: Number) -> Diagnostic {
    match context.search.fail_soft(node).filter(|soft| *soft != returned) {
        Some(soft) => {
            finding.note(format!("under `search fail-hard` {soft} is moved into the window: {returned} is returned"))
        }
        None => finding,
    }
}

/// Says why a return is exact. If the search also fails low or high, the bound is right, too.
fn why_exact(context: &Context<'_>, node: NodeId, returned: Number) -> String {
    let called = context.game.called(node);
    let failed = (failed_low(context.search, node), failed_high(context.search, node));
    let Some(window) = context.search.window(node).filter(|_| failed != (Some(false), Some(false))) else {
        return why(context, node, returned);
    };
    let is_low = failed.0 == Some(true);
    let (side, verb, sign) = if is_low { (Side::Alpha, "beat", "<=") } else { (Side::Beta, "undercut", ">=") };
    let has = context.bound_in_words(node, side, window.end(side));
    format!(
        "`= {returned}` and `{sign} {returned}` are both right, \
         because {called} is worth exactly {returned} and does not {verb} {has}"
    )
}

/// Says why a return is an upper bound, a lower bound, or exact. The search finds the exact value of a node only if
/// that value matters to the players above it.
fn why(context: &Context<'_>, node: NodeId, returned: Number) -> String {
    let called = context.game.called(node);
    let failed = (failed_low(context.search, node), failed_high(context.search, node));
    let Some(window) = context.search.window(node).filter(|_| failed != (Some(false), Some(false))) else {
        return format!("{returned} lies inside that window, so it is the exact value of {called}");
    };
    let is_low = failed.0 == Some(true);
    let (side, verb) = if is_low { (Side::Alpha, "beat") } else { (Side::Beta, "undercut") };
    let (has, extent) = (context.bound_in_words(node, side, window.end(side)), side.extent());
    let so = match context.search.cutoff_at(node) {
        Some(_) => "the search skips the rest of it",
        None => "its exact value no longer matters",
    };
    format!("{called} is worth {extent} {returned} and does not {verb} {has}, so {so}")
}

/// Points at the child whose return became the return of the node.
fn label_last(context: &Context<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    let soft = context.search.fail_soft(node);
    let is_source = |child: &NodeId| context.search.entered(*child) && context.search.fail_soft(*child) == soft;
    match (context.search.children(node).find(is_source), soft) {
        (Some(child), Some(value)) => finding.label(context.game.head(child), format!("{value} comes from here")),
        _ => finding,
    }
}
