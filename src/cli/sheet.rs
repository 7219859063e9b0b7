//! `gametree sheet`

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use clap::{Args, ValueEnum};
use gametree::diagnostic::counted;
use gametree::diagnostic::render::Located;
use gametree::grade::{Exercise, Heading, Key, Rubric, SheetError, key, sheet};
use gametree::model::{Defaults, Reveal};
use gametree::source::Source;

use super::files::{Excluded, Files, Item};
use super::output::{Output, write_file};
use super::read::read_text;
use super::trees::{report_errors_of_exercise, report_project, report_same_name};
use super::{Color, Outcome, Writing, print_error};

/// Print the sheet of an exercise: the file that students fill in, without answers and comments
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree sheet hw1.tree                           the sheet for students
  gametree sheet hw1.tree --output handout/hw1.tree
  gametree sheet hw1.tree --solution                the same sheet, with the right answers
  gametree sheet --all exercises --output handout   the sheets of a whole folder")]
pub(super) struct Arguments {
    /// The exercise, or - for standard input; with --all, a folder of exercises
    path: PathBuf,
    /// The name of standard input in reports; without its ending, it is the name of the exercise
    #[arg(long, value_name = "NAME", default_value = UNNAMED)]
    stdin_filename: String,
    #[command(flatten)]
    writing: Writing,
    /// What `gametree check` tells students about their answers
    #[arg(long, value_enum, default_value_t = Revealed::Never, value_name = "WHAT")]
    reveal: Revealed,
    /// Print the key instead: the sheet with the right answers
    ///
    /// The answers are computed, not taken from the exercise. If several moves are best, the key has all of them, and
    /// they share the marks. A blank leaf stays blank, because many values can be right. If the key lacks an answer,
    /// the exit status is 1.
    #[arg(long, conflicts_with = "reveal")]
    solution: bool,
    /// Write the sheets of all exercises in a folder into the folder that --output names
    ///
    /// Each sheet has the file name of its exercise. No exercise is overwritten.
    #[arg(long, requires = "output")]
    all: bool,
}

/// The most that is read of a file that would be overwritten, in bytes.
const LONGEST: usize = 64 << 20;

/// The name of standard input if it has no other.
const UNNAMED: &str = "<stdin>";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Revealed {
    /// Which answers are missing
    Never,
    /// Also how many marks the answers get
    Score,
    /// Also which answers are wrong
    Verdicts,
    /// Everything
    Answers,
}

impl From<Revealed> for Reveal {
    fn from(revealed: Revealed) -> Self {
        match revealed {
            Revealed::Never => Self::Never,
            Revealed::Score => Self::Score,
            Revealed::Verdicts => Self::Verdicts,
            Revealed::Answers => Self::Answers,
        }
    }
}

/// What became of a file.
enum Made {
    /// Its sheet, and how many questions lack an answer; 0 in a sheet for students, which has no answers at all.
    Sheet { text: String, unanswered: usize },
    /// It asks nothing.
    NothingAsked,
    /// There is no sheet. The reason has been reported.
    Refused,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut files = Files::find(slice::from_ref(&arguments.path), &arguments.stdin_filename, Excluded::Read);
    if arguments.all {
        return run_all(arguments, &mut files);
    }
    if arguments.path.is_dir() || files.paths().count() > 1 {
        print_error(&format!("{}: this names several files; write their sheets with --all", arguments.path.display()));
        return Ok(Outcome::Failure);
    }
    let target = arguments.writing.output.as_deref();
    if files.would_be_lost(&arguments.writing) || target.is_some_and(|target| arguments.would_lose(target)) {
        return Ok(Outcome::Failure);
    }
    let mut output = arguments.writing.open()?;
    let (mut written, mut complete) = (false, true);
    files.for_each(|item| {
        match arguments.make(item) {
            Some(Made::Sheet { text, unanswered }) => {
                written = true;
                complete &= unanswered == 0;
                if !output.print_source(&text)? {
                    print_error("the sheet is too long for a terminal; --output writes it to a file");
                }
            }
            Some(Made::NothingAsked) => {
                print_error(&format!("{}: {}", arguments.path.display(), SheetError::NothingAsked));
                complete = false;
            }
            Some(Made::Refused) | None => complete = false,
        }
        Ok(())
    })?;
    output.finish(Outcome::of(files.failed, complete), written)
}

/// Writes the sheets of a folder into another one.
fn run_all(arguments: &Arguments, files: &mut Files) -> io::Result<Outcome> {
    let (from, to) = (&arguments.path, arguments.writing.output.as_deref().unwrap_or(Path::new("")));
    if files.failed && !from.exists() {
        return Ok(Outcome::Failure);
    }
    if !from.is_dir() {
        print_error(&format!("{}: not a folder; --all needs one", from.display()));
        return Ok(Outcome::Failure);
    }
    // Sheets from an earlier run are not exercises.
    let inside = |folder: &Path, path: &Path| match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path != folder && path.starts_with(folder),
        _ => false,
    };
    if inside(from, to) {
        files.retain(|path| !inside(to, path));
    }
    let targets: Vec<PathBuf> = files.paths().map(|path| target(from, path, to)).collect();
    if let Some(lost) = overwritten(files, &targets) {
        let message = format!("{}: this exercise would be overwritten", lost.display());
        print_error(&format!("{message}; name another folder with --output"));
        return Ok(Outcome::Failure);
    }
    if targets.iter().any(|target| arguments.would_lose(target)) {
        return Ok(Outcome::Failure);
    }
    let (mut sheets, mut refused, mut unanswered, mut unwritten) = (0, 0, 0, 0);
    let mut asking_nothing = 0;
    let mut names: HashMap<OsString, PathBuf> = HashMap::new();
    files.for_each(|item| {
        let made = match (arguments.make(item), item) {
            (Some(made), Item::Trees { path: Some(path), .. }) => {
                let name = path.file_stem().unwrap_or_default().to_os_string();
                let other = names.insert(name, path.to_path_buf()).filter(|_| matches!(made, Made::Sheet { .. }));
                match other {
                    Some(other) => {
                        report_same_name(&other, path);
                        (Made::Refused, PathBuf::new())
                    }
                    None => (made, target(from, path, to)),
                }
            }
            _ => {
                refused += 1;
                return Ok(());
            }
        };
        match made {
            (Made::Sheet { text, unanswered: open }, target) => match write(&text, &target) {
                Ok(()) => {
                    sheets += 1;
                    unanswered += open;
                }
                Err(error) => {
                    print_error(&format!("{}: not written: {error}", target.display()));
                    unwritten += 1;
                }
            },
            (Made::NothingAsked, _) => asking_nothing += 1,
            (Made::Refused, _) => refused += 1,
        }
        Ok(())
    })?;
    let what = if arguments.solution { ["key", "keys"] } else { ["sheet", "sheets"] };
    let mut summary = vec![format!("{} written", counted(sheets, what[0], what[1]))];
    if asking_nothing > 0 {
        let verb = if asking_nothing == 1 { "asks" } else { "ask" };
        summary.push(format!("{} {verb} nothing", counted(asking_nothing, "file", "files")));
    }
    let mut output = Output::open(None, Color::Never)?;
    output.print_last(&summary.join(", "))?;
    let outcome = Outcome::of(files.failed || unwritten > 0, refused == 0 && unanswered == 0 && sheets > 0);
    output.finish(outcome, true)
}

/// Where the sheet of a file is written.
fn target(from: &Path, path: &Path, to: &Path) -> PathBuf {
    let from = from.strip_prefix(".").unwrap_or(from);
    to.join(path.strip_prefix(from).unwrap_or(path))
}

/// The first target that is one of the files to read.
fn overwritten<'t>(files: &Files, targets: &'t [PathBuf]) -> Option<&'t Path> {
    let sources: HashSet<PathBuf> = files.paths().filter_map(|path| path.canonicalize().ok()).collect();
    let is_source = |target: &&PathBuf| target.canonicalize().is_ok_and(|target| sources.contains(&target));
    targets.iter().find(is_source).map(PathBuf::as_path)
}

/// Writes a sheet, and makes the folders that it is in.
fn write(text: &str, target: &Path) -> io::Result<()> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    write_file(target, text)
}

impl Arguments {
    /// Whether something would be lost at this path: a file that is not what this command writes there, such as the
    /// answers of a student. Reports that.
    fn would_lose(&self, target: &Path) -> bool {
        if !target.is_file() {
            return false;
        }
        let text = read_text(target, LONGEST).unwrap_or_default();
        let is_key = || {
            let name = target.file_stem().map(|stem| stem.to_string_lossy());
            key(&text, &Defaults::default(), name.as_deref()).is_ok_and(|key| key.text == text)
        };
        let is_blank = || {
            Exercise::new(&text, &Defaults::default()).grade(&text, &Rubric::default()).is_ok_and(|it| it.is_empty())
        };
        let is_ours = text.starts_with("// ") && if self.solution { is_key() } else { is_blank() };
        if !is_ours {
            let why = if self.solution {
                "this file is not a key that `gametree sheet` wrote"
            } else {
                "this file can contain answers"
            };
            let message = format!("{}: {why}, so it was not overwritten", target.display());
            print_error(&format!("{message}; choose another place with --output"));
        }
        !is_ours
    }

    /// Makes the sheet of a file; `None` if it is a `gametree.toml` with mistakes, which are reported.
    fn make(&self, item: Item<'_>) -> Option<Made> {
        match item {
            Item::Trees { path, source, project, understood: true, .. } => Some(self.sheet(path, source, project)),
            // The mistakes in its `gametree.toml` have been reported.
            Item::Trees { understood: false, .. } => Some(Made::Refused),
            Item::Project(source) => {
                report_project(source);
                None
            }
        }
    }

    fn sheet(&self, path: Option<&Path>, source: &Source, project: &Defaults) -> Made {
        let path = path.or_else(|| (self.stdin_filename != UNNAMED).then(|| Path::new(&self.stdin_filename)));
        let name = path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy());
        let name = name.as_deref();
        let made = if self.solution {
            key(&source.text, project, name)
        } else {
            let text = sheet(&source.text, project, Heading { name, reveal: self.reveal.into() });
            text.map(|text| Key { text, unanswered: 0 })
        };
        if made == Err(SheetError::NothingAsked) {
            return Made::NothingAsked;
        }
        if report_errors_of_exercise(source, project) {
            return Made::Refused;
        }
        match made {
            Ok(Key { text, unanswered }) => {
                if unanswered > 0 {
                    let number = counted(unanswered as u64, "question has", "questions have");
                    print_error(&format!("{}: {number} no answer in the key", source.name));
                }
                Made::Sheet { text, unanswered }
            }
            Err(SheetError::GivenAway { place, .. }) => {
                let line = Located::new(source).lines.line(place.start) + 1;
                let advice = "delete this claim, or write `worth` after it to make it a question, too";
                let reason = made.err().map(|error| error.to_string()).unwrap_or_default();
                print_error(&format!("{}:{line}: {reason}; {advice}", source.name));
                Made::Refused
            }
            Err(error) => {
                print_error(&format!("{}: {error}", source.name));
                Made::Refused
            }
        }
    }
}
