//! What the README and the pages on the commands show is what happens: their trees check clean, their commands print what
//! stands below them.

#![cfg(feature = "cli")]

mod fences;

use std::process::Command;

use fences::Fence;
use gametree::check::check;
use gametree::model::Defaults;

const PAGES: [&str; 7] = [
    include_str!("../README.md"),
    include_str!("../docs/algorithms.md"),
    include_str!("../docs/format.md"),
    include_str!("../docs/games.md"),
    include_str!("../docs/generate.md"),
    include_str!("../docs/grading.md"),
    include_str!("../docs/trace.md"),
];

/// All fences of one language.
fn fences(language: &str) -> Vec<Fence> {
    PAGES.into_iter().flat_map(fences::fences).filter(|fence| fence.info == language).collect()
}

#[test]
fn trees_check_clean() {
    let trees = fences("tree");
    assert!(!trees.is_empty());
    for tree in trees {
        let report = check(&tree.text, &Defaults::default(), 10);
        assert!(report.findings.is_empty(), "{}{:#?}", tree.text, report.findings);
    }
}

#[test]
fn commands_print_what_is_shown() {
    let consoles = fences("console");
    assert!(consoles.len() >= 8, "only {} commands are found", consoles.len());
    for console in consoles {
        let (line, shown) = console.text.split_once('\n').expect("a command on a line of its own");
        let command = line.strip_prefix("$ gametree ").unwrap_or_else(|| panic!("line {}: {line}", console.line));
        let output = Command::new(env!("CARGO_BIN_EXE_gametree")).args(words(command)).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines = |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
        assert_eq!(lines(&printed), lines(shown), "{command}");
    }
}

/// The words of a command; some stand in double quotes.
fn words(command: &str) -> Vec<&str> {
    // Every second piece stands in quotes.
    let pieces = command.split('"').enumerate();
    let words = pieces.flat_map(|(place, piece)| match place % 2 {
        0 => piece.split_whitespace().collect(),
        _ => vec![piece],
    });
    words.collect()
}
