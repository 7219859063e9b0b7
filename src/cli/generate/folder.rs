//! The folder that exercises are written to. No file in it is ever changed, except for booklets of the same exercises.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gametree::generate::Audit;
use gametree::grade::{Heading, key, sheet};
use gametree::model::{Defaults, Reveal};
use gametree::paper::Handout;

use crate::cli::output::{Output, write_file, write_once};
use crate::cli::{Color, Outcome, print_error, raster};

/// The folder of the exercises themselves, for the teacher.
pub(super) const EXERCISES: &str = "exercises";
/// The folder of the sheets that students fill in.
pub(super) const SHEETS: &str = "sheets";
/// The folder of the keys.
pub(super) const KEYS: &str = "keys";

/// A folder with exercises, their sheets and their keys.
pub(super) struct Folder<'f> {
    path: &'f Path,
    /// The pages of all sheets, and of all keys, if they are wanted.
    booklets: Option<[Vec<Handout>; 2]>,
    audit: Audit,
    written: u64,
    failed: bool,
}

/// The three files of one exercise.
pub(super) struct Exercise {
    /// The name of the files, without their ending.
    pub(super) name: String,
    text: String,
    sheet: String,
    key: String,
}

impl Exercise {
    /// Makes the sheet and the key of an exercise; `header` is a comment for its first line.
    ///
    /// # Errors
    /// Why it has none.
    pub(super) fn new(name: String, header: &str, text: &str) -> Result<Self, String> {
        let heading = Heading { name: Some(&name), reveal: Reveal::Never };
        let sheet = sheet(text, &Defaults::default(), heading).map_err(|error| error.to_string())?;
        let key = key(text, &Defaults::default(), Some(&name)).map_err(|error| error.to_string())?;
        Ok(Self { text: format!("{header}\n{text}"), sheet, key: key.text, name })
    }

    /// The exercise itself, with its header.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

impl<'f> Folder<'f> {
    /// Makes the folders, unless they are there.
    pub(super) fn open(path: &'f Path, with_booklets: bool) -> io::Result<Self> {
        for part in [EXERCISES, SHEETS, KEYS] {
            let folder = path.join(part);
            fs::create_dir_all(&folder).map_err(|error| io::Error::other(format!("{}: {error}", folder.display())))?;
        }
        let booklets = with_booklets.then(Default::default);
        Ok(Self { path, booklets, audit: Audit::default(), written: 0, failed: false })
    }

    /// Writes the files of an exercise. A file with other contents stays as it is, and that is reported. If that is the
    /// exercise itself, its sheet and its key are not written, so that they never belong to another one.
    pub(super) fn add(&mut self, exercise: &Exercise) {
        let Exercise { name, text, sheet, key } = exercise;
        let write = |part: &str, text: &str| write_once(&self.path.join(part).join(format!("{name}.tree")), text);
        if !write(EXERCISES, text) {
            self.failed = true;
            return;
        }
        let is_written = [(SHEETS, sheet), (KEYS, key)].map(|(part, text)| write(part, text));
        self.failed |= is_written.contains(&false);
        // A key that asks nothing has nothing to compare.
        let _ = self.audit.add(name, key);
        self.written += 1;
        for (handouts, is_key) in self.booklets.iter_mut().flatten().zip([false, true]) {
            match Handout::new(text, &Defaults::default(), name, is_key) {
                Ok(handout) => handouts.push(handout),
                Err(error) => {
                    print_error(&format!("{name}: {error}"));
                    self.failed = true;
                }
            }
        }
    }

    /// Writes the booklets, if they have every exercise, and says on standard output what there is.
    pub(super) fn close(mut self, complete: bool) -> io::Result<Outcome> {
        let booklets = self.booklets.take().filter(|_| {
            let is_whole = complete && !self.failed;
            if !is_whole {
                print_error("sheets.pdf and keys.pdf are not written, because they would lack exercises");
            }
            is_whole
        });
        for (handouts, name) in booklets.iter().flatten().zip(["sheets.pdf", "keys.pdf"]) {
            if let Err(reason) = write_booklet(&self.path.join(name), handouts) {
                print_error(&reason);
                self.failed = true;
            }
        }
        let mut output = Output::open(None, Color::Never)?;
        if self.written > 0 {
            output.print_last(&self.audit.to_string())?;
        }
        output.finish(Outcome::of(self.failed, complete), true)
    }
}

fn write_booklet(path: &Path, handouts: &[Handout]) -> Result<(), String> {
    let is_ours = |bytes: &[u8]| bytes.is_empty() || raster::is_own_pdf(bytes);
    if path.symlink_metadata().is_ok() && !fs::read(path).is_ok_and(|bytes| is_ours(&bytes)) {
        return Err(format!("{}: this file is not a PDF of gametree, so it was not overwritten", path.display()));
    }
    let pdf = raster::handouts_to_pdf(handouts)?;
    write_file(path, &pdf).map_err(|error| format!("{}: not written: {error}", path.display()))
}

/// Names of files for the ids of students: letters, digits, `.`, `-` and `_`; every other character becomes `_`.
pub(super) fn file_names(exercise: &str, ids: &[String]) -> Result<Vec<String>, String> {
    let mut owners: HashMap<String, &str> = HashMap::new();
    let mut names = Vec::with_capacity(ids.len());
    for id in ids {
        let is_safe = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | '_');
        let safe: String = id.chars().map(|letter| if is_safe(letter) { letter } else { '_' }).collect();
        let name = format!("{exercise}-{safe}");
        if name.len() > 200 {
            return Err(format!("the id `{id}` is too long for the name of a file"));
        }
        // Some file systems do not distinguish capital letters.
        if let Some(other) = owners.insert(name.to_lowercase(), id) {
            return Err(format!("the ids `{other}` and `{id}` would have files of the same name, `{name}.tree`"));
        }
        names.push(name);
    }
    Ok(names)
}

/// Whether a text can be the name of exercises, as a part of the names of files.
pub(super) fn is_exercise_name(name: &str) -> bool {
    let is_safe = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    !name.is_empty() && name.len() <= 100 && name.chars().all(is_safe)
}

/// The place of one exercise alone, if `--output` names a file and not a folder.
pub(super) fn single_file(output: Option<&PathBuf>) -> Option<&Path> {
    let path = output.map(PathBuf::as_path)?;
    (path.extension().is_some_and(|ending| ending == "tree") && !path.is_dir()).then_some(path)
}
