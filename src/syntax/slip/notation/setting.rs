//! Settings in other words.

use super::{Written, deleted, replaced};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::slip::{Advice, Slip};
use crate::syntax::token::{CHOICES, Token};

/// `order left to right`, `search fail soft`: a value that is one word with hyphens.
pub(super) fn several_words(at: &Written<'_>) -> Option<(Slip, usize)> {
    let word = |ahead: usize| match at.is(ahead, &[Token::Name]) && at.same_line(ahead) {
        true => at.word(ahead).to_lowercase(),
        false => String::new(),
    };
    if !at.is(0, &[Token::Order, Token::Search]) {
        return None;
    }
    let setting = at.word(0).to_lowercase();
    let (_, values) = CHOICES.iter().find(|(other, _)| *other == setting)?;
    // The words of a value; without its `to`, too.
    let spellings = |value: &'static str| {
        [value.split('-').collect::<Vec<_>>(), value.split('-').filter(|part| *part != "to").collect()]
    };
    let is_written = |parts: &Vec<&str>| parts.len() > 1 && (1..).zip(parts).all(|(ahead, part)| word(ahead) == *part);
    let (value, words) = values.iter().find_map(|value| {
        let parts = spellings(value).into_iter().find(is_written)?;
        Some((*value, parts.len()))
    })?;
    let span = at.span(1).to(at.span(words));
    let message = format!("`{value}` is one word, with hyphens");
    let title = format!("write `{setting} {value}`");
    let mut slip = Slip::new(Code::UnexpectedToken, message, span, Advice::Probable(title));
    slip.fix.push(crate::diagnostic::Edit::new(span, value));
    slip.read(at.span(0).to(span), "", at.text);
    Some((slip, words + 1))
}

/// `set order left-to-right`: a word before a setting.
pub(super) fn word_before(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["set", "use", "let", "setting", "option"];
    let is_word = at.is(0, &[Token::Name]) && at.says(0, WORDS);
    if !is_word
        || !at.begins_line()
        || !at.token(1).is_some_and(|(token, _)| token.is_setting())
        || !at.same_line(1)
        || at.is(2, &[Token::Colon])
    {
        return None;
    }
    let message = format!("a setting begins with its own word, without `{}`", at.word(0));
    let span = Span::new(at.span(0).start, at.span(1).start);
    Some((deleted(at, message, span, format!("delete `{}`", at.word(0))), 1))
}

/// `prune alpha >= beta`, `cut if alpha >= beta`: the rule for cutoffs in other words.
pub(super) fn pruning_rule(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["prune", "pruned", "pruning", "cutoff", "cutoffs", "cut", "stop"];
    let joined = usize::from(at.says(1, &["if", "when", "where"]));
    let comparison = at.is(2 + joined, &[Token::AtLeast, Token::Above]);
    let ends = || at.says(1 + joined, &["alpha"]) && at.says(3 + joined, &["beta"]);
    if !comparison || !at.says(0, WORDS) || !ends() || (joined == 0 && at.is(0, &[Token::Cut])) {
        return None;
    }
    let span = at.span(0).to(at.span(joined));
    let written = span.of(at.text);
    let message = format!("the rule for cutoffs is set with `cut`, not with `{written}`");
    let title = format!("write `cut alpha {} beta`", at.word(2 + joined));
    Some((replaced(at, message, span, title, "cut"), 4 + joined))
}
