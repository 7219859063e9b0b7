//! Runs of leaves: large trees consist of whole numbers between braces, and are read a run at a time.
//!
//! What the parser does for one token costs ten times as much as reading a number of a few digits. So behind a brace,
//! where a number can only be a leaf or a probability, all the numbers that are certainly leaves are one token.

use std::convert::Infallible;
use std::mem;
use std::ops::Range;

use memchr::memchr2;

use super::lexer::Lexer;
use super::token::Token;

/// The tokens of a text for the parser, with [`Token::Leaves`] for runs of leaves.
pub(super) struct Runs<'lexer, 'text> {
    lexer: &'lexer mut Lexer<'text>,
    behind_brace: bool,
}

impl<'lexer, 'text> Runs<'lexer, 'text> {
    pub(super) fn new(lexer: &'lexer mut Lexer<'text>) -> Self {
        Self { lexer, behind_brace: false }
    }
}

impl Iterator for Runs<'_, '_> {
    type Item = Result<(u32, Token, u32), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        if mem::take(&mut self.behind_brace)
            && let Some(run) = run(self.lexer.remainder())
        {
            let span = self.lexer.take(run);
            return Some(Ok((span.start, Token::Leaves, span.end)));
        }
        let next = self.lexer.next();
        let brace = matches!(next, Some(Ok((_, Token::OpenBrace | Token::CloseBrace, _))));
        self.behind_brace = brace && !self.lexer.is_in_set();
        next
    }
}

/// The place of the run of leaves that a text begins with: all that stands before the next brace, if it is nothing but
/// whole numbers. Each of them is followed by a number or a brace, so that none is a probability or has a mark.
fn run(text: &str) -> Option<Range<usize>> {
    let before = &text.as_bytes()[..memchr2(b'{', b'}', text.as_bytes())?];
    let start = before.iter().position(|byte| !is_blank(*byte))?;
    // No loop here ends early: so each takes many bytes in one step.
    let belongs = |byte: &u8| byte.is_ascii_digit() | (*byte == b'-') | is_blank(*byte);
    let whole = before.iter().fold(true, |all, byte| all & belongs(byte));
    let signs = before.windows(2).fold(true, |all, pair| all & ((pair[0] != b'-') | pair[1].is_ascii_digit()));
    (whole && signs && before.last() != Some(&b'-')).then_some(start..before.len())
}

/// The integers of a run, with their places; `None` for one that is too long to be read here.
pub(super) struct Integers<'text> {
    run: &'text [u8],
    next: usize,
}

impl<'text> Integers<'text> {
    /// More digits are left to others.
    const LONGEST: usize = 9;

    pub(super) fn new(run: &'text str) -> Self {
        Self { run: run.as_bytes(), next: 0 }
    }
}

impl Iterator for Integers<'_> {
    type Item = (Option<i64>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next + self.run[self.next..].iter().position(|byte| !is_blank(*byte))?;
        let negative = self.run[start] == b'-';
        let first = start + usize::from(negative);
        let (mut value, mut end) = (0_i64, first);
        while let Some(digit) = self.run.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
            end += 1;
        }
        self.next = end;
        let short = end - first <= Self::LONGEST;
        Some((short.then(|| if negative { -value } else { value }), start..end))
    }
}

/// What stands between numbers and means nothing.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Number;

    #[test]
    fn only_what_is_certainly_a_leaf_is_taken() {
        let taken = |text: &'static str| run(text).map(|place| &text[place]);
        assert_eq!(taken(" 3, -12\n8}"), Some("3, -12\n8"));
        assert_eq!(taken("3{ 4 }"), Some("3"));
        let others =
            ["3 pruned }", "0: 3 }", "0.5: 3 }", "3", "3 4", "", " }", "max { 3 }", "3// note\n}", "1/2 }", "3, α }"];
        for other in others.into_iter().chain(["-", "- }", "-}", "--3 }", "3 - 4 }"]) {
            assert_eq!(taken(other), None, "{other}");
        }
    }

    /// The tokens of a text with their places; each run taken apart.
    fn apart(text: &str) -> Vec<(u32, Token, u32)> {
        let mut lexer = Lexer::new(text);
        let runs: Vec<_> = Runs::new(&mut lexer).map(Result::unwrap).collect();
        let mut tokens = Vec::new();
        for (start, token, end) in runs {
            if token != Token::Leaves {
                tokens.push((start, token, end));
                continue;
            }
            let place = |at: usize| start + u32::try_from(at).unwrap();
            for (value, number) in Integers::new(&text[start as usize..end as usize]) {
                let written = &text[place(number.start) as usize..place(number.end) as usize];
                assert!(value.is_none_or(|value| written.parse() == Ok(Number::integer(value))), "{written}");
                tokens.push((place(number.start), Token::Number, place(number.end)));
            }
        }
        tokens
    }

    #[test]
    fn runs_are_what_the_lexer_has_one_by_one() {
        let words = [
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
        ];
        let mut texts: Vec<String> = vec!["expect x in [3, 5] or {7 8} } 9 {".to_string()];
        // Every three words behind a brace, apart and together.
        for first in words {
            for second in words {
                for third in words {
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
    fn the_numbers_of_a_run_are_those_that_single_tokens_would_be() {
        let integers: Vec<_> = Integers::new("3, -12\n8-5 999999999 -9223372036854775808").collect();
        let places = [0..1, 3..6, 7..8, 8..10, 11..20, 21..41];
        let values = [Some(3), Some(-12), Some(8), Some(-5), Some(999_999_999), None];
        assert_eq!(integers, values.into_iter().zip(places).collect::<Vec<_>>());
    }
}
