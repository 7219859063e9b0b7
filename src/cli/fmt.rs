//! `gametree fmt`

use std::io;
use std::path::Path;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gametree::diagnostic::counted;
use gametree::diagnostic::render::{Located, leading_name, to_report};
use gametree::format::{FormatError, WIDTH, format};
use gametree::source::Source;

use super::diff::unified;
use super::files::Item;
use super::output::Output;
use super::replace::replace;
use super::trees::report_project;
use super::{Batch, Outcome, print_error, write_for_people};

/// Set files in one style; what they say does not change, nor do their comments
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree fmt                    every .tree file below this folder
  gametree fmt --check exercises  only say which files are not formatted
  gametree fmt --diff aima.tree   only show what would change
  gametree fmt - < aima.tree      print a file, formatted")]
pub(super) struct Arguments {
    #[command(flatten)]
    batch: Batch,
    /// Say only what goes wrong
    #[arg(short, long)]
    quiet: bool,
    /// Write nothing, list the files that are not formatted, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Write nothing, and show what would change as a unified diff; `patch -p0` and `git apply -p0` take it
    #[arg(long)]
    diff: bool,
    /// How many columns a line may have
    #[arg(long, value_name = "COLUMNS", default_value_t = WIDTH, value_parser = RangedU64ValueParser::<usize>::new().range(20..=1000))]
    width: usize,
}

/// The message if a terminal does not get the whole text.
const NOT_ALL_SHOWN: &str = "not everything is shown; --output writes all of it to a file";

/// The result for one file.
enum Formatted {
    /// It was formatted already.
    Already,
    /// It was written, or would be: the text to print.
    Changed(String),
    /// It has syntax errors: the report of the first.
    Misread(String),
    /// The project may mean to leave it out.
    Doubtful,
    /// Why it could not be written.
    Unwritten(String),
}

#[derive(Default)]
struct Summary {
    already: usize,
    changed: usize,
    misread: usize,
    doubtful: usize,
    unwritten: usize,
    /// Not everything could be read.
    incomplete: bool,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let Some(mut files) = arguments.batch.find() else {
        return Ok(Outcome::Failure);
    };
    files.dedup_by_target();
    let mut output = arguments.batch.common.writing.open()?;
    let mut summary = Summary::default();
    let work = |item: Item<'_>| match item {
        Item::Trees { understood: false, .. } => Some(Formatted::Doubtful),
        Item::Trees { path, source, .. } => Some(arguments.format(path, source)),
        Item::Project(source) => {
            report_project(source);
            None
        }
    };
    files.for_each_of_many(arguments.batch.jobs, work, |formatted| match formatted {
        Some(formatted) => summary.add(formatted, arguments, &mut output),
        None => Ok(()),
    })?;
    let left_out = if arguments.writes() { files.left_out_text() } else { None };
    if let Some(text) = &left_out {
        print(text, &mut output)?;
    }
    summary.incomplete = files.failed;
    let is_text = arguments.writes() && (left_out.is_some() || files.include_standard_input());
    if !arguments.quiet && !is_text && !arguments.diff && summary.files() > 0 {
        output.print_last(&summary.line(arguments))?;
    }
    let due = arguments.check && summary.changed > 0;
    let outcome = Outcome::of(files.failed || summary.unwritten > 0, !due && summary.misread + summary.doubtful == 0);
    output.finish(outcome, true)
}

/// Prints the text of a file.
fn print(text: &str, output: &mut Output) -> io::Result<()> {
    if !output.print_source(text)? {
        print_error(NOT_ALL_SHOWN);
    }
    Ok(())
}

impl Arguments {
    fn writes(&self) -> bool {
        !self.check && !self.diff
    }

    /// Formats a file, and writes it if that is wanted; standard input has no path.
    fn format(&self, path: Option<&Path>, source: &Source) -> Formatted {
        let old = &source.text;
        let new = match format(old, self.width) {
            Ok(new) => new,
            Err(FormatError::Syntax(findings)) => {
                let report = |finding| to_report(finding, &Located::new(source), false);
                return Formatted::Misread(findings.first().map(report).unwrap_or_default());
            }
            Err(reason) => {
                let advice = match reason {
                    FormatError::TooLong => "; a larger --width may make it shorter",
                    FormatError::Changed => "; please report it with this file",
                    _ => "",
                };
                return Formatted::Unwritten(format!("{}: not formatted: {reason}{advice}", source.name));
            }
        };
        match path {
            None if self.writes() => Formatted::Changed(new),
            _ if new == *old => Formatted::Already,
            _ if self.diff => Formatted::Changed(unified(path.unwrap_or(Path::new(&source.name)), old, &new)),
            Some(path) if self.writes() => match replace(path, old, &new) {
                Ok(()) => Formatted::Changed(String::new()),
                Err(error) => Formatted::Unwritten(format!("{}: not formatted: {error}", source.name)),
            },
            _ => Formatted::Changed(format!("{}: not formatted\n", leading_name(&source.name))),
        }
    }
}

impl Summary {
    fn add(&mut self, formatted: Formatted, arguments: &Arguments, output: &mut Output) -> io::Result<()> {
        match formatted {
            Formatted::Already => self.already += 1,
            Formatted::Changed(text) => {
                self.changed += 1;
                if arguments.writes() {
                    return print(&text, output);
                }
                let printed = if arguments.diff { output.print_diff(&text)? } else { output.print(&text)? };
                if !printed {
                    print_error(NOT_ALL_SHOWN);
                }
            }
            Formatted::Misread(report) => {
                self.misread += 1;
                write_for_people(&report);
            }
            Formatted::Doubtful => self.doubtful += 1,
            Formatted::Unwritten(error) => {
                self.unwritten += 1;
                print_error(&error);
            }
        }
        Ok(())
    }

    fn files(&self) -> usize {
        self.already + self.changed + self.misread + self.doubtful + self.unwritten
    }

    fn line(&self, arguments: &Arguments) -> String {
        let files = |number: usize| counted(number as u64, "file", "files");
        let changed = if arguments.check { "not formatted" } else { "formatted" };
        let parts = [
            (self.changed, changed),
            (self.already, "formatted already"),
            (self.misread, "left alone for errors of syntax"),
            (self.doubtful, "left alone for what is wrong with gametree.toml"),
            (self.unwritten, "not written"),
        ];
        let parts = parts.iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts.map(|(number, what)| format!("{} {what}", files(*number))).collect();
        let unread = if self.incomplete { "; not everything could be read" } else { "" };
        parts.join(", ") + unread
    }
}
