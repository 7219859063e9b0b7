//! The rules that ARCHITECTURE.md gives for the code: layers, I/O, arithmetic, and the size of files.

use std::collections::BTreeSet;
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use gametree::claim::{Asked, ClaimKind};
use gametree::model::Choice;
use gametree::syntax::{CHOICES, RESERVED};

/// The layers of the library: each may use itself and those before it.
const LAYERS: &[&str] = &[
    "interrupt",
    "source",
    "diagnostic",
    "number",
    "syntax",
    "format",
    "model",
    "edit",
    "search",
    "explain",
    "claim",
    "solve",
    "grade",
    "config",
    "check",
    "convert",
    "fix",
    "report",
    "render",
    "paper",
    "practice",
    "generate",
    "games",
    "ide",
    "lsp",
];

/// What only the command line may touch.
const OUTSIDE_WORLD: &[&str] =
    &["std::fs", "std::env", "std::net", "std::process", "std::thread", "std::time", "std::*"];

/// The standard streams, which only the command line may touch, too. Code can name them without their path.
const STREAMS: &[&str] = &["stdin()", "stdout()", "stderr()", "println!"];

/// What only `src/number` may use, so that nobody else depends on how it holds its numbers.
const ARITHMETIC: &[&str] = &["num_rational", "num_traits"];

/// Where all the code is.
const CODE: &[&str] = &["src", "tests", "benches", "fuzz/src", "fuzz/fuzz_targets", "fuzz/examples"];

/// A file is about one thing; longer ones are about several.
const MOST_LINES: usize = 500;

struct SourceFile {
    path: PathBuf,
    text: String,
}

#[test]
fn layers_use_only_what_is_before_them() {
    let mut faults = Vec::new();
    for file in source_files(&["src"]) {
        let Some(own) = layer(&file.path) else { continue };
        for path in paths(&file.text, "crate") {
            let name = path.split("::").nth(1).unwrap_or_default();
            // A glob import takes every layer.
            let place = if name == "*" { Some(LAYERS.len()) } else { LAYERS.iter().position(|layer| *layer == name) };
            if place.is_some_and(|place| place > own) {
                faults.push(format!("{} uses {path}", file.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_folder_of_the_library_is_a_layer() {
    let library = fs::read_to_string("src/lib.rs").unwrap();
    let mut modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let mut layers = LAYERS.to_vec();
    modules.sort_unstable();
    layers.sort_unstable();
    assert_eq!(modules, layers);
}

#[test]
fn only_the_command_line_touches_the_outside_world() {
    let mut faults = Vec::new();
    for file in source_files(&["src"]).iter().filter(|file| layer(&file.path).is_some()) {
        let paths = paths(&file.text, "std");
        let outside = paths.iter().map(String::as_str).filter(|path| is_outside(path));
        let streams = STREAMS.iter().copied().filter(|name| file.text.contains(name));
        faults.extend(outside.chain(streams).map(|name| format!("{} uses {name}", file.path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_numbers_know_how_they_are_held() {
    let mut faults = Vec::new();
    for file in source_files(CODE).iter().filter(|file| !file.path.starts_with("src/number")) {
        let used = ARITHMETIC.iter().flat_map(|root| paths(&file.text, root));
        faults.extend(used.map(|path| format!("{} uses {path}", file.path.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let long = source_files(&["src"]).into_iter().filter(|file| file.text.lines().count() > MOST_LINES);
    let names: Vec<String> = long.map(|file| file.path.display().to_string()).collect();
    assert!(names.is_empty(), "over {MOST_LINES} lines: {}", names.join(", "));
}

#[test]
fn grouped_and_nested_paths_are_seen() {
    let text = "
        use crate::{check::Report, ide::{self, Document as Page}};
        use std::{
            collections::{BTreeMap, BTreeSet},
            // Here is a comment, with std::net in it.
            fs, // And one more.
            io::{self, Write},
        };
        use {crate::fix::*, std::env as environment};
        /// As [`crate::report`] has it.
        fn other() { my_crate::none(); crate :: config::read::<u8>(std::time::Instant::now()) }
    ";
    let expected = [
        "crate::check::Report",
        "crate::ide",
        "crate::ide::Document",
        "crate::fix::*",
        "crate::report",
        "crate::config::read",
    ];
    assert_eq!(paths(text, "crate"), expected);
    let expected = [
        "std::collections::BTreeMap",
        "std::collections::BTreeSet",
        "std::fs",
        "std::io",
        "std::io::Write",
        "std::env",
        "std::time::Instant::now",
    ];
    assert_eq!(paths(text, "std"), expected);
    assert!(is_outside("std::fs") && is_outside("std::fs::read") && !is_outside("std::fsx"));
}

/// Every path in a text that begins with `root`, in `use` or elsewhere, each member of a group on its own.
fn paths(text: &str, root: &str) -> Vec<String> {
    let words = words(text);
    let mut paths = Vec::new();
    for place in (0..words.len()).filter(|place| words[*place] == root) {
        let follows = place.checked_sub(1).is_some_and(|before| words[before] == "::");
        if !follows && words.get(place + 1) == Some(&"::") {
            add_paths(&mut words[place + 1..].iter().copied().peekable(), root, &mut paths);
        }
    }
    paths
}

/// Adds the paths that continue `before`, up to the comma or brace that ends them.
fn add_paths<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>, before: &str, paths: &mut Vec<String>) {
    if words.next_if_eq(&"::").is_none() {
        paths.push(before.to_string());
        return;
    }
    match words.next() {
        Some("{") => {
            while let Some(word) = words.next() {
                match word {
                    "}" => return,
                    "," => {}
                    "self" => paths.push(before.to_string()),
                    // The next word only renames what came before.
                    "as" => drop(words.next()),
                    name => add_paths(words, &format!("{before}::{name}"), paths),
                }
            }
        }
        Some(name) if name == "*" || name.starts_with(is_of_name) => {
            add_paths(words, &format!("{before}::{name}"), paths);
        }
        // What follows is the types of a generic function.
        _ => paths.push(before.to_string()),
    }
}

/// The names, `::` and other signs of a text. Comments are left out, except documentation, which may contain links.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for line in text.lines() {
        let is_documentation = ["///", "//!"].iter().any(|mark| line.trim_start().starts_with(mark));
        let mut rest = if is_documentation { line } else { line.split_once("// ").map_or(line, |(code, _)| code) };
        while let Some(first) = rest.chars().next() {
            let length = match first {
                _ if rest.starts_with("::") => 2,
                _ if is_of_name(first) => rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            words.extend(Some(word).filter(|word| !word.trim().is_empty()));
            rest = after;
        }
    }
    words
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether only the command line may use a path: it is in `OUTSIDE_WORLD`, or lies below a path that is.
fn is_outside(path: &str) -> bool {
    OUTSIDE_WORLD
        .iter()
        .any(|outside| path.strip_prefix(outside).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
}

/// The place of the layer a file belongs to; `None` for the command line.
fn layer(path: &Path) -> Option<usize> {
    let folder = path.strip_prefix("src").ok()?.components().next()?;
    LAYERS.iter().position(|layer| folder.as_os_str() == *layer)
}

fn source_files(folders: &[&str]) -> Vec<SourceFile> {
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push(SourceFile { path, text });
            }
        }
    }
    assert!(!files.is_empty(), "the tests run in the folder of the crate");
    files
}

#[test]
fn the_order_of_children_is_never_compared() {
    let compares = |text: &str| text.contains("== Order::") || text.contains("!= Order::");
    let comparing = source_files(&["src"]).into_iter().filter(|file| compares(&file.text));
    let faults: Vec<String> =
        comparing.map(|file| format!("{}: a `match` asks about a new order, too", file.path.display())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Random texts for fuzzing and for comparing builds are made of the words in these files.
const WORDS_OF_RANDOM_TEXTS: &[&[&str]] = &[
    &["fuzz/tree.dict"],
    &[".ci/compare"],
    // Reserved words come from the code.
    &["fuzz/src/words.rs", "tests/vocabulary/words.rs"],
];

#[test]
fn random_texts_have_every_word_of_the_language() {
    let sets = ["in", "or", "nothing", "anything"];
    let values = CHOICES.iter().flat_map(|(_, values)| *values).flat_map(|value| value.split(' '));
    let words: Vec<&str> = ClaimKind::words().into_iter().chain(Asked::names()).chain(sets).chain(values).collect();
    for files in WORDS_OF_RANDOM_TEXTS {
        let text: String = files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        let present: BTreeSet<&str> = text.split(|c: char| c.is_whitespace() || c == '"').collect();
        let reserved = RESERVED.iter().filter(|_| files.len() == 1);
        let missing: Vec<&str> = words.iter().chain(reserved).copied().filter(|word| !present.contains(word)).collect();
        assert!(missing.is_empty(), "{} lacks {missing:?}", files.join(" and "));
    }
}
