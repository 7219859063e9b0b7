//! What students handed in: from the arguments of the command to submissions in the order of their ids.
//!
//! First, everything is listed; only then the texts are read, one submission at a time, so that memory does not grow
//! with them. If a submission cannot be read, the others are still read.

mod archive;
mod groups;
mod index;
mod layout;
mod limits;
mod listing;
mod names;
mod roster;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use gametree::diagnostic::render::Unread;
use gametree::syntax::read_as_meant;

use super::read::{decode, report_unread};
use archive::{Found, NoRoom};
use index::{Content, Index, Indexed};
pub(super) use layout::Layout;
pub(super) use limits::Limits;
use limits::Room;
pub(super) use roster::ids as roster_ids;

/// Why links are not read.
const LINK: &str = "it is a link, which is not followed; hand in the file itself";
/// Why pipes and the like are not read.
const DEVICE: &str = "it is no file but a pipe or a device";
/// What is wrong with a submission that has no sheet.
const NO_SHEET: &str = "it contains no *.tree file";
/// What is wrong if nothing is handed in but the exercise.
const ONLY_EXERCISE: &str = "this is the exercise itself; name the files that students handed in";

/// How submissions are found.
#[derive(Clone, Default)]
pub(super) struct Options<'a> {
    /// The layout of all folders and zip files; found for each of them if left out.
    pub(super) layout: Option<Layout>,
    /// Whether everything in a folder or zip file is from one student.
    pub(super) is_one: bool,
    pub(super) attempt: Attempt,
    pub(super) limits: Limits,
    /// A CSV file with the ids of all students.
    pub(super) roster: Option<&'a Path>,
    /// A CSV file with the students of each group.
    pub(super) groups: Option<&'a Path>,
    /// The exercises. They are not submissions, even if they are in the same folder.
    pub(super) exercises: Vec<&'a Path>,
}

/// Which of several attempts counts, where Canvas numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Attempt {
    /// The last one; others are not read
    #[default]
    Last,
    /// The one with the most marks
    Best,
}

/// What one student handed in.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// In the order of their paths; empty if there is a problem with all.
    pub(super) sheets: Vec<Sheet>,
    pub(super) problem: Option<Problem>,
}

/// A file that a student handed in.
#[derive(Debug)]
pub(super) struct Sheet {
    /// Where it is. It may lie in a zip file, so it is only to be shown.
    pub(super) path: String,
    /// The name that the student gave it, without its ending and without the number of the attempt.
    pub(super) stem: String,
    /// 0, or the number that Canvas gave a file that was handed in again.
    pub(super) attempt: u32,
    /// The text, with the characters that the student meant ([`read_as_meant`]).
    pub(super) text: Result<String, Problem>,
}

/// Why something cannot be graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) status: Status,
    /// Why, in words: a sentence without a capital letter and a full stop.
    pub(super) reason: String,
}

/// Why a submission is not graded, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// There is no text to read.
    Unreadable,
    /// There is another submission with the same id.
    Twice,
    /// The roster has the id, but there is no submission.
    Missing,
}

impl Problem {
    fn unreadable(reason: impl Into<String>) -> Self {
        Self { status: Status::Unreadable, reason: reason.into() }
    }
}

/// Whether a file would be read as a submission: one of these paths names it, or it is a sheet or a zip file in one of
/// these folders.
pub(super) fn is_in(paths: &[PathBuf], file: &Path) -> bool {
    let Ok(file) = file.canonicalize() else { return false };
    let is_read = names::Named::of(&file.to_string_lossy()) != names::Named::Other;
    paths
        .iter()
        .filter_map(|path| path.canonicalize().ok())
        .any(|path| path == file || is_read && file.starts_with(path))
}

/// Whether a folder is one of these, or in one of them.
pub(super) fn is_below(paths: &[PathBuf], folder: &Path) -> bool {
    // The folder may have to be made.
    let Some(folder) = folder.ancestors().find_map(|folder| folder.canonicalize().ok()) else { return false };
    paths.iter().filter_map(|path| path.canonicalize().ok()).any(|path| folder.starts_with(path))
}

/// Whether a file has the name of a sheet, such as `a.tree`.
pub(super) fn is_sheet(file: &Path) -> bool {
    names::Named::of(&file.to_string_lossy()) == names::Named::Sheet
}

/// All submissions, which are read on demand.
pub(super) struct Submissions {
    index: Vec<Indexed>,
    limits: Limits,
}

impl Submissions {
    /// Finds the submissions in files, folders and zip files. `None`, with messages, if a path cannot be read, if it
    /// contains no submission, or if it is not clear who handed in its files.
    pub(super) fn find(paths: &[PathBuf], options: &Options<'_>) -> Option<Self> {
        Self::list(paths, options)
            .map_err(|unread| unread.into_iter().for_each(|unread| drop(report_unread(unread))))
            .ok()
    }

    /// Like [`Self::find`], but returns what is wrong instead of printing messages.
    pub(super) fn list(paths: &[PathBuf], options: &Options<'_>) -> Result<Self, Vec<Unread>> {
        Ok(Self { index: Index::of(paths, options)?.finish(), limits: options.limits })
    }

    /// The ids, in order.
    pub(super) fn ids(&self) -> impl Iterator<Item = &str> {
        self.index.iter().map(|submission| submission.id.as_str())
    }

    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// Reads a submission, by its place in the order of ids. This opens its files, or the zip file that they are in.
    pub(super) fn read(&self, place: usize) -> Submission {
        let Indexed { id, name, parts, problem, .. } = &self.index[place];
        let mut submission = Submission { id: id.clone(), name: name.clone(), sheets: Vec::new(), problem: None };
        if problem.is_some() {
            submission.problem.clone_from(problem);
            return submission;
        }
        let mut room = Room(self.limits.submission);
        for part in parts {
            if self.read_part(part, &mut room, &mut submission.sheets).is_err() {
                submission.sheets.clear();
                submission.problem = Some(Problem::unreadable(NoRoom::in_words(&self.limits)));
                break;
            }
        }
        submission
    }

    /// Reads all submissions, in the order of their ids, each when it is asked for.
    #[cfg(test)]
    fn iter(&self) -> impl Iterator<Item = Submission> {
        (0..self.len()).map(|place| self.read(place))
    }

    /// Reads the sheets in a file.
    fn read_part(&self, part: &index::Part, room: &mut Room, sheets: &mut Vec<Sheet>) -> Result<(), NoRoom> {
        let limits = &self.limits;
        let sheet = |path: &str, stem: &str, text: Result<Vec<u8>, String>| Sheet {
            path: path.to_string(),
            stem: stem.to_string(),
            attempt: part.attempt,
            text: text.and_then(decode).map(|text| read_as_meant(&text).into_owned()).map_err(Problem::unreadable),
        };
        let of_part = |text| sheet(&part.shown, &part.stem, text);
        match &part.content {
            Content::Refused(reason) => sheets.push(of_part(Err(reason.clone()))),
            Content::Sheet(place) => {
                let bytes = place.read(limits.file);
                if !room.take(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)) {
                    return Err(NoRoom);
                }
                sheets.push(of_part(bytes));
            }
            Content::Zip { place, levels } => match place.read(limits.submission) {
                Err(reason) => sheets.push(of_part(Err(reason))),
                Ok(bytes) => {
                    if !room.take(bytes.len() as u64) {
                        return Err(NoRoom);
                    }
                    archive::for_each_sheet(&bytes, &part.shown, *levels, limits, room, &mut |shown, found| {
                        let text = match found {
                            Found::Sheet(packed, zip) => packed.unpack(&mut std::io::Cursor::new(zip), limits.file),
                            Found::Refused(reason) => Err(reason),
                        };
                        sheets.push(sheet(&shown, names::stem(&shown), text));
                    })?;
                }
            },
        }
        Ok(())
    }
}
