//! Marks a filled exercise.

use serde::Serialize;

use super::questions::{asking, asks};
use crate::diagnostic::Findings;
use crate::grade::{Credit, Exercise, Feedback, Graded, Rubric, total};
use crate::model::{Defaults, FileSettings, ResolvedTree, Reveal};
use crate::paper::{MarkedPart, to_marked_page};
use crate::syntax::{parse, read_as_meant};

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

/// Marks a text that was made from an exercise by filling it in, with the characters that its author meant
/// ([`read_as_meant`]). If the exercise asks nothing, all its claims count as questions.
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
    let graded = exercise.grade(&read_as_meant(submitted), &Rubric::default()).map_err(|fault| fault.to_string())?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const EXERCISE: &str = "max A = _ { min B = _ { 3, 5 } min C = _ { 2, 9 } }";

    fn marked(exercise: &str, submitted: &str) -> Marked {
        mark(exercise, submitted).unwrap()
    }

    #[test]
    fn answers_that_follow_from_a_mistake_get_their_marks() {
        let marked = marked(EXERCISE, "max A = 5 { min B = 5 { 3, 5 } min C = 2 { 2, 9 } }");
        assert_eq!(marked.total, "2 of 3 marks, 1 mistake");
        assert_eq!((marked.is_solved, marked.missing, marked.mistakes), (false, 0, 1));
        assert!(marked.page.contains("the right answer is"), "{}", marked.page);
    }

    #[test]
    fn characters_of_word_processors_are_read_as_in_homework() {
        let exercise = "max A [_, _] = _ { 3, -5 }";
        let marked = marked(exercise, "max A [–∞, ∞] = 3 { 3, –5 }");
        assert!(marked.is_solved, "{}", marked.page);
    }

    #[test]
    fn an_altered_tree_is_not_solved() {
        let marked = marked(EXERCISE, "max A = 4 { min B = 4 { 4, 5 } min C = 2 { 2, 9 } }");
        assert!(!marked.is_solved && !marked.alterations.is_empty(), "{:?}", marked.alterations);
    }

    #[test]
    fn no_right_answer_is_given_while_one_is_missing() {
        let marked = marked(EXERCISE, "max A = 4 { min B = _ { 3, 5 } min C = 2 { 2, 9 } }");
        assert_eq!(marked.missing, 1);
        assert!(!marked.page.contains("Right answer"), "{}", marked.page);
    }

    #[test]
    fn the_exercise_says_what_is_told() {
        let filled = |level: &str| {
            let exercise = format!("reveal {level}\n{EXERCISE}");
            mark(&exercise, &exercise.replace('_', "9"))
        };
        assert_eq!(filled("never").unwrap_err(), "this exercise says `reveal never`, so only your teacher can mark it");
        let told = |level| filled(level).unwrap().page;
        assert!(!told("score").contains("✗"), "{}", told("score"));
        assert!(told("verdicts").contains("✗") && !told("verdicts").contains("Right answer"), "{}", told("verdicts"));
        assert!(told("answers").contains("Right answer"), "{}", told("answers"));
    }

    #[test]
    fn a_text_that_asks_nothing_is_marked_against_itself() {
        let text = "max A = 4 { min B = 3 { 3, 5 } min C = 2 { 2, 9 } }";
        assert_eq!(mark_own(None, text).unwrap().total, "2 of 3 marks, 1 mistake");
        assert_eq!(mark_own(Some("max A { 1, 2 }"), text).unwrap().total, "2 of 3 marks, 1 mistake");
        assert_eq!(mark_own(Some(EXERCISE), &text.replace('4', "3")).unwrap().total, "3 of 3 marks, 0 mistakes");
        assert_eq!(mark_own(None, "max A { 1, 2 }").unwrap_err(), "there is nothing to mark: this text has no answers");
        assert_eq!(mark_own(None, "max A = 4 {").unwrap_err(), "this text has errors; fix them first");
    }
}
