//! Texts that ask nothing, with questions about all that they claim.

use crate::diagnostic::{Edit, Findings, applied, insertion};
use crate::grade::{Heading, SheetError, sheet};
use crate::model::{Defaults, FileSettings, ResolvedTree, Reveal};
use crate::source::Span;
use crate::syntax::parse;
use crate::syntax::tree::{ClaimForm, Expectation, Form, NodeId};

/// Whether a text asks something.
pub(super) fn asks(text: &str) -> bool {
    no_sheet(text).is_none()
}

/// Why there is no sheet of a text; `None` if there is one.
fn no_sheet(text: &str) -> Option<SheetError> {
    sheet(text, &Defaults::default(), Heading { name: None, reveal: Reveal::Never }).err()
}

/// An exercise as it is; if it asks nothing, with questions about all that it claims.
///
/// # Errors
///
/// Why nothing can be marked, in words.
pub(super) fn asking(exercise: &str) -> Result<String, String> {
    let asking = match no_sheet(exercise) {
        Some(SheetError::NothingAsked) => about_claims(exercise),
        _ => exercise.to_string(),
    };
    match no_sheet(&asking) {
        None => Ok(asking),
        Some(SheetError::NothingAsked) => Err("there is nothing to mark: this text has no answers".to_string()),
        Some(SheetError::Faulty) => Err("this text has errors; fix them first".to_string()),
        Some(error) => Err(error.to_string()),
    }
}

/// A text with `worth` after each claim, and a question about all `pruned` marks.
fn about_claims(text: &str) -> String {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let games = file.trees.iter().map(|tree| ResolvedTree::new(text, tree, &settings, &mut Findings::new(0)));
    let mut edits: Vec<Edit> = games.flat_map(|game| questions(&game)).collect();
    edits.sort_by_key(|edit| edit.span);
    applied(text, &edits)
}

/// The edits that ask about the claims of a tree.
fn questions(game: &ResolvedTree<'_>) -> Vec<Edit> {
    let tree = game.tree;
    let with_worth = |span: Span| Edit::new(Span::empty(span.end), " worth 1");
    let sets: Vec<&Expectation> = tree.expectations.iter().filter(|it| matches!(it.form, Form::In(_))).collect();
    if !sets.is_empty() {
        // They say for which values all other claims hold, so the other claims are given.
        return sets.into_iter().map(|set| with_worth(set.span)).collect();
    }
    let claims = || tree.claims.iter().map(|(_, claim)| claim);
    let takes_worth = |form: &ClaimForm| !matches!(form, ClaimForm::Pruned | ClaimForm::Visited | ClaimForm::Eval(_));
    let mut edits: Vec<Edit> =
        claims().filter(|claim| takes_worth(&claim.form)).map(|claim| with_worth(claim.span)).collect();
    edits.extend(tree.expectations.iter().map(|expectation| with_worth(expectation.span)));
    let has_marks = claims().any(|claim| matches!(claim.form, ClaimForm::Pruned));
    if has_marks && tree.has_braces() {
        let root = game.nodes().span(NodeId::ROOT);
        edits.push(insertion(game.text, tree.span, root.end, &["ask pruned worth 1"]));
    }
    edits
}
