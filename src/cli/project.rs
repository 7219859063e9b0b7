//! Finds the project of a file: the `gametree.toml` that governs its folder, and the paths that it leaves out.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs, mem};

use clap::{Args, ValueHint};
use gametree::config::{FILE_NAME, Project};
use gametree::diagnostic::render::Unread;

use super::read::{read_text, to_source, why_unread};

/// Which `gametree.toml` applies. All commands that read one take these options.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct ProjectOptions {
    /// Use this gametree.toml for all files, instead of those in their folders
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "isolated")]
    #[arg(help_heading = "Configuration")]
    config: Option<PathBuf>,
    /// Ignore every gametree.toml
    #[arg(long, help_heading = "Configuration")]
    isolated: bool,
}

impl ProjectOptions {
    /// Whether a gametree.toml is named.
    pub(super) fn names_a_file(&self) -> bool {
        self.config.is_some()
    }
}

/// The longest `gametree.toml` that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// A folder with its project.
#[derive(Clone, Default)]
struct Folder {
    project: Arc<Project>,
    /// Whether the folder, or one above it, is left out by the project that contains it.
    left_out: bool,
}

/// The projects of all folders so far. Each `gametree.toml` is read once.
pub(super) struct Projects {
    /// The current folder.
    here: PathBuf,
    /// What governs a folder without a `gametree.toml` in it or above it.
    outermost: Folder,
    /// Whether folders are searched for a `gametree.toml`.
    searched: bool,
    folders: Mutex<HashMap<PathBuf, Folder>>,
    unread: Mutex<Vec<Unread>>,
    left_out: AtomicBool,
}

impl Projects {
    /// No folder is known yet; `here` is the current folder.
    fn new(here: PathBuf, options: &ProjectOptions) -> Self {
        let searched = options.config.is_none() && !options.isolated;
        let mut projects = Self {
            here,
            outermost: Folder::default(),
            searched,
            folders: Mutex::default(),
            unread: Mutex::default(),
            left_out: AtomicBool::new(false),
        };
        if let Some(path) = &options.config {
            let path = projects.absolute(path);
            let text = read(&path).unwrap_or_else(|| Err("there is no such file".to_string()));
            // The patterns start here: what they leave out is rarely beside a file that can be anywhere.
            projects.outermost.project = projects.project(path, projects.here.clone(), text);
        }
        projects
    }

    /// The projects, with paths shown from the current folder.
    pub(super) fn here(options: &ProjectOptions) -> Self {
        Self::new(env::current_dir().unwrap_or_default(), options)
    }

    /// Returns, once, each `gametree.toml` that could not be read so far.
    pub(super) fn unread(&self) -> Vec<Unread> {
        mem::take(&mut self.unread.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether any path so far was left out.
    pub(super) fn left_something_out(&self) -> bool {
        self.left_out.load(Ordering::Relaxed)
    }

    /// The project of a file: the nearest one from its folder upwards.
    pub(super) fn of_file(&self, path: &Path) -> Arc<Project> {
        let folder = path.parent().unwrap_or(Path::new(""));
        self.folder(&self.absolute(folder)).project
    }

    /// Whether a file or a folder is left out, by itself or with a folder above it.
    pub(super) fn leave_out(&self, path: &Path, is_folder: bool) -> bool {
        let path = self.absolute(path);
        let Some(above) = path.parent().map(|folder| self.folder(folder)) else { return false };
        let left_out = above.left_out || above.project.leaves_out(&path, is_folder);
        self.left_out.fetch_or(left_out, Ordering::Relaxed);
        left_out
    }

    fn folder(&self, folder: &Path) -> Folder {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown: Vec<&Path> = folder.ancestors().take_while(|folder| !folders.contains_key(*folder)).collect();
        let known = folder.ancestors().nth(unknown.len()).and_then(|folder| folders.get(folder));
        let mut governed = known.unwrap_or(&self.outermost).clone();
        for folder in unknown.into_iter().rev() {
            let left_out = governed.left_out || governed.project.leaves_out(folder, true);
            let project = self.project_in(folder).unwrap_or(governed.project);
            governed = Folder { project, left_out };
            folders.insert(folder.to_path_buf(), governed.clone());
        }
        governed
    }

    /// The project whose `gametree.toml` is in this folder.
    fn project_in(&self, folder: &Path) -> Option<Arc<Project>> {
        let path = folder.join(FILE_NAME);
        let text = if self.searched { read(&path) } else { None };
        text.map(|text| self.project(path, folder.to_path_buf(), text))
    }

    /// The project with this text in its file. If the file cannot be read, it is listed as unread, and the settings
    /// below are not known.
    fn project(&self, path: PathBuf, folder: PathBuf, text: Result<String, String>) -> Arc<Project> {
        let shown = self.shown(&path);
        Arc::new(match text {
            Ok(text) => Project::new(path, folder, to_source(&shown, text)),
            Err(reason) => {
                let source = to_source(&shown, String::new());
                let (project, reason) = Project::unread(path, source.clone(), &reason);
                self.unread.lock().unwrap_or_else(PoisonError::into_inner).push(Unread { source, reason });
                project
            }
        })
    }

    /// An absolute path. `..` is resolved as written, without following links.
    fn absolute(&self, path: &Path) -> PathBuf {
        let mut absolute = PathBuf::new();
        for part in self.here.join(path).components() {
            match part {
                Component::ParentDir => drop(absolute.pop()),
                Component::CurDir => {}
                part => absolute.push(part),
            }
        }
        absolute
    }

    /// A path as it is shown: relative to the current folder, if it is below it or in a folder above it.
    fn shown(&self, path: &Path) -> PathBuf {
        if let Ok(below) = path.strip_prefix(&self.here) {
            return below.to_path_buf();
        }
        let above = path.parent().and_then(|folder| self.here.strip_prefix(folder).ok());
        match (above, path.file_name()) {
            (Some(down), Some(name)) => {
                let up: PathBuf = down.components().map(|_| Component::ParentDir).collect();
                up.join(name)
            }
            _ => path.to_path_buf(),
        }
    }
}

/// The text of a `gametree.toml`, or why it cannot be read; `None` if there is none.
fn read(path: &Path) -> Option<Result<String, String>> {
    match fs::metadata(path) {
        // Opening a pipe would block.
        Ok(about) if !about.is_file() => Some(Err("not a file".to_string())),
        Ok(_) => Some(read_text(path, LONGEST)),
        Err(error) if path.is_symlink() => Some(Err(why_unread(path, &error))),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn one_file_above_two_thousand_folders_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let above = folder.path().join(FILE_NAME);
        write(&above, "");
        let projects = Projects::new(folder.path().to_path_buf(), &ProjectOptions::default());
        let first = projects.of_file(Path::new("a.tree"));
        // A second read would find another text.
        write(&above, "[search]\ncut = \">\"\n");
        for number in 0..2000 {
            let path = format!("{}/{number}/x/a.tree", number % 7);
            assert!(Arc::ptr_eq(&first, &projects.of_file(Path::new(&path))), "{path}");
        }
    }

    #[test]
    fn the_nearest_file_governs_and_a_folder_is_left_out_by_the_one_it_lies_in() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join(FILE_NAME), "exclude = [\"old/\", \"b.tree\"]");
        write(&folder.path().join("inner/gametree.toml"), "exclude = [\"a.tree\"]");
        write(&folder.path().join("old/gametree.toml"), "");
        let projects = Projects::new(folder.path().join("inner"), &ProjectOptions::default());
        let left_out = |path: &str| projects.leave_out(Path::new(path), path.ends_with('/'));
        assert!(!left_out("b.tree") && left_out("../b.tree") && left_out("../other/b.tree"));
        assert!(left_out("a.tree") && !left_out("../a.tree"));
        assert!(left_out("../old/") && left_out("../old/a.tree") && !left_out("old/"));
        let names = ["a.tree", "../a.tree", "../old/x/a.tree"].map(|path| projects.of_file(Path::new(path)));
        let names = names.map(|project| project.source.name.clone());
        let old = folder.path().join("old/gametree.toml").display().to_string();
        assert_eq!(names, ["gametree.toml", "../gametree.toml", &old]);
    }
}
