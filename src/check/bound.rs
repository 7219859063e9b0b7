//! E0303: the search does not return the bound that is claimed.

use super::case::{Case, interval};
use super::mark::has;
use super::proof::Source;
use crate::diagnostic::{Code, Diagnostic};
use crate::judge::{failed_high, failed_low};
use crate::model::{Claim, ClaimKind, clipped};
use crate::number::Number;
use crate::syntax::tree::NodeId;

pub(super) fn wrong(case: &Case<'_>, claim: &Claim) -> Diagnostic {
    let node = claim.node;
    let called = case.game.called(node);
    if !case.search.entered(node) {
        let message = format!("the search never comes to {called}, so it returns nothing there");
        let finding = Diagnostic::new(Code::WrongBound, message, claim.span).here("no bound is proved");
        return case.label_skip(finding, node).help("delete this claim");
    }
    let (Some(returned), Some(window)) = (case.search.returned(node), case.search.window(node)) else {
        unreachable!("an open claim does not fail");
    };
    let (sort, sign) = match (failed_low(case.search, node), failed_high(case.search, node)) {
        (Some(true), _) => ("as an upper bound", "<="),
        (_, Some(true)) => ("as a lower bound", ">="),
        _ => ("as its exact value", "="),
    };
    let claimed = clipped(claim.span.of(case.game.text));
    let finding = Diagnostic::new(
        Code::WrongBound,
        format!("the search returns {returned} from {called} {sort}, not `{claimed}`"),
        claim.span,
    )
    .here("expected here");
    let finding = mention_clamp(label_last(case, finding, node), case, node, returned);
    let entered = interval(window.alpha, window.beta);
    let finding = finding.note(format!("{called} is entered with {entered}: {}", why(case, node, returned)));
    if !claimed.starts_with(sign) && (stands_already(case, node, sign) || is_second(case, claim)) {
        return finding.help("delete this claim");
    }
    let written = format!("{sign} {returned}");
    finding.safe_fix(format!("write `{written}`"), claim.span, written)
}

/// Whether a claim with this sign is made of the node already.
fn stands_already(case: &Case<'_>, node: NodeId, sign: &str) -> bool {
    has(
        case,
        node,
        match sign {
            "<=" => |kind| matches!(kind, ClaimKind::AtMost(_)),
            ">=" => |kind| matches!(kind, ClaimKind::AtLeast(_)),
            _ => |kind| matches!(kind, ClaimKind::Equal(_)),
        },
    )
}

/// Whether another bound is claimed of the node before this one: what is right can be written only once.
fn is_second(case: &Case<'_>, claim: &Claim) -> bool {
    let claims = &case.game.claims;
    let first = claims.partition_point(|other| other.node < claim.node);
    let mut before = claims[first..].iter().take_while(|other| other.span.start < claim.span.start);
    before.any(|other| matches!(other.kind, ClaimKind::AtMost(_) | ClaimKind::AtLeast(_)))
}

/// Under `fail-hard` the result is moved to the end of the window.
fn mention_clamp(finding: Diagnostic, case: &Case<'_>, node: NodeId, returned: Number) -> Diagnostic {
    match case.search.fail_soft(node).filter(|soft| *soft != returned) {
        Some(soft) => {
            finding.note(format!("under `search fail-hard` {soft} is moved into the window: {returned} is returned"))
        }
        None => finding,
    }
}

/// Why a return is an upper bound, a lower bound, or exact: the search only asks whether a node matters to the players
/// above it.
fn why(case: &Case<'_>, node: NodeId, returned: Number) -> String {
    let called = case.game.called(node);
    let failed = (failed_low(case.search, node), failed_high(case.search, node));
    let Some(window) = case.search.window(node).filter(|_| failed != (Some(false), Some(false))) else {
        return format!("{returned} lies inside that window, so it is the exact value of {called}");
    };
    let is_low = failed.0 == Some(true);
    let (letter, bound, extent) = if is_low { ('α', window.alpha, "most") } else { ('β', window.beta, "least") };
    let (holder, verb) = if is_low { ("MAX", "beat") } else { ("MIN", "undercut") };
    let has = match case.proofs.source(node, letter) {
        Some(Source::Child(_)) => format!("{holder}'s {bound}"),
        _ => format!("{letter} = {bound}"),
    };
    format!("{called} does not {verb} {has}, so its exact value no longer matters; it is worth at {extent} {returned}")
}

/// Points at the child from which the node has its return.
fn label_last(case: &Case<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    let soft = case.search.fail_soft(node);
    let gave = |child: &NodeId| case.search.entered(*child) && case.search.fail_soft(*child) == soft;
    match (case.search.children(node).find(gave), soft) {
        (Some(child), Some(value)) => finding.label(case.game.head(child), format!("{value} comes from here")),
        _ => finding,
    }
}
