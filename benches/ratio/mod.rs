//! Measures pairs in turns, so that other load on the machine affects both, and prints a table of their ratios.

#![allow(dead_code, reason = "no bench asks for everything")]

use std::error::Error;
use std::hint::black_box;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// The requirement on a ratio.
pub(crate) enum Aim {
    /// The other takes at least this many times as long.
    Faster(f64),
    /// It takes at most this many times as long as the other.
    AtMost(f64),
}

/// A pair, with the times of each turn: first ours, then the other's.
pub(crate) struct Row {
    what: &'static str,
    turns: Vec<(Duration, Duration)>,
    aim: Aim,
}

impl Row {
    pub(crate) fn new(what: &'static str, aim: Aim) -> Self {
        Self { what, turns: Vec::new(), aim }
    }

    pub(crate) fn add(&mut self, ours: Duration, other: Duration) {
        self.turns.push((ours, other));
    }

    fn markdown(&self) -> String {
        let (faster, aim) = match self.aim {
            Aim::Faster(aim) => (true, aim),
            Aim::AtMost(aim) => (false, aim),
        };
        let ratio = |(ours, other): &(Duration, Duration)| {
            let ratio = other.as_secs_f64() / ours.as_secs_f64();
            if faster { ratio } else { ratio.recip() }
        };
        let [least, median, most] = spread(self.turns.iter().map(ratio));
        let [ours, ..] = spread(self.turns.iter().map(|turn| turn.0.as_secs_f64()));
        let [other, ..] = spread(self.turns.iter().map(|turn| turn.1.as_secs_f64()));
        let holds = if faster { median >= aim } else { median <= aim };
        format!(
            "| {} | {} | {} | {median:.2} ({least:.2} to {most:.2}) | {} {aim} | {} |",
            self.what,
            milliseconds(ours),
            milliseconds(other),
            if faster { "≥" } else { "≤" },
            if holds { "holds" } else { "falls short" },
        )
    }
}

/// Prints a table in Markdown.
pub(crate) fn print(rows: &[Row]) {
    println!("| what | fastest here | the other's fastest | ratio (least to most) | aim | |");
    println!("| --- | --- | --- | --- | --- | --- |");
    rows.iter().for_each(|row| println!("{}", row.markdown()));
}

/// The least, the median and the greatest.
fn spread(numbers: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    [sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]]
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1000.0)
}

/// How long something takes, without the time to drop its result.
pub(crate) fn time<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// Runs a program to its end, and returns its output.
pub(crate) fn run(command: &mut Command) -> Outcome<String> {
    let Output { status, stdout, .. } =
        command.stderr(Stdio::inherit()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(String::from_utf8(stdout)?) } else { Err(format!("{command:?}: {status}").into()) }
}
