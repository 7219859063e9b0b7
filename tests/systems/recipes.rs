//! The recipes of `docs/courses.md`, run.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::folder::{Folder, Run};
use crate::homework;
use crate::scripts::read;

/// The block of code below a heading of `docs/courses.md`.
fn recipe(heading: &str) -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/courses.md")).unwrap();
    let (_, section) = page.split_once(&format!("## {heading}\n")).expect("this section");
    let (_, block) = section.split_once("\n```").expect("a block");
    let (_, block) = block.split_once('\n').unwrap();
    block.split_once("\n```").unwrap().0.to_string() + "\n"
}

/// Runs a recipe with the command that is tested, and with these other programs.
fn follow(folder: &Folder, program: &str, text: &str) -> Run {
    let bin = folder.0.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let _ = std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gametree"), bin.join("gametree"));
    fs::copy(folder.0.join("hw.tree"), folder.0.join("hw1.tree")).unwrap();
    fs::copy(folder.0.join("s.tree"), folder.0.join("answers.tree")).unwrap();
    fs::write(folder.0.join("recipe"), text).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(program);
    Run::new(command.arg("recipe").current_dir(&folder.0).env("PATH", path).output().unwrap())
}

#[test]
fn codegrade_gets_a_fraction() {
    let folder = homework("codegrade");
    let run = follow(&folder, "bash", &format!("exec 3>points\n{}", recipe("CodeGrade")));
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(read(&folder, "points"), "{\"tag\": \"points\", \"points\": \"2/5\"}\n");
}

/// What Autolab does to the last line before it reads it: each word before a colon is put in quotation marks.
fn quoted_words(line: &str) -> String {
    let mut quoted = String::new();
    let mut word = String::new();
    for character in line.chars() {
        match character {
            it if it.is_ascii_alphanumeric() => word.push(it),
            ':' if !word.is_empty() => quoted += &format!("\"{}\":", std::mem::take(&mut word)),
            it => quoted += &format!("{}{it}", std::mem::take(&mut word)),
        }
    }
    quoted + &word
}

#[test]
fn autolab_reads_the_last_line() {
    assert_eq!(quoted_words("{\"Ex1: values\": 2}"), "{\"\"Ex1\": values\": 2}", "the trap");
    let folder = homework("autolab");
    let run = follow(&folder, "python3", &recipe("Autolab"));
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let scores: Value = serde_json::from_str(&quoted_words(lines[lines.len() - 1])).unwrap();
    assert_eq!(scores, json!({ "scores": { "Game trees": 2 } }));
    let table: Value = serde_json::from_str(lines[lines.len() - 2]).unwrap();
    assert_eq!(table["Results"]["first / ask values"]["passed"], json!(true));
    assert_eq!(table["Results"]["first / A value"]["passed"], json!(false));
}

#[test]
fn inginious_gets_a_grade_and_a_literal_block() {
    let folder = homework("inginious");
    fs::create_dir(folder.0.join("bin")).unwrap();
    for name in ["feedback-result", "feedback-grade", "feedback-msg"] {
        let path = folder.0.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\nprintf '%s\\n' \"{name} $*\" >> said\n")).unwrap();
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let run = follow(&folder, "bash", &recipe("INGInious"));
    assert_eq!(run.status, Some(0), "{}", run.err);
    let said = read(&folder, "said");
    assert!(
        said.starts_with("feedback-result success\nfeedback-grade 40.0\nfeedback-msg -m ::\n\n    answers  2 of 5"),
        "{said}"
    );
    let block = said.split_once("::\n").unwrap().1;
    assert!(block.lines().all(|line| line.is_empty() || line.starts_with("    ")), "{said}");
}

#[test]
fn nbgrader_takes_the_number_at_the_end() {
    let folder = homework("nbgrader");
    let cell = recipe("nbgrader");
    let (body, last) = cell.trim_end().rsplit_once('\n').unwrap();
    let run = follow(&folder, "python3", &format!("{body}\nprint('the result:', {last})\n"));
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "anything on standard error gives no marks");
    assert!(run.out.ends_with("the result: 2.0\n") && run.out.contains("✗ A: value"), "{}", run.out);
}
