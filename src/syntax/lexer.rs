//! The tokens of a text with their places, for the parser.
//!
//! The lexer never fails. What the language does not know is reported here and passed over, so that the parser sees
//! only words and signs of the language: one strange character is one finding.

use std::ops::Range;

use logos::Logos;

use super::token::Token;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::interrupt::Pace;
use crate::source::{LINE_ENDS, Span, offset};

pub(super) struct Lexer<'text> {
    tokens: logos::Lexer<'text, Token>,
    set: SetWords,
    /// What is said about what was passed over.
    pub(super) findings: Findings,
    /// Where something was passed over, in the order of the text.
    pub(super) passed_over: Vec<u32>,
    pace: Pace,
}

/// Tells where the names `in`, `or`, `nothing` and `anything` are words of a set: only behind `expect x`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SetWords {
    Outside,
    AfterExpect,
    BeforeIn,
    Inside { brace: bool },
}

impl<'text> Lexer<'text> {
    /// For a second look at a text: keeps no findings.
    pub(super) fn new(text: &'text str) -> Self {
        Self::reporting(text, 0)
    }

    /// Keeps at most `limit` findings.
    pub(super) fn reporting(text: &'text str, limit: usize) -> Self {
        let findings = Findings::new(limit);
        let (tokens, pace) = (Token::lexer(text), Pace::default());
        Self { tokens, set: SetWords::Outside, findings, passed_over: Vec::new(), pace }
    }

    fn report(&mut self, message: impl Into<String>, span: Span, help: &str) {
        let code = Code::UnexpectedCharacter;
        self.passed_over.push(span.start);
        self.findings.error(code, || Diagnostic::new(code, message, span).help(help));
    }

    fn span(&self) -> Span {
        let range = self.tokens.span();
        Span::new(offset(range.start), offset(range.end))
    }

    /// The text behind the last token.
    pub(super) fn remainder(&self) -> &'text str {
        self.tokens.remainder()
    }

    /// Takes a piece of the remainder for a token; its place in the text.
    pub(super) fn take(&mut self, piece: Range<usize>) -> Span {
        let start = self.tokens.span().end;
        self.tokens.bump(piece.end);
        Span::new(offset(start + piece.start), offset(start + piece.end))
    }

    /// Whether a set is being read.
    pub(super) fn is_in_set(&self) -> bool {
        matches!(self.set, SetWords::Inside { .. })
    }

    /// Whether what comes next can begin a set.
    fn set_follows(&self) -> bool {
        let rest = behind_gap(self.tokens.remainder());
        rest.starts_with(['[', '(', '{', '_']) || rest.starts_with("nothing") || rest.starts_with("anything")
    }

    /// Turns names into set words where a set may stand.
    fn contextual(&mut self, token: Token) -> Token {
        if self.set == SetWords::Outside && token != Token::Expect {
            return token;
        }
        let word = if token == Token::Name { self.tokens.slice() } else { "" };
        let (token, next) = match (self.set, token, word) {
            (_, Token::Expect, _) => (token, SetWords::AfterExpect),
            (SetWords::AfterExpect, ..) => (token, SetWords::BeforeIn),
            (SetWords::BeforeIn, _, "in") if self.set_follows() => (Token::In, SetWords::Inside { brace: false }),
            (SetWords::Inside { .. }, _, "or") => (Token::Or, self.set),
            (SetWords::Inside { .. }, _, "nothing") => (Token::Nothing, self.set),
            (SetWords::Inside { .. }, _, "anything") => (Token::Anything, self.set),
            (SetWords::Inside { .. }, Token::OpenBrace, _) => (token, SetWords::Inside { brace: true }),
            (SetWords::Inside { brace: true }, Token::CloseBrace, _) => (token, SetWords::Inside { brace: false }),
            (SetWords::Inside { .. }, _, _) if belongs_to_set(token) => (token, self.set),
            _ => (token, SetWords::Outside),
        };
        self.set = next;
        token
    }

    /// Reports what stands at the place where no token begins, and skips what belongs to it. A sign that is only written
    /// otherwise here still counts as what it means.
    fn pass_over(&mut self) -> Option<Token> {
        let mut span = self.span();
        let rest = &self.tokens.source()[span.start as usize..];
        let first = rest.chars().next().unwrap_or_default();
        let (message, help) = if rest.starts_with("/*") {
            span.end = self.bump_to(span, rest.find("*/").map_or(rest.len(), |at| at + 2));
            ("a comment in another language's notation".to_string(), "comments begin with `//`")
        } else if first == '#' {
            span.end = self.bump_to(span, rest.find(LINE_ENDS).unwrap_or(rest.len()));
            ("a comment in another language's notation".to_string(), "comments begin with `//`")
        } else if let Some(length) = foreign_quotes(self.tokens.source(), span) {
            span.end = self.bump_to(span, length);
            let message = "texts stand in straight double quotes";
            self.report(message, span, "write `\"a text\"`");
            return Some(Token::String);
        } else {
            let run = rest.chars().take_while(|c| *c == first).map(char::len_utf8).sum();
            span.end = self.bump_to(span, run);
            (format!("`{first}` means nothing here"), advice(first))
        };
        self.report(message, span, help);
        match first {
            '≥' => Some(Token::AtLeast),
            '≤' | '<' => Some(Token::AtMost),
            '≈' => Some(Token::Tilde),
            '.' if span.end - span.start == 2 => Some(Token::Elided),
            _ => None,
        }
    }

    /// Moves on to `length` bytes behind the start of `span`; the offset reached.
    fn bump_to(&mut self, span: Span, length: usize) -> u32 {
        let wanted = span.start as usize + length;
        self.tokens.bump(wanted.saturating_sub(self.tokens.span().end));
        offset(self.tokens.span().end)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Result<(u32, Token, u32), std::convert::Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.pace.step();
            let start = self.tokens.span().end;
            let token = match self.tokens.next()? {
                Ok(Token::Underscored) => {
                    let help = "take the `_` away, or put the name in quotes";
                    self.report("names begin with a letter", self.span(), help);
                    Some(Token::Name)
                }
                Ok(token) => Some(self.contextual(token)),
                Err(()) => self.pass_over(),
            };
            debug_assert!(self.tokens.span().end > start, "every step moves on");
            if let Some(token) = token {
                let span = self.span();
                return Some(Ok((span.start, token, span.end)));
            }
        }
    }
}

/// A text without the blanks, commas and comments that it begins with.
fn behind_gap(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{c}', ',', '\u{feff}', '\u{a0}']);
        match rest.strip_prefix("//") {
            Some(comment) => rest = comment.find(LINE_ENDS).map_or("", |end| &comment[end..]),
            None => return rest,
        }
    }
}

/// The length of a text in quotes of another sort that begins at `span` and is closed on its line. Directly behind a
/// name such a sign is meant as a prime.
fn foreign_quotes(source: &str, span: Span) -> Option<usize> {
    /// Further away than this no closing quote is looked for.
    const FARTHEST: usize = 200;
    let (before, text) = source.split_at(span.start as usize);
    if before.ends_with(char::is_alphanumeric) {
        return None;
    }
    let first = text.chars().next().filter(|first| "“„‘’'`".contains(*first))?;
    let near = text[first.len_utf8()..].char_indices().take(FARTHEST).take_while(|(_, c)| !LINE_ENDS.contains(c));
    let closing = { near }.find(|(_, c)| "”“’‘'`\"".contains(*c));
    closing.map(|(at, c)| first.len_utf8() + at + c.len_utf8())
}

fn belongs_to_set(token: Token) -> bool {
    use Token::{CloseBracket, CloseParenthesis, Number, OpenBracket, OpenParenthesis};
    matches!(token, Number | OpenBracket | CloseBracket | OpenParenthesis | CloseParenthesis)
}

/// What to write in the place of a character that the language does not use.
fn advice(character: char) -> &'static str {
    match character {
        '≥' => "write `>=`",
        '≤' => "write `<=`",
        '≈' => "write `~`",
        '<' => "write `<=` for an upper bound; rules of cutting are `cut alpha >= beta` and `cut alpha > beta`",
        '–' | '—' => "write `-` for a minus sign",
        '“' | '”' | '„' | '‘' | '`' => "write texts in straight double quotes: `\"a text\"`",
        '’' | '′' | '\'' => "write `'` directly behind a name for a prime, texts in straight double quotes",
        '.' => "any subtree at all is written `...`",
        ';' | '|' => "children are separated by blanks or commas",
        _ => "take it away, or put the text it belongs to in quotes",
    }
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
    fn what_is_unknown_is_one_finding() {
        let mut lexer = Lexer::new("3;;; 5 # all this\n/* and this */ 7");
        assert_eq!(lexer.by_ref().count(), 3);
        assert_eq!(lexer.findings.tally().errors, 3);
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
