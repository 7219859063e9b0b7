//! CodeRunner reads one JSON object from a combinator template grader. A key that it does not know is an error.

use quick_xml::escape::escape;
use serde::Serialize;
use serde_json::{Value, json};

use super::decimal::Decimal;
use super::report::{Question, Report};

#[derive(Serialize)]
struct Outcome {
    fraction: Decimal,
    prologuehtml: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    testresults: Vec<Value>,
    /// How each column is shown, apart from `iscorrect`; `%s` escapes the text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columnformats: Vec<&'static str>,
}

pub(super) fn written(report: &Report) -> String {
    let notes = escape(report.notes.join("\n"));
    let notes = if notes.is_empty() { String::new() } else { format!("<pre>{notes}</pre>") };
    let row = |question: &Question| {
        let marks = format!("{} of {}", Decimal(question.marks), Decimal(question.worth));
        json!([u8::from(question.is_right()), question.name, marks, question.lines.join("\n")])
    };
    let heading = json!(["iscorrect", "Question", "Marks", "Feedback"]);
    let has_rows = report.shown().next().is_some();
    let outcome = Outcome {
        fraction: Decimal(report.share()),
        prologuehtml: format!("<p>{}</p>{notes}", escape(report.summary.as_str())),
        testresults: has_rows.then_some(heading).into_iter().chain(report.shown().map(row)).collect(),
        columnformats: if has_rows { vec!["%s"; 3] } else { Vec::new() },
    };
    super::report::json(&outcome)
}
