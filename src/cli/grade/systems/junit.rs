//! JUnit has no marks: there is a test for each answer, which passes if the answer gets full marks. A submission is a
//! suite.

use std::collections::HashMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;

use gametree::diagnostic::render::{JUNIT_HEAD, JUNIT_TAIL, printable};
use gametree::grade::{Case, Feedback, test_cases};
use quick_xml::Writer;
use quick_xml::events::BytesText;

use crate::cli::Outcome;
use crate::cli::grade::homework::{Homework, NamedExercise};
use crate::cli::grade::marking::{Marking, TOGETHER};
use crate::cli::grade::outcome::{Part, Result as Grade};
use crate::cli::output::Output;
use crate::cli::parallel;
use crate::cli::submissions::Submissions;

use super::report::Report;

/// A test of a suite.
struct Test {
    class: String,
    name: String,
    /// Why it fails, in one word.
    failure: Option<&'static str>,
    lines: Vec<String>,
}

/// Writes a suite for each submission.
pub(super) fn write(
    marking: &Marking<'_>,
    submissions: &Submissions,
    jobs: Option<NonZeroUsize>,
    mut output: Output,
) -> io::Result<Outcome> {
    write!(output.raw(), "{JUNIT_HEAD}")?;
    let mark = |places: Range<usize>| marking.mark(submissions, places);
    parallel::in_pieces(submissions.len(), jobs, TOGETHER, mark, |result| {
        output.raw().write_all(suite(&result, marking.homework).as_bytes())
    })?;
    super::finished(output, JUNIT_TAIL)
}

/// The document about one result.
pub(super) fn written(result: &Grade, homework: &Homework) -> String {
    format!("{JUNIT_HEAD}{}{JUNIT_TAIL}", suite(result, homework))
}

/// The document if there is no exercise to grade.
pub(super) fn failed(reason: &str) -> String {
    let name = "exercise";
    let test = Test {
        class: "gametree".to_string(),
        name: name.to_string(),
        failure: Some("failed"),
        lines: vec![reason.to_string()],
    };
    format!("{JUNIT_HEAD}{}{JUNIT_TAIL}", element(name, &[test], reason))
}

fn suite(result: &Grade, homework: &Homework) -> String {
    let mut tests = Vec::new();
    for (part, exercise) in result.parts.iter().zip(&homework.exercises) {
        let before = if homework.single().is_some() { String::new() } else { format!("{} / ", exercise.name) };
        match exercise.grading.feedback {
            Feedback::None => tests.push(whole(part, exercise)),
            _ if part.by_hand.is_some() => tests.push(whole(part, exercise)),
            feedback => {
                let graded = part.graded.as_ref().map_or(&exercise.blank, |(graded, _)| graded);
                let cases = test_cases(graded, &exercise.blank, feedback);
                tests.extend(cases.into_iter().map(|case| test(case, part, &before)));
            }
        }
    }
    number_same_names(&mut tests);
    let heading = Report::of(result, homework).heading();
    element(&printable(&result.id), &tests, &heading)
}

/// One test for all of an exercise.
fn whole(part: &Part, exercise: &NamedExercise) -> Test {
    let is_right = part.marks().is_some_and(|marks| marks >= exercise.blank.worth);
    Test {
        class: printable(&exercise.name),
        name: "marks".to_string(),
        failure: (!is_right).then_some("marks"),
        lines: vec![printable(part.reason.as_deref().unwrap_or("not all answers are right"))],
    }
}

fn test(case: Case<'_>, part: &Part, before: &str) -> Test {
    let class = printable(&format!("{before}{}", case.tree));
    let name = printable(&case.name);
    if part.graded.is_none() {
        let lines = vec![printable(part.reason.as_deref().unwrap_or_default())];
        return Test { class, name, failure: Some(part.status.name()), lines };
    }
    Test { class, name, failure: case.failure, lines: case.lines }
}

/// Of two tests with the same name, many programs show only one.
fn number_same_names(tests: &mut [Test]) {
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for test in tests {
        let count = seen.entry((test.class.clone(), test.name.clone())).or_default();
        *count += 1;
        if *count > 1 {
            test.name = format!("{} ({count})", test.name);
        }
    }
}

fn element(name: &str, tests: &[Test], heading: &str) -> String {
    let failures = tests.iter().filter(|test| test.failure.is_some()).count();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", name),
        ("tests", &tests.len().to_string()),
        ("failures", &failures.to_string()),
        ("errors", "0"),
        ("skipped", "0"),
        ("time", "0"),
    ]);
    let content = |writer: &mut Writer<Vec<u8>>| {
        tests.iter().try_for_each(|test| test.write(writer))?;
        writer.create_element("system-out").write_text_content(BytesText::new(heading)).map(drop)
    };
    suite.write_inner_content(content).expect("memory takes every byte");
    String::from_utf8(writer.into_inner()).expect("what is written is text") + "\n"
}

impl Test {
    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let element = writer.create_element("testcase");
        let element =
            element.with_attributes([("classname", self.class.as_str()), ("name", &self.name), ("time", "0")]);
        let Some(kind) = self.failure else { return element.write_empty().map(drop) };
        let message = self.lines.first().map_or(kind, String::as_str);
        let failure = |writer: &mut Writer<Vec<u8>>| {
            let failure = writer.create_element("failure").with_attributes([("message", message), ("type", kind)]);
            failure.write_text_content(BytesText::new(&self.lines.join("\n"))).map(drop)
        };
        element.write_inner_content(failure).map(drop)
    }
}
