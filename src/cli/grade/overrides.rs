//! Marks that somebody has set by hand.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use gametree::number::{Fraction, Malformed, Number};

use super::homework::Homework;
use crate::cli::print_error;
use crate::cli::submissions::Submissions;
use crate::cli::table::{Row, Table};

/// Marks set by hand, by the id of the submission and the place of the exercise.
#[derive(Default)]
pub(super) struct Overrides(BTreeMap<(String, usize), Vec<Override>>);

/// Marks for a question, or for a whole exercise.
pub(super) struct Override {
    /// The number of the question, such as `1.4`; `None` for the whole exercise.
    pub(super) question: Option<String>,
    pub(super) marks: Fraction,
    pub(super) reason: String,
}

impl Overrides {
    /// Reads a CSV file with the columns `id`, `question`, `marks` and `reason`. The error says what is wrong with it.
    ///
    /// A question is written as `1.4`, or as `hw1 1.4` if there are several exercises. `hw1` means the whole exercise;
    /// so does an empty cell if there is only one exercise.
    pub(super) fn read(path: &Path, homework: &Homework) -> Result<Self, String> {
        let table = Table::read(path)?;
        let columns = ["id", "question", "marks", "reason"].map(|name| table.needed_column(name));
        let [id, question, marks, reason] = columns;
        let columns = [id?, question?, marks?, reason?];
        let mut overrides = Self::default();
        let mut seen = HashSet::new();
        for row in table.rows() {
            let (id, place, new) =
                read_row(row, columns, homework).map_err(|reason| format!("line {}: {reason}", row.line))?;
            let before = overrides.0.entry((id.clone(), place)).or_default();
            let is_both = before.iter().any(|other| other.question.is_none() != new.question.is_none());
            if is_both {
                return Err(format!("line {}: `{id}` has marks for the whole exercise and for a question", row.line));
            }
            if !seen.insert((id.clone(), place, new.question.clone())) {
                return Err(format!("line {}: an earlier line already sets these marks for `{id}`", row.line));
            }
            before.push(new);
        }
        Ok(overrides)
    }

    /// The marks that are set for a submission to the exercise at this place.
    pub(super) fn of(&self, id: &str, exercise: usize) -> &[Override] {
        self.0.get(&(id.to_string(), exercise)).map_or(&[], Vec::as_slice)
    }

    /// Whether marks are set for an id without a submission; if so, reports the first.
    pub(super) fn report_unknown_id(&self, submissions: &Submissions) -> bool {
        let ids: HashSet<&str> = submissions.ids().collect();
        let unknown = self.0.keys().map(|(id, _)| id).find(|id| !ids.contains(id.as_str()));
        if let Some(id) = unknown {
            print_error(&format!("--overrides has marks for `{id}`, but there is no such submission"));
        }
        unknown.is_some()
    }
}

fn read_row(row: &Row, columns: [usize; 4], homework: &Homework) -> Result<(String, usize, Override), String> {
    let [id, question, marks, reason] = columns.map(|column| row.cells[column].trim());
    if row.cells.iter().any(|cell| cell.contains('\n')) {
        return Err("a cell goes over several lines; is a quotation mark not closed?".to_string());
    }
    let (place, question) = target(question, homework)?;
    let exercise = &homework.exercises[place];
    let worth = match &question {
        None => exercise.blank.worth,
        Some(number) => match exercise.question(number) {
            Some(question) => question.worth,
            None => return Err(format!("the exercise `{}` has no question `{number}`", exercise.name)),
        },
    };
    // In a table with semicolons, a number may have a decimal comma.
    let number = match marks.replace(',', ".").parse::<Number>() {
        Err(malformed @ Malformed::TooLong) => return Err(format!("`{marks}`: {malformed}")),
        other => other.ok().and_then(Number::finite),
    };
    match number.filter(|marks| (Fraction::ZERO..=worth).contains(marks)) {
        Some(marks) => Ok((id.to_string(), place, Override { question, marks, reason: reason.to_string() })),
        None => Err(format!("`{marks}` is not a number from 0 to {worth}")),
    }
}

/// The place of the exercise, and the number of the question; no number means the whole exercise.
fn target(text: &str, homework: &Homework) -> Result<(usize, Option<String>), String> {
    let (exercise, question) = text.rsplit_once(' ').unwrap_or(("", text));
    if let Some(place) = homework.position(text) {
        let exercise = exercise.trim();
        let other = homework.position(exercise).filter(|other| homework.exercises[*other].question(question).is_some());
        return match other {
            None => Ok((place, None)),
            Some(_) => Err(format!(
                "`{text}` can mean an exercise, or question {question} of `{exercise}`; rename one of these exercises"
            )),
        };
    }
    let place = match (homework.single(), exercise.trim()) {
        (Some(_), "") => Some(0),
        (_, name) => homework.position(name),
    };
    match place {
        Some(place) => Ok((place, Some(question.to_string()).filter(|question| !question.is_empty()))),
        None if exercise.is_empty() => {
            let names: Vec<&str> = homework.exercises.iter().map(|exercise| exercise.name.as_str()).collect();
            Err(format!(
                "`{text}` does not say which exercise it belongs to; write one of these names before it: {}",
                names.join(", ")
            ))
        }
        None => Err(format!("there is no exercise `{}`", exercise.trim())),
    }
}
