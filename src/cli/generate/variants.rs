//! `gametree generate variants`

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gametree::generate::{Choice, Stream, Strength, Unvaried, Variants};

use super::batch::Batch;
use super::refuse;
use crate::cli::Outcome;
use crate::cli::files::{Excluded, Files, Item};
use crate::cli::project::ProjectOptions;
use crate::cli::trees::{report_errors_of_exercise, report_project};
use crate::cli::values::trees;

/// Make variants of an exercise: the same trees with other numbers, equally hard
///
/// The exercise keeps its nodes, names, labels, settings and questions. Its key is computed anew for each variant.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree generate variants hw1.tree --count 5 --output hw1
  gametree generate variants hw1.tree --strength numbers --count 5 --output hw1")]
pub(super) struct Arguments {
    /// The exercise
    #[arg(value_name = "EXERCISE", add = trees())]
    pub(super) exercise: PathBuf,
    /// How much changes
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Changes::Shape)]
    strength: Changes,
    /// The numbers that leaves may have; from the least of a tree to somewhat above its greatest if left out
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    values: Option<Choice>,
    #[command(flatten)]
    project: ProjectOptions,
    #[command(flatten)]
    pub(super) batch: Batch,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Changes {
    /// The numbers, but not which of two leaves is greater: the values change, and the same leaves are skipped
    Numbers,
    /// Also which leaf is greater: other moves can be best and other leaves skipped, with as much work
    Shape,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let path = &arguments.exercise;
    if path.is_dir() {
        return Ok(refuse(&format!("{}: name one exercise, not a folder", path.display())));
    }
    if arguments.batch.is_for_students() && arguments.project.names_a_file() {
        return Ok(refuse(
            "--config cannot be used with --students, because grading reads only the gametree.toml beside the exercise; \
             save your settings there under that name, and leave out --config",
        ));
    }
    let variants = match arguments.read(path)? {
        Ok(variants) => variants,
        Err(outcome) => return Ok(outcome),
    };
    arguments.batch.run(exercise_name(path).as_deref(), |_| Ok(variants), make)
}

/// Makes one variant.
pub(super) fn make(variants: &Variants, stream: &mut Stream) -> Result<String, String> {
    variants.make(stream).map_err(|reason| reason.to_string())
}

/// The name of the variants of an exercise, if no other is given.
pub(super) fn exercise_name(path: &Path) -> Option<String> {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
}

impl Arguments {
    /// Reads the exercise. If it has no variants, reports why, and returns the outcome of the command.
    pub(super) fn read(&self, path: &PathBuf) -> io::Result<Result<Variants, Outcome>> {
        let strength = match self.strength {
            Changes::Numbers => Strength::Numbers,
            Changes::Shape => Strength::Shape,
        };
        let mut variants: Option<Result<Variants, Unvaried>> = None;
        let mut files = Files::find(std::slice::from_ref(path), "", &self.project, Excluded::Read);
        let mut refused = false;
        files.for_each(|item| {
            match item {
                Item::Trees { source, project, understood: true, .. } => {
                    refused |= report_errors_of_exercise(source, project);
                    variants = Some(Variants::of(&source.text, project, self.values.as_ref(), strength));
                }
                Item::Trees { .. } => refused = true,
                Item::Project(source) => report_project(source),
            }
            Ok(())
        })?;
        Ok(match variants {
            _ if refused => Err(Outcome::Findings),
            // That the file cannot be read has been reported.
            None => Err(Outcome::Failure),
            Some(Err(reason)) => {
                refuse(&format!("{}: {reason}", path.display()));
                Err(Outcome::Findings)
            }
            Some(Ok(variants)) => Ok(variants),
        })
    }
}
