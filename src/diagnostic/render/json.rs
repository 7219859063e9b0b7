use serde::Serialize;

use super::Located;
use crate::diagnostic::{Diagnostic, Edit, Fix, Label};
use crate::source::Span;

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    lint: Option<&'static str>,
    severity: &'static str,
    message: &'a str,
    file: &'a str,
    start: Place,
    end: Place,
    labels: Vec<Labelled<'a>>,
    notes: Vec<String>,
    fix: Option<Change<'a>>,
    alternatives: Vec<Change<'a>>,
}

/// Lines and columns count from 1, columns in characters; bytes from 0.
#[derive(Serialize)]
struct Place {
    byte: u32,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct Labelled<'a> {
    message: &'a str,
    start: Place,
    end: Place,
}

#[derive(Serialize)]
struct Change<'a> {
    title: &'a str,
    edits: Vec<Replacement<'a>>,
    safe: bool,
}

#[derive(Serialize)]
struct Replacement<'a> {
    start: Place,
    end: Place,
    text: &'a str,
}

/// A finding as a JSON object in the output of `check --format json`. The first label is the primary place.
pub fn to_json(diagnostic: &Diagnostic, located: &Located<'_>) -> String {
    let span = diagnostic.primary.span;
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    let finding = Finding {
        code: diagnostic.code.id(),
        lint: diagnostic.code.lint(),
        severity: diagnostic.severity.name(),
        message: &diagnostic.message,
        file: &located.source.name,
        start: place(located, span.start),
        end: place(located, span.end),
        labels: labels.map(|label| labelled(located, label)).collect(),
        notes: diagnostic.notes.iter().map(ToString::to_string).collect(),
        fix: diagnostic.fix.as_ref().map(|fix| change(located, fix)),
        alternatives: diagnostic.alternatives.iter().map(|fix| change(located, fix)).collect(),
    };
    serde_json::to_string(&finding).expect("strings and numbers can always be written")
}

fn labelled<'a>(located: &Located<'_>, label: &'a Label) -> Labelled<'a> {
    let Span { start, end } = label.span;
    Labelled { message: &label.message, start: place(located, start), end: place(located, end) }
}

fn change<'a>(located: &Located<'_>, fix: &'a Fix) -> Change<'a> {
    let replacement = |edit: &'a Edit| Replacement {
        start: place(located, edit.span.start),
        end: place(located, edit.span.end),
        text: &edit.text,
    };
    Change { title: &fix.title, edits: fix.edits.iter().map(replacement).collect(), safe: fix.safe }
}

fn place(located: &Located<'_>, byte: u32) -> Place {
    let place = located.lines.line_column(&located.source.text, byte);
    Place { byte, line: place.line, column: place.column }
}
