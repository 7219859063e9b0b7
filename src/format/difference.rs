//! What is changed in a text by formatting it.

use crate::diagnostic::Edit;
use crate::source::{Span, offset};
use crate::syntax::tokens;

/// The changes that make a text into `formatted`, which is [`format`](super::format) of it: each of what stands between
/// two words, or of the case of a word. Any part of them leaves a text that says the same. Linear.
pub fn changes(text: &str, formatted: &str) -> Vec<Edit> {
    let end = |text: &str| Span::empty(offset(text.len()));
    let ends = |text| tokens(text).map(|(_, span)| span).chain([end(text)]);
    let mut changes = Vec::new();
    let (mut before, mut before_new) = (0, 0);
    for (word, new_word) in ends(text).zip(ends(formatted)) {
        let gap = (Span::new(before, word.start), Span::new(before_new, new_word.start));
        for (span, new) in [gap, (word, new_word)] {
            let new = new.of(formatted);
            if span.of(text) != new {
                changes.push(Edit { span, text: new.to_string() });
            }
        }
        (before, before_new) = (word.end, new_word.end);
    }
    changes
}
