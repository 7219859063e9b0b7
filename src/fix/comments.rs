//! Keeps comments that a fix would delete.

use std::borrow::Cow;

use crate::diagnostic::{Edit, Fix};
use crate::source::Span;
use crate::syntax::tokens;

/// The fix, changed so that it keeps the comments in the text that it replaces; `None` if that is impossible.
pub(super) fn keeping_comments<'a>(text: &str, fix: &'a Fix) -> Option<Cow<'a, Fix>> {
    if !fix.edits.iter().any(|edit| has_comment(edit.span.of(text))) {
        return Some(Cow::Borrowed(fix));
    }
    let around = |edit: &Edit| match has_comment(edit.span.of(text)) {
        true => word_by_word(text, edit),
        false => Some(vec![edit.clone()]),
    };
    let edits = fix.edits.iter().map(around).collect::<Option<Vec<_>>>()?.concat();
    Some(Cow::Owned(Fix { edits, ..fix.clone() }))
}

/// Whether there is more than blanks and commas between the words of a text, or after them.
fn has_comment(text: &str) -> bool {
    if !text.contains(['/', '#']) {
        return false;
    }
    let is_gap = |from: u32, to: u32| {
        let between = Span::new(from, to).of(text);
        between.chars().all(|character| character.is_whitespace() || matches!(character, ',' | '\u{feff}'))
    };
    let mut end = 0;
    let within = tokens(text).any(|(_, word)| !is_gap(std::mem::replace(&mut end, word.end), word.start));
    within || !text[end as usize..].trim().is_empty()
}

/// An edit for each word that changes, if there are as many words as before.
fn word_by_word(text: &str, edit: &Edit) -> Option<Vec<Edit>> {
    let old: Vec<Span> = tokens(edit.span.of(text)).map(|(_, word)| word).collect();
    let new: Vec<Span> = tokens(&edit.text).map(|(_, word)| word).collect();
    let start = edit.span.start;
    let edits = old.iter().zip(&new).map(|(old, new)| Edit {
        span: Span::new(start + old.start, start + old.end),
        text: new.of(&edit.text).to_string(),
    });
    let differ = |edit: &Edit| edit.span.of(text) != edit.text;
    (old.len() == new.len()).then(|| edits.filter(differ).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::applied;

    /// The text with `old` in it replaced by `new`, around the comments.
    fn replaced(text: &str, old: &str, new: &str) -> Option<String> {
        let start = u32::try_from(text.find(old).unwrap()).unwrap();
        let span = Span::new(start, start + u32::try_from(old.len()).unwrap());
        let fix = Fix { title: String::new(), edits: vec![Edit { span, text: new.to_string() }], safe: true };
        Some(applied(text, &keeping_comments(text, &fix)?.edits))
    }

    #[test]
    fn what_has_no_comment_is_replaced_whole() {
        assert_eq!(replaced("max [3,\n4] {", "[3,\n4]", "[-inf, inf]").as_deref(), Some("max [-inf, inf] {"));
        let name = "plays \"a // b\" // why";
        assert_eq!(replaced(name, "\"a // b\"", "c").as_deref(), Some("plays c // why"), "no comment is in quotes");
        assert_eq!(replaced("1/3 2", "1/3 2", "4").as_deref(), Some("4"));
    }

    #[test]
    fn around_comments_words_are_exchanged_one_by_one_or_not_at_all() {
        let window = "max [3, // why 3\n inf // no end\n] {";
        let old = &window[4..window.len() - 2];
        let new = window.replace("3, //", "-inf, //");
        assert_eq!(replaced(window, old, "[-inf, inf]"), Some(new));
        assert_eq!(replaced(window, old, "= 3"), None, "fewer words");
        assert_eq!(replaced("3 // first\n 4 5", "3 // first\n 4 5", "3 4"), None);
        assert_eq!(replaced("3 // first\n 4", "3 // first\n", "5").as_deref(), Some("5 // first\n 4"));
        assert_eq!(replaced("3 # first\n 4", "3 # first\n 4", "34"), None, "a comment of another language");
    }
}
