//! Explains the value of a node and what the search does there, without a finding.

use super::{Context, Proof, Source};
use crate::diagnostic::{Annotate, Label};
use crate::model::{Cut, ResolvedTree};
use crate::search::{Cause, Cutoff, Search, Side, VisitStatus};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// An explanation of a node, in the words of findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Places in the text, each with a few words about it.
    pub labels: Vec<Label>,
    /// Sentences about the whole.
    pub notes: Vec<String>,
}

/// Explains the value of a node. If the search enters the node, also explains the ends of its window, and the cutoff
/// that ended its search; if not, why the search skips it. Linear in the number of its ancestors and their children.
pub fn reasons(game: &ResolvedTree<'_>, search: &Search<'_>, node: NodeId) -> Reasons {
    let context = Context::new(game, search);
    let reasons = Reasons::default();
    let reasons = if context.kind(node).is_leaf() { reasons } else { context.label_decider(reasons, node) };
    match search.status(node) {
        VisitStatus::Entered => explain_window(&context, reasons, node),
        VisitStatus::Skipped(cause) => explain_skip(&context, reasons, node, cause),
        VisitStatus::Open => reasons,
    }
}

impl Annotate for Reasons {
    fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        self.labels.push(Label { span, message });
        self
    }

    fn note(mut self, text: impl AsRef<str>) -> Self {
        self.notes.push(text.as_ref().to_string());
        self
    }
}

/// For each of these cutoffs, what its refutation returned and why that is enough for a cutoff; `None` if that is not
/// known. Linear in the tree for all cutoffs together.
pub fn cutoff_reasons(game: &ResolvedTree<'_>, search: &Search<'_>, cutoffs: &[Cutoff]) -> Vec<Option<Label>> {
    let context = Context::new(game, search);
    cutoffs.iter().map(|cutoff| Some(context.refutation_label(&context.proofs.of(*cutoff)?))).collect()
}

/// Explains the ends of the entry window, and the cutoff if there is one.
fn explain_window(context: &Context<'_>, reasons: Reasons, node: NodeId) -> Reasons {
    let proof = context.search.cutoff_at(node).and_then(|cutoff| context.proofs.of(cutoff));
    let reasons = match context.search.window(node) {
        Some(window) => [Side::Alpha, Side::Beta].into_iter().fold(reasons, |reasons, side| {
            let is_settled = window.end(side).finite().is_none() || proof.is_some_and(|proof| proof.side == side);
            if is_settled { reasons } else { context.label_source(reasons, node, side) }
        }),
        None => reasons,
    };
    match proof {
        Some(proof) => context.label_proof(reasons, &proof),
        None => reasons,
    }
}

/// Explains why the search never reaches a node.
fn explain_skip(context: &Context<'_>, reasons: Reasons, node: NodeId, cause: Cause) -> Reasons {
    let mut top = node;
    while top != NodeId::ROOT && context.search.status(context.game.parent(top)) == VisitStatus::Skipped(cause) {
        top = context.game.parent(top);
    }
    let parent = context.game.parent(top);
    match (cause, context.search.cutoff_at(parent)) {
        (Cause::Cutoff, Some(cutoff)) => label_cutoff(context, reasons, cutoff, &[top]),
        (Cause::Cutoff, None) => reasons,
        (Cause::Depth, _) => label_limit(context, reasons, parent),
        (Cause::Probability, _) => label_chance(context, reasons, parent),
    }
}

/// Labels the proof of a cutoff, and notes that the children it skips cannot matter.
pub(crate) fn label_cutoff<E: Annotate>(context: &Context<'_>, explained: E, cutoff: Cutoff, run: &[NodeId]) -> E {
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

fn why_harmless(context: &Context<'_>, proof: &Proof, one: bool, called: &str) -> String {
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

/// Points at a node at the depth limit.
pub(crate) fn label_limit<E: Annotate>(context: &Context<'_>, explained: E, node: NodeId) -> E {
    let explained = explained.label(context.game.head(node), "here the search takes the static evaluation");
    context.game.settings.note_depth(explained)
}

/// Points at the chance node that gives one of its children the probability 0.
pub(crate) fn label_chance<E: Annotate>(context: &Context<'_>, explained: E, node: NodeId) -> E {
    explained.label(context.game.head(node), "the chance node")
}
