//! The tree below a position, written in the language.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use super::{Game, Turn};
use crate::diagnostic::render::printable;
use crate::format::{WIDTH, format};
use crate::interrupt;
use crate::model::quoted_if_needed;
use crate::number::Number;

/// Larger trees are written without indentation: four times as short.
const MOST_INDENTED: u64 = 10_000;

/// Trees with more nodes have no room for boards.
const MOST_WITH_BOARDS: u64 = 1_000;

/// How much of a tree is written, and how.
#[derive(Clone, Copy, Debug)]
pub struct Grow {
    /// After so many plies, positions are leaves with their static evaluations.
    pub plies: usize,
    /// So many plies more are written, and every node has its static evaluation: the tree says `depth` and the number of
    /// plies above, which can be changed.
    pub beyond: usize,
    /// Write each position above its node as a comment; only in small trees.
    pub boards: bool,
    /// Say at a position that has occurred before after which moves it did.
    pub shared: bool,
    /// The most nodes and leaves.
    pub limit: u64,
}

/// A tree of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grown {
    /// Its text.
    pub text: String,
    /// Its nodes and leaves.
    pub nodes: u64,
    /// Its leaves.
    pub leaves: u64,
}

/// The tree has more nodes than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The fewest plies at which it has too many.
    pub plies: usize,
    /// How many nodes it has then; `None` if they were not counted to the end.
    pub nodes: Option<u64>,
    /// How many nodes it has with one ply less.
    pub fit: u64,
    /// The limit.
    pub limit: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plies, nodes, fit, limit } = *self;
        let counted_beyond = limit.saturating_mul(COUNTED_BEYOND);
        let nodes = nodes.map_or_else(|| format!("more than {counted_beyond}"), |nodes| nodes.to_string());
        write!(f, "the tree has {nodes} nodes at {plies} plies")?;
        write!(f, " and {fit} at {}; the limit is {limit}", plies - 1)
    }
}

impl std::error::Error for TooLarge {}

/// Nodes are counted up to so many times the limit.
const COUNTED_BEYOND: u64 = 20;

/// How many nodes and leaves the tree has at each ply, from the root down to `plies`; `None` if there are more than
/// `most`. It takes no memory for the nodes.
pub fn sizes<G: Game>(game: &G, from: &G::Position, plies: usize, most: u64) -> Option<Vec<u64>> {
    let mut sizes = vec![0; 1];
    let mut total = 0;
    let mut pending = vec![(from.clone(), 0)];
    let mut moves = Vec::new();
    while let Some((position, ply)) = pending.pop() {
        interrupt::check();
        if sizes.len() <= ply {
            sizes.push(0);
        }
        sizes[ply] += 1;
        total += 1;
        if total > most {
            return None;
        }
        if ply < plies && !matches!(game.turn(&position), Turn::Over(_)) {
            game.moves(&position, &mut moves);
            pending.extend(moves.drain(..).map(|step| (step.next, ply + 1)));
        }
    }
    Some(sizes)
}

/// Writes the tree below a position. It is counted first, so that a tree that is too large costs no memory. Linear in the
/// tree.
///
/// # Errors
/// If the tree has more nodes than the limit.
pub fn grow<G: Game>(game: &G, from: &G::Position, options: &Grow) -> Result<Grown, TooLarge> {
    let plies = options.plies + options.beyond;
    let nodes = counted(game, from, plies, options.limit)?;
    let mut writer = Writer { game, options, text: String::new(), line: 0, leaves: 0, first: HashMap::new() };
    let is_small = nodes <= MOST_INDENTED;
    if options.beyond > 0 {
        let _ = writeln!(writer.text, "tree {{\ndepth {}", options.plies);
    }
    writer.tree(from, options.boards && nodes <= MOST_WITH_BOARDS);
    if options.beyond > 0 {
        writer.text.push('}');
    }
    writer.text.push('\n');
    let text = if is_small { format(&writer.text, WIDTH).unwrap_or(writer.text) } else { writer.text };
    Ok(Grown { text, nodes, leaves: writer.leaves })
}

/// The size of the tree, if it is within the limit.
fn counted<G: Game>(game: &G, from: &G::Position, plies: usize, limit: u64) -> Result<u64, TooLarge> {
    if let Some(sizes) = sizes(game, from, plies, limit) {
        return Ok(sizes.iter().sum());
    }
    let mut fit = 1;
    for plies in 1..=plies {
        let all = sizes(game, from, plies, limit.saturating_mul(COUNTED_BEYOND));
        let nodes = all.map(|sizes| sizes.iter().sum());
        match nodes {
            Some(nodes) if nodes <= limit => fit = nodes,
            nodes => return Err(TooLarge { plies, nodes, fit, limit }),
        }
    }
    Err(TooLarge { plies: 1, nodes: None, fit, limit })
}

/// What remains to be written.
enum Pending<P> {
    /// A position, after a move that is written so, at a ply.
    Position { position: P, edge: String, ply: usize },
    /// The end of a node.
    End,
}

struct Writer<'g, G: Game> {
    game: &'g G,
    options: &'g Grow,
    text: String,
    /// Where the current line begins.
    line: usize,
    leaves: u64,
    /// For each position, the moves to its first occurrence.
    first: HashMap<G::Position, String>,
}

impl<G: Game> Writer<'_, G> {
    fn tree(&mut self, from: &G::Position, boards: bool) {
        let plies = self.options.plies + self.options.beyond;
        let mut pending = vec![Pending::Position { position: from.clone(), edge: String::new(), ply: 0 }];
        let mut path: Vec<String> = Vec::new();
        let mut moves = Vec::new();
        while let Some(next) = pending.pop() {
            interrupt::check();
            let Pending::Position { position, edge, ply } = next else {
                self.text.push('}');
                continue;
            };
            path.truncate(ply.saturating_sub(1));
            if ply > 0 {
                path.push(edge.clone());
            }
            let turn = self.game.turn(&position);
            let value = match turn {
                Turn::Over(value) => Some(value),
                _ if ply == plies => Some(self.game.evaluate(&position)),
                _ => None,
            };
            if let Some(value) = value {
                self.leaf(&edge, value);
                continue;
            }
            if boards {
                self.comment(&self.game.written(&position));
            }
            self.note_repeat(&position, &path);
            self.node(&edge, turn, self.game.evaluate(&position));
            pending.push(Pending::End);
            self.game.moves(&position, &mut moves);
            let steps = moves.drain(..).rev().map(|step| Pending::Position {
                edge: edge_of(step.probability, &step.label),
                position: step.next,
                ply: ply + 1,
            });
            pending.extend(steps);
        }
    }

    fn leaf(&mut self, edge: &str, value: Number) {
        self.leaves += 1;
        self.separate();
        if !edge.is_empty() {
            let _ = write!(self.text, "{edge}:");
        }
        let _ = write!(self.text, "{value}");
    }

    fn node(&mut self, edge: &str, turn: Turn, evaluation: Number) {
        self.separate();
        if !edge.is_empty() {
            let _ = write!(self.text, "{edge}:");
        }
        self.text.push_str(match turn {
            Turn::Min => "min",
            Turn::Chance => "chance",
            Turn::Max | Turn::Over(_) => "max",
        });
        if self.options.beyond > 0 {
            let _ = write!(self.text, " eval {evaluation}");
        }
        self.text.push('{');
    }

    /// A space or a new line after the last word.
    fn separate(&mut self) {
        if self.text.len() - self.line >= WIDTH {
            self.text.push('\n');
            self.line = self.text.len();
        } else if !self.text.is_empty() && !self.text.ends_with(['{', '\n']) {
            self.text.push(' ');
        }
    }

    fn comment(&mut self, text: &str) {
        for line in text.lines() {
            let _ = write!(self.text, "\n// {}", printable(line));
        }
        self.text.push('\n');
        self.line = self.text.len();
    }

    /// Says where a position has occurred before.
    fn note_repeat(&mut self, position: &G::Position, path: &[String]) {
        if !self.options.shared {
            return;
        }
        let repeated = match self.first.entry(position.clone()) {
            Entry::Occupied(first) => Some(format!("as after {}", first.get())),
            Entry::Vacant(first) => {
                first.insert(path.join(" "));
                None
            }
        };
        if let Some(repeated) = repeated {
            self.comment(&repeated);
        }
    }
}

/// The label and the probability of a move, as they are written before the colon.
fn edge_of(probability: Option<Number>, label: &str) -> String {
    match probability {
        Some(probability) if label.is_empty() => probability.to_string(),
        Some(probability) => format!("{} {probability}", quoted_if_needed(label)),
        None if label.is_empty() => String::new(),
        None => quoted_if_needed(label),
    }
}
