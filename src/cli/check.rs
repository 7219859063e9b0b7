//! `gametree check`

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use gametree::check::{Report, check};
use gametree::diagnostic::render::{Located, to_json, to_line, to_report};
use gametree::diagnostic::{Code, Levels, Severity, Tally, counted, similar};
use gametree::source::Source;

use super::files::Files;
use super::output::Output;
use super::{Common, Outcome, complain};

/// Prove every claim, and report those that do not hold and the subtrees that the search never reaches
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree check                            every .tree file below this folder
  gametree check aima.tree --format short   one line for each finding
  gametree check exercises --deny unreachable-cutoff
  cat aima.tree | gametree check - --stdin-filename aima.tree")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Say nothing where nothing is wrong
    #[arg(short, long)]
    quiet: bool,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Make findings of this lint errors
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
    /// Make findings of this lint warnings
    #[arg(long, value_name = "LINT")]
    warn: Vec<String>,
    /// Do not report findings of this lint
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// How many findings are written out for a file, errors first; the rest is counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_findings: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Reports with the source they are about
    Human,
    /// One line for each finding
    Short,
    /// An array of findings
    Json,
}

/// What was found in all files.
#[derive(Default)]
struct Summary {
    files: usize,
    trees: usize,
    claims: usize,
    tally: Tally,
    /// Findings that were counted but not written out.
    untold: usize,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let Some(levels) = levels(arguments) else {
        return Ok(Outcome::Failure);
    };
    let mut files = Files::find(&arguments.common.paths, &arguments.common.stdin_filename);
    if files.would_be_lost(&arguments.common.writing) {
        return Ok(Outcome::Failure);
    }
    let mut output = arguments.common.writing.open()?;
    let mut summary = Summary::default();
    if arguments.format == Format::Json {
        output.json().write_all(b"[")?;
    }
    let mut written = 0;
    files.for_each(|source| {
        let report = check(&source.text, &levels, arguments.max_findings);
        summary.add(&report);
        write_findings(arguments.format, &report, source, &mut output, &mut written)
    })?;
    summary.untold = summary.tally.total() - written;
    finish(arguments, &files, &summary, output)
}

fn finish(arguments: &Arguments, files: &Files, summary: &Summary, mut output: Output) -> io::Result<Outcome> {
    let quiet = arguments.quiet && summary.tally.total() == 0;
    match arguments.format {
        Format::Json => {
            output.json().write_all(b"]\n")?;
            if summary.untold > 0 {
                complain(&format!("{} findings are not written out; see --max-findings", summary.untold));
            }
        }
        Format::Human | Format::Short if quiet || (files.failed && summary.files == 0) => {}
        Format::Human | Format::Short => output.print_last(&summary.line(files.failed))?,
    }
    if summary.files == 0 {
        output.close_without_result()?;
    } else {
        output.close()?;
    }
    Ok(match (files.failed, summary.tally.errors) {
        (true, _) => Outcome::Failure,
        (false, 0) => Outcome::Success,
        (false, _) => Outcome::Findings,
    })
}

fn write_findings(
    format: Format,
    report: &Report,
    source: &Source,
    output: &mut Output,
    written: &mut usize,
) -> io::Result<()> {
    let located = Located::new(source);
    for finding in &report.findings {
        let printed = match format {
            Format::Human => output.print(&to_report(finding, &located, output.color))?,
            Format::Short => output.print(&(to_line(finding, &located) + "\n"))?,
            Format::Json => {
                let comma = if *written > 0 { ",\n" } else { "\n" };
                write!(output.json(), "{comma}{}", to_json(finding, &located))?;
                true
            }
        };
        *written += usize::from(printed);
    }
    Ok(())
}

/// The lint levels of the command line; `None`, with a complaint, where a lint does not exist.
fn levels(arguments: &Arguments) -> Option<Levels> {
    let mut levels = Levels::default();
    let given = [
        (&arguments.allow, None),
        (&arguments.warn, Some(Severity::Warning)),
        (&arguments.deny, Some(Severity::Error)),
    ];
    for (names, level) in given {
        for name in names {
            let Some(code) = Code::from_lint(name) else {
                let meant = similar(name, Code::lints());
                let help = meant.map_or_else(
                    || format!("there are {}", Code::lints().collect::<Vec<_>>().join(", ")),
                    |meant| format!("did you mean `{meant}`?"),
                );
                complain(&format!("there is no lint `{name}`; {help}"));
                return None;
            };
            levels.set(code, level);
        }
    }
    Some(levels)
}

impl Summary {
    fn add(&mut self, report: &Report) {
        self.files += 1;
        self.trees += report.trees;
        self.claims += report.claims;
        self.tally.add(report.tally);
    }

    fn line(&self, incomplete: bool) -> String {
        let count = |count: usize, one: &str, many: &str| counted(count as u64, one, many);
        let mut parts = Vec::new();
        for (number, one, many) in [
            (self.tally.errors, "error", "errors"),
            (self.tally.warnings, "warning", "warnings"),
            (self.tally.notes, "note", "notes"),
        ] {
            if number > 0 {
                parts.push(count(number, one, many));
            }
        }
        if parts.is_empty() {
            parts.push("nothing wrong".to_string());
        }
        let untold = if self.untold > 0 { format!(" ({} of them not shown)", self.untold) } else { String::new() };
        let unread = if incomplete { "; not everything could be read" } else { "" };
        format!(
            "{}{untold}; checked {} in {} of {}{unread}",
            parts.join(", "),
            count(self.claims, "claim", "claims"),
            count(self.trees, "tree", "trees"),
            count(self.files, "file", "files")
        )
    }
}
