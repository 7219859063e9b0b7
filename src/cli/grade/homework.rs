//! The exercises that are graded together.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

use gametree::grade::{Exercise, Graded, GradedQuestion, Grading, Rubric, titles};
use gametree::model::Defaults;
use gametree::number::Fraction;
use gametree::source::Source;

use crate::cli::files::{Excluded, Files, Item};
use crate::cli::print_error;
use crate::cli::project::ProjectOptions;
use crate::cli::trees::{report_errors_of_exercise, report_project, report_same_name};

/// One or more exercises, in the order of their paths.
pub(in crate::cli) struct Homework {
    pub(super) exercises: Vec<NamedExercise>,
}

/// An exercise, with everything that is needed to grade answers to it.
pub(in crate::cli) struct NamedExercise {
    /// The name of its file, without the ending.
    pub(in crate::cli) name: String,
    pub(super) path: PathBuf,
    pub(in crate::cli) exercise: Exercise,
    pub(in crate::cli) grading: Grading,
    /// The titles of its trees.
    pub(super) titles: Vec<String>,
    /// The graded form of a submission without answers: it has all questions, and the marks that they are worth.
    pub(in crate::cli) blank: Graded,
}

impl Homework {
    /// Reads the exercises that a path names: a file, a folder, or a pattern. Files in a folder that ask nothing are
    /// skipped. `None`, with messages, if one cannot be read, has errors, or has the same name as another.
    pub(in crate::cli) fn read(
        path: &Path,
        project: &ProjectOptions,
        choose: impl Fn(Grading) -> Grading,
    ) -> io::Result<Option<Self>> {
        let mut files = Files::find(&[path.to_path_buf()], "<stdin>", project, Excluded::Read);
        let is_only = files.paths().count() <= 1;
        let (mut exercises, mut failed) = (Vec::new(), false);
        files.for_each(|item| {
            match item {
                Item::Trees { source, understood: false, .. } => {
                    print_error(&format!("{}: its gametree.toml has mistakes, so nothing was graded", source.name));
                    failed = true;
                }
                Item::Trees { path, source, project, grading, .. } => {
                    let path = path.unwrap_or(Path::new("-"));
                    match NamedExercise::read(path, source, project, choose(*grading)) {
                        Ok(exercise) if !exercise.blank.trees.is_empty() => exercises.push(exercise),
                        Ok(_) if is_only => {
                            print_error(&format!(
                                "{}: this file asks nothing, so there is nothing to grade",
                                source.name
                            ));
                            failed = true;
                        }
                        Ok(_) => {}
                        Err(reason) => {
                            print_error(&format!("{}: {reason}, so nothing was graded", source.name));
                            failed = true;
                        }
                    }
                }
                Item::Project(source) => report_project(source),
            }
            Ok(())
        })?;
        if failed || files.failed {
            return Ok(None);
        }
        if exercises.is_empty() {
            print_error(&format!("{}: no file here asks anything, so there is nothing to grade", path.display()));
            return Ok(None);
        }
        let homework = Self { exercises };
        Ok((!homework.report_same_name()).then_some(homework))
    }

    /// Reports two exercises that have the same name; returns whether there are any.
    fn report_same_name(&self) -> bool {
        let mut paths: HashMap<&str, &Path> = HashMap::new();
        for NamedExercise { name, path, .. } in &self.exercises {
            if let Some(other) = paths.insert(name, path) {
                report_same_name(other, path);
                return true;
            }
        }
        false
    }

    /// The marks of a submission in which everything is right; `None` if they have no exact sum.
    pub(super) fn worth(&self) -> Option<Fraction> {
        self.exercises.iter().try_fold(Fraction::ZERO, |sum, exercise| sum.plus(exercise.blank.worth).ok())
    }

    /// The only exercise; `None` if there are several.
    pub(in crate::cli) fn single(&self) -> Option<&NamedExercise> {
        if let [single] = &self.exercises[..] { Some(single) } else { None }
    }

    /// The place of the exercise with this name.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.exercises.iter().position(|exercise| exercise.name == name)
    }

    /// The exercises with their rubrics.
    pub(super) fn to_grade(&self) -> Vec<(&Exercise, &Rubric)> {
        self.exercises.iter().map(|exercise| (&exercise.exercise, &exercise.grading.rubric)).collect()
    }

    /// The rubrics of the exercises, but without marks for answers that follow from a mistake.
    pub(super) fn without_follow_through(&self) -> Vec<Rubric> {
        let strict = |it: &NamedExercise| Rubric { follow_through: Fraction::ZERO, ..it.grading.rubric };
        self.exercises.iter().map(strict).collect()
    }

    /// The files of the exercises.
    pub(super) fn paths(&self) -> Vec<&Path> {
        self.exercises.iter().map(|exercise| exercise.path.as_path()).collect()
    }
}

impl NamedExercise {
    /// The question with this number, such as `1.4`.
    pub(super) fn question(&self, number: &str) -> Option<&GradedQuestion> {
        self.blank.trees.iter().flat_map(|tree| &tree.questions).find(|question| question.number == number)
    }

    /// Reads an exercise. The error says why it cannot be graded.
    pub(super) fn read(path: &Path, source: &Source, project: &Defaults, grading: Grading) -> Result<Self, String> {
        if report_errors_of_exercise(source, project) {
            return Err("the exercise has errors".to_string());
        }
        let exercise = Exercise::new(&source.text, project);
        let blank = exercise.grade("", &grading.rubric);
        let blank = blank.map_err(|_| "its marks have too many different denominators for an exact sum")?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let titles = titles(&source.text);
        Ok(Self { name, path: path.to_path_buf(), exercise, grading, titles, blank })
    }
}
