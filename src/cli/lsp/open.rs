//! A text that is open in an editor.

use gametree::ide::Document;
use gametree::model::Defaults;
use gametree::source::Source;
use gen_lsp_types::{Range, VersionedTextDocumentIdentifier};
use serde::Deserialize;

use super::position::{Encoding, Lines, Positions};

/// A text as the editor has it, of which the file may know nothing yet.
pub(super) struct Open {
    /// The editor's number of this state of the text.
    pub(super) version: i32,
    pub(super) document: Document,
    lines: Lines,
}

/// Changes of a text. The crate's own type would take a change with a bad range for a change of everything.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Changes {
    pub(super) text_document: VersionedTextDocumentIdentifier,
    pub(super) content_changes: Vec<Change>,
}

/// One change of a text; without a range, of all of it.
#[derive(Debug, Deserialize)]
pub(super) struct Change {
    pub(super) range: Option<Range>,
    pub(super) text: String,
}

impl Open {
    pub(super) fn new(version: i32, text: String, project: Defaults) -> Self {
        Self { version, lines: Lines::of(&text), document: Document::new(text, project) }
    }

    pub(super) fn positions(&self, encoding: Encoding) -> Positions<'_> {
        Positions::new(self.document.text(), &self.lines, encoding)
    }

    /// The text after some changes; `None` if it gets too long.
    pub(super) fn changed(self, changes: Vec<Change>, encoding: Encoding) -> Option<String> {
        changed(self.document.into_text(), self.lines, changes, encoding)
    }
}

/// A text with these lines after some changes, each of what the one before it has left.
fn changed(mut text: String, lines: Lines, changes: Vec<Change>, encoding: Encoding) -> Option<String> {
    let mut lines = Some(lines);
    for change in changes {
        let lines = lines.take().unwrap_or_else(|| Lines::of(&text));
        match change.range {
            None => text = change.text,
            Some(range) => {
                let span = Positions::new(&text, &lines, encoding).span(range);
                text.replace_range(span.range(), &change.text);
            }
        }
        if text.len() > Source::LIMIT {
            return None;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::ops::Range as Bytes;

    use gen_lsp_types::Position;
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

    /// Two places between characters, and not within `\r\n`, where there is no position.
    fn part(text: &str, ends: (prop::sample::Index, prop::sample::Index)) -> Bytes<usize> {
        let is_place =
            |at: &usize| text.is_char_boundary(*at) && !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'));
        let places: Vec<usize> = (0..=text.len()).filter(is_place).collect();
        let (one, other) = (places[ends.0.index(places.len())], places[ends.1.index(places.len())]);
        one.min(other)..one.max(other)
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
                    let range = part(&expected, *ends);
                    let at = |byte| position(&expected, byte, encoding);
                    let range_sent = (*whole > 0).then(|| Range { start: at(range.start), end: at(range.end) });
                    changes.push(Change { range: range_sent, text: new.clone() });
                    if *whole > 0 { expected.replace_range(range, new) } else { expected.clone_from(new) }
                }
                prop_assert_eq!(&changed(start.clone(), Lines::of(&start), changes, encoding).unwrap(), &expected);
                let lines = Lines::of(&expected);
                let positions = Positions::new(&expected, &lines, encoding);
                for (byte, _) in expected.char_indices() {
                    let place = u32::try_from(byte).unwrap();
                    prop_assert_eq!(positions.position(place), position(&expected, byte, encoding));
                }
            }
        }

        #[test]
        fn positions_outside_of_the_text_are_the_nearest_within(
            text in text(), line in 0_u32..40, character in any::<u32>(),
        ) {
            let lines = Lines::of(&text);
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
