//! The commands. Only here are files, standard streams and exit codes touched.

mod check;
mod completions;
mod eval;
mod explain;
mod files;
mod output;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use output::Output;

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

/// Proves the answers of game-tree exercises, or shows why they are wrong.
#[derive(Parser)]
#[command(name = "gametree", version, about, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 nothing wrong, 1 findings of severity error, 2 wrong usage or an unreadable file."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Arguments),
    Eval(eval::Arguments),
    Explain(explain::Arguments),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// What every command that reads files takes.
#[derive(Args)]
struct Common {
    /// Files, directories (searched for *.tree), globs, or - for standard input; the current directory if left out
    #[arg(value_name = "PATH")]
    paths: Vec<String>,
    /// The name that standard input goes by in reports
    #[arg(long, value_name = "NAME", default_value = "<stdin>")]
    stdin_filename: String,
    #[command(flatten)]
    writing: Writing,
}

/// How results are written.
#[derive(Args)]
struct Writing {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,
    /// Write the results to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set; everywhere if CLICOLOR_FORCE is
    Auto,
    Always,
    Never,
}

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no error; a closed pipe is nobody's business.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { Outcome::Failure as u8 } else { Outcome::Success as u8 });
        }
    };
    let outcome = match &cli.command {
        Command::Check(arguments) => check::run(arguments),
        Command::Eval(arguments) => eval::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Completions(arguments) => completions::completions(arguments),
        Command::Man(arguments) => completions::man(arguments),
    };
    match outcome {
        Ok(outcome) => ExitCode::from(outcome as u8),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::from(Outcome::Success as u8),
        Err(error) => {
            complain(&format!("cannot write the results: {error}"));
            ExitCode::from(Outcome::Failure as u8)
        }
    }
}

/// Says on standard error what the command could not do.
fn complain(message: &str) {
    use std::io::Write;
    let message = gametree::diagnostic::render::printable(message);
    let _ = writeln!(std::io::stderr(), "gametree: {message}");
}

impl Writing {
    fn open(&self) -> std::io::Result<Output> {
        Output::open(self.output.as_deref(), self.color)
    }
}
