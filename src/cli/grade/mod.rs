//! `gametree grade`

mod outcome;
mod reports;
mod write;

use std::io;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gametree::grade::{Exercise, Feedback};
use gametree::grade::{PrunedRule, PrunedUnit, Rubric};
use gametree::model::{Choice, Defaults};
use gametree::number::{Fraction, Number};
use gametree::source::Source;

use super::files::{Excluded, Files, Item};
use super::parallel;
use super::submissions::{Attempt, Layout, Options, Submissions};
use super::trees::{report_errors_of_exercise, report_project};
use super::{Outcome, Writing, print_error};
use outcome::Result as Grade;
use write::Document;

/// Give marks for students' answers to an exercise
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree grade hw1.tree submissions/             feedback for each student
  gametree grade hw1.tree moodle.zip --format csv --output marks.csv
  gametree grade hw1.tree submissions/ --reports feedback/ --format csv
  gametree grade hw1.tree submissions/ --follow-through none --feedback score

The exercise is one file with its key or with blanks. It must have no errors under `gametree check --reveal`.")]
pub(super) struct Arguments {
    /// The exercise
    exercise: PathBuf,
    /// Files, folders and zip files with what students handed in
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// How results are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// How much students are told: full, hints, score or none
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = feedback)]
    feedback: Feedback,
    /// The share of the marks for an answer that follows rightly from an earlier mistake: full, none, or a fraction
    #[arg(long, value_name = "SHARE", default_value = "full", value_parser = share)]
    follow_through: Fraction,
    /// What counts once under `ask pruned`
    #[arg(long, value_enum, default_value_t = Unit::Branches)]
    pruned: Unit,
    /// Give all marks of `ask pruned` or none
    #[arg(long)]
    pruned_exact: bool,
    /// How the folders and zip files are arranged; found for each of them if left out
    #[arg(long, value_enum)]
    layout: Option<Layout>,
    /// Which of several attempts counts
    #[arg(long, value_enum, default_value_t = Attempt::Last)]
    attempt: Attempt,
    /// A CSV file with the ids of all students (column `id`): those without a submission are in the results, too
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Write a Markdown file of feedback for each student into this folder
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// How many submissions are graded at a time; one for each processor if left out
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Marks and feedback to read
    Human,
    /// Marks and feedback as a Markdown document
    Markdown,
    /// A table of marks
    Csv,
    /// One JSON document with everything
    Json,
    /// One JSON object in a line for each submission
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unit {
    /// Each subtree or leaf that a cutoff skips
    Branches,
    /// Each leaf that is skipped
    Leaves,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let Some(exercise) = read_exercise(&arguments.exercise)? else { return Ok(Outcome::Failure) };
    let options = Options {
        layout: arguments.layout,
        attempt: arguments.attempt,
        roster: arguments.roster.as_deref(),
        exercise: Some(&arguments.exercise),
        ..Options::default()
    };
    let Some(submissions) = Submissions::find(&arguments.submissions, &options) else { return Ok(Outcome::Failure) };
    let stem = arguments.exercise.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let grader = Grader { exercise, stem, rubric: arguments.rubric(), best: arguments.attempt == Attempt::Best };
    let mut document = Document::begin(arguments.format, arguments.feedback, arguments.writing.open()?)?;
    let mut reports = reports::Reports::new(arguments.reports.as_deref(), arguments.feedback)?;
    grader.grade_all(&submissions, arguments.jobs, |result| {
        reports.write(&result)?;
        document.add(&result)
    })?;
    document.finish(reports.failed)
}

impl Arguments {
    fn rubric(&self) -> Rubric {
        Rubric {
            follow_through: self.follow_through,
            pruned: match self.pruned {
                Unit::Branches => PrunedUnit::Branches,
                Unit::Leaves => PrunedUnit::Leaves,
            },
            pruned_rule: if self.pruned_exact { PrunedRule::Exact } else { PrunedRule::Net },
        }
    }
}

/// Reads the exercise; `None`, with messages, if it cannot be read or has errors.
fn read_exercise(path: &Path) -> io::Result<Option<Exercise>> {
    let mut files = Files::find(&[path.to_path_buf()], "<stdin>", Excluded::Read);
    let mut exercise = None;
    files.for_each(|item| {
        match item {
            Item::Trees { source, project, .. } => exercise = checked(source, project),
            Item::Project(source) => report_project(source),
        }
        Ok(())
    })?;
    Ok(exercise.filter(|_| !files.failed))
}

fn checked(source: &Source, project: &Defaults) -> Option<Exercise> {
    if report_errors_of_exercise(source, project) {
        print_error(&format!("{}: nothing is graded by an exercise with errors", source.name));
        return None;
    }
    Some(Exercise::new(&source.text, project))
}

/// What all submissions are graded with.
struct Grader {
    exercise: Exercise,
    /// The name of the exercise: of its file, without the ending.
    stem: String,
    rubric: Rubric,
    /// Whether the best of several attempts counts.
    best: bool,
}

impl Grader {
    /// Grades all submissions, several at a time; `then` gets the results in the order of their ids.
    fn grade_all(
        &self,
        submissions: &Submissions,
        jobs: Option<NonZeroUsize>,
        then: impl FnMut(Grade) -> io::Result<()>,
    ) -> io::Result<()> {
        parallel::in_order(submissions.len(), jobs, |place| self.grade(submissions, place), then)
    }

    /// Grades one submission. If that fails by a mistake in this program, the others are graded all the same.
    fn grade(&self, submissions: &Submissions, place: usize) -> Grade {
        let submission = submissions.read(place);
        let (id, name) = (submission.id.clone(), submission.name.clone());
        let graded = catch_unwind(AssertUnwindSafe(|| {
            outcome::graded(submission, &self.exercise, &self.stem, &self.rubric, self.best)
        }));
        graded.unwrap_or_else(|_| Grade::failed(id, name))
    }
}

fn feedback(name: &str) -> Result<Feedback, String> {
    Feedback::from_name(name).ok_or_else(|| "there are `full`, `hints`, `score` and `none`".to_string())
}

fn share(text: &str) -> Result<Fraction, String> {
    let share = match text {
        "full" => Some(Fraction::ONE),
        "none" => Some(Fraction::ZERO),
        _ => text.parse::<Number>().ok().and_then(Number::finite),
    };
    share
        .filter(|share| (Fraction::ZERO..=Fraction::ONE).contains(share))
        .ok_or_else(|| "write `full`, `none`, or a fraction from 0 to 1 such as 1/2".to_string())
}
