//! Unified diffs, which `patch -p0` and `git apply -p0` accept.

use std::fmt::Write;
use std::path::Path;

use gametree::diagnostic::render::slashed_bytes;
use similar::TextDiff;

/// The diff from `old` to `new` of the file at `path`; empty if they are the same.
pub(super) fn unified(path: &Path, old: &str, new: &str) -> String {
    // For the programs that read this, only `\n` ends a line.
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<&str>>();
    let diff = TextDiff::configure().newline_terminated(true).diff_slices(&lines(old), &lines(new));
    let name = header_name(&slashed_bytes(path.as_os_str().as_encoded_bytes()));
    let mut text = String::new();
    for hunk in diff.unified_diff().iter_hunks() {
        if text.is_empty() {
            text = format!("--- {name}\n+++ {name}\n");
        }
        text += &format!("{}\n", hunk.header());
        for change in hunk.iter_changes() {
            let line = change.value();
            let end = if line.ends_with('\n') { "" } else { "\n\\ No newline at end of file\n" };
            text += &format!("{}{line}{end}", change.tag());
        }
    }
    text
}

/// A file name in the head of a diff: in quotes if it could be misread, as with a leading space, and followed by a tab
/// if it contains spaces.
fn header_name(name: &[u8]) -> String {
    let strange = |byte: &u8| byte.is_ascii_control() || matches!(byte, b'"' | b'\\');
    match str::from_utf8(name) {
        Ok(plain) if !plain.starts_with(' ') && !name.iter().any(strange) => {
            format!("{plain}{}", if plain.contains(' ') { "\t" } else { "" })
        }
        _ => {
            let mut quoted = String::from("\"");
            for byte in name {
                match byte {
                    b'"' | b'\\' => quoted.extend(['\\', char::from(*byte)]),
                    b' '..=b'~' => quoted.push(char::from(*byte)),
                    _ => {
                        let _ = write!(quoted, "\\{byte:03o}");
                    }
                }
            }
            quoted + "\""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_a_line_feed_and_with_nothing_else() {
        let diff = unified(Path::new("a.tree"), "a\rb\u{2028}c\r\nd", "a\rb\u{2028}x\r\nd");
        let expected = "--- a.tree\n+++ a.tree\n@@ -1,2 +1,2 @@\n-a\rb\u{2028}c\r\n+a\rb\u{2028}x\r\n d\n\\ No newline at end of file\n";
        assert_eq!(diff, expected);
        assert_eq!(unified(Path::new("a.tree"), "a\n", "a\n"), "");
        let diff = unified(Path::new("a.tree"), "a\r", "b\r");
        let missing = "\n\\ No newline at end of file\n";
        assert_eq!(diff, format!("--- a.tree\n+++ a.tree\n@@ -1 +1 @@\n-a\r{missing}+b\r{missing}"));
    }

    #[test]
    fn names_cannot_pass_for_lines_of_the_diff() {
        assert_eq!(header_name(b"a b.tree"), "a b.tree\t");
        assert_eq!(header_name(b" a.tree"), "\" a.tree\"");
        assert_eq!(header_name("α.tree".as_bytes()), "α.tree");
        assert_eq!(header_name(b"a\n+++ \"b\"\xff"), r#""a\012+++ \"b\"\377""#);
    }
}
