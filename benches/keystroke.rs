//! The time from a keystroke to the findings, as an editor sees it: the real server, its messages read and written.

#[allow(dead_code, reason = "the tests ask for more")]
#[path = "../tests/lsp/client.rs"]
mod client;
mod ratio;

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use client::Client;
use ratio::{Outcome, time};
use serde_json::{Value, json};

const FILE: &str = "untitled:bench.tree";
/// Keystrokes that are measured, and those before them that are not.
const KEYSTROKES: usize = 300;
const FIRST: usize = 20;
/// Edits between two looks at the memory.
const EDITS: usize = 10_000;

fn main() -> Outcome<()> {
    println!("| what | size | median | 95th percentile | at most | |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let one = text(1, 15_000);
    let many = text(500, 30);
    let exercise = text(10, 30);
    report("a keystroke in one tree", &one, 16.0);
    report("a keystroke in a file of 500 trees", &many, 16.0);
    report("a keystroke in a small file", &exercise, 1.0);
    if cfg!(target_os = "linux") {
        println!("\n{}", memory(&exercise)?);
    }
    Ok(())
}

/// Trees with so many MIN nodes each, every one with a name, a claim and a leaf.
fn text(trees: usize, nodes: usize) -> String {
    let mut text = "allow unreachable-cutoff\n".to_string();
    let mut seed = 1_u64;
    for tree in 0..trees {
        let _ = writeln!(text, "tree \"{tree}\" {{\n    max R {{");
        for node in 0..nodes {
            seed = seed * 48_271 % 2_147_483_647;
            let value = seed % 100;
            let _ = writeln!(text, "        min N{node} = {value} {{ a{node}: {value}, b{node}: {} }}", value + 7);
        }
        text.push_str("    }\n}\n");
    }
    text
}

/// Every keystroke is a digit in the place of another one.
struct Keystrokes {
    places: Vec<(u32, u32)>,
    seed: u64,
}

impl Keystrokes {
    fn of(text: &str) -> Self {
        let mut places = Vec::new();
        for (number, line) in (0..).zip(text.lines()) {
            let digits = line.char_indices().filter(|(at, c)| c.is_ascii_digit() && line[..*at].ends_with([' ', ':']));
            places.extend(digits.map(|(at, _)| (number, u32::try_from(at).expect("lines are short"))));
        }
        Self { places, seed: 1 }
    }

    fn next(&mut self) -> Value {
        self.seed = self.seed * 48_271 % 2_147_483_647;
        let place = usize::try_from(self.seed).expect("31 bits") % self.places.len();
        let (line, character) = self.places[place];
        let at = |character| json!({ "line": line, "character": character });
        json!([{ "range": { "start": at(character), "end": at(character + 1) }, "text": (self.seed % 10).to_string() }])
    }
}

/// Opens a text, and waits until its findings have come.
fn open(text: &str) -> Client {
    let mut client = Client::with(json!({}), Value::Null);
    client.open(FILE, 0, text);
    client.told("textDocument/publishDiagnostics");
    client
}

fn press(client: &mut Client, version: usize, keystroke: Value) {
    let version = i32::try_from(version).expect("there are few");
    client.change(FILE, version, keystroke);
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!(told["version"], version);
}

fn report(what: &str, text: &str, most: f64) {
    let mut client = open(text);
    let mut keystrokes = Keystrokes::of(text);
    let mut times: Vec<Duration> = Vec::new();
    for version in 1..=FIRST + KEYSTROKES {
        let keystroke = keystrokes.next();
        let (duration, ()) = time(|| press(&mut client, version, keystroke));
        times.push(duration);
    }
    let mut times = times.split_off(FIRST);
    times.sort();
    let milliseconds = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1000.0;
    let (median, late) = (milliseconds(50), milliseconds(95));
    let holds = if late <= most { "holds" } else { "falls short" };
    println!("| {what} | {} KB | {median:.2} ms | {late:.2} ms | {most} ms | {holds} |", text.len() / 1000);
}

/// What many edits leave behind.
fn memory(text: &str) -> Outcome<String> {
    let mut client = open(text);
    let mut keystrokes = Keystrokes::of(text);
    let mut edit = |versions: std::ops::Range<usize>| {
        versions.for_each(|version| press(&mut client, version, keystrokes.next()));
        resident(client.process())
    };
    let before = edit(1..1000)?;
    let after = edit(1000..1000 + EDITS)?;
    Ok(format!("Resident after 1,000 edits: {before} KB; after {EDITS} more: {after} KB."))
}

/// How much of a process is in memory, in KB.
fn resident(process: u32) -> Outcome<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("there is no such line")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
