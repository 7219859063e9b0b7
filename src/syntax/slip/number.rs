//! Numbers as other languages write them.

use std::collections::BTreeSet;

use super::written::Written;
use super::{Advice, Reading, Slip};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::token::Token;

/// Words for infinity; the language has `inf`.
const INFINITIES: &[&str] = &["infinity", "infty", "inf", "infinite"];

pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut infinity = None;
    let (mut comma, mut point) = (None, None);
    for place in 0..tokens.len() {
        let at = Written { text, tokens, place };
        if let Some(span) = spelt_out_infinity(&at) {
            note_infinity(text, span, &mut infinity);
        } else if let Some((whole, decimals)) = decimal_comma(&at) {
            note_comma(text, whole, decimals, &mut comma);
        } else if let Some(span) = last_point(&at) {
            note_point(text, span, &mut point);
        }
    }
    if let Some(slip) = &mut comma {
        fix_leaves(text, tokens, slip);
    }
    infinity.into_iter().chain(comma).chain(point).collect()
}

/// `infinity`, `INF`, `-infinity` and the like, where a number is expected.
fn spelt_out_infinity(at: &Written<'_>) -> Option<Span> {
    let is_infinity = |word: &str| INFINITIES.iter().any(|infinity| infinity.eq_ignore_ascii_case(word));
    let (first, span) = at.token(0)?;
    if first == Token::Number {
        // `-inf` is a number token; the name directly after it is the rest of the word.
        let (_, rest) = at.token(1).filter(|(token, rest)| *token == Token::Name && rest.start == span.end)?;
        let whole = span.to(rest);
        return is_infinity(whole.of(at.text).trim_start_matches(['-', '+', '−'])).then_some(whole);
    }
    if first != Token::Name || !is_infinity(span.of(at.text)) {
        return None;
    }
    use Token::{AtLeast, AtMost, CloseBrace, CloseBracket, Colon, Equal, Eval, Number, OpenBrace, OpenBracket, Tilde};
    let before = at.before(1).map(|(token, _)| token);
    let after = at.token(1).map(|(token, _)| token);
    let operand = matches!(before, Some(Equal | Tilde | AtMost | AtLeast | OpenBracket | Eval | Colon));
    let leaf = matches!(before, Some(OpenBrace | CloseBrace | Number)) && matches!(after, Some(CloseBrace | Number));
    let is_label = after == Some(Number) && matches!(at.token(2), Some((Colon, _)));
    let end = after == Some(CloseBracket);
    (after != Some(Colon) && !is_label && !at.is_in_list() && (operand || leaf || end)).then_some(span)
}

fn note_infinity(text: &str, span: Span, found: &mut Option<Slip>) {
    let number = if span.of(text).starts_with(['-', '−']) { "-inf" } else { "inf" };
    let slip = found.get_or_insert_with(|| {
        let advice = Advice::Probable(format!("write `{number}`"));
        Slip { count: 0, ..Slip::new(Code::MalformedNumber, "infinity is written `inf`", span, advice) }
    });
    slip.count += 1;
    slip.fix(span, number, number, text);
}

/// `2,5` where the author must mean one number: after the sign of a claim, or as a probability.
fn decimal_comma(at: &Written<'_>) -> Option<(Span, Span)> {
    let ((first, whole), (second, decimals)) = (at.token(0)?, at.token(1)?);
    let is_digits = |span: Span| span.of(at.text).bytes().all(|byte| byte.is_ascii_digit());
    let joined = first == Token::Number && second == Token::Number && is_digits(decimals);
    if !joined || Span::new(whole.end, decimals.start).of(at.text) != "," || whole.of(at.text).contains(['.', '/']) {
        return None;
    }
    use Token::{AtLeast, AtMost, Colon, Equal, Tilde};
    let claimed = matches!(at.before(1), Some((Equal | Tilde | AtMost | AtLeast, _)));
    let probability = matches!(at.token(2), Some((Colon, _))) && whole.of(at.text) == "0";
    (claimed || probability).then_some((whole, decimals))
}

/// An author who writes decimal commas in claims writes them in leaves, too: `3,5` without a space, outside windows.
fn fix_leaves(text: &str, tokens: &[(Token, Span)], slip: &mut Slip) {
    let fixed: BTreeSet<Span> = slip.fix.iter().map(|edit| edit.span).collect();
    let mut place = 0;
    while place + 1 < tokens.len() {
        let at = Written { text, tokens, place };
        place += 1;
        let ((first, whole), (second, decimals)) = (tokens[place - 1], tokens[place]);
        let joined = first == Token::Number && second == Token::Number;
        let both = whole.to(decimals);
        let is_leaf =
            matches!(at.before(1), Some((Token::OpenBrace | Token::Number | Token::Colon | Token::Pruned, _)));
        let is_digits = |span: Span| span.of(text).bytes().all(|byte| byte.is_ascii_digit());
        let is_longer = text[decimals.end as usize..].starts_with(',')
            && text[decimals.end as usize + 1..].starts_with(|c: char| c.is_ascii_digit());
        let goes_on = text[..whole.start as usize].ends_with(',') || is_longer || at.is_in_list();
        if !goes_on
            && joined
            && is_leaf
            && is_digits(decimals)
            && Span::new(whole.end, decimals.start).of(text) == ","
            && !fixed.contains(&both)
        {
            let point = format!("{}.{}", whole.of(text), decimals.of(text));
            slip.count += 1;
            slip.fix(both, point.clone(), &point, text);
            place += 1;
        }
    }
}

fn note_comma(text: &str, whole: Span, decimals: Span, found: &mut Option<Slip>) {
    let (ones, places) = (whole.of(text), decimals.of(text));
    let is_thousands = places.len() == 3 && !ones.trim_start_matches(['-', '+', '−']).starts_with('0');
    let point = format!("{ones}.{places}");
    let slip = found.get_or_insert_with(|| {
        let advice = if is_thousands {
            Advice::Help(format!("write `{ones}{places}`, or `{point}` if the comma is a decimal comma"))
        } else {
            Advice::Probable(format!("write `{point}`"))
        };
        let message = format!("`{ones},{places}` is read as two numbers: a comma separates children");
        Slip { count: 0, ..Slip::new(Code::MalformedNumber, message, whole.to(decimals), advice) }
    });
    slip.count += 1;
    slip.fix(whole.to(decimals), point.clone(), &point, text);
}

/// The number `5.`, which ends with a point.
fn last_point(at: &Written<'_>) -> Option<Span> {
    let (token, span) = at.token(0)?;
    let number = span.of(at.text).strip_suffix('.')?;
    let is_number = token == Token::Number && number.ends_with(|c: char| c.is_ascii_digit()) && !number.contains('.');
    is_number.then_some(span)
}

fn note_point(text: &str, span: Span, found: &mut Option<Slip>) {
    let number = span.of(text).trim_end_matches('.');
    let slip = found.get_or_insert_with(|| {
        let message = format!("`{}` ends with a point", span.of(text));
        Slip {
            count: 0,
            ..Slip::new(Code::MalformedNumber, message, span, Advice::Probable(format!("write `{number}`")))
        }
    });
    slip.count += 1;
    slip.fix(span, number, number, text);
}
