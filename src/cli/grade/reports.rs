//! A file of feedback for each student.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use gametree::render::is_page;

use crate::cli::fingerprint::fingerprint;
use crate::cli::output::write_file;
use crate::cli::print_error;
use crate::cli::read::read_text;

/// The longest name of a file, without its ending.
const LONGEST: usize = 64;

/// What the files of a folder are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Markdown,
    Page,
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Page => "html",
        }
    }

    /// Whether a text is feedback on the same student as the `new` one.
    fn is_ours(self, old: &str, new: &str) -> bool {
        match self {
            // Both begin with the id as a heading.
            Self::Markdown => {
                let heading =
                    |text: &str| text.lines().next().and_then(|line| line.split("  ").next()).map(str::to_string);
                heading(old) == heading(new)
            }
            Self::Page => is_page(old),
        }
    }
}

/// The folder of feedback.
pub(super) struct Reports<'a> {
    folder: Option<&'a Path>,
    kind: Kind,
    /// The names of files written so far, in lower case.
    written: HashSet<String>,
    /// Whether a file could not be written.
    pub(super) failed: bool,
}

impl<'a> Reports<'a> {
    /// Makes the folder if it does not exist.
    pub(super) fn new(folder: Option<&'a Path>, kind: Kind) -> io::Result<Self> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?;
        }
        Ok(Self { folder, kind, written: HashSet::new(), failed: false })
    }

    /// Keeps the names of files that are written elsewhere, in the same order.
    pub(super) fn reserve<'i>(&mut self, ids: impl Iterator<Item = &'i str>) {
        if self.folder.is_some() {
            ids.for_each(|id| drop(self.file_name(id)));
        }
    }

    /// Writes the feedback of one student, whole or not at all.
    pub(super) fn write(&mut self, id: &str, text: impl FnOnce() -> String) {
        let Some(folder) = self.folder else { return };
        let path = folder.join(format!("{}.{}", self.file_name(id), self.kind.ending()));
        let text = text();
        let written = if self.is_foreign(&path, &text) {
            let reason = "this file is not feedback on this student from `gametree grade`, so it was not overwritten";
            Err(format!("{reason}; move it, or choose another folder"))
        } else {
            write_file(&path, &text).map_err(|error| format!("not written: {error}"))
        };
        if let Err(reason) = written {
            print_error(&format!("{}: {reason}", path.display()));
            self.failed = true;
        }
    }

    fn is_foreign(&self, path: &Path, text: &str) -> bool {
        const MOST: usize = 64 << 20;
        let is_ours = |old: String| old.is_empty() || self.kind.is_ours(&old, text);
        path.symlink_metadata().is_ok() && !read_text(path, MOST).is_ok_and(is_ours)
    }

    /// A name for the file of an id: only letters, digits, dots, hyphens and underscores. If that changes the id, or if
    /// another id has the same name, a few digits are added that depend on the id.
    fn file_name(&mut self, id: &str) -> String {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
        let cleaned: String = id.chars().map(|it| if is_plain(it) { it } else { '_' }).take(LONGEST).collect();
        let is_same = cleaned == id && !cleaned.starts_with('.') && !cleaned.is_empty() && !is_device(&cleaned);
        let name = if is_same { cleaned } else { with_digits(&cleaned, id) };
        if self.written.insert(name.to_lowercase()) {
            return name;
        }
        let name = with_digits(&name, id);
        self.written.insert(name.to_lowercase());
        name
    }
}

fn with_digits(name: &str, id: &str) -> String {
    format!("{}-{}", name.trim_start_matches('.'), &fingerprint(id.as_bytes())[..8])
}

/// Whether Windows takes a name for a device, whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = stem.len() == 4 && (stem.starts_with("com") || stem.starts_with("lpt"));
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || is_port && stem.ends_with(|end: char| end.is_ascii_digit())
}
