//! Advice can be taken to the letter: a change that a finding proposes, made as it is proposed, leaves fewer errors in the
//! text. Tried on every fixture, and on every example with one word or sign deleted, doubled or exchanged with the next.

mod files;
mod slips;

use gametree::check::check;
use gametree::diagnostic::{Diagnostic, Severity, Stage};
use gametree::model::Defaults;
use slips::slips;

fn errors(text: &str) -> Vec<Diagnostic> {
    let findings = check(text, &Defaults::default(), usize::MAX).findings;
    findings.into_iter().filter(|finding| finding.severity == Severity::Error).collect()
}

/// How many errors there are of a stage and of those before it. What comes later may come to light only now.
fn up_to(stage: Stage, errors: &[Diagnostic]) -> usize {
    errors.iter().filter(|error| error.code.stage() <= stage).count()
}

/// What is wrong with the advice for a text.
fn faults(text: &str) -> Vec<String> {
    let before = errors(text);
    let advised = before.iter().filter_map(|error| Some((error, error.fix.as_ref()?)));
    // A question is no order: the word that was probably meant may be wrong at its place, too.
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
