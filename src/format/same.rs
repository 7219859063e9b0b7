//! Compares the words and comments of two texts.

use super::comment;
use crate::source::{Span, offset};
use crate::syntax::{RESERVED, Token, tokens};

/// Whether two texts have the same words, with the same comments between them. The case of keywords may differ.
pub(super) fn has_same_content(text: &str, formatted: &str) -> bool {
    let mut new_tokens = tokens(formatted);
    let (mut before, mut new_before) = (0, 0);
    for (token, span) in tokens(text) {
        let Some((new_token, new_span)) = new_tokens.next() else {
            return false;
        };
        let same_comments = comments(text, before, span.start).eq(comments(formatted, new_before, new_span.start));
        if token != new_token || !is_same_word(token, span.of(text), new_span.of(formatted)) || !same_comments {
            return false;
        }
        (before, new_before) = (span.end, new_span.end);
    }
    new_tokens.next().is_none()
        && comments(text, before, offset(text.len())).eq(comments(formatted, new_before, offset(formatted.len())))
}

fn comments(text: &str, start: u32, end: u32) -> impl Iterator<Item = &str> {
    comment::read(Span::new(start, end).of(text)).0.into_iter().map(|comment| comment.text)
}

fn is_same_word(token: Token, word: &str, new_word: &str) -> bool {
    match token {
        Token::Doc => word.trim_end() == new_word.trim_end(),
        _ => word == new_word || (word.eq_ignore_ascii_case(new_word) && RESERVED.contains(&new_word)),
    }
}
