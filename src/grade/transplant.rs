//! Writes the answers of an altered tree into the tree of the exercise, so that they are judged on what was given.

use super::matching::Matching;
use crate::diagnostic::{Edit, applied, removal};
use crate::edit::add_claims;
use crate::model::ResolvedTree;
use crate::source::Span;
use crate::syntax::tree::{ClaimForm, Kind, NodeId, Term};

/// The text of the exercise with the answers of a submitted tree instead of its own claims; without any claims if there
/// is no submitted tree. Linear.
pub(super) fn transplanted(exercise: &ResolvedTree<'_>, submitted: Option<(&ResolvedTree<'_>, &Matching)>) -> String {
    let text = exercise.text;
    let mut edits = Vec::new();
    for (_, claim) in exercise.tree.claims.iter().filter(|(_, claim)| !matches!(claim.form, ClaimForm::Eval(_))) {
        edits.push(removal(text, with_worth(claim.span, claim.worth)));
    }
    for expectation in &exercise.tree.expectations {
        edits.push(removal(text, with_worth(expectation.span, expectation.worth)));
    }
    if let Some((submitted, matching)) = submitted {
        edits.extend(answers(exercise, submitted, matching));
    }
    edits.sort_by_key(|edit| edit.span);
    applied(text, &edits)
}

/// The edits that add the claims of a submitted tree, each at the node of the exercise that its node corresponds to.
fn answers(exercise: &ResolvedTree<'_>, submitted: &ResolvedTree<'_>, matching: &Matching) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in exercise.nodes().all() {
        let Some(partner) = matching.partners[node.index()] else { continue };
        edits.extend(filled(exercise, submitted, node, partner));
        let claims = submitted.tree.claims.of(partner).iter().map(|(_, claim)| claim);
        let claims = claims.filter(|claim| !matches!(claim.form, ClaimForm::Eval(_)));
        let claims: Vec<&str> = claims.map(|claim| claim.span.of(submitted.text)).collect();
        if !claims.is_empty() {
            edits.push(add_claims(exercise, node, &claims.join(" ")));
        }
    }
    let expectations = submitted.tree.expectations.iter().map(|it| format!(" {}", it.span.of(submitted.text)));
    let expectations: String = expectations.collect();
    let root = exercise.nodes().span(NodeId::ROOT);
    if exercise.tree.has_braces() {
        edits.push(Edit::new(Span::empty(root.end), expectations));
    } else {
        edits.push(Edit::new(Span::empty(root.start), "tree { "));
        edits.push(Edit::new(Span::empty(root.end), format!("{expectations} }}")));
    }
    edits
}

fn with_worth(span: Span, worth: Option<Term>) -> Span {
    Span::new(span.start, worth.map_or(span.end, |worth| worth.span.end))
}

/// Fills a blank leaf of the exercise with the value in the submission.
fn filled(exercise: &ResolvedTree<'_>, submitted: &ResolvedTree<'_>, node: NodeId, partner: NodeId) -> Option<Edit> {
    let is_filled = exercise.nodes().kind(node) == Kind::Blank && submitted.nodes().kind(partner) == Kind::Value;
    is_filled.then(|| Edit::new(exercise.head(node), submitted.head(partner).of(submitted.text)))
}
