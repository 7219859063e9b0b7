//! `gametree course`

mod bundle;
mod executable;
mod files;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::grade::{Homework, System};
use super::output::Output;
use super::project::ProjectOptions;
use super::values::trees;
use super::{Color, Outcome, print_error};

/// Write everything that a course system needs to grade an exercise, with this command inside
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree course gradescope hw1.tree --output hw1.zip
  gametree course prairielearn hw1.tree --output questions/hw1
  gametree course vpl hw1.tree --output hw1 --command downloads/gametree

The README.md among the files says what to do with them. None of them has the answers: the command computes them.
The command must be a static Linux executable for x86-64, as in the archive of a release.")]
pub(super) struct Arguments {
    /// The course system
    #[arg(value_enum)]
    system: System,
    /// The exercise
    #[arg(add = trees())]
    exercise: PathBuf,
    /// The folder to write, or a zip file
    #[arg(long, value_name = "FOLDER|ZIP", value_hint = ValueHint::AnyPath)]
    output: PathBuf,
    /// The gametree executable for the course system; by default, the one that you are running
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    command: Option<PathBuf>,
    #[command(flatten)]
    project: ProjectOptions,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let Some(homework) = Homework::read(&arguments.exercise, &arguments.project, |grading| grading)? else {
        return Ok(Outcome::Failure);
    };
    let Some(exercise) = homework.single() else {
        print_error("`gametree course` takes one exercise, not a folder or a pattern; name a file");
        return Ok(Outcome::Failure);
    };
    let made = executable::read(arguments.command.as_deref())
        .and_then(|command| files::of(arguments.system, exercise, command))
        .and_then(|bundle| bundle.write(&arguments.output));
    match made {
        Err(reason) => {
            print_error(&reason);
            Ok(Outcome::Failure)
        }
        Ok(count) => {
            let mut output = Output::open(None, Color::Never)?;
            output.print_last(&format!("{count} files written; README.md says what to do with them"))?;
            output.finish(Outcome::Success, true)
        }
    }
}
