//! How course systems name the files that students handed in.

use clap::ValueEnum;

use super::names::{cleaned, is_ignored, stem};

/// How files say whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Layout {
    /// Folders or files named NAME_ID_assignsubmission_file_…
    Moodle,
    /// Files named NAME_USER_SUBMISSION_… or NAME_LATE_USER_SUBMISSION_…
    Canvas,
    /// submitted/STUDENT/ASSIGNMENT/…
    Nbgrader,
    /// A folder for each student, as Gradescope exports them, or a repository for each
    Folders,
    /// A file for each student, named by the id
    Loose,
}

/// Whose a file is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// What the files of one submission have in common; `None` if each file is its own submission.
    pub(super) common: Option<String>,
    /// The name of the file that the student chose, without its ending.
    pub(super) stem: String,
    /// The number that Canvas added to the name of a file that was handed in again.
    pub(super) attempt: u32,
}

/// A layout, and the folder that all files are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    layout: Layout,
    /// With a slash at its end, or empty.
    folder: String,
    /// The id of all files, if they all belong to one student.
    only: Option<String>,
    /// Whether loose files may be in folders.
    deep: bool,
}

impl Arrangement {
    /// The first layout that fits all paths, or `wanted` if that does. If one does not fit, it is the error. They are
    /// in the folder or zip file `argument`, which may itself be of one student.
    pub(super) fn of<'path>(
        paths: &[&'path str],
        wanted: Option<Layout>,
        argument: Option<&str>,
    ) -> Result<Self, Misfit<'path>> {
        let layouts = wanted.as_ref().map_or(Layout::value_variants(), std::slice::from_ref);
        let candidates = layouts.iter().flat_map(|layout| Self::candidates(*layout, paths, argument));
        let mut candidates = candidates.map(|candidate| Self { deep: wanted.is_some(), ..candidate });
        let fitting = candidates.find(|candidate| paths.iter().all(|path| candidate.owner(path).is_some()));
        match (fitting, wanted, argument) {
            (Some(arrangement), ..) => Ok(arrangement),
            // Sheets directly in the folder, and others below it.
            (None, Some(Layout::Folders), Some(name)) => Ok(Self::of_one(name)),
            (None, ..) => Err(Misfit::of(paths, wanted)),
        }
    }

    /// Everything is from the student with this id.
    pub(super) fn of_one(id: &str) -> Self {
        Self { only: Some(cleaned(id)), ..Self::new(Layout::Folders, "") }
    }

    fn new(layout: Layout, folder: &str) -> Self {
        Self { layout, folder: folder.to_string(), only: None, deep: false }
    }

    /// The layout, in each folder that it may begin in. Whoever packs a folder gets a zip file of the same name, with
    /// the folder in it.
    fn candidates(layout: Layout, paths: &[&str], argument: Option<&str>) -> Vec<Self> {
        let at = |folder: &str| Self::new(layout, folder);
        let wrapper = common_folder(paths);
        match (layout, wrapper) {
            (Layout::Moodle | Layout::Canvas, Some(wrapper)) => vec![at(""), at(wrapper)],
            (Layout::Nbgrader, _) => {
                let above = paths.first().and_then(|path| Some(&path[..path.find("submitted/")?]));
                let above = above.filter(|above| above.is_empty() || wrapper == Some(*above));
                above.map(|above| at(&format!("{above}submitted/"))).into_iter().collect()
            }
            (Layout::Folders, Some(wrapper)) if is_export(wrapper) || wrapper.strip_suffix('/') == argument => {
                vec![at(wrapper), at("")]
            }
            _ => vec![at("")],
        }
    }

    /// Whose a file is; `None` if it is not named like this.
    pub(super) fn owner(&self, path: &str) -> Option<Owner> {
        let below = path.strip_prefix(self.folder.as_str())?;
        if let Some(only) = &self.only {
            return Some(Owner::of(only, None, path));
        }
        match self.layout {
            Layout::Moodle => moodle(below),
            Layout::Canvas => canvas(below),
            // There is a folder for each exercise, too.
            Layout::Nbgrader => folder(below).filter(|_| below.matches('/').count() > 1),
            Layout::Folders => folder(below),
            Layout::Loose => {
                let owner = Owner { common: None, ..Owner::of(stem(path), None, path) };
                (self.deep || !below.contains('/')).then_some(owner)
            }
        }
    }

    /// Whether a file of another kind shows that its owner handed something in.
    pub(super) fn counts_other_files(&self) -> bool {
        self.layout != Layout::Loose
    }
}

/// What does not fit a layout.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit<'path> {
    path: &'path str,
    wanted: Option<Layout>,
}

impl<'path> Misfit<'path> {
    fn of(paths: &[&'path str], wanted: Option<Layout>) -> Self {
        let alone = |layout: Layout, path: &str| {
            Arrangement::candidates(layout, &[path], None).iter().any(|candidate| candidate.owner(path).is_some())
        };
        let misfit = match wanted {
            Some(layout) => paths.iter().find(|path| !alone(layout, path)),
            // Some are in folders, or else `Folders` or `Loose` would fit.
            None => paths.iter().find(|path| !path.contains('/')),
        };
        Self { path: misfit.or(paths.first()).copied().unwrap_or_default(), wanted }
    }

    pub(super) fn in_words(&self) -> String {
        let path = self.path;
        match self.wanted {
            Some(Layout::Moodle) => format!("`{path}` is not named NAME_ID_assignsubmission_…, as Moodle names files"),
            Some(Layout::Canvas) => format!("`{path}` is not named NAME_USER_SUBMISSION_…, as Canvas names files"),
            Some(Layout::Nbgrader) => format!("`{path}` is not in a folder submitted/STUDENT/ASSIGNMENT"),
            Some(Layout::Folders) => format!("`{path}` is not in the folder of a student"),
            Some(Layout::Loose) | None => format!(
                "`{path}` is next to the folders of students, so it is not clear whose it is; \
                 remove it, or write `--layout folders` if all files belong to one student"
            ),
        }
    }
}

impl Owner {
    fn of(id: &str, name: Option<&str>, path: &str) -> Self {
        let id = cleaned(id);
        Self {
            common: Some(id.clone()),
            id,
            name: name.map(cleaned).filter(|name| !name.is_empty()),
            stem: stem(path).to_string(),
            attempt: 0,
        }
    }
}

fn folder(path: &str) -> Option<Owner> {
    let (student, _) = path.split_once('/')?;
    (!student.trim().is_empty()).then(|| Owner::of(student, None, path))
}

/// `NAME_ID_assignsubmission_file_x.tree`, or a folder with such a name.
fn moodle(path: &str) -> Option<Owner> {
    let (whose, rest) = path.split_once("_assignsubmission_")?;
    let (name, id) = whose.rsplit_once('_')?;
    if !is_number(id) || whose.contains('/') {
        return None;
    }
    let owner = Owner { common: Some(cleaned(whose)), ..Owner::of(id, Some(name), path) };
    // In a flat folder, the student's own name of the file comes after the kind of submission.
    match rest.split_once('_') {
        Some((_, file)) if !rest.contains('/') => Some(Owner { stem: stem(file).to_string(), ..owner }),
        _ => Some(owner),
    }
}

/// `NAME_USER_SUBMISSION_x.tree`, `NAME_LATE_USER_SUBMISSION_x.tree`.
fn canvas(path: &str) -> Option<Owner> {
    let mut rest = path;
    let mut name_ends = 0;
    if path.contains('/') {
        return None;
    }
    // The name may have the sign that separates the parts.
    loop {
        let (part, after) = rest.split_once('_')?;
        if name_ends > 0 && is_number(part) {
            let (submission, file) = after.split_once('_')?;
            if is_number(submission) {
                let name = &path[..name_ends];
                let name = name.strip_suffix("_LATE").unwrap_or(name);
                let (stem, attempt) = without_attempt(stem(file));
                let common = Some(format!("{}_{part}", cleaned(name)));
                return Some(Owner { common, stem: stem.to_string(), attempt, ..Owner::of(part, Some(name), path) });
            }
        }
        name_ends = path.len() - after.len() - 1;
        rest = after;
    }
}

/// A stem without the suffix `-N` of a file that was handed in again, and N.
fn without_attempt(stem: &str) -> (&str, u32) {
    let split = stem.rsplit_once('-').filter(|(first, number)| !first.is_empty() && is_number(number));
    let split = split.filter(|(_, number)| !number.starts_with('0'));
    split.and_then(|(first, number)| Some((first, number.parse().ok()?))).unwrap_or((stem, 0))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The first folder of all paths, with its slash, if they are in one.
fn common_folder<'path>(paths: &[&'path str]) -> Option<&'path str> {
    let first = paths.first()?;
    let folder = &first[..=first.find('/')?];
    paths.iter().all(|path| path.starts_with(folder) && !is_ignored(folder)).then_some(folder)
}

/// Whether a folder is one that Gradescope exports.
fn is_export(folder: &str) -> bool {
    folder.starts_with("assignment_") && folder.ends_with("_export/")
}
