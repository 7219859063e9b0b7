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

/// The most digits of a number in a run.
const LONGEST: usize = 9;

/// The place of the run of leaves that a text begins with, if it does. The numbers before anything but a brace are not
/// of it: they may be probabilities, or have marks.
///
/// Where the single numbers end, which no processor can foresee, is not looked at.
fn run(text: &str) -> Option<Range<usize>> {
    let start = text.bytes().position(|byte| !is_blank(byte))?;
    let bytes = &text.as_bytes()[start..];
    let (mut previous, mut digits, mut strange) = (b' ', 0, false);
    let mut belongs = |byte: &u8| {
        let (digit, minus) = (byte.is_ascii_digit(), *byte == b'-');
        strange |= (digits > LONGEST) | (minus & !is_blank(previous)) | ((previous == b'-') & !digit);
        digits = if digit { digits + 1 } else { 0 };
        previous = *byte;
        digit | minus | is_blank(*byte)
    };
    let stop = bytes.iter().position(|byte| !belongs(byte))?;
    let numbers = match bytes[stop] {
        b'{' | b'}' => words_end(&bytes[..stop]),
        _ => before_last_word(&bytes[..before_last_word(&bytes[..stop])]),
    };
    (numbers > 0 && !strange).then_some(start..start + numbers)
}

/// Where the last word ends.
fn words_end(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1)
}

/// Where the last word but one ends.
fn before_last_word(bytes: &[u8]) -> usize {
    let words = &bytes[..words_end(bytes)];
    words_end(&words[..words.iter().rposition(|byte| is_blank(*byte)).unwrap_or(0)])
}

/// The whole numbers of a run, with their places.
pub(super) struct Integers<'text> {
    run: &'text [u8],
    next: usize,
}

impl<'text> Integers<'text> {
    pub(super) fn new(run: &'text str) -> Self {
        Self { run: run.as_bytes(), next: 0 }
    }
}

impl Iterator for Integers<'_> {
    type Item = (i64, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let blanks = self.run[self.next..].iter().position(|byte| !is_blank(*byte))?;
        let start = self.next + blanks;
        let negative = self.run[start] == b'-';
        let (mut value, mut end) = (0, start + usize::from(negative));
        while let Some(digit) = self.run.get(end).filter(|byte| byte.is_ascii_digit()) {
            value = value * 10 + i64::from(digit - b'0');
            end += 1;
        }
        self.next = end;
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
        assert_eq!(taken("3 12 8 pruned }"), Some("3"));
        assert_eq!(taken("3 12 0.5: 3 }"), Some("3"));
        assert_eq!(taken("3 12 1/2 }"), Some("3"));
        for other in ["3 pruned }", "1: 3 }", "3", "3 4", "", "}", "max { 3 }", "3// note\n}", "1/2 }", "3: 4 }"] {
            assert_eq!(taken(other), None, "{other}");
        }
        for strange in ["-", "- }", "-}", "1-2 }", "--3 }", "3 - 4 }", "1234567890 }", "3 1234567890 4 }"] {
            assert_eq!(taken(strange), None, "{strange}");
        }
        let integers: Vec<_> = Integers::new("3, -12\n8").collect();
        assert_eq!(integers, [(3, 0..1), (-12, 3..6), (8, 7..8)]);
    }
}
