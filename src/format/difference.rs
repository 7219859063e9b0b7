//! The changes that formatting makes to a text.

use crate::diagnostic::Edit;
use crate::source::{Span, offset};
use crate::syntax::{tokens, with_comments};

/// The changes that turn a text into `formatted`, the result of [`format`](super::format). Each replaces the blanks and
/// commas between two words or comments, or the letters of a keyword. Applying only some of them does not change the
/// meaning. Linear.
pub fn changes(text: &str, formatted: &str) -> Vec<Edit> {
    let words = |text| {
        let end = offset(str::len(text));
        let words = with_comments(text, Span::new(0, end), tokens(text)).map(|(_, span)| span);
        words.chain([Span::empty(end)])
    };
    let mut changes = Vec::new();
    let (mut before, mut before_new) = (0, 0);
    for (word, new_word) in words(text).zip(words(formatted)) {
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
