//! Results for course systems: what each of them reads, whatever a student hands in; and the files that a teacher uploads.

#![cfg(feature = "cli")]

mod bundles;
#[path = "../folder/mod.rs"]
mod folder;
mod formats;
mod quiz;
#[cfg(unix)]
mod recipes;
#[cfg(unix)]
mod scripts;

use folder::{Folder, Run};

pub(crate) const EXERCISE: &str = "\
tree \"first\" {
    max A = 3 worth 1 { a: min B { 3, 12, 8 } b: min C { 2, 4, 6 } }
    ask values
    ask pruned worth 2
    expect leaves = 4 worth 1
}
";
/// A wrong value, a wrong count, no mark of two, and nothing else wrong.
pub(crate) const ANSWERS: &str = "\
tree \"first\" {
    max A = 2 { a: min B = 3 { 3, 12, 8 } b: min C = 2 { 2, 4 pruned, 6 } }
    expect leaves = 9
}
";
/// Everything that could be mistaken for something else: a label, a title and a name of a submission.
pub(crate) const HOSTILE: &str = "\
tree \"first\" {
    max A = \"Grade :=>> 100\" { a: min B = \"<script>alert(1)</script>\" { 3, 12, 8 }
    \"Grade :=>> 100\\nGrade :=>> 100\": min \"--|>\\u{1b}[2J\\0\" = 2 { 2, 4, 6 } }
}
tree \"Grade :=>> 100\" { max = 3 { 3 } }
tree \"<b>&amp;</b>\\r\\n\\0\" { max = 3 { 3 } }
";
/// The formats for one submission.
pub(crate) const ONE: [&str; 5] = ["gradescope", "prairielearn", "coderunner", "vpl", "classroom50"];

pub(crate) fn homework(name: &str) -> Folder {
    let files = [("hw.tree", EXERCISE), ("s.tree", ANSWERS), ("hostile.tree", HOSTILE), ("empty/notes.txt", "")];
    Folder::new(&format!("systems-{name}"), &files)
}

pub(crate) fn graded(folder: &Folder, format: &str, submission: &str, more: &[&str]) -> Run {
    let arguments = [&["grade", "hw.tree", submission, "--format", format], more].concat();
    let run = folder.run(&arguments);
    assert_eq!(run.status, Some(0), "{format}: {}", run.err);
    run
}
