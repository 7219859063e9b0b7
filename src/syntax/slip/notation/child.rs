//! Children: players, leaves, labels, probabilities.

use super::expectation::is_quantity;
use super::head::CLAIM_BEGINS;
use super::{COMPARISONS, NAMES, PLAYERS, Written, deleted, renamed, replaced};
use crate::diagnostic::{Code, Edit, clipped};
use crate::source::Span;
use crate::syntax::slip::{Advice, STAND_IN, Slip};
use crate::syntax::token::{SETTINGS, Token};

/// Prefixes of the words that other books use for the players.
const CALLED: &[(&str, &[&str])] = &[
    ("max", &["maximi", "max_", "maxnode", "maxplayer", "maximum"]),
    ("min", &["minimi", "min_", "minnode", "minplayer", "minimum"]),
    ("chance", &["chance", "random", "average", "avg", "nature", "expectation", "expectim", "zufall"]),
];

/// The player that another book's word means.
fn player(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let is_called =
        |(here, begins): &&(&str, &[&str])| *here == word || begins.iter().any(|begin| word.starts_with(begin));
    CALLED.iter().find(is_called).map(|(here, _)| *here).or((word == "exp").then_some("chance"))
}

/// `maximizer A {`: a player by another name; `player max A {`: a word before the player.
pub(super) fn player_by_another_name(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Name, OpenBrace, OpenBracket, Plays, String};
    if !at.is(0, &[Name]) || at.was(1, PLAYERS) || at.was(1, &[Plays]) || at.is_in_list() || at.is_label() {
        return None;
    }
    let word = at.word(0);
    let goes_on = |ahead: usize| at.is(ahead, &[OpenBrace, OpenBracket, Plays]) || at.is(ahead, COMPARISONS);
    if let Some(player) = player(word).filter(|_| goes_on(1) || (at.is(1, &[Name, String]) && goes_on(2))) {
        let message = format!("a node begins with `max`, `min` or `chance`, not with `{word}`");
        let mut slip = Slip::new(Code::UnknownWord, message, at.span(0), Advice::Probable(format!("write `{player}`")));
        slip.fix(at.span(0), player, if player.len() <= word.len() { player } else { "max" }, at.text);
        return Some((slip, 1));
    }
    if at.is(1, PLAYERS) && at.says(0, &["player", "node", "root", "child"]) && at.same_line(1) {
        let message = format!("`{word}` is not needed: a node begins with its player");
        let span = Span::new(at.span(0).start, at.span(1).start);
        let title = format!("write `{}`", clipped(at.word(1)));
        return Some((replaced(at, message, span, title, ""), 1));
    }
    None
}

/// `leaf 3`: a leaf is only its value.
pub(super) fn word_for_leaf(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["leaf", "value", "terminal", "blatt"];
    if !at.is(0, &[Token::Name]) || !at.is(1, &[Token::Number]) {
        return None;
    }
    let (word, value) = (at.word(0), at.span(1));
    let is_child = at.begins_child() || at.was(1, &[Token::Colon]);
    if !at.says(0, WORDS) || !is_child || !at.is(1, &[Token::Number]) || at.is(2, &[Token::Colon]) {
        return None;
    }
    let message = format!("write a leaf as its value alone, without `{word}`");
    let span = Span::new(at.span(0).start, value.start);
    let title = format!("write `{}`", clipped(value.of(at.text)));
    Some((replaced(at, message, span, title, ""), 2))
}

/// `{ : 3 }`: a colon without a label.
pub(super) fn colon_without_label(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Colon]) || !at.was(1, &[Token::OpenBrace, Token::CloseBrace]) {
        return None;
    }
    let message = "this colon has no label before it".to_string();
    let blank = if at.same_line(1) { at.span(1).start } else { at.span(0).end };
    let span = Span::new(at.span(0).start, blank.max(at.span(0).end));
    Some((deleted(at, message, span, "delete it, or write a label before it".to_string()), 1))
}

/// `p=0.5: 7`: a probability with its name.
pub(super) fn named_probability(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Colon, Equal, Name, Number};
    let is_named = at.is(0, &[Name]) && at.is(1, &[Equal]) && at.is(2, &[Number]) && at.is(3, &[Colon]);
    let after_label = at.was(1, NAMES) && !at.was(2, PLAYERS) && !at.was(2, &[Token::Expect]);
    if !is_named || !(at.begins_child() || after_label) {
        return None;
    }
    let message = format!("a probability is written without `{} =`", clipped(at.word(0)));
    let span = Span::new(at.span(0).start, at.span(2).start);
    Some((deleted(at, message, span, format!("write `{}:`", clipped(at.word(2)))), 4))
}

/// `b1 = 3`: a label takes a colon.
pub(super) fn label_with_equal(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Equal, Number};
    let is_labelled = at.is(0, NAMES) && at.is(1, &[Equal]) && at.is(2, &[Number, Token::Unknown]);
    let claim_goes_on = at.is(3, &[Token::OpenBrace, Token::OpenBracket, Token::Plays]) || at.is(3, COMPARISONS);
    if !is_labelled || !at.begins_child() || claim_goes_on || is_quantity(at.word(0)) {
        return None;
    }
    let label = format!("{}: {}", clipped(at.word(0)), clipped(at.word(2)));
    let message = "a label takes a colon, not `=`".to_string();
    let sign = Span::new(at.span(0).end, at.span(1).end);
    Some((replaced(at, message, sign, format!("write `{label}`"), ":"), 3))
}

/// `raise twice: -2`: a label of several words.
pub(super) fn label_of_two_words(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_next = |ahead: &usize| {
        let is_first = *ahead == 0 || !at.gap_before(*ahead).contains([',', '\n', '\r']);
        at.is(*ahead, &[Token::Name]) && is_first
    };
    let words = (0..6).take_while(is_next).count();
    if words < 2 || !at.begins_child() || !at.is(words, &[Token::Colon]) {
        return None;
    }
    let whole = at.span(0).to(at.span(words - 1));
    let quoted = format!("\"{}\"", whole.of(at.text));
    let message = "a label of several words needs quotes".to_string();
    let mut slip =
        Slip::new(Code::UnexpectedToken, message, whole, Advice::Probable(format!("write `{}`", clipped(&quoted))));
    slip.fix(whole, quoted, STAND_IN, at.text);
    Some((slip, words))
}

/// `b1: L1 3`: a leaf with a label and a name.
pub(super) fn label_and_name(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_named = at.was(1, &[Token::Colon]) && at.is(0, NAMES) && at.is(1, &[Token::Number]) && at.same_line(1);
    if !is_named || !at.was(2, NAMES) || at.is(2, &[Token::Colon]) {
        return None;
    }
    let message = "a leaf can have a label, but not a name as well".to_string();
    let label = format!("{}: {}", clipped(at.before(2)?.1.of(at.text)), clipped(at.word(1)));
    let span = Span::new(at.span(0).start, at.span(1).start);
    Some((deleted(at, message, span, format!("write `{label}`")), 2))
}

/// `3 and 8`: a word between children.
pub(super) fn word_between(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_word = at.is(0, &[Token::Name]) && matches!(at.word(0), "and" | "or" | "then" | "und" | "oder");
    let (before, after) = (at.before(1)?.1, at.span(1));
    let between = at.was(1, &[Token::Number, Token::CloseBrace]) && (at.is(1, &[Token::Number]) || at.is(1, PLAYERS));
    if !is_word || !between || at.is_label() || at.is_in_list() {
        return None;
    }
    let message = format!("children are separated by commas or spaces, not by `{}`", at.word(0));
    let numbers = at.was(1, &[Token::Number]) && at.is(1, &[Token::Number]);
    let (span, text) = match numbers {
        true => (Span::new(before.end, at.span(0).end), ","),
        false => (Span::new(at.span(0).start, after.start), ""),
    };
    let title = if numbers {
        format!("write `{}, {}`", clipped(before.of(at.text)), clipped(at.word(1)))
    } else {
        "delete it".to_string()
    };
    Some((replaced(at, message, span, title, text), 1))
}

/// `1, etc`: a word for further children.
pub(super) fn and_so_on(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_word = at.is(0, &[Token::Name]) && at.says(0, &["etc", "usw", "rest"]);
    if !is_word || !at.begins_child() || at.is_label() {
        return None;
    }
    let message = "`...` stands for subtrees that do not matter".to_string();
    Some((replaced(at, message, at.span(0), "write `...`".to_string(), "..."), 1))
}

/// `a1: B min = 3 {`: a name before its player.
pub(super) fn name_before_player(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_named = at.is(0, NAMES) && at.was(1, &[Token::Colon]) && at.is(1, PLAYERS) && at.same_line(1);
    if !is_named || !at.goes_on_as_head(2) {
        return None;
    }
    let head = format!("{} {}", at.word(1), at.word(0));
    let message = "the name of a node comes after its player".to_string();
    let title = format!("write `{}`", clipped(&head));
    Some((replaced(at, message, at.span(0).to(at.span(1)), title, &head), 2))
}

/// `heads: 0.5: 7`, `heads (0.5): 7`: a probability that is not between a label and its colon.
pub(super) fn misplaced_probability(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{CloseParenthesis, Colon, Number, OpenParenthesis};
    let after_colon = at.is(1, &[Colon]) && at.is(2, &[Number]) && at.is(3, &[Colon]);
    let enclosed = at.is(1, &[OpenParenthesis]) && at.is(2, &[Number]) && at.is(3, &[CloseParenthesis]);
    if !at.is(0, NAMES) || !at.begins_child() || !(after_colon || (enclosed && at.is(4, &[Colon]))) {
        return None;
    }
    let last = if enclosed { 4 } else { 3 };
    let (label, number) = (at.word(0), at.word(2));
    let message = "a probability comes after the label and before the colon, without other signs".to_string();
    let child = if at.is(last + 1, &[Number, Token::Unknown]) { at.word(last + 1) } else { "…" };
    let title = format!("write `{}`", clipped(&format!("{label} {number}: {child}")));
    let whole = at.span(0).to(at.span(last));
    Some((replaced(at, message, whole, title, &format!("{label} {number}:")), last + 1))
}

/// `5 points`: a word after a number, more than once.
pub(super) fn unit(at: &Written<'_>) -> Option<(Slip, usize)> {
    let is_unit =
        !at.is_in_list() && at.is(0, &[Token::Name]) && at.was(1, &[Token::Number]) && !at.was(2, COMPARISONS);
    if !is_unit || !at.is(1, &[Token::Number, Token::CloseBrace]) {
        return None;
    }
    // A label cannot occur twice, so a word that also follows another number is not a label.
    let again = at.is(2, &[Token::Name]) && at.word(2) == at.word(0);
    let before = at.was(2, &[Token::Name]) && at.before(2)?.1.of(at.text) == at.word(0);
    if !again && !before {
        return None;
    }
    let number = at.before(1)?.1;
    let message = format!("write a leaf as a number alone, without `{}`", clipped(at.word(0)));
    let title = format!("write `{}`", clipped(number.of(at.text)));
    Some((deleted(at, message, Span::new(number.end, at.span(0).end), title), 1))
}

/// `{ a 3, b 5 }`: labels without their colons.
pub(super) fn label_without_colon(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{CloseBrace, Name, Number, String};
    let is_labelled = at.is(0, NAMES) && at.begins_child() && at.is(1, &[Number]) && at.same_line(1);
    let separates = |ahead: usize| at.gap_before(ahead).contains([',', '\n', '\r']);
    let ends = at.is(2, &[CloseBrace]) || (at.is(2, &[Number, Name, String]) && separates(2));
    if !is_labelled || separates(1) || !ends || is_quantity(at.word(0)) {
        return None;
    }
    let shown = clipped(at.word(0));
    let title = format!("write `{shown}: {}`", clipped(at.word(1)));
    let message = format!("the label `{shown}` has no colon");
    let mut slip = Slip::new(Code::MissingColon, message, at.span(0), Advice::Probable(title));
    let gap = Span::new(at.span(0).end, at.span(1).start);
    slip.fix.push(Edit::new(Span::empty(gap.start), ":"));
    slip.read(gap, ":", at.text);
    Some((slip, 2))
}

/// `{ 3, 4.5 = 4.5 }`: the value of a leaf, claimed once more.
pub(super) fn value_of_leaf(at: &Written<'_>) -> Option<(Slip, usize)> {
    let leaf = Written { place: at.place.checked_sub(1)?, ..*at };
    let is_leaf = leaf.is(0, &[Token::Number]) && (leaf.was(1, &[Token::Colon]) || leaf.begins_child());
    let is_value = at.is(0, &[Token::Equal]) && at.is(1, &[Token::Number]) && at.word(1) == leaf.word(0);
    if !is_leaf || !is_value || at.goes_on_as_head(2) || at.is(2, &[Token::Colon]) {
        return None;
    }
    let value = clipped(at.word(1));
    let message = format!("`{value}` is a leaf, so its value needs no claim");
    let whole = at.span(0).to(at.span(1));
    let slip = deleted(at, message, Span::new(leaf.span(0).end, whole.end), format!("delete `= {value}`"));
    Some((Slip { span: whole, ..slip }, 2))
}

/// `cut: 6`, `plays cut`: a word of the language as a label or a name.
pub(super) fn reserved_word(at: &Written<'_>) -> Option<(Slip, usize)> {
    let (token, _) = at.token(0)?;
    if !token.is_reserved() || token == Token::Tree {
        return None;
    }
    let word = at.word(0);
    let small = word.to_lowercase();
    let begins_child = at.begins_child() || at.was(1, &[Token::Unknown, Token::Elided]);
    // In `4 pruned: b 6`, it is a mark, and the colon is in the wrong place.
    let mark = at.is(0, &[Token::Pruned, Token::Visited]) && at.is(2, NAMES) && at.is(3, &[Token::Number]);
    let label = begins_child && at.is(1, &[Token::Colon]) && !mark;
    // In `max window [3, 5] {`, it is the word before a window.
    let before_window = at.is(0, &[Token::Window]) && at.is(1, &[Token::OpenBracket]);
    let head_goes_on = (at.is(1, CLAIM_BEGINS) || at.is(1, COMPARISONS)) && !before_window;
    let played = at.was(1, &[Token::Plays]) && head_goes_on;
    let name = at.was(1, PLAYERS) && SETTINGS.contains(&small.as_str()) && head_goes_on;
    if !label && !played && !name {
        return None;
    }
    let message = format!("`{word}` is a word of the language; as a label or a name it needs quotes");
    Some((renamed(at, message, format!("write `\"{word}\"`"), &format!("\"{word}\"")), 1))
}
