//! From the directories and patterns on the command line to files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gametree::diagnostic::render::Unread;
use globset::GlobBuilder;
use ignore::WalkBuilder;

use super::read::to_source;
use super::{Excluded, complain_of};
use crate::cli::project::Projects;

/// Whether a path of the command line is meant as one file: it is no directory, and no pattern for files.
pub(super) fn is_one_file(path: &Path) -> bool {
    let is_pattern = || path.to_str().is_some_and(|path| path.contains(SIGNS)) && path.symlink_metadata().is_err();
    !path.is_dir() && !is_pattern()
}

/// What makes a path a pattern.
const SIGNS: [char; 4] = ['*', '?', '[', '{'];

/// Looks for files in directories. What a project leaves out is left out.
pub(super) struct Walk {
    projects: Arc<Projects>,
    excluded: Excluded,
    /// What could not be found or read. It has been complained of.
    pub(super) unread: Vec<Unread>,
}

impl Walk {
    pub(super) fn new(projects: Arc<Projects>, excluded: Excluded) -> Self {
        Self { projects, excluded, unread: Vec::new() }
    }

    /// The files in a directory, or those that match a pattern.
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
                self.miss(Path::new(pattern), error.to_string());
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
            self.miss(Path::new(pattern), format!("no file matches{but}"));
        }
        found
    }

    /// The files below a directory that are wanted, sorted; what `.gitignore` or the project leaves out is left out.
    ///
    /// `depth` is how many levels below the directory are looked at, where not all are.
    fn walk(&mut self, base: &Path, depth: Option<usize>, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        if self.projects.leave_out(base, true) {
            return found;
        }
        for entry in entries(base, depth, &self.projects) {
            match entry {
                // Folders are entered anyway; pipes and devices would keep the reader waiting.
                Ok(entry) if !entry.file_type().is_some_and(|kind| kind.is_file()) => {}
                Ok(entry) => {
                    let path = entry.path();
                    let shown = path.strip_prefix("./").unwrap_or(path);
                    let taken = wanted(shown) && !self.projects.leave_out(shown, false);
                    found.extend(taken.then(|| shown.to_path_buf()));
                }
                // A loop of links has been entered once already: nothing is missed.
                Err(error) if is_loop(&error) => {}
                Err(error) => {
                    let (path, reason) = what_and_why(&error);
                    let path = path.map(|path| path.strip_prefix("./").unwrap_or(path));
                    // A link that leads nowhere is no fault of a folder, unless it is called as what is looked for.
                    if path.is_none_or(|path| !path.is_symlink() || wanted(path)) {
                        self.miss(path.unwrap_or(base), reason);
                    }
                }
            }
        }
        found
    }

    fn miss(&mut self, path: &Path, reason: String) {
        self.unread.push(complain_of(Unread { source: to_source(path, String::new()), reason }));
    }
}

/// All that is below a directory, sorted, one by one; what `.gitignore` leaves out, and folders that the project leaves
/// out, are not entered.
pub(in crate::cli) fn entries(base: &Path, depth: Option<usize>, projects: &Arc<Projects>) -> ignore::Walk {
    let projects = Arc::clone(projects);
    let mut walk = WalkBuilder::new(base);
    walk.max_depth(depth).follow_links(true).require_git(false).sort_by_file_path(Path::cmp);
    walk.filter_entry(move |entry| {
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        !is_folder || !projects.leave_out(entry.path(), true)
    });
    walk.build()
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } => is_loop(err),
        _ => false,
    }
}

/// The path that a walk stumbled at, and the reason without the path.
fn what_and_why(error: &ignore::Error) -> (Option<&Path>, String) {
    match error {
        ignore::Error::WithDepth { err, .. } => what_and_why(err),
        ignore::Error::WithPath { path, err } => (Some(path), what_and_why(err).1),
        // What it displays names the path a second time; what it wraps does not.
        ignore::Error::Io(error) => (
            None,
            error.get_ref().and_then(|inner| inner.source()).map_or_else(|| error.to_string(), ToString::to_string),
        ),
        error => (None, error.to_string()),
    }
}
