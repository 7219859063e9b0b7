//! Names that do not begin with a letter.

use std::collections::{BTreeMap, BTreeSet};

use super::{Advice, Reading, STAND_IN, Slip};
use crate::diagnostic::{Code, clipped};
use crate::source::Span;
use crate::syntax::token::Token;
use crate::syntax::{is_plain_name, name_at, normal};

/// A word that is not a name, and the name that the fix gives it.
struct Misnamed {
    span: Span,
    name: String,
    written: String,
}

/// `?1`: the name of an unknown must begin with a letter.
pub(super) fn unknowns(reading: &Reading<'_>, places: &[Span]) -> Option<Slip> {
    let text = reading.text.as_ref();
    let words = places.iter().map(|span| {
        let name = format!("x{}", normal(&span.of(text)[1..]));
        Misnamed { span: *span, written: format!("?{name}"), name }
    });
    let words: Vec<Misnamed> = words.collect();
    let taken = names(reading, &[Token::Unknown], &words);
    let message = "the name of an unknown must begin with a letter";
    let help = "choose a name that begins with a letter and is not used yet".to_string();
    slip(text, words, &taken, message, help, "?")
}

/// Whether a word of underscores is a blank: it follows the sign of a claim, `plays`, `in` or a bracket.
pub(super) fn is_blank(reading: &Reading<'_>, word: Span) -> bool {
    use Token::{AtLeast, AtMost, CloseBracket, Equal, Name, OpenBracket, Plays, Tilde};
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let place = tokens.partition_point(|(_, span)| span.start < word.start);
    let is_operand = match (tokens[..place].last(), tokens.get(place + 1)) {
        (Some((Equal | AtMost | AtLeast | Tilde | OpenBracket | Plays, _)), _) | (_, Some((CloseBracket, _))) => true,
        (Some((Name, span)), _) => span.of(text) == "in",
        _ => false,
    };
    word.of(text).bytes().all(|byte| byte == b'_') && is_operand
}

/// `___`: a row of underscores instead of one.
pub(super) fn blanks(text: &str, places: &[Span]) -> Option<Slip> {
    let message = "a blank that students fill in is one `_`";
    let advice = Advice::Probable("write `_`".to_string());
    let mut slip = Slip::new(Code::UnexpectedCharacter, message, *places.first()?, advice);
    slip.count = places.len();
    places.iter().for_each(|place| slip.fix(*place, "_", "_", text));
    Some(slip)
}

/// `_x`, which is neither a name nor a blank.
pub(super) fn names_with_underscore(reading: &Reading<'_>, places: &[Span]) -> Option<Slip> {
    let text = reading.text.as_ref();
    let words = places.iter().map(|span| {
        let written = span.of(text);
        let name = written.trim_start_matches('_');
        match is_plain_name(name) {
            true => Misnamed { span: *span, name: normal(name).into_owned(), written: name.to_string() },
            false => Misnamed { span: *span, name: normal(written).into_owned(), written: format!("\"{written}\"") },
        }
    });
    let words: Vec<Misnamed> = words.collect();
    let taken = names(reading, &[Token::Name, Token::String], &words);
    let first = clipped(words.first()?.span.of(text));
    let message = "a name must begin with a letter";
    let help = format!("choose a name that begins with a letter and is not used yet, or write `\"{first}\"`");
    slip(text, words, &taken, message, help, STAND_IN)
}

/// The names that tokens of some kinds have; empty if there is no use for them.
fn names(reading: &Reading<'_>, kinds: &[Token], words: &[Misnamed]) -> BTreeSet<String> {
    if words.is_empty() {
        return BTreeSet::new();
    }
    let text = reading.text.as_ref();
    let named = reading.tokens().iter().filter(|(token, _)| kinds.contains(token));
    named.map(|(_, span)| name_at(text, *span).trim_start_matches('?').to_string()).collect()
}

/// The slip for all these words. If two names would become one, only the author can choose other names.
fn slip(
    text: &str,
    words: Vec<Misnamed>,
    taken: &BTreeSet<String>,
    message: &str,
    help: String,
    filler: &str,
) -> Option<Slip> {
    let first = words.first()?;
    let mut renamed = BTreeMap::new();
    let merges = words.iter().any(|word| {
        let before = word.span.of(text);
        taken.contains(&word.name) || *renamed.entry(&word.name).or_insert(before) != before
    });
    let advice = match merges {
        true => Advice::Help(help),
        false => Advice::Probable(format!("write `{}`", clipped(&first.written))),
    };
    let mut slip = Slip { count: 0, ..Slip::new(Code::UnexpectedCharacter, message, first.span, advice) };
    for word in words {
        slip.count += 1;
        slip.fix(word.span, word.written, filler, text);
    }
    Some(slip)
}
