//! Foreign notations that can be recognised by a few tokens in a row.

mod child;
mod claim;
mod expectation;
mod head;
mod mark;
mod setting;

use super::written::{COMPARISONS, NAMES, PLAYERS, Written};
use super::{Advice, Reading, STAND_IN, Slip};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::token::Token;

/// A rule looks at one place. If its notation begins there, it returns the slip and the number of tokens that the
/// notation takes.
type Rule = for<'text> fn(&Written<'text>) -> Option<(Slip, usize)>;

/// What a notation begins with. None begins with a number or a closing brace, and most tokens are one of those.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begin {
    Name,
    /// A reserved word.
    Word,
    Sign,
    /// An opening brace, or a leaf without a known value.
    Other,
    NameOrWord,
    Any,
}

impl Begin {
    /// The kinds that a token can have.
    const EACH: [Self; 4] = [Self::Name, Self::Word, Self::Sign, Self::Other];

    fn of(token: Token) -> Option<Self> {
        use Token::{
            Above, AtLeast, AtMost, CloseBracket, Colon, Elided, Equal, Name, OpenBrace, OpenBracket, String, Tilde,
            Unknown,
        };
        match token {
            Name | String => Some(Self::Name),
            Colon | Equal | Tilde | AtMost | AtLeast | Above | OpenBracket | CloseBracket => Some(Self::Sign),
            OpenBrace | Unknown | Elided => Some(Self::Other),
            word if word.is_reserved() => Some(Self::Word),
            _ => None,
        }
    }

    fn can_be(self, other: Self) -> bool {
        match self {
            Self::Any => true,
            Self::NameOrWord => matches!(other, Self::Name | Self::Word),
            _ => self == other,
        }
    }
}

const RULES: &[(Begin, Rule)] = &[
    (Begin::Word, expectation::setting_with_sign),
    (Begin::Word, setting::several_words),
    (Begin::Name, setting::word_before),
    (Begin::NameOrWord, setting::pruning_rule),
    (Begin::Name, expectation::another_word),
    (Begin::Name, expectation::best_move),
    (Begin::NameOrWord, expectation::without_expect),
    (Begin::Word, expectation::with_colon),
    (Begin::Word, expectation::quoted_quantity),
    (Begin::Word, expectation::sentence_after_ask),
    (Begin::Sign, expectation::reversed_brackets),
    (Begin::Sign, expectation::bound_for_set),
    (Begin::Word, expectation::player_in_list),
    (Begin::Word, expectation::list_in_brackets),
    (Begin::Word, head::doubled_word),
    (Begin::Sign, head::two_signs),
    (Begin::Sign, head::colon),
    (Begin::Name, head::window_by_letters),
    (Begin::Name, claim::end_of_window),
    (Begin::Name, claim::value_with_name),
    (Begin::Any, claim::question_mark),
    (Begin::Other, claim::window_in_braces),
    (Begin::Sign, claim::window_on_leaf),
    (Begin::Word, head::several_moves),
    (Begin::Word, head::sign_after_plays),
    (Begin::Word, head::worth_before_answer),
    (Begin::Name, head::word_for_equal),
    (Begin::Word, head::tree_with_colon),
    (Begin::Word, child::reserved_word),
    (Begin::Name, child::player_by_another_name),
    (Begin::Name, child::word_for_leaf),
    (Begin::Sign, child::colon_without_label),
    (Begin::Name, child::named_probability),
    (Begin::Name, child::misplaced_probability),
    (Begin::Word, mark::mark_before_value),
    (Begin::Name, child::name_before_player),
    (Begin::Name, mark::word_before_mark),
    (Begin::NameOrWord, mark::word_for_pruned),
    (Begin::Name, mark::cross_after_leaf),
    (Begin::Name, mark::cross_for_leaf),
    (Begin::Name, child::label_with_equal),
    (Begin::Name, child::label_of_two_words),
    (Begin::Name, child::label_and_name),
    (Begin::Name, child::word_between),
    (Begin::Name, child::and_so_on),
    (Begin::Name, child::unit),
    (Begin::Name, child::label_without_colon),
    (Begin::Sign, child::value_of_leaf),
];

/// Finds each notation once, with all its places.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let rules = Begin::EACH
        .map(|begin| -> Vec<usize> { (0..RULES.len()).filter(|rule| RULES[*rule].0.can_be(begin)).collect() });
    let mut found: Vec<Option<Slip>> = RULES.iter().map(|_| None).collect();
    let mut place = 0;
    while place < tokens.len() {
        let at = Written { text, tokens, place };
        let begin = Begin::of(tokens[place].0);
        place += 1;
        let Some(begin) = begin else { continue };
        let hit = rules[begin as usize].iter().find_map(|rule| Some((rule, RULES[*rule].1(&at)?)));
        if let Some((rule, (slip, taken))) = hit {
            place += taken.saturating_sub(1);
            match &mut found[*rule] {
                Some(found) => found.add(slip),
                found => *found = Some(slip),
            }
        }
    }
    found.into_iter().flatten().collect()
}

/// A slip at `span`, with a fix that writes `text` there.
fn replaced(at: &Written<'_>, message: String, span: Span, title: String, text: &str) -> Slip {
    let mut slip = Slip::new(Code::UnexpectedToken, message, span, Advice::Probable(title));
    slip.fix(span, text, text, at.text);
    slip
}

/// A slip at `span`, with a fix that deletes it.
fn deleted(at: &Written<'_>, message: String, span: Span, title: String) -> Slip {
    replaced(at, message, span, title, "")
}

/// A slip at the word here, with a fix that replaces it by `text`. In the reading it is a name.
fn renamed(at: &Written<'_>, message: String, title: String, text: &str) -> Slip {
    let mut slip = Slip::new(Code::UnexpectedToken, message, at.span(0), Advice::Probable(title));
    slip.fix(at.span(0), text, STAND_IN, at.text);
    slip
}
