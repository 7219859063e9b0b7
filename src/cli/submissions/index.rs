//! Works out who handed in each file, before any text is read.

use std::collections::{BTreeMap, HashSet};
use std::mem;
use std::path::{Path, PathBuf};

use gametree::diagnostic::render::Unread;

use super::archive::{self, Found, NoRoom};
use super::groups::Groups;
use super::layout::{Arrangement, Owner};
use super::limits::{Limits, Room, in_words};
use super::listing::{self, Listed, Place, What};
use super::names::{Named, stem};
use super::roster::Roster;
use super::{Attempt, DEVICE, NO_SHEET, ONLY_EXERCISE, Options, Problem, Status};
use crate::cli::read::{to_source, why_unread};

/// A submission whose texts have not been read.
#[derive(Clone)]
pub(super) struct Indexed {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) parts: Vec<Part>,
    pub(super) problem: Option<Problem>,
}

/// A file of a submission.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) shown: String,
    pub(super) stem: String,
    pub(super) attempt: u32,
    pub(super) content: Content,
}

#[derive(Clone)]
pub(super) enum Content {
    Sheet(Place),
    /// A zip file; `levels` of zip files within it may be opened.
    Zip {
        place: Place,
        levels: u32,
    },
    /// It is not read, for this reason.
    Refused(String),
}

/// The submissions that were found so far.
pub(super) struct Index<'a> {
    options: &'a Options<'a>,
    exercises: Vec<PathBuf>,
    roster: Option<Roster>,
    student_groups: Option<Groups>,
    groups: BTreeMap<GroupKey, Group>,
    arguments: usize,
}

/// Files with the same id are one submission only if they come from one argument and have this in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    id: String,
    argument: usize,
    common: String,
}

#[derive(Default)]
struct Group {
    name: Option<String>,
    parts: Vec<Part>,
    /// Files of other kinds, and empty folders: the first of them.
    other: Option<String>,
}

impl<'a> Index<'a> {
    /// Lists the files in all arguments. If some cannot be read, or contain no submissions, these are the error.
    pub(super) fn of(paths: &[PathBuf], options: &'a Options<'a>) -> Result<Self, Vec<Unread>> {
        let exercises = options.exercises.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let (roster, student_groups, groups) = (None, None, BTreeMap::new());
        let mut index = Self { options, exercises, roster, student_groups, groups, arguments: 0 };
        let mut unread = Vec::new();
        let mut fail = |path: &Path, reason: String| {
            unread.push(Unread { source: to_source(path, String::new()), reason });
        };
        if let Some(path) = options.roster {
            index.roster = Roster::read(path).map_err(|reason| fail(path, reason)).ok();
        }
        if let Some(path) = options.groups {
            index.student_groups = Groups::read(path).map_err(|reason| fail(path, reason)).ok();
        }
        let mut files = Vec::new();
        let mut named_before = HashSet::new();
        for path in paths.iter().filter(|path| named_before.insert(*path)) {
            let found = match path.metadata() {
                Err(error) => Err(why_unread(path, &error)),
                Ok(about) if about.is_dir() => listing::of_folder(path),
                Ok(about) if !about.is_file() => Err(DEVICE.to_string()),
                Ok(_) if Named::of(&path.to_string_lossy()) == Named::Zip => listing::of_zip(path, &options.limits),
                Ok(_) => {
                    files.push(path);
                    continue;
                }
            };
            let added = found.and_then(|listed| index.add(listed, Some(path)));
            added.unwrap_or_else(|reason| fail(path, reason));
        }
        if let Some(first) = files.first() {
            let listed = files.iter().map(|path| listing::of_file(path)).collect();
            index.add(listed, None).unwrap_or_else(|reason| fail(first, reason));
        }
        if unread.is_empty() { Ok(index) } else { Err(unread) }
    }

    /// Adds what is in a folder or a zip file, or the files that the command line names if there is no `argument`.
    fn add(&mut self, mut listed: Vec<Listed>, argument: Option<&Path>) -> Result<(), String> {
        self.arguments += 1;
        let count = listed.len();
        listed.retain(|listed| !self.is_exercise(&listed.what));
        let nothing_else = listed.is_empty() && count > 0;
        listed.sort_by(|one, other| one.path.cmp(&other.path));
        let is_other = |listed: &&Listed| matches!(listed.what, What::Other);
        let mut paths: Vec<&str> =
            listed.iter().filter(|listed| !is_other(listed)).map(|listed| listed.path.as_str()).collect();
        let has_sheets = !paths.is_empty();
        if !has_sheets {
            paths =
                listed.iter().filter(|listed| !listed.path.ends_with('/')).map(|listed| listed.path.as_str()).collect();
        }
        let name = argument.and_then(|path| path.canonicalize().ok());
        let name = name.as_deref().map(Path::to_string_lossy);
        let name = name.as_deref().map(stem);
        let arrangement = match name {
            Some(name) if self.options.is_one => Ok(Arrangement::of_one(name)),
            name => Arrangement::of(&paths, self.options.layout, name),
        };
        let arrangement = match arrangement {
            Ok(arrangement) if !paths.is_empty() && (has_sheets || arrangement.counts_other_files()) => arrangement,
            Err(misfit) if has_sheets => return Err(misfit.in_words()),
            _ if nothing_else => return Err(ONLY_EXERCISE.to_string()),
            _ => return Err(NO_SHEET.to_string()),
        };
        // An argument that is a zip file is the first level.
        let opened = if argument.is_some_and(Path::is_file) { 2 } else { 1 };
        for listed in listed {
            let Some(owner) = arrangement.owner(&listed.path) else { continue };
            if !matches!(listed.what, What::Other) || arrangement.counts_other_files() {
                self.add_file(listed, owner, opened);
            }
        }
        Ok(())
    }

    fn is_exercise(&self, what: &What) -> bool {
        let What::Sheet(Place::File(path)) = what else { return false };
        let has_name = self.exercises.iter().any(|exercise| exercise.file_name() == path.file_name());
        has_name && path.canonicalize().is_ok_and(|path| self.exercises.contains(&path))
    }

    /// Adds a file; if it is a zip file, it is one of the `opened` that lie within each other.
    fn add_file(&mut self, listed: Listed, owner: Owner, opened: u32) {
        let Owner { id, name, common, stem, attempt } = owner;
        let common = common.unwrap_or_else(|| format!("{} {}", listed.shown, self.groups.len()));
        let group = self.groups.entry(GroupKey { id, argument: self.arguments, common }).or_default();
        group.name = group.name.take().or(name);
        let content = match listed.what {
            What::Other => {
                group.other.get_or_insert(listed.shown);
                return;
            }
            What::Refused(reason) => Content::Refused(reason),
            What::Sheet(place) => Content::Sheet(place),
            What::Zip(place) => match self.options.limits.levels.checked_sub(opened) {
                Some(levels) => Content::Zip { place, levels },
                None => Content::Refused("it is a zip file inside others; unpack it".to_string()),
            },
        };
        group.parts.push(Part { shown: listed.shown, stem, attempt, content });
    }

    /// All submissions, in the order of their ids.
    pub(super) fn finish(self) -> Vec<Indexed> {
        let Self { options, roster, student_groups, groups, .. } = self;
        let mut roster = roster.map(|roster| roster.0).unwrap_or_default();
        let mut index: Vec<Indexed> = Vec::new();
        let mut places: Vec<String> = Vec::new();
        for (GroupKey { id, .. }, group) in groups {
            places.push(group.place());
            let in_roster = roster.get(&id).cloned().flatten();
            index.push(group.indexed(id, in_roster, options.attempt));
        }
        refuse_twice(&mut index, &places);
        let mut left = Room(options.limits.unpacked);
        index.iter_mut().for_each(|submission| submission.unpack_at_most(&mut left, &options.limits));
        if let Some(groups) = student_groups {
            index = groups.shared(index, &roster);
        }
        let seen: HashSet<&str> = index.iter().map(|submission| submission.id.as_str()).collect();
        roster.retain(|id, _| !seen.contains(id.as_str()));
        for (id, name) in roster {
            let reason = "this id is in the roster, but has no submission".to_string();
            let problem = Some(Problem { status: Status::Missing, reason });
            index.push(Indexed { id, name, parts: Vec::new(), problem });
        }
        index.sort_by(|one, other| one.id.cmp(&other.id));
        index
    }
}

/// Refuses submissions with the same id, which are next to each other. Each is at one of the `places`.
fn refuse_twice(index: &mut [Indexed], places: &[String]) {
    let mut places = places;
    for same in index.chunk_by_mut(|one, other| one.id == other.id) {
        let (here, after) = places.split_at(same.len());
        places = after;
        let [first, second, others @ ..] = here else { continue };
        let more = if others.is_empty() { String::new() } else { format!(", and {} more", others.len()) };
        let reason = format!("more than one submission has the id `{}`: `{first}` and `{second}`{more}", same[0].id);
        for submission in same {
            submission.parts.clear();
            submission.problem = Some(Problem { status: Status::Twice, reason: reason.clone() });
        }
    }
}

impl Group {
    /// Where its first file is.
    fn place(&self) -> String {
        let first = self.parts.iter().map(|part| &part.shown).min();
        first.or(self.other.as_ref()).cloned().unwrap_or_default()
    }

    fn indexed(mut self, id: String, in_roster: Option<String>, wanted: Attempt) -> Indexed {
        self.parts.sort_by(|one, other| one.shown.cmp(&other.shown));
        let problem = self.parts.is_empty().then(|| {
            let there = self.other.as_ref().map(|other| format!("; there is `{other}`")).unwrap_or_default();
            Problem::unreadable(format!("{NO_SHEET}{there}"))
        });
        Indexed { id, name: self.name.take().or(in_roster), parts: attempts(self.parts, wanted), problem }
    }
}

/// The attempts that count.
///
/// A number at the end of a name means an attempt only if there is the name without a number, too, or no other number:
/// `ex-1` and `ex-2` are two exercises.
fn attempts(mut parts: Vec<Part>, wanted: Attempt) -> Vec<Part> {
    let mut numbers: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for part in &parts {
        numbers.entry(part.stem.clone()).or_default().push(part.attempt);
    }
    for part in &mut parts {
        let numbers = &numbers[&part.stem];
        if numbers.len() > 1 && !numbers.contains(&0) {
            part.stem = format!("{}-{}", part.stem, mem::take(&mut part.attempt));
        }
    }
    let is_wanted = |part: &Part| {
        let last = numbers.get(&part.stem).and_then(|numbers| numbers.iter().max());
        wanted == Attempt::Best || last.is_none_or(|last| part.attempt == *last)
    };
    parts.retain(is_wanted);
    parts
}

impl Indexed {
    /// Refuses the parts that would unpack to more than what is `left` of the limit for all.
    ///
    /// This is known before anything is graded, so it does not depend on the order in which submissions are read.
    fn unpack_at_most(&mut self, left: &mut Room, limits: &Limits) {
        for part in &mut self.parts {
            let unpacked = match &part.content {
                Content::Refused(_) => 0,
                Content::Sheet(place) => Some(place.unpacked()).filter(|size| *size <= limits.file).unwrap_or_default(),
                Content::Zip { place, levels } => match unpacked(place, *levels, &part.shown, limits) {
                    Ok(unpacked) => unpacked,
                    Err(NoRoom) => {
                        self.problem = Some(Problem::unreadable(NoRoom::in_words(limits)));
                        return;
                    }
                },
            };
            if !left.take(unpacked) {
                let most = in_words(limits.unpacked);
                part.content = Content::Refused(format!(
                    "the zip files unpack to more than {most}, the limit for all of them together"
                ));
            }
        }
    }
}

/// How many bytes are unpacked to read all sheets of a zip file that a student packed.
fn unpacked(place: &Place, levels: u32, shown: &str, limits: &Limits) -> Result<u64, NoRoom> {
    // If it cannot be read, that is reported later, when it is read.
    let Ok(bytes) = place.read(limits.submission) else { return Ok(0) };
    let mut room = Room(limits.submission);
    if !room.take(bytes.len() as u64) {
        return Err(NoRoom);
    }
    archive::for_each_sheet(&bytes, shown, levels, limits, &mut room, &mut |_: String, _: Found<'_>| {})?;
    Ok(limits.submission - room.0)
}
