//! What is being written at a place. It is worked out from the words before it, which also works in broken texts.

use crate::ide::Document;
use crate::source::{self, LINE_ENDS, Span};
use crate::syntax::Token;

/// What the place is directly inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    File,
    Tree,
    Node,
}

/// The place where a word is completed.
#[derive(Debug)]
pub(super) struct Context {
    /// The word that has been begun there; empty if there is none.
    pub(super) word: Span,
    /// What it is directly inside.
    pub(super) scope: Scope,
    /// The words before it, from the first word of the construct on; in a list of children, only the last.
    pub(super) before: Vec<(Token, Span)>,
    /// Whether it is in the braces of a set.
    in_set: bool,
}

impl Context {
    /// `None` in comments and in texts in quotes. Linear.
    pub(super) fn at(document: &Document, offset: u32) -> Option<Self> {
        let text = document.text();
        let begun = source::offset(text[..offset as usize].trim_end_matches(is_of_word).len());
        let word = Span::new(begun, offset);
        let mut context = Self { word, scope: Scope::File, before: Vec::new(), in_set: false };
        let mut open = Vec::new();
        let mut end = 0;
        for &(token, span) in document.tokens().before(offset) {
            if span.end >= offset && is_begun(token) {
                context.word = span;
                break;
            }
            // The beginning may not be a word yet, like `fail-`.
            if span.start >= begun {
                break;
            }
            if span.end > begun {
                return None;
            }
            context.take(token_in(&context, token, span.of(text)), span, &mut open);
            end = span.end;
        }
        let gap = Span::new(end, context.word.start).of(text);
        let in_comment = gap.rsplit(LINE_ENDS).next().is_some_and(|line| line.contains("//"));
        context.scope = open.last().copied().unwrap_or(Scope::File);
        let is_open =
            |token, span: Span| token == Token::Doc || (token == Token::String && !span.of(text).ends_with('"'));
        let in_text = context.before.last().is_some_and(|(token, span)| is_open(*token, *span) && span.end == offset);
        (!in_comment && !in_text).then_some(context)
    }

    /// The token that begins the construct.
    pub(super) fn first(&self) -> Option<Token> {
        self.before.first().map(|(token, _)| *token).filter(|token| token.begins_something())
    }

    /// The last token before the place.
    pub(super) fn last(&self) -> Option<Token> {
        self.before.last().map(|(token, _)| *token)
    }

    /// Whether the lower end of a window has just been written.
    pub(super) fn is_in_window(&self) -> bool {
        matches!(self.before[..], [.., (Token::OpenBracket, _), _])
    }

    fn take(&mut self, token: Token, span: Span, open: &mut Vec<Scope>) {
        match (token, self.in_set) {
            (Token::OpenBrace, _) if matches!(self.last(), Some(Token::In | Token::Or)) => self.in_set = true,
            (Token::CloseBrace, true) => self.in_set = false,
            (Token::OpenBrace, _) => {
                open.push(if self.first() == Some(Token::Tree) { Scope::Tree } else { Scope::Node });
                return self.begin();
            }
            (Token::CloseBrace, _) => {
                open.pop();
                return self.begin();
            }
            _ => {
                let is_subject = matches!(self.last(), Some(Token::Expect | Token::Ask));
                if self.first().is_none() || (token.begins_something() && !is_subject) {
                    self.begin();
                }
            }
        }
        self.before.push((token, span));
    }

    fn begin(&mut self) {
        self.before.clear();
        self.in_set = false;
    }
}

/// Whether a character can be part of a word.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '\'' | '?')
}

/// The token of a word; `in` after `expect x` counts as [`Token::In`] even if no set is written yet.
fn token_in(context: &Context, token: Token, written: &str) -> Token {
    let after_subject = context.first() == Some(Token::Expect) && context.before.len() == 2;
    if after_subject && written == "in" { Token::In } else { token }
}

/// Whether such a token, if the cursor touches its end, is the word to complete. After other tokens a new word begins.
fn is_begun(token: Token) -> bool {
    let is_sign = matches!(
        token,
        Token::Colon
            | Token::Equal
            | Token::Tilde
            | Token::AtMost
            | Token::AtLeast
            | Token::Above
            | Token::String
            | Token::Doc
    );
    !token.is_bracket() && !is_sign
}
