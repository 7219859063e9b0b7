//! The scripts in `docs/scale.md`, run with real processes: each gives the table that one run gives.

#![cfg(all(feature = "cli", unix))]

mod folder;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use folder::Folder;

const EXERCISE: &str = "tree { reveal answers max A = 5 worth 2 plays b worth 1 { a: 3, b: 5 } }\n";

/// The script that the page calls by this name.
fn script(name: &str) -> String {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scale.md")).unwrap();
    let (_, script) = page.split_once(&format!("```sh {name}\n")).unwrap();
    script.split_once("```").unwrap().0.to_string()
}

fn class(name: &str) -> Folder {
    let folder = Folder::new(name, &[("hw1.tree", EXERCISE)]);
    fs::create_dir(folder.0.join("submissions")).unwrap();
    for student in 0..40 {
        let text = format!("tree {{ max A = {} plays {} {{ a: 3, b: 5 }} }}", student % 7, ["a", "b"][student % 2]);
        fs::write(folder.0.join(format!("submissions/{student:02}.tree")), text).unwrap();
    }
    // It needs a look, so one part ends with status 1.
    fs::write(folder.0.join("submissions/bad.tree"), b"\xff\xff").unwrap();
    folder
}

/// Runs a script in a folder, with `gametree` on the path.
fn run(folder: &Folder, script: &str, variable: Option<(&str, String)>) -> i32 {
    let program = Path::new(env!("CARGO_BIN_EXE_gametree")).parent().unwrap();
    let mut path = OsString::from(program);
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.current_dir(&folder.0).env("PATH", path).envs(variable).args(["-c", script]);
    command.status().unwrap().code().unwrap()
}

fn merged(folder: &Folder) {
    let whole = folder.run(&["grade", "hw1.tree", "submissions", "--format", "csv"]);
    assert_eq!((whole.out.lines().count(), whole.status), (42, Some(1)), "{}", whole.err);
    let marks = fs::read_to_string(folder.0.join("marks.csv")).unwrap();
    assert!(marks == whole.out, "{marks}");
}

const MERGE: &str = "gametree grade --merge part-*.jsonl --format csv --output marks.csv";

#[test]
fn processes_of_a_shell_grade_a_part_each() {
    let folder = class("scale-shell");
    assert_eq!(run(&folder, &script("shell.sh"), None), 1);
    merged(&folder);
    assert!(folder.0.join("class.html").exists());
}

#[test]
fn tasks_of_an_array_grade_a_part_each() {
    let folder = class("scale-array");
    let script = script("slurm.sh");
    for task in 1..=16 {
        assert_eq!(run(&folder, &script, Some(("SLURM_ARRAY_TASK_ID", task.to_string()))), 0);
    }
    assert_eq!(run(&folder, MERGE, None), 1);
    merged(&folder);
}

#[test]
fn pods_of_an_indexed_job_grade_a_part_each() {
    let folder = class("scale-pods");
    let script = script("grade-part.sh");
    for index in 0..16 {
        assert_eq!(run(&folder, &script, Some(("JOB_COMPLETION_INDEX", index.to_string()))), 0);
    }
    assert_eq!(run(&folder, MERGE, None), 1);
    merged(&folder);
}
