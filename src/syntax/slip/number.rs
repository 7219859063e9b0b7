//! Numbers as other languages write them.

use std::collections::BTreeSet;

use super::written::{COMPARISONS, Written};
use super::{Advice, Reading, Slip};
use crate::diagnostic::{Code, clipped};
use crate::number::Number;
use crate::source::{Span, offset};
use crate::syntax::sign::{BLANKS, is_infinity};
use crate::syntax::token::Token;

const SIGNS: [char; 3] = ['-', '+', '−'];

pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut infinity = None;
    let (mut comma, mut point, mut mixed) = (None, None, None);
    for place in 0..tokens.len() {
        let at = Written { text, tokens, place };
        if let Some(span) = spelt_out_infinity(&at) {
            note_infinity(text, span, &mut infinity);
        } else if let Some((whole, decimals)) = decimal_comma(&at) {
            note_comma(text, whole, decimals, "children", &mut comma);
        } else if let Some(commas) = commas_in_window(&at) {
            let separates = "the two ends of an interval";
            commas.into_iter().for_each(|(whole, decimals)| note_comma(text, whole, decimals, separates, &mut comma));
        } else if let Some(span) = last_point(&at) {
            note_point(text, span, &mut point);
        } else if let Some((whole, sum)) = mixed_number(&at) {
            note_mixed(text, whole, &sum, &mut mixed);
        }
    }
    if let Some(slip) = &mut comma {
        fix_leaves(text, tokens, slip);
    }
    infinity.into_iter().chain(comma).chain(point).chain(mixed).collect()
}

/// `infinity`, `INF`, `-oo` and the like, where a number is expected.
fn spelt_out_infinity(at: &Written<'_>) -> Option<Span> {
    let (first, span) = at.token(0)?;
    if first == Token::Number {
        // `-inf` is a number token; the name directly after it is the rest of the word.
        let (_, rest) = at.token(1).filter(|(token, rest)| *token == Token::Name && rest.start == span.end)?;
        let whole = span.to(rest);
        return is_infinity(whole.of(at.text).trim_start_matches(SIGNS)).then_some(whole);
    }
    if first != Token::Name || !is_infinity(span.of(at.text)) {
        return None;
    }
    if let Some(sign) = at.text[..span.start as usize].chars().next_back().filter(|sign| SIGNS.contains(sign)) {
        return Some(Span::new(span.start - offset(sign.len_utf8()), span.end));
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
    // For a short word, another number stands in the reading.
    let filler = if number.len() <= span.range().len() { number } else { "9" };
    slip.fix(span, number, filler, text);
}

/// `2,5` where the author must mean one number: after the sign of a claim, or as a probability.
fn decimal_comma(at: &Written<'_>) -> Option<(Span, Span)> {
    if !is_joined(at, 0) {
        return None;
    }
    let (whole, decimals) = (at.span(0), at.span(1));
    use Token::{AtLeast, AtMost, Colon, Equal, Tilde};
    let claimed = matches!(at.before(1), Some((Equal | Tilde | AtMost | AtLeast, _)));
    let probability = matches!(at.token(2), Some((Colon, _))) && whole.of(at.text) == "0";
    (claimed || probability).then_some((whole, decimals))
}

/// Whether the numbers `ahead` places further on and after that look like one with a decimal comma.
fn is_joined(at: &Written<'_>, ahead: usize) -> bool {
    let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    (ahead..=ahead + 1).all(|place| at.is(place, &[Token::Number]))
        && at.gap_before(ahead + 1) == ","
        && is_digits(at.word(ahead).trim_start_matches(SIGNS))
        && is_digits(at.word(ahead + 1))
}

/// `[-inf, 4,5]`: decimal commas in a window or an interval, if only they leave two ends.
fn commas_in_window(at: &Written<'_>) -> Option<Vec<(Span, Span)>> {
    use Token::{CloseBracket, CloseParenthesis, Number, OpenBracket, OpenParenthesis, Range, Window};
    if !at.is(0, &[OpenBracket, OpenParenthesis]) {
        return None;
    }
    let in_set = at.was(1, &[Token::Name]) && matches!(at.before(1)?.1.of(at.text), "in" | "or");
    let count = (1..6).take_while(|ahead| at.is(*ahead, &[Number])).count();
    let is_closed = at.is(count + 1, &[CloseBracket]) || (in_set && at.is(count + 1, &[CloseParenthesis]));
    let is_claim = (at.is_in_head() || at.is_after_claim())
        && (at.goes_on_as_head(count + 2) || at.is(count + 2, &[Token::Worth]));
    let is_window = at.is(0, &[OpenBracket]) && (is_claim || at.was(1, &[Window, Range]));
    if !is_closed || !(is_window || in_set) {
        return None;
    }
    let firsts: &[usize] = match count {
        3 if is_joined(at, 1) && !is_joined(at, 2) => &[1],
        3 if is_joined(at, 2) && !is_joined(at, 1) => &[2],
        4 if is_joined(at, 1) && is_joined(at, 3) => &[1, 3],
        _ => return None,
    };
    Some(firsts.iter().map(|first| (at.span(*first), at.span(first + 1))).collect())
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

fn note_comma(text: &str, whole: Span, decimals: Span, separates: &str, found: &mut Option<Slip>) {
    let (ones, places) = (whole.of(text), decimals.of(text));
    let is_thousands = places.len() == 3 && !ones.trim_start_matches(SIGNS).starts_with('0');
    let point = format!("{ones}.{places}");
    let slip = found.get_or_insert_with(|| {
        let advice = if is_thousands {
            Advice::Help(format!("write `{ones}{places}`, or `{point}` if the comma is a decimal comma"))
        } else {
            Advice::Probable(format!("write `{point}`"))
        };
        let message = format!("`{ones},{places}` is read as two numbers: a comma separates {separates}");
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

/// `4 1/2` after the sign of a claim, and the fraction that it means.
fn mixed_number(at: &Written<'_>) -> Option<(Span, String)> {
    let is_pair = at.was(1, COMPARISONS) && at.is(0, &[Token::Number]) && at.is(1, &[Token::Number]);
    if !is_pair || !at.gap_before(1).chars().all(|gap| BLANKS.contains(&gap)) {
        return None;
    }
    let written = at.word(0);
    let digits = written.trim_start_matches(SIGNS);
    let sign = if written.starts_with(['-', '−']) { "-" } else { "" };
    let (numerator, denominator) = at.word(1).split_once('/')?;
    let (ones, numerator, denominator): (u64, u64, u64) =
        (digits.parse().ok()?, numerator.parse().ok()?, denominator.parse().ok()?);
    let sum = ones.checked_mul(denominator)?.checked_add(numerator)?;
    let is_mixed = (1..denominator).contains(&numerator);
    is_mixed.then(|| (at.span(0).to(at.span(1)), format!("{sign}{sum}/{denominator}")))
}

fn note_mixed(text: &str, whole: Span, fraction: &str, found: &mut Option<Slip>) {
    let slip = found.get_or_insert_with(|| {
        let message = format!("`{}` is read as two numbers", clipped(whole.of(text)));
        // The exact decimal, if there is one.
        let decimal = fraction.parse().ok().map(|number: Number| number.to_string()).filter(|text| !text.contains('/'));
        let or = decimal.map_or_else(String::new, |decimal| format!(" or `{decimal}`"));
        let advice = Advice::Probable(format!("write `{fraction}`{or}"));
        Slip { count: 0, ..Slip::new(Code::MalformedNumber, message, whole, advice) }
    });
    slip.count += 1;
    slip.fix(whole, fraction, fraction, text);
}
