//! Marks submissions, several at a time. If the grader fails on one, the others are still graded.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use gametree::grade::{Exercise, Rubric, with_graders};

use super::homework::Homework;
use super::outcome::Result as Grade;
use super::overrides::Overrides;
use super::student;
use super::variants::OwnExercises;
use crate::cli::submissions::{Attempt, Submissions};

/// At most this many submissions share one search of the exercises.
pub(super) const TOGETHER: usize = 32;

/// What marking a submission needs, apart from the graders.
pub(super) struct Marking<'h> {
    pub(super) homework: &'h Homework,
    pub(super) overrides: &'h Overrides,
    /// Whether the best of several attempts counts.
    pub(super) best: bool,
    /// Whether to write a page for each student.
    pub(super) with_pages: bool,
    /// The rubrics of the exercises without follow-through, to find out what it gives; empty if nobody asks.
    pub(super) strict: Vec<Rubric>,
    /// If each student has an exercise of their own: these.
    pub(super) own: Option<&'h OwnExercises>,
}

impl<'h> Marking<'h> {
    /// Only marks, without pages; all students have the same exercises.
    pub(super) fn new(homework: &'h Homework, overrides: &'h Overrides, attempt: Attempt) -> Self {
        let best = attempt == Attempt::Best;
        Self { homework, overrides, best, with_pages: false, strict: Vec::new(), own: None }
    }
}

impl Marking<'_> {
    /// Marks the submissions at these places.
    pub(super) fn mark(&self, submissions: &Submissions, places: Range<usize>) -> Vec<Grade> {
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
    pub(super) fn to_grade(&self) -> Vec<(&Exercise, &Rubric)> {
        let strict = self.homework.exercises.iter().zip(&self.strict).map(|(it, rubric)| (&it.exercise, rubric));
        self.homework.to_grade().into_iter().chain(strict).collect()
    }

    pub(super) fn with_page(&self, mut result: Grade) -> Grade {
        result.page = self.with_pages.then(|| student::page(&result, self.homework));
        result
    }
}

/// Does the work for one submission. If a mistake in this program makes that fail, the others are still graded.
pub(super) fn caught<T>(work: impl FnOnce() -> T, failed: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| failed())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::cli::parallel;

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
