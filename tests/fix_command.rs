//! `check --fix` and `check --diff` with the real binary: what is written, how, and what is not.

mod folder;

use std::fs;

use folder::Folder;

const WRONG: &str = "max A = 4 { 3, 5 }\n";
const RIGHT: &str = "max A = 5 { 3, 5 }\n";
const GUESS: &str = "max A plays a2 { a1: 3 }\n";

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.0.join(name)).unwrap()
}

/// What is in the folder but for the files that were put there.
fn leftovers(folder: &Folder) -> Vec<String> {
    let names = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".gametree-")).collect()
}

#[test]
fn what_is_certain_is_mended_and_the_rest_is_reported() {
    let text = "// = 4\r\nmax A = 4 plays a2 {  a1: { 3, 5 }\ta2: { 2, 8 } }\r\ntree {\r\n  mim B { 1 2 } expect leafs = 9 }";
    let folder = Folder::new("fix", &[("a.tree", text), ("b.tree", GUESS)]);
    let run = folder.run(&["check", "--fix", "--format", "short"]);
    assert_eq!(run.out, "b.tree:1:15: error[E0205]: no move at A is called `a2`\n5 mended, 1 error left; checked 3 claims in 3 trees of 2 files\n");
    assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
    let mended = "// = 4\r\nmax A = 3 plays a1 {  a1: { 3, 5 }\ta2: { 2, 8 pruned } }\r\ntree {\r\n  min B { 1 2 } expect leaves = 2 }";
    assert_eq!(read(&folder, "a.tree"), mended);
    assert_eq!(read(&folder, "b.tree"), GUESS);
    let again = folder.run(&["check", "--fix", "a.tree"]);
    assert_eq!((again.status, again.out.as_str()), (Some(0), "nothing wrong; checked 3 claims in 2 trees of 1 file\n"));
    assert_eq!(leftovers(&folder), [""; 0]);
}

#[test]
fn the_summary_says_how_many_were_mended() {
    let folder = Folder::new("fix-summary", &[("a.tree", WRONG)]);
    let shown = folder.run(&["check", "--diff"]);
    assert_eq!(shown.err, "1 error; 1 can be mended; checked 1 claim in 1 tree of 1 file\n");
    let run = folder.run(&["check", "--fix"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "1 mended, nothing else wrong; checked 1 claim in 1 tree of 1 file\n"));
}

#[test]
fn a_lint_that_is_allowed_is_not_mended() {
    let skips = "max { { 3, 5 } { 2, 8 } }\n";
    let folder = Folder::new("fix-allowed", &[("a.tree", skips)]);
    folder.run(&["check", "--fix", "--allow", "unreachable-cutoff"]);
    assert_eq!(read(&folder, "a.tree"), skips);
    folder.run(&["check", "--fix"]);
    assert_eq!(read(&folder, "a.tree"), "max { { 3, 5 } { 2, 8 pruned } }\n");
}

#[test]
fn findings_past_the_limit_are_mended_too() {
    let folder = Folder::new("fix-limit", &[("a.tree", &format!("max {{ {} }}", "max = 1 { 2 } ".repeat(5000)))]);
    let run = folder.run(&["check", "--fix", "--max-findings", "1"]);
    assert_eq!(run.out, "5000 mended, nothing else wrong; checked 5000 claims in 1 tree of 1 file\n");
}
