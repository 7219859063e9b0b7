//! Decides which syntax errors are reported.
//!
//! If a token does not fit, the parser gives up what it has begun of the current item and goes on with the next one.
//! This module decides whether to report that; [`super::wording`] describes it.

use std::convert::Infallible;

use lalrpop_util::{ErrorRecovery, ParseError};

use super::builder::Builder;
use super::token::{SETTINGS, Token};
use super::tokens::{tokens, tokens_in};
use crate::diagnostic::similar;
use crate::source::{LINE_ENDS, Span};

/// A token that did not fit, and what the parser gave up for it.
pub(super) struct SyntaxError {
    /// The tokens of the item that was begun and given up, up to the one that did not fit; often empty.
    pub(super) begun: Vec<(Token, Span)>,
    /// Where the item begins.
    pub(super) start: u32,
    /// The beginning of the expectation whose list ends at the token that did not fit.
    pub(super) list_start: Option<u32>,
    /// The token that did not fit; `None` at the end of the file.
    pub(super) found: Option<Token>,
    /// The place of that token; at the end of the file, the empty span after the last token.
    pub(super) place: Span,
    /// What would have fitted, as the grammar calls it.
    pub(super) expected: Vec<String>,
}

impl Builder<'_> {
    pub(super) fn syntax_error(&mut self, span: Span, recovery: ErrorRecovery<u32, Token, Infallible>) {
        let (found, place, expected) = match recovery.error {
            ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
                (Some(token), Span::new(start, end), expected)
            }
            ParseError::UnrecognizedEof { expected, .. } => (None, self.end_of_text(), expected),
            ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => return,
        };
        let start = span.start.min(place.start);
        let begun: Vec<_> = tokens_in(self.text, Span::new(start, place.start)).collect();
        let list_start = self.expectation_with_list().filter(|_| begun.is_empty());
        self.item();
        let syntax_error = SyntaxError { begun, start, list_start, found, place, expected };
        let repeated = self.is_cascade(syntax_error.start);
        self.last_error_end = Some(span.end.max(place.end));
        if !self.nesting.in_tree() && self.may_hide_a_setting(&syntax_error) {
            self.settings_in_doubt = true;
        }
        if repeated {
            self.tree.broken = true;
            self.file.doubtful.push(syntax_error.place.start);
        } else {
            let finding = self.describe(&syntax_error);
            self.report(finding);
        }
        if self.closes_with_bracket(&syntax_error) {
            self.close(syntax_error.place.end);
            self.expect_no_brace();
        }
        self.head_was_reported();
        let title =
            self.label.as_ref().map(|label| label.span).filter(|label| syntax_error.is_title(self.text, *label));
        if self.nesting.is_outermost() {
            self.drop_label();
        }
        if let (Some(title), false) = (title, self.nesting.in_tree()) {
            self.begin_tree(title);
            self.tree.broken = true;
        }
    }

    /// Whether an error at `start` belongs to the last syntax error.
    pub(super) fn is_cascade(&self, start: u32) -> bool {
        self.last_error_end.is_some_and(|last| self.follows_closely(last, start))
    }

    /// Whether there are fewer than three words or signs between the last error and this one. Brackets do not count, so
    /// a pasted list is one error.
    fn follows_closely(&self, last: u32, start: u32) -> bool {
        if start <= last {
            return true;
        }
        let between = Span::new(last, start).of(self.text);
        let in_list = self.text[..last as usize].ends_with(['[', '(', ']', ')']);
        let counts = |token: &Token| {
            let bracket = matches!(
                token,
                Token::OpenBracket | Token::CloseBracket | Token::OpenParenthesis | Token::CloseParenthesis
            );
            let listed = in_list && matches!(token, Token::Number | Token::Unknown | Token::Elided);
            !bracket && !listed
        };
        if tokens(between).map(|(token, _)| token).filter(counts).nth(2).is_some() {
            return false;
        }
        let bracket = self.text[start as usize..].starts_with(['[', '(', ']', ')']);
        bracket || !begins_with_word(&self.text[start as usize..]) || !between.contains(LINE_ENDS)
    }

    /// Whether what was given up outside of trees may have been a setting.
    fn may_hide_a_setting(&self, syntax_error: &SyntaxError) -> bool {
        let label = self.label.as_ref().map_or("", |label| label.span.of(self.text));
        let first = syntax_error.begun.first().map_or(label, |(_, span)| span.of(self.text));
        let comparison = matches!(syntax_error.found, Some(Token::Above | Token::AtLeast));
        if first.starts_with('"') {
            return false;
        }
        comparison
            || SETTINGS.contains(&first.to_lowercase().as_str())
            || similar(first, SETTINGS.iter().copied()).is_some()
    }

    /// The end of the last token; comments after it do not count.
    fn end_of_text(&self) -> Span {
        Span::empty(tokens(self.text).last().map_or(0, |(_, span)| span.end))
    }
}

impl SyntaxError {
    /// From the first token that was begun to the last one.
    pub(super) fn begun_span(&self) -> Span {
        let span = |token: Option<&(Token, Span)>| token.map_or(Span::empty(self.start), |(_, span)| *span);
        span(self.begun.first()).to(span(self.begun.last()))
    }

    /// What was begun, without places.
    pub(super) fn begun_tokens(&self) -> Vec<Token> {
        self.begun.iter().map(|(token, _)| *token).collect()
    }

    pub(super) fn written<'text>(&self, text: &'text str) -> &'text str {
        self.place.of(text)
    }

    pub(super) fn is_bracket(&self) -> bool {
        matches!(
            self.found,
            Some(Token::OpenBracket | Token::OpenParenthesis | Token::CloseBracket | Token::CloseParenthesis)
        )
    }

    /// Whether the grammar would have taken this sign here.
    pub(super) fn would_fit(&self, sign: &str) -> bool {
        self.expected.iter().any(|name| name.trim_matches('"') == sign)
    }

    /// A text in quotes before a brace: the head of a tree without `tree`.
    pub(super) fn is_title(&self, text: &str, label: Span) -> bool {
        self.found == Some(Token::OpenBrace) && label.of(text).starts_with('"')
    }
}

fn begins_with_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}
