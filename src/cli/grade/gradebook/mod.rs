//! Fills marks into a gradebook that a course system exported. Only cells for marks and feedback change; every other
//! byte of the file stays as it is.

mod columns;
mod scan;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
use gametree::number::{Fraction, Number};
use gametree::syntax::normal;
use quick_xml::escape::escape;

use super::write::decimal;
use crate::cli::output::Output;
use crate::cli::print_error;
use crate::cli::read::read_bytes;
use crate::cli::table::separator;
use columns::IdColumn;

/// The most that is read of a gradebook, in bytes.
const LONGEST: usize = 64 << 20;

/// At most this many ids are listed in a message.
const MOST_LISTED: usize = 20;

/// The heading of these options in the help.
const HEADING: &str = "Gradebook";

/// Which gradebook to fill, and where.
#[derive(Args)]
pub(super) struct GradebookOptions {
    /// Fill the marks into a copy of this CSV file, which Moodle, Canvas or another system exported
    ///
    /// Only the cells for the marks change. The copy is written to --output, or to standard output.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["format", "compare"])]
    #[arg(help_heading = HEADING)]
    pub(super) into: Option<PathBuf>,
    /// The column of the gradebook for the marks; detected in Moodle's grading worksheet
    #[arg(long, value_name = "NAME", requires = "into", help_heading = HEADING)]
    column: Option<String>,
    /// The column of the gradebook that has the ids of the submissions; detected if left out
    #[arg(long, value_name = "NAME", requires = "into", help_heading = HEADING)]
    id_column: Option<String>,
    /// The column of Moodle's grading worksheet for the feedback; without this option, no feedback is filled in
    #[arg(long, value_name = "NAME", requires = "into", help_heading = HEADING)]
    feedback_column: Option<String>,
}

/// A gradebook that is being filled.
pub(super) struct Gradebook {
    shown: String,
    bytes: Vec<u8>,
    separator: u8,
    has_decimal_comma: bool,
    /// The cells for marks and feedback of each row, by id.
    places: HashMap<String, Places>,
    /// What to write instead of some cells, by where they begin.
    filled: BTreeMap<usize, (Range<usize>, Vec<u8>)>,
    /// The ids that have no row.
    unmatched: Vec<String>,
    /// How many rows have got marks.
    marked: u64,
    /// The greatest numbers of marks that the gradebook allows, if it says so.
    greatest: BTreeSet<String>,
}

/// The places of the cells of a student.
struct Places {
    line: usize,
    marks: Range<usize>,
    feedback: Option<Range<usize>>,
}

/// The texts of the cells.
struct Cells {
    headings: Vec<String>,
    /// The rows below the headings, each with at least one cell; a row can be shorter than the headings.
    rows: Vec<Vec<String>>,
}

impl GradebookOptions {
    /// The gradebook to fill; `None` if there is none. The error says why it cannot be filled.
    pub(super) fn read<'i>(&self, ids: impl Iterator<Item = &'i str>) -> Result<Option<Gradebook>, String> {
        let Some(path) = &self.into else { return Ok(None) };
        let bytes = read_bytes(path, LONGEST);
        let book = bytes.and_then(|bytes| Gradebook::new(path.display().to_string(), bytes, self, ids));
        book.map(Some).map_err(|reason| format!("{}: {reason}", path.display()))
    }

    /// Whether the feedback is filled in, too.
    pub(super) fn has_feedback(&self) -> bool {
        self.feedback_column.is_some()
    }
}

impl Gradebook {
    fn new<'i>(
        shown: String,
        bytes: Vec<u8>,
        options: &GradebookOptions,
        ids: impl Iterator<Item = &'i str>,
    ) -> Result<Self, String> {
        if bytes.contains(&0) {
            return Err("it is UTF-16 or no text; export it as CSV in UTF-8".to_string());
        }
        let separator = separator(&String::from_utf8_lossy(&bytes));
        let rows = scan::rows(&bytes, separator);
        let rows = rows.map_err(|line| format!("line {line}: a quotation mark is never closed"))?;
        let written = |row: &scan::Row| -> Vec<String> {
            let text = |cell: &Range<usize>| String::from_utf8_lossy(&scan::text(&bytes[cell.clone()])).into_owned();
            row.cells.iter().map(text).collect()
        };
        let mut texts = rows.iter().map(written);
        let headings = texts.next().ok_or("it is empty")?;
        if headings[0].starts_with("sep=") {
            return Err(format!("its first line, `{}`, is only for Excel; delete this line", headings[0]));
        }
        let file = Cells { headings, rows: texts.collect() };
        let marks = columns::marks(&file, options.column.as_deref())?;
        let graded: HashSet<&str> = ids.collect();
        let ids = columns::ids(&file, options.id_column.as_deref(), |id| graded.contains(id))?;
        let feedback = options.feedback_column.as_deref().map(|name| {
            if columns::is_moodle(&file) {
                columns::column(&file, "--feedback-column", name)
            } else {
                Err("--feedback-column: it is not a grading worksheet of Moodle, so it has no feedback".to_string())
            }
        });
        let feedback = feedback.transpose()?;
        if ids.place == marks || Some(marks) == feedback || Some(ids.place) == feedback {
            return Err("ids, marks and feedback need different columns".to_string());
        }
        let places = places(&file, &rows[1..], ids, marks, feedback)?;
        let has_decimal_comma = has_decimal_comma(&file, marks, separator);
        let greatest = greatest(&file, marks);
        let (filled, unmatched) = (BTreeMap::new(), Vec::new());
        Ok(Self { shown, bytes, separator, has_decimal_comma, places, filled, unmatched, marked: 0, greatest })
    }

    /// Fills the marks and the feedback of a submission in. One without marks leaves the cells as they are.
    pub(super) fn add(&mut self, id: &str, marks: Option<Fraction>, feedback: Option<&str>) {
        let Some(places) = self.places.get(id) else {
            // Someone on the roster who has handed in nothing needs no row.
            self.unmatched.extend(marks.map(|_| id.to_string()));
            return;
        };
        let Some(marks) = marks else { return };
        let mut number = decimal(marks);
        if self.has_decimal_comma {
            number = number.replace('.', ",");
        }
        let cells = [Some((places.marks.clone(), number)), places.feedback.clone().zip(feedback.map(to_html))];
        for (place, text) in cells.into_iter().flatten() {
            let text = self.quoted(&text, self.bytes[place.clone()].starts_with(b"\""));
            self.filled.insert(place.start, (place, text));
        }
        self.marked += 1;
    }

    /// The text of a cell as it is written in this file.
    fn quoted(&self, text: &str, always: bool) -> Vec<u8> {
        let needs = |byte: u8| byte == self.separator || matches!(byte, b'"' | b'\n' | b'\r');
        if always || text.bytes().any(needs) {
            format!("\"{}\"", text.replace('"', "\"\"")).into()
        } else {
            text.into()
        }
    }

    /// Writes the file with the cells that were filled in.
    pub(super) fn write(&self, output: &mut Output) -> io::Result<()> {
        let bytes = self.bytes();
        // A terminal could take some bytes for commands.
        if output.is_terminal() {
            return output.print_source(&String::from_utf8_lossy(&bytes)).map(drop);
        }
        output.raw().write_all(&bytes)
    }

    fn bytes(&self) -> Vec<u8> {
        let (mut bytes, mut end) = (Vec::with_capacity(self.bytes.len()), 0);
        for (place, text) in self.filled.values() {
            bytes.extend_from_slice(&self.bytes[end..place.start]);
            bytes.extend_from_slice(text);
            end = place.end;
        }
        bytes.extend_from_slice(&self.bytes[end..]);
        bytes
    }

    /// Reports rows without a submission, and submissions without a row. Returns whether all submissions have a row.
    pub(super) fn report(&self, worth: Option<Fraction>) -> bool {
        let shown = &self.shown;
        let empty = self.places.len() as u64 - self.marked;
        if empty > 0 {
            let students = counted(empty, "student in it gets", "students in it get");
            print_error(&format!("{shown}: {students} no marks, so their cells stay as they are"));
        }
        let worth = worth.map(decimal);
        let other = self.greatest.iter().find(|greatest| worth.as_ref().is_some_and(|worth| worth != *greatest));
        if let Some((greatest, worth)) = other.zip(worth.as_ref()) {
            print_error(&format!(
                "{shown}: the greatest mark in it is {greatest}, but the exercise is worth {worth}; marks are not \
                 converted, so set the greatest mark to {worth} in your course system"
            ));
        }
        if self.unmatched.is_empty() {
            return true;
        }
        let some: Vec<String> =
            self.unmatched.iter().take(MOST_LISTED).map(|id| format!("`{}`", printable(id))).collect();
        let more = self.unmatched.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let number = counted(self.unmatched.len() as u64, "submission has", "submissions have");
        print_error(&format!("{shown}: {number} no row in it: {}{more}", some.join(", ")));
        false
    }
}

/// The cells of each student. Rows without an id, such as Canvas's `Points Possible`, are of no student.
fn places(
    file: &Cells,
    rows: &[scan::Row],
    ids: IdColumn,
    marks: usize,
    feedback: Option<usize>,
) -> Result<HashMap<String, Places>, String> {
    let mut students: HashMap<String, Places> = HashMap::new();
    for (row, texts) in rows.iter().zip(&file.rows) {
        let Some(id) = ids.id(texts) else { continue };
        let needed = marks.max(feedback.unwrap_or(0));
        if row.cells.len() <= needed {
            let heading = cleaned(&file.headings[needed]);
            return Err(format!("line {} ends before the column `{heading}`", row.line));
        }
        let new = Places {
            line: row.line,
            marks: row.cells[marks].clone(),
            feedback: feedback.map(|feedback| row.cells[feedback].clone()),
        };
        if let Some(other) = students.insert(id.clone(), new) {
            return Err(format!("lines {} and {} have the same id, `{id}`", other.line, row.line));
        }
    }
    Ok(students)
}

/// Whether marks have a decimal comma: more numbers in their column, or in the one after it with the greatest marks, have
/// one than a point. If there are none, a file with semicolons comes from a language with decimal commas.
fn has_decimal_comma(file: &Cells, marks: usize, separator: u8) -> bool {
    let has = |cell: &str, sign: char| {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // In 1,250 the comma may mark thousands.
        let is_decimal = |(whole, part)| is_number(whole) && is_number(part) && (sign == '.' || part.len() != 3);
        cell.trim().split_once(sign).is_some_and(is_decimal)
    };
    let cells = || file.rows.iter().flat_map(|row| row.iter().skip(marks).take(2));
    let count = |sign: char| cells().filter(|cell| has(cell, sign)).count();
    let (commas, points) = (count(','), count('.'));
    commas > points || commas == points && separator == b';'
}

/// The greatest numbers of marks: Canvas has one in a row without an id, and Moodle has them in the column after the marks.
fn greatest(file: &Cells, marks: usize) -> BTreeSet<String> {
    let number = |cell: &String| {
        let text = cell.trim().replace(',', ".");
        text.parse::<Number>().ok()?.finite().map(decimal)
    };
    if columns::is_moodle(file) {
        return file.rows.iter().filter_map(|row| row.get(marks + 1).and_then(number)).collect();
    }
    let is_possible = |row: &&Vec<String>| row.iter().any(|cell| cleaned(cell) == "Points Possible");
    file.rows.iter().find(is_possible).and_then(|row| row.get(marks).and_then(number)).into_iter().collect()
}

/// Feedback as the HTML that Moodle expects, on one line.
fn to_html(feedback: &str) -> String {
    let lines: Vec<String> = feedback.trim().lines().map(line_to_html).collect();
    format!("<p>{}</p>", lines.join("<br>"))
}

fn line_to_html(line: &str) -> String {
    let text = line.trim_start();
    let indent = "&emsp;".repeat((line.len() - text.len()) / 2);
    format!("{indent}{}", escape(printable(text)))
}

/// A text without surrounding spaces, as ids are compared.
fn cleaned(text: &str) -> String {
    normal(&printable(text.trim())).into_owned()
}
