//! Foreign notations that can be recognised by a few tokens in a row.

mod child;
mod claim;
mod expectation;
mod head;
mod setting;

pub(super) use child::player;

use super::written::{COMPARISONS, NAMES, PLAYERS, Written};
use super::{Advice, Reading, STAND_IN, Slip};
use crate::diagnostic::Code;
use crate::source::Span;

/// A rule looks at one place. If its notation begins there, it returns the slip and the number of tokens that the
/// notation takes.
type Rule = for<'text> fn(&Written<'text>) -> Option<(Slip, usize)>;

const RULES: &[Rule] = &[
    expectation::setting_with_sign,
    setting::several_words,
    setting::word_before,
    setting::pruning_rule,
    expectation::another_word,
    expectation::best_move,
    expectation::without_expect,
    expectation::with_colon,
    expectation::quoted_quantity,
    expectation::sentence_after_ask,
    expectation::reversed_brackets,
    expectation::player_in_list,
    expectation::list_in_brackets,
    head::doubled_word,
    head::two_signs,
    head::colon,
    head::window_by_letters,
    claim::end_of_window,
    claim::value_with_name,
    claim::question_mark,
    claim::window_in_braces,
    claim::window_on_leaf,
    head::several_moves,
    head::sign_after_plays,
    head::word_for_equal,
    head::tree_with_colon,
    child::reserved_word,
    child::player_by_another_name,
    child::word_for_leaf,
    child::colon_without_label,
    child::named_probability,
    child::misplaced_probability,
    child::mark_before_value,
    child::name_before_player,
    child::word_for_pruned,
    child::label_with_equal,
    child::label_of_two_words,
    child::label_and_name,
    child::word_between,
    child::and_so_on,
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
    slip.mend(at.span(0), text, STAND_IN, at.text);
    slip
}
