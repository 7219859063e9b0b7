//! Converts between byte offsets and the positions of the protocol, lines and characters.

use gen_lsp_types::{Position, PositionEncodingKind, Range};

use crate::diagnostic::Edit;
use crate::source::{Encoding, LineIndex, Span};

/// The first known encoding that a client offers; UTF-16 if there is none.
pub(super) fn choose<'a>(mut offered: impl Iterator<Item = &'a str>) -> Encoding {
    let known = |kind: &str| match kind {
        "utf-8" => Some(Encoding::Utf8),
        "utf-16" => Some(Encoding::Utf16),
        "utf-32" => Some(Encoding::Utf32),
        _ => None,
    };
    offered.find_map(known).unwrap_or(Encoding::Utf16)
}

/// The protocol's name for an encoding.
pub(super) fn kind(encoding: Encoding) -> PositionEncodingKind {
    match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
        Encoding::Utf32 => PositionEncodingKind::UTF32,
    }
}

/// The length in UTF-8 of a character that takes two units in UTF-16.
const WIDE: u32 = 4;

/// Converts places in one text. Lines end at the same characters in the protocol and in the language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Positions<'a> {
    text: &'a str,
    lines: &'a LineIndex,
    encoding: Encoding,
}

impl<'a> Positions<'a> {
    pub(super) fn new(text: &'a str, lines: &'a LineIndex, encoding: Encoding) -> Self {
        Self { text, lines, encoding }
    }

    /// The position of an offset, which must lie in the text and not inside a character.
    pub(super) fn position(&self, at: u32) -> Position {
        let (line, character) = self.lines.position(self.text, at, self.encoding);
        Position { line: u32::try_from(line).expect("texts are shorter than 4 GiB"), character }
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The length of a piece of the text, in the units of the protocol.
    pub(super) fn length(&self, span: Span) -> u32 {
        self.lines.length(self.text, span, self.encoding)
    }

    /// The offset of a position: at most the end of its line, or after the last line the end of the text.
    pub(super) fn offset(&self, position: Position) -> u32 {
        self.lines.offset(self.text, position.line as usize, position.character, self.encoding)
    }

    /// The edit that replaces a range by a text. If the range cuts a character in two, the remaining half becomes
    /// U+FFFD, of the same length, unless the inserted text completes the character.
    pub(super) fn edit(&self, range: Range, text: String) -> Edit {
        let place = |position: Position| (position.line, position.character);
        let end = if place(range.end) < place(range.start) { range.start } else { range.end };
        let mut span = self.span(Range { end, ..range });
        let (before, behind) = (self.cut(range.start, span.start), self.cut(end, span.end));
        if before.is_none() && behind.is_none() {
            return Edit::new(span, text);
        }
        let halves = (before.map(|[first, _]| first), behind.map(|[_, second]| second));
        let units: Vec<u16> = halves.0.into_iter().chain(text.encode_utf16()).chain(halves.1).collect();
        if behind.is_some() {
            span.end += WIDE;
        }
        Edit::new(span, String::from_utf16_lossy(&units))
    }

    /// The two UTF-16 units of a character, if the position lies between them; `offset` is the byte offset of the
    /// position.
    fn cut(&self, position: Position, offset: u32) -> Option<[u16; 2]> {
        let next = self.text[offset as usize..].chars().next().filter(|next| next.len_utf16() == 2)?;
        let Position { line, character } = self.position(offset);
        let mut units = [0; 2];
        next.encode_utf16(&mut units);
        let is_cut = (line, character + 1) == (position.line, position.character);
        (is_cut && self.encoding == Encoding::Utf16).then_some(units)
    }

    /// The span of a range; empty, at its start, if the end comes before the start.
    pub(super) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start, start.max(end))
    }
}
