//! `gametree sheet`

mod all;
mod paper;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gametree::diagnostic::listed;
use gametree::diagnostic::render::Located;
use gametree::grade::{Heading, Key, SheetError, key, sheet};
use gametree::model::{Defaults, Reveal};
use gametree::paper::to_form;
use gametree::render::is_page;
use gametree::source::Source;

use super::files::{Excluded, Files, Item};
use super::project::ProjectOptions;
use super::read::read_text;
use super::trees::{report_errors_of_exercise, report_project};
use super::values::trees;
use super::{Outcome, Writing, print_error};

/// Print the sheet of an exercise: the file that students fill in, without answers and comments
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree sheet hw1.tree                           the sheet for students
  gametree sheet hw1.tree --output handout/hw1.tree
  gametree sheet hw1.tree --solution                the same sheet, with the right answers
  gametree sheet --all exercises --output handout   the sheets of a whole folder
  gametree sheet hw1.tree --output hw1.pdf          on paper, with room to write
  gametree sheet exercises --output all.pdf         several exercises, one after the other")]
pub(super) struct Arguments {
    /// The exercise, or - for standard input; with --all, a folder of exercises; for paper, any number of them
    #[arg(required = true, value_name = "EXERCISE", add = trees())]
    paths: Vec<PathBuf>,
    /// The name of standard input in reports; without its ending, it is the name of the exercise
    #[arg(long, value_name = "NAME", default_value = UNNAMED)]
    stdin_filename: String,
    #[command(flatten)]
    project: ProjectOptions,
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
    /// The format of the sheet; if left out, the one that the ending of --output names, or tree
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with = "all")]
    to: Option<Format>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A file that students fill in, and that `gametree grade` marks
    Tree,
    /// Pages of A4 with room to write
    Pdf,
    /// The same as a LaTeX document, for changes
    Tex,
    /// A page with a field for each answer; it saves the file to hand in
    Html,
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
    /// Its sheet, or its key, and whether that has an answer to every question. A sheet for students needs none.
    Sheet { text: String, complete: bool },
    /// It asks nothing.
    NothingAsked,
    /// There is no sheet. The reason has been reported.
    Refused,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut files = Files::find(&arguments.paths, &arguments.stdin_filename, &arguments.project, Excluded::Read);
    if matches!(arguments.format(), Format::Pdf | Format::Tex) {
        if arguments.reveal != Revealed::Never {
            print_error("--reveal is for files that students fill in; leave it out for paper");
            return Ok(Outcome::Failure);
        }
        return paper::run(arguments, &mut files);
    }
    let [path] = &arguments.paths[..] else {
        print_error(
            "one sheet is made of one file; put the exercises into a folder and use --all, or print them with --to pdf",
        );
        return Ok(Outcome::Failure);
    };
    if arguments.all {
        return all::run(arguments, path, &mut files);
    }
    if path.is_dir() || files.paths().count() > 1 {
        let named = path.display();
        print_error(&match arguments.format() {
            Format::Html => format!("{named}: this names several files; write a page for each of them"),
            _ if path.is_dir() => format!("{named} is a folder; write `gametree sheet --all {named} --output FOLDER`"),
            _ => format!("{named}: this names several files; put them into a folder, and write its sheets with --all"),
        });
        return Ok(Outcome::Failure);
    }
    if arguments.solution && arguments.format() == Format::Html {
        print_error(
            "a page to fill in has no answers; leave out --solution, or draw the search with `gametree render --reveal --to html`",
        );
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
            Some(Made::Sheet { text, complete: whole }) => {
                written = true;
                complete &= whole;
                if !output.print_source(&text)? {
                    print_error("the sheet is too long for a terminal; --output writes it to a file");
                }
            }
            Some(Made::NothingAsked) => {
                print_error(&format!("{}: {}", path.display(), SheetError::NothingAsked));
                complete = false;
            }
            Some(Made::Refused) | None => complete = false,
        }
        Ok(())
    })?;
    output.finish(Outcome::of(files.failed, complete), written)
}

/// Whether a file that is not ours would be overwritten; if so, reports why it is not.
fn report_lost(target: &Path, is_ours: bool, why: &str) -> bool {
    if !is_ours {
        let message = format!("{}: {why}, so it was not overwritten", target.display());
        print_error(&format!("{message}; choose another place with --output"));
    }
    !is_ours
}

/// Whether a text is what this command writes as the sheet of an exercise, letter by letter. The sheet of a sheet is that
/// sheet.
fn is_sheet(text: &str) -> bool {
    let is_written = |revealed: &Revealed| {
        let heading = Heading { name: named(text), reveal: (*revealed).into() };
        sheet(text, &Defaults::default(), heading).is_ok_and(|sheet| sheet == text)
    };
    Revealed::value_variants().iter().any(is_written)
}

/// Whether a text is what this command writes as the key of an exercise, letter by letter.
fn is_key(text: &str) -> bool {
    key(text, &Defaults::default(), named(text)).is_ok_and(|key| key.text == text)
}

/// The name of the exercise that a sheet or key names.
fn named(text: &str) -> Option<&str> {
    text.lines().next().and_then(|line| line.strip_prefix("// exercise: "))
}

impl Arguments {
    fn format(&self) -> Format {
        let ending = self.writing.output.as_deref().filter(|_| !self.all).and_then(Path::extension);
        self.to.unwrap_or(match ending.map(OsStr::to_ascii_lowercase).as_deref().and_then(OsStr::to_str) {
            Some("pdf") => Format::Pdf,
            Some("tex") => Format::Tex,
            Some("html" | "htm") => Format::Html,
            _ => Format::Tree,
        })
    }

    /// Whether something would be lost at this path: a file that is not what this command writes there, such as the
    /// answers of a student. Reports that.
    fn would_lose(&self, target: &Path) -> bool {
        if !target.is_file() {
            return false;
        }
        let text = read_text(target, LONGEST).unwrap_or_default();
        if self.format() == Format::Html {
            return report_lost(target, is_page(&text), "this file is not a page of gametree");
        }
        let is_ours = if self.solution { is_key(&text) } else { is_sheet(&text) };
        let why = match self.solution {
            true => "this file is not a key that `gametree sheet` wrote",
            false => "this file is not an empty sheet from `gametree sheet`, and may contain answers",
        };
        report_lost(target, is_ours, why)
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

    /// The name of an exercise; `None` for standard input without a name.
    fn name<'p>(&'p self, path: Option<&'p Path>) -> Option<Cow<'p, str>> {
        let path = path.or_else(|| (self.stdin_filename != UNNAMED).then(|| Path::new(&self.stdin_filename)));
        path.and_then(Path::file_stem).map(|stem| stem.to_string_lossy())
    }

    /// Writes a sheet in its format.
    fn written(&self, text: String, name: &str, source: &Source, complete: bool) -> Made {
        if self.format() != Format::Html {
            return Made::Sheet { text, complete };
        }
        match to_form(&text, name) {
            Ok(text) => Made::Sheet { text, complete },
            Err(error) => {
                print_error(&format!("{}: {error}", source.name));
                Made::Refused
            }
        }
    }

    fn sheet(&self, path: Option<&Path>, source: &Source, project: &Defaults) -> Made {
        let name = self.name(path);
        let name = name.as_deref();
        let made = if self.solution {
            key(&source.text, project, name)
        } else {
            let text = sheet(&source.text, project, Heading { name, reveal: self.reveal.into() });
            text.map(|text| Key { text, unanswered: Vec::new() })
        };
        if made == Err(SheetError::NothingAsked) {
            return Made::NothingAsked;
        }
        if report_errors_of_exercise(source, project) {
            return Made::Refused;
        }
        match made {
            Ok(Key { text, unanswered }) => {
                if !unanswered.is_empty() {
                    print_error(&format!("{}: the key has no answer to {}", source.name, listed(&unanswered)));
                }
                self.written(text, name.unwrap_or("exercise"), source, unanswered.is_empty())
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
