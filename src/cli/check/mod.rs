//! `gametree check`

mod document;

use std::io;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use gametree::check::{Report, check};
use gametree::diagnostic::render::MOST_ANNOTATIONS;
use gametree::diagnostic::{Code, Levels, Severity, Tally, counted, similar};
use gametree::source::Source;

use super::files::Files;
use super::output::Output;
use super::{Common, Outcome, complain};
use document::{Document, pieces};

/// Prove every claim, and report those that do not hold and the subtrees that the search never reaches
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree check                            every .tree file below this folder
  gametree check aima.tree --format short   one line for each finding
  gametree check exercises --deny unreachable-cutoff
  gametree check --format sarif --output findings.sarif
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
    /// How many files are checked at a time; one for each processor if left out
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Reports with the source they are about
    Human,
    /// One line for each finding
    Short,
    /// An array of findings
    Json,
    /// Static analysis results (SARIF 2.1.0), at most as many as GitHub takes
    Sarif,
    /// Workflow commands, which GitHub shows beside the code
    Github,
    /// A Code Quality report of GitLab
    Gitlab,
    /// Test cases, one for each tree
    Junit,
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
    let output = arguments.common.writing.open()?;
    let (format, color) = (arguments.format, output.color);
    let mut summary = Summary::default();
    let mut document = Document::begin(format, output)?;
    let look_at = |source: &Source| {
        let report = check(&source.text, &levels, arguments.max_findings);
        let pieces = pieces(format, color, &report, source);
        (report, pieces)
    };
    files.for_each_of_many(arguments.jobs, look_at, |(report, pieces)| {
        summary.add(&report);
        document.add(&report, &pieces)
    })?;
    summary.untold = summary.tally.total() - document.written();
    finish(arguments, &files, &summary, document.end()?)
}

fn finish(arguments: &Arguments, files: &Files, summary: &Summary, mut output: Output) -> io::Result<Outcome> {
    let quiet = arguments.quiet && summary.tally.total() == 0;
    match arguments.format {
        Format::Json | Format::Sarif | Format::Gitlab | Format::Junit if summary.untold > 0 => {
            let untold = counted(summary.untold as u64, "finding is", "findings are");
            complain(&format!("{untold} not written out; see --max-findings"));
        }
        Format::Json | Format::Sarif | Format::Gitlab | Format::Junit => {}
        _ if quiet || (files.failed && summary.files == 0) => {}
        Format::Human | Format::Short => output.print_last(&summary.line(files.failed))?,
        Format::Github => {
            output.print_last(&summary.line(files.failed))?;
            if summary.tally.greatest() > MOST_ANNOTATIONS {
                let most = MOST_ANNOTATIONS;
                output.print_last(&format!(
                    "GitHub shows the first {most} errors, warnings and notices beside the code; all stand in this log"
                ))?;
            }
        }
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
        self.trees += report.trees.len();
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
