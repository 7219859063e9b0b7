//! Foreign notations that can be recognised by a few tokens in a row.

mod child;
mod expectation;
mod head;

pub(super) use child::player;

use super::{Advice, Reading, Slip};
use crate::diagnostic::Code;
use crate::source::{LINE_ENDS, Span};
use crate::syntax::token::Token;

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
    fn is(&self, ahead: usize, wanted: &[Token]) -> bool {
        self.token(ahead).is_some_and(|(token, _)| wanted.contains(&token))
    }

    /// Whether the token `back` places before is one of these.
    fn was(&self, back: usize, wanted: &[Token]) -> bool {
        self.before(back).is_some_and(|(token, _)| wanted.contains(&token))
    }

    fn word(&self, ahead: usize) -> &'text str {
        self.token(ahead).map_or("", |(_, span)| span.of(self.text))
    }

    fn span(&self, ahead: usize) -> Span {
        self.token(ahead).map_or(Span::default(), |(_, span)| span)
    }

    /// Whether the token here touches the next one.
    fn touches_next(&self) -> bool {
        self.token(1).is_some_and(|(_, next)| next.start == self.span(0).end)
    }

    /// Whether the token here and the one `ahead` places further on are on the same line.
    fn same_line(&self, ahead: usize) -> bool {
        !Span::new(self.span(0).end, self.span(ahead).start.max(self.span(0).end)).of(self.text).contains(LINE_ENDS)
    }

    /// Whether the place is in the head of a node, right after its player or name.
    fn is_in_head(&self) -> bool {
        self.was(1, PLAYERS) || (self.was(1, NAMES) && self.was(2, PLAYERS))
    }

    /// Whether the place is in the head of a node, right after one of its claims.
    fn is_after_claim(&self) -> bool {
        let operand = self.was(1, &[Token::Number, Token::Blank]) && self.was(2, COMPARISONS);
        let moved = self.was(1, NAMES) && self.was(2, &[Token::Plays]) && !self.was(3, &[Token::Expect]);
        operand || moved || self.was(1, &[Token::CloseBracket])
    }

    /// Whether a child can begin here, after another child or a brace.
    fn begins_child(&self) -> bool {
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
    fn is_label(&self) -> bool {
        self.is(1, &[Token::Colon]) || (self.is(1, &[Token::Number]) && self.is(2, &[Token::Colon]))
    }
}

const PLAYERS: &[Token] = &[Token::Max, Token::Min, Token::Chance];
const NAMES: &[Token] = &[Token::Name, Token::String];
const COMPARISONS: &[Token] = &[Token::Equal, Token::AtMost, Token::AtLeast, Token::Tilde];

/// A rule looks at one place. If its notation begins there, it returns the slip and the number of tokens that the
/// notation takes.
type Rule = for<'text> fn(&Written<'text>) -> Option<(Slip, usize)>;

const RULES: &[Rule] = &[
    expectation::setting_with_sign,
    expectation::without_expect,
    expectation::with_colon,
    expectation::quoted_quantity,
    expectation::sentence_after_ask,
    expectation::reversed_brackets,
    expectation::player_in_list,
    head::doubled_word,
    head::two_signs,
    head::colon,
    head::window_by_letters,
    head::several_moves,
    head::sign_after_plays,
    head::word_for_equal,
    head::tree_with_colon,
    child::reserved_word,
    child::player_by_another_name,
    child::word_for_leaf,
    child::colon_without_label,
    child::named_probability,
    child::label_with_equal,
    child::label_of_two_words,
    child::label_and_name,
    child::word_between,
    child::and_so_on,
    child::word_for_pruned,
    child::unit,
];

/// Finds each notation once, with all its places.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut found: Vec<Option<Slip>> = RULES.iter().map(|_| None).collect();
    let mut place = 0;
    while place < tokens.len() {
        let at = Written { text, tokens, place };
        let hit = RULES.iter().zip(&mut found).find_map(|(rule, told)| Some((rule(&at)?, told)));
        place += 1;
        if let Some(((slip, taken), told)) = hit {
            place += taken.saturating_sub(1);
            match told {
                Some(told) => told.add(slip),
                None => *told = Some(slip),
            }
        }
    }
    found.into_iter().flatten().collect()
}

/// A slip at `span`, with a fix that writes `text` there.
fn replaced(at: &Written<'_>, message: String, span: Span, title: String, text: &str) -> Slip {
    let mut slip = Slip::new(Code::UnexpectedToken, message, span, Advice::Probable(title));
    let filler = if text.len() <= span.range().len() { text } else { "" };
    slip.mend(span, text, filler, at.text);
    slip
}

/// A slip at `span`, with a fix that deletes it.
fn deleted(at: &Written<'_>, message: String, span: Span, title: String) -> Slip {
    replaced(at, message, span, title, "")
}

/// A slip at the word here, with a fix that replaces it by `text`. In the reading it is a name.
fn renamed(at: &Written<'_>, message: String, title: String, text: &str) -> Slip {
    let mut slip = Slip::new(Code::UnexpectedToken, message, at.span(0), Advice::Probable(title));
    slip.mend(at.span(0), text, "x", at.text);
    slip
}
