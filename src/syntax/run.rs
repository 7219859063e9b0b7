//! Runs of leaves: large trees consist of whole numbers between braces, and are read a run at a time.
//!
//! What the parser does for one token costs ten times as much as reading a number of a few digits. So behind a brace,
//! where a number can only be a leaf or a probability, all the numbers that are certainly leaves are one token.

use std::convert::Infallible;
use std::mem;
use std::ops::Range;

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

/// The place of the run of leaves that a text begins with, if it does. The number before anything but a number or a
/// brace is not of it: it may be a probability, or have a mark.
fn run(text: &str) -> Option<Range<usize>> {
    let mut numbers = Integers::new(text);
    let (_, first) = numbers.next()?;
    // Certain are the numbers that another one follows.
    let (mut certain, mut last) = (first.start, first.end);
    for (_, place) in numbers.by_ref() {
        (certain, last) = (last, place.end);
    }
    if matches!(numbers.following(), Some(b'{' | b'}')) {
        certain = last;
    }
    (certain > first.start).then_some(first.start..certain)
}

/// The integers that a text begins with, of up to nine digits, with their places.
pub(super) struct Integers<'text> {
    bytes: &'text [u8],
    next: usize,
}

impl<'text> Integers<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        let mut integers = Self { bytes: text.as_bytes(), next: 0 };
        integers.skip_blanks();
        integers
    }

    /// The byte behind them and the blanks that follow.
    fn following(&self) -> Option<u8> {
        self.bytes.get(self.next).copied()
    }

    fn skip_blanks(&mut self) {
        while self.following().is_some_and(is_blank) {
            self.next += 1;
        }
    }
}

impl Iterator for Integers<'_> {
    type Item = (i64, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        const LONGEST: usize = 9;
        let start = self.next;
        let negative = self.following() == Some(b'-');
        let digits = start + usize::from(negative);
        let (mut value, mut end) = (0, digits);
        while let Some(digit) = self.bytes.get(end).filter(|byte| byte.is_ascii_digit()) {
            if end - digits == LONGEST {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            end += 1;
        }
        let ended = self.bytes.get(end).is_none_or(|byte| is_blank(*byte) || matches!(byte, b'{' | b'}'));
        if end == digits || !ended {
            return None;
        }
        self.next = end;
        self.skip_blanks();
        Some((if negative { -value } else { value }, start..end))
    }
}

/// What stands between numbers and means nothing.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b',' | b'\n' | b'\r' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_certainly_a_leaf_is_taken() {
        let taken = |text: &'static str| run(text).map(|place| &text[place]);
        assert_eq!(taken(" 3, -12\n8 }"), Some("3, -12\n8"));
        assert_eq!(taken("3{ 4 }"), Some("3"));
        assert_eq!(taken("3 12 pruned 8 }"), Some("3"));
        assert_eq!(taken("3 5 0.5: 3 }"), Some("3"));
        assert_eq!(taken("3 5 1: 3 }"), Some("3"), "what follows the 5 is no number");
        assert_eq!(taken("3 5"), Some("3"));
        for other in ["3 pruned }", "1: 3 }", "3", "", "}", "max { 3 }", "3// note\n}", "1/2 }", "3: 4 }", "-"] {
            assert_eq!(taken(other), None, "{other}");
        }
        let integers: Vec<_> = Integers::new("3, -12\n8").collect();
        assert_eq!(integers, [(3, 0..1), (-12, 3..6), (8, 7..8)]);
        assert_eq!(taken("999999999 7 1000000000 }"), Some("999999999"));
    }
}
