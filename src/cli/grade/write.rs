//! Writes the results of all submissions as one document.

use std::io::{self, Write};

use gametree::diagnostic::render::printable;
use gametree::grade::to_json;
use gametree::number::{Fraction, Number};
use serde_json::{Value, json};

use super::Format;
use super::class::Class;
use super::compare::Comparison;
use super::gradebook::Gradebook;
use super::homework::{Homework, NamedExercise};
use super::merge::report_look;
use super::outcome::{Part, Result, Status};
use super::partial::{Counters, Header, Lines, Record};
use super::student;
use crate::cli::Outcome;
use crate::cli::output::Output;

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
    /// The results of a part of the submissions.
    Partial(Box<Header>, Lines),
    /// A gradebook to fill, and whether with feedback.
    Gradebook(Box<Gradebook>, bool),
}

impl<'h> Document<'h> {
    pub(super) fn begin(mut target: Target<'h>, homework: &'h Homework, mut output: Output) -> io::Result<Self> {
        match &mut target {
            Target::Format(Format::Json) => begin_json(&mut output, &exercises(homework))?,
            Target::Partial(header, lines) => lines.write(output.raw(), header)?,
            _ => {}
        }
        Ok(Self { target, homework, output, written: 0, needs_a_look: 0, failed: false, omitted: 0 })
    }

    pub(super) fn add(&mut self, result: &Result) -> io::Result<()> {
        self.needs_a_look += u64::from(result.needs_a_look);
        self.failed |= result.status == Status::Failed;
        match &mut self.target {
            Target::Comparison(comparison) => comparison.add(result, &mut self.output)?,
            Target::Gradebook(gradebook, has_feedback) => {
                let feedback = has_feedback.then(|| student::feedback(result, self.homework));
                gradebook.add(&result.id, result.marks, feedback.as_deref());
            }
            Target::Format(Format::Human) => {
                let text = student::human(result, self.homework);
                self.omitted += u64::from(!self.output.print(&text)?);
            }
            Target::Format(Format::Markdown) => {
                self.output.print_source(&student::markdown(result, self.homework))?;
            }
            Target::Format(Format::Csv) => {
                if self.written == 0 {
                    push_row(&mut self.output, &headings(self.homework))?;
                }
                push_row(&mut self.output, &row(result, self.homework))?;
            }
            Target::Partial(_, lines) => lines.write(self.output.raw(), &record(result, self.homework))?,
            Target::Format(format @ (Format::Json | Format::Jsonl)) => {
                let object = object(result, self.homework);
                push_object(&mut self.output, &object, *format == Format::Json, self.written)?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Ends the document; returns the outcome of the command.
    pub(super) fn finish(mut self, reports_failed: bool, class: Option<Class>) -> io::Result<Outcome> {
        let mut all_matched = true;
        match self.target {
            Target::Format(Format::Json) => end_json(&mut self.output)?,
            Target::Partial(_, mut lines) => {
                lines.write(self.output.raw(), &Counters { class: class.unwrap_or_default() })?;
                lines.end(self.output.raw())?;
            }
            Target::Format(_) => {}
            Target::Comparison(comparison) => comparison.finish(&mut self.output)?,
            Target::Gradebook(gradebook, _) => {
                gradebook.write(&mut self.output)?;
                all_matched = gradebook.report(self.homework.worth());
            }
        }
        self.output.print_omitted(self.omitted, "submissions")?;
        let outcome = Outcome::of(self.failed || reports_failed, self.needs_a_look == 0 && all_matched);
        self.output.finish(outcome, true)?;
        report_look(self.needs_a_look);
        Ok(outcome)
    }
}

/// Begins a JSON document about exercises.
pub(super) fn begin_json(output: &mut Output, exercises: &Value) -> io::Result<()> {
    write!(output.json(), "{{\"exercises\": {exercises}, \"submissions\": [")
}

/// Writes a submission: in a JSON document after those `written` before it, or on a line of its own.
pub(super) fn push_object(output: &mut Output, object: &Value, in_document: bool, written: usize) -> io::Result<()> {
    let text = match (in_document, written) {
        (true, 0) => format!("\n{object}"),
        (true, _) => format!(",\n{object}"),
        (false, _) => format!("{object}\n"),
    };
    output.json().write_all(text.as_bytes())
}

pub(super) fn end_json(output: &mut Output) -> io::Result<()> {
    output.json().write_all(b"\n]}\n")
}

/// Writes a row of the table of marks.
pub(super) fn push_row(output: &mut Output, cells: &[String]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(output.raw());
    writer.write_record(cells)?;
    writer.flush()
}

/// What a JSON document says about the exercises.
pub(super) fn exercises(homework: &Homework) -> Value {
    let about = |it: &NamedExercise| json!({ "exercise": it.name, "worth": it.blank.worth.to_string() });
    homework.exercises.iter().map(about).collect()
}

/// A result in every form that `--merge` can write.
fn record(result: &Result, homework: &Homework) -> Record {
    Record {
        id: result.id.clone(),
        marks: result.marks.map(|marks| marks.to_string()),
        needs_a_look: result.needs_a_look,
        failed: result.status == Status::Failed,
        row: row(result, homework),
        object: object(result, homework),
    }
}

/// A row of the table of marks.
fn row(result: &Result, homework: &Homework) -> Vec<String> {
    let number = |number: Option<Fraction>| number.map(decimal).unwrap_or_default();
    let mut cells = vec![
        cell(&result.id),
        cell(result.name.as_deref().unwrap_or_default()),
        result.status.name().to_string(),
        number(result.marks),
        number(homework.worth()),
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
    cells
}

/// The headings of the table. If there are several exercises, each has its own column before those of its questions.
pub(super) fn headings(homework: &Homework) -> Vec<String> {
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

/// A text cell. If it begins like a formula, an apostrophe before it keeps spreadsheets from running it.
pub(super) fn cell(text: &str) -> String {
    let text = printable(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// An exact number of marks for a table. A fraction that is not a finite decimal is rounded to four decimals.
pub(super) fn decimal(marks: Fraction) -> String {
    let text = marks.to_string();
    if !text.contains('/') {
        return text;
    }
    text.parse::<Number>().ok().and_then(|number| number.rounded(4)).unwrap_or(text)
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
        "worth": homework.worth().map(|worth| worth.to_string()),
        "mistakes": result.mistakes(),
        "exercises": parts,
    })
}
