//! Gradescope reads `results.json`, and shows the text of each test as it is.

use serde::Serialize;

use super::decimal::Decimal;
use super::report::{Question, Report};

#[derive(Serialize)]
struct Results {
    score: Decimal,
    output: String,
    output_format: &'static str,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    number: String,
    name: String,
    score: Decimal,
    max_score: Decimal,
    status: &'static str,
    output: String,
    output_format: &'static str,
}

pub(super) fn written(report: &Report) -> String {
    let results = Results {
        score: Decimal(report.marks),
        output: report.heading(),
        output_format: "text",
        tests: report.shown().map(test).collect(),
    };
    super::report::json(&results)
}

fn test(question: &Question) -> Test {
    Test {
        number: question.number.clone(),
        name: question.name.clone(),
        score: Decimal(question.marks),
        max_score: Decimal(question.worth),
        status: if question.is_right() { "passed" } else { "failed" },
        output: question.lines.join("\n"),
        output_format: "text",
    }
}
