//! What the server needs of this machine: files, projects, and pages that editors can open.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gametree::config::Project;
use gametree::diagnostic::Code;
use gametree::diagnostic::render::Unread;
use gametree::lsp::Host;

use super::pages::Pages;
use super::plain::plain;
use crate::cli::files::Entries;
use crate::cli::project::{ProjectOptions, Projects};
use crate::cli::read::read_text;

/// At most this many files and folders are visited, because the user waits for them.
const MOST_ENTRIES: usize = 100_000;

/// This machine.
pub(super) struct Machine {
    /// Which `gametree.toml` applies.
    options: ProjectOptions,
    projects: Arc<Projects>,
    pages: Arc<Pages>,
}

impl Machine {
    pub(super) fn new(options: ProjectOptions, pages: Arc<Pages>) -> Self {
        Self { projects: Arc::new(Projects::here(&options)), options, pages }
    }
}

impl Host for Machine {
    fn project(&self, file: &Path) -> Arc<Project> {
        self.projects.of_file(file)
    }

    fn unread(&self) -> Vec<String> {
        self.projects.unread().iter().map(Unread::in_words).collect()
    }

    fn renewed(&self) -> Arc<dyn Host> {
        Arc::new(Self::new(self.options.clone(), Arc::clone(&self.pages)))
    }

    fn files<'a>(&'a self, folders: &'a [PathBuf]) -> Box<dyn Iterator<Item = PathBuf> + 'a> {
        let left_out = |path: &Path, is_folder| self.projects.leave_out(path, is_folder);
        let kept = folders.iter().filter(move |folder| !left_out(folder, true));
        let entries = kept.flat_map(|folder| Entries::below(folder, None, &self.projects)).take(MOST_ENTRIES);
        let files = entries.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
        let trees = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "tree"));
        let within: Vec<PathBuf> = folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let mut seen = HashSet::new();
        let mut is_new = move |path: &Path| {
            let file = path.canonicalize().ok().filter(|file| within.iter().any(|folder| file.starts_with(folder)));
            file.is_some_and(|file| seen.insert(file))
        };
        Box::new(trees.map(ignore::DirEntry::into_path).filter(move |path| !left_out(path, false) && is_new(path)))
    }

    fn canonical(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok()
    }

    fn read(&self, file: &Path, longest: usize) -> Option<String> {
        read_text(file, longest).ok()
    }

    fn page(&self, code: Code) -> Option<String> {
        self.pages.page(code)
    }

    fn answer(&self, text: &str, line: u32, answer: &str) -> Option<String> {
        self.pages.answer(text, line, answer)
    }

    fn plain(&self, markdown: &str) -> Option<String> {
        Some(plain(markdown))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn no_folder_is_looked_into_before_its_files_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| fs::write(folder.path().join(path), "max A { 3 }").unwrap();
        ["one", "two"].iter().for_each(|below| fs::create_dir(folder.path().join(below)).unwrap());
        ["one/a.tree", "one/b.txt", "two/c.tree"].into_iter().for_each(write);
        let machine = Machine::new(ProjectOptions::default(), Arc::new(Pages::new()));
        let folders = [folder.path().to_path_buf()];
        let mut files = machine.files(&folders);
        assert_eq!(files.next(), Some(folder.path().join("one/a.tree")));
        write("two/b.tree");
        assert_eq!(files.next(), Some(folder.path().join("two/b.tree")));
        assert_eq!(files.next(), Some(folder.path().join("two/c.tree")));
        assert_eq!(files.next(), None);
    }
}
