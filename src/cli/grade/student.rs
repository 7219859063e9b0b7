//! What one student is told: as text, as Markdown, and as a page.

use gametree::diagnostic::render::printable;
use gametree::grade::{share, to_markdown, to_text, total};
use gametree::paper::{MarkedPart, to_marked_page};

use super::homework::{Homework, NamedExercise};
use super::outcome::{Part, Result, Status};

/// `4711  16 of 17 marks, 1 mistake`, and the feedback below, exercise by exercise.
pub(super) fn human(result: &Result, homework: &Homework) -> String {
    format!("{}\n{}\n", printable(&heading(result, homework, "  ")), body(result, homework))
}

/// The marks and the feedback of one student as text, without the id.
pub(super) fn feedback(result: &Result, homework: &Homework) -> String {
    format!("{}\n{}", printable(&verdict(result, homework)), body(result, homework).trim())
}

fn body(result: &Result, homework: &Homework) -> String {
    let mut text = String::new();
    for (part, exercise) in parts(result, homework) {
        if homework.single().is_none() {
            text.push_str(&format!("\n{}\n", printable(&part_heading(part, exercise))));
        }
        text.extend(by_hand(part, exercise).map(|line| format!("  {}\n", printable(&line))));
        text.extend(part.graded.as_ref().map(|(graded, _)| to_text(graded, exercise.grading.feedback)));
    }
    text
}

/// The feedback of one student as a Markdown document.
pub(super) fn markdown(result: &Result, homework: &Homework) -> String {
    let escaped = gametree::grade::escaped;
    let mut text = format!("# {}\n", escaped(&heading(result, homework, "  ")));
    for (part, exercise) in parts(result, homework) {
        if homework.single().is_none() {
            text.push_str(&format!("\n# {}\n", escaped(&part_heading(part, exercise))));
        }
        text.extend(by_hand(part, exercise).map(|line| format!("\n{}\n", escaped(&line))));
        text.extend(part.graded.as_ref().map(|(graded, _)| to_markdown(graded, exercise.grading.feedback)));
    }
    text.push('\n');
    text
}

/// The page of one student.
pub(super) fn page(result: &Result, homework: &Homework) -> String {
    let parts: Vec<(&Part, &NamedExercise)> = parts(result, homework).collect();
    let is_single = homework.single().is_some();
    let words = |(part, exercise): &(&Part, &NamedExercise)| {
        let heading = (!is_single).then(|| part_heading(part, exercise));
        (heading, by_hand(part, exercise).into_iter().collect::<Vec<String>>())
    };
    let words: Vec<(Option<String>, Vec<String>)> = parts.iter().map(words).collect();
    let marked: Vec<MarkedPart<'_>> = parts
        .iter()
        .zip(&words)
        .map(|((part, exercise), (heading, notes))| MarkedPart {
            heading: heading.as_deref(),
            notes,
            exercise: &exercise.exercise,
            graded: part.graded.as_ref().map(|(graded, _)| graded),
            feedback: exercise.grading.feedback,
        })
        .collect();
    to_marked_page(&heading(result, homework, ": "), &marked)
}

/// The parts of a result with their exercises. There are none if no part has marks, because the heading says everything.
pub(super) fn parts<'r>(
    result: &'r Result,
    homework: &'r Homework,
) -> impl Iterator<Item = (&'r Part, &'r NamedExercise)> {
    let has_marks = result.parts.iter().any(|part| part.marks().is_some());
    result.parts.iter().zip(&homework.exercises).filter(move |_| has_marks)
}

fn heading(result: &Result, homework: &Homework, between: &str) -> String {
    let name = result.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{}{name}{between}{}", result.id, verdict(result, homework))
}

/// `16 of 17 marks, 1 mistake`, or why there are no marks.
pub(super) fn verdict(result: &Result, homework: &Homework) -> String {
    let status = match result.status {
        Status::Graded => None,
        Status::Empty => Some("no answers".to_string()),
        status => Some(format!("{}: {}", status.name(), result.reason.as_deref().unwrap_or_default())),
    };
    let marks = result.marks.zip(homework.worth()).map(|(marks, worth)| total(marks, worth, result.mistakes()));
    marks.into_iter().chain(status).collect::<Vec<String>>().join(", ")
}

pub(super) fn part_heading(part: &Part, exercise: &NamedExercise) -> String {
    match (part.marks(), &part.reason) {
        (Some(marks), _) => format!("{}: {}", exercise.name, total(marks, exercise.blank.worth, part.mistakes())),
        (None, reason) => {
            format!("{}: {}: {}", exercise.name, part.status.name(), reason.as_deref().unwrap_or_default())
        }
    }
}

/// Says that the marks of an exercise were set by hand.
pub(super) fn by_hand(part: &Part, exercise: &NamedExercise) -> Option<String> {
    let (marks, reason) = part.by_hand.as_ref()?;
    let before = part.graded.as_ref().map_or_else(String::new, |(graded, _)| format!("; they were {}", graded.marks));
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    Some(format!("! marks set by hand: {}{before}{reason}", share(*marks, exercise.blank.worth)))
}
