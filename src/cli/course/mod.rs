//! `gametree course`

mod bundle;
mod executable;
mod files;
mod quiz;

use std::io;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};

use super::grade::{Homework, NamedExercise, System};
use super::output::Output;
use super::project::ProjectOptions;
use super::values::trees;
use super::{Color, Outcome, print_error};
use bundle::Bundle;

/// Write everything that a course system needs to grade an exercise
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree course gradescope hw1.tree --output hw1.zip
  gametree course prairielearn hw1.tree --output questions/hw1
  gametree course vpl hw1.tree --output hw1 --command downloads/gametree
  gametree course moodle-quiz hw1.tree --output hw1

The README.md among the files says what to do with them. A course system that runs graders gets the gametree command,
which must be a static Linux executable for x86-64. The Linux archive of a release contains one; name it with --command.
The files for these systems contain no answers, because the command computes them. A quiz is different: Moodle marks it
without gametree, so its file contains the answers. Do not give that file to students.")]
pub(super) struct Arguments {
    /// The course system
    #[arg(value_enum)]
    system: Target,
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

/// What the files are for.
#[derive(Clone, Copy)]
enum Target {
    /// A course system that runs the command.
    System(System),
    MoodleQuiz,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Target>> = LazyLock::new(|| {
            let systems = System::value_variants().iter().copied().map(Target::System);
            systems.chain([Target::MoodleQuiz]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::System(system) => system.to_possible_value(),
            Self::MoodleQuiz => Some(PossibleValue::new("moodle-quiz").help("Questions for a Moodle quiz")),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let Some(homework) = Homework::read(&arguments.exercise, &arguments.project, |grading| grading)? else {
        return Ok(Outcome::Failure);
    };
    let Some(exercise) = homework.single() else {
        print_error("`gametree course` takes one exercise, not a folder or a pattern; name a file");
        return Ok(Outcome::Failure);
    };
    match arguments.bundle(exercise).and_then(|bundle| bundle.write(&arguments.output)) {
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

impl Arguments {
    fn bundle(&self, exercise: &NamedExercise) -> Result<Bundle, String> {
        let command = self.command.as_deref();
        match (self.system, command) {
            (Target::System(system), _) => files::of(system, exercise, executable::read(command)?),
            (Target::MoodleQuiz, None) => quiz::of(exercise),
            (Target::MoodleQuiz, Some(_)) => {
                Err("a Moodle quiz does not run gametree; leave out --command".to_string())
            }
        }
    }
}
