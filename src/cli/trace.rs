//! `gametree trace`

use std::io;
use std::path::PathBuf;
use std::slice;

use clap::{Args, ValueEnum};
use gametree::check::explain_search_error;
use gametree::diagnostic::render::{Located, to_report};
use gametree::model::{ResolvedTree, Settings};
use gametree::report::Algorithm;
use gametree::report::trace::{
    Ending, Scope, Summary, Table, Words, begin_json, end_json, explained_event_json, follow,
};
use gametree::search::{SearchError, Stop, StopReason};
use gametree::source::Source;
use gametree::syntax::tree::NodeId;

use super::files::{Excluded, Item};
use super::from::From;
use super::output::Output;
use super::rules::Rules;
use super::trees::Trees;
use super::values::trees;
use super::{Outcome, Reading, Revealing, Writing, hint, print_error, write_for_people};

/// Print what alpha–beta does, step by step, with α, β and the value so far at each step
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree trace aima.tree                   every step, and why it is taken
  gametree trace aima.tree --from C          only what happens at C and below it
  gametree trace aima.tree --cutoffs none    what plain minimax does
  gametree trace aima.tree --format json     a JSON object on a line for each step")]
pub(super) struct Arguments {
    /// The file, or - for standard input
    #[arg(add = trees())]
    file: PathBuf,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    /// How the steps are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Search only the tree with this name
    #[arg(long, value_name = "NAME")]
    tree: Option<String>,
    /// Print only what happens at the node or leaf with this name or label, and below it
    #[arg(long, value_name = "NODE")]
    from: Option<String>,
    /// Print at most so many steps of a tree, and count the rest
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    revealing: Revealing,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table, with the reason for each step
    Human,
    /// An object on a line for each step
    Json,
}

/// The state of the command across all trees.
struct Run<'a> {
    arguments: &'a Arguments,
    output: Output,
    /// How many trees were traced.
    traced: usize,
    /// Whether a search could not go on.
    stopped: bool,
    /// How many lines were not printed because the output is full.
    omitted: u64,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut files = arguments.reading.find(slice::from_ref(&arguments.file), Excluded::Read);
    if files.would_be_lost(&arguments.writing) {
        return Ok(Outcome::Failure);
    }
    let mut trees = Trees::new(
        arguments.tree.as_deref(),
        arguments.revealing.shown(),
        arguments.rules.overrides(Algorithm::AlphaBeta),
    );
    let mut run = Run { arguments, output: arguments.writing.open()?, traced: 0, stopped: false, omitted: 0 };
    let mut from = From::new(arguments.from.as_deref());
    files.for_each(|item| match item {
        Item::Trees { source, project, .. } => {
            trees.each(source, project, |_, claims, settings, located| match from.find(claims.game, located) {
                Some(node) => {
                    let traced = run.tree(claims.game, settings, located, node)?;
                    if traced.is_ok() {
                        from.was_used();
                    }
                    Ok(traced)
                }
                None => Ok(Ok(())),
            })
        }
        Item::Project(source) => {
            trees.report_project(source);
            Ok(())
        }
    })?;
    let missing = trees.report_missing_tree() || from.is_missing();
    run.output.print_omitted(run.omitted, "lines")?;
    let outcome = Outcome::of(files.failed || missing, trees.complete && !run.stopped);
    if arguments.format == Format::Human && arguments.from.is_none() && !files.include_standard_input() {
        hint::print(trees.page().as_deref(), &mut run.output)?;
    }
    run.output.finish(outcome, run.traced > 0 || (!missing && trees.files() > 0))
}

impl Run<'_> {
    fn tree(
        &mut self,
        game: &ResolvedTree<'_>,
        settings: &Settings,
        located: &Located<'_>,
        from: NodeId,
    ) -> io::Result<Result<(), SearchError>> {
        let scope = Scope { from, limit: self.arguments.limit.unwrap_or(u64::MAX) };
        let outcome = match self.arguments.format {
            Format::Human => self.table(game, settings, located, scope)?,
            Format::Json => self.lines(game, settings, located.source, scope)?,
        };
        let summary = match outcome {
            Ok(summary) => summary,
            Err(error) => return Ok(Err(error)),
        };
        self.traced += 1;
        if let Ending::Stopped(stop) = summary.ending {
            self.stopped = true;
            report_stop(game, stop, located);
        }
        Ok(Ok(()))
    }

    fn table(
        &mut self,
        game: &ResolvedTree<'_>,
        settings: &Settings,
        located: &Located<'_>,
        scope: Scope,
    ) -> io::Result<Result<Summary, SearchError>> {
        let scope = Scope { limit: scope.limit.min(Table::MOST_ROWS), ..scope };
        let mut table = Table::new(game, settings, scope);
        let summary = match follow(game, settings, scope, |event| table.add(event)) {
            Ok(summary) => summary,
            Err(error) => return Ok(Err(error)),
        };
        let line = located.lines.line(game.tree.span.start) + 1;
        if self.traced > 0 {
            self.print("")?;
        }
        for line in table.lines(&summary, &format!("{}:{line}", located.source.name), self.output.color) {
            self.print(&line)?;
        }
        Ok(Ok(summary))
    }

    fn print(&mut self, line: &str) -> io::Result<()> {
        let printed = self.omitted == 0 && self.output.print(&format!("{line}\n"))?;
        self.omitted += u64::from(!printed);
        Ok(())
    }

    fn lines(
        &mut self,
        game: &ResolvedTree<'_>,
        settings: &Settings,
        source: &Source,
        scope: Scope,
    ) -> io::Result<Result<Summary, SearchError>> {
        // The head is written with the first step: a tree that cannot be searched has no step and gets no head.
        let mut written = Ok(false);
        let words = Words { game, settings };
        let mut previous = None;
        let begin = |output: &mut Output| begin_json(game, settings, &source.name, scope.from, output.json());
        let summary = follow(game, settings, scope, |event| {
            // The search cannot be stopped from here; after an error nothing more is written.
            if let Ok(begun) = written {
                let why = words.why(event, previous.as_ref());
                let head = if begun { Ok(()) } else { begin(&mut self.output) };
                written =
                    head.and_then(|()| explained_event_json(game, event, &why, self.output.json())).map(|()| true);
            }
            previous = Some(*event);
        });
        let begun = written?;
        let summary = match summary {
            Ok(summary) => summary,
            Err(error) => return Ok(Err(error)),
        };
        if !begun {
            begin(&mut self.output)?;
        }
        end_json(&summary, self.output.json())?;
        Ok(Ok(summary))
    }
}

/// Reports why a search could not go on. A sum without an exact value is a finding.
fn report_stop(game: &ResolvedTree<'_>, stop: Stop, located: &Located<'_>) {
    match stop.reason {
        StopReason::Fault(fault) => {
            let finding = explain_search_error(game, SearchError::Fault(stop.node, fault));
            write_for_people(&to_report(&finding, located, false));
        }
        reason => {
            print_error(&format!("{}: the search stops at {}: {reason}", located.source.name, game.called(stop.node)));
        }
    }
}
