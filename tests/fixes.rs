//! Every fix does what it says: applied to its fixture, the finding is gone, and no new error of syntax or structure
//! comes in its place.

mod levels;

use std::fs;
use std::path::PathBuf;

use gametree::check::check;
use gametree::diagnostic::{Diagnostic, Fix};
use levels::levels;

#[test]
fn every_fix_mends_its_finding() {
    let mut faults = Vec::new();
    let mut applied = 0;
    for path in fixtures() {
        let text = fs::read_to_string(&path).unwrap();
        let before = findings(&text);
        for finding in &before {
            let Some(fix) = &finding.fix else { continue };
            applied += 1;
            let after = findings(&apply(&text, fix));
            if let Some(fault) = fault(&before, finding, &after) {
                faults.push(format!("{}: {} `{}`: {fault}", path.display(), finding.code, fix.title));
            }
        }
    }
    assert!(applied > 150, "only {applied} fixes: are the fixtures there?");
    assert!(faults.is_empty(), "{} of {applied} fixes:\n{}", faults.len(), faults.join("\n"));
}

fn fixtures() -> Vec<PathBuf> {
    let areas = fs::read_dir("tests/fixtures").unwrap().map(|area| area.unwrap().path());
    let mut files: Vec<PathBuf> =
        areas.flat_map(|area| fs::read_dir(area).unwrap().map(|file| file.unwrap().path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tree"));
    files.sort();
    files
}

fn findings(text: &str) -> Vec<Diagnostic> {
    check(text, &levels(text), usize::MAX).findings
}

fn apply(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut mended = text.to_string();
    for edit in edits {
        mended.replace_range(edit.span.range(), &edit.text);
    }
    mended
}

/// What is wrong after a fix: as many findings like the mended one as before, or more errors about the text itself.
fn fault(before: &[Diagnostic], mended: &Diagnostic, after: &[Diagnostic]) -> Option<String> {
    let alike = |findings: &[Diagnostic]| {
        let same = |other: &&Diagnostic| other.code == mended.code && other.message == mended.message;
        findings.iter().filter(same).count()
    };
    let structural = |findings: &[Diagnostic]| {
        let about_text = |other: &&Diagnostic| other.code.id().starts_with("E01") || other.code.id().starts_with("E02");
        findings.iter().filter(about_text).count()
    };
    if alike(after) >= alike(before) {
        return Some("the finding is still there".to_string());
    }
    let listed = || after.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; ");
    (structural(after) > structural(before)).then(|| format!("new errors: {}", listed()))
}
