//! The tree below a position, written in the language.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use super::{Game, Turn};
use crate::diagnostic::counted;
use crate::diagnostic::render::printable;
use crate::format::{WIDTH, format};
use crate::interrupt;
use crate::model::quoted_if_needed;
use crate::number::Number;

/// Larger trees are written without indentation: four times as short.
const MOST_INDENTED: u64 = 10_000;

/// Trees with more nodes are written without boards.
pub const MOST_WITH_BOARDS: u64 = 1_000;

/// How much of a tree is written, and how.
#[derive(Clone, Copy, Debug)]
pub struct Grow {
    /// After so many plies, positions are leaves with their static evaluations.
    pub plies: usize,
    /// So many plies more are written, and every node has its static evaluation: the tree says `depth` and the number of
    /// plies above, which can be changed.
    pub beyond: usize,
    /// Write each position above its node as a comment; only in trees of up to [`MOST_WITH_BOARDS`] nodes.
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
    /// How many nodes it has then.
    pub nodes: u64,
    /// How many nodes it has with one ply less.
    pub fit: u64,
    /// The limit.
    pub limit: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plies, nodes, fit, limit } = *self;
        let plies_in_words = counted(plies as u64, "ply", "plies");
        write!(f, "the tree has {nodes} nodes at {plies_in_words}, more than the limit of {limit}")?;
        if plies > 1 { write!(f, ", and {fit} at {}", plies - 1) } else { Ok(()) }
    }
}

impl std::error::Error for TooLarge {}

/// How many nodes and leaves the tree has at each ply, from the root down to `plies`. Linear in the positions that
/// differ at each ply: a position that is reached in many ways is looked at once.
///
/// # Errors
/// If there are more than `limit`.
pub fn sizes<G: Game>(game: &G, from: &G::Position, plies: usize, limit: u64) -> Result<Vec<u64>, TooLarge> {
    let mut sizes = vec![1];
    let mut total: u64 = 1;
    // In how many ways each position of a ply is reached.
    let mut layer = HashMap::from([(from.clone(), 1_u64)]);
    let mut moves = Vec::new();
    for ply in 1..=plies {
        let mut next = HashMap::new();
        let mut size: u64 = 0;
        for (position, ways) in layer {
            interrupt::check();
            if matches!(game.turn(&position), Turn::Over(_)) {
                continue;
            }
            game.moves(&position, &mut moves);
            size = size.saturating_add(ways.saturating_mul(moves.len() as u64));
            // Nothing is kept of a ply that is too large.
            let fits = total.saturating_add(size) <= limit;
            for step in moves.drain(..).filter(|_| fits) {
                *next.entry(step.next).or_insert(0) += ways;
            }
        }
        let fit = total;
        total = total.saturating_add(size);
        if total > limit {
            return Err(TooLarge { plies: ply, nodes: total, fit, limit });
        }
        if size == 0 {
            break;
        }
        sizes.push(size);
        layer = next;
    }
    Ok(sizes)
}

/// Writes the tree below a position. It is counted first, so that a tree that is too large costs no memory. Linear in the
/// tree.
///
/// # Errors
/// If the tree has more nodes than the limit.
pub fn grow<G: Game>(game: &G, from: &G::Position, options: &Grow) -> Result<Grown, TooLarge> {
    let plies = options.plies + options.beyond;
    let nodes = sizes(game, from, plies, options.limit)?.iter().sum();
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
            let evaluation = (self.options.beyond > 0).then(|| self.game.evaluate(&position));
            self.node(&edge, turn, evaluation);
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

    fn node(&mut self, edge: &str, turn: Turn, evaluation: Option<Number>) {
        self.separate();
        if !edge.is_empty() {
            let _ = write!(self.text, "{edge}:");
        }
        self.text.push_str(match turn {
            Turn::Min => "min",
            Turn::Chance => "chance",
            Turn::Max | Turn::Over(_) => "max",
        });
        if let Some(evaluation) = evaluation {
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
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        for line in text.lines() {
            let _ = writeln!(self.text, "// {}", printable(line));
        }
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
