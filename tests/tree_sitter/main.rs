//! The tree-sitter grammar in `editors/tree-sitter` splits files into the same words as the compiler, and its queries
//! colour every word as the language server does.
//!
//! `TREE_SITTER` is the command `tree-sitter`, which `.ci/run` installs; without it these tests are skipped.

mod command;
#[path = "../fences/mod.rs"]
mod fences;
#[path = "../files/mod.rs"]
mod files;
#[path = "../format/random.rs"]
mod random;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gametree::format::{FormatError, WIDTH, format};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use command::{Capture, GRAMMAR, captures, tree_sitter};
use words::{Class, Word, words};

const HIGHLIGHTS: &str = "editors/tree-sitter/queries/highlights.scm";
const HELIX: &str = "editors/helix/queries/gametree/highlights.scm";

/// The name of each class of words in highlight queries.
const CLASSES: &[(&str, Class)] = &[
    ("keyword", Class::Keyword),
    ("type", Class::Node),
    ("property", Class::Move),
    ("variable", Class::Unknown),
    ("constant", Class::Value),
    ("number", Class::Number),
    ("constant.builtin", Class::Blank),
    ("string", Class::Title),
    ("operator", Class::Operator),
    ("punctuation.bracket", Class::Bracket),
    ("punctuation.delimiter", Class::Colon),
    ("comment", Class::Comment),
    ("comment.documentation", Class::Question),
];

/// The names that differ in Helix.
const CLASSES_OF_HELIX: &[(&str, Class)] = &[
    ("variable.other.member", Class::Move),
    ("constant.numeric", Class::Number),
    ("comment.line", Class::Comment),
    ("comment.line.documentation", Class::Question),
];

/// Captures of a part of a quoted text.
const ESCAPES: &[&str] = &["string.escape", "constant.character.escape"];

/// The number of random texts compared.
const RANDOM_TEXTS: usize = 1_000;

#[test]
#[ignore = "needs tree-sitter"]
fn the_parser_is_the_one_of_the_grammar() {
    let folder = tempfile::tempdir().unwrap();
    let generated = folder.path();
    tree_sitter(&["generate", "--abi", "14", "--output", generated.to_str().unwrap()], Path::new(GRAMMAR));
    for name in ["parser.c", "grammar.json", "node-types.json", "tree_sitter/parser.h"] {
        let kept = files::read(&Path::new(GRAMMAR).join("src").join(name));
        assert!(
            kept == files::read(&generated.join(name)),
            "src/{name} is not made of grammar.js; see {GRAMMAR}/README.md"
        );
    }
}

#[test]
#[ignore = "needs tree-sitter"]
fn trees_are_what_the_corpus_says() {
    tree_sitter(&["test"], Path::new(GRAMMAR));
}

#[test]
#[ignore = "needs tree-sitter"]
fn every_query_is_one() {
    let queries = files::below(&["editors/tree-sitter/queries", "editors/helix/queries"], "scm");
    assert!(queries.len() > 5, "{queries:?}");
    for query in queries {
        let found = captures(&query, &[("queries", "tree { /// ?\n max A plays b { b: 3 } } // ?")]);
        assert!(!found[0].is_empty(), "{} finds nothing", query.display());
    }
}

#[test]
#[ignore = "needs tree-sitter"]
fn every_word_has_the_colour_that_the_server_gives_it() {
    let texts = texts_without_errors();
    assert!(texts.len() > 200, "{} texts", texts.len());
    compare(HIGHLIGHTS, CLASSES, &texts);
    compare(HELIX, &[CLASSES, CLASSES_OF_HELIX].concat(), &texts);
}

#[test]
#[ignore = "needs tree-sitter"]
fn every_word_of_random_texts_has_its_colour() {
    let mut runner = TestRunner::deterministic();
    let texts: Vec<(String, String)> = (0..RANDOM_TEXTS)
        .map(|number| (format!("random {number}"), random::files().new_tree(&mut runner).unwrap().current().text))
        .collect();
    compare(HIGHLIGHTS, CLASSES, &texts);
}

/// Compares the words of all texts and their classes with the matches of a query.
fn compare(query: &str, classes: &[(&str, Class)], texts: &[(String, String)]) {
    let classes: BTreeMap<&str, Class> = classes.iter().copied().collect();
    let named: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let found = captures(Path::new(query), &named);
    let faults: Vec<String> =
        named.iter().zip(found).filter_map(|((name, text), found)| fault(name, text, &found, &classes)).collect();
    assert!(faults.is_empty(), "{} of {} texts:\n{}", faults.len(), texts.len(), faults.join("\n"));
}

/// The first word of a text that a query colours wrongly.
fn fault(name: &str, text: &str, found: &[Capture], classes: &BTreeMap<&str, Class>) -> Option<String> {
    let wanted = words(text);
    let mut coloured = found.iter().filter(|capture| !ESCAPES.contains(&capture.name.as_str()));
    for Word { span, classes: allowed } in &wanted {
        let word = span.of(text);
        let Some(capture) = coloured.next() else { return Some(format!("{name}: `{word}` has no colour")) };
        let class = classes.get(capture.name.as_str());
        if capture.range != span.range() {
            return Some(format!("{name}: wanted `{word}` at {span:?}, found {capture:?}"));
        }
        if class.is_none_or(|class| !allowed.contains(class)) {
            return Some(format!("{name}: `{word}` at {span:?} is @{}, not {allowed:?}", capture.name));
        }
    }
    coloured.next().map(|capture| format!("{name}: {capture:?} is no word"))
}

/// The texts of this repository without syntax errors, each with a name.
fn texts_without_errors() -> Vec<(String, String)> {
    let paths = files::below(&["examples", "docs", "tests/fixtures", "tests/format/cases"], "tree");
    let mut texts: Vec<(String, String)> =
        paths.iter().map(|path| (path.display().to_string(), files::read(path))).collect();
    for page in files::below(&["docs", "src/diagnostic/explain"], "md") {
        let text = fs::read_to_string(&page).unwrap().leak();
        let fences = fences::fences(text).into_iter().filter(|fence| fence.info.starts_with("tree"));
        texts.extend(fences.map(|fence| (format!("{}:{}", page.display(), fence.line), fence.text)));
    }
    texts.retain(|(_, text)| can_be_read(text));
    let words = include_str!("words.tree");
    assert!(can_be_read(words), "words.tree has errors of syntax");
    texts.push(("words.tree".to_string(), words.to_string()));
    texts
}

fn can_be_read(text: &str) -> bool {
    !matches!(format(text, WIDTH), Err(FormatError::Syntax(_)))
}
