//! Runs of leaves: large trees consist of whole numbers between braces, and are read a run at a time.
//!
//! What the parser does for one token costs ten times as much as reading a number of a few digits. So behind a brace,
//! where a number can only be a leaf or a probability, all the numbers that are certainly leaves are one token.

use std::convert::Infallible;
use std::mem;
use std::ops::Range;

use super::lexer::Lexer;
use super::token::Token;
use crate::number::short_integer;

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
    let start = text.len() - text.trim_start_matches(is_blank).len();
    // Numbers end at `certain` that another number follows, and at `read` those that were read.
    let (mut certain, mut read) = (start, start);
    loop {
        let rest = text[read..].trim_start_matches(is_blank);
        if rest.starts_with(['{', '}']) {
            certain = read;
            break;
        }
        let word = &rest[..rest.find(ends_number).unwrap_or(rest.len())];
        if short_integer(word).is_none() {
            break;
        }
        (certain, read) = (read, text.len() - rest.len() + word.len());
    }
    (certain > start).then_some(start..certain)
}

/// The places of the numbers of a run.
pub(super) fn numbers(run: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = next + run[next..].find(|c| !is_blank(c))?;
        next = start + run[start..].find(is_blank).unwrap_or(run.len() - start);
        Some(start..next)
    })
}

/// What stands between numbers and means nothing.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | ',' | '\n' | '\r' | '\t')
}

fn ends_number(c: char) -> bool {
    is_blank(c) || matches!(c, '{' | '}')
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
        let places: Vec<_> = numbers("3, -12\n8").collect();
        assert_eq!(places, [0..1, 3..6, 7..8]);
    }
}
