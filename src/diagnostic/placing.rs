//! Edits that remove a part of a text or add lines.

use super::Edit;
use crate::source::{LINE_ENDS, Span, leading_line_break, line_end, line_start, offset};

/// Deletes a part of the text: its whole line if nothing else is on it, otherwise the part and the blanks before it.
pub(crate) fn removal(text: &str, span: Span) -> Edit {
    let (before, after) = (&text[..span.start as usize], &text[span.end as usize..]);
    let kept = before.trim_end_matches([' ', '\t']);
    let start = offset(kept.len());
    let rest = after.trim_start_matches([' ', '\t']);
    let line_break = leading_line_break(rest);
    let alone = kept.is_empty() || kept.ends_with(LINE_ENDS);
    let end = if alone && !line_break.is_empty() {
        span.end + offset(after.len() - rest.len() + line_break.len())
    } else {
        span.end
    };
    Edit::new(Span::new(start, end), "")
}

/// Inserts lines after a place in a tree, or on the same line if the tree is on one line. The lines get the tree's
/// indentation and go after a comment that follows the place.
pub(crate) fn insertion(text: &str, whole: Span, place: u32, lines: &[&str]) -> Edit {
    if !whole.of(text).contains(LINE_ENDS) {
        return Edit::new(Span::empty(place), format!(" {}", lines.join(" ")));
    }
    let break_ = format!("{}{}", line_end(text), inner_indent(text, whole));
    let lines: String = lines.iter().map(|line| format!("{break_}{line}")).collect();
    Edit::new(Span::empty(after_comment(text, place)), lines)
}

/// The end of the comment after a place, if one follows on its line; else the place.
fn after_comment(text: &str, place: u32) -> u32 {
    let line = text[place as usize..].split(LINE_ENDS).next().unwrap_or_default();
    let is_comment = line.trim_start_matches([' ', '\t']).starts_with("//");
    if is_comment { place + offset(line.len()) } else { place }
}

/// Inserts a line before a place, with an empty line after it.
pub(crate) fn insertion_above(text: &str, place: u32, words: &str) -> Edit {
    let end = line_end(text);
    Edit::new(Span::empty(place), format!("{words}{end}{end}"))
}

/// The indentation of lines inside a tree: that of its second line if it is deeper than the tree's, otherwise four more
/// spaces than the tree's.
fn inner_indent(text: &str, whole: Span) -> String {
    let outer = blanks(&text[line_start(text, whole.start) as usize..]);
    let is_inner = |indent: &&str| indent.len() > outer.len() && indent.starts_with(outer);
    let lines = whole.of(text).split(LINE_ENDS).skip(1).filter(|line| !line.trim().is_empty());
    let inner = lines.take(1).map(blanks).find(is_inner);
    inner.map_or_else(|| format!("{outer}    "), ToString::to_string)
}

/// The indentation of a line.
fn blanks(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
