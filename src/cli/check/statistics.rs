//! `check --statistics`: how often each code occurs.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use gametree::check::Report;
use gametree::diagnostic::Code;
use serde::Serialize;

use crate::cli::output::Output;

/// How many findings of all files there are of each code.
#[derive(Default)]
pub(super) struct Statistics(BTreeMap<Code, Counted>);

#[derive(Clone, Copy, Default)]
struct Counted {
    count: usize,
    fixable: usize,
}

/// A row for programs.
#[derive(Serialize)]
struct Row {
    code: &'static str,
    lint: Option<&'static str>,
    title: &'static str,
    count: usize,
    fixable: usize,
}

impl Statistics {
    /// Adds the findings of one more file, all of which must be in the report.
    pub(super) fn add(&mut self, report: &Report) {
        for finding in &report.findings {
            let counted = self.0.entry(finding.code).or_default();
            counted.count += 1;
            counted.fixable += usize::from(finding.fix.as_ref().is_some_and(|fix| fix.safe));
        }
    }

    /// The most frequent code comes first.
    fn rows(&self) -> Vec<Row> {
        let row = |(code, counted): (&Code, &Counted)| {
            let Counted { count, fixable } = *counted;
            Row { code: code.id(), lint: code.lint(), title: code.title(), count, fixable }
        };
        let mut rows: Vec<Row> = self.0.iter().map(row).collect();
        rows.sort_by_key(|row| Reverse(row.count));
        rows
    }

    /// Prints a table; nothing if there are no findings.
    pub(super) fn print(&self, output: &mut Output) -> io::Result<()> {
        let rows = self.rows();
        if rows.is_empty() {
            return Ok(());
        }
        output.print("count  fixable  code\n")?;
        for Row { code, lint, title, count, fixable } in rows {
            let lint = lint.map_or_else(String::new, |lint| format!(" ({lint})"));
            output.print(&format!("{count:>5}  {fixable:>7}  {code}  {title}{lint}\n"))?;
        }
        Ok(())
    }

    /// Prints an array with an object for each code.
    pub(super) fn print_json(&self, output: &mut Output) -> io::Result<()> {
        let json = serde_json::to_string_pretty(&self.rows()).map_err(io::Error::other)?;
        output.print(&format!("{json}\n")).map(|_| ())
    }
}
