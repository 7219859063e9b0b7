//! `gametree generate program`: the tree of a game that another program plays.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
#[cfg(unix)]
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::Args;
use gametree::diagnostic::counted;
use gametree::diagnostic::render::printable;
use gametree::games::{Game, Misread, Move, Turn};
use gametree::number::Number;
#[cfg(unix)]
use rustix::process::Pid;
use serde::Deserialize;

use super::games::Growing;
use super::header::command_line;
use super::refuse;
use crate::cli::Outcome;
#[cfg(unix)]
use crate::cli::signals;

/// A longer answer is none, in bytes.
const LONGEST: u64 = 1 << 20;

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
        text.parse().map_err(|_| format!("`{text}` is not a number; write 3, 1/2 or inf"))
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
        Ok(game) => arguments.growing.write(&game, &arguments.position, usize::from(u16::MAX), &command_line(None)),
        Err(reason) => Ok(refuse(&reason)),
    }
}

/// Asks about every position that the tree has, each once, ply by ply.
fn explore(arguments: &Arguments, plies: usize) -> Result<Explored, String> {
    let mut program = Program::start(&arguments.run, Duration::from_secs(arguments.timeout))?;
    let limit = arguments.growing.limit();
    let mut game = Explored(HashMap::new());
    let mut bytes = 0;
    let mut nodes: u64 = 1;
    // In how many ways each position of a ply is reached.
    let mut layer = HashMap::from([(arguments.position.clone(), 1_u64)]);
    let mut order = vec![arguments.position.clone()];
    for ply in 0..=plies {
        // A game without a repetition has no more moves than there are positions.
        if ply > game.0.len() && !arguments.growing.ends_early() {
            return Err(format!(
                "the positions of this game repeat, such as {:?}, so its tree has no end; stop it with --plies",
                order[0]
            ));
        }
        let mut next = HashMap::new();
        let mut next_order = Vec::new();
        for position in order {
            if !game.0.contains_key(&position) {
                let (known, length) = program.ask(&position)?;
                bytes += length;
                if bytes > MOST_BYTES {
                    return Err(format!("the answers have more than {} MiB; use fewer --plies", MOST_BYTES >> 20));
                }
                game.0.insert(position.clone(), known);
            }
            let Some(answer) = game.0.get(&position) else { continue };
            let is_evaluated = ply == plies || arguments.growing.evaluates_all();
            if is_evaluated && answer.evaluation.is_none() {
                return Err(format!("at the position {position:?}, the answer has no `eval`, which is needed here"));
            }
            if ply == plies {
                continue;
            }
            let ways = layer.get(&position).copied().unwrap_or_default();
            nodes = nodes.saturating_add(ways.saturating_mul(answer.moves.len() as u64));
            if nodes > limit {
                let plies = counted(ply as u64 + 1, "ply", "plies");
                return Err(format!(
                    "the tree has more than {limit} nodes at {plies}; use fewer --plies, or raise --limit"
                ));
            }
            for step in &answer.moves {
                match next.entry(step.next.clone()) {
                    Entry::Occupied(mut met) => *met.get_mut() += ways,
                    Entry::Vacant(new) => {
                        next_order.push(step.next.clone());
                        new.insert(ways);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        (layer, order) = (next, next_order);
    }
    program.finish()?;
    Ok(game)
}

/// The program, which runs until this is dropped.
struct Program {
    child: Child,
    /// Questions to write, so that a program that does not read cannot stop this one.
    questions: Option<Sender<String>>,
    answers: Receiver<io::Result<Vec<u8>>>,
    patience: Duration,
    /// The processes of the program while it runs.
    #[cfg(unix)]
    group: Arc<Mutex<Option<Pid>>>,
}

impl Program {
    fn start(command: &str, patience: Duration) -> Result<Self, String> {
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command);
        // All that the command starts is ended together.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let started = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| format!("`{command}` cannot be run: {error}"))?;
        #[cfg(unix)]
        let group = Arc::new(Mutex::new(Some(Pid::from_child(&child))));
        #[cfg(unix)]
        {
            let group = Arc::clone(&group);
            // Without it, the program still sees the end of its input.
            let _ = signals::before_end(move || end_group(&group));
        }
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("`{command}` cannot be talked to"));
        };
        Ok(Self {
            child,
            questions: Some(writing(input)),
            answers: reading(output),
            patience,
            #[cfg(unix)]
            group,
        })
    }

    /// What the program says about a position, and the length of its answer.
    fn ask(&mut self, position: &str) -> Result<(Known, usize), String> {
        let about = |reason: String| format!("at the position {position:?}, {reason}");
        if let Ok(Ok(line)) = self.answers.try_recv()
            && !line.is_empty()
        {
            return Err(about(format!("the program wrote {} before it was asked", shortened(&line))));
        }
        let question = serde_json::json!({ "position": position }).to_string();
        if let Some(questions) = &self.questions {
            // This fails if the program has stopped reading. Then its answer is missing, which is reported.
            let _ = questions.send(question);
        }
        let line = self.line().map_err(about)?;
        if line.is_empty() {
            return Err(about(format!("the program ended before it answered{}", self.status())));
        }
        let answer: Answer = serde_json::from_slice(&line).map_err(|_| {
            let answer = shortened(&line);
            about(format!("the answer is {answer}; write {{\"turn\":…,\"moves\":[…]}} or {{\"value\":…}}"))
        })?;
        let known = answer
            .read()
            .and_then(|known| known.checked())
            .map_err(|reason| about(format!("{reason}; the answer is {}", shortened(&line))))?;
        Ok((known, line.len()))
    }

    /// The next line of the program, which is empty at its end.
    fn line(&self) -> Result<Vec<u8>, String> {
        match self.answers.recv_timeout(self.patience) {
            Ok(Ok(line)) if line.len() as u64 > LONGEST => {
                Err("the program answers with more than a megabyte".to_string())
            }
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(format!("the answer cannot be read: {error}")),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = counted(self.patience.as_secs(), "second", "seconds");
                Err(format!("the program has not answered in {seconds}; --timeout gives it more time"))
            }
            Err(RecvTimeoutError::Disconnected) => Ok(Vec::new()),
        }
    }

    /// The exit status of a program that has closed its output, in words, if it ends soon.
    fn status(&mut self) -> String {
        for _ in 0..50 {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    return status.code().map_or_else(String::new, |code| format!(" (exit status {code})"));
                }
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => break,
            }
        }
        String::new()
    }

    /// Closes the program's input. Refuses a line that the program has written in addition to its answers: the answers
    /// may then belong to other questions. A program that does not end by itself is ended.
    fn finish(&mut self) -> Result<(), String> {
        self.questions = None;
        match self.answers.recv_timeout(self.patience) {
            Ok(Ok(line)) if !line.is_empty() => Err(format!(
                "the program wrote the line {} after its last answer; it must write one line for each question",
                shortened(&line)
            )),
            _ => Ok(()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        #[cfg(unix)]
        end_group(&self.group);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Ends the processes of a program, once: later, others may have their number.
#[cfg(unix)]
fn end_group(group: &Mutex<Option<Pid>>) {
    let group = group.lock().ok().and_then(|mut group| group.take());
    if let Some(group) = group {
        // They may have ended by themselves.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// Writes each question that it is sent.
fn writing(mut input: ChildStdin) -> Sender<String> {
    let (questions, received) = mpsc::channel::<String>();
    thread::spawn(move || {
        for question in received {
            if writeln!(input, "{question}").and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    questions
}

/// Sends each line that it reads; an empty one at the end.
fn reading(output: ChildStdout) -> Receiver<io::Result<Vec<u8>>> {
    let (lines, received) = mpsc::sync_channel(0);
    thread::spawn(move || {
        let mut reader = BufReader::new(output);
        loop {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line);
            let is_last = !matches!(read, Ok(1..)) || line.len() as u64 > LONGEST;
            if lines.send(read.map(|_| line)).is_err() || is_last {
                return;
            }
        }
    });
    received
}

/// The beginning of a line, in quotes.
fn shortened(line: &[u8]) -> String {
    const MOST: usize = 80;
    let line = String::from_utf8_lossy(line);
    let line = line.trim_end();
    let beginning: String = line.chars().take(MOST).collect();
    let more = if beginning.len() < line.len() { "…" } else { "" };
    format!("`{}{more}`", printable(&beginning))
}

impl Known {
    /// Refuses what `gametree check` would refuse in the tree.
    fn checked(self) -> Result<Self, String> {
        let mut labels = HashSet::new();
        let again = self.moves.iter().find(|step| !step.label.is_empty() && !labels.insert(&step.label));
        if let Some(step) = again {
            return Err(format!("two moves have the label {:?}", step.label));
        }
        let with = self.moves.iter().filter(|step| step.probability.is_some()).count();
        if with == 0 {
            return Ok(self);
        }
        if self.turn != Turn::Chance {
            return Err("only a move of chance can have a probability".to_string());
        }
        if with < self.moves.len() {
            return Err("some moves have a probability, and others have none".to_string());
        }
        let mut sum = Number::ZERO;
        for probability in self.moves.iter().filter_map(|step| step.probability) {
            if probability < Number::ZERO || probability.finite().is_none() {
                return Err(format!("the probability {probability} is not between 0 and 1"));
            }
            sum = sum.plus(probability).map_err(|_| "the probabilities cannot be added exactly".to_string())?;
        }
        if sum == Number::integer(1) { Ok(self) } else { Err(format!("the probabilities add up to {sum}, not to 1")) }
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
