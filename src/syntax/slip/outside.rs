//! Prose in places where only trees and settings can be.

use super::{Advice, Reading, Slip};
use crate::diagnostic::{Code, Edit};
use crate::source::{LINE_ENDS, Span, offset};
use crate::syntax::token::Token;

/// A sentence has at least this many words.
const FEWEST_WORDS: usize = 4;

pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let mut depth = 0_usize;
    let mut slip: Option<Slip> = None;
    let mut read_to = 0;
    for &(token, span) in tokens {
        match token {
            Token::OpenBrace => depth += 1,
            Token::CloseBrace => depth = depth.saturating_sub(1),
            Token::Name if depth == 0 && span.start >= read_to && begins_line(text, span.start) => {
                let line = line_from(text, span.start);
                read_to = line.end;
                if is_prose(line.of(text)) {
                    note(text, line, &mut slip);
                }
            }
            _ => {}
        }
    }
    slip.into_iter().collect()
}

fn note(text: &str, line: Span, found: &mut Option<Slip>) {
    let slip = found.get_or_insert_with(|| {
        let message = "this sentence is not part of a tree";
        let advice = Advice::Probable("write `//` before it, or `///` if it is a question for students".to_string());
        Slip { count: 0, ..Slip::new(Code::UnexpectedToken, message, line, advice) }
    });
    slip.count += 1;
    slip.fix.push(Edit::new(Span::empty(line.start), "// "));
    slip.read(line, "", text);
}

fn begins_line(text: &str, at: u32) -> bool {
    let before = text[..at as usize].trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(LINE_ENDS)
}

fn line_from(text: &str, start: u32) -> Span {
    let rest = &text[start as usize..];
    Span::new(start, start + offset(rest.find(LINE_ENDS).unwrap_or(rest.len())))
}

/// Whether a line consists only of words and punctuation, and ends like a sentence.
fn is_prose(line: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_matches(['.', ',', ':', ';', '?', '!', '(', ')', '"', '\'', '–', '-']);
        word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '’'))
    };
    let mut words = line.split_whitespace();
    // A list of names has no full stop.
    let is_sentence = line.trim_end().ends_with(['.', '?', '!', ':']);
    is_sentence && words.clone().count() >= FEWEST_WORDS && words.all(is_word)
}
