use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Serialize;
use serde_json::json;

use super::home::Home;
use super::{Located, Unread, slashed_bytes};
use crate::diagnostic::{Code, Diagnostic, Fix, Label, Severity};
use crate::source::{Source, Span};

/// The most results that GitHub accepts; it rejects a document with more.
pub const MOST_RESULTS: usize = 25_000;

/// The text before the results of a SARIF document. The rules come after them: only then is it known which codes occur.
pub const SARIF_HEAD: &str = r#"{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","newlineSequences":["\r\n","\n","\r"],"results":["#;

/// What is escaped in the path of a URI: everything except letters, digits and these.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    level: &'static str,
    message: Message<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
    partial_fingerprints: PartialFingerprints<'a>,
}

#[derive(Serialize)]
struct Message<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: PhysicalLocation<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation<'a> {
    artifact_location: ArtifactLocation<'a>,
    region: Region,
}

#[derive(Clone, Copy, Serialize)]
struct ArtifactLocation<'a> {
    uri: &'a str,
}

/// Lines and columns count from 1; the end column is the one after the last character.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Message<'a>,
    artifact_changes: [ArtifactChange<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation<'a>,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Message<'a>,
}

/// Under a name of our own: GitHub adds its own fingerprint, and rejects any other under its name.
#[derive(Serialize)]
struct PartialFingerprints<'a> {
    #[serde(rename = "gametree/v1")]
    gametree: &'a str,
}

/// A finding as a result of a SARIF document.
pub fn to_sarif_result(diagnostic: &Diagnostic, located: &Located<'_>, fingerprint: &str) -> String {
    let uri = uri(located.source);
    let artifact = ArtifactLocation { uri: &uri };
    let text = std::iter::once(diagnostic.message.clone()).chain(diagnostic.notes.iter().map(ToString::to_string));
    let result = SarifResult {
        rule_id: diagnostic.code.id(),
        level: diagnostic.severity.name(),
        message: Message { text: &text.collect::<Vec<_>>().join("\n") },
        locations: [location(located, artifact, &diagnostic.primary)],
        related_locations: diagnostic.secondary.iter().map(|label| location(located, artifact, label)).collect(),
        fixes: diagnostic.fixes().map(|fix| sarif_fix(located, artifact, fix)).collect(),
        partial_fingerprints: PartialFingerprints { gametree: fingerprint },
    };
    serde_json::to_string(&result).expect("strings and numbers can always be written")
}

/// The text after the results: the tool, with a rule for each code that occurs, and how its run went, with the files it
/// could not read.
pub fn sarif_tail(codes: impl IntoIterator<Item = Code>, successful: bool, unread: &[Unread]) -> String {
    let driver = driver(codes, Home::of_this_build());
    let notifications: Vec<_> = unread.iter().map(notification).collect();
    let run = json!({ "executionSuccessful": successful, "toolExecutionNotifications": notifications });
    format!("],\"invocations\":[{run}],\"tool\":{{\"driver\":{driver}}}}}]}}\n")
}

fn notification(unread: &Unread) -> serde_json::Value {
    json!({
        "level": "error",
        "message": { "text": unread.in_words() },
        "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(&unread.source) } } }],
    })
}

fn driver(codes: impl IntoIterator<Item = Code>, home: Option<Home<'_>>) -> serde_json::Value {
    let rules: Vec<_> = codes.into_iter().map(|code| rule(code, home)).collect();
    let mut driver = json!({ "name": "gametree", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    if let Some(home) = home {
        driver["informationUri"] = json!(home.address);
    }
    driver
}

fn rule(code: Code, home: Option<Home<'_>>) -> serde_json::Value {
    let severity = match code.severity() {
        Severity::Note => "recommendation",
        other => other.name(),
    };
    let mut rule = json!({
        "id": code.id(),
        "name": code.lint().map_or_else(|| format!("{code:?}"), ToString::to_string),
        "shortDescription": { "text": code.title() },
        "fullDescription": { "text": introduction(code) },
        "help": { "text": code.page(), "markdown": code.page() },
        "defaultConfiguration": { "level": code.severity().name(), "enabled": code.default_level().is_some() },
        // Every finding is proved.
        "properties": { "precision": "very-high", "problem.severity": severity },
    });
    if let Some(home) = home {
        rule["helpUri"] = json!(home.page(code));
    }
    rule
}

/// The first paragraph of a code's page, on one line, without a last sentence that only introduces a list.
fn introduction(code: Code) -> String {
    let paragraph = code.page().split("\n\n").nth(1).unwrap_or_default().replace('\n', " ");
    let sentences = paragraph.rfind('.').map_or(paragraph.len(), |stop| stop + 1);
    if paragraph.ends_with(':') { paragraph[..sentences].to_string() } else { paragraph }
}

fn location<'a>(located: &Located<'_>, artifact_location: ArtifactLocation<'a>, label: &'a Label) -> Location<'a> {
    Location {
        physical_location: PhysicalLocation { artifact_location, region: region(located, label.span) },
        message: (!label.message.is_empty()).then_some(Message { text: &label.message }),
    }
}

fn sarif_fix<'a>(located: &Located<'_>, artifact_location: ArtifactLocation<'a>, fix: &'a Fix) -> SarifFix<'a> {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: region(located, edit.span),
        inserted_content: Message { text: &edit.text },
    });
    SarifFix {
        description: Message { text: &fix.title },
        artifact_changes: [ArtifactChange { artifact_location, replacements: replacements.collect() }],
    }
}

fn region(located: &Located<'_>, span: Span) -> Region {
    let [start, end] = [span.start, span.end].map(|at| located.lines.line_column(&located.source.text, at));
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

/// The path of a source as a URI reference: a relative path as it is, an absolute path with the scheme `file`.
fn uri(source: &Source) -> String {
    let path = percent_encode(&slashed_bytes(source.path()), ESCAPED).to_string();
    match (Path::new(&source.name).is_absolute(), path.starts_with('/')) {
        (true, true) => format!("file://{path}"),
        // On Windows an absolute path begins with the letter of a drive.
        (true, false) => format!("file:///{path}"),
        (false, _) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        let uri = |name: &str| uri(&Source::new(name, ""));
        assert_eq!(uri("a b/c%d#e?f:g.tree"), "a%20b/c%25d%23e%3Ff%3Ag.tree");
        assert_eq!(uri("é\n.tree"), "%C3%A9%0A.tree");
        if cfg!(unix) {
            assert_eq!(uri("/tmp/back\\slash.tree"), "file:///tmp/back%5Cslash.tree");
        }
    }

    #[test]
    fn addresses_are_there_once_the_project_has_one() {
        let codes = || Code::ALL.iter().copied().take(1);
        let there = driver(codes(), Home::at("https://example.org/gametree", "1.2.3"));
        assert_eq!(there["informationUri"], "https://example.org/gametree");
        let page = "https://example.org/gametree/blob/v1.2.3/src/diagnostic/explain/E0101.md";
        assert_eq!(there["rules"][0]["helpUri"], page);
        let missing = driver(codes(), Home::at("", "1.2.3"));
        assert_eq!((missing.get("informationUri"), missing["rules"][0].get("helpUri")), (None, None));
    }

    #[test]
    fn rules_keep_to_the_lengths_that_github_shows() {
        for code in Code::ALL {
            assert!((1..=1024).contains(&introduction(*code).chars().count()), "{code}");
            assert!(code.title().chars().count() <= 1024, "{code}");
        }
    }
}
