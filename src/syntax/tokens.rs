//! The tokens of a text, for everything except the parser.

use std::ops::Range;

use super::lexer::Lexer;
use super::token::Token;
use crate::source::{LINE_ENDS, Span, line_start, offset};

/// All words, numbers and signs of a text with their places, in order. Comments and text that is not part of the
/// language are left out.
pub fn tokens(text: &str) -> impl Iterator<Item = (Token, Span)> {
    Lexer::new(text).filter_map(Result::ok).map(|(start, token, end)| (token, Span::new(start, end)))
}

/// The tokens of a part of a text, with their places in the whole text.
pub fn tokens_in(text: &str, part: Span) -> impl Iterator<Item = (Token, Span)> {
    let moved = move |span: Span| Span::new(part.start + span.start, part.start + span.end);
    tokens(part.of(text)).map(move |(token, span)| (token, moved(span)))
}

/// The first word, number or sign within `span`; all of `span` if there is none.
pub fn first_token(text: &str, span: Span) -> Span {
    tokens_in(text, span).next().map_or(span, |(_, token)| token)
}

/// The tokens of a part of a text together with its `//` comments, for which the token is `None`. `tokens` are those
/// of the part, in order.
pub fn with_comments(
    text: &str,
    part: Span,
    tokens: impl IntoIterator<Item = (Token, Span)>,
) -> impl Iterator<Item = (Option<Token>, Span)> {
    let tokens = tokens.into_iter().map(|(token, span)| (Some(token), span));
    let mut tokens = tokens.chain([(None, Span::empty(part.end))]);
    let mut next = None;
    let mut gap = Span::empty(part.start);
    std::iter::from_fn(move || {
        let (token, span) = next.take().or_else(|| tokens.next())?;
        gap.end = span.start.max(gap.start);
        if let Some(comment) = first_comment(text, gap) {
            next = Some((token, span));
            gap.start = comment.end;
            return Some((None, comment));
        }
        gap.start = span.end;
        token.map(|token| (Some(token), span))
    })
}

/// The first comment between two tokens, without blanks at its end.
fn first_comment(text: &str, gap: Span) -> Option<Span> {
    let within = gap.of(text);
    if within.len() < 2 || !within.contains('/') {
        return None;
    }
    let start = within.find("//")?;
    let line = within[start..].split(LINE_ENDS).next()?.trim_end();
    let start = gap.start + offset(start);
    Some(Span::new(start, start + offset(line.len())))
}

/// The tokens of a text that is open, so that it is not lexed again for every question about a place.
#[derive(Debug)]
pub struct TokenTable(Vec<(Token, Span)>);

impl TokenTable {
    /// Lexes a text. Linear.
    pub fn new(text: &str) -> Self {
        Self(tokens(text).collect())
    }

    /// All tokens, in order.
    pub fn all(&self) -> &[(Token, Span)] {
        &self.0
    }

    /// The tokens that begin before `offset`. O(log tokens).
    pub fn before(&self, offset: u32) -> &[(Token, Span)] {
        &self.0[..self.0.partition_point(|(_, span)| span.start < offset)]
    }

    /// The tokens that overlap a part of the text or touch it; at an empty part, two can meet. O(log tokens).
    pub fn touching(&self, part: Span) -> &[(Token, Span)] {
        &self.0[self.places_touching(part)]
    }

    /// Like [`Self::touching`], with the `//` comments of `text`, for which the token is `None`.
    pub fn touching_with_comments(&self, text: &str, part: Span) -> impl Iterator<Item = (Option<Token>, Span)> {
        let Range { start, end } = self.places_touching(part);
        // Comments end with their lines, so those that touch the part begin on its first line or later.
        let before = self.0[..start].last().map_or(0, |(_, span)| span.end);
        let after = self.0.get(end).map_or(offset(text.len()), |(_, span)| span.start);
        let around = Span::new(before.max(line_start(text, part.start)), after);
        with_comments(text, around, self.0[start..end].iter().copied())
            .skip_while(move |(_, span)| span.end < part.start)
            .take_while(move |(_, span)| span.start <= part.end)
    }

    fn places_touching(&self, part: Span) -> Range<usize> {
        let start = self.0.partition_point(|(_, span)| span.end < part.start);
        let end = self.0.partition_point(|(_, span)| span.start <= part.end);
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_tells_what_is_at_a_place() {
        let text = "max A { // \"no text\"\n  3// \u{3b1}\n \"// no comment\" }//";
        let table = TokenTable::new(text);
        let every: Vec<_> = with_comments(text, Span::new(0, offset(text.len())), tokens(text)).collect();
        let written: Vec<&str> = every.iter().map(|(_, span)| span.of(text)).collect();
        let expected = ["max", "A", "{", "// \"no text\"", "3", "// \u{3b1}", "\"// no comment\"", "}", "//"];
        assert_eq!(written, expected);
        let places = || (0..=text.len()).filter(|place| text.is_char_boundary(*place)).map(offset);
        for start in places() {
            let begun = |(_, span): &(Token, Span)| span.start < start;
            assert_eq!(table.before(start), tokens(text).take_while(begun).collect::<Vec<_>>(), "before {start}");
            for part in places().filter(|end| start <= *end).map(|end| Span::new(start, end)) {
                let touches = |span: Span| span.start <= part.end && part.start <= span.end;
                let expected: Vec<_> = tokens(text).filter(|(_, span)| touches(*span)).collect();
                assert_eq!(table.touching(part), expected, "{part:?}");
                let expected: Vec<_> = every.iter().copied().filter(|(_, span)| touches(*span)).collect();
                assert_eq!(table.touching_with_comments(text, part).collect::<Vec<_>>(), expected, "{part:?}");
            }
        }
    }
}
