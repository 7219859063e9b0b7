//! Students who each have an exercise of their own: it is made again for each submission.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use gametree::grade::{Grading, with_graders};
use gametree::model::Defaults;
use gametree::source::Source;

use super::homework::{Homework, NamedExercise};
use super::marking::{Marking, caught};
use super::outcome::Result as Grade;
use crate::cli::generate::Remade;
use crate::cli::submissions::Submission;

/// Whose exercises are graded.
#[derive(Args)]
pub(super) struct VariantsOptions {
    /// Grade each student's own exercise; this CSV file is the class list that `gametree generate --students` got
    ///
    /// EXERCISE is the exercise of any student, as `gametree generate … --students` wrote it. Its first line says how the
    /// others are made.
    #[arg(long, value_name = "ROSTER", value_hint = ValueHint::FilePath, requires = "secret_file")]
    pub(super) variants: Option<PathBuf>,
    /// The secret file that `gametree generate` got when it made the exercises
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "variants")]
    pub(super) secret_file: Option<PathBuf>,
}

/// The exercises of all students.
pub(super) struct OwnExercises {
    remade: Remade,
    grading: Grading,
}

impl VariantsOptions {
    /// The exercises of all students, if each has one; the homework then gets their common name. The error says why they
    /// cannot be made.
    pub(super) fn read(&self, homework: &mut Homework) -> Result<Option<OwnExercises>, String> {
        let (Some(roster), Some(secret)) = (&self.variants, &self.secret_file) else { return Ok(None) };
        let [exercise] = &mut homework.exercises[..] else {
            return Err("--variants needs a single exercise, not a folder or a pattern".to_string());
        };
        let remade = Remade::read(&exercise.path, roster, secret)?;
        exercise.name.clone_from(&remade.name);
        Ok(Some(OwnExercises { remade, grading: exercise.grading }))
    }
}

impl OwnExercises {
    /// Marks a submission against its student's exercise.
    pub(super) fn mark(&self, submission: Submission, marking: &Marking<'_>) -> Grade {
        let (id, name) = (submission.id.clone(), submission.name.clone());
        let exercise = match self.exercise(&id) {
            Ok(exercise) => exercise,
            Err(reason) => return Grade::unmatched(submission, &reason, marking),
        };
        let homework = Homework { exercises: vec![exercise] };
        let marking = Marking { homework: &homework, strict: marking.strict.clone(), own: None, ..*marking };
        let work = || {
            with_graders(&marking.to_grade(), |graders| {
                let mut result = Grade::of(submission, &marking, graders);
                result.doubt_altered();
                marking.with_page(result)
            })
        };
        caught(work, || Grade::failed(id, name, &marking))
    }

    fn exercise(&self, id: &str) -> Result<NamedExercise, String> {
        let (name, text) = match self.remade.exercise(id) {
            None => return Err("this id is not in the file of --variants, so its exercise is not known".to_string()),
            Some(made) => made.map_err(|reason| format!("the exercise of this student cannot be made: {reason}"))?,
        };
        let source = Source::new(name.to_string(), text);
        NamedExercise::read(name.as_ref(), &source, &Defaults::default(), self.grading)
    }
}
