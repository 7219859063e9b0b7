//! Findings, as the client can show them.

use gametree::config;
use gametree::diagnostic::{self, Severity};
use gametree::source::LineIndex;
use gen_lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Uri};

use super::open::Open;
use super::options::Abilities;
use super::position::Positions;
use super::world::World;
use crate::cli::project::Project;

/// How many findings of a `gametree.toml` are shown.
const MOST_OF_PROJECT: usize = 100;

/// The findings of a text.
pub(super) fn of_text(open: &Open, uri: &Uri, world: &World) -> Vec<Diagnostic> {
    let positions = open.positions();
    let findings = &open.document().report().findings;
    findings.iter().map(|finding| diagnostic(finding, uri, &positions, world.abilities)).collect()
}

/// What the first finding of a `gametree.toml` says, and all of them.
pub(super) fn of_project(project: &Project, uri: &Uri, world: &World) -> (String, Vec<Diagnostic>) {
    let text = &project.source.text;
    let (findings, _) = config::read(text, MOST_OF_PROJECT).1.finish();
    let lines = LineIndex::new(text);
    let positions = Positions::new(text, &lines, world.abilities.encoding);
    let first = findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    (first, findings.iter().map(|finding| diagnostic(finding, uri, &positions, world.abilities)).collect())
}

fn diagnostic(finding: &diagnostic::Diagnostic, uri: &Uri, positions: &Positions<'_>, client: Abilities) -> Diagnostic {
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    };
    let related = |label: &diagnostic::Label| DiagnosticRelatedInformation {
        location: Location { uri: uri.clone(), range: positions.range(label.span) },
        message: label.message.clone(),
    };
    let secondary = finding.secondary.iter().filter(|label| !label.message.is_empty());
    let lines: Vec<&str> = std::iter::once(&finding.message).chain(&finding.notes).map(String::as_str).collect();
    Diagnostic {
        range: positions.range(finding.primary.span),
        severity: Some(severity),
        code: Some(finding.code.id().to_string().into()),
        source: Some("gametree".to_string()),
        message: lines.join("\n").into(),
        tags: (client.faded && finding.code.fades()).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: client.related_information.then(|| secondary.map(related).collect()),
        ..Diagnostic::default()
    }
}
