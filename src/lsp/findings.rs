//! Converts findings to diagnostics of the protocol.

use std::borrow::Cow;

use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Uri,
};

use super::open::OpenText;
use super::position::Positions;
use super::state::ServerState;
use crate::config::{self, Project};
use crate::diagnostic::{self, Severity, counted};
use crate::source::LineIndex;

/// How many findings of a `gametree.toml` are shown.
const MOST_OF_PROJECT: usize = 100;

/// The findings of a text.
pub(super) fn of_text(open: &OpenText, uri: &Uri, state: &ServerState) -> Vec<Diagnostic> {
    let report = open.document().report(state.options.shown());
    let omitted = report.tally.total() - report.findings.len();
    let findings = report.findings.iter().map(Cow::Borrowed).collect();
    Showing { uri, positions: open.positions(), state }.all(findings, omitted)
}

/// The message of the first finding of a `gametree.toml`, and all findings.
pub(super) fn of_project(project: &Project, uri: &Uri, state: &ServerState) -> (String, Vec<Diagnostic>) {
    let text = &project.source.text;
    let (findings, tally) = config::read(text, MOST_OF_PROJECT).1.finish();
    let lines = LineIndex::new(text);
    let positions = Positions::new(text, &lines, state.abilities.encoding);
    let first = findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    let omitted = tally.total() - findings.len();
    (first, Showing { uri, positions, state }.all(findings.into_iter().map(Cow::Owned).collect(), omitted))
}

/// The file whose findings are shown, and the client that shows them.
struct Showing<'a> {
    uri: &'a Uri,
    positions: Positions<'a>,
    state: &'a ServerState,
}

impl Showing<'_> {
    /// All findings that are shown; the last one says how many are not.
    fn all(&self, mut findings: Vec<Cow<'_, diagnostic::Diagnostic>>, omitted: usize) -> Vec<Diagnostic> {
        if let Some(last) = findings.last_mut().filter(|_| omitted > 0) {
            let more = counted(omitted as u64, "more finding is", "more findings are");
            *last = Cow::Owned(last.clone().into_owned().note(format!("{more} not shown")));
        }
        findings.iter().map(|finding| self.one(finding)).collect()
    }

    fn one(&self, finding: &diagnostic::Diagnostic) -> Diagnostic {
        let severity = match finding.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            _ => DiagnosticSeverity::Information,
        };
        let related = |label: &diagnostic::Label| DiagnosticRelatedInformation {
            location: Location { uri: self.uri.clone(), range: self.positions.range(label.span) },
            message: label.message.clone(),
        };
        let secondary = finding.secondary.iter().filter(|label| !label.message.is_empty());
        let notes = finding.notes.iter().map(ToString::to_string);
        let lines: Vec<String> = std::iter::once(finding.message.clone()).chain(notes).collect();
        let client = self.state.abilities;
        let page = client.links.then(|| self.state.host.page(finding.code)).flatten().map(Uri);
        Diagnostic {
            range: self.positions.range(finding.primary.span),
            severity: Some(severity),
            code: Some(finding.code.id().to_string().into()),
            code_description: page.map(|href| CodeDescription { href }),
            source: Some("gametree".to_string()),
            message: lines.join("\n").into(),
            tags: (client.faded && finding.code.fades()).then(|| vec![DiagnosticTag::Unnecessary]),
            related_information: client.related_information.then(|| secondary.map(related).collect()),
            ..Diagnostic::default()
        }
    }
}
