//! The result of grading one submission.

use gametree::grade::Rubric;
use gametree::grade::{Exercise, Graded};

use crate::cli::submissions::{self, Sheet, Submission};

/// The result of grading one submission.
pub(super) struct Result {
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// The file that was graded; empty if none was.
    pub(super) file: String,
    pub(super) status: Status,
    /// Why it was not graded, in words.
    pub(super) reason: Option<String>,
    /// The marks, with the text that was graded.
    pub(super) graded: Option<(Graded, String)>,
}

/// How the grading of a submission ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Graded,
    /// It was graded, but contains no answers.
    Empty,
    Unreadable,
    /// It has several files, and it is not clear which one answers the exercise.
    Several,
    Twice,
    Missing,
    /// The grader itself failed.
    Failed,
}

impl Status {
    /// The status in one word.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Empty => "empty",
            Self::Unreadable => "unreadable",
            Self::Several => "several",
            Self::Twice => "twice",
            Self::Missing => "missing",
            Self::Failed => "failed",
        }
    }

    /// Whether somebody must look at the submission.
    pub(super) fn needs_a_look(self) -> bool {
        match self {
            Self::Unreadable | Self::Several | Self::Twice | Self::Failed => true,
            Self::Graded | Self::Empty | Self::Missing => false,
        }
    }
}

impl Result {
    pub(super) fn failed(id: String, name: Option<String>) -> Self {
        let reason = "this is a mistake in gametree itself; please report it together with the submission";
        Self { id, name, file: String::new(), status: Status::Failed, reason: Some(reason.to_string()), graded: None }
    }

    fn ungraded(submission: Submission, status: Status, reason: String) -> Self {
        let Submission { id, name, .. } = submission;
        Self { id, name, file: String::new(), status, reason: Some(reason), graded: None }
    }
}

impl From<submissions::Status> for Status {
    fn from(status: submissions::Status) -> Self {
        match status {
            submissions::Status::Unreadable => Self::Unreadable,
            submissions::Status::Twice => Self::Twice,
            submissions::Status::Missing => Self::Missing,
        }
    }
}

/// Grades a submission: its only sheet, or the one for this exercise. If `best`, the best of several attempts counts.
pub(super) fn graded(submission: Submission, exercise: &Exercise, stem: &str, rubric: &Rubric, best: bool) -> Result {
    if let Some(problem) = &submission.problem {
        let (status, reason) = (problem.status.into(), problem.reason.clone());
        return Result::ungraded(submission, status, reason);
    }
    let of_exercise: Vec<&Sheet> = submission.sheets.iter().filter(|sheet| is_of_exercise(sheet, stem)).collect();
    let sheets: Vec<&Sheet> = if of_exercise.is_empty() { submission.sheets.iter().collect() } else { of_exercise };
    if sheets.len() > 1 && !best {
        let paths: Vec<&str> = sheets.iter().map(|sheet| sheet.path.as_str()).collect();
        let reason = format!("it is not clear which file answers the exercise: {}", paths.join(", "));
        return Result::ungraded(submission, Status::Several, reason);
    }
    let mut results: Vec<Result> = sheets.iter().map(|sheet| of_sheet(&submission, sheet, exercise, rubric)).collect();
    let marks = |result: &Result| result.graded.as_ref().map(|(graded, _)| graded.marks);
    // Of equal attempts, the last one counts.
    let best = (0..results.len()).max_by_key(|place| (marks(&results[*place]), sheets[*place].attempt));
    match best {
        Some(place) => results.swap_remove(place),
        None => Result::ungraded(submission, Status::Unreadable, "it contains no file".to_string()),
    }
}

/// Whether a sheet says that it belongs to the exercise: by the line `// exercise: NAME`, or by its name.
fn is_of_exercise(sheet: &Sheet, stem: &str) -> bool {
    let text = sheet.text.as_deref().unwrap_or_default();
    let named = text.lines().take(20).filter_map(|line| line.trim().strip_prefix("// exercise:"));
    match named.map(str::trim).next() {
        Some(name) => name == stem,
        None => sheet.stem == stem,
    }
}

fn of_sheet(submission: &Submission, sheet: &Sheet, exercise: &Exercise, rubric: &Rubric) -> Result {
    let mut result = Result {
        id: submission.id.clone(),
        name: submission.name.clone(),
        file: sheet.path.clone(),
        status: Status::Graded,
        reason: None,
        graded: None,
    };
    let text = match &sheet.text {
        Ok(text) => text,
        Err(problem) => {
            (result.status, result.reason) = (problem.status.into(), Some(problem.reason.clone()));
            return result;
        }
    };
    match exercise.grade(text, rubric) {
        Ok(graded) => {
            if graded.is_empty() {
                result.status = Status::Empty;
            }
            result.graded = Some((graded, text.clone()));
        }
        Err(_) => {
            result.status = Status::Failed;
            result.reason = Some("its marks have too many different denominators for an exact sum".to_string());
        }
    }
    result
}
