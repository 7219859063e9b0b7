//! `gametree eval`

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use gametree::check::explain_obstacle;
use gametree::diagnostic::render::{Located, printable, to_report};
use gametree::diagnostic::{Diagnostic, Findings, Levels, Severity, counted, listed, similar};
use gametree::model::{Choice, Cut, Cutoffs, FileSettings, Game, Order, Returns, Settings};
use gametree::number::Number;
use gametree::report::{self, Algorithm, Answer, NoAnswer, Overrides, explain_limitation};
use gametree::source::{Source, Span};
use gametree::syntax;
use gametree::syntax::tree::{File, Tree};

use super::files::Files;
use super::output::Output;
use super::{Common, Outcome, complain, write_for_people};

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
    /// Compare all algorithms, under both rules of cutting, in the order as written and in the best one
    #[arg(long, conflicts_with_all = ["nodes", "algorithm", "cut", "search", "cutoffs", "window"])]
    compare: bool,
    /// Print the trees with their moves in the best order, and nothing else
    #[arg(long, conflicts_with_all = ["nodes", "algorithm", "cut", "search", "cutoffs", "window", "compare", "format"])]
    best_order: bool,
    /// When the search stops: ">=" or ">"
    #[arg(long, value_name = "SIGN", value_parser = choice::<Cut>, allow_hyphen_values = true)]
    cut: Option<Cut>,
    /// What it returns outside of its window: fail-soft or fail-hard
    #[arg(long, value_name = "HOW", value_parser = choice::<Returns>)]
    search: Option<Returns>,
    /// In which order it takes children: left-to-right or right-to-left
    #[arg(long, value_name = "ORDER", value_parser = choice::<Order>)]
    order: Option<Order>,
    /// Which bounds lead to cutoffs: deep, shallow or none
    #[arg(long, value_name = "WHICH", value_parser = choice::<Cutoffs>)]
    cutoffs: Option<Cutoffs>,
    /// The window at the root, such as "-3, 7"
    #[arg(long, value_name = "ENDS", value_parser = window, allow_hyphen_values = true)]
    window: Option<(Number, Number)>,
    /// After how many plies static evaluations are taken, at least 1
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..))]
    depth: Option<u64>,
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

fn choice<C: Choice>(name: &str) -> Result<C, String> {
    C::from_name(name).ok_or_else(|| {
        let names: Vec<String> = C::NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
        format!("there are {}", listed(&names))
    })
}

fn window(text: &str) -> Result<(Number, Number), String> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    let ends: Vec<&str> = inner.split([',', ' ']).filter(|end| !end.is_empty()).collect();
    let [alpha, beta] = ends[..] else {
        return Err("a window has two ends, such as \"-3, 7\"".to_string());
    };
    let number = |end: &str| end.parse::<Number>().map_err(|_| format!("`{end}` is no number"));
    let (alpha, beta) = (number(alpha)?, number(beta)?);
    if alpha < beta { Ok((alpha, beta)) } else { Err(format!("nothing lies between {alpha} and {beta}")) }
}

impl Arguments {
    fn overrides(&self) -> Overrides {
        Overrides {
            algorithm: self.algorithm.into(),
            cut: self.cut,
            returns: self.search,
            order: self.order,
            cutoffs: self.cutoffs,
            window: self.window,
            depth: self.depth,
        }
    }
}

/// The file and the line where a tree begins.
fn place(tree: &Tree, located: &Located<'_>) -> String {
    format!("{}:{}", located.source.name, located.lines.line(tree.span.start) + 1)
}

/// How many findings of a file are put into words; of these, the first few that matter are printed.
const MOST_READ: usize = 100;

/// What is said of all files together.
struct Run<'a> {
    arguments: &'a Arguments,
    overrides: Overrides,
    output: Output,
    /// Whether every tree had an answer.
    complete: bool,
    /// The names of the trees that were passed over.
    other_trees: Vec<String>,
    matched: bool,
    files: usize,
    /// Whether an answer was printed.
    printed: bool,
    /// How many settings of the file were printed with its trees.
    settings_printed: usize,
    /// Answers that are left open by unknown leaves.
    open: u64,
    /// Answers that were not printed for want of room.
    untold: usize,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let overrides = arguments.overrides();
    if let Some((setting, reason)) = overrides.meaningless() {
        complain(&format!("--{setting} has no meaning for {}: {reason}", overrides.algorithm.name()));
        return Ok(Outcome::Failure);
    }
    let mut files = Files::find(&arguments.common);
    if arguments.common.writing.output.as_deref().is_some_and(|path| files.contains(path)) {
        complain("--output names one of the files to read, which would be lost");
        return Ok(Outcome::Failure);
    }
    let mut run = Run {
        arguments,
        overrides,
        output: arguments.common.writing.open()?,
        complete: true,
        other_trees: Vec::new(),
        matched: false,
        files: 0,
        printed: false,
        settings_printed: 0,
        open: 0,
        untold: 0,
    };
    let json = arguments.format == Format::Json;
    if json {
        run.output.json().write_all(b"[")?;
    }
    files.for_each(|source| run.file(source))?;
    if json {
        run.output.json().write_all(b"]\n")?;
    }
    if arguments.compare && !json && run.printed {
        run.output.print_last(report::LEGEND)?;
    }
    let missing = run.complain_of_missing_tree();
    if run.untold > 0 {
        run.output.print_last(&format!("… and {} more trees", run.untold))?;
    }
    if missing || run.files == 0 {
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
    Ok(match (files.failed || missing, run.complete) {
        (true, _) => Outcome::Failure,
        (false, true) => Outcome::Success,
        (false, false) => Outcome::Findings,
    })
}

impl Run<'_> {
    fn file(&mut self, source: &Source) -> io::Result<()> {
        let (file, mut findings) = syntax::parse(&source.text, MOST_READ);
        let settings = FileSettings::read(&source.text, &file, &Levels::default(), &mut findings);
        let json = self.arguments.format == Format::Json;
        if json {
            let comma = if self.files > 0 { ",\n" } else { "" };
            let name = serde_json::to_string(&source.name)?;
            write!(self.output.json(), "{comma}{{\"file\":{name},\"trees\":[")?;
        }
        self.files += 1;
        let mut written = 0;
        self.settings_printed = 0;
        let located = Located::new(source);
        for tree in &file.trees {
            if !self.is_wanted(tree, &source.text) {
                continue;
            }
            let game = Game::new(&source.text, tree, &settings, &mut findings);
            // Such a tree may have nodes without children, which no search expects.
            if game.unclear {
                self.complete = false;
                continue;
            }
            let settings = self.overrides.apply(&game.settings);
            if settings.root_window().0 >= settings.root_window().1 {
                complain(&format!("{}: --window lies outside of the range of this tree", source.name));
                self.complete = false;
                continue;
            }
            match self.evaluate(&game, &settings) {
                Ok(answer) => {
                    if json && written > 0 {
                        self.output.json().write_all(b",\n")?;
                    }
                    self.answer(&answer, &game, &file, &located)?;
                    written += 1;
                }
                Err(NoAnswer::Obstacle(obstacle)) => {
                    findings.add(explain_obstacle(&game, obstacle));
                    self.complete = false;
                }
                Err(NoAnswer::Limitation(limitation)) => {
                    let (name, reason) = (self.overrides.algorithm.name(), explain_limitation(&game, limitation));
                    complain(&format!("{}: {name} cannot search this tree: {reason}", place(tree, &located)));
                    self.complete = false;
                }
            }
        }
        if json {
            self.output.json().write_all(b"]}")?;
        }
        self.complain_of(findings, &file, &located);
        Ok(())
    }

    fn evaluate<'a>(&self, game: &'a Game<'a>, settings: &'a Settings) -> Result<Answer<'a>, NoAnswer> {
        let answer = Answer::new(game, settings, self.overrides.algorithm)?;
        if self.arguments.compare { answer.compared().map_err(NoAnswer::Obstacle) } else { Ok(answer) }
    }

    fn is_wanted(&mut self, tree: &Tree, text: &str) -> bool {
        let title = tree.title.map(|title| syntax::name_at(text, title).into_owned());
        let wanted = self.arguments.tree.is_none() || self.arguments.tree == title;
        self.matched |= wanted;
        if !wanted {
            self.other_trees.extend(title);
        }
        wanted
    }

    fn answer(&mut self, answer: &Answer<'_>, game: &Game<'_>, file: &File, located: &Located<'_>) -> io::Result<()> {
        if self.arguments.best_order {
            return self.best_order(answer, game.tree, file, located);
        }
        self.complete &= answer.is_complete();
        self.open += u64::from(!answer.is_complete());
        if self.arguments.format == Format::Json {
            return report::to_json(answer, self.output.json());
        }
        self.printed = true;
        let place = place(game.tree, located);
        let mut text =
            if self.arguments.compare { report::to_table(answer, &place) } else { report::to_text(answer, &place) };
        if self.arguments.nodes {
            text.push('\n');
            text.push_str(&report::draw(answer, self.output.color));
        }
        text.push('\n');
        self.untold += usize::from(!self.output.print(&text)?);
        Ok(())
    }

    /// Prints a tree in the best order, below those settings of its file that were not printed with the trees before it.
    fn best_order(&mut self, answer: &Answer<'_>, tree: &Tree, file: &File, located: &Located<'_>) -> io::Result<()> {
        let text = match answer.in_best_order() {
            Ok(text) => text,
            Err(reason) => {
                complain(&format!("{}: the best order is not known: {reason}", place(tree, located)));
                self.complete = false;
                return Ok(());
            }
        };
        let settings = &file.settings[self.settings_printed..tree.inherited];
        self.settings_printed = tree.inherited;
        let between = std::mem::replace(&mut self.printed, true).then_some("");
        let above = settings.iter().map(|setting| setting.span.of(&located.source.text));
        let lines = between.into_iter().chain(above).chain([text.as_str()]);
        let text: String = lines.map(|part| format!("{part}\n")).collect();
        self.untold += usize::from(!self.output.print_source(&text)?);
        Ok(())
    }

    /// Errors that keep a tree from having an answer go to standard error, the first few of them.
    fn complain_of(&mut self, findings: Findings, file: &File, located: &Located<'_>) {
        const MOST: usize = 10;
        let (findings, tally) = findings.finish();
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
        let concerning: Vec<&Diagnostic> =
            errors.filter(|finding| self.concerns(finding, file, &located.source.text)).collect();
        let unread = file.trees.is_empty() || file.trees.iter().any(|tree| tree.broken);
        self.complete &= !unread || concerning.is_empty();
        for finding in concerning.iter().take(MOST) {
            let report = to_report(finding, located, false);
            write_for_people(&report);
        }
        if concerning.len() > MOST || tally.total() > findings.len() {
            complain(&format!("{}: there are more findings; see `gametree check`", located.source.name));
        }
    }

    /// Whether an error keeps a tree that was asked for from having an answer.
    fn concerns(&self, finding: &Diagnostic, file: &File, text: &str) -> bool {
        let around = file.trees.iter().find(|tree| tree.span.contains(finding.primary.span));
        let unwanted = |title: Option<Span>| {
            let title = title.map(|title| syntax::name_at(text, title).into_owned());
            self.arguments.tree.is_some() && self.arguments.tree != title
        };
        !around.is_some_and(|tree| unwanted(tree.title))
    }

    /// Whether no tree has the name that was asked for.
    fn complain_of_missing_tree(&self) -> bool {
        let Some(wanted) = self.arguments.tree.as_deref().filter(|_| !self.matched && self.files > 0) else {
            return false;
        };
        let meant = similar(wanted, self.other_trees.iter().map(String::as_str));
        let help = meant.map_or_else(String::new, |meant| format!("; did you mean \"{}\"?", printable(meant)));
        complain(&format!("there is no tree \"{wanted}\"{help}"));
        true
    }
}
