//! Many files at a time: however many work on them, what is written is the same.

#![cfg(feature = "cli")]

mod folder;
mod output_formats;

use std::fs;

use folder::{Folder, Run};
use output_formats::output_formats;

/// More files than are worked on before something is written; each is wrong in its own way, some cannot be read.
fn mixed(name: &str) -> Folder {
    let folder = Folder::new(name, &[]);
    for place in 0..600 {
        // Large files among small ones, so that they are not done in the order in which they are taken up.
        let leaves = if place % 50 == 0 { "7 ".repeat(20_000) } else { "7 8".to_string() };
        let text = format!("max A{place} = {place} {{ {leaves} }}\n");
        fs::write(folder.0.join(format!("{place:03}.tree")), text).unwrap();
    }
    fs::write(folder.0.join("123.tree"), [0xff, 0xfe]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.0.join("350.5.tree")).unwrap();
    folder
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    let folder = mixed("many-jobs");
    for format in &output_formats(&folder) {
        let run = |jobs: &str| folder.run(&["check", "--format", format, "--jobs", jobs]);
        let alone: Run = run("1");
        assert_eq!(alone.status, Some(2));
        assert!(alone.err.contains("123.tree: UTF-16"), "{}", alone.err);
        assert_eq!(alone.err.contains("350.5.tree"), cfg!(unix), "{}", alone.err);
        for jobs in ["2", "3", "16"] {
            let together = run(jobs);
            assert_eq!((together.status, &together.err), (alone.status, &alone.err), "{format} {jobs}");
            assert!(together.out == alone.out, "{format} {jobs}: other findings, or another order");
        }
    }
    let given_otherwise = folder.run(&["check", "--format", "short", "599.tree", "001.tree", "300.tree"]);
    let files: Vec<&str> =
        given_otherwise.out.lines().filter_map(|line| line.split_once(':')).map(|(f, _)| f).collect();
    assert_eq!(files, ["599.tree", "001.tree", "300.tree"], "in the order in which they are named");
}

#[test]
fn the_summary_says_what_was_checked() {
    let folder = mixed("many-summary");
    let found = folder.run(&["check", "--format", "json"]).json();
    assert_eq!(found.as_array().unwrap().len(), 598);
    let run = folder.run(&["check", "--format", "short"]);
    let summary = run.out.lines().last().unwrap();
    assert_eq!(summary, "not everything could be read; 598 errors; checked 599 claims in 599 trees of 599 files");
    assert_eq!(run.out.lines().count(), 599);
}

#[test]
fn no_jobs_are_no_jobs() {
    let folder = Folder::new("no-jobs", &[("a.tree", "max { 1 }")]);
    let run = folder.run(&["check", "--jobs", "0"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("--jobs"), "{}", run.err);
}
