//! The exercises in `examples/` are right, and the lecture page of the README is wrong where the README says so.

#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gametree::check::{Report, check};
use gametree::format::{WIDTH, format};
use gametree::model::Defaults;

/// The answers that are known from elsewhere: each file must claim them, so that checking the file checks them.
const KNOWN: &[(&str, &[&str])] = &[
    ("aima-figure-5-2.tree", &["expect value = 3", "expect line a1 b1", "expect leaves = 7"]),
    ("algorithms.tree", &["expect leaves = 13", "expect leaves = 7", "expect fewest = 7"]),
    ("deep-cutoff.tree", &["cutoffs deep", "expect leaves = 4", "cutoffs shallow", "expect leaves = 5"]),
    (
        "expectimax.tree",
        &[
            "max Root = 1.5",
            "range [-2, 2]",
            "expect visits L1 L2 L3 L4 L5",
            "expect pruned = 3",
            "depth 2",
            "max A = 4",
        ],
    ),
    ("first-cutoff.tree", &["max A = 3", "expect leaves = 5"]),
    ("tic-tac-toe.tree", &["expect value = 0", "expect plays top", "expect branches = 2"]),
    (
        "twenty-seven-leaves.tree",
        &[
            "cut alpha >= beta",
            "expect value = 6",
            "expect leaves = 16",
            "expect pruned = 11",
            "expect branches = 7",
            "expect cutoffs = 4",
            "cut alpha > beta",
            "expect leaves = 19",
        ],
    ),
    ("uneven-depths.tree", &["expect value = 7", "expect visits 3 4 8 7", "expect value = 5"]),
    (
        "unknown-leaves.tree",
        &["expect x in (5, 7]", "expect x in [5, 7)", "expect x in [5, inf)", "expect x in (5, inf)"],
    ),
    ("upper-bound.tree", &["window [5, inf]", "min A [5, inf] <= 3", "expect pruned = 2"]),
    ("who-moves-first.tree", &["max Root = 5", "expect value = 5", "min Root = -2", "expect value = -2"]),
];

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file in `examples/` itself, sorted. `tests/course.rs` looks at the course.
fn examples() -> Vec<PathBuf> {
    let entries = fs::read_dir(project().join("examples")).expect("there are examples");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a readable folder").path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn checked(path: &Path) -> Report {
    check(&read(path), &Defaults::default(), usize::MAX)
}

#[test]
fn every_example_claims_something_and_is_right() {
    for path in examples() {
        let report = checked(&path);
        let messages: Vec<&str> = report.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(messages.is_empty(), "{}: {messages:#?}", path.display());
        assert!(report.claims > 0, "{} claims nothing", path.display());
    }
}

#[test]
fn every_example_has_a_question_and_a_source() {
    for path in examples() {
        let text = read(&path);
        assert!(text.starts_with("// Source: "), "{} names no source", path.display());
        let questions = text.split("\n\n").filter(|paragraph| paragraph.starts_with("/// ")).count();
        assert_eq!(questions, checked(&path).trees.len(), "{}: one question for each tree", path.display());
    }
}

#[test]
fn every_example_is_formatted() {
    for path in examples() {
        let text = read(&path);
        assert_eq!(format(&text, WIDTH), Ok(text), "{}", path.display());
    }
}

/// What is wrong on purpose is left out by the project's own `gametree.toml`.
#[test]
fn the_project_itself_is_right_and_formatted() {
    for arguments in [&["check"][..], &["fmt", "--check"]] {
        let run = Command::new(env!("CARGO_BIN_EXE_gametree")).args(arguments).current_dir(project()).output().unwrap();
        assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stdout));
    }
}

#[test]
fn the_known_answers_are_claimed() {
    for (name, claims) in KNOWN {
        let text = read(&project().join("examples").join(name));
        for claim in *claims {
            assert!(text.contains(claim), "{name} does not claim `{claim}`");
        }
    }
}

#[test]
fn the_lecture_page_is_wrong_in_one_place() {
    let report = checked(&project().join("docs/lecture-page.tree"));
    let codes: Vec<&str> = report.findings.iter().map(|finding| finding.code.id()).collect();
    assert_eq!(codes, ["E0306"]);
}
