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

use super::homework::Homework;
use super::outcome::Result as Grade;
use super::{Arguments, Attempt, Marking, caught, report_unknown_id};
use crate::cli::output::Output;
use crate::cli::submissions::Submissions;
use crate::cli::{Outcome, print_error};
use report::Report;

/// A course system whose results can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum System {
    /// One submission as the results.json of Gradescope
    Gradescope,
    /// One submission as the results.json of a PrairieLearn external grader
    Prairielearn,
    /// One submission for a combinator template grader of CodeRunner
    Coderunner,
    /// One submission for the Virtual Programming Lab of Moodle
    Vpl,
    /// One submission for the result.json of Classroom 50
    Classroom50,
    /// A JUnit test for each answer
    Junit,
}

impl System {
    /// Whether it takes many submissions at a time.
    fn takes_many(self) -> bool {
        self == Self::Junit
    }

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// The document about one submission. In JUnit, one about an exercise that cannot be graded.
    fn written(self, report: &Report) -> String {
        match self {
            Self::Gradescope => gradescope::written(report),
            Self::Prairielearn => prairielearn::written(report),
            Self::Coderunner => coderunner::written(report),
            Self::Vpl => vpl::written(report, vpl::Scale::from_environment(report.worth)),
            Self::Classroom50 => classroom50::written(report),
            Self::Junit => junit::failed(&report.summary),
        }
    }
}

/// Grades for a course system. The outcome is a success if a result was written.
pub(super) fn run(arguments: &Arguments, system: System) -> io::Result<Outcome> {
    if arguments.is_refused(system) {
        return Ok(Outcome::Failure);
    }
    let Some(exercise) = arguments.exercise.as_deref().filter(|exercise| !arguments.would_lose(&[exercise])) else {
        return Ok(Outcome::Failure);
    };
    let homework = Homework::read(exercise, &arguments.project, |grading| arguments.changed(grading))?;
    let Some(homework) = homework else {
        let reason = "the exercise has errors, so nothing could be graded; please tell your teacher";
        return finished(arguments.writing.open()?, &system.written(&Report::failed(reason)));
    };
    let Some(overrides) = arguments.read_overrides(&homework) else { return Ok(Outcome::Failure) };
    if arguments.would_lose(&homework.paths()) {
        return Ok(Outcome::Failure);
    }
    let marking = Marking {
        homework: &homework,
        overrides: &overrides,
        best: arguments.attempt == Attempt::Best,
        with_pages: false,
        strict: Vec::new(),
        own: None,
    };
    let submissions = Submissions::list(&arguments.submissions, &arguments.options(&homework, !system.takes_many()));
    if let Ok(submissions) = &submissions
        && system.takes_many()
        && let Some(id) = overrides.unknown_id(submissions.ids())
    {
        report_unknown_id(id);
        return Ok(Outcome::Failure);
    }
    let output = arguments.writing.open()?;
    if system.takes_many() {
        return junit::run(arguments, &marking, submissions, output);
    }
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

fn finished(mut output: Output, written: &str) -> io::Result<Outcome> {
    output.raw().write_all(written.as_bytes())?;
    output.finish(Outcome::Success, true)
}

impl Arguments {
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

    /// Whether options or submissions do not fit the system; if so, reports that.
    fn is_refused(&self, system: System) -> bool {
        let name = system.name();
        let for_teachers = [
            ("--reports", self.reports.is_some()),
            ("--html", self.html.is_some()),
            ("--class", self.class.class.is_some()),
            ("--variants", self.variants.variants.is_some()),
            ("--merge", !self.merge.is_empty()),
        ];
        if let Some((option, _)) = for_teachers.iter().find(|(_, is_given)| *is_given) {
            print_error(&format!("{option} is for the results of a whole class; leave it out with --format {name}"));
            return true;
        }
        if system.takes_many() {
            return false;
        }
        if self.submissions.len() > 1 {
            print_error(&format!(
                "--format {name} is for one submission, but there are {}; name a file, or the folder of one student",
                self.submissions.len()
            ));
            return true;
        }
        let for_many = [
            ("--roster", self.roster.is_some()),
            ("--groups", self.groups.is_some()),
            ("--layout", self.layout.is_some()),
        ];
        let given = for_many.iter().find(|(_, is_given)| *is_given);
        if let Some((option, _)) = given {
            print_error(&format!("{option} is for a whole class; leave it out with --format {name}"));
        }
        given.is_some()
    }
}
