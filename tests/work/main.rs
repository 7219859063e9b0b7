//! Work grows linearly with the input: instructions are counted, under valgrind, at a size and at four times that size.
//!
//! Nothing is timed, so the outcome does not depend on the machine, but for the seeds of hash tables, which have an
//! allowance. It needs valgrind and a quarter of an hour, so it runs only where it is named:
//! `cargo test --test work`. With `SHAPE=plays` in the environment it takes only the shapes whose names have
//! `plays` in them; with `SHARE=0/6`, every sixth, from the first on.

#![cfg(feature = "cli")]

mod conversions;
mod shapes;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use shapes::{SHAPES, Shape};

/// The smaller size, in repetitions of what a shape repeats: large enough that something quadratic outweighs the rest.
const SMALL: usize = 500;
const TIMES: usize = 4;

/// Four times the input may take so many times the instructions, what starting up costs left aside. Something above
/// four is left for sorting and for trees of lookups, whose depth grows.
const MOST: f64 = 4.8;

/// So many instructions more or less are chance: the seeds of hash tables, the length of a path.
const NOISE: u64 = 10_000;

/// Lints that are off by default are on. As many findings are kept as usual, since each of them may have to look at the
/// whole tree again.
const COMMANDS: &[&[&str]] = &[
    &["check", "--format", "json", "--warn", "single-child", "--warn", "same-player", "--warn", "better-order"],
    &["eval", "--nodes"],
    &["eval", "--best-order"],
    &["eval", "--format", "json"],
    &["trace"],
    &["trace", "--format", "json"],
    &["fmt", "--check"],
];

/// Fixing checks a text many times, and a document says much of each finding: these are counted on shapes with much to
/// fix and to tell.
const FIXING_AND_DOCUMENTS: &[&[&str]] = &[
    &["check", "--fix"],
    &["check", "--diff"],
    &["check", "--format", "sarif", "--max-findings", "1000000"],
    &["check", "--format", "github", "--max-findings", "1000000"],
    &["check", "--format", "gitlab", "--max-findings", "1000000"],
    &["check", "--format", "junit", "--max-findings", "1000000"],
];
const WITH_MUCH_TO_TELL: &[&str] = &[
    "bushy",
    "trees with errors",
    "chain with wrong marks",
    "chain with wrong windows",
    "claims on a chain never reached",
    "nodes with wrong windows",
    "nodes with windows of their own",
    "one node, wrong values",
    "one node plays wrong moves",
    "one node plays wrong moves, and the right ones tie",
    "nodes with wrong moves",
    "leaves of one node, wrongly marked",
    "leaves of one node, wrongly marked, right to left",
    "open marks",
    "wrong lists",
    "leaves wrongly marked",
    "misspelt words",
    "subtrees never reached",
    "allow what there is not",
    "findings on one line",
    "findings on lines of their own",
];

/// The least that can be drawn.
const LEAST: &str = "max { 1 }";

/// Pictures are drawn of shapes with one tree that has no mistakes.
const DRAWING: &[&[&str]] = &[
    &["render", "--all"],
    &["render", "--all", "--show", "values", "--to", "text"],
    &["render", "--all", "--to", "tikz"],
    &["render", "--all", "--to", "html"],
];
const DRAWN: &[&str] = &[
    "bushy",
    "leaves",
    "nodes with names",
    "chain with names",
    "chain of cutoffs",
    "chain with static values and depth",
];

#[test]
fn work_grows_linearly_with_the_input() {
    for name in WITH_MUCH_TO_TELL.iter().chain(DRAWN) {
        assert!(SHAPES.iter().any(|(shape, _)| shape == name), "no shape is called `{name}`");
    }
    let queue = Mutex::new(wanted().into_iter());
    let excesses = Mutex::new(Vec::new());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("work");
    fs::create_dir_all(&folder).unwrap();
    let groups = [(COMMANDS, ""), (FIXING_AND_DOCUMENTS, ""), (DRAWING, LEAST)];
    let commands = groups.iter().flat_map(|(group, text)| group.iter().map(move |command| (command, text)));
    let start: Vec<u64> = commands.map(|(command, text)| count(&folder, "start", command, text)).collect();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(shape) = { queue.lock().unwrap().next() } {
                    let found = excess(shape, &folder, &start);
                    excesses.lock().unwrap().extend(found);
                }
            });
        }
    });
    let excesses = excesses.into_inner().unwrap();
    assert!(excesses.is_empty(), "{TIMES} times the input takes so many times the work:\n{}", excesses.join("\n"));
}

/// The shapes that the environment asks for: all, unless it says otherwise.
fn wanted() -> Vec<&'static Shape> {
    let name = env::var("SHAPE").unwrap_or_default();
    let share = env::var("SHARE").unwrap_or("0/1".to_string());
    let numbers = share.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    let (part, parts): (usize, usize) = numbers.unwrap_or_else(|| panic!("`{share}` is no share such as 0/6"));
    let named = SHAPES.iter().filter(|(shape, _)| shape.contains(&name)).enumerate();
    let wanted: Vec<&Shape> = named.filter(|(place, _)| place % parts == part).map(|(_, shape)| shape).collect();
    assert!(!wanted.is_empty(), "there is no shape called `{name}` in the share {share}");
    wanted
}

/// The commands whose work on a shape grows faster than the input.
fn excess((name, text): &Shape, folder: &Path, start: &[u64]) -> Vec<String> {
    let file = name.replace(|character: char| !character.is_ascii_alphanumeric(), "-");
    let (small, large) = (text(SMALL), text(SMALL * TIMES));
    let mut found = Vec::new();
    let groups =
        [(COMMANDS, true), (FIXING_AND_DOCUMENTS, WITH_MUCH_TO_TELL.contains(name)), (DRAWING, DRAWN.contains(name))];
    let commands =
        groups.into_iter().flat_map(|(group, is_wanted)| group.iter().map(move |command| (command, is_wanted)));
    for ((command, _), start) in commands.zip(start).filter(|((_, is_wanted), _)| *is_wanted) {
        let work = |text| count(folder, &file, command, text).saturating_sub(*start);
        let growth = work(&large) as f64 / (work(&small) + NOISE) as f64;
        if growth > MOST {
            found.push(format!("{growth:5.1}  {name}: {}", command.join(" ")));
        }
    }
    found
}

/// How many instructions a command takes for a text.
fn count(folder: &Path, file: &str, command: &[&str], text: &str) -> u64 {
    let path = |extension| -> PathBuf { folder.join(file).with_extension(extension) };
    fs::write(path("tree"), text).unwrap();
    let log = path("log");
    let status = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(format!("--log-file={}", log.display()))
        .arg(env!("CARGO_BIN_EXE_gametree"))
        .args(command)
        .arg(path("tree"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("valgrind is installed");
    assert!(matches!(status.code(), Some(0 | 1)), "{file}: {command:?} ends with {status}");
    let log = fs::read_to_string(log).unwrap();
    let counted = log.lines().find_map(|line| line.split_once("refs:"));
    let digits = counted.map(|(_, digits)| digits.trim().replace(',', ""));
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_else(|| panic!("no count in {log}"))
}
