//! E0303: the search does not return the bound that is claimed.

use super::context::{CheckContext, interval};
use super::mark::has;
use crate::diagnostic::{Code, Diagnostic};
use crate::judge::{failed_high, failed_low};
use crate::model::{Claim, ClaimKind, clipped};
use crate::number::Number;
use crate::search::Side;
use crate::syntax::tree::NodeId;

pub(super) fn wrong(context: &CheckContext<'_>, claim: &Claim) -> Diagnostic {
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
    let (sort, sign) = match (failed_low(context.search, node), failed_high(context.search, node)) {
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
    .primary_label("expected here");
    let finding = mention_clamp(label_last(context, finding, node), context, node, returned);
    let entered = interval(window.alpha, window.beta);
    let finding = finding.note(format!("{called} is entered with {entered}: {}", why(context, node, returned)));
    if !claimed.starts_with(sign) && (stands_already(context, node, sign) || is_second(context, claim)) {
        return finding.help("delete this claim");
    }
    let written = format!("{sign} {returned}");
    finding.safe_fix(format!("write `{written}`"), claim.span, written)
}

/// Whether a claim with this sign is made of the node already.
fn stands_already(context: &CheckContext<'_>, node: NodeId, sign: &str) -> bool {
    has(
        context,
        node,
        match sign {
            "<=" => |kind| matches!(kind, ClaimKind::AtMost(_)),
            ">=" => |kind| matches!(kind, ClaimKind::AtLeast(_)),
            _ => |kind| matches!(kind, ClaimKind::Equal(_)),
        },
    )
}

/// Whether another bound is claimed of the node before this one: what is right can be written only once.
fn is_second(context: &CheckContext<'_>, claim: &Claim) -> bool {
    let claims = &context.game.claims;
    let first = claims.partition_point(|other| other.node < claim.node);
    let mut before = claims[first..].iter().take_while(|other| other.span.start < claim.span.start);
    before.any(|other| matches!(other.kind, ClaimKind::AtMost(_) | ClaimKind::AtLeast(_)))
}

/// Under `fail-hard` the result is moved to the end of the window.
fn mention_clamp(finding: Diagnostic, context: &CheckContext<'_>, node: NodeId, returned: Number) -> Diagnostic {
    match context.search.fail_soft(node).filter(|soft| *soft != returned) {
        Some(soft) => {
            finding.note(format!("under `search fail-hard` {soft} is moved into the window: {returned} is returned"))
        }
        None => finding,
    }
}

/// Why a return is an upper bound, a lower bound, or exact: the search only asks whether a node matters to the players
/// above it.
fn why(context: &CheckContext<'_>, node: NodeId, returned: Number) -> String {
    let called = context.game.called(node);
    let failed = (failed_low(context.search, node), failed_high(context.search, node));
    let Some(window) = context.search.window(node).filter(|_| failed != (Some(false), Some(false))) else {
        return format!("{returned} lies inside that window, so it is the exact value of {called}");
    };
    let is_low = failed.0 == Some(true);
    let (side, verb) = if is_low { (Side::Alpha, "beat") } else { (Side::Beta, "undercut") };
    let (has, extent) = (context.bound_in_words(node, side, window.end(side)), side.extent());
    format!("{called} does not {verb} {has}, so its exact value no longer matters; it is worth {extent} {returned}")
}

/// Points at the child from which the node has its return.
fn label_last(context: &CheckContext<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    let soft = context.search.fail_soft(node);
    let gave = |child: &NodeId| context.search.entered(*child) && context.search.fail_soft(*child) == soft;
    match (context.search.children(node).find(gave), soft) {
        (Some(child), Some(value)) => finding.label(context.game.head(child), format!("{value} comes from here")),
        _ => finding,
    }
}
