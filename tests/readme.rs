//! What the README and the page on algorithms show is what happens: their trees check clean, their commands print what
//! stands below them.

use std::fs;
use std::process::Command;

use gametree::check::check;
use gametree::diagnostic::Levels;

const PAGES: [&str; 2] = ["README.md", "docs/algorithms.md"];

/// The contents of all fences of one language.
fn fences(language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let mut contents = Vec::new();
    for page in PAGES {
        let text = fs::read_to_string(page).unwrap();
        let after = text.split(&opening).skip(1);
        contents.extend(after.map(|rest| rest.split("```").next().unwrap_or_default().to_string()));
    }
    contents
}

#[test]
fn trees_check_clean() {
    let trees = fences("tree");
    assert!(!trees.is_empty());
    for tree in trees {
        let report = check(&tree, &Levels::default(), 10);
        assert!(report.findings.is_empty(), "{tree}{:#?}", report.findings);
    }
}

#[test]
fn commands_print_what_is_shown() {
    let consoles = fences("console");
    assert!(!consoles.is_empty());
    for console in consoles {
        let (command, shown) = console.split_once('\n').expect("a command on a line of its own");
        let mut words = command.split(' ').skip_while(|word| *word == "$");
        assert_eq!(words.next(), Some("gametree"), "{command}");
        let output = Command::new(env!("CARGO_BIN_EXE_gametree")).args(words).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let lines = |text: &str| text.trim_end().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
        assert_eq!(lines(&printed), lines(shown), "{command}");
    }
}
