//! Claims in another notation.

use super::{COMPARISONS, NAMES, PLAYERS, Written, deleted};
use crate::diagnostic::{Code, clipped};
use crate::source::Span;
use crate::syntax::slip::{Advice, Slip};
use crate::syntax::token::Token;

/// Whether a further claim can begin here, in the head of a node that has a name or a claim.
fn begins_further_claim(at: &Written<'_>) -> bool {
    (at.was(1, NAMES) && at.was(2, PLAYERS)) || at.is_after_claim()
}

/// `min C alpha=3 {`, `max D beta 5 {`: one end of a window, with its name.
pub(super) fn end_of_window(at: &Written<'_>) -> Option<(Slip, usize)> {
    let sign = usize::from(at.is(1, &[Token::Equal, Token::Colon]));
    let number = at.word(1 + sign);
    if !at.is(0, &[Token::Name]) || !at.is(1 + sign, &[Token::Number]) || !at.goes_on_as_head(2 + sign) {
        return None;
    }
    let is_alpha = at.says(0, &["alpha", "α"]);
    if !(is_alpha || at.says(0, &["beta", "β"])) || !begins_further_claim(at) {
        return None;
    }
    let window = if is_alpha { format!("[{number}, inf]") } else { format!("[-inf, {number}]") };
    let whole = at.span(0).to(at.span(1 + sign));
    let message = "a window is written as an interval, from α to β".to_string();
    let title = format!("write `{}`", clipped(&window));
    let mut slip = Slip::new(Code::UnexpectedToken, message, whole, Advice::Probable(title));
    slip.fix(whole, window, "", at.text);
    Some((slip, 2 + sign))
}

/// `max A value: 3 {`, `max A value = 3 {`: a value with a word before it.
pub(super) fn value_with_name(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["value", "val", "utility", "score", "payoff", "minimax", "wert"];
    let sign = usize::from(at.is(1, &[Token::Equal, Token::Colon]));
    let is_word = at.is(0, &[Token::Name]) && at.says(0, WORDS);
    let is_value = at.is(1 + sign, &[Token::Number, Token::Blank]) && at.goes_on_as_head(2 + sign);
    if !is_word || !is_value || !begins_further_claim(at) {
        return None;
    }
    let claim = format!("= {}", at.word(1 + sign));
    let whole = at.span(0).to(at.span(1 + sign));
    let message = format!("a value is claimed with `=` alone, without `{}`", at.word(0));
    let title = format!("write `{}`", clipped(&claim));
    Some((super::replaced(at, message, whole, title, &claim), 2 + sign))
}

/// `max A = ?`, `min C [?, ?]`, `expect leaves = ...`: another sign for a blank.
pub(super) fn question_mark(at: &Written<'_>) -> Option<(Slip, usize)> {
    let follows_sign = at.was(1, COMPARISONS) && !labels(at);
    let is_move = at.was(1, &[Token::Plays]) && !at.was(2, &[Token::Expect]);
    if follows_sign || is_move {
        let taken = placeholder(at, 0)?;
        return Some((blank(at, at.span(0).to(at.span(taken - 1))), taken));
    }
    if !at.is(0, &[Token::OpenBracket]) || !(at.is_in_head() || at.is_after_claim()) {
        return None;
    }
    let operand = |ahead: usize| placeholder(at, ahead).or(at.is(ahead, &[Token::Number, Token::Blank]).then_some(1));
    let alpha = operand(1)?;
    let beta = operand(1 + alpha)?;
    let mut slip: Option<Slip> = None;
    for (first, taken) in [(1, alpha), (1 + alpha, beta)] {
        if placeholder(at, first).is_some() {
            let place = blank(at, at.span(first).to(at.span(first + taken - 1)));
            match &mut slip {
                Some(slip) => slip.add(place),
                None => slip = Some(place),
            }
        }
    }
    let end = 1 + alpha + beta;
    let slip = slip.filter(|_| at.is(end, &[Token::CloseBracket]))?;
    Some((slip, end + 1))
}

/// Whether the sign before this place is between a label and its leaf: `{ b1 = ? }`.
fn labels(at: &Written<'_>) -> bool {
    let label = at.place.checked_sub(2).map(|place| Written { place, ..*at });
    label.is_some_and(|label| label.is(0, NAMES) && label.begins_child())
}

/// How many tokens a `?`, a `???` or a `...` takes.
fn placeholder(at: &Written<'_>, ahead: usize) -> Option<usize> {
    if at.is(ahead, &[Token::Elided]) {
        return Some(1);
    }
    let is_mark = |place: &usize| at.is(*place, &[Token::Unknown]) && at.word(*place) == "?";
    let touches = |place: &usize| *place == ahead || at.span(*place - 1).end == at.span(*place).start;
    let marks = (ahead..).take_while(|place| is_mark(place) && touches(place)).count();
    (marks > 0).then_some(marks)
}

fn blank(at: &Written<'_>, span: Span) -> Slip {
    let message = "a blank that students fill in is written `_`".to_string();
    super::replaced(at, message, span, "write `_`".to_string(), "_")
}

/// `min C {3, inf} <= 2 {`: a window in braces.
pub(super) fn window_in_braces(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Blank, CloseBrace, Number, OpenBrace, OpenBracket};
    let is_pair = at.is(0, &[OpenBrace]) && (1..3).all(|end| at.is(end, &[Number, Blank])) && at.is(3, &[CloseBrace]);
    let is_infinite = |ahead: usize| at.word(ahead).ends_with("inf") || at.word(ahead).ends_with('∞');
    // Without an infinite end, these may be the children of the node, and the claims may be in the wrong place.
    let is_window = is_pair && (is_infinite(1) || is_infinite(2)) && at.goes_on_as_head(4) && !at.is(4, &[OpenBrace]);
    if !is_window || at.is(4, &[OpenBracket]) || !(at.is_in_head() || at.is_after_claim()) {
        return None;
    }
    let whole = at.span(0).to(at.span(3));
    let written = whole.of(at.text);
    let window = format!("[{}]", &written[1..written.len() - 1]);
    let message = "a window is written in square brackets".to_string();
    let title = format!("write `{}`", clipped(&window));
    Some((super::replaced(at, message, whole, title, &window), 4))
}

/// `c1: 2 [3, inf]`: a window after a leaf.
pub(super) fn window_on_leaf(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Blank, CloseBracket, Colon, Number, OpenBracket, Unknown};
    let is_window = at.is(0, &[OpenBracket])
        && (1..3).all(|end| at.is(end, &[Number, Blank]))
        && at.is(3, &[CloseBracket])
        && !at.goes_on_as_head(4);
    let leaf = Written { place: at.place.checked_sub(1)?, ..*at };
    let is_leaf = leaf.is(0, &[Number, Unknown]) && (leaf.was(1, &[Colon]) || leaf.begins_child());
    let gap = Span::new(leaf.span(0).end, at.span(0).start);
    if !is_window || !is_leaf || at.is_after_claim() || gap.of(at.text).contains([',', '\n', '\r']) {
        return None;
    }
    let whole = at.span(0).to(at.span(3));
    let title = format!("delete `{}`", clipped(whole.of(at.text)));
    let message = "only nodes have windows, not leaves".to_string();
    let mut slip = deleted(at, message, gap.to(whole), title);
    slip.span = whole;
    Some((slip, 4))
}
