//! Writes the results of all submissions as one document.

use std::io::{self, Write};

use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
use gametree::grade::{Feedback, to_json, to_markdown, to_text, total};
use serde_json::{Value, json};

use super::Format;
use super::outcome::{Result, Status};
use crate::cli::output::Output;
use crate::cli::{Outcome, print_error};

/// A document that is being written.
pub(super) struct Document {
    format: Format,
    feedback: Feedback,
    output: Output,
    written: usize,
    needs_a_look: u64,
    failed: bool,
    omitted: u64,
}

impl Document {
    pub(super) fn begin(format: Format, feedback: Feedback, mut output: Output) -> io::Result<Self> {
        if format == Format::Json {
            output.json().write_all(b"[")?;
        }
        Ok(Self { format, feedback, output, written: 0, needs_a_look: 0, failed: false, omitted: 0 })
    }

    pub(super) fn add(&mut self, result: &Result) -> io::Result<()> {
        self.needs_a_look += u64::from(result.status.needs_a_look());
        self.failed |= result.status == Status::Failed;
        match self.format {
            Format::Human => {
                let text = human(result, self.feedback);
                self.omitted += u64::from(!self.output.print(&text)?);
            }
            Format::Markdown => drop(self.output.print_source(&markdown(result, self.feedback))?),
            Format::Csv => self.row(result)?,
            Format::Json => {
                let separator = if self.written > 0 { ",\n" } else { "\n" };
                let text = format!("{separator}{}", object(result));
                self.output.json().write_all(text.as_bytes())?;
            }
            Format::Jsonl => {
                let text = format!("{}\n", object(result));
                self.output.json().write_all(text.as_bytes())?;
            }
        }
        self.written += 1;
        Ok(())
    }

    /// Ends the document; returns the outcome of the command.
    pub(super) fn finish(mut self, reports_failed: bool) -> io::Result<Outcome> {
        if self.format == Format::Json {
            self.output.json().write_all(b"\n]\n")?;
        }
        self.output.print_omitted(self.omitted, "submissions")?;
        let outcome = Outcome::of(self.failed || reports_failed, self.needs_a_look == 0);
        self.output.finish(outcome, true)?;
        if self.needs_a_look > 0 {
            let number = counted(self.needs_a_look, "submission was", "submissions were");
            print_error(&format!("{number} not graded; the results say why"));
        }
        Ok(outcome)
    }

    /// A row of the table of marks; before the first, the row of headings.
    fn row(&mut self, result: &Result) -> io::Result<()> {
        let graded = result.graded.as_ref().map(|(graded, _)| graded);
        let mut writer = csv::Writer::from_writer(self.output.raw());
        if self.written == 0 {
            writer.write_record(["id", "name", "status", "marks", "worth", "mistakes", "reason"])?;
        }
        let number = |number: Option<String>| number.unwrap_or_default();
        writer.write_record([
            cell(&result.id),
            cell(result.name.as_deref().unwrap_or_default()),
            result.status.name().to_string(),
            number(graded.map(|graded| decimal(&graded.marks.to_string()))),
            number(graded.map(|graded| decimal(&graded.worth.to_string()))),
            number(graded.map(|graded| graded.mistakes.to_string())),
            cell(result.reason.as_deref().unwrap_or_default()),
        ])?;
        writer.flush()
    }
}

/// A text cell. If it begins like a formula, an apostrophe before it keeps spreadsheets from running it.
fn cell(text: &str) -> String {
    let text = printable(text);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// An exact number of marks for a table. A fraction that is not a finite decimal is rounded to four decimals.
fn decimal(marks: &str) -> String {
    let Some((numerator, denominator)) = marks.split_once('/') else { return marks.to_string() };
    let number = marks.parse::<gametree::number::Number>().ok().and_then(|number| number.rounded(4));
    number.unwrap_or_else(|| format!("{numerator}/{denominator}"))
}

/// `4711  16 of 17 marks, 1 mistake`, and the feedback below.
fn human(result: &Result, feedback: Feedback) -> String {
    let head = printable(&heading(result));
    let body = result.graded.as_ref().map_or_else(String::new, |(graded, _)| to_text(graded, feedback));
    format!("{head}\n{body}\n")
}

/// The feedback of one student as a Markdown document.
pub(super) fn markdown(result: &Result, feedback: Feedback) -> String {
    let body = result.graded.as_ref().map_or_else(String::new, |(graded, _)| to_markdown(graded, feedback));
    format!("# {}\n{body}\n", gametree::grade::escaped(&heading(result)))
}

fn heading(result: &Result) -> String {
    let name = result.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
    let marks = match &result.graded {
        Some((graded, _)) if result.status == Status::Empty => format!("{}, no answers", total(graded)),
        Some((graded, _)) => total(graded),
        None => format!("{}: {}", result.status.name(), result.reason.as_deref().unwrap_or_default()),
    };
    format!("{}{name}  {marks}", result.id)
}

fn object(result: &Result) -> Value {
    let graded = result.graded.as_ref().and_then(|(graded, text)| to_json(graded, text).ok());
    json!({
        "id": result.id,
        "name": result.name,
        "file": result.file,
        "status": result.status.name(),
        "reason": result.reason,
        "graded": graded,
    })
}
