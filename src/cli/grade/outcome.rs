//! The result of grading one submission.

use gametree::diagnostic::counted;
use gametree::grade::{Graded, Grader};
use gametree::number::Fraction;

use super::assign::Assigned;
use super::class::has_followed;
use super::homework::{Homework, NamedExercise};
use super::marking::Marking;
use super::overrides::Override;
use crate::cli::submissions::{self, Sheet, Submission};

/// The result of grading one submission.
pub(super) struct Result {
    pub(super) id: String,
    pub(super) name: Option<String>,
    pub(super) status: Status,
    /// Why the teacher may want to look at it, in words.
    pub(super) reason: Option<String>,
    /// One for each exercise; none if the submission could not be read.
    pub(super) parts: Vec<Part>,
    /// The sum of the marks. `None` if no part has marks, or if a part that was handed in has none.
    pub(super) marks: Option<Fraction>,
    /// Whether somebody must look at it.
    pub(super) needs_a_look: bool,
    /// The page for the student, if pages are wanted.
    pub(super) page: Option<String>,
}

/// The part of a submission that answers one exercise.
pub(super) struct Part {
    /// The file that was graded; empty if none was.
    pub(super) file: String,
    pub(super) status: Status,
    pub(super) reason: Option<String>,
    /// The marks, with the text that was graded.
    pub(super) graded: Option<(Graded, String)>,
    /// The marks of the whole exercise, if they were set by hand, and why.
    pub(super) by_hand: Option<(Fraction, String)>,
    /// How many of the marks are for answers that follow from a mistake, if that was worked out.
    pub(super) moved: Option<Fraction>,
    /// Whether answers in it may not have been graded: after a mistake of form, or in a second copy of a tree.
    is_doubtful: bool,
    /// Whether marks were set by hand, so that somebody has had a look at it.
    pub(super) is_settled: bool,
}

/// How the grading of a submission ended. If its parts ended differently, the last status in this order counts for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    Missing,
    /// It was graded, but contains no answers.
    Empty,
    Graded,
    /// A tree was altered, and therefore gets no marks.
    Altered,
    /// It is not clear which exercise a file answers.
    Unmatched,
    /// It has several files, and it is not clear which one answers the exercise.
    Several,
    Twice,
    Unreadable,
    /// The grader itself failed.
    Failed,
}

impl Status {
    /// The status in one word.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Empty => "empty",
            Self::Graded => "graded",
            Self::Altered => "altered",
            Self::Unmatched => "unmatched",
            Self::Several => "several",
            Self::Twice => "twice",
            Self::Unreadable => "unreadable",
            Self::Failed => "failed",
        }
    }

    /// Whether somebody must look at the submission.
    fn needs_a_look(self) -> bool {
        self > Self::Graded
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

impl Result {
    /// Grades a submission. If `best`, the best of several attempts at an exercise counts.
    pub(super) fn of(submission: Submission, marking: &Marking<'_>, graders: &[Grader<'_>]) -> Self {
        let Submission { id, name, sheets, problem } = submission;
        match problem {
            None => Self::marked(id, name, graded(&sheets, marking, graders), marking),
            Some(problem) => Self::ungraded(id, name, problem.status.into(), &problem.reason, marking),
        }
    }

    /// The result if the grader itself failed.
    pub(super) fn failed(id: String, name: Option<String>, marking: &Marking<'_>) -> Self {
        let reason = "gametree failed on this submission because of a bug; please report it, with the file";
        Self::ungraded(id, name, Status::Failed, reason, marking)
    }

    /// The result if there is no submission that can be read.
    pub(super) fn unread(id: String, reason: &str, marking: &Marking<'_>) -> Self {
        Self::ungraded(id, None, Status::Unreadable, reason, marking)
    }

    /// The result of a submission that belongs to no exercise, for this reason.
    pub(super) fn unmatched(submission: Submission, reason: &str, marking: &Marking<'_>) -> Self {
        let Submission { id, name, problem, .. } = submission;
        match problem {
            Some(problem) => Self::ungraded(id, name, problem.status.into(), &problem.reason, marking),
            None => Self::ungraded(id, name, Status::Unmatched, reason, marking),
        }
    }

    fn ungraded(id: String, name: Option<String>, status: Status, reason: &str, marking: &Marking<'_>) -> Self {
        let part = |_: &NamedExercise| Part::ungraded(status, reason.to_string());
        Self::marked(id, name, marking.homework.exercises.iter().map(part).collect(), marking)
    }

    /// The result of these parts, with the marks that were set by hand.
    fn marked(id: String, name: Option<String>, mut parts: Vec<Part>, marking: &Marking<'_>) -> Self {
        for (place, (part, exercise)) in parts.iter_mut().zip(&marking.homework.exercises).enumerate() {
            part.set_by_hand(marking.overrides.of(&id, place), exercise);
        }
        Self::with_parts(id, name, parts, marking.homework)
    }

    /// Asks for a look at altered trees: if each student has a tree of their own, it may be that of another student.
    pub(super) fn doubt_altered(&mut self) {
        let is_altered = |part: &Part| {
            part.graded.iter().flat_map(|(graded, _)| &graded.trees).any(|tree| !tree.alterations.is_empty())
        };
        if self.parts.iter().any(|part| is_altered(part) && !part.is_settled) {
            self.needs_a_look = true;
            let reason = self.reason.take().map_or_else(String::new, |reason| format!("{reason}; "));
            self.reason = Some(format!("{reason}it may be the exercise of another student"));
        }
    }

    fn with_parts(id: String, name: Option<String>, parts: Vec<Part>, homework: &Homework) -> Self {
        let status = parts.iter().map(|part| part.status).max().unwrap_or(Status::Missing);
        let needs_a_look = parts.iter().any(Part::needs_a_look);
        let reasons: Vec<String> = match homework.single() {
            Some(_) => parts.iter().filter_map(|part| part.reason.clone()).collect(),
            None if parts.windows(2).all(|two| two[0].reason == two[1].reason) => {
                parts.iter().take(1).filter_map(|part| part.reason.clone()).collect()
            }
            None => {
                let named = |(part, exercise): (&Part, &NamedExercise)| {
                    part.reason.as_ref().map(|reason| format!("{}: {reason}", exercise.name))
                };
                parts.iter().zip(&homework.exercises).filter_map(named).collect()
            }
        };
        let reason = (!reasons.is_empty()).then(|| reasons.join("; "));
        let mut result = Self { id, name, status, reason, parts, marks: None, needs_a_look, page: None };
        result.marks = result.sum();
        result
    }

    /// The sum of the marks; a missing part counts as 0. `None` if no part has marks, or if a part that was handed in
    /// has none.
    fn sum(&self) -> Option<Fraction> {
        if self.parts.iter().all(|part| part.marks().is_none()) {
            return None;
        }
        self.parts.iter().try_fold(Fraction::ZERO, |sum, part| match part.marks() {
            None if part.status == Status::Missing => Some(sum),
            marks => sum.plus(marks?).ok(),
        })
    }

    /// How many mistakes there are in all parts; `None` if the submission has no marks.
    pub(super) fn mistakes(&self) -> Option<usize> {
        self.marks.is_some().then(|| self.parts.iter().filter_map(Part::mistakes).sum())
    }
}

impl Part {
    fn ungraded(status: Status, reason: String) -> Self {
        let (file, reason) = (String::new(), Some(reason));
        Self {
            file,
            status,
            reason,
            graded: None,
            by_hand: None,
            moved: Some(Fraction::ZERO),
            is_doubtful: false,
            is_settled: false,
        }
    }

    /// The marks that count; `None` if it could not be graded.
    pub(super) fn marks(&self) -> Option<Fraction> {
        let by_hand = self.by_hand.as_ref().map(|(marks, _)| *marks);
        by_hand.or_else(|| self.graded.as_ref().map(|(graded, _)| graded.marks))
    }

    /// How many mistakes were made; `None` if it could not be graded.
    pub(super) fn mistakes(&self) -> Option<usize> {
        let is_ours = !(self.is_settled && self.status.needs_a_look());
        self.graded.as_ref().filter(|_| is_ours).map(|(graded, _)| graded.mistakes)
    }

    fn needs_a_look(&self) -> bool {
        (self.is_doubtful || self.status.needs_a_look()) && !self.is_settled
    }

    /// Sets the marks that the teacher has decided. If nothing could be graded, the other questions get the marks of a
    /// submission without answers.
    fn set_by_hand(&mut self, overrides: &[Override], exercise: &NamedExercise) {
        for Override { question, marks, reason } in overrides {
            self.is_settled = true;
            self.moved = Some(Fraction::ZERO);
            let Some(question) = question else {
                self.by_hand = Some((*marks, reason.clone()));
                continue;
            };
            let (graded, _) = self.graded.get_or_insert_with(|| (exercise.blank.clone(), String::new()));
            if graded.set_marks(question, *marks, reason).is_err() {
                *self = Self::ungraded(Status::Failed, NO_SUM.to_string());
                return;
            }
        }
    }
}

/// Why marks cannot be added up.
const NO_SUM: &str = "its marks have too many different denominators for an exact sum";

/// Grades the sheets of a submission, each for its exercise.
fn graded(sheets: &[Sheet], marking: &Marking<'_>, graders: &[Grader<'_>]) -> Vec<Part> {
    let Assigned { sheets, others } = Assigned::new(sheets, marking.homework);
    let others: Vec<String> = others.into_iter().map(|(sheet, reason)| format!("`{}`: {reason}", sheet.path)).collect();
    let (graders, strict) = graders.split_at(marking.homework.exercises.len());
    let part = |(((place, exercise), grader), sheets): (((usize, &NamedExercise), &Grader<'_>), Vec<&Sheet>)| {
        match &sheets[..] {
            [] if others.is_empty() => Part::ungraded(Status::Missing, "no file for this exercise".to_string()),
            [] => Part::ungraded(Status::Unmatched, others.join("; ")),
            [_, _, ..] if !marking.best => {
                let paths: Vec<&str> = sheets.iter().map(|sheet| sheet.path.as_str()).collect();
                let reason =
                    format!("several files could answer this exercise: {}; keep one of them", paths.join(", "));
                Part::ungraded(Status::Several, reason)
            }
            sheets => best_of(sheets, exercise, grader, strict.get(place)),
        }
    };
    marking.homework.exercises.iter().enumerate().zip(graders).zip(sheets).map(part).collect()
}

/// The attempt with the most marks; of several such attempts, the last.
fn best_of(sheets: &[&Sheet], exercise: &NamedExercise, grader: &Grader<'_>, strict: Option<&Grader<'_>>) -> Part {
    let parts = sheets.iter().map(|sheet| (of_sheet(sheet, exercise, grader, strict), sheet.attempt));
    let best = parts.max_by_key(|(part, attempt)| (part.marks(), *attempt));
    best.map_or_else(|| Part::ungraded(Status::Missing, String::new()), |(part, _)| part)
}

/// With a `strict` grader, which gives nothing for answers that follow from a mistake, finds out what such answers got.
fn of_sheet(sheet: &Sheet, exercise: &NamedExercise, grader: &Grader<'_>, strict: Option<&Grader<'_>>) -> Part {
    let part = match &sheet.text {
        Err(problem) => Part::ungraded(problem.status.into(), problem.reason.clone()),
        Ok(text) => match grader.grade(text) {
            Err(_) => Part::ungraded(Status::Failed, NO_SUM.to_string()),
            Ok(mut graded) => {
                if !exercise.grading.misconceptions {
                    graded.faults.clear();
                }
                let status = match &graded {
                    graded if graded.trees.iter().any(|tree| tree.is_refused) => Status::Altered,
                    graded if graded.is_empty() => Status::Empty,
                    _ => Status::Graded,
                };
                let reason = noticed(&graded);
                let moved = match strict.filter(|_| has_followed(&graded)) {
                    None => Some(Fraction::ZERO),
                    Some(strict) => strict.grade(text).ok().and_then(|strict| graded.marks.minus(strict.marks).ok()),
                };
                // A missing tree and one that fits nowhere can be the same tree, altered too much to be recognised.
                let is_elsewhere = graded.trees.iter().any(|tree| tree.is_missing) && !graded.extra.is_empty();
                let is_doubtful = !graded.findings.is_empty() || !graded.repeated.is_empty() || is_elsewhere;
                let graded = Some((graded, text.clone()));
                Part {
                    file: String::new(),
                    status,
                    reason,
                    graded,
                    by_hand: None,
                    moved,
                    is_doubtful,
                    is_settled: false,
                }
            }
        },
    };
    Part { file: sheet.path.clone(), ..part }
}

/// What the reader of a table may want to look at: `2 findings, 1 alteration`.
fn noticed(graded: &Graded) -> Option<String> {
    let missing = graded.trees.iter().filter(|tree| tree.is_missing).count();
    let alterations: usize = graded.trees.iter().map(|tree| tree.alterations.len()).sum();
    let counts = [
        (graded.findings.len(), "finding", "findings"),
        (alterations, "alteration", "alterations"),
        (missing, "missing tree", "missing trees"),
        (graded.extra.len(), "extra tree", "extra trees"),
        (graded.repeated.len(), "repeated tree", "repeated trees"),
    ];
    let some = counts.into_iter().filter(|(count, ..)| *count > 0);
    let words: Vec<String> = some.map(|(count, one, many)| counted(count as u64, one, many)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}
