//! Grading an exercise, for the tests of marks and of feedback.

use std::fs;

use gametree::grade::{Exercise, Feedback, Graded, Rubric, to_text, total};
use gametree::model::Defaults;
use gametree::number::Fraction;

/// A graded submission, with this share of the marks for what follows from an earlier mistake.
pub(crate) fn graded(exercise: &str, submission: &str, follow_through: Fraction) -> Graded {
    let rubric = Rubric { follow_through, ..Rubric::default() };
    Exercise::new(exercise, &Defaults::default()).grade(submission, &rubric).unwrap()
}

/// The exercise and the submission of a worked example.
pub(crate) fn example(name: &str) -> [String; 2] {
    ["exercise", "submission"].map(|file| fs::read_to_string(format!("tests/homework/{name}/{file}.tree")).unwrap())
}

/// The feedback on a submission, with everything that a student can be told.
pub(crate) fn told(exercise: &str, submission: &str, feedback: Feedback) -> String {
    to_text(&graded(exercise, submission, Fraction::ONE), feedback)
}

/// The marks in words.
pub(crate) fn total_of(graded: &Graded) -> String {
    total(graded.marks, graded.worth, Some(graded.mistakes))
}
