//! Looking around among the tokens of a text.

use crate::source::{LINE_ENDS, Span};
use crate::syntax::token::Token;

pub(super) const PLAYERS: &[Token] = &[Token::Max, Token::Min, Token::Chance];
pub(super) const NAMES: &[Token] = &[Token::Name, Token::String];
pub(super) const COMPARISONS: &[Token] = &[Token::Equal, Token::AtMost, Token::AtLeast, Token::Tilde];

/// A place among the tokens of a text.
#[derive(Clone, Copy)]
pub(super) struct Written<'text> {
    pub(super) text: &'text str,
    pub(super) tokens: &'text [(Token, Span)],
    pub(super) place: usize,
}

impl<'text> Written<'text> {
    /// The token `ahead` places further on.
    pub(super) fn token(&self, ahead: usize) -> Option<(Token, Span)> {
        self.tokens.get(self.place + ahead).copied()
    }

    /// The token `back` places before.
    pub(super) fn before(&self, back: usize) -> Option<(Token, Span)> {
        self.tokens.get(self.place.checked_sub(back)?).copied()
    }

    /// Whether the token `ahead` places further on is one of these.
    pub(super) fn is(&self, ahead: usize, wanted: &[Token]) -> bool {
        self.token(ahead).is_some_and(|(token, _)| wanted.contains(&token))
    }

    /// Whether the token `back` places before is one of these.
    pub(super) fn was(&self, back: usize, wanted: &[Token]) -> bool {
        self.before(back).is_some_and(|(token, _)| wanted.contains(&token))
    }

    pub(super) fn word(&self, ahead: usize) -> &'text str {
        self.token(ahead).map_or("", |(_, span)| span.of(self.text))
    }

    /// Whether the token `ahead` places further on is one of these words, in upper or lower case.
    pub(super) fn says(&self, ahead: usize, words: &[&str]) -> bool {
        let written = self.word(ahead);
        words.iter().any(|word| word.eq_ignore_ascii_case(written))
    }

    pub(super) fn span(&self, ahead: usize) -> Span {
        self.token(ahead).map_or(Span::default(), |(_, span)| span)
    }

    /// Whether the token here touches the next one.
    pub(super) fn touches_next(&self) -> bool {
        self.token(1).is_some_and(|(_, next)| next.start == self.span(0).end)
    }

    /// Whether the token here and the one `ahead` places further on are on the same line.
    pub(super) fn same_line(&self, ahead: usize) -> bool {
        !Span::new(self.span(0).end, self.span(ahead).start.max(self.span(0).end)).of(self.text).contains(LINE_ENDS)
    }

    /// The text between the token `ahead` places further on and the one before it.
    pub(super) fn gap_before(&self, ahead: usize) -> &'text str {
        let before = self.tokens.get((self.place + ahead).wrapping_sub(1)).map_or(0, |(_, span)| span.end);
        Span::new(before, self.span(ahead).start.max(before)).of(self.text)
    }

    /// The text from the token `ahead` places further on up to the last one of its line or tree.
    pub(super) fn line_from(&self, ahead: usize) -> &'text str {
        /// At most this many tokens are taken; a longer text is not shown in a help.
        const MOST: usize = 100;
        let goes_on = |place: &usize| {
            !self.is(*place, &[Token::OpenBrace, Token::CloseBrace]) && !self.gap_before(*place).contains(LINE_ENDS)
        };
        let last = (ahead + 1..ahead + MOST).take_while(|place| self.token(*place).is_some() && goes_on(place)).last();
        self.span(ahead).to(self.span(last.unwrap_or(ahead))).of(self.text)
    }

    /// Whether the place is the first of its line, or of the file.
    pub(super) fn begins_line(&self) -> bool {
        let is_before = |(_, before): (Token, Span)| Span::new(before.end, self.span(0).start);
        self.before(1).is_none_or(|before| is_before(before).of(self.text).contains(LINE_ENDS))
    }

    /// Whether the head of a node goes on `ahead` places further on, or its children begin there.
    pub(super) fn goes_on_as_head(&self, ahead: usize) -> bool {
        use Token::{Eval, OpenBrace, OpenBracket, Plays, Pruned, Visited};
        self.is(ahead, COMPARISONS) || self.is(ahead, &[OpenBrace, OpenBracket, Plays, Pruned, Visited, Eval])
    }

    /// Whether the place is in the head of a node, right after its player or name.
    pub(super) fn is_in_head(&self) -> bool {
        self.was(1, PLAYERS) || (self.was(1, NAMES) && self.was(2, PLAYERS))
    }

    /// Whether the place is in the head of a node, right after one of its claims.
    pub(super) fn is_after_claim(&self) -> bool {
        let operand = self.was(1, &[Token::Number, Token::Blank]) && self.was(2, COMPARISONS);
        let moved = self.was(1, NAMES) && self.was(2, &[Token::Plays]) && !self.was(3, &[Token::Expect]);
        operand || moved || self.was(1, &[Token::CloseBracket])
    }

    /// Whether a child can begin here, after another child or a brace.
    pub(super) fn begins_child(&self) -> bool {
        let begins = &[Token::OpenBrace, Token::CloseBrace, Token::Number, Token::Pruned, Token::Visited];
        self.was(1, begins) && !self.is_in_list()
    }

    /// Whether the place is in a list of names and numbers after `expect` or `allow`.
    pub(super) fn is_in_list(&self) -> bool {
        /// At most this many tokens are searched for the beginning of the list.
        const FARTHEST: usize = 50;
        let items =
            &[Token::Name, Token::String, Token::Number, Token::Unknown, Token::Plays, Token::Pruned, Token::Equal];
        let back = (1..FARTHEST).find(|back| !self.was(*back, items));
        back.is_some_and(|back| self.was(back, &[Token::Expect, Token::Allow]))
    }

    /// Whether the word here is a label, with or without a probability after it.
    pub(super) fn is_label(&self) -> bool {
        self.is(1, &[Token::Colon]) || (self.is(1, &[Token::Number]) && self.is(2, &[Token::Colon]))
    }
}
