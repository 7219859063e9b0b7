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
    exercise: PathBuf,
    /// How much changes
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Changes::Shape)]
    strength: Changes,
    /// The numbers that leaves may have; from the least of a tree to somewhat above its greatest if left out
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    values: Option<Choice>,
    #[command(flatten)]
    project: ProjectOptions,
    #[command(flatten)]
    batch: Batch,
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
    let strength = match arguments.strength {
        Changes::Numbers => Strength::Numbers,
        Changes::Shape => Strength::Shape,
    };
    let mut variants: Option<Result<Variants, Unvaried>> = None;
    let mut files = Files::find(std::slice::from_ref(path), "", &arguments.project, Excluded::Read);
    let mut refused = false;
    files.for_each(|item| {
        match item {
            Item::Trees { source, project, understood: true, .. } => {
                refused |= report_errors_of_exercise(source, project);
                variants = Some(Variants::of(&source.text, project, arguments.values.as_ref(), strength));
            }
            Item::Trees { .. } => refused = true,
            Item::Project(source) => report_project(source),
        }
        Ok(())
    })?;
    let variants = match variants {
        _ if refused => return Ok(Outcome::Findings),
        // That the file cannot be read has been reported.
        None => return Ok(Outcome::Failure),
        Some(Err(reason)) => {
            refuse(&format!("{}: {reason}", path.display()));
            return Ok(Outcome::Findings);
        }
        Some(Ok(variants)) => variants,
    };
    let make = |variants: &Variants, stream: &mut Stream| variants.make(stream).map_err(|reason| reason.to_string());
    let name = path.file_stem().map(Path::new).map(|stem| stem.to_string_lossy());
    arguments.batch.run(name.as_deref(), |_| Ok(variants), make)
}
