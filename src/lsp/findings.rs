//! Converts findings to diagnostics of the protocol.

use std::borrow::Cow;

use gen_lsp_types::{DiagnosticSeverity, DiagnosticTag, Location, Uri};
use serde_json::{Value, json};

use super::open::OpenText;
use super::position::Positions;
use super::state::ServerState;
use crate::config::Project;
use crate::diagnostic::{self, Severity, counted};
use crate::source::LineIndex;

/// The findings of a text.
pub(super) fn of_text(open: &OpenText, uri: &Uri, state: &ServerState) -> Vec<Value> {
    let report = open.document().report(state.options.shown());
    let omitted = report.tally.total() - report.findings.len();
    let findings = report.findings.iter().map(Cow::Borrowed).collect();
    Showing { uri, positions: open.positions(), state }.all(findings, omitted)
}

/// The message of the first finding of a `gametree.toml`, and all findings.
pub(super) fn of_project(project: &Project, uri: &Uri, state: &ServerState) -> (String, Vec<Value>) {
    let text = &project.source.text;
    let lines = LineIndex::new(text);
    let positions = Positions::new(text, &lines, state.abilities.encoding);
    let findings = &project.findings;
    let first = findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    let omitted = project.tally.total() - findings.len();
    (first, Showing { uri, positions, state }.all(findings.iter().map(Cow::Borrowed).collect(), omitted))
}

/// The file whose findings are shown, and the client that shows them.
struct Showing<'a> {
    uri: &'a Uri,
    positions: Positions<'a>,
    state: &'a ServerState,
}

impl Showing<'_> {
    /// All findings that are shown; the last one says how many are not.
    fn all(&self, mut findings: Vec<Cow<'_, diagnostic::Diagnostic>>, omitted: usize) -> Vec<Value> {
        if let Some(last) = findings.last_mut().filter(|_| omitted > 0) {
            let more = counted(omitted as u64, "more finding is", "more findings are");
            *last = Cow::Owned(last.clone().into_owned().note(format!("{more} not shown")));
        }
        findings.iter().map(|finding| self.one(finding)).collect()
    }

    fn one(&self, finding: &diagnostic::Diagnostic) -> Value {
        let severity = match finding.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            _ => DiagnosticSeverity::Information,
        };
        let notes = finding.notes.iter().map(ToString::to_string);
        let lines: Vec<String> = std::iter::once(finding.message.clone()).chain(notes).collect();
        let mut diagnostic = json!({
            "range": self.positions.range(finding.primary.span),
            "severity": severity,
            "code": finding.code.id(),
            "source": "gametree",
            "message": lines.join("\n"),
        });
        let client = self.state.abilities;
        if let Some(page) = client.links.then(|| self.state.host.page(finding.code)).flatten() {
            diagnostic["codeDescription"] = json!({ "href": page });
        }
        if client.faded && finding.code.fades() {
            diagnostic["tags"] = json!([DiagnosticTag::Unnecessary]);
        }
        if client.related_information {
            let related = |label: &diagnostic::Label| {
                let location = Location { uri: self.uri.clone(), range: self.positions.range(label.span) };
                json!({ "location": location, "message": label.message })
            };
            let secondary = finding.secondary.iter().filter(|label| !label.message.is_empty());
            diagnostic["relatedInformation"] = secondary.map(related).collect();
        }
        diagnostic
    }
}
