//! What a course system shows about one submission.

use std::collections::HashSet;

use gametree::diagnostic::render::printable;
use gametree::grade::{
    Feedback, FormFinding, Graded, GradedQuestion, QuestionPart, is_about_search, notes, question_parts,
};
use gametree::number::Fraction;
use serde::Serialize;

use crate::cli::grade::homework::{Homework, NamedExercise};
use crate::cli::grade::outcome::{Part, Result as Grade, Status};
use crate::cli::grade::student::{by_hand, part_heading, parts, verdict};

/// The longest name of a question, in bytes: Classroom 50 allows 100, and a number may follow.
const LONGEST_NAME: usize = 92;

/// A graded submission, in words.
pub(super) struct Report {
    /// `16 of 17 marks, 1 mistake`, or why there are no marks.
    pub(super) summary: String,
    pub(super) marks: Fraction,
    pub(super) worth: Fraction,
    /// Whether there is something to grade.
    pub(super) is_graded: bool,
    /// Whether the exercise or the grader is at fault. The student must not get a grade then.
    pub(super) is_our_fault: bool,
    /// Why the student must hand it in again, line by line: it could not be read, or parts of it could not.
    pub(super) unreadable: Vec<String>,
    /// What is to say about the whole submission, line by line.
    pub(super) notes: Vec<String>,
    /// All questions of the exercises.
    pub(super) questions: Vec<Question>,
}

/// A question of a report.
pub(super) struct Question {
    /// The same for all submissions, such as `1.4`.
    pub(super) number: String,
    /// The same for all submissions; different for all questions: `first / C: value`.
    pub(super) name: String,
    pub(super) marks: Fraction,
    pub(super) worth: Fraction,
    /// Whether the student may see it; not if the feedback tells only the total.
    pub(super) is_shown: bool,
    /// How many answers it asks for; `None` if that shows how many nodes the search enters or skips.
    pub(super) asked: Option<usize>,
    /// The share of the marks for an answer that follows from a mistake.
    pub(super) follow_through: Fraction,
    /// What the student reads about it, line by line.
    pub(super) lines: Vec<String>,
}

impl Question {
    pub(super) fn is_right(&self) -> bool {
        self.marks >= self.worth
    }
}

impl Report {
    /// The report if there is no exercise to grade.
    pub(super) fn failed(reason: &str) -> Self {
        Self {
            summary: reason.to_string(),
            marks: Fraction::ZERO,
            worth: Fraction::ZERO,
            is_graded: false,
            is_our_fault: true,
            unreadable: vec![reason.to_string()],
            notes: Vec::new(),
            questions: Vec::new(),
        }
    }

    pub(super) fn of(result: &Grade, homework: &Homework) -> Self {
        let summary = printable(&verdict(result, homework));
        let (mut about, mut questions, mut names) = (Vec::new(), Vec::new(), Names::default());
        for (part, exercise) in parts(result, homework) {
            let is_only = homework.single().is_some();
            about.extend((!is_only).then(|| printable(&part_heading(part, exercise))));
            about.extend(by_hand(part, exercise).map(|line| printable(&line)));
            about.extend(part.graded.iter().flat_map(|(graded, _)| notes(graded, exercise.grading.feedback)));
        }
        for (part, exercise) in result.parts.iter().zip(&homework.exercises) {
            let prefix = if homework.single().is_some() { String::new() } else { format!("{} / ", exercise.name) };
            let graded = part.graded.as_ref().map_or(&exercise.blank, |(graded, _)| graded);
            questions.extend(of_exercise(graded, part, exercise, &prefix, &mut names));
        }
        Self {
            unreadable: unreadable(result, &summary),
            summary,
            is_graded: result.marks.is_some(),
            is_our_fault: result.status == Status::Failed,
            marks: result.marks.unwrap_or(Fraction::ZERO),
            worth: homework.worth().unwrap_or(Fraction::ZERO),
            notes: about,
            questions,
        }
    }

    /// The questions that the student may see.
    pub(super) fn shown(&self) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(|question| question.is_shown)
    }

    /// The share of the marks, from 0 to 1. If nothing is worth anything, everything is right.
    pub(super) fn share(&self) -> Fraction {
        if !self.is_graded {
            return Fraction::ZERO;
        }
        if self.worth == Fraction::ZERO {
            return Fraction::ONE;
        }
        self.marks.over(self.worth).unwrap_or(Fraction::ZERO).clamp(Fraction::ZERO, Fraction::ONE)
    }

    /// The summary and the notes as one text.
    pub(super) fn heading(&self) -> String {
        let lines = std::iter::once(&self.summary).chain(&self.notes);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// A document as JSON. Text in it is printable already.
pub(super) fn json(document: &impl Serialize) -> String {
    // Writing to memory fails only for maps with keys that are no text, and there are none.
    serde_json::to_string(document).map_or_else(|_| String::new(), |text| text + "\n")
}

/// The questions of an exercise. If it has no marks, they are those of a submission without answers.
fn of_exercise(
    graded: &Graded,
    part: &Part,
    exercise: &NamedExercise,
    prefix: &str,
    names: &mut Names,
) -> Vec<Question> {
    let has_marks = part.graded.is_some();
    let is_shown = exercise.grading.feedback != Feedback::None;
    let blank = exercise.blank.trees.iter().flat_map(|tree| &tree.questions);
    let question = |(part, blank): (QuestionPart<'_>, &GradedQuestion)| Question {
        number: part.question.number.clone(),
        name: names.unique(&format!("{prefix}{} / {}", part.tree, part.question.name)),
        marks: if has_marks { part.question.marks } else { Fraction::ZERO },
        worth: part.question.worth,
        is_shown,
        asked: (!is_about_search(blank)).then_some(blank.items.len().max(1)),
        follow_through: graded.follow_through,
        lines: if has_marks { part.lines } else { Vec::new() },
    };
    question_parts(graded, exercise.grading.feedback).into_iter().zip(blank).map(question).collect()
}

/// Why a student should hand it in again: there is nothing to grade, or there are mistakes of form.
fn unreadable(result: &Grade, summary: &str) -> Vec<String> {
    if result.marks.is_none() {
        return vec![summary.to_string()];
    }
    if result.status == Status::Empty {
        return vec!["there are no answers".to_string()];
    }
    let graded = result.parts.iter().filter(|part| !part.is_settled).filter_map(|part| part.graded.as_ref());
    let findings = graded.flat_map(|(graded, _)| &graded.findings);
    let in_words = |finding: &FormFinding| {
        let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
        printable(&format!("line {}: {} ({}){help}", finding.place.line, finding.message, finding.code))
    };
    findings.map(in_words).collect()
}

/// Names given out so far.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// The name on one line, as long as systems allow. If it is taken, a number follows.
    fn unique(&mut self, name: &str) -> String {
        let name = printable(name);
        let mut end = name.len();
        if end > LONGEST_NAME {
            end = (0..=LONGEST_NAME - '…'.len_utf8()).rev().find(|end| name.is_char_boundary(*end)).unwrap_or(0);
        }
        let short = if end < name.len() { format!("{}…", &name[..end]) } else { name };
        let mut numbered = (2..).map(|number| format!("{short} ({number})"));
        let mut unique = short.clone();
        while !self.0.insert(unique.clone()) {
            unique = numbered.next().unwrap_or_default();
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_given_out_once() {
        let mut names = Names::default();
        assert_eq!(names.unique("t / A: value"), "t / A: value");
        assert_eq!(names.unique("t / A: value"), "t / A: value (2)");
        assert_eq!(names.unique("t / A: value"), "t / A: value (3)");
        let long = "ä".repeat(200);
        let first = names.unique(&long);
        let second = names.unique(&long);
        assert!(first.ends_with('…') && first.len() <= LONGEST_NAME, "{first}");
        assert_eq!(second, format!("{first} (2)"));
        assert!(second.len() <= 100);
    }
}
