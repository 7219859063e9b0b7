//! The output of `check`: the findings of all files, as one document.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::mem;

use gametree::check::{CheckedTree, Report};
use gametree::diagnostic::render::{
    Fingerprints, JUNIT_HEAD, JUNIT_TAIL, Located, MOST_RESULTS, SARIF_HEAD, TestedTree, Unread, sarif_tail,
    to_code_quality, to_command, to_failed_command, to_failed_suite, to_json, to_line, to_report, to_sarif_result,
    to_test_suite,
};
use gametree::diagnostic::{Code, Diagnostic};
use gametree::source::Source;
use gametree::syntax::name_at;

use super::Format;
use crate::cli::output::Output;
use crate::cli::{hint, print_error};

/// How findings are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) format: Format,
    pub(super) color: bool,
    /// Whether the first finding says how to learn more: people read it on a terminal.
    pub(super) hints: bool,
}

/// A piece of the document's text.
pub(super) struct Piece {
    text: String,
    /// The text if this is the first piece of the document, if it differs then.
    first: Option<String>,
    /// How many findings it is about.
    findings: usize,
}

/// The findings of a file in their format. This takes time, so it runs in parallel; writing is fast.
pub(super) fn pieces(style: Style, report: &Report, source: &Source) -> Vec<Piece> {
    let Style { format, color, hints } = style;
    let located = Located::new(source);
    let mut fingerprints = Fingerprints::new(&located);
    let each = |render: &mut dyn FnMut(&Diagnostic) -> String| {
        report.findings.iter().map(|finding| Piece { text: render(finding), first: None, findings: 1 }).collect()
    };
    let mut pieces: Vec<Piece> = match format {
        Format::Human => each(&mut |finding| to_report(finding, &located, color)),
        Format::Short => each(&mut |finding| to_line(finding, &located) + "\n"),
        Format::Json => each(&mut |finding| to_json(finding, &located)),
        Format::Sarif => each(&mut |finding| to_sarif_result(finding, &located, &fingerprints.next(finding))),
        Format::Github => each(&mut |finding| to_command(finding, &located) + "\n"),
        Format::Gitlab => each(&mut |finding| to_code_quality(finding, &located, &fingerprints.next(finding))),
        Format::Junit => vec![test_suite(report, &located)],
    };
    if let (Format::Human, true, Some(piece), Some(finding)) =
        (format, hints, pieces.first_mut(), report.findings.first())
    {
        piece.first = Some(to_report(&hint::with_page(finding), &located, color));
    }
    pieces
}

fn test_suite(report: &Report, located: &Located<'_>) -> Piece {
    let tested = |tree: &CheckedTree| TestedTree {
        title: tree.title.map(|title| name_at(&located.source.text, title).into_owned()),
        span: tree.span,
        broken: tree.broken,
        errors: tree.errors,
        doubtful: tree.doubtful,
    };
    let trees: Vec<TestedTree> = report.trees.iter().map(tested).collect();
    let text = to_test_suite(&trees, &report.findings, report.tally, located) + "\n";
    Piece { text, first: None, findings: report.findings.len() }
}

/// A document that is being written.
pub(super) struct Document {
    format: Format,
    output: Output,
    /// How many findings were written so far.
    written: usize,
    /// The codes of these findings.
    codes: BTreeSet<Code>,
    /// Whether something did not fit: there are more results than a service takes, or more text than people can read.
    pub(super) overflowed: bool,
}

impl Document {
    pub(super) fn begin(format: Format, mut output: Output) -> io::Result<Self> {
        match format {
            Format::Json | Format::Gitlab => output.raw().write_all(b"[")?,
            Format::Sarif => output.raw().write_all(SARIF_HEAD.as_bytes())?,
            Format::Junit => output.raw().write_all(JUNIT_HEAD.as_bytes())?,
            Format::Human | Format::Short | Format::Github => {}
        }
        Ok(Self { format, output, written: 0, codes: BTreeSet::new(), overflowed: false })
    }

    /// Adds the findings of one more file.
    pub(super) fn add(&mut self, report: &Report, pieces: &[Piece]) -> io::Result<()> {
        self.codes.extend(report.findings.iter().map(|finding| finding.code));
        for Piece { text, first, findings } in pieces {
            let text = first.as_ref().filter(|_| self.written == 0).unwrap_or(text);
            let written = match self.format {
                Format::Human | Format::Short => self.output.print(text)?,
                Format::Sarif if self.written == MOST_RESULTS => false,
                Format::Json | Format::Gitlab | Format::Sarif => {
                    let comma = if self.written > 0 { ",\n" } else { "\n" };
                    write!(self.output.json(), "{comma}{text}")?;
                    true
                }
                Format::Github | Format::Junit => {
                    self.output.raw().write_all(text.as_bytes())?;
                    true
                }
            };
            self.written += if written { *findings } else { 0 };
            self.overflowed |= !written;
        }
        Ok(())
    }

    /// Adds the diff of one more file.
    pub(super) fn add_diff(&mut self, diff: &str) -> io::Result<()> {
        let fits = diff.is_empty() || self.output.print_diff(diff)?;
        if !fits && !mem::replace(&mut self.overflowed, true) {
            print_error("the diff is too long for a terminal; --output writes all of it to a file");
        }
        Ok(())
    }

    /// How many findings were written so far.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    /// Adds the files that could not be read, if the format has a place for them, and the end of the document.
    pub(super) fn end(mut self, successful: bool, unread: &[Unread]) -> io::Result<Output> {
        match self.format {
            Format::Json | Format::Gitlab => self.output.raw().write_all(b"]\n")?,
            Format::Sarif => write!(self.output.json(), "{}", sarif_tail(self.codes, successful, unread))?,
            Format::Junit => {
                unread.iter().try_for_each(|unread| writeln!(self.output.raw(), "{}", to_failed_suite(unread)))?;
                self.output.raw().write_all(JUNIT_TAIL.as_bytes())?;
            }
            Format::Github => {
                unread.iter().try_for_each(|unread| writeln!(self.output.raw(), "{}", to_failed_command(unread)))?;
            }
            Format::Human | Format::Short => {}
        }
        Ok(self.output)
    }
}
