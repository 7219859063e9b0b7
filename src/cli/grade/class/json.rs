//! The report about a class as JSON.

use std::io::Write;

use super::report::Report;
use crate::cli::output::Json;

/// The report as one JSON object on several lines.
pub(super) fn written(report: &Report) -> String {
    let text = serde_json::to_string_pretty(report).expect("it has only texts and numbers") + "\n";
    let mut safe = Vec::with_capacity(text.len());
    Json::new(&mut safe).write_all(text.as_bytes()).expect("a vector takes everything");
    String::from_utf8(safe).expect("JSON is text")
}
