//! `gametree grade`

mod assign;
mod class;
mod compare;
mod gradebook;
mod homework;
mod marking;
mod merge;
mod outcome;
mod outputs;
mod overrides;
mod partial;
mod reports;
mod student;
mod systems;
mod variants;
mod write;

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};
use gametree::grade::{Altered, Conventions, Feedback, Grading, PrunedRule, PrunedUnit, share_named};
use gametree::number::Fraction;

use super::fingerprint::fingerprint;
use super::parallel;
use super::project::ProjectOptions;
use super::read::read_bytes;
use super::rules::{choice, help};
use super::submissions::{Attempt, Layout, Options, Submissions};
use super::values::trees;
use super::{Outcome, Writing, print_error};
use class::{Class, ClassOptions};
use compare::Comparison;
use gradebook::GradebookOptions;
pub(super) use homework::{Homework, NamedExercise};
use marking::{Marking, TOGETHER};
use overrides::Overrides;
use partial::{Header, Lines, Partition};
use reports::{Kind, Reports};
pub(super) use systems::System;
use variants::VariantsOptions;
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
    /// The results of all submissions.
    Class(Format),
    /// A JUnit suite for each submission.
    Junit,
    /// The result of one submission.
    System(System),
}

impl ValueEnum for Results {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Results>> = LazyLock::new(|| {
            let class = Format::value_variants().iter().copied().map(Results::Class);
            let systems = System::value_variants().iter().copied().map(Results::System);
            class.chain([Results::Junit]).chain(systems).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Class(format) => format.to_possible_value(),
            Self::Junit => Some(PossibleValue::new("junit").help("A JUnit test for each answer")),
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
        Results::Junit => systems::run_junit(arguments),
        Results::System(system) => systems::run(arguments, system),
        Results::Class(format) => grade_class(arguments, format),
    }
}

fn grade_class(arguments: &Arguments, format: Format) -> io::Result<Outcome> {
    let Some(exercise) = &arguments.exercise else { return merge::run(arguments, format, &arguments.merge) };
    let homework = Homework::read(exercise, &arguments.project, |grading| arguments.changed(grading))?;
    let Some(mut homework) = homework else { return Ok(Outcome::Failure) };
    let Some(own) = reported(arguments.variants.read(&mut homework)) else { return Ok(Outcome::Failure) };
    let Some(overrides) = arguments.read_overrides(&homework) else { return Ok(Outcome::Failure) };
    let options = arguments.options(&homework, false);
    let Some(submissions) = Submissions::find(&arguments.submissions, &options) else { return Ok(Outcome::Failure) };
    if overrides.report_unknown_id(&submissions) || arguments.would_lose(&homework.paths()) {
        return Ok(Outcome::Failure);
    }
    let Some(target) = arguments.target(&homework, &submissions, format) else { return Ok(Outcome::Failure) };
    let counts_class = arguments.class.class.is_some() || arguments.partition.is_some();
    let marking = Marking {
        with_pages: arguments.html.is_some(),
        strict: if counts_class { homework.without_follow_through() } else { Vec::new() },
        own: own.as_ref(),
        ..Marking::new(&homework, &overrides, arguments.attempt)
    };
    arguments.write(&marking, &submissions, target, counts_class)
}

impl Arguments {
    /// Marks the submissions, and writes all results.
    fn write(
        &self,
        marking: &Marking<'_>,
        submissions: &Submissions,
        target: Target<'_>,
        counts_class: bool,
    ) -> io::Result<Outcome> {
        let homework = marking.homework;
        let mut document = Document::begin(target, homework, self.writing.open()?)?;
        let mut reports = Reports::new(self.reports.as_deref(), Kind::Markdown)?;
        let mut pages = Reports::new(self.html.as_deref(), Kind::Page)?;
        let mut class = counts_class.then(|| Class::new(homework));
        let places = self.partition.map_or(0..submissions.len(), |part| part.places(submissions.len()));
        // Files have the same names as if all were graded at once.
        reports.reserve(submissions.ids().take(places.start));
        pages.reserve(submissions.ids().take(places.start));
        let mark = |part: Range<usize>| marking.mark(submissions, places.start + part.start..places.start + part.end);
        parallel::in_pieces(places.len(), self.jobs, TOGETHER, mark, |mut result| {
            reports.write(&result.id, || student::markdown(&result, homework));
            if let Some(page) = result.page.take() {
                pages.write(&result.id, || page);
            }
            if let Some(class) = &mut class {
                class.add(&result, marking.own.is_none());
            }
            document.add(&result)
        })?;
        if let (Some(class), None) = (&class, self.partition) {
            self.class.write(class)?;
        }
        document.finish(reports.failed || pages.failed, class)
    }

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
        reported(Overrides::read(path, homework).map_err(|reason| of_file(path, &reason)))
    }

    /// What to write; `None`, with a message, if earlier results or a gradebook cannot be read.
    fn target<'h>(&self, homework: &'h Homework, submissions: &Submissions, format: Format) -> Option<Target<'h>> {
        if let Some(gradebook) = reported(self.gradebook.read(submissions.ids()))? {
            return Some(Target::Gradebook(Box::new(gradebook), self.gradebook.has_feedback()));
        }
        if let Some(partition) = self.partition {
            let settings = reported(self.settings())?;
            let header = Header::new(partition, homework, &settings, submissions.ids(), write::headings(homework));
            return Some(Target::Partial(Box::new(header), Lines::default()));
        }
        let Some(path) = &self.compare else { return Some(Target::Format(format)) };
        reported(Comparison::read(path, homework).map_err(|reason| of_file(path, &reason))).map(Target::Comparison)
    }

    /// What decides the results, apart from the exercises and the submissions. The error is a file that cannot be read.
    fn settings(&self) -> Result<String, String> {
        let mut settings = format!("{:?} {:?}", self.attempt, self.layout);
        let files = [&self.roster, &self.groups, &self.overrides, &self.variants.variants, &self.variants.secret_file];
        for path in files.into_iter().flatten() {
            let bytes = read_bytes(path, usize::MAX).map_err(|reason| of_file(path, &reason))?;
            settings.push_str(&fingerprint(&bytes));
        }
        Ok(settings)
    }
}

/// What was read; `None`, with a message, if it could not be read.
fn reported<T>(read: Result<T, String>) -> Option<T> {
    read.map_err(|reason| print_error(&reason)).ok()
}

fn of_file(path: &Path, reason: &str) -> String {
    format!("{}: {reason}", path.display())
}

fn share(text: &str) -> Result<Fraction, String> {
    share_named(text).ok_or_else(|| "write `full`, `none`, or a fraction from 0 to 1 such as 1/2".to_string())
}
