//! What explains the value of a node and the course of the search there, where nothing is wrong.

use super::case::Case;
use super::unreachable::{below_limit, describe, weightless};
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::model::Game;
use crate::search::{Cause, Fate, Search};
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
    let case = Case::new(game, search, &[]);
    // Only what is said in it is taken from this finding.
    let nothing = Diagnostic::new(Code::WrongWindow, String::new(), game.head(node));
    let explained = if case.kind(node).is_leaf() { nothing } else { case.label_decider(nothing, node) };
    let explained = match search.fate(node) {
        Fate::Entered(_) => explain_window(&case, explained, node),
        Fate::Skipped(cause) => explain_skip(&case, explained, node, cause),
        Fate::Open => explained,
    };
    let notes = explained.notes.iter().filter_map(|note| note.strip_prefix("note: "));
    Reasons { notes: notes.map(str::to_string).collect(), labels: explained.secondary }
}

/// Where the ends of the entry window come from, and the proof of the cutoff, where there is one.
fn explain_window(case: &Case<'_>, finding: Diagnostic, node: NodeId) -> Diagnostic {
    let proof = case.search.cutoff_at(node).and_then(|cutoff| case.proofs.of(cutoff));
    let finding = match case.search.window(node) {
        Some(window) => {
            [('α', window.alpha), ('β', window.beta)].into_iter().fold(finding, |finding, (letter, end)| {
                let told = end.finite().is_none() || proof.is_some_and(|proof| proof.side.letter == letter);
                if told { finding } else { case.label_source(finding, node, letter) }
            })
        }
        None => finding,
    };
    match proof {
        Some(proof) => case.label_proof(finding, &proof),
        None => finding,
    }
}

/// Why the search never comes to a node.
fn explain_skip(case: &Case<'_>, mut finding: Diagnostic, node: NodeId, cause: Cause) -> Diagnostic {
    let mut top = node;
    while top != NodeId::ROOT && case.search.fate(case.game.parent(top)) == Fate::Skipped(cause) {
        top = case.game.parent(top);
    }
    let parent = case.game.parent(top);
    let skipped = match cause {
        Cause::Cutoff => case.search.cutoff_at(parent).map(|cutoff| describe(case, cutoff, &[top])),
        Cause::Depth => Some(below_limit(case, parent)),
        Cause::Probability => Some(weightless(case, parent, top)),
    };
    let Some(skipped) = skipped else { return finding };
    finding.secondary.extend(skipped.secondary);
    finding.notes.extend(skipped.notes);
    finding
}
