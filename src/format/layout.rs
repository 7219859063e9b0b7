//! The lines of a formatted text.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::align::{self, Columns};
use super::comment;
use super::outline::{Entry, Joint, Outline, Shape};
use crate::source::line_end;

/// The columns by which each level is indented.
const INDENT: usize = 4;
/// The columns by which a line that continues the one before it is indented.
const CONTINUATION: usize = 2 * INDENT;

/// The deepest indentation, in columns, for wide lines, too.
const DEEPEST: usize = 80;

/// Writes the entries of a text; `None` if that takes more than `limit` bytes. Linear, without recursion.
pub(super) fn write(text: &str, outline: &Outline, width: usize, limit: usize) -> Option<String> {
    let mut writer = Writer {
        text,
        outline,
        width,
        limit,
        newline: line_end(text),
        out: String::with_capacity(text.len() + text.len() / 4),
        column: 0,
        is_list_fresh: true,
        open: Vec::new(),
        before: None,
        columns: None,
    };
    writer.out.extend(text.starts_with('\u{feff}').then_some('\u{feff}'));
    writer.run();
    (writer.out.len() <= limit).then_some(writer.out)
}

struct Writer<'a> {
    text: &'a str,
    outline: &'a Outline,
    width: usize,
    limit: usize,
    newline: &'static str,
    out: String,
    /// The width of the current line so far.
    column: usize,
    /// Whether nothing of the current list has been written, so that no blank line is wanted.
    is_list_fresh: bool,
    /// The nodes and trees whose lists are being written.
    open: Vec<usize>,
    /// The entry before the next one, in the same list.
    before: Option<Shape>,
    /// The columns of the current group of aligned nodes, and the entry after the group.
    columns: Option<(usize, Columns)>,
}

impl Writer<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while self.out.len() <= self.limit {
            while let Some(open) = self.open.last().filter(|open| self.outline.entries[**open].next() == at) {
                self.close(*open);
            }
            if at == self.outline.entries.len() {
                break;
            }
            at = self.entry(at);
        }
        self.gap(self.outline.pieces.len(), 0, true);
        if self.column > 0 {
            self.out.push_str(self.newline);
        }
    }

    /// The indentation of the current list. It is bounded, so that the text of a deep tree does not grow with the
    /// square of the depth.
    fn indent(&self) -> usize {
        (self.open.len() * INDENT).min(self.width / 2).min(DEEPEST)
    }

    /// Writes an entry, or only its head if its list takes lines of its own. Returns the next entry to write.
    fn entry(&mut self, at: usize) -> usize {
        let entry = self.outline.entries[at];
        let indent = self.indent();
        let goes_on = entry.shape == Shape::Leaf && self.before == Some(Shape::Leaf);
        if goes_on {
            self.put(",");
        }
        let gap = self.gap(entry.all().start, indent, true);
        let comma = usize::from(self.is_followed_by_leaf(&entry));
        let is_apart = gap.has_comment || gap.has_blank_line;
        if goes_on && !is_apart && self.column + 1 + entry.width() + comma <= self.width {
            self.put(" ");
        } else {
            self.begin_line(indent, gap.has_blank_line);
        }
        let continued = indent + CONTINUATION;
        match entry.shape {
            Shape::Node if entry.joinable && indent + entry.width() <= self.width => self.node(at, indent),
            Shape::Node | Shape::Tree if !(entry.joinable && entry.body().len() == 2) => {
                self.words(entry.all().start..entry.body().start + 1, continued);
                self.open.push(at);
                self.before = None;
                self.is_list_fresh = true;
                return at + 1;
            }
            _ => self.words(entry.all(), continued),
        }
        self.before = Some(entry.shape);
        entry.next()
    }

    fn is_followed_by_leaf(&self, entry: &Entry) -> bool {
        entry.next() < self.list_end() && self.outline.entries[entry.next()].shape == Shape::Leaf
    }

    /// The entry after the current list.
    fn list_end(&self) -> usize {
        self.open.last().map_or(self.outline.entries.len(), |open| self.outline.entries[*open].next())
    }

    /// Ends the list of a node or tree.
    fn close(&mut self, at: usize) {
        let entry = self.outline.entries[at];
        let brace = entry.all().end - 1;
        self.gap(brace, self.indent(), true);
        self.open.pop();
        self.begin_line(self.indent(), false);
        self.piece(brace);
        self.before = Some(entry.shape);
    }

    /// Writes a node on one line, with its parts aligned to those of its siblings.
    fn node(&mut self, at: usize, indent: usize) {
        let entry = self.outline.entries[at];
        if self.columns.is_none_or(|(end, _)| end <= at) {
            let siblings = at..self.list_end();
            self.columns = Some(align::columns(self.text, self.outline, siblings, self.width - indent));
        }
        let columns = self.columns.map(|(_, columns)| columns).unwrap_or_default();
        self.joined(entry.label());
        self.pad(indent + columns.head);
        self.joined(entry.head());
        self.pad(indent + columns.brace);
        self.joined(entry.body());
    }

    /// Writes words on the same line, whatever its length.
    fn joined(&mut self, pieces: Range<usize>) {
        for place in pieces {
            if self.column > 0 && !self.out.ends_with(' ') {
                self.put(self.outline.pieces[place].joint.text());
            }
            self.piece(place);
        }
    }

    /// Writes words, on as many lines as they need.
    fn words(&mut self, pieces: Range<usize>, continued: usize) {
        for place in pieces.clone() {
            if place > pieces.start {
                let joint = self.outline.pieces[place].joint;
                // The brace stays on the line of the last word of a head.
                let brace = if place + 2 == pieces.end && self.is_brace(place + 1) { " {".len() } else { 0 };
                let needed = joint.text().len() + self.unbroken_width(place) + brace;
                if self.gap(place, continued, false).has_comment {
                    self.begin_line(continued, false);
                } else if joint != Joint::Nothing && self.column + needed > self.width && self.column >= continued {
                    self.put(joint.text().trim_end());
                    self.begin_line(continued, false);
                } else {
                    self.put(joint.text());
                }
            }
            self.piece(place);
        }
    }

    fn is_brace(&self, place: usize) -> bool {
        self.outline.pieces[place].span.of(self.text) == "{"
    }

    /// The width of a word together with what cannot be separated from it.
    fn unbroken_width(&self, place: usize) -> usize {
        let pieces = &self.outline.pieces[place..];
        let glued = pieces[1..].iter().take_while(|piece| piece.joint == Joint::Nothing).count();
        let comma = pieces.get(glued + 1).is_some_and(|next| next.joint == Joint::Comma);
        pieces[..=glued].iter().map(|piece| piece.span.of(self.text).width()).sum::<usize>() + usize::from(comma)
    }

    fn piece(&mut self, place: usize) {
        let piece = self.outline.pieces[place];
        // A line of question text may have trailing blanks.
        let word = piece.span.of(self.text).trim_end();
        if piece.is_keyword { self.put(&word.to_ascii_lowercase()) } else { self.put(word) }
    }

    /// Writes the comments before a piece.
    fn gap(&mut self, place: usize, indent: usize, keeps_blank_lines: bool) -> Gap {
        let pieces = &self.outline.pieces;
        let start = place.checked_sub(1).map_or(0, |before| pieces[before].span.range().end);
        let end = pieces.get(place).map_or(self.text.len(), |piece| piece.span.range().start);
        let (comments, has_blank_line) = comment::read(&self.text[start..end]);
        for comment in &comments {
            if comment.on_own_line || self.column == 0 {
                self.begin_line(indent, comment.after_blank_line && keeps_blank_lines);
            } else {
                self.put("  ");
            }
            self.put(comment.text);
        }
        Gap { has_comment: !comments.is_empty(), has_blank_line }
    }

    fn begin_line(&mut self, indent: usize, after_blank_line: bool) {
        if self.column > 0 {
            self.out.push_str(self.newline);
            if after_blank_line && !self.is_list_fresh {
                self.out.push_str(self.newline);
            }
        }
        self.is_list_fresh = false;
        self.column = 0;
        self.pad(indent);
    }

    fn pad(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column.saturating_sub(self.column)));
        self.column = self.column.max(column);
    }

    fn put(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.width();
    }
}

/// What precedes a piece.
#[derive(Clone, Copy)]
struct Gap {
    /// Whether there is a comment. It ends the line.
    has_comment: bool,
    /// Whether there is a blank line after the comments.
    has_blank_line: bool,
}
