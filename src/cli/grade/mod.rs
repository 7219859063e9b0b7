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

The exercise is one file, with its key or with blanks. `gametree check --reveal` must find no errors in it.")]
pub(super) struct Arguments {
    /// The exercise
    exercise: PathBuf,
    /// Files, folders and zip files with the students' answers
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// The format of the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// How much the feedback tells students: full, hints, score or none
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = feedback)]
    feedback: Feedback,
    /// The share of the marks for an answer that follows correctly from an earlier mistake: full, none, or a fraction
    #[arg(long, value_name = "SHARE", default_value = "full", value_parser = share)]
    follow_through: Fraction,
    /// What `ask pruned` counts
    #[arg(long, value_enum, default_value_t = Unit::Branches)]
    pruned: Unit,
    /// Give all marks of `ask pruned`, or none
    #[arg(long)]
    pruned_exact: bool,
    /// How the folders and zip files are arranged; by default, detected for each of them
    #[arg(long, value_enum)]
    layout: Option<Layout>,
    /// Which attempt counts if a student handed in several
    #[arg(long, value_enum, default_value_t = Attempt::Last)]
    attempt: Attempt,
    /// A CSV file with the ids of all students in a column `id`; the results then list those without a submission, too
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Write a Markdown file with feedback for each student into this folder
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// How many submissions to grade at a time; by default, one for each processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
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
        print_error(&format!("{}: the exercise has errors, so nothing was graded", source.name));
        return None;
    }
    Some(Exercise::new(&source.text, project))
}

/// Everything that is needed to grade a submission.
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

    /// Grades one submission. If a mistake in this program makes that fail, the others are still graded.
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
    Feedback::from_name(name).ok_or_else(|| "write `full`, `hints`, `score` or `none`".to_string())
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
