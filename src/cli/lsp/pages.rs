//! Writes pages as files that clients can open: the pages of codes, which findings link to, and the answers of trees.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs, io};

use gametree::diagnostic::Code;
use gametree::lsp;
use percent_encoding::percent_decode_str;
use tempfile::TempDir;

/// The pages in a folder of their own, which is created for the first page and removed when this is dropped.
pub(super) struct Pages {
    above: PathBuf,
    folder: Mutex<Folder>,
}

/// The state of the folder.
enum Folder {
    /// No page has been requested yet.
    Unwanted,
    Written(TempDir),
    /// It could not be written, or has been removed.
    Gone,
}

impl Pages {
    pub(super) fn new() -> Self {
        Self { above: env::temp_dir(), folder: Mutex::new(Folder::Unwanted) }
    }

    /// The file with the page of a code; `None` if it could not be written.
    pub(super) fn page(&self, code: Code) -> Option<String> {
        lsp::uri_of_path(&self.folder()?.join(file_name(code)))
    }

    /// Removes the folder for good: after that there are no pages.
    pub(super) fn remove(&self) {
        *self.lock() = Folder::Gone;
    }

    fn lock(&self) -> MutexGuard<'_, Folder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the answer of the tree at a line of a file. Returns the file written, or `None` if that failed.
    pub(super) fn answer(&self, file: &str, line: u32, text: &str) -> Option<String> {
        let folder = self.folder()?.join(answer_folder(file));
        fs::create_dir_all(&folder).ok()?;
        let path = folder.join(answer_name(file, line));
        fs::write(&path, text).ok()?;
        lsp::uri_of_path(&path)
    }

    /// The folder with the pages, written on the first request.
    fn folder(&self) -> Option<PathBuf> {
        let mut folder = self.lock();
        if let Folder::Unwanted = *folder {
            *folder = write(&self.above).map_or(Folder::Gone, Folder::Written);
        }
        let Folder::Written(written) = &*folder else { return None };
        Some(written.path().to_path_buf())
    }
}

/// A folder for the answers of one file: files with the same name must not overwrite each other's pages.
fn answer_folder(file: &str) -> String {
    let mut hasher = DefaultHasher::new();
    file.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn answer_name(file: &str, line: u32) -> String {
    let path: Vec<u8> = percent_decode_str(file).collect();
    let path = String::from_utf8_lossy(&path);
    let name = path.rsplit(['/', '\\', ':']).next().unwrap_or_default();
    let stem = name.strip_suffix(".tree").unwrap_or(name);
    let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = stem.chars().filter(is_plain).take(40).collect();
    format!("answer-{stem}-line-{line}.txt")
}

fn file_name(code: Code) -> String {
    format!("{code}.md")
}

fn write(above: &Path) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("gametree-").tempdir_in(above)?;
    for code in Code::ALL {
        fs::write(folder.path().join(file_name(*code)), code.page())?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_there_as_long_as_they_are_wanted() {
        let above = tempfile::tempdir().unwrap();
        let pages = Pages { above: above.path().to_path_buf(), folder: Mutex::new(Folder::Unwanted) };
        let folders = || fs::read_dir(above.path()).unwrap().count();
        assert_eq!(folders(), 0, "nobody has asked");
        for code in Code::ALL {
            let path = lsp::path_of_uri(&pages.page(*code).unwrap()).unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), code.page());
        }
        assert_eq!(folders(), 1);
        pages.remove();
        assert_eq!(folders(), 0);
        assert_eq!((pages.page(Code::WrongValue), folders()), (None, 0), "there are none after that");
        let pages = Pages { above: above.path().join("nothing"), folder: Mutex::new(Folder::Unwanted) };
        assert_eq!(pages.page(Code::WrongValue), None);
    }
}
