//! A file of feedback for each student.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

use crate::cli::output::write_file;
use crate::cli::print_error;

/// The longest name of a file, without its ending.
const LONGEST: usize = 64;

/// The folder of feedback.
pub(super) struct Reports<'a> {
    folder: Option<&'a Path>,
    /// The ending of its files.
    ending: &'static str,
    /// The names of files written so far, in lower case.
    written: HashSet<String>,
    /// Whether a file could not be written.
    pub(super) failed: bool,
}

impl<'a> Reports<'a> {
    /// Makes the folder if it does not exist.
    pub(super) fn new(folder: Option<&'a Path>, ending: &'static str) -> io::Result<Self> {
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?;
        }
        Ok(Self { folder, ending, written: HashSet::new(), failed: false })
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
        let path = folder.join(format!("{}.{}", self.file_name(id), self.ending));
        if let Err(error) = write_file(&path, &text()) {
            print_error(&format!("{}: not written: {error}", path.display()));
            self.failed = true;
        }
    }

    /// A name for the file of an id: only letters, digits, dots, hyphens and underscores. If that changes the id, or if
    /// another id has the same name, a few digits are added that depend on the id.
    fn file_name(&mut self, id: &str) -> String {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
        let cleaned: String = id.chars().map(|it| if is_plain(it) { it } else { '_' }).take(LONGEST).collect();
        let is_same = cleaned == id && !cleaned.starts_with('.') && !cleaned.is_empty();
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
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    format!("{}-{:08x}", name.trim_start_matches('.'), hasher.finish() & 0xffff_ffff)
}
