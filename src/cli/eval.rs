//! `gametree eval`

use std::io::{self, Write};
use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};
use gametree::claim::Claims;
use gametree::diagnostic::counted;
use gametree::diagnostic::render::Located;
use gametree::model::{self, Settings};
use gametree::report::{self, Algorithm, Answer, NoAnswer, explain_algorithm_error};
use gametree::search::SearchError;
use gametree::source::Source;
use gametree::syntax::tree::{File, Tree};

use super::files::Item;
use super::output::Output;
use super::rules::Rules;
use super::trees::{Trees, place};
use super::{Common, Outcome, Revealing, hint, print_error};

/// Print the answer of each tree: value, best move, principal variation, leaves evaluated and pruned
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree eval aima.tree                   the answer in a few lines
  gametree eval aima.tree --nodes           with the tree drawn below
  gametree eval aima.tree --cut '>'         as if the file said `cut alpha > beta`
  gametree eval aima.tree --algorithm pvs   what principal variation search does
  gametree eval aima.tree --compare         a table of all algorithms
  gametree eval aima.tree --best-order      the tree with its best moves first
  gametree eval game.tree --depths 1..6     value and best moves at each depth limit
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
    /// Compare all algorithms, under both cut rules, in the order as written and in the best one
    #[arg(long, conflicts_with_all = ["nodes", "algorithm", "cut", "search", "cutoffs", "window"])]
    compare: bool,
    /// Print the trees with their moves in the best order, and nothing else
    #[arg(long, conflicts_with_all = ["nodes", "algorithm", "cut", "search", "cutoffs", "window", "compare", "format"])]
    best_order: bool,
    /// A table of value, leaves and best moves for each of these depth limits, such as 1..6
    #[arg(long, value_name = "FROM..TO", value_parser = depths)]
    #[arg(conflicts_with_all = ["nodes", "algorithm", "compare", "best_order", "format", "depth"])]
    depths: Option<RangeInclusive<u64>>,
    #[command(flatten)]
    revealing: Revealing,
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
    /// Alpha–beta as the player to move sees it
    Negamax,
    /// Principal variation search, or NegaScout
    Pvs,
    /// MTD(f): null windows and a memory of bounds
    Mtdf,
    /// SSS*: best first
    Sss,
}

impl From<AlgorithmName> for Algorithm {
    fn from(name: AlgorithmName) -> Self {
        match name {
            AlgorithmName::Minimax => Self::Minimax,
            AlgorithmName::AlphaBeta => Self::AlphaBeta,
            AlgorithmName::Negamax => Self::Negamax,
            AlgorithmName::Pvs => Self::Pvs,
            AlgorithmName::Mtdf => Self::Mtdf,
            AlgorithmName::Sss => Self::Sss,
        }
    }
}

/// The state of the command across all files.
struct Run<'a> {
    arguments: &'a Arguments,
    output: Output,
    /// Whether an answer was printed.
    printed: bool,
    /// How many settings of the current file have been printed with its trees.
    settings_printed: usize,
    /// Whether the algorithm could not search a tree, or a best order is not known.
    refused: bool,
    /// How many answers depend on unknown leaves.
    open: u64,
    /// How many answers were not printed because the output is full.
    omitted: u64,
}

/// More depth limits than this make no table to read.
const MOST_DEPTHS: u64 = 1_000;

/// Reads a range of depth limits.
fn depths(text: &str) -> Result<RangeInclusive<u64>, String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
    match ends {
        Some((from, to)) if (1..=to).contains(&from) && to <= MOST_DEPTHS => Ok(from..=to),
        _ => Err(format!("write two depths from 1 to {MOST_DEPTHS}, the lower one first, such as 1..6")),
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let overrides = arguments.rules.overrides(arguments.algorithm.into());
    if let Some((setting, reason)) = overrides.first_ignored() {
        print_error(&format!("--{setting} has no meaning for {}: {reason}", overrides.algorithm.name()));
        return Ok(Outcome::Failure);
    }
    let mut files = arguments.common.find();
    if files.would_be_lost(&arguments.common.writing) {
        return Ok(Outcome::Failure);
    }
    let mut trees = Trees::new(arguments.tree.as_deref(), arguments.revealing.shown(), overrides);
    let mut run = Run {
        arguments,
        output: arguments.common.writing.open()?,
        printed: false,
        settings_printed: 0,
        refused: false,
        open: 0,
        omitted: 0,
    };
    let json = arguments.format == Format::Json;
    if json {
        run.output.json().write_all(b"[")?;
    }
    files.for_each(|item| match item {
        Item::Trees { source, project, .. } => run.file(source, project, &mut trees),
        Item::Project(source) => {
            trees.report_project(source);
            Ok(())
        }
    })?;
    if json {
        run.output.json().write_all(b"]\n")?;
    }
    if arguments.compare && !json && run.printed {
        run.output.print_last(report::LEGEND)?;
    }
    let missing = trees.report_missing_tree();
    run.output.print_omitted(run.omitted, "trees")?;
    let outcome = Outcome::of(files.failed || missing, trees.complete && run.open == 0 && !run.refused);
    if arguments.format == Format::Human && !arguments.best_order && !files.include_standard_input() {
        hint::print(trees.page().as_deref(), &mut run.output)?;
    }
    run.output.finish(outcome, !missing && trees.files() > 0)?;
    if run.open > 0 {
        print_error(&format!(
            "{} without an answer: that depends on leaves whose values are not known",
            counted(run.open, "tree", "trees")
        ));
    }
    Ok(outcome)
}

impl Run<'_> {
    fn file(&mut self, source: &Source, project: &model::Defaults, trees: &mut Trees<'_>) -> io::Result<()> {
        let json = self.arguments.format == Format::Json;
        if json {
            let comma = if trees.files() > 0 { ",\n" } else { "" };
            let name = serde_json::to_string(&source.name)?;
            write!(self.output.json(), "{comma}{{\"file\":{name},\"trees\":[")?;
        }
        let mut written = 0;
        self.settings_printed = 0;
        trees.each(source, project, |file, claims, settings, located| {
            let game = claims.game;
            if let Some(depths) = &self.arguments.depths {
                return self.by_depth(claims, settings, depths.clone(), located);
            }
            let answer = match self.evaluate(claims, settings) {
                Ok(answer) => answer,
                Err(NoAnswer::SearchError(error)) => return Ok(Err(error)),
                Err(error) => {
                    let reason = match error {
                        NoAnswer::AlgorithmError(error) => explain_algorithm_error(game, error),
                        other => other.to_string(),
                    };
                    let name = self.algorithm().name();
                    print_error(&format!("{}: {name} cannot search this tree: {reason}", place(game.tree, located)));
                    self.refused = true;
                    return Ok(Ok(()));
                }
            };
            if json && written > 0 {
                self.output.json().write_all(b",\n")?;
            }
            written += 1;
            self.answer(&answer, game.tree, file, located).map(Ok)
        })?;
        if json {
            self.output.json().write_all(b"]}")?;
        }
        Ok(())
    }

    /// Prints a table of the answers by depth.
    fn by_depth(
        &mut self,
        claims: &Claims<'_>,
        settings: &Settings,
        depths: RangeInclusive<u64>,
        located: &Located<'_>,
    ) -> io::Result<Result<(), SearchError>> {
        match report::by_depth(claims, settings, depths, &place(claims.game.tree, located)) {
            Ok((table, complete)) => {
                self.open += u64::from(!complete);
                self.omitted += u64::from(!self.output.print(&format!("{table}\n"))?);
                Ok(Ok(()))
            }
            Err(NoAnswer::SearchError(error)) => Ok(Err(error)),
            Err(error) => {
                print_error(&format!("{}: {error}", place(claims.game.tree, located)));
                self.refused = true;
                Ok(Ok(()))
            }
        }
    }

    fn algorithm(&self) -> Algorithm {
        self.arguments.algorithm.into()
    }

    fn evaluate<'a>(&self, claims: &'a Claims<'a>, settings: &'a Settings) -> Result<Answer<'a>, NoAnswer> {
        let shows_nodes = self.arguments.nodes || self.arguments.format == Format::Json;
        let evaluate = if shows_nodes { Answer::new } else { Answer::counted };
        let answer = evaluate(claims, settings, self.algorithm())?;
        if self.arguments.compare { answer.compared().map_err(NoAnswer::SearchError) } else { Ok(answer) }
    }

    fn answer(&mut self, answer: &Answer<'_>, tree: &Tree, file: &File, located: &Located<'_>) -> io::Result<()> {
        if self.arguments.best_order {
            return self.best_order(answer, tree, file, located);
        }
        self.open += u64::from(!answer.is_complete());
        if self.arguments.format == Format::Json {
            return report::to_json(answer, self.output.json());
        }
        self.printed = true;
        let place = place(tree, located);
        let mut text =
            if self.arguments.compare { report::to_table(answer, &place) } else { report::to_text(answer, &place) };
        if self.arguments.nodes {
            text.push('\n');
            text.push_str(&report::draw(answer, self.output.color));
        }
        text.push('\n');
        self.omitted += u64::from(!self.output.print(&text)?);
        Ok(())
    }

    /// Prints a tree in the best order, after the settings of its file that have not been printed yet.
    fn best_order(&mut self, answer: &Answer<'_>, tree: &Tree, file: &File, located: &Located<'_>) -> io::Result<()> {
        let text = match answer.in_best_order() {
            Ok(text) => text,
            Err(reason) => {
                print_error(&format!("{}: the best order is not known: {reason}", place(tree, located)));
                self.refused = true;
                return Ok(());
            }
        };
        let settings = &file.settings[self.settings_printed..tree.inherited];
        self.settings_printed = tree.inherited;
        let between = std::mem::replace(&mut self.printed, true).then_some("");
        let above = settings.iter().map(|setting| setting.span.of(&located.source.text));
        let lines = between.into_iter().chain(above).chain([text.as_str()]);
        let text: String = lines.map(|part| format!("{part}\n")).collect();
        self.omitted += u64::from(!self.output.print_source(&text)?);
        Ok(())
    }
}
