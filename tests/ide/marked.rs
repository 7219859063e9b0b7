//! A source with a cursor in it, and what is found, drawn below its lines.

use std::fmt::Write;

use gametree::ide::Document;
use gametree::model::Defaults;
use gametree::source::{LineIndex, Span};

/// Reads a text without any project.
pub(crate) fn read(text: &str) -> Document {
    Document::new(text.to_string(), Defaults::default())
}

/// The lines of a text, each with what is found there below it: a line of `^` for a span, `|` for a place, and a word.
pub(crate) fn drawn(text: &str, found: &[(Span, String)]) -> String {
    let index = LineIndex::new(text);
    let mut drawn = String::new();
    for (number, content) in text.lines().enumerate() {
        let _ = writeln!(drawn, "{content}");
        for (span, word) in found {
            let (start, end) = (index.line_column(text, span.start), index.line_column(text, span.end));
            if start.line != number + 1 {
                continue;
            }
            let width = if end.line == start.line {
                end.column - start.column
            } else {
                content.chars().count() + 1 - start.column
            };
            let sign = if span.start == span.end { "|".to_string() } else { "^".repeat(width) };
            let further = if end.line > start.line { format!(" (to line {})", end.line) } else { String::new() };
            let _ = writeln!(drawn, "{}{sign} {word}{further}", " ".repeat(start.column - 1));
        }
    }
    drawn
}
