//! Writes pages as files that clients can open: the pages of codes, which findings link to, and the answers of trees.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

use gametree::diagnostic::Code;
use gen_lsp_types::Uri;
use tempfile::TempDir;

use super::uri;

/// The pages in a folder of their own, which goes with this. It is made where the first page is wanted.
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
    pub(super) fn page(&self, code: Code) -> Option<Uri> {
        uri::of_path(&self.folder()?.join(file_name(code)))
    }

    /// Removes the folder for good: after that there are no pages.
    pub(super) fn remove(&self) {
        *self.lock() = Folder::Gone;
    }

    fn lock(&self) -> MutexGuard<'_, Folder> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the answer of the tree at a line of a file. Returns the file written, or `None` if that failed.
    pub(super) fn answer(&self, file: &str, line: u32, text: &str) -> Option<Uri> {
        let path = self.folder()?.join(answer_name(file, line));
        fs::write(&path, text).ok()?;
        uri::of_path(&path)
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

fn answer_name(file: &str, line: u32) -> String {
    let stem: String = file.trim_end_matches(".tree").chars().filter(|c| c.is_ascii_alphanumeric()).take(40).collect();
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
            let path = uri::to_path(&pages.page(*code).unwrap()).unwrap();
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
