//! Advice can be followed to the letter: every fix that a finding proposes reduces the number of errors. Tried on every
//! fixture, and on every example with one token deleted, doubled or swapped with the next.

mod files;
mod slips;

use std::ops::Range;
use std::path::PathBuf;

use gametree::convert::check;
use gametree::diagnostic::{Code, Diagnostic, Note, Severity, Stage};
use gametree::model::Defaults;
use slips::slips;

const LINE_ENDS: [char; 2] = ['\n', '\r'];

fn errors(text: &str) -> Vec<Diagnostic> {
    let findings = check(text, &Defaults::default(), usize::MAX).findings;
    findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// The number of errors of a stage and of earlier stages. Errors of later stages may become visible only after a fix.
fn up_to(stage: Stage, errors: &[Diagnostic]) -> usize {
    errors.iter().filter(|error| error.code.stage() <= stage).count()
}

/// The fixes for a text that do not help, each with the errors that remain.
fn faults(text: &str) -> Vec<String> {
    let before = errors(text);
    let advised = before.iter().flat_map(|error| error.fixes().map(move |fix| (error, fix)));
    // "did you mean" is only a question: the word that was probably meant may be in the wrong place, too.
    let ordered = advised.filter(|(_, fix)| !fix.title.starts_with("did you mean"));
    let faults = ordered.filter_map(|(error, fix)| {
        let after = errors(&fix.applied_to(text));
        let stage = error.code.stage();
        let is_better = up_to(stage, &after) < up_to(stage, &before);
        let left: Vec<&str> = after.iter().map(|error| error.message.as_str()).collect();
        (!is_better).then(|| format!("{} {}: `{}` leaves: {}", error.code, error.message, fix.title, left.join("; ")))
    });
    faults.collect()
}

/// Errors whose help shows what to write outside the marked place or at several places, or shows a general example.
const ELSEWHERE: [Code; 7] = [
    Code::MalformedString,
    Code::UnexpectedCharacter,
    Code::UnknownReference,
    Code::MisplacedProbability,
    Code::BareUnderChance,
    Code::OutOfPlace,
    Code::Unsolvable,
];

/// The examples in helps without a fix that leave as many errors wherever a reader would write them.
fn useless_examples(text: &str) -> Vec<String> {
    let before = errors(text);
    let mut useless = Vec::new();
    for error in before.iter().filter(|error| error.fix.is_none() && !ELSEWHERE.contains(&error.code)) {
        for help in error.notes.iter().filter(|note| note.is_help()).map(Note::text) {
            let Some((_, shown)) = help.split_once("write ") else { continue };
            let helps = |shown: &str| {
                let written = shown.replace('…', "3, 5");
                readings(text, error, shown).iter().any(|place| {
                    let after = format!("{} {written} {}", &text[..place.start], &text[place.end..]);
                    let stage = error.code.stage();
                    up_to(stage, &errors(&after)) < up_to(stage, &before)
                })
            };
            let shown = shown.split('`').skip(1).step_by(2).filter(|shown| shown.len() > 1 && !helps(shown));
            useless.extend(shown.map(|shown| format!("{} {}: `{shown}` does not help", error.code, error.message)));
        }
    }
    useless
}

/// Where a reader may write what a help shows: before the marked text, after it, or instead of it; or instead of the
/// word before it, its line, everything up to the end of a bracket, or the text that begins with the same word.
fn readings(text: &str, error: &Diagnostic, shown: &str) -> Vec<Range<usize>> {
    let Range { start, end } = error.primary.span.range();
    let line_start = text[..start].rfind(LINE_ENDS).map_or(0, |newline| newline + 1);
    let line_end = text[end..].find(LINE_ENDS).map_or(text.len(), |newline| end + newline);
    let first = shown.split_whitespace().next().map_or("", |word| if word.starts_with('[') { "[" } else { word });
    let alike = text[line_start..line_end].find(first).map_or(start, |at| line_start + at);
    let as_many = text[alike..].split_inclusive(' ').take(shown.split(' ').count()).map(str::len).sum::<usize>();
    let word_start = text[..start].trim_end().rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
    let bracket_end = text[end..].find(']').map_or(end, |bracket| end + bracket + 1);
    let labels = error.secondary.iter().flat_map(|label| {
        let range = label.span.range();
        [range.clone(), range.start..start.max(range.start)]
    });
    let places = [
        start..end,
        start..start,
        end..end,
        line_start..line_end,
        start..line_end,
        word_start..start,
        word_start..end,
        start..bracket_end,
        alike..alike + as_many,
        alike..end.max(alike),
    ];
    places.into_iter().chain(labels).collect()
}

#[test]
fn what_a_help_shows_for_a_missing_word_leaves_fewer_errors() {
    let mut told = Vec::new();
    for path in files::below(&["examples"], "tree") {
        let text = files::read(&path);
        for slip in slips(&text).iter().filter(|slip| slip.what.ends_with("deleted")) {
            let useless = useless_examples(&slip.text);
            told.extend(useless.into_iter().map(|fault| format!("{}: {}: {fault}", path.display(), slip.what)));
        }
    }
    assert!(told.is_empty(), "{}:\n{}", told.len(), told.join("\n"));
}

#[test]
fn what_a_help_shows_for_a_fixture_leaves_fewer_errors() {
    let faults = |path: &PathBuf| {
        let useless = useless_examples(&files::read(path));
        useless.into_iter().map(|fault| format!("{}: {fault}", path.display())).collect::<Vec<String>>()
    };
    let told: Vec<String> = files::below(&["tests/fixtures"], "tree").iter().flat_map(faults).collect();
    assert!(told.is_empty(), "{}:\n{}", told.len(), told.join("\n"));
}

#[test]
fn advice_for_a_slip_in_an_example_leaves_fewer_errors() {
    let mut told = Vec::new();
    let mut tried = 0;
    for path in files::below(&["examples"], "tree") {
        let text = files::read(&path);
        for slip in slips(&text) {
            tried += 1;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            told.extend(faults(&slip.text).into_iter().map(|fault| format!("{name}: {}: {fault}", slip.what)));
        }
    }
    assert!(tried > 5000, "only {tried} slips: are the examples there?");
    assert!(told.is_empty(), "{} of {tried} slips:\n{}", told.len(), told.join("\n"));
}

#[test]
fn advice_for_a_fixture_leaves_fewer_errors() {
    let paths = files::below(&["tests/fixtures"], "tree");
    let told: Vec<String> = paths
        .iter()
        .flat_map(|path| {
            faults(&files::read(path)).into_iter().map(move |fault| format!("{}: {fault}", path.display()))
        })
        .collect();
    assert!(told.is_empty(), "{} faults:\n{}", told.len(), told.join("\n"));
}
