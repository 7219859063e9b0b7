//! Turns the paths on the command line into sources, each with the settings of its project.

mod walk;

pub(super) use walk::Entries;

use std::collections::HashSet;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use gametree::config::Project;
use gametree::diagnostic::listed;
use gametree::diagnostic::render::Unread;
use gametree::grade::Grading;
use gametree::model::Defaults;
use gametree::source::Source;

use super::parallel;
use super::project::{ProjectOptions, Projects};
use super::read::{read_file, read_stream, report_unread, to_source, to_text, why_unread};
use super::{Writing, print_error};
use walk::Walk;

/// The files to read, in a stable order, each once.
pub(super) struct Files {
    inputs: Vec<Input>,
    /// Paths that do not exist or cannot be read.
    pub(super) unread: Vec<Unread>,
    /// Whether something could not be read, or there is nothing to read.
    pub(super) failed: bool,
    /// Why there is nothing to read, although everything could be found.
    nothing: Option<String>,
    /// Standard input, if it is named and left out.
    left_out: Option<InputPlace>,
}

/// A file for a command to work on.
#[derive(Clone, Copy)]
pub(super) enum Item<'a> {
    /// A file of trees, with the settings of its project; standard input has no path. If the `gametree.toml` is not
    /// fully `understood`, the project may mean to leave the file out, so it must not be written.
    Trees { path: Option<&'a Path>, source: &'a Source, project: &'a Defaults, grading: &'a Grading, understood: bool },
    /// A `gametree.toml` with mistakes. It comes before the first file that it governs.
    Project(&'a Source),
}

/// What happens to a file that is named explicitly although its project leaves it out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Excluded {
    Read,
    LeftOut,
}

enum Input {
    Trees(InputPlace, Arc<Project>),
    Project(Arc<Project>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum InputPlace {
    Standard { name: String },
    File(PathBuf),
}

impl Files {
    /// Finds the files that the command line names, or those of the current folder if it names none; standard input
    /// is called `stdin_filename`. Reports paths that cannot be found.
    pub(super) fn find(paths: &[PathBuf], stdin_filename: &str, project: &ProjectOptions, excluded: Excluded) -> Self {
        let files = Self::look(paths, stdin_filename, project, excluded);
        files.report();
        files
    }

    /// Like [`Self::find`], but without reporting anything.
    pub(super) fn look(paths: &[PathBuf], stdin_filename: &str, project: &ProjectOptions, excluded: Excluded) -> Self {
        let projects = Arc::new(Projects::here(project));
        let mut walk = Walk::new(Arc::clone(&projects), excluded);
        let mut list = InputList::default();
        let mut left_out = None;
        let folders: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        let here = [PathBuf::from(".")];
        let mut named_before = HashSet::new();
        let paths = if paths.is_empty() { &here[..] } else { paths };
        for path in paths.iter().filter(|path| named_before.insert(*path)) {
            let named = match path {
                path if path.as_os_str() == "-" => InputPlace::Standard { name: stdin_filename.to_string() },
                path if walk::is_one_file(path) => InputPlace::file(path.clone()),
                several => {
                    let found = walk.expand(several).into_iter().map(InputPlace::file);
                    found.for_each(|place| list.add(place, &projects));
                    continue;
                }
            };
            if excluded == Excluded::LeftOut && projects.leave_out(named.path(), false) {
                list.add_project(&projects.of_file(named.path()));
                left_out = left_out.or(matches!(named, InputPlace::Standard { .. }).then_some(named));
            } else {
                list.add(named, &projects);
            }
        }
        let unread: Vec<Unread> = projects.unread().into_iter().chain(walk.unread).collect();
        let nothing = match (projects.left_something_out(), excluded) {
            _ if !(list.inputs.is_empty() && unread.is_empty()) => None,
            (false, _) => Some(no_file_in(&folders)),
            (true, Excluded::Read) => {
                Some("gametree.toml leaves out all .tree files here; name one to read it".to_string())
            }
            // All that was named is meant to be left out.
            (true, Excluded::LeftOut) => None,
        };
        let failed = nothing.is_some() || !unread.is_empty();
        Self { inputs: list.inputs, unread, failed, nothing, left_out }
    }

    /// Reports what could not be found, or that there is nothing to read.
    pub(super) fn report(&self) {
        self.unread.iter().for_each(|unread| print_error(&unread.in_words()));
        if let Some(nothing) = &self.nothing {
            print_error(nothing);
        }
    }

    /// The state of everything that a command would read. It differs as soon as a file is changed, made or removed.
    pub(super) fn state(&self) -> FilesState {
        let stamp = |path: &Path| {
            let about = path.metadata().ok();
            (path.to_path_buf(), about.and_then(|about| Some((about.modified().ok()?, about.len()))))
        };
        let (mut stamps, mut projects) = (Vec::new(), HashSet::new());
        for input in &self.inputs {
            stamps.extend(input.path().map(stamp));
            let project = input.project();
            if projects.insert(Arc::as_ptr(project)) {
                stamps.push(stamp(project.path()));
            }
        }
        let unread = self.unread.iter().map(Unread::in_words).collect();
        FilesState { stamps, unread, nothing: self.nothing.clone() }
    }

    /// Whether the results would overwrite one of the files to read; reports that.
    pub(super) fn would_be_lost(&self, writing: &Writing) -> bool {
        let Some(path) = &writing.output else { return false };
        let same = |file: &Path| matches!((file.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
        let lost = self.inputs.iter().any(|input| input.reads(same));
        if lost {
            print_error("--output names a file that this command reads, which would be lost; choose another name");
        }
        lost
    }

    /// The paths of the files, without standard input.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().filter_map(Input::path)
    }

    /// Keeps only the files whose paths are wanted, and standard input.
    pub(super) fn retain(&mut self, is_wanted: impl Fn(&Path) -> bool) {
        self.inputs.retain(|input| input.path().is_none_or(&is_wanted));
    }

    /// Whether standard input is one of the files.
    pub(super) fn include_standard_input(&self) -> bool {
        self.inputs.iter().any(|input| matches!(input, Input::Trees(InputPlace::Standard { .. }, _)))
    }

    /// The text of standard input, if it is named and left out. A command that rewrites its input prints it unchanged.
    pub(super) fn left_out_text(&mut self) -> Option<String> {
        match self.left_out.take()?.read() {
            Ok(source) => Some(source.text),
            Err(unread) => {
                self.unread.push(report_unread(unread));
                self.failed = true;
                None
            }
        }
    }

    /// Removes paths that lead to the same file as another path: links if the file itself is there, else all but the
    /// first.
    pub(super) fn dedup_by_target(&mut self) {
        let themselves = self.inputs.iter().filter_map(Input::path).filter(|path| !path.is_symlink());
        let themselves: HashSet<PathBuf> = themselves.filter_map(|path| path.canonicalize().ok()).collect();
        let mut seen = HashSet::new();
        self.inputs.retain(|input| {
            let Some(path) = input.path() else { return true };
            let Ok(file) = path.canonicalize() else { return true };
            !(path.is_symlink() && themselves.contains(&file)) && seen.insert(file)
        });
    }

    /// Reads the files one after the other. Files that cannot be read are reported and skipped.
    pub(super) fn for_each(&mut self, mut work: impl FnMut(Item<'_>) -> io::Result<()>) -> io::Result<()> {
        for input in &self.inputs {
            match input.with_item(&mut work) {
                Ok(result) => result?,
                Err(unread) => {
                    self.unread.push(report_unread(unread));
                    self.failed = true;
                }
            }
        }
        Ok(())
    }

    /// Like [`Self::for_each`], but with several files at a time; `then` gets the result of each, in the order of the
    /// files.
    pub(super) fn for_each_of_many<T: Send>(
        &mut self,
        jobs: Option<NonZeroUsize>,
        work: impl Fn(Item<'_>) -> T + Sync,
        mut then: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.inputs.len() <= 1 {
            return self.for_each(|item| then(work(item)));
        }
        let Self { inputs, unread, failed, .. } = self;
        parallel::in_order(
            inputs.len(),
            jobs,
            |place| inputs[place].with_item(&work),
            |result| match result {
                Ok(result) => then(result),
                Err(error) => {
                    unread.push(report_unread(error));
                    *failed = true;
                    Ok(())
                }
            },
        )
    }
}

/// Says that there is no file to read in the folders that were named, or here if none was.
fn no_file_in(folders: &[String]) -> String {
    match folders {
        [] => "there is no .tree file here; name a file or a folder".to_string(),
        [folder] => format!("{folder} contains no .tree file"),
        several => format!("{} contain no .tree file", listed(several)),
    }
}

/// See [`Files::state`].
#[derive(PartialEq, Eq)]
pub(super) struct FilesState {
    /// The files, each with its time of change and its length; without them if it is gone.
    stamps: Vec<(PathBuf, Option<(SystemTime, u64)>)>,
    unread: Vec<String>,
    nothing: Option<String>,
}

/// The inputs that were found so far.
#[derive(Default)]
struct InputList {
    inputs: Vec<Input>,
    seen: HashSet<InputPlace>,
    listed_projects: HashSet<*const Project>,
}

impl InputList {
    fn add(&mut self, place: InputPlace, projects: &Projects) {
        if self.seen.insert(place.clone()) {
            let project = projects.of_file(place.path());
            self.add_project(&project);
            self.inputs.push(Input::Trees(place, project));
        }
    }

    /// Adds the `gametree.toml` of a project, if it has mistakes and is not in the list.
    fn add_project(&mut self, project: &Arc<Project>) {
        if project.is_mistaken() && self.listed_projects.insert(Arc::as_ptr(project)) {
            self.inputs.push(Input::Project(Arc::clone(project)));
        }
    }
}

impl InputPlace {
    fn file(path: PathBuf) -> Self {
        Self::File(path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path))
    }

    /// The path of the file, or the name of standard input.
    fn path(&self) -> &Path {
        match self {
            Self::Standard { name } => Path::new(name),
            Self::File(path) => path,
        }
    }

    fn read(&self) -> Result<Source, Unread> {
        let bytes = match self {
            Self::Standard { .. } => read_stream(io::stdin().lock()),
            Self::File(path) => read_file(path),
        };
        match bytes.map_err(|error| why_unread(self.path(), &error)).and_then(to_text) {
            Ok(text) => Ok(self.source(text)),
            Err(reason) => Err(Unread { source: self.source(String::new()), reason }),
        }
    }

    fn source(&self, text: String) -> Source {
        match self {
            Self::Standard { name } => Source::new(name, text),
            Self::File(path) => to_source(path, text),
        }
    }
}

impl Input {
    fn project(&self) -> &Arc<Project> {
        match self {
            Self::Trees(_, project) | Self::Project(project) => project,
        }
    }

    /// The path of a file of trees.
    fn path(&self) -> Option<&Path> {
        match self {
            Self::Trees(InputPlace::File(path), _) => Some(path),
            Self::Trees(InputPlace::Standard { .. }, _) | Self::Project(_) => None,
        }
    }

    /// Whether one of the files that are read for this input is meant.
    fn reads(&self, is_meant: impl Fn(&Path) -> bool) -> bool {
        match self {
            Self::Trees(InputPlace::File(path), project) => is_meant(path) || is_meant(project.path()),
            Self::Trees(InputPlace::Standard { .. }, project) | Self::Project(project) => is_meant(project.path()),
        }
    }

    /// Reads the input and works on it; an error if it cannot be read.
    fn with_item<T>(&self, work: impl FnOnce(Item<'_>) -> T) -> Result<T, Unread> {
        Ok(match self {
            Self::Trees(place, project) => {
                let (path, understood, config) = (self.path(), project.is_understood(), &project.config);
                let (project, grading) = (&config.defaults, &config.grading);
                work(Item::Trees { path, source: &place.read()?, project, grading, understood })
            }
            Self::Project(project) => work(Item::Project(&project.source)),
        })
    }
}
