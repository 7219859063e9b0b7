//! Writes the answers of an altered tree into the tree of the exercise, so that they are judged on what was given.

use std::collections::HashMap;

use super::matching::Matching;
use crate::claim::{Claims, Reference, Target};
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
    let names = Names::new(exercise, submitted, matching);
    for node in exercise.nodes().all() {
        let Some(partner) = matching.partners[node.index()] else { continue };
        edits.extend(filled(exercise, submitted, node, partner));
        let claims = submitted.tree.claims.of(partner).iter().map(|(_, claim)| claim);
        let claims = claims.filter(|claim| !matches!(claim.form, ClaimForm::Eval(_)));
        let claims: Vec<String> = claims.map(|claim| names.renamed(claim.span)).collect();
        if !claims.is_empty() {
            edits.push(add_claims(exercise, node, &claims.join(" ")));
        }
    }
    let expectations = submitted.tree.expectations.iter().map(|it| format!(" {}", names.renamed(it.span)));
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

/// The names in claims of a submission, and what they are in the exercise.
struct Names<'a> {
    exercise: &'a ResolvedTree<'a>,
    submitted: &'a ResolvedTree<'a>,
    /// For each node of the submission, the node of the exercise that it corresponds to.
    nodes: HashMap<NodeId, NodeId>,
    /// In the order of the text.
    references: Vec<Reference>,
}

impl<'a> Names<'a> {
    fn new(exercise: &'a ResolvedTree<'a>, submitted: &'a ResolvedTree<'a>, matching: &Matching) -> Self {
        let partners = exercise.nodes().all().zip(&matching.partners);
        let nodes = partners.filter_map(|(node, partner)| Some(((*partner)?, node))).collect();
        let mut references = Claims::of(submitted).references;
        references.sort_by_key(|reference| reference.span);
        Self { exercise, submitted, nodes, references }
    }

    /// A claim as it would be written in the exercise.
    fn renamed(&self, claim: Span) -> String {
        let first = self.references.partition_point(|reference| reference.span.start < claim.start);
        let here = self.references[first..].iter().take_while(|reference| reference.span.end <= claim.end);
        let (mut renamed, mut written) = (String::new(), claim.start);
        for Reference { span, target } in here {
            let (Target::Label(node) | Target::Name(node) | Target::Leaf(node)) = *target else { continue };
            let name = self.nodes.get(&node).and_then(|node| match target {
                Target::Name(_) => self.exercise.written_name(*node),
                _ => self.exercise.written_move(*node),
            });
            let Some(name) = name else { continue };
            renamed.push_str(Span::new(written, span.start).of(self.submitted.text));
            renamed.push_str(&name);
            written = span.end;
        }
        renamed + Span::new(written, claim.end).of(self.submitted.text)
    }
}

fn with_worth(span: Span, worth: Option<Term>) -> Span {
    Span::new(span.start, worth.map_or(span.end, |worth| worth.span.end))
}

/// Fills a blank leaf of the exercise with the value in the submission.
fn filled(exercise: &ResolvedTree<'_>, submitted: &ResolvedTree<'_>, node: NodeId, partner: NodeId) -> Option<Edit> {
    let is_filled = exercise.nodes().kind(node) == Kind::Blank && submitted.nodes().kind(partner) == Kind::Value;
    is_filled.then(|| Edit::new(exercise.head(node), submitted.head(partner).of(submitted.text)))
}
