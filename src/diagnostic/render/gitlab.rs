use serde::Serialize;

use super::{Located, slashed};
use crate::diagnostic::{Diagnostic, Severity};

#[derive(Serialize)]
struct Violation<'a> {
    description: &'a str,
    check_name: &'static str,
    fingerprint: &'a str,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

/// A finding as the JSON object that a Code Quality report of GitLab lists.
pub fn to_code_quality(diagnostic: &Diagnostic, located: &Located<'_>, fingerprint: &str) -> String {
    let span = diagnostic.primary.span;
    let [begin, end] = [span.start, span.end].map(|at| located.lines.line_column(&located.source.text, at).line);
    let violation = Violation {
        description: &diagnostic.message,
        check_name: diagnostic.code.id(),
        fingerprint,
        // The grades above, `critical` and `blocker`, are for what endangers a product.
        severity: match diagnostic.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        location: Location { path: &slashed(&located.source.name), lines: Lines { begin, end } },
    };
    serde_json::to_string(&violation).expect("strings and numbers can always be written")
}
