//! The comments and blank lines between two words.

use crate::source::{LINE_ENDS, line_breaks};

/// A comment, and how it is separated from what is before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comment<'a> {
    /// Its text from `//` on, without trailing blanks.
    pub(super) text: &'a str,
    /// Whether it begins its line.
    pub(super) on_own_line: bool,
    /// Whether a blank line precedes it.
    pub(super) after_blank_line: bool,
}

/// The comments in a gap between two words, and whether a blank line follows the last of them.
pub(super) fn read(gap: &str) -> (Vec<Comment<'_>>, bool) {
    let mut comments = Vec::new();
    let mut rest = gap;
    while let Some(start) = rest.find("//") {
        let end = rest[start..].find(LINE_ENDS).map_or(rest.len(), |length| start + length);
        let lines = line_breaks(&rest[..start]).count();
        comments.push(Comment {
            text: rest[start..end].trim_end(),
            on_own_line: lines > 0,
            after_blank_line: lines > 1,
        });
        rest = &rest[end..];
    }
    (comments, line_breaks(rest).count() > 1)
}
