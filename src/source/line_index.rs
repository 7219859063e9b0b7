use super::Span;

/// A place in a text as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character within the line, from 1.
    pub column: usize,
}

/// Where each line of a text begins. Lines end at `\n`; a `\r` before it belongs to the line break.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the lines of `text`, in one pass over it.
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().zip(1u32..).filter(|(byte, _)| *byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(_, next)| next));
        Self { starts: starts.collect() }
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
        let content = text[start as usize..end].trim_end_matches(['\r', '\n']);
        let length = u32::try_from(content.len()).unwrap_or(u32::MAX);
        Some(Span::new(start, start + length))
    }

    /// Line and column of the byte at `offset`; an offset past the end, or inside a character, counts as
    /// that of the nearest character before it. O(log lines + length of the line).
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = text.floor_char_boundary(offset as usize);
        let line = self.line(u32::try_from(offset).unwrap_or(u32::MAX));
        let start = self.starts[line] as usize;
        LineColumn { line: line + 1, column: text[start..offset].chars().count() + 1 }
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
        assert_eq!(index.line_span(text, 0), Some(Span::new(0, 5)));
        assert_eq!(index.line_span(text, 2), None);
    }
}
