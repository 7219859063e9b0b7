use serde::Serialize;

use super::{Located, slashed};
use crate::diagnostic::{Diagnostic, Severity};

#[derive(Serialize)]
struct Violation<'a> {
    r#type: &'static str,
    description: &'a str,
    check_name: &'static str,
    categories: [&'static str; 1],
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

/// A finding as a JSON object in a Code Quality report of GitLab: an issue of the Code Climate specification, of which
/// GitLab reads a part.
pub fn to_code_quality(diagnostic: &Diagnostic, located: &Located<'_>, fingerprint: &str) -> String {
    let span = diagnostic.primary.span;
    let [begin, end] = [span.start, span.end].map(|at| located.lines.line_column(&located.source.text, at).line);
    // The higher severities, `critical` and `blocker`, are for what endangers a product.
    let (severity, category) = match diagnostic.severity {
        Severity::Error => ("major", "Bug Risk"),
        Severity::Warning => ("minor", "Clarity"),
        Severity::Note => ("info", "Clarity"),
    };
    let violation = Violation {
        r#type: "issue",
        description: &diagnostic.message,
        check_name: diagnostic.code.id(),
        categories: [category],
        fingerprint,
        severity,
        location: Location { path: &slashed(&located.source.name), lines: Lines { begin, end } },
    };
    serde_json::to_string(&violation).expect("strings and numbers can always be written")
}
