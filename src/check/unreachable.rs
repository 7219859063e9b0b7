//! W0401: a subtree that a cutoff skips, with the proof that it cannot matter.

use std::cell::OnceCell;

use super::context::CheckContext;
use super::convention::Conventions;
use super::doubt::Doubt;
use super::observable;
use super::proof::{Proof, Source};
use crate::diagnostic::{Annotate, Code, Diagnostic, Findings, Fix, counted};
use crate::model::{Asked, ClaimKind, Cut, Cutoffs, Rule};
use crate::search::{Cause, Cutoff, VisitStatus};
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn report(context: &CheckContext<'_>, conventions: &Conventions<'_>, findings: &mut Findings) {
    let asked = context.game.asks(Asked::Pruned);
    report_hidden(context, findings);
    if asked || context.search.cutoffs().is_empty() {
        return;
    }
    let marked = marked(context);
    if observable::speaks_only_of_values(context, conventions.file()) {
        report_once(context, conventions, &marked, findings);
        return;
    }
    let certain = OnceCell::new();
    for cutoff in context.search.cutoffs() {
        let skipped: Vec<NodeId> = skipped(context, *cutoff);
        for run in runs(&skipped, &marked) {
            findings.report(&context.game.levels, Code::UnreachableCutoff, || {
                let finding = describe(context, *cutoff, run);
                propose_marks(context, finding, run, *certain.get_or_init(|| marks_are_certain(context, conventions)))
            });
        }
    }
}

/// Runs of neighbouring siblings without a mark.
fn runs<'r>(skipped: &'r [NodeId], marked: &'r [bool]) -> impl Iterator<Item = &'r [NodeId]> {
    skipped.split(|child| marked[child.index()]).filter(|run| !run.is_empty())
}

/// W0401, once for a whole tree that speaks only of minimax values: a minimax exercise needs no warning
/// for each subtree that alpha–beta skips, and an alpha–beta exercise may have no marks yet.
fn report_once(context: &CheckContext<'_>, conventions: &Conventions<'_>, marked: &[bool], findings: &mut Findings) {
    /// At most this many marks are proposed at once.
    const MOST: usize = 100;
    let mut first = None;
    let mut unmarked: Vec<NodeId> = Vec::new();
    let mut all = 0;
    for cutoff in context.search.cutoffs() {
        let skipped = skipped(context, *cutoff);
        for run in runs(&skipped, marked) {
            first.get_or_insert_with(|| (*cutoff, run.to_vec()));
            all += run.len();
            if all <= MOST {
                unmarked.extend(run);
            }
        }
    }
    let Some((cutoff, run)) = first else { return };
    findings.report(&context.game.levels, Code::UnreachableCutoff, || {
        let finding = describe(context, cutoff, &run);
        let finding = match all - run.len() {
            0 => finding,
            more => {
                let more = counted(more as u64, "more subtree or leaf", "more subtrees and leaves");
                finding.note(format!("alpha–beta skips {more} in this tree"))
            }
        };
        let finding = finding
            .note("all claims of this tree are about minimax values, which do not depend on what is skipped")
            .help("if this is a plain minimax exercise, set `cutoffs none` in this tree, or `cutoffs = \"none\"` under `[search]` in `gametree.toml`")
            .help("if it is about alpha–beta, mark the skipped parts `pruned`, or write `allow unreachable-cutoff`")
            .offering(conventions.set_rules(&[Rule::Cutoffs(Cutoffs::None)]));
        if all > MOST {
            return finding;
        }
        let edits = unmarked.iter().map(|node| context.game.with_claims(*node, "pruned")).collect();
        finding.or_with_fix(Fix { title: "mark what is skipped `pruned`".to_string(), edits, safe: false })
    });
}

/// W0402 and W0403: what lies below the depth limit, and what has probability 0. Each subtree is told once.
fn report_hidden(context: &CheckContext<'_>, findings: &mut Findings) {
    let (nodes, levels) = (context.game.nodes(), &context.game.levels);
    if context.search.settings().depth.is_some() {
        let cut = |node: &NodeId| context.kind(*node).is_leaf() && !nodes.kind(*node).is_leaf();
        for node in context.search.visible().filter(cut).filter(|node| context.search.entered(*node)) {
            findings.report(levels, Code::UnreachableDepth, || below_limit(context, node));
        }
    }
    for node in nodes.of_kind(Kind::Chance).filter(|node| context.kind(*node) == Kind::Chance) {
        if context.search.status(node) == VisitStatus::Skipped(Cause::Probability) {
            continue;
        }
        for child in context.search.children(node).filter(|child| *context.search.view().weight(*child).numer() == 0) {
            findings.report(levels, Code::UnreachableProbability, || weightless(context, node, child));
        }
    }
}

fn below_limit(context: &CheckContext<'_>, node: NodeId) -> Diagnostic {
    let children: Vec<NodeId> = context.game.nodes().children(node).collect();
    let called = context.game.called(node);
    let finding = Diagnostic::new(
        Code::UnreachableDepth,
        format!("what lies below {called} is never searched"),
        context.span_of(&children),
    )
    .primary_label("below the depth limit")
    .help("search deeper, or allow `unreachable-depth` if the exercise means it so");
    label_limit(context, finding, node)
}

/// Points at the node where the depth limit lies.
pub(super) fn label_limit<E: Annotate>(context: &CheckContext<'_>, explained: E, node: NodeId) -> E {
    let explained = explained.label(context.game.head(node), "here the search takes the static evaluation");
    context.game.settings.note_depth(explained)
}

fn weightless(context: &CheckContext<'_>, node: NodeId, child: NodeId) -> Diagnostic {
    let called = context.game.called(child);
    let message = format!("{called} has probability 0 and is never searched");
    let finding = Diagnostic::new(Code::UnreachableProbability, message, context.game.nodes().span(child))
        .primary_label("adds 0, whatever it is worth")
        .help("give it a probability, or take it away");
    label_chance(context, finding, node)
}

/// Points at the chance node that gives one of its children the probability 0.
pub(super) fn label_chance<E: Annotate>(context: &CheckContext<'_>, explained: E, node: NodeId) -> E {
    explained.label(context.game.head(node), "the chance node")
}

/// The children that a cutoff skips, in the order of the file.
fn skipped(context: &CheckContext<'_>, cutoff: Cutoff) -> Vec<NodeId> {
    let children = context.game.nodes().children(cutoff.node);
    children.filter(|child| context.search.status(*child) == VisitStatus::Skipped(Cause::Cutoff)).collect()
}

/// For each node whether a mark speaks for it: on itself, on what it lies below, or on every child. A mark that is
/// wrong is reported as such and no second time.
fn marked(context: &CheckContext<'_>) -> Vec<bool> {
    let nodes = context.game.nodes();
    let mut marked = vec![false; nodes.len()];
    let has = |wanted: fn(&ClaimKind) -> bool| context.game.claims.iter().filter(move |claim| wanted(&claim.kind));
    for claim in has(|kind| matches!(kind, ClaimKind::Pruned)) {
        marked[claim.node.index()] = true;
    }
    for node in nodes.all() {
        if marked[node.index()] {
            nodes.children(node).for_each(|child| marked[child.index()] = true);
        }
    }
    // `visited` speaks for nothing below: where it is wrong, it is reported as such.
    for claim in has(|kind| matches!(kind, ClaimKind::Visited)) {
        marked[claim.node.index()] = true;
    }
    for node in nodes.all().rev().filter(|node| !nodes.kind(*node).is_leaf()) {
        let every_child = nodes.children(node).all(|child| marked[child.index()]);
        marked[node.index()] |= every_child;
    }
    marked
}

fn describe(context: &CheckContext<'_>, cutoff: Cutoff, run: &[NodeId]) -> Diagnostic {
    let message = format!("alpha–beta never looks at {}", context.call_all(run));
    let finding =
        Diagnostic::new(Code::UnreachableCutoff, message, context.span_of(run)).primary_label("never visited");
    label_cutoff(context, finding, cutoff, run)
}

/// The proof that a cutoff skips these children, and that they cannot matter.
pub(super) fn label_cutoff<E: Annotate>(context: &CheckContext<'_>, explained: E, cutoff: Cutoff, run: &[NodeId]) -> E {
    let Some(proof) = context.proofs.of(cutoff) else {
        return explained;
    };
    let explained = context.label_proof(explained, &proof);
    let explained = explained.note(why_harmless(context, &proof, run.len() == 1, &context.call_all(run)));
    match (proof.returned == proof.bound, context.search.settings().cut) {
        (true, Cut::AtLeast) => {
            explained.note("the two are equal: under `cut alpha > beta` the search would go on here")
        }
        _ => explained,
    }
}

fn why_harmless(context: &CheckContext<'_>, proof: &Proof, one: bool, called: &str) -> String {
    let Proof { cutoff: Cutoff { node, .. }, returned, bound, source, side } = *proof;
    let (holder, extent) = (side.holder().name(), side.extent());
    let worth = if one { "is worth" } else { "are worth" };
    let stays = format!("whatever {called} {worth}, {} stays {extent} {returned}", context.game.called(node));
    match source {
        Source::Child(_) if returned == bound => {
            format!("{stays}: for {holder} no better than the {bound} it has already")
        }
        Source::Child(_) => format!("{stays}: {holder} will not go there, having {bound} already"),
        Source::Window(_) | Source::Project => format!("{stays}: outside of the window"),
        Source::Star1(_) => format!("{stays}: that cannot change which moves are played above"),
        Source::NumberLine => format!("{stays}, and no value lies beyond that"),
    }
}

/// Whether marks may be added automatically. They must not give answers away, nor tie the tree to one cutoff rule if
/// its author has said nothing about the search, or something that contradicts the rules of the tree.
fn marks_are_certain(context: &CheckContext<'_>, conventions: &Conventions<'_>) -> bool {
    let is_settled = observable::speaks_of_search(context) || !observable::is_dependent(context);
    is_settled && conventions.are_rules_certain() && Doubt::about(context, conventions.file()).is_none()
}

/// Proposes to mark what is skipped.
fn propose_marks(context: &CheckContext<'_>, finding: Diagnostic, run: &[NodeId], safe: bool) -> Diagnostic {
    let title =
        format!("mark {} `pruned` if the search is meant to skip this", if run.len() == 1 { "it" } else { "them" });
    let edits = run.iter().map(|node| context.game.with_claims(*node, "pruned")).collect();
    finding.help(format!("{title}, or write `allow unreachable-cutoff`")).offering(Fix { title, edits, safe })
}
