//! Marks a filled exercise.

use serde::Serialize;

use super::questions::{asking, asks};
use crate::diagnostic::Findings;
use crate::grade::{Credit, Exercise, Feedback, Graded, Rubric, total};
use crate::model::{Defaults, FileSettings, ResolvedTree, Reveal};
use crate::paper::{MarkedPart, to_marked_page};
use crate::syntax::parse;

/// A filled exercise with its marks.
#[derive(Debug, Serialize)]
pub struct Marked {
    /// The marks in words: `3 of 4 marks, 1 mistake`.
    pub total: String,
    /// Whether every answer is right, and the rest of the text is that of the exercise.
    #[serde(rename = "solved")]
    pub is_solved: bool,
    /// How many answers are missing.
    pub missing: usize,
    /// How many mistakes there are.
    pub mistakes: usize,
    /// What was changed beyond the answers, in words.
    pub alterations: Vec<String>,
    /// The page with the marked trees, as HTML.
    pub page: String,
}

/// Marks a text that was made from an exercise by filling it in. If the exercise asks nothing, all its claims count as
/// questions.
///
/// The page tells as much as the exercise says with `reveal`. If it says nothing, the page gives no right answers while
/// any answer is missing.
///
/// # Errors
///
/// Why there are no marks, in words: there is no claim, the exercise has errors, or it says `reveal never`.
pub fn mark(exercise: &str, submitted: &str) -> Result<Marked, String> {
    let defaults = Defaults::default();
    let exercise = Exercise::new(&asking(exercise)?, &defaults);
    let graded = exercise.grade(submitted, &Rubric::default()).map_err(|fault| fault.to_string())?;
    let missing = missing(&graded);
    let feedback = feedback(&exercise, missing == 0)?;
    let total = total(graded.marks, graded.worth, Some(graded.mistakes));
    let part = MarkedPart { heading: None, notes: &[], exercise: &exercise, graded: Some(&graded), feedback };
    let page = to_marked_page(&total, &[part]);
    let alterations: Vec<String> = graded.trees.iter().flat_map(|tree| tree.alterations.clone()).collect();
    let is_solved = graded.marks == graded.worth
        && alterations.is_empty()
        && graded.extra.is_empty()
        && graded.repeated.is_empty()
        && graded.findings.is_empty();
    Ok(Marked { total, is_solved, missing, mistakes: graded.mistakes, alterations, page })
}

/// Marks a text against the one that it was made from, if that asks something; otherwise against itself.
///
/// # Errors
///
/// As for [`mark`].
pub fn mark_own(original: Option<&str>, text: &str) -> Result<Marked, String> {
    mark(original.filter(|original| asks(original)).unwrap_or(text), text)
}

fn missing(graded: &Graded) -> usize {
    let questions = graded.trees.iter().flat_map(|tree| &tree.questions);
    questions.flat_map(|question| &question.items).filter(|item| item.credit == Credit::Unanswered).count()
}

/// How much the page tells: as much as the most secret tree allows.
fn feedback(exercise: &Exercise, is_complete: bool) -> Result<Feedback, String> {
    let text = exercise.text();
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, exercise.project(), &mut findings);
    let mut least = Feedback::Full;
    for tree in &file.trees {
        let allowed = match ResolvedTree::new(text, tree, &settings, &mut Findings::new(0)).reveal {
            Some(Reveal::Never) => {
                return Err("this exercise says `reveal never`, so only your teacher can mark it".to_string());
            }
            Some(Reveal::Score) => Feedback::Score,
            Some(Reveal::Verdicts) => Feedback::Hints,
            None if !is_complete => Feedback::Hints,
            Some(Reveal::Answers) | None => Feedback::Full,
        };
        if allowed == Feedback::Score || least == Feedback::Full {
            least = allowed;
        }
    }
    Ok(least)
}
