//! Finds the cells of a CSV file. They are places in its bytes, so that everything around them can stay as it is.

use std::borrow::Cow;
use std::ops::Range;

/// The byte order mark of UTF-8, with which some programs begin a file.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A row, without its line break.
#[derive(Debug)]
pub(super) struct Row {
    /// Its first line, counted from 1.
    pub(super) line: usize,
    /// The places of its cells; there is at least one. A quoted cell includes its quotation marks.
    pub(super) cells: Vec<Range<usize>>,
}

/// The rows of a file; empty lines are none. The error is the line of a quotation mark that is never closed.
pub(super) fn rows(bytes: &[u8], separator: u8) -> Result<Vec<Row>, usize> {
    let mut place = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let (mut line, mut rows) = (1, Vec::new());
    while place < bytes.len() {
        let mut row = Row { line, cells: Vec::new() };
        let start = place;
        if is_line_break(bytes[place]) {
            place += 1;
        } else {
            let mut end = end_of_cell(bytes, place, separator).ok_or(line)?;
            row.cells.push(place..end);
            while bytes.get(end) == Some(&separator) {
                place = end + 1;
                end = end_of_cell(bytes, place, separator).ok_or(line)?;
                row.cells.push(place..end);
            }
            place = end;
            rows.push(row);
        }
        line += bytes[start..place].iter().filter(|byte| **byte == b'\n').count();
    }
    Ok(rows)
}

/// The text of a cell: without quotation marks around it, and with one for each two inside.
pub(super) fn text(cell: &[u8]) -> Cow<'_, [u8]> {
    let Some(quoted) = cell.strip_prefix(b"\"") else { return Cow::Borrowed(cell) };
    let mut text = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some(place) = rest.iter().position(|byte| *byte == b'"') {
        text.extend_from_slice(&rest[..place]);
        rest = &rest[place + 1..];
        let Some(after) = rest.strip_prefix(b"\"") else { break };
        text.push(b'"');
        rest = after;
    }
    text.extend_from_slice(rest);
    Cow::Owned(text)
}

/// Where the cell that begins at a place ends. `None` if its quotation mark is never closed.
fn end_of_cell(bytes: &[u8], start: usize, separator: u8) -> Option<usize> {
    let mut end = start;
    if bytes.get(start) == Some(&b'"') {
        end += 1;
        loop {
            end += bytes[end..].iter().position(|byte| *byte == b'"')? + 1;
            if bytes.get(end) != Some(&b'"') {
                break;
            }
            end += 1;
        }
    }
    // Text after the closing mark belongs to the cell; all programs read it so.
    let is_end = |byte: &u8| *byte == separator || is_line_break(*byte);
    Some(bytes[end..].iter().position(is_end).map_or(bytes.len(), |length| end + length))
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scanned(bytes: &[u8], separator: u8) -> Result<Vec<Vec<Vec<u8>>>, usize> {
        let cells = |row: Row| row.cells.into_iter().map(|cell| text(&bytes[cell]).into_owned()).collect();
        Ok(rows(bytes, separator)?.into_iter().map(cells).collect())
    }

    fn read_by_csv(bytes: &[u8], separator: u8) -> Vec<Vec<Vec<u8>>> {
        let mut reader = csv::ReaderBuilder::new();
        reader.delimiter(separator).has_headers(false).flexible(true);
        let records = reader.from_reader(bytes).into_byte_records();
        records.map(|record| record.unwrap().iter().map(<[u8]>::to_vec).collect()).collect()
    }

    /// Texts in which every sign that matters is frequent.
    fn file() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec!["a", "b c", ",", ";", "\"", "\"\"", "\n", "\r\n", "\r", "ä", "1,5"]);
        (any::<bool>(), prop::collection::vec(piece, 0..40))
            .prop_map(|(has_mark, pieces)| [if has_mark { "\u{feff}" } else { "" }, &pieces.concat()].concat().into())
    }

    proptest! {
        #[test]
        fn cells_are_those_that_the_csv_crate_reads(file in file(), separator in prop::sample::select(vec![b',', b';'])) {
            if let Ok(cells) = scanned(&file, separator) {
                prop_assert_eq!(cells, read_by_csv(&file, separator));
            }
        }

        #[test]
        fn cells_and_what_is_between_them_are_the_file(file in file()) {
            if let Ok(rows) = rows(&file, b',') {
                let (mut between, mut end) = (Vec::new(), 0);
                for cell in rows.into_iter().flat_map(|row| row.cells) {
                    prop_assert!(end <= cell.start);
                    between.extend_from_slice(&file[end..cell.start]);
                    end = cell.end;
                }
                between.extend_from_slice(&file[end..]);
                let is_between = |byte: &u8| matches!(byte, b',' | b'\n' | b'\r') || MARK.contains(byte);
                prop_assert!(between.iter().all(is_between));
            }
        }
    }

    #[test]
    fn a_file_with_quoted_cells_is_read() {
        let cells = scanned(b"a,\"b\"\"c\"\r\n\r\n\"d\ne\",\n", b',').unwrap();
        assert_eq!(cells, [[&b"a"[..], &b"b\"c"[..]], [&b"d\ne"[..], &b""[..]]]);
        let lines: Vec<usize> = rows(b"a\n\"b\nc\"\n\nd", b',').unwrap().into_iter().map(|row| row.line).collect();
        assert_eq!(lines, [1, 2, 5]);
        assert_eq!(scanned(b"a\nb,\"c\n", b','), Err(2));
    }
}
