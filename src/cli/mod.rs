//! The commands. Only this layer uses files, standard streams and exit codes.

mod check;
mod completions;
mod convert;
mod course;
mod diff;
mod eval;
mod explain;
mod files;
mod fingerprint;
mod fmt;
mod from;
mod generate;
mod grade;
mod hint;
mod lsp;
mod man;
mod new;
mod output;
mod parallel;
mod progress;
mod project;
mod raster;
mod read;
mod render;
mod replace;
mod rules;
mod sheet;
#[cfg(unix)]
mod signals;
mod solve;
mod submissions;
mod table;
mod trace;
mod trees;
mod values;

use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use gametree::diagnostic::render::{is_printable, printable};
use gametree::model::Shown;

use files::{Excluded, Files};
use output::{MOST_FOR_PEOPLE, Output};
use project::ProjectOptions;
use values::trees;

/// How a command ended; its number is the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// Nothing is wrong.
    Success = 0,
    /// Something in the files is wrong.
    Findings = 1,
    /// The command could not do its work: wrong usage, or a file that cannot be read or written.
    Failure = 2,
}

impl Outcome {
    /// The outcome of a command: whether it `failed` to do its work, and if not, whether all is `well`.
    fn of(failed: bool, well: bool) -> Self {
        match (failed, well) {
            (true, _) => Self::Failure,
            (false, true) => Self::Success,
            (false, false) => Self::Findings,
        }
    }
}

/// Proves the answers of game-tree exercises, or shows why they are wrong.
#[derive(Parser)]
#[command(name = "gametree", version, about, max_term_width = 100)]
#[command(after_help = "\
Examples:
  gametree new first.tree         a first file, with comments that explain it
  gametree check first.tree       prove its claims
  gametree explain E0301          what a finding means

Exit status:
  0  nothing is wrong
  1  check finds an error; a tree has no answer (eval, trace, solve);
     a file is not formatted (fmt --check), or has errors and cannot be formatted (fmt);
     an exercise has no sheet, or its key has no answer to a question (sheet);
     no exercise has everything that you wished for (generate)
  2  wrong usage, or something that cannot be read or written")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    New(new::Arguments),
    Check(check::Arguments),
    Eval(eval::Arguments),
    Trace(trace::Arguments),
    Render(render::Arguments),
    Solve(solve::Arguments),
    Fmt(fmt::Arguments),
    Sheet(sheet::Arguments),
    Grade(Box<grade::Arguments>),
    Course(course::Arguments),
    Convert(convert::Arguments),
    Generate(generate::Arguments),
    Lsp(lsp::Arguments),
    Explain(explain::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// What every command that reads files takes.
#[derive(Args)]
struct Common {
    /// Files, folders (searched for *.tree), globs, or - for standard input; the current folder if left out
    #[arg(value_name = "PATH", add = trees())]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
}

impl Common {
    /// The files to read, also those that are named and left out.
    fn find(&self) -> Files {
        self.reading.find(&self.paths, Excluded::Read)
    }
}

/// How files are read.
#[derive(Args)]
struct Reading {
    /// The name that standard input goes by in reports
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_filename: String,
    #[command(flatten)]
    project: ProjectOptions,
}

impl Reading {
    fn find(&self, paths: &[PathBuf], excluded: Excluded) -> Files {
        Files::find(paths, &self.stdin_filename, &self.project, excluded)
    }
}

/// What commands take that go through many files.
#[derive(Args)]
struct Batch {
    #[command(flatten)]
    common: Common,
    /// How many files are read at a time; one for each processor if left out
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Leave out what `gametree.toml` excludes, also files that are named here
    #[arg(long)]
    force_exclude: bool,
}

impl Batch {
    /// The files to read; `None`, with a message, if the results would overwrite one of them.
    fn find(&self) -> Option<Files> {
        let files = self.look();
        files.report();
        (!files.would_be_lost(&self.common.writing)).then_some(files)
    }

    /// The files to read, without reporting anything.
    fn look(&self) -> Files {
        let excluded = if self.force_exclude { Excluded::LeftOut } else { Excluded::Read };
        let Reading { stdin_filename, project } = &self.common.reading;
        Files::look(&self.common.paths, stdin_filename, project, excluded)
    }
}

/// Whether to show answers that a file hides.
#[derive(Args)]
struct Revealing {
    /// Show the answers of all trees, even if the file hides them
    ///
    /// A tree without `reveal` hides its answers while it has an open question: a blank or an `ask`.
    #[arg(long)]
    reveal: bool,
}

impl Revealing {
    fn shown(&self) -> Shown {
        if self.reveal { Shown::Everything } else { Shown::AsSet }
    }
}

/// How results are written.
#[derive(Args)]
struct Writing {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    /// Write the results to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set; everywhere if CLICOLOR_FORCE is
    Auto,
    Always,
    Never,
}

/// The command that a line of words means, such as `generate random --seed 7`; `None` if it means none.
fn command_of(words: &[String]) -> Option<Command> {
    Cli::try_parse_from(std::iter::once("gametree").chain(words.iter().map(String::as_str))).ok().map(|cli| cli.command)
}

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    #[cfg(unix)]
    survive_size_limit();
    // A bug also has an exit status, the same as for other failures. The panic message has been printed by now.
    let outcome = std::panic::catch_unwind(outcome).unwrap_or_else(|_| {
        print_error("this is a mistake in gametree itself; please report it with what you checked");
        Outcome::Failure
    });
    ExitCode::from(outcome as u8)
}

/// If a file reaches the size limit (`ulimit -f`), writing fails with an error instead of ending the process.
#[cfg(unix)]
fn survive_size_limit() {
    // A caught signal does not end the process; the flag itself is never read.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Reads the command line. The options of a command are built only when it is used: building those of all commands takes
/// a fifth of the time of a short run. Help and messages about wrong usage may describe any command, so all are built
/// for them.
fn parse() -> Result<Cli, clap::Error> {
    Cli::try_parse().or_else(|_| {
        let mut all = Cli::command();
        all.build();
        Cli::from_arg_matches(&all.try_get_matches()?)
    })
}

fn outcome() -> Outcome {
    if completions::answer_shell() {
        return Outcome::Success;
    }
    let outcome = match parse() {
        Ok(cli) => match &cli.command {
            Command::New(arguments) => new::run(arguments),
            Command::Check(arguments) => check::run(arguments),
            Command::Eval(arguments) => eval::run(arguments),
            Command::Trace(arguments) => trace::run(arguments),
            Command::Render(arguments) => render::run(arguments),
            Command::Solve(arguments) => solve::run(arguments),
            Command::Fmt(arguments) => fmt::run(arguments),
            Command::Sheet(arguments) => sheet::run(arguments),
            Command::Grade(arguments) => grade::run(arguments),
            Command::Course(arguments) => course::run(arguments),
            Command::Convert(arguments) => convert::run(arguments),
            Command::Generate(arguments) => generate::run(arguments),
            Command::Lsp(arguments) => lsp::run(arguments),
            Command::Explain(arguments) => explain::run(arguments),
            Command::Completions(arguments) => completions::run(arguments),
            Command::Man(arguments) => man::run(arguments),
        },
        Err(error) if error.use_stderr() => {
            report_usage(&error);
            Ok(Outcome::Failure)
        }
        // Help and version are what was asked for.
        Err(help) => help.print().map(|()| Outcome::Success),
    };
    outcome.unwrap_or_else(|error| {
        // If the reader closes the pipe, that is no error.
        if error.kind() == ErrorKind::BrokenPipe {
            return Outcome::Success;
        }
        print_error(&format!("cannot write the results: {error}"));
        Outcome::Failure
    })
}

/// Reports an error in the command line, in colours only if nothing in it could be mistaken for a colour code.
fn report_usage(error: &clap::Error) {
    let text = error.to_string();
    if text.chars().all(|character| character == '\n' || is_printable(character)) {
        let _ = error.print();
    } else {
        let lines: Vec<String> = text.lines().map(printable).collect();
        write_for_people(&format!("{}\n", lines.join("\n")));
    }
}

/// Reports on standard error what the command could not do.
fn print_error(message: &str) {
    write_for_people(&format!("gametree: {}\n", printable(message)));
}

/// How much was written to standard error.
static WRITTEN: AtomicUsize = AtomicUsize::new(0);

/// Writes to standard error, but no more than people can read: a million files may be unreadable.
fn write_for_people(text: &str) {
    let before = WRITTEN.fetch_add(text.len(), Ordering::Relaxed);
    let text = match (before, before + text.len()) {
        (_, ..=MOST_FOR_PEOPLE) => text,
        (..=MOST_FOR_PEOPLE, _) => "gametree: … and more of that\n",
        _ => return,
    };
    let _ = io::stderr().write_all(text.as_bytes());
}

impl Writing {
    fn open(&self) -> io::Result<Output> {
        Output::open(self.output.as_deref(), self.color)
    }
}
