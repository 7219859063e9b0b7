//! The course in `examples/course`: its keys are right, and its sheets, marks and feedback are what the commands of
//! `docs/grading.md` write. `UPDATE_COURSE=1 cargo test --test course` writes them.

#![cfg(feature = "cli")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn course() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/course")
}

/// Runs the command in the folder of the course; returns what it prints. The exit status must be 0, or 1 if it reports something.
fn run(arguments: &[&str], reported: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gametree")).args(arguments).current_dir(course()).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), reported, "{arguments:?}");
    assert_eq!(output.status.code(), Some(i32::from(!reported.is_empty())), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The files of a folder by name.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let file =
        |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap());
    entries.map(file).collect()
}

/// The folder of results that a test may write.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Compares a folder of the course with what was written now, or replaces it.
fn assert_same(written: &Path, kept: &str) {
    let kept = course().join(kept);
    if env::var_os("UPDATE_COURSE").is_some() {
        let _ = fs::remove_dir_all(&kept);
        fs::create_dir_all(&kept).unwrap();
        for (name, text) in files(written) {
            fs::write(kept.join(name), text).unwrap();
        }
    }
    assert_eq!(files(written), files(&kept));
}

#[test]
fn the_keys_are_right_and_raise_no_warning() {
    let checked = run(&["check", "exercises", "--reveal"], "");
    assert!(checked.starts_with("nothing wrong"), "{checked}");
}

#[test]
fn the_sheets_are_those_of_the_exercises() {
    let folder = scratch("course-sheets");
    run(&["sheet", "--all", "exercises", "--output", folder.to_str().unwrap()], "");
    assert_same(&folder, "sheets");
}

#[test]
fn the_marks_and_the_feedback_are_those_of_the_submissions() {
    let feedback = scratch("course-feedback");
    let grade = ["grade", "exercises", "submissions", "--format", "csv", "--reports", feedback.to_str().unwrap()];
    let marks = run(&grade, "gametree: 2 submissions need a look; the results say why\n");
    let kept = course().join("marks.csv");
    if env::var_os("UPDATE_COURSE").is_some() {
        fs::write(&kept, &marks).unwrap();
    }
    assert_eq!(marks, fs::read_to_string(&kept).unwrap());
    assert_same(&feedback, "feedback");
}

/// Every student but the first makes another kind of mistake.
#[test]
fn the_submissions_are_of_many_kinds() {
    let feedback = files(&course().join("feedback"));
    assert!(feedback.len() >= 8, "{}", feedback.len());
    for sign in ["✓", "✗", "↪", "○", "Looks like", "! the tree was changed", "! line "] {
        assert!(feedback.values().any(|text| text.contains(sign)), "no feedback has `{sign}`");
    }
}
