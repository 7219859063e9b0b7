//! `gametree generate program`: the tree of a game that another program plays.

use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::Args;
use gametree::games::{Game, Misread, Move, Turn};
use gametree::number::Number;
use serde::Deserialize;

use super::batch::command_line;
use super::games::Growing;
use super::refuse;
use crate::cli::Outcome;

/// A longer answer is none, in bytes.
const LONGEST: u64 = 1 << 20;

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

/// An answer of the program, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    value: Option<Figure>,
    turn: Option<Mover>,
    #[serde(default)]
    moves: Vec<Step>,
    eval: Option<Figure>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    Max,
    Min,
    Chance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(default)]
    label: String,
    position: String,
    probability: Option<Figure>,
}

/// A number as a text, or as JSON has it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Figure {
    Text(String),
    Number(serde_json::Number),
}

impl Figure {
    fn read(&self) -> Result<Number, String> {
        let text = match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        };
        text.parse().map_err(|_| format!("`{text}` is no number of the language"))
    }
}

/// What is known about a position.
struct Known {
    turn: Turn,
    moves: Vec<Move<String>>,
    evaluation: Option<Number>,
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
        Ok(game) => arguments.growing.write(&game, &arguments.position, usize::from(u16::MAX), &command_line()),
        Err(reason) => Ok(refuse(&reason)),
    }
}

/// Asks about every position that the tree has, each once, ply by ply.
fn explore(arguments: &Arguments, plies: usize) -> Result<Explored, String> {
    let mut program = Program::start(&arguments.run, Duration::from_secs(arguments.timeout))?;
    let mut known = HashMap::new();
    let mut pending = vec![arguments.position.clone()];
    for ply in 0..=plies {
        let mut next = Vec::new();
        let mut met = HashSet::new();
        for position in pending {
            if !known.contains_key(&position) {
                if known.len() as u64 >= arguments.growing.limit() {
                    let limit = arguments.growing.limit();
                    return Err(format!("there are more than {limit} positions in {ply} plies (--limit)"));
                }
                known.insert(position.clone(), program.ask(&position)?);
            }
            let is_evaluated = ply == plies || arguments.growing.evaluates_all();
            let Some(answer) = known.get(&position) else { continue };
            if is_evaluated && answer.evaluation.is_none() {
                return Err(format!("at the position {position:?}, the answer has no `eval`, which is needed here"));
            }
            next.extend(answer.moves.iter().map(|step| step.next.clone()).filter(|next| met.insert(next.clone())));
        }
        if next.is_empty() {
            break;
        }
        pending = next;
    }
    Ok(Explored(known))
}

/// The program, which runs until this is dropped.
struct Program {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<io::Result<Vec<u8>>>,
    patience: Duration,
}

impl Program {
    fn start(command: &str, patience: Duration) -> Result<Self, String> {
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        shell.arg(if cfg!(windows) { "/C" } else { "-c" });
        // The shell makes room for the program, so that ending the one ends the other.
        shell.arg(if cfg!(windows) { command.to_string() } else { format!("exec {command}") });
        let started = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("`{command}` cannot be run: {error}"))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` cannot be talked to"));
        };
        let (lines, received) = mpsc::sync_channel(0);
        thread::spawn(move || {
            let mut reader = BufReader::new(answers);
            loop {
                let mut line = Vec::new();
                let read = reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
                let is_last = !matches!(read, Ok(1..)) || line.len() as u64 > LONGEST;
                if lines.send(read.map(|_| line)).is_err() || is_last {
                    return;
                }
            }
        });
        Ok(Self { child, questions, answers: received, patience })
    }

    /// What the program says about a position.
    fn ask(&mut self, position: &str) -> Result<Known, String> {
        let about = |reason: String| format!("at the position {position:?}, {reason}");
        let question = serde_json::json!({ "position": position });
        let asked = writeln!(self.questions, "{question}").and_then(|()| self.questions.flush());
        asked.map_err(|error| about(format!("the program reads no question: {error}")))?;
        let line = match self.answers.recv_timeout(self.patience) {
            Ok(Ok(line)) if line.is_empty() => return Err(about("the program has ended".to_string())),
            Ok(Ok(line)) if line.len() as u64 > LONGEST => {
                return Err(about("the program answers with more than a megabyte".to_string()));
            }
            Ok(Ok(line)) => line,
            Ok(Err(error)) => return Err(about(format!("the answer cannot be read: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.patience.as_secs();
                return Err(about(format!("the program has not answered in {seconds} seconds (--timeout)")));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(about("the program has ended".to_string())),
        };
        let answer: Answer =
            serde_json::from_slice(&line).map_err(|error| about(format!("the answer is not as expected: {error}")))?;
        answer.read().map_err(about)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    fn read(self) -> Result<Known, String> {
        let evaluation = self.eval.as_ref().map(Figure::read).transpose()?;
        let turn = match (&self.value, &self.turn) {
            (Some(value), None) if self.moves.is_empty() => {
                let value = value.read()?;
                return Ok(Known { turn: Turn::Over(value), moves: Vec::new(), evaluation: Some(value) });
            }
            (None, Some(Mover::Max)) => Turn::Max,
            (None, Some(Mover::Min)) => Turn::Min,
            (None, Some(Mover::Chance)) => Turn::Chance,
            _ => return Err("the answer needs either `value` alone, or `turn` and `moves`".to_string()),
        };
        if self.moves.is_empty() {
            return Err("there are no moves; if the game is over, answer with its `value`".to_string());
        }
        let read = |step: Step| -> Result<Move<String>, String> {
            let probability = step.probability.as_ref().map(Figure::read).transpose()?;
            Ok(Move { label: step.label, probability, next: step.position })
        };
        let moves = self.moves.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Known { turn, moves, evaluation })
    }
}
