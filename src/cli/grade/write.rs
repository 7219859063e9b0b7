//! Writes the results of all submissions as one document.

use std::io::{self, Write};

use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
use gametree::grade::{share, to_json, to_markdown, to_text, total};
use gametree::number::{Fraction, Number};
use serde_json::{Value, json};

use super::Format;
use super::compare::Comparison;
use super::homework::{Homework, NamedExercise};
use super::outcome::{Part, Result, Status};
use crate::cli::output::Output;
use crate::cli::{Outcome, print_error};

/// A document that is being written.
pub(super) struct Document<'h> {
    target: Target<'h>,
    homework: &'h Homework,
    output: Output,
    written: usize,
    needs_a_look: u64,
    failed: bool,
    omitted: u64,
}

/// What to write.
pub(super) enum Target<'h> {
    Format(Format),
    Comparison(Comparison<'h>),
}

impl<'h> Document<'h> {
    pub(super) fn begin(target: Target<'h>, homework: &'h Homework, mut output: Output) -> io::Result<Self> {
        if let Target::Format(Format::Json) = target {
            let about = |it: &NamedExercise| json!({ "exercise": it.name, "worth": it.blank.worth.to_string() });
            let exercises: Vec<Value> = homework.exercises.iter().map(about).collect();
            write!(output.json(), "{{\"exercises\": {}, \"submissions\": [", Value::from(exercises))?;
        }
        Ok(Self { target, homework, output, written: 0, needs_a_look: 0, failed: false, omitted: 0 })
    }

    pub(super) fn add(&mut self, result: &Result) -> io::Result<()> {
        self.needs_a_look += u64::from(result.needs_a_look);
        self.failed |= result.status == Status::Failed;
        match &mut self.target {
            Target::Comparison(comparison) => comparison.add(result, &mut self.output)?,
            Target::Format(Format::Human) => {
                let text = human(result, self.homework);
                self.omitted += u64::from(!self.output.print(&text)?);
            }
            Target::Format(Format::Markdown) => drop(self.output.print_source(&markdown(result, self.homework))?),
            Target::Format(Format::Csv) => self.row(result)?,
            Target::Format(Format::Json) => {
                let separator = if self.written > 0 { ",\n" } else { "\n" };
                let text = format!("{separator}{}", object(result, self.homework));
                self.output.json().write_all(text.as_bytes())?;
            }
            Target::Format(Format::Jsonl) => {
                let text = format!("{}\n", object(result, self.homework));
                self.output.json().write_all(text.as_bytes())?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Ends the document; returns the outcome of the command.
    pub(super) fn finish(mut self, reports_failed: bool) -> io::Result<Outcome> {
        match self.target {
            Target::Format(Format::Json) => self.output.json().write_all(b"\n]}\n")?,
            Target::Format(_) => {}
            Target::Comparison(comparison) => comparison.finish(&mut self.output)?,
        }
        self.output.print_omitted(self.omitted, "submissions")?;
        let outcome = Outcome::of(self.failed || reports_failed, self.needs_a_look == 0);
        self.output.finish(outcome, true)?;
        if self.needs_a_look > 0 {
            let number = counted(self.needs_a_look, "submission needs", "submissions need");
            print_error(&format!("{number} a look; the results say why"));
        }
        Ok(outcome)
    }

    /// A row of the table of marks; before the first, the row of headings.
    fn row(&mut self, result: &Result) -> io::Result<()> {
        let homework = self.homework;
        let mut writer = csv::Writer::from_writer(self.output.raw());
        if self.written == 0 {
            writer.write_record(headings(homework))?;
        }
        let number = |number: Option<Fraction>| number.map(decimal).unwrap_or_default();
        let mut cells = vec![
            cell(&result.id),
            cell(result.name.as_deref().unwrap_or_default()),
            result.status.name().to_string(),
            number(result.marks),
            number(worth(homework)),
            result.mistakes().map(|mistakes| mistakes.to_string()).unwrap_or_default(),
            cell(result.reason.as_deref().unwrap_or_default()),
        ];
        for (part, exercise) in result.parts.iter().zip(&homework.exercises) {
            cells.extend(homework.single().is_none().then(|| number(part.marks())));
            let questions = exercise.blank.trees.iter().map(|tree| tree.questions.len()).sum();
            let trees = part.graded.iter().flat_map(|(graded, _)| &graded.trees);
            let marks = trees.flat_map(|tree| &tree.questions).map(|question| decimal(question.marks));
            cells.extend(marks.chain(std::iter::repeat(String::new())).take(questions));
        }
        writer.write_record(cells)?;
        writer.flush()
    }
}

/// The headings of the table. If there are several exercises, each has its own column before those of its questions.
fn headings(homework: &Homework) -> Vec<String> {
    let mut headings = ["id", "name", "status", "marks", "worth", "mistakes", "reason"].map(str::to_string).to_vec();
    for exercise in &homework.exercises {
        let (column, before) = match homework.single() {
            Some(_) => (None, String::new()),
            None => (Some(cell(&exercise.name)), format!("{} ", exercise.name)),
        };
        headings.extend(column);
        let questions = exercise.blank.trees.iter().flat_map(|tree| &tree.questions);
        headings.extend(questions.map(|question| cell(&format!("{before}{} {}", question.number, question.name))));
    }
    headings
}

/// The marks of a submission in which everything is right.
pub(super) fn worth(homework: &Homework) -> Option<Fraction> {
    homework.exercises.iter().try_fold(Fraction::ZERO, |sum, exercise| sum.plus(exercise.blank.worth).ok())
}

/// A text cell. If it begins like a formula, an apostrophe before it keeps spreadsheets from running it.
fn cell(text: &str) -> String {
    let text = printable(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// An exact number of marks for a table. A fraction that is not a finite decimal is rounded to four decimals.
fn decimal(marks: Fraction) -> String {
    let text = marks.to_string();
    if !text.contains('/') {
        return text;
    }
    text.parse::<Number>().ok().and_then(|number| number.rounded(4)).unwrap_or(text)
}

/// `4711  16 of 17 marks, 1 mistake`, and the feedback below, exercise by exercise.
fn human(result: &Result, homework: &Homework) -> String {
    let mut text = format!("{}\n", printable(&heading(result, homework)));
    for (part, exercise) in parts(result, homework) {
        if homework.single().is_none() {
            text.push_str(&format!("\n{}\n", printable(&part_heading(part, exercise))));
        }
        text.extend(by_hand(part, exercise).map(|line| format!("  {}\n", printable(&line))));
        text.extend(part.graded.as_ref().map(|(graded, _)| to_text(graded, exercise.grading.feedback)));
    }
    text.push('\n');
    text
}

/// The feedback of one student as a Markdown document.
pub(super) fn markdown(result: &Result, homework: &Homework) -> String {
    let escaped = gametree::grade::escaped;
    let mut text = format!("# {}\n", escaped(&heading(result, homework)));
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

/// The parts of a result with their exercises. If no part has marks, there are none: the heading says everything.
pub(super) fn parts<'r>(
    result: &'r Result,
    homework: &'r Homework,
) -> impl Iterator<Item = (&'r Part, &'r NamedExercise)> {
    let has_marks = result.parts.iter().any(|part| part.marks().is_some());
    result.parts.iter().zip(&homework.exercises).filter(move |_| has_marks)
}

fn heading(result: &Result, homework: &Homework) -> String {
    let name = result.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    format!("{}{name}  {}", result.id, verdict(result, homework))
}

/// `16 of 17 marks, 1 mistake`, or why there are no marks.
pub(super) fn verdict(result: &Result, homework: &Homework) -> String {
    let status = match result.status {
        Status::Graded => None,
        Status::Empty => Some("no answers".to_string()),
        status => Some(format!("{}: {}", status.name(), result.reason.as_deref().unwrap_or_default())),
    };
    let marks = result.marks.zip(worth(homework)).map(|(marks, worth)| total(marks, worth, result.mistakes()));
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

fn object(result: &Result, homework: &Homework) -> Value {
    let part = |(part, exercise): (&Part, &NamedExercise)| {
        let graded = part.graded.as_ref().and_then(|(graded, text)| to_json(graded, text).ok());
        let by_hand = part.by_hand.as_ref();
        json!({
            "exercise": exercise.name,
            "file": part.file,
            "status": part.status.name(),
            "reason": part.reason,
            "marks": part.marks().map(|marks| marks.to_string()),
            "by_hand": by_hand.map(|(marks, reason)| json!({ "marks": marks.to_string(), "reason": reason })),
            "graded": graded,
        })
    };
    let parts: Vec<Value> = result.parts.iter().zip(&homework.exercises).map(part).collect();
    json!({
        "id": result.id,
        "name": result.name,
        "status": result.status.name(),
        "reason": result.reason,
        "marks": result.marks.map(|marks| marks.to_string()),
        "worth": worth(homework).map(|worth| worth.to_string()),
        "mistakes": result.mistakes(),
        "exercises": parts,
    })
}
