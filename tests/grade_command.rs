//! The command that grades: its results, statuses and files.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

const EXERCISE: &str = "tree \"t\" { reveal answers max A = 5 worth 2 plays b worth 1 { a: 3, b: 5 } }\n";
const RIGHT: &str = "tree \"t\" { max A = 5 plays b { a: 3, b: 5 } }\n";
const HALF: &str = "tree \"t\" { max A = 5 plays a { a: 3, b: 5 } }\n";

/// A class with all sorts of submissions.
fn class(name: &str) -> Folder {
    let files = [
        ("hw.tree", EXERCISE),
        ("in/4711.tree", RIGHT),
        ("in/4712.tree", HALF),
        ("in/4713.tree", ""),
        ("in/=cmd.tree", RIGHT),
        ("in/bent.tree", "tree \"t\" { max A = 5 plays nowhere { a: 3, b: 5 "),
    ];
    Folder::new(name, &files)
}

#[test]
fn every_submission_has_a_row_in_the_order_of_ids() {
    let graded = class("grade-csv").run(&["grade", "hw.tree", "in", "--format", "csv"]);
    let expected = "\
id,name,status,marks,worth,mistakes,reason,1.1 A: value,1.2 A: move
4711,,graded,3,3,0,,2,1
4712,,graded,2,3,1,,2,0
4713,,empty,0,3,0,1 missing tree,0,0
'=cmd,,graded,3,3,0,,2,1
bent,,graded,2,3,0,2 findings,2,0
";
    assert_eq!((graded.out.as_str(), graded.status), (expected, Some(1)), "{}", graded.err);
}

#[test]
fn results_do_not_depend_on_how_many_are_graded_at_a_time() {
    let folder = class("grade-jobs");
    for format in ["human", "markdown", "csv", "json", "jsonl"] {
        let one = folder.run(&["grade", "hw.tree", "in", "--format", format, "--jobs", "1"]);
        let many = folder.run(&["grade", "hw.tree", "in", "--format", format, "--jobs", "4"]);
        assert_eq!(one.out, many.out, "{format}");
        assert!(one.out.contains("4712"), "{format}");
    }
}

#[test]
fn json_has_the_marks_of_each_question() {
    let folder = class("grade-json");
    let json = folder.run(&["grade", "hw.tree", "in/4712.tree", "--format", "json"]).json();
    assert_eq!(json["exercises"], serde_json::json!([{ "exercise": "hw", "worth": "3" }]));
    let submission = &json["submissions"][0];
    let graded = &submission["exercises"][0]["graded"];
    assert_eq!(
        (&submission["id"], &submission["marks"], &submission["worth"]),
        (&"4712".into(), &"2".into(), &"3".into())
    );
    assert_eq!((&graded["marks"], &graded["worth"]), (&"2".into(), &"3".into()));
    let plays = &graded["trees"][0]["questions"][1];
    assert_eq!((&plays["id"], &plays["marks"]), (&"1.2".into(), &"0".into()));
    let item = &plays["items"][0];
    assert_eq!((&item["verdict"], &item["answer"], &item["expected"]), (&"wrong".into(), &"a".into(), &"b".into()));
    assert_eq!(item["start"]["column"], 28);
}

#[test]
fn each_student_gets_a_file_with_a_safe_name() {
    let folder = class("grade-reports");
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--reports", "out"]);
    let mut names: Vec<String> =
        fs::read_dir(folder.0.join("out")).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("_cmd-")), "{names:?}");
    let report = fs::read_to_string(folder.0.join("out/4712.md")).unwrap();
    assert!(report.starts_with("# 4712  2 of 3 marks, 1 mistake\n"), "{report}");
    // A later run replaces its own files and no others.
    let again = |kind: &str| folder.run(&["grade", "hw.tree", "in", "--format", "csv", kind, "out"]);
    fs::write(folder.0.join("out/4712.md"), report.replace("2 of 3", "1 of 3")).unwrap();
    assert_ne!(again("--reports").status, Some(2));
    assert_eq!(fs::read_to_string(folder.0.join("out/4712.md")).unwrap(), report);
    for (kind, name) in [("--reports", "out/4712.md"), ("--html", "out/4712.html")] {
        fs::write(folder.0.join(name), "my own notes").unwrap();
        let run = again(kind);
        assert_eq!(run.status, Some(2), "{kind}");
        assert!(
            run.err.contains("is not feedback on this student from `gametree grade`, so it was not overwritten"),
            "{}",
            run.err
        );
        assert_eq!(fs::read_to_string(folder.0.join(name)).unwrap(), "my own notes");
    }
}

#[test]
fn the_teacher_chooses_how_much_feedback_tells() {
    let folder = class("grade-feedback");
    let told = |level: &str| folder.run(&["grade", "hw.tree", "in/4712.tree", "--feedback", level]).out;
    assert!(told("full").contains("the right answer is `b`"));
    assert!(told("hints").contains("✗ A: move: `a`") && !told("hints").contains("right answer is"));
    assert!(told("score").contains("A: move: 0 of 1") && !told("score").contains('✗'));
    assert_eq!(told("none"), "4712  2 of 3 marks, 1 mistake\n\n");
    let json = |level: &str| folder.run(&["grade", "hw.tree", "in", "--format", "json", "--feedback", level]).out;
    assert_eq!(json("none"), json("full"), "programs get everything");
}

#[test]
fn an_exercise_with_errors_grades_nothing() {
    let folder = Folder::new("grade-wrong-key", &[("hw.tree", "max A = 4 worth 1 { 3, 5 }"), ("in/1.tree", RIGHT)]);
    let graded = folder.run(&["grade", "hw.tree", "in"]);
    assert_eq!((graded.status, graded.out.as_str()), (Some(2), ""));
    assert!(graded.err.contains("A is worth 5, not 4") && graded.err.contains("nothing was graded"), "{}", graded.err);
}

#[test]
fn everyone_on_the_roster_is_in_the_results() {
    let folder = class("grade-roster");
    fs::write(folder.0.join("class.csv"), "id,name\n4711,Ada\n9999,Alan\n").unwrap();
    let graded = folder.run(&["grade", "hw.tree", "in", "--roster", "class.csv", "--format", "csv"]);
    assert!(graded.out.contains("\n4711,Ada,graded,3,3,0,,2,1\n"), "{}", graded.out);
    assert!(graded.out.contains("\n9999,Alan,missing,,3,,"), "{}", graded.out);
}

#[test]
fn a_submission_that_needs_a_look_sets_the_exit_status() {
    let files = [("hw.tree", EXERCISE), ("in/1/a.tree", RIGHT), ("in/1/b.tree", HALF), ("in/2/a.tree", RIGHT)];
    let folder = Folder::new("grade-several", &files);
    let graded = folder.run(&["grade", "hw.tree", "in", "--format", "csv"]);
    assert_eq!(graded.status, Some(1));
    assert!(graded.out.contains("1,,several,"), "{}", graded.out);
    assert!(graded.err.contains("1 submission needs a look"), "{}", graded.err);
}
