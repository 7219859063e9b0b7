//! Typical mistakes of beginners, one in each file: `tests/fixtures/beginner/NAME.tree`, with the file as it was meant
//! beside it in `NAME.fixed`. One finding reports the mistake, and its fix corrects the file.

mod files;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gametree::convert::check;
use gametree::diagnostic::{Diagnostic, Severity};
use gametree::model::Defaults;
use gametree::syntax::tokens;

/// Files with more than one finding, or with a fix that is missing or not enough; each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("ascii-art-tree", "a drawing is not read; the help shows how a tree is written"),
    ("bare-brace-under-chance", "who moves, only the author knows; both words are offered"),
    ("bare-root-meant-as-min", "two claims are wrong; the first says that one cause explains them"),
    ("bom-in-the-middle", "read as it is meant"),
    ("bound-written-as-value", "the right value and the right bound are both told"),
    ("claims-on-wrong-nodes", "two claims are wrong"),
    ("double-braces-add-a-level", "three claims are wrong; each finding says what the inner braces do"),
    ("duplicate-label", "which label is meant, only the author knows"),
    ("mark-before-leaf", "a warning, too, for the leaf that lacks its mark; the fix fixes both"),
    ("negamax-signs", "two claims are wrong; the first says that one cause explains them"),
    ("no-break-space-in-head", "read as it is meant"),
    ("nothing-is-indented", "without indentation, only the author knows where the brace belongs"),
    ("probabilities-sum-to-more", "which probability is wrong, only the author knows"),
    ("question-text-inside-node", "a warning; where the question belongs, only the author knows"),
    ("swapped-min-and-max", "four claims are wrong; the first says that one cause explains them"),
    ("thousands-comma", "a thousand or a decimal: both are offered"),
];

fn folder() -> Vec<PathBuf> {
    files::below(&["tests/fixtures/beginner"], "tree")
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn findings(text: &str) -> Vec<Diagnostic> {
    check(text, &Defaults::default(), usize::MAX).findings
}

/// The tokens of a text, without the `///` lines.
fn words(text: &str) -> Vec<&str> {
    tokens(text).map(|(_, span)| span.of(text)).filter(|word| !word.starts_with("///")).collect()
}

/// What is wrong with the report of a file.
fn fault(path: &Path) -> Option<String> {
    let text = files::read(path);
    let meant = files::read(&path.with_extension("fixed"));
    let told = findings(&text);
    let [finding] = &told[..] else {
        return Some(format!("{} findings: {}", told.len(), messages(&told)));
    };
    let Some(fix) = &finding.fix else { return Some(format!("no fix: {}", finding.message)) };
    let fixed = fix.applied_to(&text);
    let errors: Vec<Diagnostic> =
        { findings(&fixed) }.into_iter().filter(|one| one.severity == Severity::Error).collect();
    if !errors.is_empty() {
        return Some(format!("`{}` leaves: {}", fix.title, messages(&errors)));
    }
    (words(&fixed) != words(&meant)).then(|| format!("`{}` makes another file of it:\n{fixed}", fix.title))
}

fn messages(findings: &[Diagnostic]) -> String {
    findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect::<Vec<_>>().join("; ")
}

#[test]
fn one_finding_tells_the_mistake_and_its_help_fixes_it() {
    let faults: Vec<(String, String)> = folder().iter().filter_map(|path| Some((name(path), fault(path)?))).collect();
    let excepted: BTreeSet<&str> = EXCEPTIONS.iter().map(|(file, _)| *file).collect();
    let listed: Vec<String> = faults
        .iter()
        .filter(|(file, _)| !excepted.contains(file.as_str()))
        .map(|(file, fault)| format!("{file}: {fault}"))
        .collect();
    assert!(listed.is_empty(), "{} files:\n{}", listed.len(), listed.join("\n"));
    let faulty: BTreeSet<&str> = faults.iter().map(|(file, _)| file.as_str()).collect();
    let fixed: Vec<&&str> = excepted.iter().filter(|file| !faulty.contains(**file)).collect();
    assert!(fixed.is_empty(), "no exceptions any more: {fixed:?}");
}

#[test]
fn what_was_meant_is_right() {
    for path in folder() {
        let meant = files::read(&path.with_extension("fixed"));
        let errors = findings(&meant).into_iter().filter(|finding| finding.severity == Severity::Error);
        let errors: Vec<Diagnostic> = errors.collect();
        assert!(errors.is_empty(), "{}: {}", name(&path), messages(&errors));
    }
}

#[test]
fn there_are_a_hundred_of_them() {
    assert!(folder().len() >= 100, "only {}", folder().len());
}
