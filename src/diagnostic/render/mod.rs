//! Renders findings for people and for programs. Each renderer starts from the [`super::Diagnostic`], not from the
//! output of another one.

mod excerpt;
mod fingerprint;
mod github;
mod gitlab;
mod home;
mod json;
mod junit;
mod sarif;
mod short;
mod terminal;

pub use fingerprint::Fingerprints;
pub use github::{MOST_ANNOTATIONS, to_command, to_failed_command};
pub use gitlab::to_code_quality;
pub use json::to_json;
pub use junit::{JUNIT_HEAD, JUNIT_TAIL, TestedTree, to_failed_suite, to_test_suite};
pub use sarif::{MOST_RESULTS, SARIF_HEAD, sarif_tail, to_sarif_result};
pub use short::to_line;
pub use terminal::to_report;

use std::borrow::Cow;
use std::path::MAIN_SEPARATOR;

use crate::source::{LineIndex, Source};

/// A source with the index of its lines, for any number of findings about it.
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

/// A file that could not be read, or something else that was named and could not be found.
pub struct Unread {
    /// Its name, without a text.
    pub source: Source,
    /// Why it could not be read.
    pub reason: String,
}

impl Unread {
    /// The message about it: its name and the reason.
    pub fn in_words(&self) -> String {
        format!("{}: {}", self.source.name, self.reason)
    }
}

/// A path as services know it, with slashes on every system.
fn slashed(path: &str) -> Cow<'_, str> {
    if MAIN_SEPARATOR == '/' { Cow::Borrowed(path) } else { Cow::Owned(path.replace(MAIN_SEPARATOR, "/")) }
}

/// A path with slashes on every system, which need not be text.
pub fn slashed_bytes(path: &[u8]) -> Cow<'_, [u8]> {
    with_slashes(path, MAIN_SEPARATOR)
}

fn with_slashes(path: &[u8], separator: char) -> Cow<'_, [u8]> {
    if separator == '/' {
        return Cow::Borrowed(path);
    }
    path.iter().map(|byte| if char::from(*byte) == separator { b'/' } else { *byte }).collect::<Vec<u8>>().into()
}

/// Text that can be shown on a terminal: every character that is not [`is_printable`] is replaced by a visible one.
pub fn printable(text: &str) -> String {
    text.chars().map(printable_char).collect()
}

/// A name at the beginning of a line: printable, and not mistaken by GitHub for a command, which begins with `::`
/// wherever it is printed.
pub fn leading_name(name: &str) -> String {
    let name = printable(name);
    if name.trim_start().starts_with("::") { format!("./{name}") } else { name }
}

/// Whether a character can be shown on a terminal: it is not a control character, does not change the direction of
/// writing, and is not invisible.
pub fn is_printable(character: char) -> bool {
    !character.is_control()
        && !matches!(
            u32::from(character),
            // Invisible hyphens and fillers, direction marks, joiners and spaces without width, line breaks,
            // annotations, noncharacters, tags.
            0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0x3164 | 0xffa0 | 0xfff9..=0xfffb | 0xfffe | 0xffff | 0xe0000..=0xe007f
        )
}

fn printable_char(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        other if is_printable(other) => other,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slashes_take_the_place_of_separators_and_of_nothing_else() {
        assert_eq!(*with_slashes(b"week 1\\a\xff.tree", '\\'), *b"week 1/a\xff.tree");
        assert_eq!(*with_slashes(b"back\\slash.tree", '/'), *b"back\\slash.tree");
    }
}
