//! Writes the results of all submissions as one document.

use std::io::{self, Write};

use gametree::diagnostic::render::printable;
use gametree::grade::{share, to_json, to_markdown, to_text, total};
use gametree::number::{Fraction, Number};
use gametree::paper::{MarkedPart, to_marked_page};
use serde_json::{Value, json};

use super::Format;
use super::class::Class;
use super::compare::Comparison;
use super::gradebook::Gradebook;
use super::homework::{Homework, NamedExercise};
use super::merge::report_look;
use super::outcome::{Part, Result, Status};
use super::partial::{Header, Last, Record, write_line};
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
    Partial(Box<Header>),
    /// A gradebook to fill, and whether with feedback.
    Gradebook(Box<Gradebook>, bool),
}

impl<'h> Document<'h> {
    pub(super) fn begin(target: Target<'h>, homework: &'h Homework, mut output: Output) -> io::Result<Self> {
        match &target {
            Target::Format(Format::Json) => begin_json(&mut output, &exercises(homework))?,
            Target::Partial(header) => write_line(output.json(), header)?,
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
                let feedback = has_feedback.then(|| feedback(result, self.homework));
                gradebook.add(&result.id, result.marks, feedback.as_deref());
            }
            Target::Format(Format::Human) => {
                let text = human(result, self.homework);
                self.omitted += u64::from(!self.output.print(&text)?);
            }
            Target::Format(Format::Markdown) => drop(self.output.print_source(&markdown(result, self.homework))?),
            Target::Format(Format::Csv) => {
                if self.written == 0 {
                    push_row(&mut self.output, &headings(self.homework))?;
                }
                push_row(&mut self.output, &row(result, self.homework))?;
            }
            Target::Partial(_) => write_line(self.output.json(), &record(result, self.homework))?,
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
            Target::Partial(_) => write_line(self.output.json(), &Last { class: class.unwrap_or_default() })?,
            Target::Format(_) => {}
            Target::Comparison(comparison) => comparison.finish(&mut self.output)?,
            Target::Gradebook(gradebook, _) => {
                gradebook.write(&mut self.output)?;
                all_matched = gradebook.report(worth(self.homework));
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

/// The marks of a submission in which everything is right.
pub(super) fn worth(homework: &Homework) -> Option<Fraction> {
    homework.exercises.iter().try_fold(Fraction::ZERO, |sum, exercise| sum.plus(exercise.blank.worth).ok())
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

/// The marks and the feedback of one student as text, without the id.
fn feedback(result: &Result, homework: &Homework) -> String {
    let text = human(result, homework);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let marks = first.split_once("  ").map_or(first, |(_, marks)| marks);
    format!("{marks}\n{}", rest.trim())
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
    to_marked_page(&heading(result, homework).replacen("  ", ": ", 1), &marked)
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
