//! Compares the words and comments of two texts.

use super::comment;
use crate::source::{Span, offset};
use crate::syntax::{RESERVED, Token, tokens};

/// Whether two texts have the same words, with the same comments between them. The case of keywords may differ.
pub(super) fn says_the_same(one: &str, other: &str) -> bool {
    let mut others = tokens(other);
    let (mut before, mut before_other) = (0, 0);
    for (token, span) in tokens(one) {
        let Some((other_token, other_span)) = others.next() else {
            return false;
        };
        let same_comments = comments(one, before, span.start).eq(comments(other, before_other, other_span.start));
        if token != other_token || !same_word(token, one, span, other, other_span) || !same_comments {
            return false;
        }
        (before, before_other) = (span.end, other_span.end);
    }
    others.next().is_none()
        && comments(one, before, offset(one.len())).eq(comments(other, before_other, offset(other.len())))
}

fn comments(text: &str, start: u32, end: u32) -> impl Iterator<Item = &str> {
    comment::read(Span::new(start, end).of(text)).0.into_iter().map(|comment| comment.text)
}

fn same_word(token: Token, one: &str, span: Span, other: &str, other_span: Span) -> bool {
    let (word, other_word) = (span.of(one), other_span.of(other));
    match token {
        Token::Doc => word.trim_end() == other_word.trim_end(),
        _ => word == other_word || (word.eq_ignore_ascii_case(other_word) && RESERVED.contains(&other_word)),
    }
}
