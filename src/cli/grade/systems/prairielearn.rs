//! PrairieLearn reads `results.json`. A sheet that cannot be read whole uses up no attempt.

use serde::Serialize;

use super::decimal::Decimal;
use super::report::{Question, Report, json};

/// PrairieLearn drops results that are longer than 1 MiB.
const LONGEST: usize = 1 << 20;
/// What follows a text that was cut.
const CUT: &str = "… (the rest is too long for PrairieLearn)";

#[derive(Serialize)]
struct Results {
    gradable: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    format_errors: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// All have marks; one without would hide those of the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    name: String,
    points: Decimal,
    max_points: Decimal,
    message: String,
}

pub(super) fn written(report: &Report) -> String {
    // Each time, texts may be half as long as before. Without any text, there are no more tests.
    let lengths = std::iter::successors(Some(LONGEST), |length| (*length > 0).then_some(length / 2));
    let mut documents = lengths.map(|length| json(&results(report, length)));
    documents.find(|document| document.len() < LONGEST).unwrap_or_default()
}

/// The results with texts that are no longer than this.
fn results(report: &Report, longest: usize) -> Results {
    if !report.unreadable.is_empty() {
        let fitting = report.unreadable.iter().take(longest / 100 + 1);
        let format_errors = fitting.map(|line| shortened(&without_markup(line), longest)).collect();
        return Results { gradable: false, format_errors, score: None, message: None, tests: Vec::new() };
    }
    let test = |question: &Question| Test {
        name: question.name.clone(),
        points: Decimal(question.marks),
        max_points: Decimal(question.worth),
        message: shortened(&question.lines.join("\n"), longest),
    };
    Results {
        gradable: true,
        format_errors: Vec::new(),
        score: Some(Decimal(report.share())),
        message: Some(shortened(&report.heading(), longest)),
        tests: report.shown().filter(|_| longest > 0).map(test).collect(),
    }
}

/// Text that is no markup, whether it is escaped before it is shown or not.
fn without_markup(text: &str) -> String {
    text.replace('<', "‹").replace('>', "›")
}

fn shortened(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_string();
    }
    let end = (0..=longest).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}{CUT}", &text[..end])
}
