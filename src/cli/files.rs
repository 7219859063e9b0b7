//! From the paths on the command line to sources.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gametree::source::Source;
use globset::GlobBuilder;
use ignore::WalkBuilder;

use super::{Common, complain};

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
    /// Finds the files that the command line names. What cannot be found is complained of.
    pub(super) fn find(common: &Common) -> Self {
        let mut files = Self { inputs: Vec::new(), failed: false };
        let here = [".".to_string()];
        let paths = if common.paths.is_empty() { &here[..] } else { &common.paths };
        let mut seen = HashSet::new();
        for path in paths {
            if path == "-" {
                files.inputs.push(Input::Standard { name: common.stdin_filename.clone() });
                continue;
            }
            let found = files.expand(path);
            let plain = |path: PathBuf| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path);
            let new = found.into_iter().map(plain).filter(|path| seen.insert(path.clone()));
            files.inputs.extend(new.map(Input::File));
        }
        files
    }

    /// Whether a path is one of the files to read.
    pub(super) fn contains(&self, path: &str) -> bool {
        let same =
            |file: &Path| matches!((file.canonicalize(), Path::new(path).canonicalize()), (Ok(a), Ok(b)) if a == b);
        self.inputs.iter().any(|input| matches!(input, Input::File(file) if same(file)))
    }

    /// Whether there is nothing to read.
    pub(super) fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Reads the files one after the other. What cannot be read is complained of, and the others are still read.
    pub(super) fn for_each(&mut self, mut work: impl FnMut(&Source) -> io::Result<()>) -> io::Result<()> {
        for input in &self.inputs {
            match input.read() {
                Ok(source) => work(&source)?,
                Err(message) => {
                    complain(&message);
                    self.failed = true;
                }
            }
        }
        Ok(())
    }

    /// The files behind one path of the command line.
    fn expand(&mut self, path: &str) -> Vec<PathBuf> {
        let named = Path::new(path);
        if named.is_dir() {
            return self.walk(named, None, |file| file.extension().is_some_and(|extension| extension == "tree"));
        }
        if named.symlink_metadata().is_err() && path.contains(['*', '?', '[', '{']) {
            return self.glob(path);
        }
        vec![named.to_path_buf()]
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
                    complain(&error.to_string());
                    self.failed = true;
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

impl Input {
    fn read(&self) -> Result<Source, String> {
        let (name, bytes) = match self {
            Self::Standard { name } => {
                let mut bytes = Vec::new();
                let read = io::stdin().lock().take(Source::LIMIT as u64 + 1).read_to_end(&mut bytes);
                (name.clone(), read.map(|_| bytes))
            }
            Self::File(path) => (path.display().to_string(), read_file(path)),
        };
        let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
        if bytes.len() > Source::LIMIT {
            return Err(format!("{name}: files of 4 GiB and more are not read"));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text)),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                Err(format!("{name}: not UTF-8, from byte {at} on; save it as UTF-8"))
            }
        }
    }
}

/// The bytes of a file, unless it is too large to be read.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > Source::LIMIT as u64 {
        return Err(io::Error::other("files of 4 GiB and more are not read"));
    }
    fs::read(path)
}
