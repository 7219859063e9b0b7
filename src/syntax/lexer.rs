//! The tokens of a text with their places, for the parser.
//!
//! The lexer never fails. It skips text that is not part of the language, so the parser sees only words and signs of
//! the language; [`super::slip`] reports what was skipped.

use std::ops::Range;

use logos::Logos;

use super::scan::next_token;
use super::sign::Sign;
use super::token::Token;
use crate::interrupt::Pace;
use crate::source::{LINE_ENDS, Span, offset};

pub(super) struct Lexer<'text> {
    /// The tokens of the whole text: what a sign means can depend on the text after the part that is read.
    tokens: logos::Lexer<'text, Token>,
    /// The end of the part that is read.
    end: usize,
    set: SetWords,
    /// The places where something was skipped, in the order of the text.
    pub(super) passed_over: Vec<u32>,
    pace: Pace,
}

/// Where the names `in`, `or`, `nothing` and `anything` are words of a set: only after `expect x`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetWords {
    Outside,
    AfterExpect,
    BeforeIn,
    /// Where a part of a set begins: after `in` or `or`.
    BeforePart,
    InBraces,
    Inside,
}

impl<'text> Lexer<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self::within(text, Span::new(0, offset(text.len())))
    }

    /// The tokens of a part of a text, with their places in the whole text.
    pub(super) fn within(text: &'text str, part: Span) -> Self {
        let mut tokens = Token::lexer(text);
        tokens.bump(part.start as usize);
        Self { tokens, end: part.end as usize, set: SetWords::Outside, passed_over: Vec::new(), pace: Pace::default() }
    }

    fn span(&self) -> Span {
        let range = self.tokens.span();
        Span::new(offset(range.start), offset(range.end))
    }

    /// The text after the last token, up to the end of what is read.
    pub(super) fn remainder(&self) -> &'text str {
        &self.tokens.remainder()[..self.end.saturating_sub(self.tokens.span().end)]
    }

    /// Takes a piece of the remainder as the next token. The piece must contain no words of a set. Returns its place in
    /// the text.
    pub(super) fn take(&mut self, piece: Range<usize>) -> Span {
        self.set = SetWords::Outside;
        self.pace.step();
        let start = self.tokens.span().end;
        self.tokens.bump(piece.end);
        Span::new(offset(start + piece.start), offset(start + piece.end))
    }

    /// Whether the last token ends after the part that is read.
    fn is_past_end(&self) -> bool {
        self.tokens.span().end > self.end
    }

    /// Whether a set is being read.
    pub(super) fn is_in_set(&self) -> bool {
        matches!(self.set, SetWords::BeforePart | SetWords::InBraces | SetWords::Inside)
    }

    /// Whether what comes next can begin a set.
    fn set_follows(&self) -> bool {
        let rest = after_gap(self.tokens.remainder());
        rest.starts_with(['[', '(', '{', '_']) || rest.starts_with("nothing") || rest.starts_with("anything")
    }

    /// Turns names into set words where there may be a set.
    fn contextual(&mut self, token: Token) -> Token {
        if self.set == SetWords::Outside && token != Token::Expect {
            return token;
        }
        let word = if token == Token::Name { self.tokens.slice() } else { "" };
        let (token, next) = match (self.set, token, word) {
            (_, Token::Expect, _) => (token, SetWords::AfterExpect),
            (SetWords::AfterExpect, ..) => (token, SetWords::BeforeIn),
            (SetWords::BeforeIn, _, "in") if self.set_follows() => (Token::In, SetWords::BeforePart),
            // Any other brace opens a node after the set.
            (SetWords::BeforePart, Token::OpenBrace, _) => (token, SetWords::InBraces),
            (SetWords::InBraces, Token::CloseBrace, _) => (token, SetWords::Inside),
            _ if !self.is_in_set() => (token, SetWords::Outside),
            (_, _, "or") => (Token::Or, SetWords::BeforePart),
            (_, _, "nothing") => (Token::Nothing, SetWords::Inside),
            (_, _, "anything") => (Token::Anything, SetWords::Inside),
            (SetWords::InBraces, _, _) if belongs_to_set(token) => (token, SetWords::InBraces),
            _ if belongs_to_set(token) => (token, SetWords::Inside),
            _ => (token, SetWords::Outside),
        };
        self.set = next;
        token
    }

    /// Skips a sign that begins no token, and what belongs to it. If the language has another spelling for the sign,
    /// returns the token that it means.
    fn pass_over(&mut self) -> Option<Token> {
        self.passed_over.push(self.span().start);
        Sign::skip(&mut self.tokens).meant()
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<(u32, Token, u32), std::convert::Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.pace.step();
            let start = self.tokens.span().end;
            let token = next_token(&mut self.tokens)?;
            if self.is_past_end() {
                return None;
            }
            let token = match token {
                Ok(Token::Underscored) => {
                    self.passed_over.push(self.span().start);
                    Some(Token::Name)
                }
                Ok(Token::Numbered) => {
                    self.passed_over.push(self.span().start);
                    Some(Token::Unknown)
                }
                Ok(token) => Some(self.contextual(token)),
                Err(()) => self.pass_over(),
            };
            debug_assert!(self.tokens.span().end > start, "every step moves on");
            if self.is_past_end() {
                return None;
            }
            if let Some(token) = token {
                let span = self.span();
                return Some(Ok((span.start, token, span.end)));
            }
        }
    }
}

/// A text without the blanks, commas and comments at its beginning.
fn after_gap(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{c}', ',', '\u{feff}', '\u{a0}']);
        match rest.strip_prefix("//") {
            Some(comment) => rest = comment.find(LINE_ENDS).map_or("", |end| &comment[end..]),
            None => return rest,
        }
    }
}

fn belongs_to_set(token: Token) -> bool {
    use Token::{CloseBracket, CloseParenthesis, Number, OpenBracket, OpenParenthesis};
    matches!(token, Number | OpenBracket | CloseBracket | OpenParenthesis | CloseParenthesis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        Lexer::new(text).map(|token| token.unwrap().1).collect()
    }

    #[test]
    fn names_numbers_and_signs() {
        use Token::*;
        assert_eq!(tokens("max A' {O-O: -2, no-cutoff ?x … _}").len(), 11);
        assert_eq!(tokens("3.5 1/3 .5 1e-3 −∞ 3a"), [Number; 6]);
        assert_eq!(tokens("5 ... …"), [Number, Elided, Elided]);
    }

    #[test]
    fn set_words_are_names_elsewhere() {
        use Token::*;
        assert_eq!(tokens("in or nothing"), [Name, Name, Name]);
        let set = [
            Expect,
            Unknown,
            In,
            OpenParenthesis,
            Number,
            Number,
            CloseBracket,
            Or,
            OpenBrace,
            Number,
            CloseBrace,
            CloseBrace,
            Name,
        ];
        assert_eq!(tokens("expect ?x in (5, 7] or {9} } or"), set);
        assert_eq!(tokens("expect ?x in, // which\n (5, 7] or {9} } or"), set);
        assert_eq!(tokens("expect ?x in, // which\r (5, 7] or {9} } or"), set);
    }

    #[test]
    fn a_set_ends_before_the_brace_of_a_node() {
        use Token::*;
        let label = [Name, Colon, Number];
        for set in ["in [1, 9]", "in {9}", "in anything", "in [1, 9] or {9}"] {
            let tokens = tokens(&format!("expect value {set} {{ or: 5, {{ nothing: 6 }} }}"));
            assert_eq!(
                tokens[tokens.len() - 10..],
                [[OpenBrace, Name, Colon, Number, OpenBrace].as_slice(), &label, &[CloseBrace; 2]].concat()
            );
        }
    }

    #[test]
    fn what_is_unknown_is_passed_over() {
        let mut lexer = Lexer::new("3;;; 5 # all this\n/* and this */ 7");
        assert_eq!(lexer.by_ref().count(), 3);
        assert_eq!(lexer.passed_over, [1, 7, 18]);
    }

    #[test]
    fn whatever_ends_with_its_line_ends_at_each_kind_of_line_break() {
        use Token::*;
        for newline in ["\n", "\r\n", "\r"] {
            let text = ["// 1", "/// 2", "\"3", "‘4", "5’", "# 6", "7"].join(newline);
            assert_eq!(tokens(&text), [Doc, String, Number, Number, Number], "{newline:?}");
        }
    }
}
