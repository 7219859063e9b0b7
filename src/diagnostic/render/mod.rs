//! Findings for people and for programs. Each renderer goes back to the [`super::Diagnostic`], none to another one.

mod excerpt;
mod json;
mod short;
mod terminal;

pub use json::to_json;
pub use short::to_line;
pub use terminal::to_report;

use crate::source::{LineIndex, Source};

/// A source with the places of its lines, for any number of findings about it.
pub struct Located<'s> {
    /// The source.
    pub source: &'s Source,
    /// Where its lines begin.
    pub lines: LineIndex,
}

impl<'s> Located<'s> {
    /// Finds the lines of a source.
    pub fn new(source: &'s Source) -> Self {
        Self { source, lines: LineIndex::new(&source.text) }
    }
}

/// Text that can be shown on a terminal: control characters, and those that turn the direction of writing, become
/// visible signs.
pub fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

fn printable_char(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' => {
            char::REPLACEMENT_CHARACTER
        }
        other if other.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    }
}
