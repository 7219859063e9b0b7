//! W0501, W0502 and W0504: claims of one best move of several, claims that depend on the cut rule, and claims on
//! values that the search never finds.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::claim::{About, Asked, ClaimKind, Claims, Content, QuestionKind, Step};
use crate::diagnostic::{Code, Diagnostic, Findings, counted};
use crate::explain::{Context, Proofs};
use crate::model::{Cut, Settings};
use crate::search::{Cause, Cutoff, Search, VisitStatus};
use crate::source::Span;
use crate::syntax::tree::{File, Kind, NodeId, Setting, SettingKind};

pub(super) fn report(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    ties(context, claims, findings);
    unobservable(context, claims, findings);
    dependence(context, claims, findings);
}

// W0501

/// Reports claimed best moves if other moves are as good, unless the tree claims each of them.
fn ties(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    let mut by_node: BTreeMap<NodeId, Vec<(Span, NodeId)>> = BTreeMap::new();
    for (_, claim) in claims.all() {
        let Content::Moves(steps) = claim.content() else { continue };
        for (node, span, child) in played_moves(context, claim.node, steps) {
            by_node.entry(node).or_default().push((span, child));
        }
    }
    for (node, moves) in by_node {
        let best = context.search.best_moves(node).unwrap_or_default();
        let Some((span, _)) = moves.iter().find(|(_, child)| best.binary_search(child).is_ok()) else { continue };
        let named: BTreeSet<NodeId> = moves.iter().map(|(_, child)| *child).collect();
        // A value names every leaf that has it.
        let by_value = named
            .iter()
            .any(|child| context.game.unlabelled_value(*child).is_some() && best.binary_search(child).is_ok());
        let known =
            |child: &NodeId| named.contains(child) || (by_value && context.game.unlabelled_value(*child).is_some());
        if let Some(other) = best.iter().find(|child| !known(child)) {
            findings.report(&context.game.levels, Code::Tie, || tie(context, node, *span, *other, "one of them"));
        }
    }
    asked_ties(context, claims, findings);
}

/// The moves of a line, each with the node at which it is played. They end with the first move that is not best, or
/// before a node at which no player moves.
fn played_moves(context: &Context<'_>, from: NodeId, steps: &[Step]) -> Vec<(NodeId, Span, NodeId)> {
    let mut node = from;
    let mut played = Vec::new();
    for step in steps {
        if !matches!(context.kind(node), Kind::Max | Kind::Min) {
            break;
        }
        played.push((node, step.span, step.child));
        if context.search.is_best_move(node, step.child) != Some(true) {
            break;
        }
        node = step.child;
    }
    played
}

/// Reports nodes at which a move is asked for and several are best.
fn asked_ties(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    let second = |node: NodeId| context.search.best_moves(node).and_then(|best| best.get(1).copied());
    let anywhere = OnceCell::new();
    let mut at_node: HashMap<NodeId, Option<NodeId>> = HashMap::new();
    for question in &claims.questions {
        let found = match (question.kind, question.kind.claim()) {
            (_, Some((node, ClaimKind::Plays))) => {
                at_node.entry(node).or_insert_with(|| second(node)).map(|other| (node, other))
            }
            (QuestionKind::Every(Asked::Plays), _) => {
                *anywhere.get_or_init(|| context.search.visible().find_map(|node| Some((node, second(node)?))))
            }
            _ => None,
        };
        if let Some((node, other)) = found {
            findings.report(&context.game.levels, Code::Tie, || {
                tie(context, node, question.span, other, "asks for one of them")
            });
        }
    }
}

fn tie(context: &Context<'_>, node: NodeId, span: Span, other: NodeId, what: &str) -> Diagnostic {
    let called = context.game.called(node);
    let finding = Diagnostic::new(Code::Tie, format!("{called} has several best moves"), span).primary_label(what);
    let finding = match context.search.value(other) {
        Some(value) => finding.label(context.game.head(other), format!("worth {value} as well")),
        None => finding,
    };
    finding.help("say `plays` once for each of them, change a value, or allow `tie`")
}

// W0504

/// Reports claims on the value of a node that the search never enters, and so cannot confirm.
fn unobservable(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    // Somebody who asks for the value of a skipped node wants it to be worked out from the leaves.
    let given = claims.all().filter(|(place, _)| claims.is_at_node(*place) && !claims.is_answer(*place));
    for (_, claim) in given.filter(|(_, claim)| claim.kind.about() == About::Values) {
        if let VisitStatus::Skipped(Cause::Cutoff | Cause::Probability) = context.search.status(claim.node) {
            findings.report(&context.game.levels, Code::Unobservable, || {
                let called = context.game.called(claim.node);
                let message = format!("the search never comes to {called}, so this cannot be read off it");
                let finding = Diagnostic::new(Code::Unobservable, message, claim.span)
                    .primary_label("the search says nothing about this");
                context.label_skip(finding, claim.node).help("delete this claim, or allow `unobservable`")
            });
        }
    }
}

// W0502

/// Reports a search that would enter other nodes under the other cut rule, if the tree claims or asks anything about
/// the search.
fn dependence(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    if context.game.levels.of(Code::ConventionDependent).is_none() || !concerns_search(claims) {
        return;
    }
    contested(context, |eager, reluctant, cutoff| {
        findings
            .report(&context.game.levels, Code::ConventionDependent, || dependent(context, eager, reluctant, cutoff));
    });
}

/// Whether the search enters other nodes under the other cut rule, and the lint for that is on.
pub(super) fn is_dependent(context: &Context<'_>) -> bool {
    let is_on = context.game.levels.of(Code::ConventionDependent).is_some();
    is_on && contested(context, |_, _, _| ()).is_some()
}

/// Calls `look` with the search that cuts at equal values, the search that goes on there, and the first cutoff at which
/// only the first search skips something; `None` if there is no such cutoff.
fn contested<T>(context: &Context<'_>, look: impl FnOnce(&Search<'_>, &Search<'_>, Cutoff) -> T) -> Option<T> {
    let here = context.search.settings().cut;
    let other =
        Settings { cut: if here == Cut::AtLeast { Cut::Above } else { Cut::AtLeast }, ..*context.search.settings() };
    let other = &context.search.under(&other).ok()?;
    let (eager, reluctant) = if here == Cut::AtLeast { (context.search, other) } else { (other, context.search) };
    let only_reluctant = |node: NodeId| reluctant.entered(node) && !eager.entered(node);
    let mut cutoffs = eager.cutoffs().iter();
    let cutoff = cutoffs.find(|cutoff| context.search.children(cutoff.node).any(only_reluctant))?;
    Some(look(eager, reluctant, *cutoff))
}

/// Whether anything about the search is claimed or asked.
pub(super) fn concerns_search(claims: &Claims<'_>) -> bool {
    claims.all().any(|(_, claim)| claim.kind.about() == About::Search)
        || claims.questions.iter().any(|question| question.kind.is_about_search())
}

/// Whether everything that a tree claims or asks is about minimax values, nothing is about the search, and no rule of
/// alpha–beta is set. False if the tree claims and asks nothing.
pub(super) fn concerns_only_values(claims: &Claims<'_>, file: &File) -> bool {
    let game = claims.game;
    let says_something = !claims.is_empty() || !claims.questions.is_empty();
    let says_nothing_of_search =
        !concerns_search(claims) && claims.all().all(|(_, claim)| claim.kind.about() == About::Values);
    let usual = Settings { depth: game.settings.depth, depth_span: game.settings.depth_span, ..Settings::default() };
    let settings = file.settings[..game.tree.inherited].iter().chain(&game.tree.settings);
    let is_rule = |setting: &Setting| !matches!(setting.kind, SettingKind::Allow(_) | SettingKind::Depth(_));
    says_something && says_nothing_of_search && game.settings == usual && !settings.into_iter().any(is_rule)
}

fn dependent(context: &Context<'_>, eager: &Search<'_>, reluctant: &Search<'_>, cutoff: Cutoff) -> Diagnostic {
    let skipped = |child: &NodeId| reluctant.entered(*child) && !eager.entered(*child);
    let skipped: Vec<NodeId> = context.search.children(cutoff.node).filter(skipped).collect();
    let called = context.call_all(&skipped);
    let message = format!("whether the search comes to {called} depends on the cut rule");
    let finding = Diagnostic::new(Code::ConventionDependent, message, context.span_of(&skipped))
        .primary_label("skipped under `cut alpha >= beta`, entered under `cut alpha > beta`");
    let finding = match Proofs::new(context.game, eager).of(cutoff) {
        Some(proof) => context.label_proof(finding, &proof),
        None => finding,
    };
    let leaves = |search: &Search<'_>| search.counts().map_or(0, |counts| counts.leaves);
    let eager = counted(leaves(eager), "leaf is", "leaves are");
    finding
        .note(format!("{eager} evaluated under the one rule, {} under the other", leaves(reluctant)))
        .help("say in the exercise which rule holds, then allow `convention-dependent`")
}
