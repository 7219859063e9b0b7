//! `gametree eval`

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use gametree::diagnostic::counted;
use gametree::diagnostic::render::Located;
use gametree::model::Game;
use gametree::report::{self, Algorithm, Answer};
use gametree::source::Source;

use super::files::Files;
use super::output::Output;
use super::rules::Rules;
use super::trees::Trees;
use super::{Common, Outcome, complain};

/// Print the answer of each tree: value, best move, principal variation, leaves evaluated and pruned
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree eval aima.tree                   the answer in a few lines
  gametree eval aima.tree --nodes           with the tree drawn below
  gametree eval aima.tree --cut '>'         as if the file said `cut alpha > beta`
  gametree eval aima.tree --format json     everything, for programs")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// How answers are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Evaluate only the tree with this name
    #[arg(long, value_name = "NAME")]
    tree: Option<String>,
    /// Draw the tree with value, window and verdict at each node
    #[arg(long)]
    nodes: bool,
    /// How to evaluate
    #[arg(long, value_enum, default_value_t = AlgorithmName::AlphaBeta, value_name = "NAME")]
    algorithm: AlgorithmName,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A few lines for each tree
    Human,
    /// One document with everything
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AlgorithmName {
    /// Every leaf is looked up
    Minimax,
    /// The search that the settings describe
    AlphaBeta,
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Self {
        match name {
            AlgorithmName::Minimax => Self::Minimax,
            AlgorithmName::AlphaBeta => Self::AlphaBeta,
        }
    }
}

/// What is said of all files together.
struct Run<'a> {
    arguments: &'a Arguments,
    output: Output,
    /// Answers that are left open by unknown leaves.
    open: u64,
    /// Answers that were not printed for want of room.
    untold: usize,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut files = Files::find(&arguments.common.paths, &arguments.common.stdin_filename);
    if arguments.common.writing.output.as_deref().is_some_and(|path| files.contains(path)) {
        complain("--output names one of the files to read, which would be lost");
        return Ok(Outcome::Failure);
    }
    let mut trees = Trees::new(arguments.tree.as_deref(), arguments.rules.overrides(arguments.algorithm.into()));
    let mut run = Run { arguments, output: arguments.common.writing.open()?, open: 0, untold: 0 };
    let json = arguments.format == Format::Json;
    if json {
        run.output.json().write_all(b"[")?;
    }
    files.for_each(|source| run.file(source, &mut trees))?;
    if json {
        run.output.json().write_all(b"]\n")?;
    }
    let missing = trees.complain_of_missing_tree();
    if run.untold > 0 {
        run.output.print_last(&format!("… and {} more trees", run.untold))?;
    }
    if missing || trees.files() == 0 {
        run.output.close_without_result()?;
    } else {
        run.output.close()?;
    }
    if run.open > 0 {
        complain(&format!(
            "{} without an answer: that depends on leaves whose values are not known",
            counted(run.open, "tree", "trees")
        ));
    }
    Ok(match (files.failed || missing, trees.complete && run.open == 0) {
        (true, _) => Outcome::Failure,
        (false, true) => Outcome::Success,
        (false, false) => Outcome::Findings,
    })
}

impl Run<'_> {
    fn file(&mut self, source: &Source, trees: &mut Trees<'_>) -> io::Result<()> {
        let json = self.arguments.format == Format::Json;
        if json {
            let comma = if trees.files() > 0 { ",\n" } else { "" };
            let name = serde_json::to_string(&source.name)?;
            write!(self.output.json(), "{comma}{{\"file\":{name},\"trees\":[")?;
        }
        let mut written = 0;
        trees.each(source, |game, settings, located| {
            let answer = match Answer::new(game, settings, self.arguments.algorithm.into()) {
                Ok(answer) => answer,
                Err(obstacle) => return Ok(Err(obstacle)),
            };
            if json && written > 0 {
                self.output.json().write_all(b",\n")?;
            }
            written += 1;
            self.answer(&answer, game, located).map(Ok)
        })?;
        if json {
            self.output.json().write_all(b"]}")?;
        }
        Ok(())
    }

    fn answer(&mut self, answer: &Answer<'_>, game: &Game<'_>, located: &Located<'_>) -> io::Result<()> {
        self.open += u64::from(!answer.is_complete());
        if self.arguments.format == Format::Json {
            return report::to_json(answer, self.output.json());
        }
        let line = located.lines.line(game.tree.span.start) + 1;
        let mut text = report::to_text(answer, &format!("{}:{line}", located.source.name));
        if self.arguments.nodes {
            text.push('\n');
            text.push_str(&report::draw(answer, self.output.color));
        }
        text.push('\n');
        self.untold += usize::from(!self.output.print(&text)?);
        Ok(())
    }
}
