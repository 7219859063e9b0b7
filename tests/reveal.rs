//! What the commands show of the answers of a tree that hides them.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

/// A wrong answer in a tree that hides its answers, and the same mistake in one that does not.
const SHEET: &str = "\
tree \"sheet\" { reveal never max A = 4 worth 1 { min B { ?x, 5 } 3 } }
tree \"open\" { max A = 4 worth 1 plays _ { a: 3, b: 5 } }
tree \"key\" { max A = 4 { 3, 5 } }
";

#[test]
fn check_explains_only_what_is_not_hidden() {
    let folder = Folder::new("reveal", &[("sheet.tree", SHEET)]);
    let checked = folder.run(&["check", "sheet.tree", "--format", "short"]);
    assert_eq!(checked.status, Some(1), "the key is wrong");
    assert_eq!(checked.out.matches("not 4").count(), 1, "{}", checked.out);
    assert!(checked.out.contains("sheet.tree:1:35: note[N0702]"), "{}", checked.out);
    let revealed = folder.run(&["check", "sheet.tree", "--format", "short", "--reveal"]);
    assert_eq!(revealed.out.matches("E0301").count() + revealed.out.matches("E0313").count(), 3, "{}", revealed.out);
}

#[test]
fn fix_writes_no_hidden_answer() {
    let folder = Folder::new("reveal-fix", &[("sheet.tree", SHEET)]);
    folder.run(&["check", "--fix", "sheet.tree"]);
    let fixed = fs::read_to_string(folder.0.join("sheet.tree")).unwrap();
    assert_eq!(fixed, SHEET.replace("\"key\" { max A = 4", "\"key\" { max A = 5"));
}

#[test]
fn other_commands_say_in_a_line_that_answers_are_hidden() {
    let folder = Folder::new("reveal-eval", &[("sheet.tree", SHEET)]);
    let hidden = "sheet.tree:1: this tree hides its answers; --reveal shows them";
    for command in ["eval", "solve"] {
        let run = folder.run(&[command, "sheet.tree", "--tree", "sheet"]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{command}");
        assert!(run.err.contains(hidden), "{command}: {}", run.err);
        let revealed = folder.run(&[command, "sheet.tree", "--tree", "sheet", "--reveal"]);
        assert!(revealed.out.starts_with("sheet"), "{command}: {}", revealed.out);
    }
    let trace = folder.run(&["trace", "sheet.tree", "--tree", "sheet"]);
    assert_eq!((trace.status, trace.out.as_str()), (Some(1), ""));
    assert!(trace.err.contains(hidden), "{}", trace.err);
    let json = folder.run(&["eval", "sheet.tree", "--format", "json"]).json();
    assert_eq!(json[0]["trees"].as_array().unwrap().len(), 1, "only the key is in it: {json}");
}

#[test]
fn what_an_exercise_can_diagnose_is_said_only_if_answers_are_shown() {
    let exercise = "max A = 3 worth 1 { min B { 3, 5 } min C { 2, 8 } } ask windows ask pruned";
    let folder = Folder::new("reveal-diagnosis", &[("sheet.tree", &format!("tree {{ {exercise} }}"))]);
    let check = ["check", "sheet.tree", "--warn", "diagnosis", "--format", "short"];
    let hidden = folder.run(&check);
    assert!(!hidden.out.contains("W0513"), "{}", hidden.out);
    let revealed = folder.run(&[&check[..], &["--reveal"]].concat());
    assert!(revealed.out.contains("W0513"), "{}", revealed.out);
}
