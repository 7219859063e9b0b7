//! A text that is open in an editor.

use std::borrow::Cow;
use std::iter::Peekable;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gen_lsp_types::{Position, Range};

use super::params::Change;
use super::position::Positions;
use crate::diagnostic::{Edit, applied};
use crate::ide::Document;
use crate::model::Defaults;
use crate::source::{Encoding, LineIndex, Source};

/// A text as the editor has it, which may differ from the file.
pub(super) struct OpenText {
    /// The editor's number of this state of the text.
    pub(super) version: i32,
    text: String,
    project: Defaults,
    encoding: Encoding,
    /// The document, built on the first request: the text may change again before there is one.
    document: OnceLock<Document>,
    /// The document of an earlier text, from which this one is built.
    earlier: Mutex<Option<Document>>,
}

impl OpenText {
    pub(super) fn new(version: i32, text: String, project: Defaults, encoding: Encoding) -> Self {
        Self { version, text, project, encoding, document: OnceLock::new(), earlier: Mutex::new(None) }
    }

    /// The document of the text.
    pub(super) fn document(&self) -> &Document {
        self.document.get_or_init(|| {
            // If an earlier call was interrupted while it read the text, it has already taken the earlier document.
            let earlier = self.earlier.lock().unwrap_or_else(PoisonError::into_inner).take();
            match earlier {
                Some(earlier) => earlier.changed(&self.text, &self.project),
                None => Document::new(self.text.clone(), self.project.clone()),
            }
        })
    }

    pub(super) fn positions(&self) -> Positions<'_> {
        Positions::new(&self.text, self.document().lines(), self.encoding)
    }

    /// The same text in another project.
    pub(super) fn moved(&self, project: Defaults) -> Self {
        Self::new(self.version, self.text.clone(), project, self.encoding)
    }

    /// The text after some changes; `None` if it gets too long.
    pub(super) fn changed(before: Arc<Self>, version: i32, changes: Vec<Change>, project: Defaults) -> Option<Self> {
        let encoding = before.encoding;
        let (text, document, earlier) = match Arc::try_unwrap(before) {
            Ok(before) => {
                let earlier = before.earlier.into_inner().unwrap_or_else(PoisonError::into_inner);
                (before.text, before.document.into_inner(), earlier)
            }
            // A job still uses it.
            Err(before) => (before.text.clone(), None, None),
        };
        let text = changed(text, document.as_ref().map(Document::lines), changes, encoding)?;
        Some(Self { earlier: Mutex::new(document.or(earlier)), ..Self::new(version, text, project, encoding) })
    }

    /// Whether the document has been built.
    #[cfg(test)]
    pub(super) fn is_read(&self) -> bool {
        self.document.get().is_some()
    }
}

/// A text after some changes, each made in the result of the one before. `lines` is the index of its lines, if known.
fn changed(
    mut text: String,
    mut lines: Option<&LineIndex>,
    changes: Vec<Change>,
    encoding: Encoding,
) -> Option<String> {
    let mut changes = changes.into_iter().peekable();
    while let Some(change) = changes.next() {
        let Some(range) = change.range else {
            (text, lines) = (change.text, None);
            continue;
        };
        let index = lines.take().map_or_else(|| Cow::Owned(LineIndex::new(&text)), Cow::Borrowed);
        let positions = Positions::new(&text, &index, encoding);
        let edits = joint_edits(range, change.text, &mut changes, &text, positions);
        text = applied(&text, edits.iter().rev());
        if text.len() > Source::LIMIT {
            return None;
        }
    }
    (text.len() <= Source::LIMIT).then_some(text)
}

/// A change together with the following ones that can be made in the same text: each ends before the one before it
/// begins, which has not moved anything there. Editors send the changes of a formatter like this.
fn joint_edits(
    range: Range,
    new: String,
    changes: &mut Peekable<impl Iterator<Item = Change>>,
    text: &str,
    positions: Positions<'_>,
) -> Vec<Edit> {
    let first = positions.edit(range, new);
    let (mut start, mut last) = (first.span.start, range.start);
    let mut edits = vec![first];
    // A position outside the text or inside a character is corrected, and may mean another place after the change. A
    // `\r` before the change may join with its text to one line break.
    while positions.position(start) == last && !text[..start as usize].ends_with('\r') {
        let Some(next) = changes.next_if(|next| next.range.is_some_and(|range| is_before(range, last))) else { break };
        let Some(range) = next.range else { break };
        let edit = positions.edit(range, next.text);
        (start, last) = (edit.span.start, range.start);
        edits.push(edit);
    }
    edits
}

/// Whether all of a range lies before a position, or ends there.
fn is_before(range: Range, position: Position) -> bool {
    let place = |position: Position| (position.line, position.character);
    place(range.start).max(place(range.end)) <= place(position)
}

#[cfg(test)]
mod tests {
    use std::ops::Range as Bytes;

    use proptest::prelude::*;

    use super::*;

    /// Texts with ends of lines of all kinds and characters of all lengths.
    fn text() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec!["\n", "\r\n", "\r", "a", "max {", "é", "∞", "𝛼", "\u{2028}"]);
        prop::collection::vec(pieces, 0..30).prop_map(|pieces| pieces.concat())
    }

    /// The position of a byte, worked out line by line by the words of the protocol.
    fn position(text: &str, at: usize, encoding: Encoding) -> Position {
        let (mut line, mut character) = (0, 0);
        let mut rest = &text[..at];
        while let Some(first) = rest.chars().next() {
            let crlf = text[at - rest.len()..].starts_with("\r\n");
            rest = &rest[first.len_utf8()..];
            if first == '\n' || (first == '\r' && !crlf) {
                (line, character) = (line + 1, 0);
                continue;
            }
            character += match encoding {
                Encoding::Utf8 => first.len_utf8(),
                Encoding::Utf16 => first.len_utf16(),
                Encoding::Utf32 => 1,
            };
        }
        Position { line, character: u32::try_from(character).unwrap() }
    }

    /// Two places between characters up to a limit, and not within `\r\n`, where there is no position.
    fn part(text: &str, limit: usize, ends: (prop::sample::Index, prop::sample::Index)) -> Bytes<usize> {
        let is_place =
            |at: &usize| text.is_char_boundary(*at) && !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'));
        let places: Vec<usize> = (0..=limit).filter(is_place).collect();
        let (one, other) = (places[ends.0.index(places.len())], places[ends.1.index(places.len())]);
        one.min(other)..one.max(other)
    }

    /// How many changes of a text are made at once, with the first.
    fn made_at_once(text: &str, changes: &[(u32, u32, &str)]) -> usize {
        let at = |character| Position { line: 0, character };
        let range = |start, end| Range { start: at(start), end: at(end) };
        let change =
            |(start, end, text): &(_, _, &str)| Change { range: Some(range(*start, *end)), text: text.to_string() };
        let mut changes = changes.iter().map(change).peekable();
        let first = changes.next().unwrap();
        let lines = LineIndex::new(text);
        let positions = Positions::new(text, &lines, Encoding::Utf16);
        joint_edits(first.range.unwrap(), first.text, &mut changes, text, positions).len()
    }

    #[test]
    fn changes_that_come_from_the_end_are_made_at_once() {
        let many: Vec<(u32, u32, &str)> = (0..10_000).rev().map(|at| (at, at + 1, "yy")).collect();
        assert_eq!(made_at_once(&"x".repeat(10_000), &many), 10_000);
        assert_eq!(made_at_once("abc", &[(2, 3, ""), (2, 2, "y"), (0, 1, ""), (0, 0, ""), (1, 1, "z")]), 4);
        assert_eq!(made_at_once("abc", &[(2, 2, "y"), (1, 3, "")]), 1, "what was changed is changed again");
        assert_eq!(made_at_once("abc", &[(9, 9, "yyyyyy"), (8, 8, "z")]), 1, "what was no place is one now");
    }

    /// The text after a change in an editor that counts in 16-bit units; half characters become U+FFFD.
    fn changed_by_units(text: &str, range: Bytes<usize>, new: &str) -> String {
        let mut units: Vec<u16> = text.encode_utf16().collect();
        units.splice(range, new.encode_utf16());
        String::from_utf16_lossy(&units)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn changes_by_position_make_the_same_text_as_changes_by_bytes(
            start in text(),
            edits in prop::collection::vec((any::<(prop::sample::Index, prop::sample::Index)>(), text(), 0..8), 1..20),
        ) {
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let mut expected = start.clone();
                let mut changes = Vec::new();
                for (ends, new, whole) in &edits {
                    let range = part(&expected, expected.len(), *ends);
                    let at = |byte| position(&expected, byte, encoding);
                    let range_sent = (*whole > 0).then(|| Range { start: at(range.start), end: at(range.end) });
                    changes.push(Change { range: range_sent, text: new.clone() });
                    if *whole > 0 { expected.replace_range(range, new) } else { expected.clone_from(new) }
                }
                prop_assert_eq!(&changed(start.clone(), None, changes, encoding).unwrap(), &expected);
                let lines = LineIndex::new(&expected);
                let positions = Positions::new(&expected, &lines, encoding);
                for (byte, _) in expected.char_indices() {
                    let place = u32::try_from(byte).unwrap();
                    prop_assert_eq!(positions.position(place), position(&expected, byte, encoding));
                }
            }
        }

        #[test]
        fn half_of_a_character_stays_as_long_as_it_was(
            start in "[a𝛼\u{1f600}é]{0,8}",
            ends in prop::collection::vec((any::<(prop::sample::Index, prop::sample::Index)>(), "[a𝛼]{0,2}"), 1..6),
        ) {
            let mut expected = start.clone();
            let mut changes = Vec::new();
            for ((one, other), text) in &ends {
                let length = expected.encode_utf16().count() + 1;
                let (one, other) = (one.index(length), other.index(length));
                let (from, to) = (one.min(other), one.max(other));
                expected = changed_by_units(&expected, from..to, text);
                let at = |unit: usize| Position { line: 0, character: u32::try_from(unit).unwrap() };
                changes.push(Change { range: Some(Range { start: at(from), end: at(to) }), text: text.clone() });
            }
            prop_assert_eq!(changed(start, None, changes, Encoding::Utf16).unwrap(), expected);
        }

        #[test]
        fn changes_from_the_end_to_the_beginning_make_the_same_text_as_changes_by_bytes(
            start in text(),
            ends in prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 1..8),
            new in prop::collection::vec(text(), 8),
            beyond in prop::collection::vec(any::<bool>(), 8),
        ) {
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let mut expected = start.clone();
                let mut changes = Vec::new();
                let mut limit = start.len();
                for ((ends, new), beyond) in ends.iter().zip(&new).zip(&beyond) {
                    // What was changed so far stays as it is.
                    let part = part(&expected, limit, *ends);
                    let at = |byte| position(&expected, byte, encoding);
                    let mut range = Range { start: at(part.start), end: at(part.end) };
                    if *beyond && (part.end == expected.len() || expected[part.end..].starts_with(['\r', '\n'])) {
                        range.end.character += 3;
                    }
                    limit = part.start;
                    changes.push(Change { range: Some(range), text: new.clone() });
                    expected.replace_range(part, new);
                }
                prop_assert_eq!(&changed(start.clone(), None, changes, encoding).unwrap(), &expected);
            }
        }

        #[test]
        fn positions_outside_of_the_text_are_the_nearest_within(
            text in text(), line in 0_u32..40, character in any::<u32>(),
        ) {
            let lines = LineIndex::new(&text);
            for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
                let positions = Positions::new(&text, &lines, encoding);
                let offset = positions.offset(Position { line, character });
                prop_assert!(text.is_char_boundary(offset as usize));
                let nearest = positions.position(offset);
                prop_assert!(nearest.line <= line && (nearest.line < line || nearest.character <= character));
            }
        }
    }
}
