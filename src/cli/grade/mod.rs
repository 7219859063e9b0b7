//! `gametree grade`

mod assign;
mod class;
mod compare;
mod gradebook;
mod homework;
mod merge;
mod outcome;
mod overrides;
mod partial;
mod reports;
mod systems;
mod variants;
mod write;

use std::ffi::OsStr;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};
use gametree::config;
use gametree::grade::{
    Altered, Conventions, Exercise, Feedback, Grading, PrunedRule, PrunedUnit, Rubric, share_named, with_graders,
};
use gametree::number::Fraction;

use super::parallel;
use super::project::ProjectOptions;
use super::read::read_bytes;
use super::rules::{choice, help};
use super::submissions::{self, Attempt, Layout, Options, Submissions};
use super::values::trees;
use super::{Outcome, Writing, print_error};
use class::{Class, ClassOptions};
use compare::Comparison;
use gradebook::GradebookOptions;
pub(super) use homework::{Homework, NamedExercise};
use outcome::Result as Grade;
use overrides::Overrides;
use partial::{Header, Partition};
use reports::Reports;
use systems::System;
use variants::{OwnExercises, VariantsOptions};
use write::{Document, Target};

/// Give marks for students' answers to an exercise
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree grade hw1.tree submissions/             feedback for each student
  gametree grade hw1.tree moodle.zip --format csv --output marks.csv
  gametree grade hw1.tree submissions/ --reports feedback/ --format csv
  gametree grade hw1.tree submissions/ --html pages/
  gametree grade hw1.tree submissions/ --class class.html
  gametree grade hw1/exercises/hw1-4711.tree in/ --variants class.csv --secret-file secret.txt
  gametree grade exercises/ submissions/           a homework of several exercises
  gametree grade hw1.tree moodle.zip --into grades.csv --output filled.csv
  gametree grade hw1.tree submissions/ --partition 3/16 --output part-3.jsonl
  gametree grade --merge part-*.jsonl --format csv --output marks.csv
  gametree grade hw1.tree submissions/ --follow-through none --feedback score
  gametree grade hw1.tree answers.tree --format gradescope --output results.json

The exercises may have keys or blanks. `gametree check --reveal` must find no errors in them.
State the rules of your course once, in `[grade]` of gametree.toml.")]
pub(super) struct Arguments {
    /// The exercise; for several exercises, a folder or a pattern such as "hw*.tree"
    #[arg(add = trees(), required_unless_present = "merge")]
    exercise: Option<PathBuf>,
    /// Files, folders and zip files with the students' answers
    #[arg(required_unless_present = "merge")]
    submissions: Vec<PathBuf>,
    /// The format of the results: of a whole class, or of one submission for a course system
    #[arg(long, value_enum, default_value_t = Results::Class(Format::Human))]
    format: Results,
    /// How much the feedback tells students: full, hints, score or none; full unless gametree.toml says otherwise
    #[arg(long, value_name = "LEVEL", value_parser = choice::<Feedback>(), hide_possible_values = true)]
    feedback: Option<Feedback>,
    /// The share of the marks for an answer that follows correctly from an earlier mistake: full, none, or a fraction
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    follow_through: Option<Fraction>,
    #[arg(long, value_name = "UNIT", value_parser = choice::<PrunedUnit>(), hide_possible_values = true)]
    #[arg(help = help::<PrunedUnit>("Whether `ask pruned` counts skipped subtrees or single leaves", ""))]
    pruned: Option<PrunedUnit>,
    #[arg(long, value_name = "RULE", value_parser = choice::<PrunedRule>(), hide_possible_values = true)]
    #[arg(help = help::<PrunedRule>("Whether `ask pruned` gets right marks minus wrong ones, or all or nothing", ""))]
    pruned_rule: Option<PrunedRule>,
    #[arg(long, value_name = "WHICH", value_parser = choice::<Conventions>(), hide_possible_values = true)]
    #[arg(help = help::<Conventions>("Whether answers that are right under the other rule at α = β count, too", ""))]
    conventions: Option<Conventions>,
    #[arg(long, value_name = "WHAT", value_parser = choice::<Altered>(), hide_possible_values = true)]
    #[arg(help = help::<Altered>("Whether answers to an altered tree get the marks that they get on the tree of the exercise, or none", ""))]
    altered: Option<Altered>,
    /// How the folders and zip files are arranged; by default, detected for each of them
    #[arg(long, value_enum)]
    layout: Option<Layout>,
    /// Which attempt counts if a student handed in several
    #[arg(long, value_enum, default_value_t = Attempt::Last)]
    attempt: Attempt,
    /// A CSV file with the ids of all students in a column `id`; the results then list those without a submission, too
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    roster: Option<PathBuf>,
    #[command(flatten)]
    variants: VariantsOptions,
    /// A CSV file with the columns `group` and `id`: all students of a group get the marks of its submission
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    groups: Option<PathBuf>,
    /// A CSV file with marks set by hand, in the columns `id`, `question`, `marks` and `reason`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    overrides: Option<PathBuf>,
    /// Print only the students whose marks differ from these earlier results of `--format json`
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    compare: Option<PathBuf>,
    /// Write a Markdown file with feedback for each student into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    reports: Option<PathBuf>,
    /// Write a page with the marked tree for each student into this folder
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    html: Option<PathBuf>,
    #[command(flatten)]
    class: ClassOptions,
    /// Grade only part K of N of the submissions, and write a file for --merge
    ///
    /// Part K is a block in the order of the ids. All parts need the same exercise, submissions and options.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["format", "compare", "into", "class"])]
    partition: Option<Partition>,
    /// Put the results of all parts together: the same as if everything had been graded at once
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = [
        "exercise", "submissions", "partition", "compare", "reports", "html", "feedback", "follow_through", "pruned",
        "pruned_rule", "conventions", "altered", "layout", "attempt", "roster", "variants", "groups", "overrides", "jobs",
        "config", "isolated",
    ])]
    merge: Vec<PathBuf>,
    /// How many submissions to grade at a time; by default, one for each processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    gradebook: GradebookOptions,
    #[command(flatten)]
    project: ProjectOptions,
    #[command(flatten)]
    writing: Writing,
}

/// What the results are for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Results {
    Class(Format),
    System(System),
}

impl ValueEnum for Results {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Results>> = LazyLock::new(|| {
            let class = Format::value_variants().iter().copied().map(Results::Class);
            class.chain(System::value_variants().iter().copied().map(Results::System)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Class(format) => format.to_possible_value(),
            Self::System(system) => system.to_possible_value(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Marks and feedback for people
    Human,
    /// Marks and feedback as a Markdown document
    Markdown,
    /// A table of marks
    Csv,
    /// One JSON document with everything
    Json,
    /// One line with a JSON object for each submission
    Jsonl,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    match arguments.format {
        Results::System(system) => systems::run(arguments, system),
        Results::Class(format) => grade_class(arguments, format),
    }
}

fn grade_class(arguments: &Arguments, format: Format) -> io::Result<Outcome> {
    let Some(exercise) = &arguments.exercise else { return merge::run(arguments, format, &arguments.merge) };
    let homework = Homework::read(exercise, &arguments.project, |grading| arguments.changed(grading))?;
    let Some(mut homework) = homework else { return Ok(Outcome::Failure) };
    let own = match arguments.variants.read(&mut homework) {
        Ok(own) => own,
        Err(reason) => {
            print_error(&reason);
            return Ok(Outcome::Failure);
        }
    };
    let Some(overrides) = arguments.read_overrides(&homework) else { return Ok(Outcome::Failure) };
    let options = arguments.options(&homework, false);
    let Some(submissions) = Submissions::find(&arguments.submissions, &options) else { return Ok(Outcome::Failure) };
    if let Some(id) = overrides.unknown_id(submissions.ids()) {
        report_unknown_id(id);
        return Ok(Outcome::Failure);
    }
    if arguments.would_lose(&homework.paths()) {
        return Ok(Outcome::Failure);
    }
    let Some(target) = arguments.target(&homework, &submissions, format) else { return Ok(Outcome::Failure) };
    let mut document = Document::begin(target, &homework, arguments.writing.open()?)?;
    let mut reports = Reports::new(arguments.reports.as_deref(), "md")?;
    let mut pages = Reports::new(arguments.html.as_deref(), "html")?;
    let best = arguments.attempt == Attempt::Best;
    let counts_class = arguments.class.class.is_some() || arguments.partition.is_some();
    let mut class = counts_class.then(|| Class::new(&homework, write::worth(&homework)));
    let strict = if counts_class { homework.without_follow_through() } else { Vec::new() };
    let marking = Marking {
        homework: &homework,
        overrides: &overrides,
        best,
        with_pages: arguments.html.is_some(),
        strict,
        own: own.as_ref(),
    };
    let places = arguments.partition.map_or(0..submissions.len(), |part| part.places(submissions.len()));
    // Files have the same names as if all were graded at once.
    reports.reserve(submissions.ids().take(places.start));
    pages.reserve(submissions.ids().take(places.start));
    let mark = |part: Range<usize>| marking.mark(&submissions, places.start + part.start..places.start + part.end);
    parallel::in_pieces(places.len(), arguments.jobs, TOGETHER, mark, |mut result| {
        reports.write(&result.id, || write::markdown(&result, &homework));
        if let Some(page) = result.page.take() {
            pages.write(&result.id, || page);
        }
        if let Some(class) = &mut class {
            class.add(&result, own.is_none());
        }
        document.add(&result)
    })?;
    if let (Some(class), None) = (&class, arguments.partition) {
        arguments.class.write(class)?;
    }
    document.finish(reports.failed || pages.failed, class)
}

impl Arguments {
    /// The settings of `gametree.toml`; the options override them.
    fn changed(&self, mut grading: Grading) -> Grading {
        let rubric = &mut grading.rubric;
        rubric.follow_through = self.follow_through.unwrap_or(rubric.follow_through);
        rubric.pruned = self.pruned.unwrap_or(rubric.pruned);
        rubric.pruned_rule = self.pruned_rule.unwrap_or(rubric.pruned_rule);
        rubric.conventions = self.conventions.unwrap_or(rubric.conventions);
        rubric.altered = self.altered.unwrap_or(rubric.altered);
        grading.feedback = self.feedback.unwrap_or(grading.feedback);
        grading
    }

    /// How to find the submissions; `is_one` if everything is from one student.
    fn options<'a>(&'a self, homework: &'a Homework, is_one: bool) -> Options<'a> {
        Options {
            layout: self.layout,
            is_one,
            attempt: self.attempt,
            roster: self.roster.as_deref().or(self.variants.variants.as_deref()),
            groups: self.groups.as_deref(),
            exercises: homework.paths(),
            ..Options::default()
        }
    }

    /// The marks set by hand; `None`, with a message, if they cannot be read.
    fn read_overrides(&self, homework: &Homework) -> Option<Overrides> {
        let Some(path) = &self.overrides else { return Some(Overrides::default()) };
        reported(path, Overrides::read(path, homework))
    }

    /// What to write; `None`, with a message, if earlier results or a gradebook cannot be read.
    fn target<'h>(&self, homework: &'h Homework, submissions: &Submissions, format: Format) -> Option<Target<'h>> {
        let gradebook = self.gradebook.read(submissions.ids()).map_err(|reason| print_error(&reason)).ok()?;
        if let Some(gradebook) = gradebook {
            return Some(Target::Gradebook(Box::new(gradebook), self.gradebook.has_feedback()));
        }
        if let Some(partition) = self.partition {
            let settings = self.settings().map_err(|reason| print_error(&reason)).ok()?;
            let (headings, worth) = (write::headings(homework), write::worth(homework));
            let header = Header::new(partition, homework, &settings, submissions.ids(), headings, worth);
            return Some(Target::Partial(Box::new(header)));
        }
        let Some(path) = &self.compare else { return Some(Target::Format(format)) };
        reported(path, Comparison::read(path, homework)).map(Target::Comparison)
    }

    /// What decides the results, apart from the exercises and the submissions. The error is a file that cannot be read.
    fn settings(&self) -> Result<String, String> {
        let mut settings = format!("{:?} {:?}", self.attempt, self.layout);
        let files = [&self.roster, &self.groups, &self.overrides, &self.variants.variants, &self.variants.secret_file];
        for path in files.into_iter().flatten() {
            let bytes = read_bytes(path, usize::MAX).map_err(|reason| format!("{}: {reason}", path.display()))?;
            settings.push_str(&partial::fingerprint(&bytes));
        }
        Ok(settings)
    }

    /// Whether the results would overwrite a file to read, or a later run would read them; if so, reports that.
    fn would_lose(&self, inputs: &[&Path]) -> bool {
        let folders = [("--reports", &self.reports), ("--html", &self.html)];
        for (option, folder) in folders.into_iter().filter_map(|(option, folder)| Some((option, folder.as_ref()?))) {
            if submissions::is_below(&self.submissions, folder) {
                print_error(&format!(
                    "{option} names a folder of submissions, which could be lost; choose another folder"
                ));
                return true;
            }
            let class = self.class.class.as_deref();
            if class.is_some_and(|class| is_same_place(class, &folder.join(class.file_name().unwrap_or_default()))) {
                print_error(&format!("--class names a file in the folder of {option}; choose another folder"));
                return true;
            }
        }
        if let (Some(output), Some(class)) = (&self.writing.output, &self.class.class)
            && is_same_place(output, class)
        {
            print_error("--output and --class name the same file; choose two names");
            return true;
        }
        let outputs = [("--output", &self.writing.output), ("--class", &self.class.class)];
        outputs.into_iter().any(|(option, output)| output.as_ref().is_some_and(|it| self.is_lost(inputs, option, it)))
    }

    fn is_lost(&self, inputs: &[&Path], option: &str, output: &Path) -> bool {
        let tables = [
            &self.roster,
            &self.groups,
            &self.overrides,
            &self.compare,
            &self.gradebook.into,
            &self.variants.variants,
            &self.variants.secret_file,
        ]
        .into_iter()
        .flatten();
        let read: Vec<&Path> = inputs.iter().copied().chain(tables.map(PathBuf::as_path)).collect();
        let same = |path: &&Path| matches!((path.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b);
        let lost = read.iter().any(same) || submissions::is_in(&self.submissions, output);
        if lost {
            print_error(&format!(
                "{option} names a file that this command reads, which would be lost; choose another name"
            ));
            return true;
        }
        // A later run could read it as an exercise, a submission or settings.
        let is_read_later = submissions::is_sheet(output) || output.file_name() == Some(OsStr::new(config::FILE_NAME));
        if is_read_later {
            print_error(&format!(
                "{option} must not be a `.tree` file or gametree.toml: a later run would read it; choose another name"
            ));
        }
        is_read_later
    }
}

fn report_unknown_id(id: &str) {
    print_error(&format!("--overrides has marks for `{id}`, but there is no such submission"));
}

/// Whether two paths, of files that need not exist, are the same.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let folder = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf())
    };
    one.file_name() == other.file_name() && folder(one) == folder(other)
}

/// The content of a file; `None`, with a message, if it could not be read.
fn reported<T>(path: &Path, read: Result<T, String>) -> Option<T> {
    read.map_err(|reason| print_error(&format!("{}: {reason}", path.display()))).ok()
}

/// At most this many submissions share one search of the exercises.
const TOGETHER: usize = 32;

/// What marking a submission needs, apart from the graders.
struct Marking<'h> {
    homework: &'h Homework,
    overrides: &'h Overrides,
    /// Whether the best of several attempts counts.
    best: bool,
    /// Whether to write a page for each student.
    with_pages: bool,
    /// The rubrics of the exercises without follow-through, to find out what it gives; empty if nobody asks.
    strict: Vec<Rubric>,
    /// If each student has an exercise of their own: these.
    own: Option<&'h OwnExercises>,
}

impl Marking<'_> {
    /// Marks the submissions at these places.
    fn mark(&self, submissions: &Submissions, places: Range<usize>) -> Vec<Grade> {
        if let Some(own) = self.own {
            return places.map(|place| own.mark(submissions.read(place), self)).collect();
        }
        with_graders(&self.to_grade(), |graders| {
            let mark = |place| {
                let submission = submissions.read(place);
                let (id, name) = (submission.id.clone(), submission.name.clone());
                caught(|| self.with_page(Grade::of(submission, self, graders)), || Grade::failed(id, name, self))
            };
            places.map(mark).collect()
        })
    }

    /// The exercises with their rubrics; then, if it is asked what follow-through gives, all of them without it.
    fn to_grade(&self) -> Vec<(&Exercise, &Rubric)> {
        let strict = self.homework.exercises.iter().zip(&self.strict).map(|(it, rubric)| (&it.exercise, rubric));
        self.homework.to_grade().into_iter().chain(strict).collect()
    }

    fn with_page(&self, mut result: Grade) -> Grade {
        result.page = self.with_pages.then(|| write::page(&result, self.homework));
        result
    }
}

/// Does the work for one submission. If a mistake in this program makes that fail, the others are still graded.
fn caught<T>(work: impl FnOnce() -> T, failed: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| failed())
}

fn share(text: &str) -> Result<Fraction, String> {
    share_named(text).ok_or_else(|| "write `full`, `none`, or a fraction from 0 to 1 such as 1/2".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submission_on_which_the_grader_fails_does_not_stop_the_others() {
        let grade = |place: usize| caught(|| 12 / (place - 1), || 0);
        let mut results = Vec::new();
        let then = |result| {
            results.push(result);
            Ok(())
        };
        parallel::in_order(4, NonZeroUsize::new(2), grade, then).unwrap();
        assert_eq!(results, [0, 0, 12, 6]);
    }
}
