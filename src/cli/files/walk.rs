//! Finds the files that the folders and patterns on the command line name.

use std::collections::HashSet;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gametree::diagnostic::render::Unread;
use globset::GlobBuilder;
use ignore::{DirEntry, WalkBuilder};

use super::Excluded;
use crate::cli::project::Projects;
use crate::cli::read::{to_source, why_unread};

/// Whether a path on the command line means one file: it is neither a folder nor a pattern.
pub(super) fn is_one_file(path: &Path) -> bool {
    let is_pattern = || path.to_str().is_some_and(|path| path.contains(SIGNS)) && path.symlink_metadata().is_err();
    !path.is_dir() && !is_pattern()
}

/// The characters of patterns.
const SIGNS: [char; 4] = ['*', '?', '[', '{'];

/// Looks for files in folders, except those that a project leaves out.
pub(super) struct Walk {
    projects: Arc<Projects>,
    excluded: Excluded,
    /// Paths that could not be found or read.
    pub(super) unread: Vec<Unread>,
}

impl Walk {
    pub(super) fn new(projects: Arc<Projects>, excluded: Excluded) -> Self {
        Self { projects, excluded, unread: Vec::new() }
    }

    /// The files in a folder, or those that match a pattern.
    pub(super) fn expand(&mut self, named: &Path) -> Vec<PathBuf> {
        match named.to_str() {
            Some(pattern) if !named.is_dir() => self.glob(pattern),
            _ => self.walk(named, None, |file| file.extension().is_some_and(|extension| extension == "tree")),
        }
    }

    fn glob(&mut self, pattern: &str) -> Vec<PathBuf> {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let matcher = match GlobBuilder::new(pattern).literal_separator(true).build() {
            Ok(glob) => glob.compile_matcher(),
            Err(error) => {
                self.add_unread(Path::new(pattern), error.to_string());
                return Vec::new();
            }
        };
        let plain: PathBuf = Path::new(pattern)
            .components()
            .take_while(|part| !part.as_os_str().to_string_lossy().contains(SIGNS))
            .collect();
        let base_parts = plain.components().count();
        let base = if plain.as_os_str().is_empty() { PathBuf::from(".") } else { plain };
        let depth = (!pattern.contains("**")).then(|| pattern.split('/').count() - base_parts);
        let found = self.walk(&base, depth, |file| matcher.is_match(file.strip_prefix(".").unwrap_or(file)));
        let left_out = self.projects.left_something_out();
        if found.is_empty() && !(left_out && self.excluded == Excluded::LeftOut) {
            let but = if left_out { " that gametree.toml does not leave out" } else { "" };
            self.add_unread(Path::new(pattern), format!("no file matches{but}"));
        }
        found
    }

    /// The wanted files below a folder, sorted, without those that `.gitignore` or the project leaves out.
    ///
    /// `depth` limits the levels below the folder.
    fn walk(&mut self, base: &Path, depth: Option<usize>, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut links = Vec::new();
        if self.projects.leave_out(base, true) {
            return found;
        }
        let entries = Entries::below(base, depth, &self.projects);
        let refused = entries.refused();
        for entry in entries {
            match entry {
                Ok(entry) => {
                    let shown = entry.path().strip_prefix("./").unwrap_or(entry.path());
                    if !wanted(shown) || self.projects.leave_out(shown, false) {
                        continue;
                    }
                    match entry.file_type() {
                        Some(kind) if kind.is_file() => found.push(shown.to_path_buf()),
                        Some(kind) if kind.is_symlink() => links.push(shown.to_path_buf()),
                        // The walk enters folders by itself; reading a pipe or a device could wait forever.
                        _ => {}
                    }
                }
                Err(error) => {
                    let (path, reason) = path_and_reason(&error);
                    let path = path.map(|path| path.strip_prefix("./").unwrap_or(path));
                    self.add_unread(path.unwrap_or(base), reason);
                }
            }
        }
        for (path, reason) in refused.take() {
            self.add_unread(path.strip_prefix("./").unwrap_or(&path), reason);
        }
        self.follow(base, links, &mut found);
        found
    }

    /// Adds the links to files below the folder, unless the file was found already.
    fn follow(&mut self, base: &Path, links: Vec<PathBuf>, found: &mut Vec<PathBuf>) {
        if links.is_empty() {
            return;
        }
        let Ok(base) = base.canonicalize() else { return };
        let mut seen: HashSet<PathBuf> = found.iter().filter_map(|path| path.canonicalize().ok()).collect();
        for link in links {
            match link.canonicalize() {
                Ok(file) => {
                    let is_new = file.is_file() && file.starts_with(&base) && seen.insert(file);
                    found.extend(is_new.then_some(link));
                }
                Err(error) => self.add_unread(&link, why_unread(&link, &error)),
            }
        }
        found.sort();
    }

    fn add_unread(&mut self, path: &Path, reason: String) {
        self.unread.push(Unread { source: to_source(path, String::new()), reason });
    }
}

/// Everything below a folder, sorted, one entry at a time. Links are not followed. Skips what `.gitignore` excludes,
/// and folders that the project excludes.
pub(in crate::cli) struct Entries {
    /// `None` if the folder itself is refused.
    walk: Option<ignore::Walk>,
    refused: Refused,
}

/// Folders that are not entered because their list of exclusions cannot be read: the path of that list, and the reason.
#[derive(Clone, Default)]
struct Refused(Arc<Mutex<Vec<(PathBuf, String)>>>);

impl Entries {
    pub(in crate::cli) fn below(base: &Path, depth: Option<usize>, projects: &Arc<Projects>) -> Self {
        let refused = Refused::default();
        // Exclusions in the folders above apply here, too.
        let whole = base.canonicalize().unwrap_or_default();
        if refused.refuse(base) || whole.ancestors().skip(1).any(|folder| refused.refuse(folder)) {
            return Self { walk: None, refused };
        }
        let mut walk = WalkBuilder::new(base);
        walk.max_depth(depth).require_git(false).sort_by_file_path(Path::cmp);
        let (projects, refusing) = (Arc::clone(projects), refused.clone());
        walk.filter_entry(move |entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            !is_folder || !(projects.leave_out(entry.path(), true) || refusing.refuse(entry.path()))
        });
        Self { walk: Some(walk.build()), refused }
    }

    fn refused(&self) -> Refused {
        self.refused.clone()
    }
}

impl Iterator for Entries {
    type Item = Result<DirEntry, ignore::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.as_mut()?.next()
    }
}

impl Refused {
    /// Whether a folder's list of exclusions must not be read: it is not a regular file, or it is too long.
    fn refuse(&self, folder: &Path) -> bool {
        /// In bytes.
        const LONGEST: u64 = 1 << 20;
        let reason = |path: &PathBuf| match path.metadata() {
            // Opening a pipe would block.
            Ok(about) if !about.is_file() => Some("not a file"),
            Ok(about) if about.len() > LONGEST => Some("larger than 1 MiB"),
            _ => None,
        };
        let paths = [".gitignore", ".ignore", ".git/info/exclude"].map(|name| folder.join(name));
        let unusable = paths.into_iter().filter_map(|path| Some((reason(&path)?, path)));
        let unusable: Vec<(PathBuf, String)> =
            unusable.map(|(reason, path)| (path, format!("{reason}; the folder is skipped"))).collect();
        let refused = !unusable.is_empty();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(unusable);
        refused
    }

    fn take(&self) -> Vec<(PathBuf, String)> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The path of an error during a walk, and the reason without the path.
fn path_and_reason(error: &ignore::Error) -> (Option<&Path>, String) {
    match error {
        ignore::Error::WithDepth { err, .. } => path_and_reason(err),
        ignore::Error::WithPath { path, err } => (Some(path), path_and_reason(err).1),
        // Its text repeats the path; the error that it wraps does not.
        ignore::Error::Io(error) => (
            None,
            error.get_ref().and_then(|inner| inner.source()).map_or_else(|| error.to_string(), ToString::to_string),
        ),
        error => (None, error.to_string()),
    }
}
