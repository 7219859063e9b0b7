//! Names of files, in folders and in zip files.

use gametree::diagnostic::render::printable;
use gametree::syntax::normal;

/// What a file is, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Sheet,
    Zip,
    Other,
}

/// Endings of sheets; some systems and mail programs add `.txt`.
const SHEETS: [&str; 2] = [".tree", ".tree.txt"];

impl Named {
    pub(super) fn of(name: &str) -> Self {
        match name {
            name if SHEETS.iter().any(|ending| without(name, ending).is_some()) => Self::Sheet,
            name if without(name, ".zip").is_some() => Self::Zip,
            _ => Self::Other,
        }
    }
}

/// The name of a file without its folders and its ending.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let endings = SHEETS.iter().chain(&[".zip"]);
    endings.filter_map(|ending| without(name, ending)).min_by_key(|stem| stem.len()).unwrap_or(name)
}

/// A name without an ending, in upper or lower case.
fn without<'name>(name: &'name str, ending: &str) -> Option<&'name str> {
    let (stem, last) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    last.eq_ignore_ascii_case(ending).then_some(stem)
}

/// Whether a file or folder is none that a student made: it is hidden, or macOS added it to a zip file.
pub(super) fn is_ignored(part: &str) -> bool {
    part.starts_with('.') || part == "__MACOSX"
}

/// An id or a name as it is shown and compared: without surrounding spaces, characters that cannot be shown replaced,
/// and letters with accents in one spelling.
pub(super) fn cleaned(text: &str) -> String {
    normal(&printable(text.trim())).into_owned()
}

/// The name of an entry of a zip file, as a path that goes only down.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EntryName {
    pub(super) path: String,
    /// Whether it was a path of another kind, in words.
    pub(super) fault: Option<&'static str>,
}

impl EntryName {
    /// The name of an entry; `None` for one that is ignored.
    pub(super) fn read(name: &str) -> Option<Self> {
        // Windows has both.
        const SLASHES: [char; 2] = ['/', '\\'];
        let has_drive = name.as_bytes().get(1) == Some(&b':') && name.as_bytes()[0].is_ascii_alphabetic();
        let below = if has_drive { &name[2..] } else { name };
        let is_absolute = has_drive || below.starts_with(SLASHES);
        let mut parts: Vec<&str> = below.split(SLASHES).filter(|part| !matches!(*part, "" | ".")).collect();
        let before = parts.len();
        parts.retain(|part| *part != "..");
        let fault = match (is_absolute, parts.len() < before) {
            (true, _) => Some("its name in the zip file is an absolute path, so it is not read"),
            (false, true) => Some("its name in the zip file has `..`, so it is not read"),
            (false, false) => None,
        };
        if parts.is_empty() || parts.iter().any(|part| is_ignored(part)) {
            return None;
        }
        let folder = if below.ends_with(SLASHES) { "/" } else { "" };
        Some(Self { path: cleaned(&parts.join("/")) + folder, fault })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_and_zip_files_are_known_by_their_endings() {
        let names = ["a.tree", "a.TREE", "a.tree.txt", "a.zip", "a.txt", "tree", ".tree", "é.tree", "日", "a.tree.zip"];
        use Named::{Other, Sheet, Zip};
        assert_eq!(names.map(Named::of), [Sheet, Sheet, Sheet, Zip, Other, Other, Sheet, Sheet, Other, Zip]);
        assert_eq!(["x/a.tree", "a.b.tree.TXT", "a.zip", "a.txt"].map(stem), ["a", "a.b", "a", "a.txt"]);
    }

    #[test]
    fn names_in_zip_files_only_go_down() {
        let read = |name| EntryName::read(name).map(|name| (name.path, name.fault.unwrap_or_default()));
        let good = |path: &str| Some((path.to_string(), ""));
        assert_eq!(read("a/b.tree"), good("a/b.tree"));
        assert_eq!(read("./a//b.tree"), good("a/b.tree"));
        assert_eq!(read("a\\b.tree"), good("a/b.tree"));
        assert_eq!(read("a/"), good("a/"));
        let absolute = "its name in the zip file is an absolute path, so it is not read";
        for name in ["/etc/x.tree", "C:\\etc\\x.tree", "c:etc/x.tree", "\\\\etc\\x.tree", "/../etc/x.tree"] {
            assert_eq!(read(name), Some(("etc/x.tree".to_string(), absolute)), "{name}");
        }
        let upward = "its name in the zip file has `..`, so it is not read";
        for name in ["../a/x.tree", "a/../../x.tree", "a\\..\\x.tree"] {
            assert_eq!(read(name), Some(("a/x.tree".to_string(), upward)), "{name}");
        }
        for name in ["", "/", "..", "__MACOSX/a/b.tree", "a/.git/b.tree", ".b.tree"] {
            assert_eq!(read(name), None, "{name}");
        }
        assert_eq!(read("a\u{1b}[2J\0.tree"), good("a␛[2J␀.tree"));
    }

    #[test]
    fn ids_have_one_spelling() {
        assert_eq!(cleaned(" Zoe\u{308}\n"), "Zoë");
        assert_eq!(cleaned("a\u{202e}b"), "a\u{fffd}b");
    }
}
