//! The reference of the language leaves out no lint, no reserved word and no value of a setting; nor do other lists of
//! them. `tests/readme.rs` runs the examples of the reference.

use std::collections::BTreeSet;

use gametree::check::check;
use gametree::claim::{Asked, ClaimKind};
use gametree::diagnostic::Code;
use gametree::model::{Choice, Cut, Cutoffs, Defaults, Order, Returns};
use gametree::syntax::{CHOICES, RESERVED};

const PAGE: &str = include_str!("../docs/language.md");

/// The lines of the page are no longer than this.
const WIDEST: usize = 120;

#[test]
fn the_page_is_complete() {
    let mut faults: Vec<String> = long_lines().collect();
    faults.extend(missing_words());
    faults.extend(RESERVED.iter().filter_map(|word| unreserved(word)));
    assert!(faults.is_empty(), "{} faults in docs/language.md:\n{}", faults.len(), faults.join("\n"));
}

fn long_lines() -> impl Iterator<Item = String> {
    let lines = (1..).zip(PAGE.lines()).map(|(number, line)| (number, line.chars().count()));
    lines.filter(|(_, length)| *length > WIDEST).map(|(number, length)| format!("line {number}: {length} characters"))
}

/// The words and settings of the language that the page does not have.
fn missing_words() -> Vec<String> {
    let on_page: BTreeSet<&str> = PAGE.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let reserved = RESERVED.iter().map(ToString::to_string);
    let values = names::<Returns>().chain(names::<Order>()).chain(names::<Cutoffs>());
    let words = reserved.chain(values).chain(Code::lints().map(str::to_string));
    let missing = words.filter(|word| !on_page.contains(word.as_str()));
    let defaults = names::<Cut>().map(|sign| format!("cut alpha {sign} beta"));
    let expected = ClaimKind::words().into_iter().map(|word| format!("`expect {word} "));
    let asked = names::<Asked>().map(|word| format!("`ask {word}`"));
    let phrases = defaults.chain(expected).chain(asked).filter(|phrase| !PAGE.contains(phrase));
    missing.chain(phrases).map(|words| format!("`{words}` is not on the page")).collect()
}

fn names<C: Choice>() -> impl Iterator<Item = String> {
    C::NAMES.iter().map(|(name, _)| (*name).to_string())
}

/// A word that the page calls reserved and that may yet be a label.
fn unreserved(word: &str) -> Option<String> {
    let report = check(&format!("max {{ {word}: 3 }}"), &Defaults::default(), 1);
    (report.tally.errors == 0).then(|| format!("`{word}` is not reserved"))
}

/// Files with a list of the words after `expect` that nothing else compares with the code.
const LISTS_OF_WORDS: &[&str] = &[
    "docs/tour.md",
    "src/diagnostic/explain/E0210.md",
    "src/diagnostic/explain/E0217.md",
    "editors/vscode/syntaxes/gametree.tmLanguage.json",
    "editors/vscode/snippets/gametree.json",
];

#[test]
fn every_word_after_expect_is_in_each_list_of_them() {
    for file in LISTS_OF_WORDS {
        let text = std::fs::read_to_string(file).unwrap();
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let missing: Vec<&str> = ClaimKind::words().into_iter().filter(|word| !words.contains(word)).collect();
        assert!(missing.is_empty(), "{file} lacks {missing:?}");
    }
}

/// Files with a list of the values of settings that nothing else compares with the code, each with what comes before and
/// after a value in it.
const LISTS_OF_VALUES: &[(&str, &str, &str)] = &[
    ("docs/tour.md", "`", "`"),
    ("docs/language.md", "`", "`"),
    // The grammar.
    ("docs/language.md", "\"", "\""),
    ("docs/config.md", "`\"", "\"`"),
    ("editors/vscode/syntaxes/gametree.tmLanguage.json", "", ""),
];

#[test]
fn every_value_of_a_setting_is_in_each_list_of_them() {
    let read = |file: &str| std::fs::read_to_string(file).unwrap();
    for (file, before, after) in LISTS_OF_VALUES {
        // A project does not say what its files reveal.
        let settings = CHOICES.iter().filter(|(setting, _)| *setting != "reveal" || *file != "docs/config.md");
        let values: Vec<&str> = settings.flat_map(|(_, values)| *values).copied().collect();
        let text = read(file);
        let has = |written: &str| text.contains(&format!("{before}{written}{after}"));
        // In some lists, the rule for cutoffs is only its sign.
        let sign = |value: &str| value.split(' ').nth(1).unwrap_or(value).to_string();
        let missing: Vec<&str> = values.iter().copied().filter(|value| !has(value) && !has(&sign(value))).collect();
        assert!(missing.is_empty(), "{file} lacks {before}…{after} for {missing:?}");
    }
    let page = Code::UnknownSettingValue.page();
    for (setting, values) in CHOICES {
        let rules = values.iter().map(|value| format!("`{setting} {value}`"));
        let missing: Vec<String> = rules.filter(|rule| !page.contains(rule)).collect();
        assert!(missing.is_empty(), "the page of E0209 lacks {missing:?}");
    }
}

#[test]
fn every_lint_has_an_example() {
    let infos = PAGE.lines().filter_map(|line| line.strip_prefix("```tree "));
    let raised: Vec<&str> = infos.flat_map(|info| info.split(' ')).collect();
    let lints = Code::ALL.iter().filter(|code| code.lint().is_some());
    let missing: Vec<&str> = lints.map(|code| code.id()).filter(|id| !raised.contains(id)).collect();
    assert!(missing.is_empty(), "no example in docs/language.md raises {missing:?}");
}
