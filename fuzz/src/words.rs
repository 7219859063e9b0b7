//! Texts as runs of bytes: nearly every byte is a phrase of the language that may stand where it comes.

use std::slice;

use gametree::number::Number;
use gametree::syntax::tokens;

#[path = "../../tests/vocabulary/words.rs"]
mod vocabulary;

/// In a phrase, a number and a name, which are told by a byte of their own.
const NUMBER: &str = "%";
const NAME: &str = "@";

/// From this byte on, a byte says that the next one is any word at all.
const ANY_WORD: u8 = 248;

const ROOTS: &[&str] = &["max", "max @", "min", "min @", "chance", "{"];

const SETTINGS: &[&str] = &[
    "cut alpha > beta",
    "cut alpha >= beta",
    "search fail-hard",
    "order right-to-left",
    "cutoffs shallow",
    "cutoffs none",
    "window [ % % ]",
    "window [ -3 7 ]",
    "range [ % % ]",
    "range [ -100 100 ]",
    "depth 1",
    "depth 2",
    "reveal never",
    "reveal score",
    "reveal verdicts",
    "reveal answers",
    "allow unreachable-cutoff",
];

const FILE: &[&str] = &["tree {", "tree \"a\" {", "tree {", "/// text\n"];

const EXPECTATIONS: &[&str] = &[
    "expect value = %",
    "expect value ~ %",
    "expect plays @",
    "expect line @ @",
    "expect line @ %",
    "expect leaves = %",
    "expect nodes = %",
    "expect cutoffs = %",
    "expect pruned = %",
    "expect branches = %",
    "expect fewest = %",
    "expect visits % % %",
    "expect visits @ % ?x",
    "expect enters @ @ % %",
    "expect ?x in ( % % ]",
    "expect x in { % } or [ % % )",
    "expect leaves = _",
    "ask pruned",
    "ask values",
    "ask plays worth 2",
    "ask windows",
    "ask returns",
    "}",
];

const CLAIMS: &[&str] = &[
    "{", "{", "{", "{", "{", "= %", "~ %", "<= %", ">= %", "[ % % ]", "plays @", "plays %", "pruned", "visited",
    "eval %", "= _", "[ _ _ ]", "worth %",
];

const CHILDREN: &[&str] = &[
    "%",
    "%",
    "%",
    "% pruned",
    "% visited",
    "@ : %",
    "@ : % pruned",
    "?x",
    "?",
    "...",
    "_",
    "max",
    "max @",
    "min",
    "min @",
    "@ : max",
    "@ : min",
    "chance",
    "chance { 1/2 : % 1/2 : % }",
    "chance { @ 0 : % @ 1/3 : % 2/3 :",
    "}",
    "}",
    "}",
];

/// What only stands below MAX and MIN nodes.
const BARE: &[&str] = &["{", "{", "@ : {"];

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "A",
    "B",
    "C",
    "D",
    "a1",
    "a2",
    "a3",
    "b1",
    "b2",
    "b3",
    "A'",
    "O-O",
    "α",
    "\"3\"",
    "\"a text\"",
    "\"\\u{1b}\"",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "14",
    "20",
    "100",
    "-1",
    "-2",
    "-3",
    "-5",
    "-9",
    "+3",
    "1_000",
    "0.5",
    "0.25",
    "2.75",
    "2.33",
    "-0.5",
    "7.5",
    "1/2",
    "1/3",
    "2/3",
    "1/6",
    "-10/3",
    "inf",
    "-inf",
    "∞",
    "1/1000000007",
    "9223372036854775807",
    "-9223372036854775808",
    "-170141183460469231731687303715884105727",
    "1/170141183460469231731687303715884105727",
];

/// What may stand beside the common words, also where it cannot stand, and some that is no word.
const OTHERS: &[&str] = &[
    ">",
    "?y",
    ",",
    "<",
    "≥",
    "beta",
    "fail-soft",
    "left-to-right",
    "deep",
    "anything",
    "x",
    ".5",
    "1.",
    "1e3",
    "1/0",
    "99999999999999999999999999999999999999999",
    "\n///",
    "\n//",
    "/*",
    "_x",
    "\u{202e}",
    "\0",
    "unreachable-depth",
    "unreachable-probability",
    "tie",
    "convention-dependent",
    "no-cutoff",
    "unobservable",
    "single-child",
    "same-player",
    "duplicate-name",
    "open-claim",
];

/// The text that some bytes mean. Its braces are balanced, and no node is empty.
pub fn text(bytes: &[u8]) -> String {
    let mut writer = Writer::default();
    let vocabulary = vocabulary();
    let mut bytes = bytes.iter();
    while let Some(byte) = bytes.next() {
        let phrases = writer.phrases();
        let phrase = if *byte < ANY_WORD { chosen(*byte, &phrases) } else { next(&mut bytes, &vocabulary) };
        for part in phrase.split(' ') {
            writer.push(match part {
                NUMBER => next(&mut bytes, NUMBERS),
                NAME => next(&mut bytes, NAMES),
                word => word,
            });
        }
    }
    writer.finish()
}

/// Any word of the language, and some that are none.
fn vocabulary() -> Vec<&'static str> {
    vocabulary::with(OTHERS)
}

fn chosen(byte: u8, all: &[&'static str]) -> &'static str {
    all[usize::from(byte) % all.len()]
}

fn next(bytes: &mut slice::Iter<'_, u8>, all: &[&'static str]) -> &'static str {
    chosen(bytes.next().copied().unwrap_or(0), all)
}

/// Bytes that mean nearly this text. Names and numbers that no byte means become others, the same wherever they stand;
/// what has nothing like it, such as question text, is left out.
pub fn bytes(text: &str) -> Vec<u8> {
    let words: Vec<&str> = tokens(text).map(|(_, span)| span.of(text)).collect();
    let mut seeder = Seeder { others: Vec::new() };
    let mut writer = Writer::default();
    let mut bytes = Vec::new();
    let mut rest = words.as_slice();
    while !rest.is_empty() {
        let phrases = writer.phrases();
        let fitting = (0..).zip(&phrases).filter(|(_, phrase)| fits(phrase, rest));
        let longest = fitting.max_by_key(|(_, phrase)| phrase.split(' ').count());
        let length = longest.map_or(1, |(_, phrase)| phrase.split(' ').count());
        let (taken, left) = rest.split_at(length);
        rest = left;
        if let Some((place, phrase)) = longest {
            bytes.push(place);
            let blanks = phrase.split(' ').zip(taken).filter(|(part, _)| [NUMBER, NAME].contains(part));
            bytes.extend(blanks.map(|(part, word)| seeder.byte(if part == NUMBER { NUMBERS } else { NAMES }, word)));
        } else if let Some((place, _)) = (0..).zip(vocabulary()).find(|(_, word)| *word == taken[0]) {
            bytes.extend([ANY_WORD, place]);
        } else {
            continue;
        }
        taken.iter().for_each(|word| writer.push(word));
    }
    bytes
}

/// Whether words begin with this phrase.
fn fits(phrase: &str, words: &[&str]) -> bool {
    let fits = |(part, word): (&str, &&str)| match part {
        NUMBER => word.parse::<Number>().is_ok(),
        NAME => word.starts_with(|first: char| first.is_alphabetic() || first == '"'),
        _ => word.eq_ignore_ascii_case(part),
    };
    phrase.split(' ').count() <= words.len() && phrase.split(' ').zip(words).all(fits)
}

/// Finds bytes for names and numbers.
struct Seeder<'t> {
    /// Those that no byte means, in the order in which they came.
    others: Vec<&'t str>,
}

impl<'t> Seeder<'t> {
    fn byte(&mut self, all: &[&str], word: &'t str) -> u8 {
        let place = all.iter().position(|other| *other == word).unwrap_or_else(|| {
            let known = self.others.iter().position(|other| *other == word);
            known.unwrap_or_else(|| {
                self.others.push(word);
                self.others.len() - 1
            }) % all.len()
        });
        u8::try_from(place).expect("there are fewer words than bytes")
    }
}

/// A text on the way, with the braces that are open.
#[derive(Default)]
struct Writer {
    text: String,
    open: Vec<Place>,
    /// The head of a node or tree whose brace has not come yet.
    head: Option<Place>,
    /// Whether a brace has just been opened.
    empty: bool,
}

/// Between which braces something stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Tree { has_root: bool },
    Moves,
    Chance,
}

impl Writer {
    /// What may come next.
    fn phrases(&self) -> Vec<&'static str> {
        match (self.head, self.open.last()) {
            (Some(_), _) => CLAIMS.to_vec(),
            (None, None) => [FILE, ROOTS, SETTINGS].concat(),
            (None, Some(Place::Tree { has_root: false })) => [ROOTS, SETTINGS].concat(),
            (None, Some(Place::Tree { has_root: true })) => EXPECTATIONS.to_vec(),
            (None, Some(Place::Moves)) => [CHILDREN, BARE].concat(),
            (None, Some(Place::Chance)) => CHILDREN.to_vec(),
        }
    }

    fn push(&mut self, word: &str) {
        match word {
            "tree" => self.head = Some(Place::Tree { has_root: false }),
            "max" | "min" => self.head = Some(Place::Moves),
            "chance" => self.head = Some(Place::Chance),
            "{" => {
                if let Some(Place::Tree { has_root }) = self.open.last_mut() {
                    *has_root = true;
                }
                self.open.push(self.head.take().unwrap_or(Place::Moves));
            }
            "}" if self.open.is_empty() => return,
            "}" => {
                if self.empty {
                    self.write(NUMBERS[0]);
                }
                self.open.pop();
            }
            _ => {}
        }
        self.empty = word == "{";
        self.write(word);
    }

    fn write(&mut self, word: &str) {
        self.text.push_str(word);
        self.text.push(' ');
    }

    /// The text, with all braces closed.
    fn finish(mut self) -> String {
        if self.head.is_some() {
            self.push("{");
        }
        while !self.open.is_empty() {
            self.push("}");
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_means_its_text() {
        let text = "tree { cut alpha > beta max A = 3 { a : 3 min { 7 pruned 0.5 } } expect leaves = 7 } ";
        assert_eq!(super::text(&bytes(text)), text);
    }

    #[test]
    fn braces_are_balanced_and_not_empty() {
        assert_eq!(text(&[]), "");
        assert_eq!(text(&bytes("} max { { }")), "max { { 0 } } ");
    }
}
