//! The kind of each word of a text, for editors that colour it.

use std::collections::HashMap;

use super::Document;
use super::names::occurrences;
use crate::claim::Target;
use crate::source::Span;
use crate::syntax::Token;
use crate::syntax::tree::{Form, Setting, SettingKind, Tree};

/// A word of the text and its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// The word.
    pub span: Span,
    /// Its kind.
    pub kind: TokenKind,
    /// Whether it defines a name rather than using it.
    pub is_definition: bool,
}

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A reserved word, or a word of a set.
    Keyword,
    /// A value of a setting, a lint, something to expect or to ask for.
    Value,
    /// The name of a node.
    Node,
    /// The label of a move.
    Move,
    /// An unknown.
    Unknown,
    /// The title of a tree, or a name that refers to nothing.
    Text,
    /// A number.
    Number,
    /// A blank.
    Blank,
    /// A sign of a claim or a rule.
    Operator,
    /// A line of question text.
    Question,
    /// A `//` comment.
    Comment,
}

/// The tokens of a part of the text, comments included, in order. Linear.
pub fn semantic_tokens(document: &Document, within: Span) -> Vec<SemanticToken> {
    let within = document.clamp_span(within);
    let is_visible = |span: Span| span.start < within.end && within.start < span.end;
    let mut words = HashMap::new();
    add_settings(&document.file().settings, &mut words);
    for tree in document.file().trees.iter().filter(|tree| is_visible(tree.span)) {
        add_tree(document, tree, &mut words);
    }
    let touching = document.tokens().touching_with_comments(document.text(), within);
    let tokens = touching.filter(|(_, span)| is_visible(*span));
    let token = |(token, span): (Option<Token>, Span)| {
        let Some(token) = token else {
            return Some(SemanticToken { span, kind: TokenKind::Comment, is_definition: false });
        };
        let known = words.get(&span).copied();
        let (kind, is_definition) = known.or_else(|| Some((kind(token)?, token == Token::Unknown)))?;
        Some(SemanticToken { span, kind, is_definition })
    };
    tokens.filter_map(token).collect()
}

/// The kind of each name, and whether the name is defined there.
type Words = HashMap<Span, (TokenKind, bool)>;

fn add_tree(document: &Document, tree: &Tree, words: &mut Words) {
    add_settings(&tree.settings, words);
    for occurrence in occurrences(&document.game(tree)) {
        let kind = match occurrence.target {
            Target::Label(_) => TokenKind::Move,
            Target::Name(_) => TokenKind::Node,
            Target::Unknown(_) => TokenKind::Unknown,
            Target::Leaf(_) => continue,
        };
        let marked = Span::new(occurrence.span.start.saturating_sub(1), occurrence.span.end);
        let is_marked = kind == TokenKind::Unknown && document.text()[..occurrence.span.start as usize].ends_with('?');
        words.insert(if is_marked { marked } else { occurrence.span }, (kind, occurrence.is_definition));
    }
    for expectation in tree.expectations.iter().filter(|expectation| !matches!(expectation.form, Form::In(_))) {
        words.insert(expectation.subject.span, (TokenKind::Value, false));
    }
    words.extend(tree.asks.iter().map(|ask| (ask.subject, (TokenKind::Value, false))));
}

fn add_settings(settings: &[Setting], words: &mut Words) {
    for setting in settings {
        let values = match &setting.kind {
            SettingKind::Cut { alpha, beta, .. } => vec![*alpha, *beta],
            SettingKind::Search(word)
            | SettingKind::Order(word)
            | SettingKind::Cutoffs(word)
            | SettingKind::Reveal(word) => vec![*word],
            SettingKind::Allow(lints) => lints.iter().map(|lint| lint.span).collect(),
            SettingKind::Window(..) | SettingKind::Range(..) | SettingKind::Depth(_) => Vec::new(),
        };
        words.extend(values.into_iter().map(|word| (word, (TokenKind::Value, false))));
    }
}

/// The kind of a token by itself; `None` for brackets, braces and colons.
fn kind(token: Token) -> Option<TokenKind> {
    Some(match token {
        bracket if bracket.is_bracket() => return None,
        Token::Colon => return None,
        Token::Equal | Token::Tilde | Token::AtMost | Token::AtLeast | Token::Above => TokenKind::Operator,
        Token::Name | Token::String | Token::Underscored => TokenKind::Text,
        Token::Number | Token::Bare | Token::Leaves => TokenKind::Number,
        Token::Unknown | Token::Numbered | Token::Elided => TokenKind::Unknown,
        Token::Blank => TokenKind::Blank,
        Token::Doc => TokenKind::Question,
        _ => TokenKind::Keyword,
    })
}
