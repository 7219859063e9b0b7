//! W0401, W0402 and W0403: subtrees that the search skips, with the reason.

use std::cell::OnceCell;

use super::convention::Conventions;
use super::doubt::Doubt;
use super::observable;
use crate::claim::{Asked, ClaimKind, Claims, asks};
use crate::diagnostic::{Code, Diagnostic, Findings, Fix, counted};
use crate::edit::add_claims;
use crate::explain::{Context, label_chance, label_cutoff, label_limit};
use crate::model::{Cutoffs, Rule};
use crate::number::Weight;
use crate::search::{Cause, Cutoff, VisitStatus};
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn report(
    context: &Context<'_>,
    claims: &Claims<'_>,
    conventions: &Conventions<'_>,
    findings: &mut Findings,
) {
    report_hidden(context, findings);
    if asks(context.game, Asked::Pruned) || context.search.cutoffs().is_empty() {
        return;
    }
    let marked = marked(context, claims);
    if observable::concerns_only_values(claims, conventions.file()) {
        report_once(context, conventions, &marked, findings);
        return;
    }
    let certain = OnceCell::new();
    for cutoff in context.search.cutoffs() {
        let skipped: Vec<NodeId> = skipped(context, *cutoff);
        for run in runs(&skipped, &marked) {
            findings.report(&context.game.levels, Code::UnreachableCutoff, || {
                let finding = describe(context, *cutoff, run);
                propose_marks(
                    context,
                    finding,
                    run,
                    *certain.get_or_init(|| marks_are_certain(context, claims, conventions)),
                )
            });
        }
    }
}

/// Runs of neighbouring siblings without a mark.
fn runs<'r>(skipped: &'r [NodeId], marked: &'r [bool]) -> impl Iterator<Item = &'r [NodeId]> {
    skipped.split(|child| marked[child.index()]).filter(|run| !run.is_empty())
}

/// W0401, once for a whole tree whose claims are only about minimax values: a minimax exercise needs no warning for
/// each subtree that alpha–beta skips, and an alpha–beta exercise may have no marks yet.
fn report_once(context: &Context<'_>, conventions: &Conventions<'_>, marked: &[bool], findings: &mut Findings) {
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
        let edits = unmarked.iter().map(|node| add_claims(context.game, *node, "pruned")).collect();
        finding.or_with_fix(Fix { title: "mark what is skipped `pruned`".to_string(), edits, safe: false })
    });
}

/// W0402 and W0403: what lies below the depth limit, and what has probability 0. Each subtree is reported once.
fn report_hidden(context: &Context<'_>, findings: &mut Findings) {
    let (nodes, levels) = (context.game.nodes(), &context.game.levels);
    if context.search.settings().depth.is_some() {
        let is_at_limit = |node: &NodeId| context.kind(*node).is_leaf() && !nodes.is_leaf(*node);
        for node in context.search.visible().filter(is_at_limit).filter(|node| context.search.entered(*node)) {
            findings.report(levels, Code::UnreachableDepth, || below_limit(context, node));
        }
    }
    for node in nodes.of_kind(Kind::Chance).filter(|node| context.kind(*node) == Kind::Chance) {
        if context.search.status(node) == VisitStatus::Skipped(Cause::Probability) {
            continue;
        }
        let impossible = |child: &NodeId| context.search.view().weight(*child) == Weight::ZERO;
        for child in context.search.children(node).filter(impossible) {
            findings.report(levels, Code::UnreachableProbability, || weightless(context, node, child));
        }
    }
}

fn below_limit(context: &Context<'_>, node: NodeId) -> Diagnostic {
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

fn weightless(context: &Context<'_>, node: NodeId, child: NodeId) -> Diagnostic {
    let called = context.game.called(child);
    let message = format!("{called} has probability 0 and is never searched");
    let finding = Diagnostic::new(Code::UnreachableProbability, message, context.game.nodes().span(child))
        .primary_label("adds 0, whatever it is worth")
        .help("give it a probability, or take it away");
    label_chance(context, finding, node)
}

/// The children that a cutoff skips, in the order of the file.
fn skipped(context: &Context<'_>, cutoff: Cutoff) -> Vec<NodeId> {
    let children = context.game.nodes().children(cutoff.node);
    children.filter(|child| context.search.status(*child) == VisitStatus::Skipped(Cause::Cutoff)).collect()
}

/// For each node, whether a mark covers it: its own mark, `pruned` at an ancestor, or marks that cover all its
/// children. Wrong marks count, too, because they are reported anyway.
pub(super) fn marked(context: &Context<'_>, claims: &Claims<'_>) -> Vec<bool> {
    let nodes = context.game.nodes();
    let mut marked = vec![false; nodes.len()];
    let marks = |kind: ClaimKind| claims.at_nodes().iter().filter(move |claim| claim.kind == kind);
    for claim in marks(ClaimKind::Pruned) {
        marked[claim.node.index()] = true;
    }
    for node in nodes.all() {
        if marked[node.index()] {
            nodes.children(node).for_each(|child| marked[child.index()] = true);
        }
    }
    // `visited` covers no descendants.
    for claim in marks(ClaimKind::Visited) {
        marked[claim.node.index()] = true;
    }
    for node in nodes.all().rev().filter(|node| !nodes.is_leaf(*node)) {
        let every_child = nodes.children(node).all(|child| marked[child.index()]);
        marked[node.index()] |= every_child;
    }
    marked
}

fn describe(context: &Context<'_>, cutoff: Cutoff, run: &[NodeId]) -> Diagnostic {
    let message = format!("alpha–beta never looks at {}", context.call_all(run));
    let finding =
        Diagnostic::new(Code::UnreachableCutoff, message, context.span_of(run)).primary_label("never visited");
    label_cutoff(context, finding, cutoff, run)
}

/// Whether marks may be added automatically. They must not give answers away. They must not tie the tree to one cutoff
/// rule, either, if its author claims nothing about the search, or something that contradicts the rules of the tree.
fn marks_are_certain(context: &Context<'_>, claims: &Claims<'_>, conventions: &Conventions<'_>) -> bool {
    let is_settled = observable::concerns_search(claims) || !observable::is_dependent(context);
    is_settled && conventions.are_rules_certain() && Doubt::about(context, conventions.file()).is_none()
}

/// Proposes to mark what is skipped.
fn propose_marks(context: &Context<'_>, finding: Diagnostic, run: &[NodeId], safe: bool) -> Diagnostic {
    let title =
        format!("mark {} `pruned` if the search is meant to skip this", if run.len() == 1 { "it" } else { "them" });
    let edits = run.iter().map(|node| add_claims(context.game, *node, "pruned")).collect();
    finding.help(format!("{title}, or write `allow unreachable-cutoff`")).offering(Fix { title, edits, safe })
}
