//! The marks of leaves, in other words and in other places.

use super::{COMPARISONS, NAMES, PLAYERS, Written, deleted, replaced};
use crate::diagnostic::{Code, Edit, clipped};
use crate::source::Span;
use crate::syntax::slip::{Advice, Slip};
use crate::syntax::token::Token;

/// `12 cut`, `12 skipped`: another word for `pruned`, after its leaf or before it.
pub(super) fn word_for_pruned(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["cut", "skipped", "cutoff", "prune", "unvisited", "ignored", "abgeschnitten"];
    let is_word = at.is(0, &[Token::Name, Token::Cut]) && at.says(0, WORDS);
    let next = Written { place: at.place + 1, ..*at };
    let labelled = next.is(0, NAMES) && next.is_label();
    if !is_word || at.is_label() || at.is_in_list() {
        return None;
    }
    let message = format!("mark a skipped leaf `pruned`, not `{}`", at.word(0));
    let is_before = separates(at.gap_before(0)) || at.was(1, &[Token::OpenBrace, Token::CloseBrace]);
    if is_before && labelled && at.begins_child() && !separates(at.gap_before(1)) {
        if !at.is(2, &[Token::Colon]) || !at.is(3, &[Token::Number, Token::Unknown]) || at.is(4, &[Token::Colon]) {
            return None;
        }
        let leaf = at.span(1).to(at.span(3)).of(at.text);
        let label = at.span(0).to(at.span(1)).of(at.text);
        let title =
            format!("write `{} pruned`; if all of it is the label, write `\"{}\"`", clipped(leaf), clipped(label));
        let mut slip = Slip::new(Code::UnexpectedToken, message, at.span(0), Advice::Probable(title));
        slip.fix(Span::new(at.span(0).start, at.span(1).start), "", "", at.text);
        if !at.is(4, &[Token::Pruned]) {
            slip.fix.push(Edit::new(Span::empty(at.span(3).end), " pruned"));
        }
        return Some((slip, 4));
    }
    let ends = at.is(1, &[Token::CloseBrace, Token::Number]) || at.is(1, PLAYERS) || labelled;
    if !at.was(1, &[Token::Number]) || at.was(2, COMPARISONS) || is_before || !ends {
        return None;
    }
    Some((replaced(at, message, at.span(0), "write `pruned`".to_string(), "pruned"), 1))
}

/// `c2: pruned 4`: a mark before its value.
pub(super) fn mark_before_value(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_mark = at.is(0, &[Token::Pruned, Token::Visited]) && at.was(1, &[Token::Colon]);
    if !is_mark || !at.is(1, &[Token::Number, Token::Unknown]) || at.is(2, &[Token::Colon]) {
        return None;
    }
    let (mark, value) = (at.word(0), at.word(1));
    let message = format!("`{mark}` comes after the leaf that it marks");
    let leaf = format!("{value} {mark}");
    let title = format!("write `{}`", clipped(&leaf));
    Some((replaced(at, message, at.span(0).to(at.span(1)), title, &leaf), 2))
}

/// `8 is pruned`, `8 not pruned`: a sentence where the mark alone, or none, is enough.
pub(super) fn word_before_mark(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_marked = at.is(0, &[Token::Name]) && at.was(1, &[Token::Number]) && at.is(1, &[Token::Pruned]);
    if !is_marked || at.was(2, COMPARISONS) || separates(at.gap_before(0)) || separates(at.gap_before(1)) {
        return None;
    }
    let leaf = at.before(1)?.1;
    let (word, mark, value) = (at.word(0), at.word(1), clipped(leaf.of(at.text)));
    if at.says(0, &["is", "gets", "was", "ist"]) {
        let message = format!("mark a skipped leaf `{mark}`, without `{word}`");
        let title = format!("write `{value} {mark}`");
        return Some((deleted(at, message, Span::new(leaf.end, at.span(0).end), title), 2));
    }
    if at.says(0, &["not", "never", "nicht"]) {
        let message = format!("a leaf that is not {mark} has no mark");
        let title = format!("delete `{word} {mark}`");
        return Some((deleted(at, message, Span::new(leaf.end, at.span(1).end), title), 2));
    }
    None
}

/// `9 x`: a cross after a leaf, in a tree that asks what is pruned.
pub(super) fn cross_after_leaf(at: &Written<'_>) -> Option<(Slip, usize)> {
    let leaf = at.before(1).filter(|(token, _)| *token == Token::Number)?.1;
    if !is_cross(at) || at.was(2, COMPARISONS) || separates(at.gap_before(0)) || !ends_child(at) || !asks_pruned(at) {
        return None;
    }
    let (cross, value) = (at.word(0), clipped(leaf.of(at.text)));
    let title =
        format!("to say that the search skips the leaf {value}, write `{value} pruned`; otherwise delete `{cross}`");
    let message = format!("`{cross}` is not a mark of this language");
    Some((replaced(at, message, at.span(0), title, "pruned"), 1))
}

/// `{ 2, X }`: a cross in the place of a leaf, in a tree that asks what is pruned.
pub(super) fn cross_for_leaf(at: &Written<'_>) -> Option<(Slip, usize)> {
    let in_place = (at.begins_child() && (separates(at.gap_before(0)) || at.was(1, &[Token::OpenBrace])))
        || (at.was(1, &[Token::Colon]) && at.was(2, NAMES));
    if !is_cross(at) || !in_place || !ends_child(at) || !asks_pruned(at) {
        return None;
    }
    let message = format!("`{}` has taken the place of a leaf", at.word(0));
    let help = "put the number of the leaf back; if the search skips that leaf, write the mark `pruned` after it";
    let mut slip = Slip::new(Code::UnknownWord, message, at.span(0), Advice::Help(help.to_string()));
    slip.stand_in(at.span(0), "?", at.text);
    Some((slip, 1))
}

fn is_cross(at: &Written<'_>) -> bool {
    at.is(0, &[Token::Name]) && at.says(0, &["x", "xx", "xxx"]) && !at.is_in_list()
}

/// Whether a child ends with the word here: a brace, a comma or a line end follows.
fn ends_child(at: &Written<'_>) -> bool {
    !at.is_label() && (at.is(1, &[Token::CloseBrace]) || separates(at.gap_before(1)))
}

fn separates(gap: &str) -> bool {
    gap.contains([',', '\n', '\r'])
}

/// Whether the tree around this place asks what is pruned, as far as its next tokens tell.
fn asks_pruned(at: &Written<'_>) -> bool {
    /// In tokens. An exercise that students fill in is shorter.
    const FARTHEST: usize = 1000;
    let mut rest = (1..FARTHEST).take_while(|ahead| at.token(*ahead).is_some() && !at.is(*ahead, &[Token::Tree]));
    rest.any(|ahead| at.is(ahead, &[Token::Ask]) && at.is(ahead + 1, &[Token::Pruned]))
}
