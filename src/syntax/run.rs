//! Large trees consist mostly of braces and whole numbers, so these are read many at a time, in runs.
//!
//! What the parser does for one token costs ten times as much as reading a number of a few digits. After a brace, a
//! number can only be a leaf or a probability, a name before a colon can only be a label, and another brace opens a bare
//! node or closes one. So braces with nothing but whole numbers between them are one token, and so is the text between
//! two braces if it can only be leaves.

use std::cell::Cell;
use std::convert::Infallible;
use std::mem;
use std::ops::Range;

use memchr::{memchr2, memrchr2};

use super::lexer::Lexer;
use super::token::{RESERVED, Token};

/// The tokens of a text for the parser, with [`Token::Bare`] and [`Token::Leaves`] for runs.
pub(super) struct Runs<'lexer, 'text> {
    lexer: &'lexer mut Lexer<'text>,
    behind_brace: bool,
    /// Set when the parser needs no more tokens.
    given_up: &'lexer Cell<bool>,
}

impl<'lexer, 'text> Runs<'lexer, 'text> {
    /// The tokens end with the text, or when `given_up` is set.
    pub(super) fn new(lexer: &'lexer mut Lexer<'text>, given_up: &'lexer Cell<bool>) -> Self {
        Self { lexer, behind_brace: false, given_up }
    }
}

impl Iterator for Runs<'_, '_> {
    type Item = Result<(u32, Token, u32), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.given_up.get() {
            return None;
        }
        if mem::take(&mut self.behind_brace)
            && let Some((token, place)) = run(self.lexer.remainder())
        {
            let span = self.lexer.take(place);
            self.behind_brace = token == Token::Bare;
            return Some(Ok((span.start, token, span.end)));
        }
        let next = self.lexer.next();
        let brace = matches!(next, Some(Ok((_, Token::OpenBrace | Token::CloseBrace, _))));
        self.behind_brace = brace && !self.lexer.is_in_set();
        next
    }
}

/// The run that a text after a brace begins with, and its place. A run is either braces with whole numbers between them,
/// or all text before the next brace if that is only numbers, with or without labels. In the second kind, each number is
/// followed by a label, a number or a brace, so none is a probability or has a mark.
fn run(text: &str) -> Option<(Token, Range<usize>)> {
    let text = text.as_bytes();
    let start = text.iter().position(|byte| !is_blank(*byte))?;
    let is_bare = match text[start] {
        b'{' | b'}' | b'-' | b'0'..=b'9' => true,
        // Most words here are heads of nodes, not labels.
        letter if letter.is_ascii_alphabetic() && label(text, start).is_some() => false,
        _ => return None,
    };
    let brace = memchr2(b'{', b'}', text)?;
    if is_bare && let Some(end) = bare_end(text, brace) {
        return Some((Token::Bare, start..end));
    }
    are_leaves(&text[start..brace]).then_some((Token::Leaves, start..brace))
}

/// The end of the last brace in the run of braces and whole numbers that a text begins with; `None` if this run has no
/// brace. The first brace of the text is at `first`.
fn bare_end(text: &[u8], first: usize) -> Option<usize> {
    /// A run ends at most this far after its first brace, because parsing cannot be interrupted within a run. Longer
    /// runs would save no time.
    const LONG_ENOUGH: usize = 1 << 14;
    let end = end_of_bare(&text[..text.len().min(first + LONG_ENOUGH)]);
    memrchr2(b'{', b'}', &text[..end]).map(|last| last + 1)
}

/// The end of the braces, blanks and whole numbers that a text begins with.
fn end_of_bare(text: &[u8]) -> usize {
    let mut end = in_steps::<65>(text, 0);
    end = in_steps::<17>(text, end);
    let next = |at: usize| text.get(at + 1).copied().unwrap_or(b' ');
    (end..text.len()).find(|at| !is_bare(text[*at], next(*at))).unwrap_or(text.len())
}

/// Like [`end_of_bare`], but it begins at `end` and takes only whole steps of `N - 1` bytes. Each step also looks at the
/// byte after it. No step ends early, so the compiler can check many bytes at once.
fn in_steps<const N: usize>(text: &[u8], mut end: usize) -> usize {
    let is_whole = |step: &[u8; N]| (0..N - 1).fold(true, |all, at| all & is_bare(step[at], step[at + 1]));
    while text[end..].first_chunk().is_some_and(is_whole) {
        end += N - 1;
    }
    end
}

/// Whether a byte belongs to a brace, a blank or a whole number. A digit must follow a `-`.
fn is_bare(byte: u8, next: u8) -> bool {
    let is_brace = (byte == b'{') | (byte == b'}');
    byte.is_ascii_digit() | is_blank(byte) | is_brace | ((byte == b'-') & next.is_ascii_digit())
}

/// Whether a text consists of numbers, each followed by blanks. A number may have a label before it, a plain word.
fn are_leaves(text: &[u8]) -> bool {
    let mut place = 0;
    while place < text.len() {
        let label = label(text, place);
        let number = label.as_ref().map_or(place, |label| label.behind);
        let end = number_end(text, number).filter(|end| text.get(*end).is_none_or(|next| is_blank(*next)));
        let Some(end) = end.filter(|_| label.is_none_or(|label| !is_reserved(&text[label.name]))) else { return false };
        place = end_of(text, end, is_blank);
    }
    true
}

/// The end of the number that begins at a place: an integer, a decimal or a fraction.
fn number_end(text: &[u8], start: usize) -> Option<usize> {
    let digits = |start: usize| Some(end_of(text, start, |byte| byte.is_ascii_digit())).filter(|end| *end > start);
    let end = digits(start + usize::from(text.get(start) == Some(&b'-')))?;
    if matches!(text.get(end), Some(b'.' | b'/')) { digits(end + 1) } else { Some(end) }
}

/// A label in a run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LabelWithin {
    pub(super) name: Range<usize>,
    /// The end of its colon.
    pub(super) colon: usize,
    /// Where the leaf begins.
    behind: usize,
}

/// The label that begins at a place: an ASCII word with a colon.
fn label(text: &[u8], start: usize) -> Option<LabelWithin> {
    text.get(start).filter(|first| first.is_ascii_alphabetic())?;
    let end = end_of(text, start, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\''));
    let colon = end_of(text, end, is_blank);
    let behind = end_of(text, colon + 1, is_blank);
    (text.get(colon) == Some(&b':')).then_some(LabelWithin { name: start..end, colon: colon + 1, behind })
}

/// The first place from `start` on whose byte does not belong; the end of the text if all belong.
pub(super) fn end_of(text: &[u8], start: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.iter().position(|byte| !belongs(*byte)).unwrap_or(rest.len())
}

/// Whether a word, in upper or lower case, may be a token other than a name.
fn is_reserved(word: &[u8]) -> bool {
    RESERVED.iter().chain(&["inf"]).any(|reserved| reserved.as_bytes().eq_ignore_ascii_case(word))
}

/// The leaves of a run of [`Token::Leaves`]: their labels, and the places of their numbers.
pub(super) struct Leaves<'text> {
    run: &'text [u8],
    next: usize,
}

impl<'text> Leaves<'text> {
    pub(super) fn new(run: &'text str) -> Self {
        Self { run: run.as_bytes(), next: 0 }
    }
}

impl Iterator for Leaves<'_> {
    type Item = (Option<LabelWithin>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = end_of(self.run, self.next, is_blank);
        let label = label(self.run, start);
        let number = label.as_ref().map_or(start, |label| label.behind);
        self.next = number_end(self.run, number)?;
        Some((label, number..self.next))
    }
}

/// Whether a byte may separate numbers.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bare::tests::pieces;
    use super::super::builder::{Builder, Layout};
    use super::super::grammar::FileParser;
    use super::super::slip::Places;
    use super::*;
    use crate::source::offset;

    #[test]
    fn only_what_is_certainly_a_leaf_is_taken() {
        let taken = |text: &'static str| run(text).map(|(token, place)| (token, &text[place]));
        assert_eq!(taken(" 3, -12\n8} 5 pruned }"), Some((Token::Bare, "3, -12\n8}")));
        assert_eq!(taken("3{ 4 } { {5,} a: 6 }"), Some((Token::Bare, "3{ 4 } { {5,}")));
        assert_eq!(taken(" }"), Some((Token::Bare, "}")));
        assert_eq!(taken(" a: 3, b' : -4 }"), Some((Token::Leaves, "a: 3, b' : -4 ")));
        assert_eq!(taken("-2.5 1/2, a: 3, 4 }"), Some((Token::Leaves, "-2.5 1/2, a: 3, 4 ")));
        let others = [
            "3 pruned }",
            "0: 3 }",
            "0.5: 3 }",
            "3",
            "3 4",
            "",
            " ",
            "max { 3 }",
            "3// note\n}",
            "3, α }",
            "-",
            "- }",
            "-}",
            "2. }",
            ".5 }",
            "1/-2 }",
            "1.2.3 }",
            "1e3 }",
            "--3 }",
            "3 - 4 }",
            "a: 3 pruned }",
            "a 0.5: 3 }",
            "a: max { 3 }",
            "Max: 3 }",
            "inf: 3 }",
            "a-b: 3 }",
            "a: b: 3 }",
            "a: }",
            "a: - }",
            "a: 3b: 4 }",
            "a",
        ];
        for other in others {
            assert_eq!(taken(other), None, "{other}");
        }
    }

    #[test]
    fn the_end_of_what_is_bare_is_found_at_every_place() {
        let end = |text: &str| {
            let bytes = text.as_bytes();
            let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(b' ');
            (0..bytes.len()).find(|at| !is_bare(bytes[*at], next(*at))).unwrap_or(bytes.len())
        };
        let digits = "12,3{4}".repeat(25);
        for place in 0..150 {
            for stray in ["-", "-5", "--", "- ", "-}", "é", ".", ":", "a", "/"] {
                let text = format!("{}{stray}{}", &digits[..place], &digits[place..]);
                assert_eq!(end_of_bare(text.as_bytes()), end(&text), "{text}");
            }
            assert_eq!(end_of_bare(&digits.as_bytes()[..place]), place);
        }
    }

    #[test]
    fn a_run_has_a_brace_however_far_it_is() {
        for far in [10, 1 << 14, 1 << 15] {
            // With these shifts, some steps end inside a number, or just after its sign.
            for shift in 0..10 {
                let leaves = "-12 ".repeat(far / 4 + 20);
                let text = format!("{}{{{leaves}}}{leaves}}}", &leaves[shift..]);
                let (token, place) = run(&text).unwrap();
                assert_eq!((token, place.start), (Token::Bare, usize::from(shift % 4 == 3)));
                assert!(text[..place.end].ends_with(['{', '}']), "{far} {shift}");
                let one_by_one: Vec<_> = Lexer::new(&text).map(Result::unwrap).collect();
                assert_eq!(apart(&text), one_by_one, "{far} {shift}");
            }
        }
    }

    /// The tokens of a text with their places, with each run split into its leaves.
    fn apart(text: &str) -> Vec<(u32, Token, u32)> {
        let mut lexer = Lexer::new(text);
        let runs: Vec<_> = Runs::new(&mut lexer, &Cell::new(false)).map(Result::unwrap).collect();
        let mut tokens = Vec::new();
        for (start, token, end) in runs {
            let written = &text[start as usize..end as usize];
            let at = |place: usize| start + offset(place);
            match token {
                Token::Bare => {
                    let whole =
                        pieces(written).into_iter().map(|(token, place)| (at(place.start), token, at(place.end)));
                    tokens.extend(whole);
                }
                Token::Leaves => {
                    for (label, place) in Leaves::new(written) {
                        if let Some(LabelWithin { name, colon, .. }) = label {
                            tokens.push((at(name.start), Token::Name, at(name.end)));
                            tokens.push((at(colon - 1), Token::Colon, at(colon)));
                        }
                        tokens.push((at(place.start), Token::Number, at(place.end)));
                    }
                }
                _ => tokens.push((start, token, end)),
            }
        }
        tokens
    }

    /// Words around runs.
    const AROUND: &[&str] = &[
        "{",
        "{",
        "}",
        "}",
        "a:",
        "b:",
        "3",
        "4",
        "tree",
        "tree {",
        "max {",
        "\nmin",
        "chance {",
        "A",
        "expect leaves",
        "expect ?x in",
        "worth 2",
        "allow",
        "[",
        "]",
        "=",
        "pruned",
        "\"text\"",
        "/// what?\n",
        "_",
        "?",
        ";",
        ":",
    ];

    /// Words that a run may have, or must not have.
    const WORDS: &[&str] = &[
        "3",
        "-12",
        "007",
        "+3",
        "1_000",
        "1-2",
        "--3",
        "-",
        "2.5",
        "1/3",
        "0:",
        "a:",
        "pruned",
        "// }\n",
        "{",
        "}",
        ",",
        "∞",
        "12345678901",
        "a",
        "b':",
        "c :",
        "x-y:",
        "in:",
        "inf:",
        "MIN:",
    ];

    #[test]
    fn runs_are_what_the_lexer_has_one_by_one() {
        let long = "{{-1 2}, 3}".repeat(5_000);
        let mut texts: Vec<String> = vec!["expect x in [3, 5] or {7 8} } 9 {".to_string(), long];
        // Every three words after a brace, with and without blanks between them.
        for first in WORDS {
            for second in WORDS {
                for third in WORDS {
                    texts.push(format!("{{{first} {second} {third}}}"));
                    texts.push(format!("}} {first}{second},{third} {{"));
                }
            }
        }
        for text in &texts {
            let one_by_one: Vec<_> = Lexer::new(text).map(Result::unwrap).collect();
            assert_eq!(apart(text), one_by_one, "{text}");
        }
    }

    #[test]
    fn nothing_comes_behind_the_place_where_the_parser_gives_up() {
        let given_up = Cell::new(false);
        let mut lexer = Lexer::new("max { 3, 5 } min {");
        let mut runs = Runs::new(&mut lexer, &given_up);
        assert_eq!(runs.by_ref().take(3).count(), 3);
        given_up.set(true);
        assert_eq!(runs.next(), None);
    }

    /// Words of runs and around them.
    fn soup() -> impl Strategy<Value = &'static str> {
        prop::sample::select([AROUND, WORDS].concat())
    }

    /// What the parser makes of a text by its runs, or by its tokens one by one.
    fn parsed(text: &str, layout: Layout, by_runs: bool) -> String {
        let (swallowed_trees, never) = (Cell::new(false), Cell::new(false));
        let stand_ins = Places::default();
        let mut builder = Builder::new(text, layout, 100, &swallowed_trees, &stand_ins);
        let mut lexer = Lexer::new(text);
        let parser = FileParser::new();
        let outcome = if by_runs {
            parser.parse(&mut builder, Runs::new(&mut lexer, &never))
        } else {
            parser.parse(&mut builder, &mut lexer)
        };
        outcome.unwrap();
        format!("{:?} {:?}", builder.finish(offset(text.len())), lexer.passed_over)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 5_000, ..ProptestConfig::default() })]

        #[test]
        fn runs_are_read_as_their_leaves_one_by_one(
            pieces in prop::collection::vec(soup(), 0..30),
            at_margin in any::<bool>(),
        ) {
            let text = pieces.join(" ");
            let layout = if at_margin { Layout::RootsAtMargin } else { Layout::Free };
            prop_assert_eq!(parsed(&text, layout, true), parsed(&text, layout, false), "{}", text);
        }
    }
}
