//! Splits an `.efg` file into its tokens.

use crate::source::{LINE_ENDS, Span, offset};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A text in quotation marks.
    Text,
    /// What begins like such a text, but has no closing mark. It is shown up to the end of its line.
    Unclosed,
    Number,
    /// Anything else, up to a blank, a bracket, a comma or a quotation mark.
    Word,
    /// `{`
    Open,
    /// `}`
    Close,
    Comma,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) form: Form,
    pub(super) span: Span,
}

/// The tokens of a text. They need no blanks between them.
pub(super) struct Tokens<'text> {
    text: &'text str,
    next: Option<Token>,
    /// Where the last token ends that was taken.
    end: u32,
    /// The first text that goes over several lines, among those that should not: perhaps a mark is missing at its end.
    pub(super) long: Option<Span>,
}

impl<'text> Tokens<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        let start = text.len() - text.trim_start_matches('\u{feff}').len();
        Self { text, next: token_after(text, start), end: offset(start), long: None }
    }

    /// The next token, which stays the next one.
    pub(super) fn peek(&self) -> Option<Token> {
        self.next
    }

    /// Takes the next token if it has this form.
    pub(super) fn take(&mut self, form: Form) -> Option<Span> {
        let Token { span, .. } = self.next.filter(|token| token.form == form)?;
        self.end = span.end;
        if form == Form::Text && self.long.is_none() && span.of(self.text).contains(LINE_ENDS) {
            self.long = Some(span);
        }
        self.next = token_after(self.text, span.end as usize);
        Some(span)
    }

    /// Where the last token ends that was taken.
    pub(super) fn end(&self) -> u32 {
        self.end
    }
}

/// What is in the quotation marks of a text. Only a quotation mark can be escaped.
pub(super) fn content(text: &str, span: Span) -> String {
    let written = span.of(text);
    written[1..written.len() - 1].replace("\\\"", "\"")
}

fn token_after(text: &str, from: usize) -> Option<Token> {
    let rest = text[from..].trim_start();
    let start = text.len() - rest.len();
    let ends_word = |sign: char| sign.is_whitespace() || matches!(sign, '{' | '}' | ',' | '"');
    let (form, length) = match rest.chars().next()? {
        '{' => (Form::Open, 1),
        '}' => (Form::Close, 1),
        ',' => (Form::Comma, 1),
        '"' => match quoted_length(rest) {
            Some(length) => (Form::Text, length),
            None => (Form::Unclosed, rest.find(LINE_ENDS).unwrap_or(rest.len())),
        },
        '0'..='9' | '+' | '-' | '.' => (Form::Number, number_length(rest)),
        _ => (Form::Word, rest.find(ends_word).unwrap_or(rest.len())),
    };
    Some(Token { form, span: Span::new(offset(start), offset(start + length)) })
}

/// The length of a text with its quotation marks. A mark after a backslash does not end it, not even after two.
fn quoted_length(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    (1..bytes.len()).find(|place| bytes[*place] == b'"' && bytes[place - 1] != b'\\').map(|place| place + 1)
}

/// The length of a number. A sign is part of it at the beginning and after the `e` of an exponent.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let is_part = |place: &usize| match bytes[*place] {
        b'+' | b'-' => bytes[place - 1].eq_ignore_ascii_case(&b'e'),
        byte => byte.is_ascii_digit() || matches!(byte, b'.' | b'/' | b'e' | b'E'),
    };
    1 + (1..bytes.len()).take_while(is_part).count()
}
