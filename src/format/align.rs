//! Aligns the heads and the braces of siblings on consecutive lines.

use std::ops::Range;

use super::comment;
use super::outline::{Entry, Outline, Shape};

/// Where parts of a node begin, in columns from its start; 0 if they directly follow what is before them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Columns {
    /// The player, after the label.
    pub(super) head: usize,
    /// The opening brace.
    pub(super) brace: usize,
}

/// The columns of a group of siblings, which begins with the first of `siblings`, a node on one line; and the first
/// entry after the group.
///
/// A group consists of nodes on consecutive lines, all with labels or all without. If one of them, when aligned, would
/// not fit into the width, the group is not aligned.
pub(super) fn columns(text: &str, outline: &Outline, siblings: Range<usize>, width: usize) -> (usize, Columns) {
    let first = &outline.entries[siblings.start];
    if is_bare(first) {
        return (first.next(), Columns::default());
    }
    let mut widest = Parts::default();
    let mut equal_heads = true;
    let mut end = siblings.start;
    while end < siblings.end {
        let entry = &outline.entries[end];
        let alike = entry.label().is_empty() == first.label().is_empty() && !is_bare(entry);
        let fits = entry.shape == Shape::Node && entry.joinable && entry.width() <= width;
        if !alike || !fits || (end > siblings.start && is_apart(text, outline, entry)) {
            break;
        }
        let parts = Parts::of(text, outline, entry);
        equal_heads &= end == siblings.start || parts.head == widest.head;
        widest = widest.max(&parts);
        end = entry.next();
    }
    let head = if widest.label > 0 { widest.label + 1 } else { 0 };
    let blanks = if equal_heads { 1 } else { 2 };
    let brace = if widest.head > 0 { head + widest.head + blanks } else { head };
    let columns = if brace + widest.body <= width { Columns { head, brace } } else { Columns::default() };
    (end, columns)
}

/// Whether an entry has nothing to align.
fn is_bare(entry: &Entry) -> bool {
    entry.label().is_empty() && entry.head().is_empty()
}

/// Whether a comment on its own line, or a blank line, separates an entry from the one before it.
fn is_apart(text: &str, outline: &Outline, entry: &Entry) -> bool {
    let first = entry.all().start;
    let (before, first) = (outline.pieces[first - 1].span.range().end, outline.pieces[first].span.range().start);
    let (comments, blank_line) = comment::read(&text[before..first]);
    blank_line || comments.iter().any(|comment| comment.on_own_line)
}

/// The widths of the parts of a node, in columns.
#[derive(Default)]
struct Parts {
    label: usize,
    head: usize,
    body: usize,
}

impl Parts {
    fn of(text: &str, outline: &Outline, entry: &Entry) -> Self {
        let width = |pieces: Range<usize>| outline.width(text, pieces);
        Self { label: width(entry.label()), head: width(entry.head()), body: width(entry.body()) }
    }

    fn max(&self, other: &Self) -> Self {
        Self { label: self.label.max(other.label), head: self.head.max(other.head), body: self.body.max(other.body) }
    }
}
