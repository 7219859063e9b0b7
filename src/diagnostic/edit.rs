use crate::source::Span;

/// One replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The text that replaces it.
    pub text: String,
}

impl Edit {
    /// Replaces `span` by `text`.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }
}

/// The text with these replacements made, which must not overlap and must be in order.
///
/// # Panics
///
/// If they overlap or are not in order.
pub fn applied<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut copied = 0;
    for Edit { span, text: new } in edits {
        assert!(copied <= span.start, "the edit at {span:?} begins before the end of the one before it, {copied}");
        edited.push_str(&text[copied as usize..span.start as usize]);
        edited.push_str(new);
        copied = span.end;
    }
    edited.push_str(&text[copied as usize..]);
    edited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_that_touch_are_made_in_their_order() {
        let edits = [Edit::new(Span::new(0, 1), "A"), Edit::new(Span::empty(1), "-"), Edit::new(Span::new(1, 2), "")];
        assert_eq!(applied("abc", &edits), "A-c");
    }

    #[test]
    #[should_panic = "begins before the end"]
    fn edits_that_overlap_are_a_mistake() {
        applied("abc", &[Edit::new(Span::new(0, 2), ""), Edit::new(Span::new(1, 3), "")]);
    }
}
