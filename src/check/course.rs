//! What explains the value of a node and the course of the search there, where nothing is wrong.

use super::case::Case;
use super::unreachable::{label_chance, label_cutoff, label_limit};
use crate::diagnostic::{Explained, Label};
use crate::model::Game;
use crate::search::{Cause, Cutoff, Fate, Search};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// What explains a node, in the words of findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Places, each with a few words on what is there.
    pub labels: Vec<Label>,
    /// Sentences.
    pub notes: Vec<String>,
}

/// Why a node is worth what it is, where the ends of its window come from, and what ended its search or kept the search
/// from it. Linear in the plies above it and their children.
pub fn reasons(game: &Game<'_>, search: &Search<'_>, node: NodeId) -> Reasons {
    let case = Case::new(game, search);
    let reasons = Reasons::default();
    let reasons = if case.kind(node).is_leaf() { reasons } else { case.label_decider(reasons, node) };
    match search.fate(node) {
        Fate::Entered(_) => explain_window(&case, reasons, node),
        Fate::Skipped(cause) => explain_skip(&case, reasons, node, cause),
        Fate::Open => reasons,
    }
}

impl Explained for Reasons {
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

/// For each of these cutoffs what its refutation returned and why that is enough, where that is known. Together they take
/// no longer than a look at each node.
pub fn cutoff_reasons(game: &Game<'_>, search: &Search<'_>, cutoffs: &[Cutoff]) -> Vec<Option<Label>> {
    let case = Case::new(game, search);
    cutoffs.iter().map(|cutoff| Some(case.refuted(&case.proofs.of(*cutoff)?))).collect()
}

/// Where the ends of the entry window come from, and the proof of the cutoff, where there is one.
fn explain_window(case: &Case<'_>, reasons: Reasons, node: NodeId) -> Reasons {
    let proof = case.search.cutoff_at(node).and_then(|cutoff| case.proofs.of(cutoff));
    let reasons = match case.search.window(node) {
        Some(window) => {
            [('α', window.alpha), ('β', window.beta)].into_iter().fold(reasons, |reasons, (letter, end)| {
                let told = end.finite().is_none() || proof.is_some_and(|proof| proof.side.letter == letter);
                if told { reasons } else { case.label_source(reasons, node, letter) }
            })
        }
        None => reasons,
    };
    match proof {
        Some(proof) => case.label_proof(reasons, &proof),
        None => reasons,
    }
}

/// Why the search never comes to a node.
fn explain_skip(case: &Case<'_>, reasons: Reasons, node: NodeId, cause: Cause) -> Reasons {
    let mut top = node;
    while top != NodeId::ROOT && case.search.fate(case.game.parent(top)) == Fate::Skipped(cause) {
        top = case.game.parent(top);
    }
    let parent = case.game.parent(top);
    match (cause, case.search.cutoff_at(parent)) {
        (Cause::Cutoff, Some(cutoff)) => label_cutoff(case, reasons, cutoff, &[top]),
        (Cause::Cutoff, None) => reasons,
        (Cause::Depth, _) => label_limit(case, reasons, parent),
        (Cause::Probability, _) => label_chance(case, reasons, parent),
    }
}
