//! Pages as files, for clients that open them: those of codes, which findings link to, and answers of trees.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use gametree::diagnostic::Code;
use gen_lsp_types::Uri;
use tempfile::TempDir;

use super::uri;

/// The pages in a folder of their own, which goes with this. It is made where the first page is wanted.
pub(super) struct Pages {
    above: PathBuf,
    folder: OnceLock<Option<TempDir>>,
}

impl Pages {
    pub(super) fn new() -> Self {
        Self { above: env::temp_dir(), folder: OnceLock::new() }
    }

    /// Where the page of a code is; `None` where none could be written.
    pub(super) fn page(&self, code: Code) -> Option<Uri> {
        uri::of_path(&self.folder()?.join(file_name(code)))
    }

    /// Writes the answer of the tree at a line of a file; where that is, or `None` where it cannot be written.
    pub(super) fn answer(&self, file: &str, line: u32, text: &str) -> Option<Uri> {
        let path = self.folder()?.join(answer_name(file, line));
        fs::write(&path, text).ok()?;
        uri::of_path(&path)
    }

    fn folder(&self) -> Option<&Path> {
        self.folder.get_or_init(|| write(&self.above).ok()).as_ref().map(TempDir::path)
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
        let pages = Pages { above: above.path().to_path_buf(), folder: OnceLock::new() };
        let folders = || fs::read_dir(above.path()).unwrap().count();
        assert_eq!(folders(), 0, "nobody has asked");
        for code in Code::ALL {
            let path = uri::to_path(&pages.page(*code).unwrap()).unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), code.page());
        }
        assert_eq!(folders(), 1);
        drop(pages);
        assert_eq!(folders(), 0);
        let pages = Pages { above: above.path().join("nothing"), folder: OnceLock::new() };
        assert_eq!(pages.page(Code::WrongValue), None);
    }
}
