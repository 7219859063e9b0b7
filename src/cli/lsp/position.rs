//! Places in a text: offsets in bytes here, lines and characters in the protocol.

use std::cell::Cell;

use gametree::source::{LINE_ENDS, Span, line_breaks};
use gen_lsp_types::{Position, PositionEncodingKind, Range};

/// How characters are counted within a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The first that is known of those that a client offers, in its order; UTF-16 if it offers none.
    pub(super) fn choose(offered: &[PositionEncodingKind]) -> Self {
        let known = |kind: &PositionEncodingKind| match *kind {
            PositionEncodingKind::UTF8 => Some(Self::Utf8),
            PositionEncodingKind::UTF16 => Some(Self::Utf16),
            PositionEncodingKind::UTF32 => Some(Self::Utf32),
            _ => None,
        };
        offered.iter().find_map(known).unwrap_or_default()
    }

    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// How long a piece of text is.
    fn length(self, text: &str) -> u32 {
        let length = match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
            Self::Utf32 => text.chars().count(),
        };
        offset(length)
    }

    /// Where the character begins in a line that is so far from its beginning; the line's end if it is shorter.
    fn find(self, line: &str, characters: u32) -> usize {
        let mut left = characters as usize;
        for (at, character) in line.char_indices() {
            let length = match self {
                Self::Utf8 => character.len_utf8(),
                Self::Utf16 => character.len_utf16(),
                Self::Utf32 => 1,
            };
            if left < length {
                return at;
            }
            left -= length;
        }
        line.len()
    }
}

/// Where the lines of a text begin. The protocol has them end where the language does.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
    is_ascii: bool,
}

impl Lines {
    /// Linear in the text.
    pub(super) fn of(text: &str) -> Self {
        Self { starts: std::iter::once(0).chain(line_breaks(text).map(offset)).collect(), is_ascii: text.is_ascii() }
    }
}

/// Turns places of one text into those of the protocol and back.
///
/// Places that come in their order cost no more than the text between them, however long its lines are.
#[derive(Debug)]
pub(super) struct Positions<'a> {
    text: &'a str,
    lines: &'a Lines,
    encoding: Encoding,
    last: Cell<(u32, Position)>,
}

impl<'a> Positions<'a> {
    pub(super) fn new(text: &'a str, lines: &'a Lines, encoding: Encoding) -> Self {
        Self { text, lines, encoding, last: Cell::new((0, Position { line: 0, character: 0 })) }
    }

    /// The position of an offset, which lies within the text and not inside of a character.
    pub(super) fn position(&self, at: u32) -> Position {
        let line = self.lines.starts.partition_point(|start| *start <= at) - 1;
        let (mut from, mut before) = (self.lines.starts[line], 0);
        let (last, position) = self.last.get();
        if position.line == offset(line) && from <= last && last <= at {
            (from, before) = (last, position.character);
        }
        let between = Span::new(from, at).of(self.text);
        let length = if self.lines.is_ascii { at - from } else { self.encoding.length(between) };
        let position = Position { line: offset(line), character: before + length };
        self.last.set((at, position));
        position
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// How long a piece of the text is, in the unit of the protocol.
    pub(super) fn length(&self, span: Span) -> u32 {
        self.encoding.length(span.of(self.text))
    }

    /// The offset of a position. Behind the end of a line it is that end; behind the last line, the end of the text.
    pub(super) fn offset(&self, position: Position) -> u32 {
        let starts = &self.lines.starts;
        let line = position.line as usize;
        let Some(start) = starts.get(line) else { return offset(self.text.len()) };
        let end = starts.get(line + 1).map_or(self.text.len(), |end| *end as usize);
        let content = self.text[*start as usize..end].trim_end_matches(LINE_ENDS);
        start + offset(self.encoding.find(content, position.character))
    }

    /// The part of the text that a range means; nothing, at its beginning, where it ends before that.
    pub(super) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start, start.max(end))
    }
}

fn offset(length: usize) -> u32 {
    u32::try_from(length).expect("texts are shorter than 4 GiB")
}
