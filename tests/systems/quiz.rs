//! Moodle quizzes: what each question becomes, and which have no blank. A reader of such quizzes is in `tests/foreign`.

use std::fs;

use crate::folder::{Folder, Run};

const ALL: &str = r#"
tree "all: {1:SA:=x} ]]> <b>" {
    max A = _ plays _ {
        left: min B = _ [_, inf] { 3, 5 }
        right: min "C}~#" [_, _] <= _ { 2, 8 }
        min D { 1, min E { 7, 9 } }
    }
    ask windows
    ask plays
    ask pruned
    expect value ~ _ worth 1/2
    expect leaves = _
    expect fewest = _
    expect line _
    expect visits _
    expect enters _
}
"#;
const CHANCE: &str = r#"tree { max A { chance { 1/3: 10, 2/3: 0 } 3 } ask values }"#;

/// Makes a quiz of an exercise; returns the run, and what was written, without pictures.
fn quiz(name: &str, exercise: &str, settings: &str) -> (Run, String, String) {
    let folder = Folder::new(&format!("quiz-{name}"), &[("hw.tree", exercise), ("gametree.toml", settings)]);
    let run = folder.run(&["course", "moodle-quiz", "hw.tree", "--output", "out"]);
    let read = |name: &str| fs::read_to_string(folder.0.join("out").join(name)).unwrap_or_default();
    let xml: String =
        read("hw.xml").lines().filter(|line| !line.contains("</file>")).map(|line| format!("{line}\n")).collect();
    (run, xml, read("README.md"))
}

#[test]
fn each_question_becomes_blanks() {
    let (run, xml, readme) = quiz("all", ALL, "");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(format!("{xml}\n{readme}"));
}

#[test]
fn a_number_without_an_end_has_a_tolerance() {
    let (_, xml, _) = quiz("chance", CHANCE, "");
    assert!(xml.contains("round it to 2 places: for 20/3, write 6.67"), "{xml}");
    assert!(xml.contains("{1:NUMERICAL:=3.3333:0.005~"), "{xml}");
    // The value of A under the wrong rule that ignores the probabilities is 5.
    assert!(xml.contains("~5:0#A wrong rule gives this answer: “a chance node takes the plain mean”"), "{xml}");
}

#[test]
fn marks_are_made_whole() {
    let thirds = "tree { max A { min B { 1, 2 } min C { 3, 4 } } ask values worth 1/2 expect leaves = _ }";
    let (_, xml, readme) = quiz("whole", thirds, "");
    assert_eq!(xml.matches("{1:NUMERICAL").count(), 3);
    assert!(xml.contains("{6:NUMERICAL"), "{xml}");
    assert!(readme.contains("| hw | 1.5 | 9 |") && readme.contains("6 times the marks of the exercise"), "{readme}");
    let primes =
        ["1/97", "1/89", "1/83", "7"].map(|worth| format!("tree {{ max {{ 1, 2 }} expect leaves = _ worth {worth} }}"));
    let (_, _, readme) = quiz("rounded", &primes.concat(), "");
    assert!(readme.contains("rounded") && readme.contains("| hw: tree 3 |"), "{readme}");
    assert!(readme.contains("| hw: tree 4 | 7 | 99517 |"), "{readme}");
}

#[test]
fn feedback_is_what_the_grading_allows() {
    for settings in ["[grade]\nfeedback = \"score\"\n", "[grade]\nmisconceptions = false\n"] {
        let (run, xml, _) = quiz("feedback", ALL, settings);
        assert!(run.status == Some(0) && !xml.contains("wrong rule"), "{xml}");
    }
}

#[test]
fn what_has_no_blank_is_refused() {
    let refused = |exercise: &str, words: &str| {
        let (run, xml, _) = quiz("refused", exercise, "");
        assert!(run.status == Some(2) && xml.is_empty(), "{exercise}");
        assert!(run.err.contains(words), "{}", run.err);
    };
    refused("tree { max { ?x, 3 } expect value = 3 expect ?x in _ }", "a set can be written in too many ways");
    refused("tree { max { _, 3 } expect value = 3 }", "write a number into each empty leaf");
    refused("tree { max A { min = _ { ?x, 3 } 5 } }", "its tree has unknown leaves");
    refused("tree { max { min { 1 } min { 2 } } expect line _ }", "no name of its own");
    let ties = format!("tree {{ max {{ {} }} expect line _ }}", ["min { 1, 1, 1, 1, 1 }"; 5].join(" "));
    refused(&ties, "too many different lines are right");
    refused("tree { max A = _ { 1, 2 } ask values }", "it applies to no node");
    refused("tree { chance A { 3, 5 } expect line _ }", "would be empty");
    refused("tree { max A { min \" \" { 1 } min B { 2 } } ask plays }", "would be empty");
    refused("tree { max A = _ { chance { 1/3: 1/1000000000000, 2/3: 0 } } }", "so many digits");
}

#[test]
fn answers_are_those_that_students_write() {
    let hard = "tree { search fail-hard max A { min B { 3, 5 } min C { 8, 2 } } ask returns }";
    let (_, xml, _) = quiz("hard", hard, "");
    assert!(xml.contains("{1:SHORTANSWER:=≤ 3~=≤ 3.0~"), "fail-hard moves the 2: {xml}");
    assert!(xml.contains("(nothing else)"), "the length of a field must tell nothing: {xml}");
    let lists = "tree { max \"go, there\" { a: 10/3, \"B\\u{1}\": -4 } expect enters _ expect visits _ }";
    let (_, xml, _) = quiz("lists", lists, "");
    assert!(xml.contains("SHORTANSWER_C:=") && !xml.contains('\u{1}'), "{xml}");
    assert!(xml.contains("=10/3, -4~") && xml.contains("=10/3 −4"), "{xml}");
    let (_, xml, _) = quiz("end", "tree { max A { min B { 3, 5 } min C [_, _] { 2, 8 } } }", "");
    for way in ["=3~", "=3.0~", "=+3~"] {
        assert!(xml.contains(way), "{way}: {xml}");
    }
}

#[test]
fn a_quiz_runs_no_command() {
    let folder = Folder::new("quiz-command", &[("hw.tree", CHANCE)]);
    let run = folder.run(&["course", "moodle-quiz", "hw.tree", "--output", "out", "--command", "hw.tree"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("leave out --command"), "{}", run.err);
}
