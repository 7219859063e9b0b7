//! `gametree check`

mod document;
mod fix;
mod lints;
mod statistics;
mod watch;

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gametree::check::Report;
use gametree::config;
use gametree::convert::check_showing;
use gametree::diagnostic::render::{MOST_ANNOTATIONS, MOST_RESULTS};
use gametree::diagnostic::{Tally, counted};
use gametree::model::Defaults;
use gametree::source::Source;

use super::files::{Files, Item};
use super::output::Output;
use super::{Batch, Outcome, Revealing, hint, print_error, write_for_people};
use document::{Document, Style, pieces};
use fix::{CheckedFile, Mode, check_file};
use lints::LintOptions;
use statistics::Statistics;

/// Prove every claim, and report those that do not hold and the subtrees that the search never reaches
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree check                            every .tree file below this folder
  gametree check aima.tree --format short   one line for each finding
  gametree check exercises --deny warnings  make every warning an error
  gametree check exercises --statistics     how often each code occurs
  gametree check exercises --watch          check again whenever a file changes
  gametree check exercises --diff           what --fix would write
  gametree check exercises --fix            replace wrong answers by right ones
  gametree check --format sarif --output findings.sarif
  cat aima.tree | gametree check - --stdin-filename aima.tree")]
pub(super) struct Arguments {
    #[command(flatten)]
    batch: Batch,
    /// Report errors and warnings only, and say nothing if there are none
    ///
    /// Notes, such as answers that an exercise waits for, are neither written nor counted, in any format. With --fix,
    /// files are changed without a word.
    #[arg(short, long)]
    quiet: bool,
    /// Write right answers and spellings into the files, set and take away `pruned` marks, then report what is left
    ///
    /// Only what is certain is fixed, whatever the severity; a lint that is allowed is not, nor are the claims of a
    /// file with syntax errors. Comments and layout stay as they are. Each file is replaced at once and whole, or not
    /// at all.
    #[arg(long)]
    fix: bool,
    /// Show as a unified diff what --fix would write; `patch -p0` and `git apply -p0` take it
    ///
    /// Nothing is written, and the exit status is as without it. The summary goes to standard error.
    #[arg(long, conflicts_with_all = ["fix", "format"])]
    diff: bool,
    #[command(flatten)]
    revealing: Revealing,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write only how often each code occurs, and how many of its findings --fix can fix
    #[arg(long, conflicts_with = "diff")]
    statistics: bool,
    /// Check again whenever a file is changed, made or removed, until Ctrl-C
    #[arg(long, conflicts_with_all = ["fix", "diff", "output"])]
    watch: bool,
    #[command(flatten)]
    lints: LintOptions,
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
    /// Static analysis results (SARIF 2.1.0), at most as many as GitHub takes
    Sarif,
    /// Workflow commands, which GitHub shows beside the code
    Github,
    /// A Code Quality report of GitLab
    Gitlab,
    /// Test cases, one for each tree
    Junit,
}

/// The totals of all files.
#[derive(Default)]
struct Summary {
    files: usize,
    trees: usize,
    claims: usize,
    tally: Tally,
    /// How many findings were fixed, or can be.
    fixed: usize,
    /// Whether a file could not be written.
    unwritten: bool,
    /// Whether there are errors in a tree that asks for answers, which are not fixed.
    keeps_answers: bool,
    /// How many findings were counted but not written out.
    omitted: usize,
    /// How many findings there are of each code, if that is wanted.
    statistics: Statistics,
    /// The command that writes the page of the first tree with a wrong claim.
    page: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    if let Some(contradiction) = arguments.contradiction() {
        print_error(contradiction);
        return Ok(Outcome::Failure);
    }
    if arguments.watch {
        return watch::run(arguments);
    }
    let Some(files) = arguments.batch.find().filter(|files| !cannot_be_fixed(arguments, files)) else {
        return Ok(Outcome::Failure);
    };
    check(arguments, files, arguments.batch.common.writing.open()?)
}

/// Checks the files, and writes what is found.
fn check(arguments: &Arguments, mut files: Files, output: Output) -> io::Result<Outcome> {
    let mode = arguments.mode();
    if mode != Mode::Report {
        files.dedup_by_target();
    }
    // The statistics come after the last file, instead of a document.
    let format = if arguments.statistics { Format::Human } else { arguments.format };
    let style = Style { format, color: output.color, hints: output.is_terminal() };
    let mut summary = Summary::default();
    let mut document = Document::begin(format, output)?;
    let mut write_error = None;
    let work = |item: Item<'_>| {
        let (checked, source) = check_item(arguments, item);
        let source = checked.written.as_ref().unwrap_or(source);
        let has_pieces = mode != Mode::Show && !arguments.statistics;
        let pieces = if has_pieces { pieces(style, &checked.report, source) } else { Vec::new() };
        let has_trees = matches!(item, Item::Trees { .. });
        let page =
            matches!(item, Item::Trees { path: Some(_), .. }).then(|| hint::page_of_wrong(source, &checked.report));
        (checked, pieces, has_trees, page.flatten())
    };
    files.for_each_of_many(arguments.batch.jobs, work, |(checked, pieces, has_trees, page)| {
        summary.add(&checked, has_trees);
        if arguments.statistics {
            summary.statistics.add(&checked.report);
        }
        summary.page = summary.page.take().or(page);
        if let Some(error) = &checked.error {
            print_error(error);
        }
        let written = document.add(&checked.report, &pieces).and_then(|()| document.add_diff(&checked.diff));
        match written {
            // Even if the output fails, the other files must still be fixed.
            Err(error) if mode == Mode::Write => {
                write_error.get_or_insert(error);
                Ok(())
            }
            written => written,
        }
    })?;
    if let Some(error) = write_error {
        return if error.kind() == ErrorKind::BrokenPipe { Ok(summary.outcome(files.failed)) } else { Err(error) };
    }
    summary.omitted =
        if mode == Mode::Show || arguments.statistics { 0 } else { summary.tally.total() - document.written() };
    finish(arguments, &files, &summary, document)
}

/// Checks a file, and fixes it if that is wanted.
fn check_item<'a>(arguments: &Arguments, item: Item<'a>) -> (CheckedFile, &'a Source) {
    let limit = if arguments.statistics { usize::MAX } else { arguments.max_findings };
    match item {
        Item::Trees { path, source, project, understood, .. } => {
            let mode = if understood { arguments.mode() } else { Mode::Report };
            let defaults = Defaults { levels: arguments.lints.apply(&project.levels), ..*project };
            let check = |text: &str, limit| {
                let report = check_showing(arguments.revealing.shown(), text, &defaults, limit);
                if arguments.quiet { report.without_notes() } else { report }
            };
            (check_file(mode, path, source, limit, check), source)
        }
        // It is never fixed: the files below it have been read under its settings.
        Item::Project(source) => (check_file(Mode::Report, None, source, limit, check_project), source),
    }
}

/// Whether standard input, which cannot be written to, is to be fixed; reports that.
fn cannot_be_fixed(arguments: &Arguments, files: &Files) -> bool {
    let refused = arguments.fix && files.include_standard_input();
    if refused {
        print_error("standard input cannot be fixed in its place; --diff shows what can be fixed in it");
    }
    refused
}

/// The findings of a `gametree.toml`.
fn check_project(text: &str, limit: usize) -> Report {
    let (_, findings) = config::read(text, limit);
    let counts = findings.counts();
    let (findings, tally) = findings.finish();
    Report { findings, tally, counts, trees: Vec::new(), claims: 0 }
}

fn finish(arguments: &Arguments, files: &Files, summary: &Summary, document: Document) -> io::Result<Outcome> {
    let quiet = arguments.quiet && summary.tally.total() == 0;
    let outcome = summary.outcome(files.failed);
    let overflowed = document.overflowed;
    let mut output = document.end(outcome != Outcome::Failure, &files.unread)?;
    if arguments.statistics {
        match arguments.format {
            Format::Json => summary.statistics.print_json(&mut output)?,
            _ => summary.statistics.print(&mut output)?,
        }
    }
    match arguments.format.place_of_summary() {
        PlaceOfSummary::Nowhere if summary.omitted > 0 => {
            let omitted = counted(summary.omitted as u64, "finding is", "findings are");
            let advice = match arguments.format {
                Format::Sarif if overflowed => {
                    format!("GitHub takes {MOST_RESULTS} at most; check fewer files at a time")
                }
                _ => "see --max-findings".to_string(),
            };
            print_error(&format!("{omitted} not written out; {advice}"));
        }
        PlaceOfSummary::Nowhere => {}
        _ if quiet || (files.failed && summary.files == 0) => {}
        // Standard output is for the diff.
        _ if arguments.diff => write_for_people(&format!("{}\n", summary.line(Mode::Show, files.failed))),
        PlaceOfSummary::Last => output.print_last(&summary.line(arguments.mode(), files.failed))?,
        PlaceOfSummary::LastWithLimit => {
            output.print_last(&summary.line(arguments.mode(), files.failed))?;
            let shown = Tally { errors: summary.tally.errors + files.unread.len(), ..summary.tally };
            if shown.greatest() > MOST_ANNOTATIONS {
                output.print_last(&format!(
                    "GitHub shows at most {MOST_ANNOTATIONS} errors, warnings and notices beside the code; see the log for others"
                ))?;
            }
        }
    }
    let reports_unread = arguments.format.tells_of_unread() && !files.unread.is_empty();
    if arguments.format == Format::Human {
        hint::print(summary.page.as_deref(), &mut output)?;
    }
    if arguments.watch && !quiet {
        output.print_last("waiting for changes; press Ctrl-C to stop")?;
    }
    output.finish(outcome, summary.files > 0 || !files.failed || reports_unread)
}

/// Where the totals of all files are written.
#[derive(Clone, Copy)]
enum PlaceOfSummary {
    /// The document has no place for them; only findings that are left out are reported, on standard error.
    Nowhere,
    /// After the findings.
    Last,
    /// After the findings, with a note if GitHub shows fewer of them.
    LastWithLimit,
}

impl Format {
    fn place_of_summary(self) -> PlaceOfSummary {
        match self {
            Self::Json | Self::Sarif | Self::Gitlab | Self::Junit => PlaceOfSummary::Nowhere,
            Self::Human | Self::Short => PlaceOfSummary::Last,
            Self::Github => PlaceOfSummary::LastWithLimit,
        }
    }

    /// Whether files that could not be read have a place in it.
    fn tells_of_unread(self) -> bool {
        match self {
            Self::Sarif | Self::Github | Self::Junit => true,
            Self::Human | Self::Short | Self::Json | Self::Gitlab => false,
        }
    }
}

impl Arguments {
    /// Options that do not go together.
    fn contradiction(&self) -> Option<&'static str> {
        let is_standard_input = |path: &PathBuf| path.as_os_str() == "-";
        match self.format {
            Format::Human | Format::Json if self.statistics && !self.watch => None,
            Format::Human | Format::Short if self.watch && self.batch.common.paths.iter().any(is_standard_input) => {
                Some("standard input does not change; name a file or a folder to watch")
            }
            Format::Human => None,
            Format::Short if !self.statistics => None,
            _ if self.watch => Some("--watch writes for people; leave --format out, or choose human or short"),
            _ if self.statistics => Some("--statistics writes only human and json; choose one of them with --format"),
            _ => None,
        }
    }

    fn mode(&self) -> Mode {
        match (self.fix, self.diff) {
            (true, _) => Mode::Write,
            (_, true) => Mode::Show,
            _ => Mode::Report,
        }
    }
}

impl Summary {
    fn add(&mut self, checked: &CheckedFile, has_trees: bool) {
        let report = &checked.report;
        self.fixed += checked.fixes;
        self.unwritten |= checked.unwritten;
        self.keeps_answers |= report.trees.iter().any(|tree| tree.asks && tree.errors > 0);
        self.files += usize::from(has_trees);
        self.trees += report.trees.len();
        self.claims += report.claims;
        self.tally.add(report.tally);
    }

    fn outcome(&self, incomplete: bool) -> Outcome {
        Outcome::of(incomplete || self.unwritten, self.tally.errors == 0)
    }

    fn line(&self, mode: Mode, incomplete: bool) -> String {
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
        let found = match (mode, self.fixed, parts.is_empty()) {
            (Mode::Write, 1.., true) => format!("{} fixed, nothing else wrong", self.fixed),
            (Mode::Write, 1.., false) => format!("{} fixed, {} left", self.fixed, parts.join(", ")),
            (Mode::Show, 1.., _) => format!("{}; {} can be fixed", parts.join(", "), self.fixed),
            (.., true) if incomplete => "nothing wrong in the rest".to_string(),
            (.., true) => "nothing wrong".to_string(),
            (.., false) => parts.join(", "),
        };
        let unwritten = if self.unwritten { "; not everything could be written" } else { "" };
        let omitted = if self.omitted > 0 { format!(" ({} of them not shown)", self.omitted) } else { String::new() };
        let unread = if incomplete { "not everything could be read; " } else { "" };
        let kept = if mode != Mode::Report && self.keeps_answers {
            "\n--fix changes no answers in a tree with a blank or an `ask`"
        } else {
            ""
        };
        format!(
            "{unread}{found}{omitted}; checked {} in {} of {}{unwritten}{kept}",
            count(self.claims, "claim", "claims"),
            count(self.trees, "tree", "trees"),
            count(self.files, "file", "files")
        )
    }
}
