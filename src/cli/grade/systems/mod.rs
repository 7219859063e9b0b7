//! The results of one submission, as course systems read them. A system has a file of its own.
//!
//! Such a system runs the command and shows nothing but its result. So there is a result whatever happens.

mod classroom50;
mod coderunner;
mod decimal;
mod gradescope;
mod junit;
mod prairielearn;
mod report;
mod vpl;

use std::io::{self, Write};

use clap::ValueEnum;
use gametree::diagnostic::render::Unread;

use super::Arguments;
use super::homework::Homework;
use super::marking::{Marking, caught};
use super::outcome::Result as Grade;
use super::overrides::Overrides;
use crate::cli::output::Output;
use crate::cli::submissions::Submissions;
use crate::cli::{Outcome, print_error};
use report::Report;

/// A course system, which runs the command on one submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum System {
    /// A Gradescope autograder
    Gradescope,
    /// A PrairieLearn external grader
    Prairielearn,
    /// A CodeRunner combinator template grader, in Moodle
    Coderunner,
    /// The Virtual Programming Lab, in Moodle
    Vpl,
    /// A Classroom 50 autograder
    Classroom50,
}

impl System {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// The document about one submission.
    fn written(self, report: &Report) -> String {
        match self {
            Self::Gradescope => gradescope::written(report),
            Self::Prairielearn => prairielearn::written(report),
            Self::Coderunner => coderunner::written(report),
            Self::Vpl => vpl::written(report, vpl::Scale::from_environment(report.worth)),
            Self::Classroom50 => classroom50::written(report),
        }
    }
}

/// Grades one submission for a course system. The outcome is a success if a result was written.
pub(super) fn run(arguments: &Arguments, system: System) -> io::Result<Outcome> {
    if arguments.is_for_class(&system.name()) || arguments.is_for_several(&system.name()) {
        return Ok(Outcome::Failure);
    }
    let (homework, overrides) = match arguments.prepared(|reason| system.written(&Report::failed(reason)))? {
        Ok(prepared) => prepared,
        Err(outcome) => return Ok(outcome),
    };
    let marking = Marking::new(&homework, &overrides, arguments.attempt);
    let submissions = Submissions::list(&arguments.submissions, &arguments.options(&homework, true));
    let output = arguments.writing.open()?;
    let id = arguments.id();
    let failed = || Grade::failed(id.clone(), None, &marking);
    let grade = match submissions {
        Ok(submissions) => marking.mark(&submissions, 0..1).pop().unwrap_or_else(failed),
        Err(unread) => Grade::unread(id.clone(), &arguments.reasons(&unread), &marking),
    };
    let written =
        caught(|| system.written(&Report::of(&grade, &homework)), || system.written(&Report::of(&failed(), &homework)));
    finished(output, &written)
}

/// Grades all submissions for programs that read JUnit. The outcome is a success if a result was written.
pub(super) fn run_junit(arguments: &Arguments) -> io::Result<Outcome> {
    if arguments.is_for_class("junit") {
        return Ok(Outcome::Failure);
    }
    let (homework, overrides) = match arguments.prepared(junit::failed)? {
        Ok(prepared) => prepared,
        Err(outcome) => return Ok(outcome),
    };
    let marking = Marking::new(&homework, &overrides, arguments.attempt);
    match Submissions::list(&arguments.submissions, &arguments.options(&homework, false)) {
        Ok(submissions) if overrides.report_unknown_id(&submissions) => Ok(Outcome::Failure),
        Ok(submissions) => junit::write(&marking, &submissions, arguments.jobs, arguments.writing.open()?),
        Err(unread) => {
            let result = Grade::unread(arguments.id(), &arguments.reasons(&unread), &marking);
            finished(arguments.writing.open()?, &junit::written(&result, &homework))
        }
    }
}

fn finished(mut output: Output, written: &str) -> io::Result<Outcome> {
    output.raw().write_all(written.as_bytes())?;
    output.finish(Outcome::Success, true)
}

impl Arguments {
    /// Reads the exercises and the marks set by hand. If it cannot, returns the outcome of the command. If the exercises have
    /// errors, it first writes the result that `failed` makes from the reason.
    fn prepared(&self, failed: impl Fn(&str) -> String) -> io::Result<Result<(Homework, Overrides), Outcome>> {
        let Some(exercise) = self.exercise.as_deref().filter(|exercise| !self.would_lose(&[exercise])) else {
            return Ok(Err(Outcome::Failure));
        };
        let Some(homework) = Homework::read(exercise, &self.project, |grading| self.changed(grading))? else {
            let reason = "the exercise has errors, so nothing could be graded; please tell your teacher";
            return finished(self.writing.open()?, &failed(reason)).map(Err);
        };
        let overrides = self.read_overrides(&homework).filter(|_| !self.would_lose(&homework.paths()));
        Ok(overrides.map(|overrides| (homework, overrides)).ok_or(Outcome::Failure))
    }

    /// The id of a submission that cannot be read.
    fn id(&self) -> String {
        let path = self.submissions.first().and_then(|path| path.file_stem());
        path.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Why submissions cannot be read, in words.
    fn reasons(&self, unread: &[Unread]) -> String {
        if self.submissions.iter().all(|path| !path.exists()) {
            return "no file was handed in".to_string();
        }
        unread.iter().map(|unread| unread.reason.as_str()).collect::<Vec<_>>().join("; ")
    }

    /// Whether an option is for the results of a whole class; if so, reports that.
    fn is_for_class(&self, format: &str) -> bool {
        let options = [
            ("--reports", self.reports.is_some()),
            ("--html", self.html.is_some()),
            ("--class", self.class.class.is_some()),
            ("--variants", self.variants.variants.is_some()),
            ("--merge", !self.merge.is_empty()),
        ];
        refuse(&options, format, "is for the results of a whole class")
    }

    /// Whether there is more than one submission, or an option for that; if so, reports it.
    fn is_for_several(&self, format: &str) -> bool {
        if self.submissions.len() > 1 {
            print_error(&format!(
                "--format {format} is for one submission, but there are {}; name a file, or the folder of one student",
                self.submissions.len()
            ));
            return true;
        }
        let options = [
            ("--roster", self.roster.is_some()),
            ("--groups", self.groups.is_some()),
            ("--layout", self.layout.is_some()),
        ];
        refuse(&options, format, "is for a whole class")
    }
}

/// Whether one of these options is given; if so, says why it does not fit the format.
fn refuse(options: &[(&str, bool)], format: &str, why: &str) -> bool {
    let given = options.iter().find(|(_, is_given)| *is_given);
    if let Some((option, _)) = given {
        print_error(&format!("{option} {why}; leave it out with --format {format}"));
    }
    given.is_some()
}
