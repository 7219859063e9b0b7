//! From the paths on the command line to sources.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use gametree::source::Source;
use globset::GlobBuilder;
use ignore::WalkBuilder;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::progress::Progress;
use super::{Writing, complain};

/// How many files are worked on before what came of them is handed on.
const AT_ONCE: usize = 256;

/// The files to read, in a stable order, each once.
pub(super) struct Files {
    inputs: Vec<Input>,
    /// Something that was named does not exist or cannot be read.
    pub(super) failed: bool,
}

enum Input {
    Standard { name: String },
    File(PathBuf),
}

impl Files {
    /// Finds the files that the command line names, those of the current directory where it names none; standard input
    /// goes by `stdin_filename`. What cannot be found is complained of.
    pub(super) fn find(paths: &[PathBuf], stdin_filename: &str) -> Self {
        let mut files = Self { inputs: Vec::new(), failed: false };
        let here = [PathBuf::from(".")];
        let paths = if paths.is_empty() { &here[..] } else { paths };
        let mut seen = HashSet::new();
        for path in paths {
            if path.as_os_str() == "-" {
                let new = seen.insert(path.clone());
                files.inputs.extend(new.then(|| Input::Standard { name: stdin_filename.to_string() }));
                continue;
            }
            let found = files.expand(path);
            let plain = |path: PathBuf| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path);
            let new = found.into_iter().map(plain).filter(|path| seen.insert(path.clone()));
            files.inputs.extend(new.map(Input::File));
        }
        if files.inputs.is_empty() && !files.failed {
            complain("there is no .tree file here; name a file or a directory");
            files.failed = true;
        }
        files
    }

    /// Whether the results are to be written over one of the files to read; complains of it.
    pub(super) fn would_be_lost(&self, writing: &Writing) -> bool {
        let Some(path) = &writing.output else { return false };
        let same = |file: &Path| matches!((file.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b);
        let lost = self.inputs.iter().any(|input| matches!(input, Input::File(file) if same(file)));
        if lost {
            complain("--output names one of the files to read, which would be lost");
        }
        lost
    }

    /// Whether standard input is among them.
    pub(super) fn include_standard_input(&self) -> bool {
        self.inputs.iter().any(|input| matches!(input, Input::Standard { .. }))
    }

    /// Leaves out what leads to the same file as a path before it.
    pub(super) fn leave_out_twins(&mut self) {
        let mut seen = HashSet::new();
        self.inputs.retain(|input| {
            input.path().and_then(|path| path.canonicalize().ok()).is_none_or(|path| seen.insert(path))
        });
    }

    /// Reads the files one after the other. What cannot be read is complained of, and the others are still read.
    pub(super) fn for_each(&mut self, mut work: impl FnMut(&Source) -> io::Result<()>) -> io::Result<()> {
        self.for_each_with_path(|_, source| work(source))
    }

    /// As [`Self::for_each`], with the paths of the files; standard input has none.
    fn for_each_with_path(&mut self, mut work: impl FnMut(Option<&Path>, &Source) -> io::Result<()>) -> io::Result<()> {
        for input in &self.inputs {
            match input.read() {
                Ok(source) => work(input.path(), &source)?,
                Err(message) => {
                    complain(&message);
                    self.failed = true;
                }
            }
        }
        Ok(())
    }

    /// As [`Self::for_each_with_path`], but with several files at a time; `then` gets what came of each, in the order of the files.
    ///
    /// Of what is done and not yet handed on, no more is kept than of [`AT_ONCE`] files.
    pub(super) fn for_each_of_many<T: Send>(
        &mut self,
        jobs: Option<NonZeroUsize>,
        work: impl Fn(Option<&Path>, &Source) -> T + Sync,
        mut then: impl FnMut(T) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.inputs.len() <= 1 {
            return self.for_each_with_path(|path, source| then(work(path, source)));
        }
        let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let workers = ThreadPoolBuilder::new().num_threads(jobs.min(self.inputs.len()).min(AT_ONCE)).build();
        let workers = workers.map_err(io::Error::other)?;
        let progress = Progress::begin(self.inputs.len());
        let read_and_work = |input: &Input| {
            let result = input.read().map(|source| work(input.path(), &source));
            progress.advance();
            result
        };
        for inputs in self.inputs.chunks(AT_ONCE) {
            let results: Vec<_> = workers.install(|| inputs.par_iter().map(read_and_work).collect());
            progress.hidden_while(|| {
                results.into_iter().try_for_each(|result| match result {
                    Ok(result) => then(result),
                    Err(message) => {
                        complain(&message);
                        self.failed = true;
                        Ok(())
                    }
                })
            })?;
        }
        Ok(())
    }

    /// The files behind one path of the command line.
    fn expand(&mut self, named: &Path) -> Vec<PathBuf> {
        if named.is_dir() {
            return self.walk(named, None, |file| file.extension().is_some_and(|extension| extension == "tree"));
        }
        match named.to_str() {
            Some(pattern) if pattern.contains(['*', '?', '[', '{']) && named.symlink_metadata().is_err() => {
                self.glob(pattern)
            }
            _ => vec![named.to_path_buf()],
        }
    }

    fn glob(&mut self, pattern: &str) -> Vec<PathBuf> {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let matcher = match GlobBuilder::new(pattern).literal_separator(true).build() {
            Ok(glob) => glob.compile_matcher(),
            Err(error) => {
                complain(&format!("{pattern}: {error}"));
                self.failed = true;
                return Vec::new();
            }
        };
        let plain: PathBuf = Path::new(pattern)
            .components()
            .take_while(|part| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']))
            .collect();
        let base_parts = plain.components().count();
        let base = if plain.as_os_str().is_empty() { PathBuf::from(".") } else { plain };
        let depth = (!pattern.contains("**")).then(|| pattern.split('/').count() - base_parts);
        let found = self.walk(&base, depth, |file| matcher.is_match(file.strip_prefix(".").unwrap_or(file)));
        if found.is_empty() {
            complain(&format!("{pattern}: no file matches"));
            self.failed = true;
        }
        found
    }

    /// The files below a directory that are wanted, sorted; what `.gitignore` leaves out is left out.
    ///
    /// `depth` is how many levels below the directory are looked at, where not all are.
    fn walk(&mut self, base: &Path, depth: Option<usize>, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let walk = WalkBuilder::new(base)
            .max_depth(depth)
            .follow_links(true)
            .require_git(false)
            .sort_by_file_path(Path::cmp)
            .build();
        for entry in walk {
            match entry {
                // Folders are entered anyway; pipes and devices would keep the reader waiting.
                Ok(entry) if !entry.path().is_file() && entry.path().exists() => {}
                Ok(entry) => {
                    let path = entry.path();
                    let shown = path.strip_prefix("./").unwrap_or(path);
                    found.extend(wanted(shown).then(|| shown.to_path_buf()));
                }
                // A loop of links has been entered once already: nothing is missed.
                Err(error) if is_loop(&error) => {}
                Err(error) => {
                    let (path, reason) = what_and_why(&error);
                    let path = path.map(|path| path.strip_prefix("./").unwrap_or(path));
                    // A link that leads nowhere is no fault of a folder, unless it is called as what is looked for.
                    if path.is_none_or(|path| !path.is_symlink() || wanted(path)) {
                        complain(&path.map_or(reason.clone(), |path| format!("{}: {reason}", path.display())));
                        self.failed = true;
                    }
                }
            }
        }
        found
    }
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

impl Input {
    fn path(&self) -> Option<&Path> {
        match self {
            Self::Standard { .. } => None,
            Self::File(path) => Some(path),
        }
    }

    /// The bytes of the path where they are no text.
    fn raw_path(&self) -> Option<Vec<u8>> {
        match self {
            Self::File(path) if path.to_str().is_none() => Some(path.as_os_str().as_encoded_bytes().to_vec()),
            _ => None,
        }
    }

    fn read(&self) -> Result<Source, String> {
        let (name, bytes) = match self {
            Self::Standard { name } => (name.clone(), read_stream(io::stdin().lock())),
            Self::File(path) => (path.display().to_string(), read_file(path)),
        };
        let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { raw_path: self.raw_path(), ..Source::new(name, text) }),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                Err(format!("{name}: not UTF-8, from byte {at} on; save it as UTF-8"))
            }
        }
    }
}

/// The most that is read of what does not say beforehand how long it is. Some streams never end.
const STREAM_LIMIT: usize = 1 << 30;

/// The bytes of a file, unless it is too large to be read.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return read_stream(file);
    }
    let length = usize::try_from(about.len()).unwrap_or(usize::MAX);
    read_at_most(Source::LIMIT, file, length)?.ok_or_else(|| io::Error::other("files of 4 GiB and more are not read"))
}

/// The bytes of a pipe or a device.
fn read_stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::other("more than 1 GiB is read only from a file; save it as one");
    read_at_most(STREAM_LIMIT, stream, 0)?.ok_or_else(too_long)
}

/// All that there is to read, `None` where that is more than `limit`. It is expected to be `length`.
fn read_at_most(limit: usize, from: impl Read, length: usize) -> io::Result<Option<Vec<u8>>> {
    if length > limit {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length + 1)?;
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit).then_some(bytes))
}
