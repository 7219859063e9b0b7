//! Every file in `tests/fixtures/` gets exactly the findings that its comments announce.
//!
//! A line `//~ 9-14 E0301`, or `#~ 9-14 E0801` in a `gametree.toml`, announces a finding with that code in those columns, from the first to the last character,
//! of the nearest line above that announces nothing; `//~ 9 E0301` is one column. Where the place of a finding goes on
//! over further lines, its part in the first line counts. How the findings read is kept in a snapshot beside the file.
//!
//! The files of beginners have no announcements; `tests/beginner.rs` checks them.

mod files;
mod levels;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use gametree::config;
use gametree::convert::check;
use gametree::diagnostic::render::{Located, to_report};
use gametree::diagnostic::{Code, Diagnostic};
use gametree::source::{LineIndex, Source};
use levels::levels;

/// Where a finding is, lines and columns counted from 1, and its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    line: usize,
    first: usize,
    last: usize,
    code: Code,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, first, last, code } = self;
        if first == last {
            write!(f, "line {line}: {first} {code}")
        } else {
            write!(f, "line {line}: {first}-{last} {code}")
        }
    }
}

/// Every fixture, sorted by its path.
fn fixtures() -> Vec<PathBuf> {
    let mut paths = [files::below(&["tests/fixtures"], "tree"), files::below(&["tests/fixtures"], "toml")].concat();
    paths.sort();
    paths
}

/// Whether this build can find all that a fixture announces: only the feature `files` compiles patterns of `exclude`.
fn is_judged(path: &Path) -> bool {
    cfg!(feature = "files") || !path.ends_with("config/patterns.toml")
}

/// Reads a fixture; it is called by its area and file name, such as `claims/wrong-value.tree`.
fn read(path: &Path) -> Source {
    let text = files::read(path);
    let mut name = path.iter().rev().take(2).map(|part| part.to_string_lossy());
    let (file, area) = (name.next().unwrap_or_default(), name.next().unwrap_or_default());
    Source::new(format!("{area}/{file}"), text)
}

fn findings(source: &Source) -> Vec<Diagnostic> {
    if source.name.ends_with(".toml") {
        return config::read(&source.text, usize::MAX).1.finish().0;
    }
    check(&source.text, &levels(&source.text), usize::MAX).findings
}

/// What the comments of a fixture announce, sorted.
fn announced(source: &Source) -> Vec<Place> {
    let mut places = Vec::new();
    let mut about = 0;
    let lines = LineIndex::new(&source.text);
    for (span, line) in (0..).map_while(|line| lines.line_span(&source.text, line)).zip(1..) {
        let content = span.of(&source.text).trim_start();
        match content.strip_prefix("//~").or_else(|| content.strip_prefix("#~")) {
            Some(announcement) => places.push(
                read_announcement(announcement, about)
                    .unwrap_or_else(|| panic!("{}:{line}: announce like this: `//~ 9-14 E0301`", source.name)),
            ),
            None => about = line,
        }
    }
    places.sort();
    places
}

/// Reads `9-14 E0301`, said of the line `line`.
fn read_announcement(announcement: &str, line: usize) -> Option<Place> {
    let (columns, code) = announcement.trim().split_once(' ')?;
    let (first, last) = columns.split_once('-').unwrap_or((columns, columns));
    let code = Code::from_id(code.trim())?;
    Some(Place { line, first: first.parse().ok()?, last: last.parse().ok()?, code })
}

/// The part of a finding's place that lies in its first line; an empty place is the column where it stands.
fn place(located: &Located<'_>, finding: &Diagnostic) -> Place {
    let text = &located.source.text;
    let span = finding.primary.span;
    let start = located.lines.line_column(text, span.start);
    let line = located.lines.line_span(text, start.line - 1).expect("a finding lies in the text");
    let end = located.lines.line_column(text, span.end.min(line.end));
    Place { line: start.line, first: start.column, last: end.column.max(start.column + 1) - 1, code: finding.code }
}

/// What is in `these` but not in `those`, each as often as it is missing there.
fn without(these: &[Place], those: &[Place]) -> Vec<Place> {
    let mut rest = those.to_vec();
    let mut left = these.to_vec();
    left.retain(|place| match rest.iter().position(|other| other == place) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    left
}

/// How what is found differs from what is announced, one line for each difference.
fn differences(source: &Source) -> Vec<String> {
    let located = Located::new(source);
    let findings = findings(source);
    let announced = announced(source);
    let found: Vec<Place> = findings.iter().map(|finding| place(&located, finding)).collect();
    let missing = without(&announced, &found).into_iter().map(|place| format!("{}: missing: {place}", source.name));
    let surplus = without(&found, &announced).into_iter().map(|place| {
        let said = findings.iter().zip(&found).find(|(_, other)| **other == place).map(|(finding, _)| &finding.message);
        format!("{}: found:   {place}: {}", source.name, said.map_or("", String::as_str))
    });
    missing.chain(surplus).collect()
}

#[test]
fn findings_are_where_they_are_announced() {
    let mut announcing = fixtures();
    announcing.retain(|path| is_judged(path) && !path.parent().is_some_and(|area| area.ends_with("beginner")));
    let differences: Vec<String> = announcing.iter().flat_map(|path| differences(&read(path))).collect();
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn every_code_has_a_fixture() {
    let announced: BTreeSet<Code> =
        fixtures().iter().flat_map(|path| announced(&read(path))).map(|place| place.code).collect();
    // Texts in other notations are in `tests/convert`.
    let of_notations = |code: &Code| code.id().starts_with("E09");
    let codes = Code::ALL.iter().filter(|code| !of_notations(code) && !announced.contains(code));
    let missing: Vec<&str> = codes.map(|code| code.id()).collect();
    assert!(missing.is_empty(), "no fixture for {missing:?}");
}

/// The findings of a fixture as a terminal without colours shows them.
fn report(source: &Source) -> String {
    let located = Located::new(source);
    findings(source).iter().map(|finding| to_report(finding, &located, false)).collect()
}

#[test]
fn findings_read_well() {
    insta::glob!("fixtures/*/*.{tree,toml}", |path| {
        if !is_judged(path) {
            return;
        }
        let report = report(&read(path));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if report.is_empty() {
            assert!(!path.with_extension("snap").exists(), "{name}.snap shows findings that are no more");
            return;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().unwrap_or(path));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_ref(), report));
    });
}
