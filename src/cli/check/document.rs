//! What `check` writes: the findings of all files, as one document.

use std::io::{self, Write};

use gametree::check::Report;
use gametree::diagnostic::Diagnostic;
use gametree::diagnostic::render::{Located, to_json, to_line, to_report};
use gametree::source::Source;

use super::Format;
use crate::cli::complain;
use crate::cli::output::Output;

/// The findings of a file in their format, one piece of text for each. This is work; writing them is not.
pub(super) fn pieces(format: Format, color: bool, report: &Report, source: &Source) -> Vec<String> {
    let located = Located::new(source);
    let piece = |finding: &Diagnostic| match format {
        Format::Human => to_report(finding, &located, color),
        Format::Short => to_line(finding, &located) + "\n",
        Format::Json => to_json(finding, &located),
    };
    report.findings.iter().map(piece).collect()
}

/// A document that is being written.
pub(super) struct Document {
    format: Format,
    output: Output,
    written: usize,
}

impl Document {
    pub(super) fn begin(format: Format, mut output: Output) -> io::Result<Self> {
        if format == Format::Json {
            output.json().write_all(b"[")?;
        }
        Ok(Self { format, output, written: 0 })
    }

    /// Adds the findings of one more file.
    pub(super) fn add(&mut self, pieces: &[String]) -> io::Result<()> {
        for piece in pieces {
            let written = match self.format {
                Format::Human | Format::Short => self.output.print(piece)?,
                Format::Json => {
                    let comma = if self.written > 0 { ",\n" } else { "\n" };
                    write!(self.output.json(), "{comma}{piece}")?;
                    true
                }
            };
            self.written += usize::from(written);
        }
        Ok(())
    }

    /// Adds what would be mended in one more file.
    pub(super) fn add_diff(&mut self, diff: &str) -> io::Result<()> {
        if !diff.is_empty() && !self.output.print_diff(diff)? {
            complain("the diff is too long for a terminal; --output writes all of it to a file");
        }
        Ok(())
    }

    /// How many findings were written so far.
    pub(super) fn written(&self) -> usize {
        self.written
    }

    pub(super) fn end(mut self) -> io::Result<Output> {
        if self.format == Format::Json {
            self.output.json().write_all(b"]\n")?;
        }
        Ok(self.output)
    }
}
