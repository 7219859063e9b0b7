//! The time from a keystroke to the findings, as an editor sees it: with the real server and its messages.

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
/// How many keystrokes are measured, and how many come before them for warming up.
const KEYSTROKES: usize = 300;
const FIRST: usize = 20;
/// How often a text is opened anew, so that all of it is checked.
const OPENINGS: usize = 15;
/// How many edits are between two measurements of the memory.
const EDITS: usize = 10_000;

fn main() -> Outcome<()> {
    println!("| what | size | opening | median | 95th percentile | at most | |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let exercise = text(10, 20, true);
    report("a keystroke in one tree of 30,000 nodes", &text(1, 10_000, false), 8.0);
    report("a keystroke in 500 trees of 60 nodes", &text(500, 20, false), 1.0);
    report("a keystroke in an exercise", &exercise, 1.0);
    if cfg!(target_os = "linux") {
        println!("\n{}", memory(&exercise)?);
    }
    Ok(())
}

/// Trees with so many MIN nodes each, every one with a name, its value and window, and two leaves; in an exercise,
/// with a blank for every tenth value.
fn text(trees: usize, nodes: usize, exercise: bool) -> String {
    let mut text = "allow unreachable-cutoff\nallow convention-dependent\n".to_string();
    let mut seed = 1_u64;
    for tree in 0..trees {
        let _ = writeln!(text, "tree \"{tree}\" {{\n    max Root {{");
        let mut alpha = "-inf".to_string();
        for node in 0..nodes {
            seed = seed * 48_271 % 2_147_483_647;
            let value = seed % 100;
            let claimed = if exercise && node % 10 == 0 { "_".to_string() } else { value.to_string() };
            let leaves = format!("left{node}: {value}, right{node}: {}", value + 7);
            let _ =
                writeln!(text, "        min Reply{node} = {claimed} [{alpha}, inf] {{ {leaves} }}  // a note on it");
            let known = alpha.parse().unwrap_or(0);
            alpha = value.max(known).to_string();
        }
        text.push_str("    }\n}\n");
    }
    text
}

/// Every other keystroke types a character somewhere; the next one deletes it. Half of the characters are digits after
/// another digit; the others may be anything anywhere.
struct Keystrokes {
    lines: Vec<String>,
    seed: u64,
    /// The character that was typed last and will be deleted next.
    typed: Option<(usize, usize)>,
}

impl Keystrokes {
    fn of(text: &str) -> Self {
        assert!(text.is_ascii(), "a character is a byte");
        Self { lines: text.lines().map(str::to_string).collect(), seed: 1, typed: None }
    }

    /// A number below `limit`.
    fn random(&mut self, limit: usize) -> usize {
        self.seed = self.seed * 48_271 % 2_147_483_647;
        usize::try_from(self.seed).expect("31 bits") % limit
    }

    fn next(&mut self) -> Value {
        let change = |(line, from): (usize, usize), to: usize, text: &str| {
            let (start, end) = (json!({ "line": line, "character": from }), json!({ "line": line, "character": to }));
            json!([{ "range": { "start": start, "end": end }, "text": text }])
        };
        if let Some(place) = self.typed.take() {
            return change(place, place.1 + 1, "");
        }
        let line = self.random(self.lines.len());
        let digits: Vec<usize> =
            self.lines[line].match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let (at, character) = if digits.is_empty() || self.random(2) == 0 {
            let characters = b"09 aez\"-/{}[]:,=_?";
            (self.random(self.lines[line].len() + 1), char::from(characters[self.random(characters.len())]))
        } else {
            (digits[self.random(digits.len())] + 1, '5')
        };
        self.typed = Some((line, at));
        change((line, at), at, &character.to_string())
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
    let findings = client.told("textDocument/publishDiagnostics");
    assert_eq!(findings["version"], version);
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
    let mut openings: Vec<Duration> = (0..OPENINGS).map(|_| opening(&mut client, text)).collect();
    let (whole, median, late) =
        (milliseconds(&mut openings, 50), milliseconds(&mut times, 50), milliseconds(&mut times, 95));
    let holds = if late <= most { "holds" } else { "falls short" };
    let size = text.len() / 1000;
    println!("| {what} | {size} KB | {whole:.2} ms | {median:.2} ms | {late:.2} ms | {most} ms | {holds} |");
}

/// How long it takes from opening a text to its findings.
fn opening(client: &mut Client, text: &str) -> Duration {
    const OTHER: &str = "untitled:other.tree";
    let (duration, ()) = time(|| {
        client.open(OTHER, 0, text);
        client.told("textDocument/publishDiagnostics");
    });
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": OTHER } }));
    client.told("textDocument/publishDiagnostics");
    duration
}

/// The percentile of the times, in milliseconds; `share` is in per cent.
fn milliseconds(times: &mut [Duration], share: usize) -> f64 {
    times.sort();
    times[times.len() * share / 100].as_secs_f64() * 1000.0
}

/// How much memory many edits leave in use.
fn memory(text: &str) -> Outcome<String> {
    let mut client = open(text);
    let mut keystrokes = Keystrokes::of(text);
    let mut edit = |versions: std::ops::Range<usize>| {
        versions.for_each(|version| press(&mut client, version, keystrokes.next()));
        resident(client.process())
    };
    let before = edit(1..1000)?;
    let after = edit(1000..1000 + EDITS)?;
    let verdict = if after <= before + before / 20 { "holds" } else { "falls short" };
    Ok(format!("Resident after 1,000 edits: {before} KB; after {EDITS} more: {after} KB: {verdict}."))
}

/// The resident memory of a process, in KB.
fn resident(process: u32) -> Outcome<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("there is no such line")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}
