//! What the server asks of the place where it runs.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::Project;
use crate::diagnostic::Code;

/// The place where a server runs: its files, and the pages that a client can open.
pub trait Host: Send + Sync {
    /// The project of a file.
    fn project(&self, file: &Path) -> Arc<Project>;

    /// Each `gametree.toml` that could not be read since this was last asked, with the reason, in words.
    fn unread(&self) -> Vec<String>;

    /// The same host, which reads every `gametree.toml` again.
    fn renewed(&self) -> Arc<dyn Host>;

    /// The `.tree` files in some folders, each once, without those that projects leave out. They are found lazily, so
    /// that the caller can stop early. Files that a link reaches outside the folders are left out.
    fn files<'a>(&'a self, folders: &'a [PathBuf]) -> Box<dyn Iterator<Item = PathBuf> + 'a>;

    /// The file that a path leads to, with all links followed; `None` if there is none.
    fn canonical(&self, path: &Path) -> Option<PathBuf>;

    /// The text of a file; `None` if it cannot be read, or has more than `longest` bytes.
    fn read(&self, file: &Path, longest: usize) -> Option<String>;

    /// The URI of a file with the page of a code; `None` if there is none.
    fn page(&self, code: Code) -> Option<String>;

    /// Writes a file with the answer of the tree at a line of the text with this URI. Returns the URI of the file, or
    /// `None` if that failed.
    fn answer(&self, uri: &str, line: u32, answer: &str) -> Option<String>;

    /// Some Markdown as plain text; `None` if this host cannot take the markup away.
    fn plain(&self, markdown: &str) -> Option<String>;
}

/// A place where only open texts exist, such as a page in a browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Host for NoFiles {
    fn project(&self, _: &Path) -> Arc<Project> {
        Arc::default()
    }

    fn unread(&self) -> Vec<String> {
        Vec::new()
    }

    fn renewed(&self) -> Arc<dyn Host> {
        Arc::new(*self)
    }

    fn files<'a>(&'a self, _: &'a [PathBuf]) -> Box<dyn Iterator<Item = PathBuf> + 'a> {
        Box::new(iter::empty())
    }

    fn canonical(&self, _: &Path) -> Option<PathBuf> {
        None
    }

    fn read(&self, _: &Path, _: usize) -> Option<String> {
        None
    }

    fn page(&self, _: Code) -> Option<String> {
        None
    }

    fn answer(&self, _: &str, _: u32, _: &str) -> Option<String> {
        None
    }

    /// A client in a browser can show Markdown.
    fn plain(&self, _: &str) -> Option<String> {
        None
    }
}
