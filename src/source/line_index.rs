use super::Span;

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

/// The characters that end a line: either alone, or `\r\n` as one.
pub const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// The places behind each line break of a text, in order.
pub fn line_breaks(text: &str) -> impl Iterator<Item = usize> {
    let ends = memchr::memchr2_iter(b'\r', b'\n', text.as_bytes()).map(|at| at + 1);
    ends.filter(|next| !text[next - 1..].starts_with("\r\n"))
}

/// Where each line of a text begins. Lines end at `\n`, at `\r` and at `\r\n`.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// How many characters begin before each whole [`BLOCK`], so that columns of long lines need no long count.
    characters: Vec<u32>,
}

/// Bytes between two counts of characters.
const BLOCK: usize = 1024;

impl LineIndex {
    /// Finds the lines of `text`, in one pass over it.
    pub fn new(text: &str) -> Self {
        let breaks = line_breaks(text).map(|next| u32::try_from(next).unwrap_or(u32::MAX));
        let starts = std::iter::once(0).chain(breaks);
        let mut count = 0;
        let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
            count += beginnings(block);
            count
        });
        Self { starts: starts.collect(), characters: std::iter::once(0).chain(blocks).collect() }
    }

    /// How many characters begin before the byte at `offset`.
    fn characters_before(&self, text: &str, offset: usize) -> u32 {
        let block = offset / BLOCK;
        self.characters[block] + beginnings(&text.as_bytes()[block * BLOCK..offset])
    }

    /// The line, counted from 0, in which the byte at `offset` stands. O(log lines).
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
        let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
        Some(Span::new(start, start + length))
    }

    /// Line and column of the byte at `offset`; an offset past the end, or inside a character, counts as
    /// that of the nearest character before it. O(log lines).
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = text.floor_char_boundary(offset as usize);
        let line = self.line(u32::try_from(offset).unwrap_or(u32::MAX));
        let start = self.starts[line] as usize;
        let column = self.characters_before(text, offset) - self.characters_before(text, start);
        LineColumn { line: line + 1, column: column as usize + 1 }
    }
}

/// How many characters begin within a run of bytes.
fn beginnings(bytes: &[u8]) -> u32 {
    bytes.iter().map(|byte| u32::from(byte & 0b1100_0000 != 0b1000_0000)).sum()
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
}
