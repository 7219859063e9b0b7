use codespan_reporting::diagnostic::{self as codespan, LabelStyle};
use codespan_reporting::term::termcolor::{Ansi, NoColor, WriteColor};
use codespan_reporting::term::{Config, Styles, StylesWriter, emit_to_write_style};

use super::excerpt::Excerpt;
use super::{Located, printable};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// A finding as a report for people: the message, the lines it is about, what to do.
///
/// At most about 20 kilobytes, whatever the source.
pub fn to_report(diagnostic: &Diagnostic, located: &Located<'_>, color: bool) -> String {
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    let spans: Vec<Span> = labels.clone().map(|label| label.span).collect();
    let excerpt = Excerpt::new(located, &spans);
    let labels = labels.zip(&excerpt.places).enumerate().map(|(place, (label, range))| codespan::Label {
        style: if place == 0 { LabelStyle::Primary } else { LabelStyle::Secondary },
        file_id: (),
        range: range.clone(),
        message: printable(&label.message),
    });
    let severity = match diagnostic.severity {
        Severity::Error => codespan::Severity::Error,
        Severity::Warning => codespan::Severity::Warning,
        Severity::Note => codespan::Severity::Note,
    };
    let report = codespan::Diagnostic {
        severity,
        code: Some(diagnostic.code.to_string()),
        message: printable(&diagnostic.message),
        labels: labels.collect(),
        notes: diagnostic.notes.iter().map(|note| printable(&note.to_string())).collect(),
    };
    let bytes = if color {
        emit(Ansi::new(Vec::new()), &excerpt, &report, Ansi::into_inner)
    } else {
        emit(NoColor::new(Vec::new()), &excerpt, &report, NoColor::into_inner)
    };
    let report = String::from_utf8_lossy(&bytes);
    if color { report.into_owned() } else { without_trailing_blanks(&report) }
}

fn without_trailing_blanks(report: &str) -> String {
    report.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn emit<W: WriteColor>(
    mut writer: W,
    excerpt: &Excerpt,
    report: &codespan::Diagnostic<()>,
    into_bytes: impl FnOnce(W) -> Vec<u8>,
) -> Vec<u8> {
    let styles = Styles::default();
    emit_to_write_style(&mut StylesWriter::new(&mut writer, &styles), &Config::default(), excerpt, report)
        .expect("the excerpt has every line its labels stand on, and memory takes every byte");
    into_bytes(writer)
}
