//! The lines of an outline: how far each is indented, how it is marked, and what is written there.

use std::cmp::Ordering;

use crate::source::{Span, offset};

/// Signs of ASCII that join a line of a drawing to the line above it if dashes follow: `|--`, `+--`, `` `-- ``.
const JOINTS: [char; 5] = ['|', '+', '`', '\\', '\''];

/// What marks a line as a part of a list or of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing: the line is only indented.
    Nothing,
    /// The mark of an item: `-`, `*`, `+`, `•`, `1.`, `1)`.
    Item,
    /// A branch of a drawing: `├──`, `|--`.
    Branch,
}

/// A line with something on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'text> {
    /// The blanks, tabs and signs before the mark of an item, or before the content.
    indentation: &'text str,
    pub(super) mark: Mark,
    pub(super) content: Span,
}

impl<'text> Line<'text> {
    /// Reads the line that begins at a place. `None` if it is empty, or has only the bars of a drawing.
    pub(super) fn read(line: &'text str, start: usize) -> Option<Self> {
        let line = line.trim_end();
        let (indented, is_branch) = indentation(line);
        let (indentation, rest) = line.split_at(indented);
        let marked = if is_branch { 0 } else { item_mark(rest) };
        let content = rest[marked..].trim_start();
        let mark = match marked {
            _ if is_branch => Mark::Branch,
            0 => Mark::Nothing,
            _ => Mark::Item,
        };
        let end = start + line.len();
        let content_span = Span::new(offset(end - content.len()), offset(end));
        (!content.is_empty() || mark == Mark::Item).then_some(Self { indentation, mark, content: content_span })
    }

    /// Whether this line is indented less than another, as far, or more. `None` if the width of a tab decides that.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let mut own = tabs(self.indentation);
        let mut others = tabs(other.indentation);
        loop {
            match (own.next(), others.next()) {
                (Some(one), Some(other)) if one == other => {}
                (Some(_), Some(_)) => return None,
                (one, other) => return Some(one.is_some().cmp(&other.is_some())),
            }
        }
    }

    /// Whether the dashes of a branch touch a number, so that the last dash may be its sign: `|--3`.
    pub(super) fn touches_number(&self, text: &str) -> bool {
        self.mark == Mark::Branch && self.indentation.ends_with(JOINTS) && self.content.of(text).starts_with('-')
    }
}

/// The columns of an indentation: whether each is a tab.
fn tabs(indentation: &str) -> impl Iterator<Item = bool> + '_ {
    indentation.chars().map(|sign| sign == '\t')
}

/// The length of the blanks, tabs and signs at the beginning of a line, and whether a branch ends them.
fn indentation(line: &str) -> (usize, bool) {
    let mut length = 0;
    let mut is_branch = false;
    while let Some(first) = line[length..].chars().next() {
        let rest = &line[length + first.len_utf8()..];
        let dashes = rest.len() - rest.trim_start_matches('-').len();
        let next = rest[dashes..].chars().next().filter(|_| dashes > 0 && JOINTS.contains(&first));
        match first {
            _ if first.is_whitespace() => {}
            '│' | '┃' | '║' => is_branch = false,
            '\u{2500}'..='\u{257f}' => is_branch = true,
            _ if next.is_some_and(|next| next.is_ascii_digit() || next == '.') => is_branch = true,
            _ if next.is_some_and(|next| next.is_whitespace() || next.is_alphabetic() || "\"?(".contains(next)) => {
                is_branch = true;
                length += dashes;
            }
            '|' => is_branch = false,
            _ => break,
        }
        length += first.len_utf8();
    }
    (length, is_branch)
}

/// The length of the mark of an item; 0 if there is none.
fn item_mark(text: &str) -> usize {
    let digits = text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    let length = match text[digits..].chars().next() {
        Some(sign @ ('-' | '*' | '+' | '•')) if digits == 0 => sign.len_utf8(),
        Some('.' | ')') if digits > 0 => digits + 1,
        _ => return 0,
    };
    let after = &text[length..];
    // `3.` alone is a number.
    let is_mark = after.starts_with(char::is_whitespace) || (after.is_empty() && digits == 0);
    if is_mark { length } else { 0 }
}
