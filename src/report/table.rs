//! The comparison of the algorithms as a table for people.

use std::fmt::Write;

use super::compare::{Contest, Outcome};
use super::{Answer, human};
use crate::model::{Choice, Cut, clipped};
use crate::number::Number;

/// What is counted in each of the two orders.
const COUNTS: [&str; 4] = ["leaves", "evals", "nodes", "again"];

/// What the columns of the tables mean, printed once below all tables.
pub const LEGEND: &str = "\
leaves: evaluated, each once; evals: all evaluations; nodes: entered, each once
again: searches of a child by PVS, passes of MTD(f), after the first";

/// The row of one algorithm under one rule: what it did, or why it did nothing.
#[derive(PartialEq, Eq)]
struct Row {
    name: &'static str,
    done: Result<Cells, String>,
}

#[derive(PartialEq, Eq)]
struct Cells {
    cut: &'static str,
    value: String,
    written: [String; 4],
    best: [String; 4],
}

/// The comparison of an answer, a line for each algorithm and cut rule; at most about five kilobytes, and 80 columns
/// wide unless the numbers are large. Empty if nothing was compared.
pub fn to_table(answer: &Answer<'_>, place: &str) -> String {
    let Some(comparison) = &answer.comparison else {
        return String::new();
    };
    let mut text = human::heading(answer, place);
    let mut rows: Vec<Row> = Vec::new();
    for contest in &comparison.contests {
        let row = Row::new(contest);
        // Both rules refuse an algorithm for the same reason, which is printed once.
        if row.done.is_ok() || rows.last() != Some(&row) {
            rows.push(row);
        }
    }
    write_rows(&mut text, &rows);
    match &comparison.written_is_best {
        Ok(true) => text.push_str("  The order as written is the best one.\n"),
        Ok(false) => {}
        Err(reason) => {
            let _ = writeln!(text, "  The best order is not known: {reason}.");
        }
    }
    text
}

impl Row {
    fn new(contest: &Contest) -> Self {
        let cells = |value: &Number| Cells {
            cut: contest.cut.map_or("", Cut::name),
            value: clipped(&value.to_string()),
            written: counts(&contest.written),
            best: counts(&contest.best),
        };
        let done = contest.written.as_ref().map(|(value, _)| cells(value)).map_err(String::clone);
        Self { name: contest.algorithm.name(), done }
    }
}

fn counts(outcome: &Outcome) -> [String; 4] {
    match outcome {
        Ok((_, effort)) => {
            [effort.leaves, effort.evaluations, effort.nodes, effort.researches].map(|count| count.to_string())
        }
        Err(_) => ["–"; 4].map(str::to_string),
    }
}

/// Writes the rows below their headings, each column as wide as it needs.
fn write_rows(text: &mut String, rows: &[Row]) {
    let mut value = "value".len();
    let mut widths = COUNTS.map(str::len);
    for cells in rows.iter().filter_map(|row| row.done.as_ref().ok()) {
        value = value.max(cells.value.chars().count());
        for (column, width) in widths.iter_mut().enumerate() {
            *width = (*width).max(cells.written[column].chars().count()).max(cells.best[column].chars().count());
        }
    }
    let line = |[name, cut, number]: [&str; 3]| format!("  {name:<10} {cut:<3} {number:>value$} ");
    let group = |cells: &[String; 4]| -> String {
        cells.iter().zip(widths).map(|(cell, width)| format!(" {cell:>width$}")).collect()
    };
    let (left, names) = (line(["algorithm", "cut", "value"]), group(&COUNTS.map(str::to_string)));
    let (indent, wide) = (left.len(), names.len());
    let _ = writeln!(text, "{:indent$}{:>wide$}  {:>wide$}", "", "order as written", "best order");
    let _ = writeln!(text, "{left}{names}  {names}");
    for Row { name, done } in rows {
        let _ = match done {
            Ok(Cells { cut, value, written, best }) => {
                writeln!(text, "{}{}  {}", line([name, cut, value]), group(written), group(best))
            }
            Err(reason) => writeln!(text, "  {name:<10} cannot: {reason}"),
        };
    }
}
