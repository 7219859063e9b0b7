//! The class of each word of a text according to the compiler.

use std::collections::HashMap;

use gametree::ide::{Document, SemanticToken, TokenKind, semantic_tokens};
use gametree::model::Defaults;
use gametree::source::Span;
use gametree::syntax::{Token, tokens};

/// The class of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Keyword,
    Node,
    Move,
    Unknown,
    Value,
    Number,
    Blank,
    Title,
    Operator,
    Bracket,
    Colon,
    Comment,
    Question,
}

/// A word, sign or comment, with the classes that it may have.
pub(crate) struct Word {
    pub(crate) span: Span,
    pub(crate) classes: Vec<Class>,
}

/// All words, signs and comments of a text, in order.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let document = Document::new(text.to_string(), Defaults::default());
    let all = Span::new(0, u32::try_from(text.len()).unwrap());
    let known: HashMap<Span, SemanticToken> =
        semantic_tokens(&document, all).into_iter().map(|token| (token.span, token)).collect();
    let mut words = Vec::new();
    let (mut end, mut before) = (0, None);
    for (token, span) in tokens(text) {
        words.extend(comments(text, Span::new(end, span.start)));
        let classes = classes(token, known.get(&span), before);
        words.push(Word { span, classes });
        (end, before) = (span.end, Some(token));
    }
    words.extend(comments(text, Span::new(end, all.end)));
    words
}

/// The classes that a word may have. A name that refers to something always has the colour of a move, because only the
/// compiler knows its kind.
fn classes(token: Token, known: Option<&SemanticToken>, before: Option<Token>) -> Vec<Class> {
    if token.is_bracket() {
        return vec![Class::Bracket];
    }
    if token == Token::Colon {
        return vec![Class::Colon];
    }
    let known = known.unwrap_or_else(|| panic!("{token:?} has no class"));
    let is_name = matches!(token, Token::Name | Token::String);
    match known.kind {
        TokenKind::Keyword => vec![Class::Keyword],
        TokenKind::Value => vec![Class::Value],
        TokenKind::Number => vec![Class::Number],
        TokenKind::Blank => vec![Class::Blank],
        TokenKind::Operator => vec![Class::Operator],
        TokenKind::Question => vec![Class::Question],
        TokenKind::Text if before == Some(Token::Tree) => vec![Class::Title],
        // Names in text with too many errors.
        TokenKind::Text => vec![Class::Node, Class::Move, Class::Unknown],
        TokenKind::Unknown if before == Some(Token::Expect) => vec![Class::Unknown],
        _ if is_name && !known.is_definition => vec![Class::Move],
        TokenKind::Unknown => vec![Class::Unknown],
        TokenKind::Move => vec![Class::Move],
        _ => vec![Class::Node],
    }
}

/// The comments between two words.
fn comments(text: &str, gap: Span) -> Vec<Word> {
    let mut comments = Vec::new();
    let mut start = gap.start;
    for line in gap.of(text).split_inclusive(['\n', '\r']) {
        if let Some(at) = line.find("//") {
            let place = |length: usize| start + u32::try_from(length).unwrap();
            let span = Span::new(place(at), place(line.trim_end_matches(['\n', '\r']).len()));
            comments.push(Word { span, classes: vec![Class::Comment] });
        }
        start += u32::try_from(line.len()).unwrap();
    }
    comments
}
