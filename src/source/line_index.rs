use super::{Span, offset};

/// A place in a text as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

/// The encoding in whose code units a length of text is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of 16 bits, as many editors do.
    #[default]
    Utf16,
    /// In characters.
    Utf32,
}

impl Encoding {
    /// How many units the characters have that begin in these bytes.
    fn units(self, bytes: &[u8]) -> u32 {
        let begins = |byte: u8| u32::from(byte & 0b1100_0000 != 0b1000_0000);
        // A character of four bytes in UTF-8 has two units in UTF-16.
        let is_wide = |byte: u8| u32::from(byte >= 0b1111_0000);
        match self {
            Self::Utf8 => offset(bytes.len()),
            // Most texts are ASCII, and the check is fast.
            _ if bytes.is_ascii() => offset(bytes.len()),
            Self::Utf16 => bytes.iter().map(|byte| begins(*byte) + is_wide(*byte)).sum(),
            Self::Utf32 => bytes.iter().map(|byte| begins(*byte)).sum(),
        }
    }

    /// How many units a character has.
    fn length(self, character: char) -> u32 {
        let length = match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        };
        offset(length)
    }
}

/// The characters that end a line: either alone, or `\r\n` as one.
pub const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// The places after each line break of a text, in order.
pub fn line_breaks(text: &str) -> impl Iterator<Item = usize> {
    let ends = memchr::memchr2_iter(b'\r', b'\n', text.as_bytes()).map(|at| at + 1);
    ends.filter(|next| !text[next - 1..].starts_with("\r\n"))
}

/// The lines of a text, each with its line end.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    line_breaks(text).chain([text.len()]).scan(0, |start, end| {
        let line = &text[*start..end];
        *start = end;
        Some(line)
    })
}

/// Where each line of a text begins. Lines end at `\n`, at `\r` and at `\r\n`.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The units before each whole [`BLOCK`], so that a place in a long line takes no long count.
    counts: Vec<UnitCounts>,
}

/// The length of the text before a place, in each encoding.
#[derive(Clone, Copy, Debug, Default)]
struct UnitCounts {
    bytes: u32,
    utf16: u32,
    characters: u32,
}

impl UnitCounts {
    fn of(&self, encoding: Encoding) -> u32 {
        match encoding {
            Encoding::Utf8 => self.bytes,
            Encoding::Utf16 => self.utf16,
            Encoding::Utf32 => self.characters,
        }
    }
}

/// Bytes between two counts.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Finds the lines of `text`, in one pass over it.
    pub fn new(text: &str) -> Self {
        let starts = std::iter::once(0).chain(line_breaks(text).map(offset));
        let mut counts = UnitCounts::default();
        let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
            counts.bytes += offset(block.len());
            counts.utf16 += Encoding::Utf16.units(block);
            counts.characters += Encoding::Utf32.units(block);
            counts
        });
        Self { starts: starts.collect(), counts: std::iter::once(UnitCounts::default()).chain(blocks).collect() }
    }

    /// How many units begin before a place.
    fn units_before(&self, text: &str, place: u32, encoding: Encoding) -> u32 {
        let block = place as usize / BLOCK;
        self.counts[block].of(encoding) + encoding.units(&text.as_bytes()[block * BLOCK..place as usize])
    }

    /// The length of a piece of `text`. This reads at most two blocks, however long the piece is.
    pub fn length(&self, text: &str, span: Span, encoding: Encoding) -> u32 {
        let bytes = &text.as_bytes()[span.range()];
        if bytes.len() <= BLOCK || encoding == Encoding::Utf8 {
            return encoding.units(bytes);
        }
        self.units_before(text, span.end, encoding) - self.units_before(text, span.start, encoding)
    }

    /// How many lines there are; one, in an empty text.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line, counted from 0, of the byte at `offset`. O(log lines).
    pub fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// The bytes of a line, counted from 0, without its line break; `None` past the last line.
    pub fn line_span(&self, text: &str, line: usize) -> Option<Span> {
        let start = *self.starts.get(line)?;
        let end = match self.starts.get(line + 1) {
            Some(next) => *next as usize,
            None => text.len(),
        };
        let content = text[start as usize..end].trim_end_matches(LINE_ENDS);
        Some(Span::new(start, start + offset(content.len())))
    }

    /// The line and column of the byte at `at`. A place past the end, or inside a character, counts as the nearest one
    /// before it that is between two characters. O(log lines).
    pub fn line_column(&self, text: &str, at: u32) -> LineColumn {
        let (line, column) = self.position(text, offset(text.floor_char_boundary(at as usize)), Encoding::Utf32);
        LineColumn { line: line + 1, column: column as usize + 1 }
    }

    /// The line of a place between two characters, and the number of units before it on that line; both from 0.
    /// O(log lines).
    pub fn position(&self, text: &str, at: u32, encoding: Encoding) -> (usize, u32) {
        let line = self.line(at);
        (line, self.length(text, Span::new(self.starts[line], at), encoding))
    }

    /// The place so many units after the beginning of a line: at most the end of the line, or after the last line the
    /// end of the text. O(log text).
    pub fn offset(&self, text: &str, line: usize, units: u32, encoding: Encoding) -> u32 {
        let Some(Span { start, end }) = self.line_span(text, line) else { return offset(text.len()) };
        if encoding == Encoding::Utf8 {
            return offset(text.floor_char_boundary(start.saturating_add(units).min(end) as usize));
        }
        let first = start as usize / BLOCK + 1;
        let wanted = self.units_before(text, start, encoding).saturating_add(units);
        let whole = self.counts[first..=end as usize / BLOCK].partition_point(|counts| counts.of(encoding) <= wanted);
        // If no whole block is skipped, counting starts at the line.
        let (mut at, mut left) = match first + whole - 1 {
            block if whole > 0 => (text.ceil_char_boundary(block * BLOCK), wanted - self.counts[block].of(encoding)),
            _ => (start as usize, units),
        };
        for character in text[at..end as usize].chars() {
            let length = encoding.length(character);
            if left < length {
                break;
            }
            (at, left) = (at + character.len_utf8(), left - length);
        }
        offset(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_and_survives_offsets_out_of_place() {
        let text = "α: 3\r\n∞";
        let index = LineIndex::new(text);
        let at = |offset| {
            let place = index.line_column(text, offset);
            (place.line, place.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 1), "inside a character");
        assert_eq!(at(2), (1, 2));
        assert_eq!(at(7), (2, 1));
        assert_eq!(at(99), (2, 2), "past the end");
        let long = "αx".repeat(5000);
        let column = LineIndex::new(&long).line_column(&long, 9002).column;
        assert_eq!(column, long[..9002].chars().count() + 1);
        assert_eq!(index.line_span(text, 0), Some(Span::new(0, 5)));
        assert_eq!(index.line_span(text, 2), None);
    }

    #[test]
    fn a_carriage_return_ends_a_line() {
        let text = "a\rbc\r\r\nd\n\re";
        let index = LineIndex::new(text);
        let lines: Vec<_> = (0..).map_while(|line| index.line_span(text, line)).map(|line| line.of(text)).collect();
        assert_eq!(lines, ["a", "bc", "", "d", "", "e"]);
        let place = index.line_column(text, 3);
        assert_eq!((place.line, place.column), (2, 2));
        assert_eq!(index.line(11), 5);
    }

    #[test]
    fn places_in_a_long_line_are_found_in_every_encoding() {
        let pieces = ["a", "é", "∞", "𝛼", "max {", "𝛼𝛼"];
        let line: String = (0..3000).map(|number| pieces[number * number % 7 % pieces.len()]).collect();
        let text = format!("first\r\n{line}\nlast");
        let index = LineIndex::new(&text);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let mut units = 0;
            for (at, character) in line.char_indices() {
                let place = u32::try_from("first\r\n".len() + at).unwrap();
                assert_eq!(index.position(&text, place, encoding), (1, units), "{encoding:?}");
                for inside in 0..encoding.length(character) {
                    assert_eq!(index.offset(&text, 1, units + inside, encoding), place, "{encoding:?}");
                }
                units += encoding.length(character);
            }
            let end = index.line_span(&text, 1).unwrap().end;
            assert_eq!([units, units + 1, u32::MAX].map(|units| index.offset(&text, 1, units, encoding)), [end; 3]);
            assert_eq!(index.offset(&text, 3, 0, encoding) as usize, text.len());
            let end_of_text = u32::try_from(text.len()).unwrap();
            assert_eq!(index.length(&text, Span::new(0, end_of_text), encoding), 7 + units + 5);
        }
    }
}
