//! `gametree generate program`: the tree of a game that another program plays.

mod answer;
mod process;

use std::collections::HashMap;
use std::io;
use std::time::Duration;

use clap::Args;
use gametree::diagnostic::counted;
use gametree::games::{Game, Misread, Move, Turn};
use gametree::number::Number;

use self::answer::Known;
use self::process::Program;
use super::games::Growing;
use super::header::command_line;
use super::refuse;
use crate::cli::Outcome;

/// How much is kept of all answers at most, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// Write the tree of a game that a program of yours plays
///
/// The program reads one question on each line, {"position":"…"}, and answers each with one line:
/// {"turn":"max","moves":[{"label":"c1","position":"…"}],"eval":"3"}, or {"value":"-1"} if the game is over. `turn` is
/// max, min or chance; a move of chance can have a "probability". Numbers are texts or JSON numbers.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate program --run 'python3 mygame.py' --position start --plies 4
  gametree generate program --run ./slow --position start --plies 2 --timeout 60")]
pub(super) struct Arguments {
    /// The command that runs the program, as a shell reads it
    #[arg(long, value_name = "COMMAND")]
    run: String,
    /// The first position: any text, which the program gets as it is
    #[arg(long, value_name = "TEXT")]
    position: String,
    /// How many seconds the program has for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    #[command(flatten)]
    growing: Growing,
}

/// The game as far as the program was asked.
struct Explored(HashMap<String, Known>);

impl Game for Explored {
    type Position = String;

    fn read(&self, text: &str) -> Result<String, Misread> {
        Ok(text.to_string())
    }

    fn turn(&self, position: &String) -> Turn {
        self.0.get(position).map_or(Turn::Over(Number::ZERO), |known| known.turn)
    }

    fn moves(&self, position: &String, moves: &mut Vec<Move<String>>) {
        moves.extend(self.0.get(position).into_iter().flat_map(|known| known.moves.iter().cloned()));
    }

    fn evaluate(&self, position: &String) -> Number {
        self.0.get(position).and_then(|known| known.evaluation).unwrap_or(Number::ZERO)
    }

    fn written(&self, position: &String) -> String {
        position.clone()
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let plies = arguments.growing.plies(usize::from(u16::MAX));
    match explore(arguments, plies) {
        Ok(game) => arguments.growing.write(&game, &arguments.position, usize::from(u16::MAX), &command_line(None)),
        Err(reason) => Ok(refuse(&reason)),
    }
}

/// Asks about every position that the tree has, each once, ply by ply.
fn explore(arguments: &Arguments, plies: usize) -> Result<Explored, String> {
    let growing = &arguments.growing;
    let mut asking = Asking {
        program: Program::start(&arguments.run, Duration::from_secs(arguments.timeout))?,
        game: Explored(HashMap::new()),
        bytes: 0,
    };
    let mut nodes: u64 = 1;
    let mut layer = Layer::default();
    layer.reach(&arguments.position, 1);
    for ply in 0..=plies {
        // A game without a repetition has no more moves than there are positions.
        if ply > asking.game.0.len() && !growing.ends_early() {
            return Err(format!(
                "the positions of this game repeat, such as {:?}, so its tree has no end; stop it with --plies",
                layer.order[0]
            ));
        }
        let is_last = ply == plies;
        let mut next = Layer::default();
        for position in layer.order {
            let known = asking.about(&position)?;
            if known.evaluation.is_none() && (is_last || growing.evaluates_all()) {
                return Err(format!("at the position {position:?}, the answer has no `eval`, which is needed here"));
            }
            if is_last {
                continue;
            }
            let ways = layer.ways[&position];
            nodes = nodes.saturating_add(ways.saturating_mul(known.moves.len() as u64));
            if nodes > growing.limit() {
                return Err(format!(
                    "the tree has more than {} nodes at {}; use fewer --plies, or raise --limit",
                    growing.limit(),
                    counted(ply as u64 + 1, "ply", "plies")
                ));
            }
            for step in &known.moves {
                next.reach(&step.next, ways);
            }
        }
        if next.order.is_empty() {
            break;
        }
        layer = next;
    }
    asking.program.finish()?;
    Ok(asking.game)
}

/// The positions at one ply, in the order in which they are met.
#[derive(Default)]
struct Layer {
    order: Vec<String>,
    /// In how many ways each is reached.
    ways: HashMap<String, u64>,
}

impl Layer {
    fn reach(&mut self, position: &str, ways: u64) {
        if let Some(before) = self.ways.get_mut(position) {
            *before = before.saturating_add(ways);
        } else {
            self.ways.insert(position.to_string(), ways);
            self.order.push(position.to_string());
        }
    }
}

/// What the program was asked so far.
struct Asking {
    program: Program,
    game: Explored,
    /// The length of all answers.
    bytes: usize,
}

impl Asking {
    fn about(&mut self, position: &str) -> Result<&Known, String> {
        if !self.game.0.contains_key(position) {
            let (known, length) = self.program.ask(position)?;
            self.bytes += length;
            if self.bytes > MOST_BYTES {
                return Err(format!("the answers have more than {} MiB; use fewer --plies", MOST_BYTES >> 20));
            }
            self.game.0.insert(position.to_string(), known);
        }
        Ok(&self.game.0[position])
    }
}
