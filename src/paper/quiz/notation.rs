//! The notation of blanks: `{2:NUMERICAL:=3:0~2:0#feedback}`, where `=` is before right answers.
//!
//! `~`, `#`, `}` and, at the beginning of an answer, `=` and `%` are syntax there. Moodle decodes HTML entities only after it
//! has split a blank, so these characters are written as entities and are never taken for syntax.

use std::fmt::Write;

use super::blanks::{Choice, Input, Word};
use super::numbers::{exact, spelled, tolerance, without_repetitions, written};
use crate::diagnostic::render::printable;
use crate::number::Number;
use crate::search::Bound;

/// A text within HTML outside blanks: no part of it is a tag, or the beginning of a blank.
pub(super) fn escaped(text: &str) -> String {
    entities(text, "&<>\"{}")
}

/// An answer.
fn answer(text: &str) -> String {
    entities(text, "&<>\"{}~#\\=%")
}

/// An answer that students type. In it, `*` would stand for any letters.
fn typed(text: &str) -> String {
    answer(&text.replace('*', "\\*"))
}

/// Feedback, which Moodle reads as HTML.
fn feedback(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("#{}", entities(&escaped(text), "&<>\"{}~#\\")) }
}

fn entities(text: &str, signs: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        if signs.contains(letter) {
            let _ = write!(written, "&#{};", u32::from(letter));
        } else {
            written.push(letter);
        }
    }
    written
}

/// A blank that is worth this many marks in Moodle. Students must write this many decimals of rounded numbers.
pub(super) fn blank(marks: u64, input: &Input, decimals: usize) -> String {
    let (kind, alternatives) = match input {
        Input::Number { right, is_rounded, predicted } => {
            let is_exact = |number: Number| exact(number, decimals).is_some();
            let tolerance = |is_exact: bool| if is_exact { "0".to_string() } else { tolerance(decimals) };
            // It can be written: see `Input::can_have`.
            let right_text = written(*right, decimals).unwrap_or_else(|| right.to_string());
            let mut alternatives = vec![format!("={right_text}:{}", tolerance(!is_rounded && is_exact(*right)))];
            alternatives.extend(predicted.iter().filter_map(|it| {
                let (text, tolerance) = (written(it.answer, decimals)?, tolerance(is_exact(it.answer)));
                Some(format!("{text}:{tolerance}{}", feedback(&it.feedback)))
            }));
            ("NUMERICAL", alternatives)
        }
        Input::Text { right, predicted } => {
            let right = right.iter().flat_map(|word| word.spelled(decimals)).map(|text| format!("={}", typed(&text)));
            // Only the first spelling of a wrong answer has feedback: a blank with all spellings would be very long.
            let wrong =
                predicted.iter().filter_map(|it| Some((it.answer.spelled(decimals).first()?.clone(), &it.feedback)));
            let wrong = wrong.map(|(text, about)| format!("{}{}", typed(&text), feedback(about)));
            ("SHORTANSWER", right.chain(wrong).collect())
        }
        Input::List(lists) => {
            // Names are case-sensitive.
            ("SHORTANSWER_C", in_order(lists).iter().map(|text| format!("={}", typed(text))).collect())
        }
        Input::One(choices) => ("MULTICHOICE", choices.iter().map(choice).collect()),
        Input::Several(choices) => ("MULTIRESPONSE", choices.iter().map(choice).collect()),
    };
    format!("{{{marks}:{kind}:{}}}", alternatives.join("~"))
}

/// Lists in order, as students may separate their items.
fn in_order(lists: &[Vec<String>]) -> Vec<String> {
    let lists = lists.iter().filter(|list| !list.is_empty());
    let ways = lists.flat_map(|list| [" ", ", ", ","].map(|between| printable(&list.join(between))));
    without_repetitions(ways.flat_map(|way| [way.clone(), way.replace('-', "−")]).collect())
}

impl Word {
    /// All accepted spellings.
    fn spelled(self, decimals: usize) -> Vec<String> {
        let (signs, number): (&[&str], _) = match self {
            Self::NotEntered => return ["-", "−", "–", "none"].map(str::to_string).to_vec(),
            Self::Filler => return vec!["(nothing else)".to_string()],
            Self::Number(number) => (&[""], number),
            Self::Returned(Bound::Exact, number) => (&["", "=", "= "], number),
            Self::Returned(Bound::Upper, number) => (&["≤ ", "≤", "<= ", "<="], number),
            Self::Returned(Bound::Lower, number) => (&["≥ ", "≥", ">= ", ">="], number),
        };
        let numbers = spelled(number, decimals);
        signs.iter().flat_map(|sign| numbers.iter().map(move |number| format!("{sign}{number}"))).collect()
    }
}

fn choice(choice: &Choice) -> String {
    let sign = if choice.is_right { "=" } else { "" };
    // Moodle reads it as HTML.
    format!("{sign}{}{}", answer(&escaped(&printable(&choice.text))), feedback(&choice.feedback))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_mistaken_for_a_sign() {
        let choice =
            |text: &str, is_right| Choice { text: text.to_string(), is_right, feedback: "a}b~c = 1".to_string() };
        let choices = vec![choice("=x", true), choice("{1:SA:=1}", false), choice("<b>&", false)];
        assert_eq!(
            blank(2, &Input::One(choices), 2),
            "{2:MULTICHOICE:=&#61;x#a&#38;&#35;125;b&#126;c = 1\
             ~&#38;&#35;123;1:SA:&#61;1&#38;&#35;125;#a&#38;&#35;125;b&#126;c = 1\
             ~&#38;&#35;60;b&#38;&#35;62;&#38;&#35;38;#a&#38;&#35;125;b&#126;c = 1}"
        );
        assert_eq!(typed("a*"), "a&#92;*");
        assert_eq!(escaped("{1:SA:=1} <b>"), "&#123;1:SA:=1&#125; &#60;b&#62;");
    }
}
