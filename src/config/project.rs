//! A project: a `gametree.toml` with its settings.

use std::path::{Path, PathBuf};

use super::{Config, read};
use crate::diagnostic::{Diagnostic, Tally};
use crate::source::Source;

/// How many findings of a `gametree.toml` are kept.
const MOST_FINDINGS: usize = 100;

/// A project: one `gametree.toml` and its settings. Files without one belong to the default project.
#[derive(Debug, Default)]
pub struct Project {
    /// The absolute path of its `gametree.toml`.
    path: PathBuf,
    /// The absolute path of the folder that its patterns start at.
    #[cfg_attr(not(feature = "files"), expect(dead_code, reason = "without `files`, no path is matched"))]
    folder: PathBuf,
    /// Its `gametree.toml`; the text is empty if it cannot be read.
    pub source: Source,
    /// Its settings.
    pub config: Config,
    /// The first findings of its `gametree.toml`.
    pub findings: Vec<Diagnostic>,
    /// How many findings its `gametree.toml` has.
    pub tally: Tally,
    /// Whether its `gametree.toml` exists but cannot be read.
    unread: bool,
}

impl Project {
    /// The project whose `gametree.toml` has this text. `path` and `folder`, at which its patterns start, are absolute.
    pub fn new(path: PathBuf, folder: PathBuf, source: Source) -> Self {
        let (config, findings) = read(&source.text, MOST_FINDINGS);
        let (findings, tally) = findings.finish();
        Self { path, folder, source, config, findings, tally, unread: false }
    }

    /// The project whose `gametree.toml` cannot be read, and the reason with its consequence: as the settings of the
    /// search are not known, the defaults are doubtful. `source` has no text.
    pub fn unread(path: PathBuf, source: Source, reason: &str) -> (Self, String) {
        let mut config = Config::default();
        config.defaults.doubtful = true;
        let reason = format!("{reason}; the claims of the trees below are not judged");
        (Self { path, source, config, unread: true, ..Self::default() }, reason)
    }

    /// The path of its `gametree.toml`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether its `gametree.toml` has mistakes.
    pub fn is_mistaken(&self) -> bool {
        self.tally.total() > 0
    }

    /// Whether all of its `gametree.toml` was understood.
    pub fn is_understood(&self) -> bool {
        !self.is_mistaken() && !self.unread
    }

    /// Whether it leaves out a path, which is absolute. Only the path itself is matched, not the folders that contain
    /// it.
    #[cfg(feature = "files")]
    pub fn leaves_out(&self, path: &Path, is_folder: bool) -> bool {
        let below = path.strip_prefix(&self.folder).ok().filter(|path| !path.as_os_str().is_empty());
        below.is_some_and(|path| self.config.exclude.leaves_out(path, is_folder))
    }
}
