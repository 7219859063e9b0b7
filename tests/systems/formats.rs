//! The formats that course systems read.

use std::fs;

use serde_json::{Value, json};

use crate::folder::{Folder, Run};
use crate::{ANSWERS, ONE, graded, homework};

#[test]
fn gradescope_gets_a_test_for_each_question() {
    let result = graded(&homework("gradescope"), "gradescope", "s.tree", &[]).json();
    assert_eq!((&result["score"], &result["output"]), (&json!(2), &json!("2 of 5 marks, 3 mistakes")));
    let tests = result["tests"].as_array().unwrap();
    let rows: Vec<Value> =
        tests.iter().map(|it| json!([it["name"], it["score"], it["max_score"], it["status"]])).collect();
    assert_eq!(
        json!(rows),
        json!([
            ["first / A: value", 0, 1, "failed"],
            ["first / ask values", 1, 1, "passed"],
            ["first / ask pruned", 1, 2, "failed"],
            ["first / leaves", 0, 1, "failed"],
        ])
    );
    assert!(
        tests[0]["output"].as_str().unwrap().starts_with("✗ A: value: `2`; the right answer is `3` (0 of 1)\n    A is")
    );
    assert!(tests.iter().all(|test| test["output_format"] == "text"));
}

#[test]
fn prairielearn_gets_a_share_and_marks_for_every_test() {
    let result = graded(&homework("prairielearn"), "prairielearn", "s.tree", &[]).json();
    assert_eq!((&result["gradable"], &result["score"]), (&json!(true), &json!(0.4)));
    for test in result["tests"].as_array().unwrap() {
        assert!(test["points"].is_number() && test["max_points"].is_number(), "{test}");
    }
}

#[test]
fn prairielearn_counts_no_attempt_for_a_sheet_that_cannot_be_read() {
    let folder = homework("format-errors");
    fs::write(folder.0.join("bent.tree"), ANSWERS.replace("expect leaves = 9", "expect leaves 9")).unwrap();
    fs::write(folder.0.join("bytes.tree"), b"\xff\xfe\xff").unwrap();
    fs::write(folder.0.join("blank.tree"), folder.run(&["sheet", "hw.tree"]).out).unwrap();
    let errors = |submission: &str| {
        let result = graded(&folder, "prairielearn", submission, &[]).json();
        assert_eq!((&result["gradable"], &result["score"]), (&json!(false), &Value::Null));
        result["format_errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    assert!(errors("bent.tree")[0].starts_with("line 3: "), "{:?}", errors("bent.tree"));
    assert!(errors("bytes.tree")[0].starts_with("unreadable: "), "{:?}", errors("bytes.tree"));
    assert_eq!(errors("blank.tree"), ["there are no answers"]);
    assert_eq!(errors("nowhere.tree"), ["unreadable: no file was handed in"]);
    assert!(errors("hostile.tree").iter().all(|line| !line.contains('<')), "{:?}", errors("hostile.tree"));
}

#[test]
fn prairielearn_gets_less_than_a_mebibyte() {
    let leaves = vec!["1"; 2000].join(", ");
    let many = |count: usize| {
        let trees = (0..count).map(|number| format!("tree \"t{number}\" {{ max A = 1 worth 1 {{ {leaves} }} }}\n"));
        trees.collect::<String>()
    };
    let exercise = many(40);
    let answers = exercise.replace("A = 1 worth 1", &format!("A = {}", "9".repeat(30)));
    let folder = Folder::new("systems-mebibyte", &[("hw.tree", &exercise), ("s.tree", &answers)]);
    // Marks set by hand have reasons of any length.
    let rows: String = (1..=40).map(|tree| format!("s,{tree}.1,0,{}\n", "ä".repeat(40_000))).collect();
    fs::write(folder.0.join("by-hand.csv"), format!("id,question,marks,reason\n{rows}")).unwrap();
    let run = graded(&folder, "prairielearn", "s.tree", &["--overrides", "by-hand.csv"]);
    assert!(run.out.len() < 1 << 20 && run.out.len() > 100_000, "{} bytes", run.out.len());
    let tests = run.json()["tests"].as_array().unwrap().clone();
    assert_eq!(tests.len(), 40);
    assert!(tests[0]["message"].as_str().unwrap().ends_with("… (the rest is too long for PrairieLearn)"));
}

#[test]
fn coderunner_gets_only_the_keys_that_it_knows() {
    const KNOWN: [&str; 10] = [
        "fraction",
        "prologuehtml",
        "testresults",
        "columnformats",
        "epiloguehtml",
        "instructorhtml",
        "showdifferences",
        "showoutputonly",
        "graderstate",
        "files",
    ];
    let folder = homework("coderunner");
    for submission in ["s.tree", "hostile.tree", "nowhere.tree", "empty"] {
        let result = graded(&folder, "coderunner", submission, &[]).json();
        assert!(result.as_object().unwrap().keys().all(|key| KNOWN.contains(&key.as_str())), "{result}");
        let rows = result["testresults"].as_array().unwrap();
        assert_eq!(rows[0][0], "iscorrect");
        let columns = result["columnformats"].as_array().unwrap().len();
        assert!(
            rows.iter().all(|row| row.as_array().unwrap().len() == columns + 1),
            "one format for each other column"
        );
        let html = result["prologuehtml"].as_str().unwrap().replace("<p>", "").replace("</p>", "");
        assert!(!html.replace("<pre>", "").replace("</pre>", "").contains('<'), "{html}");
    }
    assert_eq!(graded(&folder, "coderunner", "s.tree", &[]).json()["fraction"], json!(0.4));
    assert_eq!(graded(&folder, "coderunner", "nowhere.tree", &[]).json()["fraction"], json!(0));
}

/// The grade that VPL reads: that of the last line that begins like this.
pub(crate) fn vpl_grade(text: &str) -> String {
    let mut grades = text.lines().filter_map(|line| line.strip_prefix("Grade :=>>"));
    grades.next_back().unwrap().trim().to_string()
}

#[test]
fn vpl_gets_a_grade_on_its_scale() {
    let folder = homework("vpl");
    let on_scale = |least: &str, greatest: &str| {
        let arguments = ["grade", "hw.tree", "s.tree", "--format", "vpl"];
        let mut command = folder.command(&arguments);
        let run = Run::new(command.env("VPL_GRADEMIN", least).env("VPL_GRADEMAX", greatest).output().unwrap());
        vpl_grade(&run.out)
    };
    assert_eq!(on_scale("0", "10"), "4");
    assert_eq!(on_scale("0.00", "100.00"), "40");
    assert_eq!(on_scale("1", "6"), "3");
    assert_eq!(on_scale("nonsense", ""), "2", "without a scale, it is the number of marks");
    for (least, greatest) in [("0", "-5"), ("10", "0"), ("50", ""), ("3", "3")] {
        assert_eq!(on_scale(least, greatest), "2", "no scale goes from {least} to {greatest}");
    }
    insta::assert_snapshot!(graded(&folder, "vpl", "s.tree", &[]).out);
}

#[test]
fn nothing_that_is_handed_in_begins_a_line_of_vpl() {
    let out = graded(&homework("vpl-hostile"), "vpl", "hostile.tree", &[]).out;
    assert!(out.contains("Grade :=>> 100"), "it is shown: {out}");
    let lines: Vec<&str> = out.lines().collect();
    let (first, last) = (lines[0], lines[lines.len() - 1]);
    assert_eq!((first, lines[lines.len() - 2]), ("<|--", "--|>"));
    assert!(last.starts_with("Grade :=>> ") && last != "Grade :=>> 100");
    assert!(
        lines[1..lines.len() - 2].iter().all(|line| line.starts_with([' ', '-']) && !line.starts_with("--")),
        "{out}"
    );
}

#[test]
fn classroom_50_gets_whole_numbers() {
    let folder = homework("classroom50");
    let result = graded(&folder, "classroom50", "s.tree", &[]).json();
    let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["max-score", "score", "tests"]);
    // Two leaves are skipped. A factor of 2 would tell that.
    assert_eq!((&result["score"], &result["max-score"]), (&json!(200), &json!(500)));
    let unread = graded(&folder, "classroom50", "nowhere.tree", &[]).json();
    assert_eq!((&unread["score"], &unread["max-score"]), (&json!(0), &json!(500)));
    assert_eq!(unread["tests"][0]["output"], "unreadable: no file was handed in");
    for test in result["tests"].as_array().unwrap().iter().chain(unread["tests"].as_array().unwrap()) {
        assert!(test["score"].as_u64().unwrap() <= test["max-score"].as_u64().unwrap(), "{test}");
        let name = test["test-name"].as_str().unwrap();
        assert!(!name.is_empty() && name.len() <= 100, "{test}");
    }
}

#[test]
fn junit_has_a_test_for_each_answer() {
    let folder = homework("junit");
    insta::assert_snapshot!(graded(&folder, "junit", "s.tree", &[]).out);
    let names = |submission: &str, more: &[&str]| {
        let out = graded(&folder, "junit", submission, more).out;
        let cases = out.lines().filter(|line| line.contains("<testcase"));
        cases.map(|line| line.split(" time").next().unwrap().to_string()).collect::<Vec<_>>()
    };
    let all = names("s.tree", &[]);
    for other in ["hostile.tree", "nowhere.tree", "empty"] {
        assert_eq!(names(other, &[]), all, "the names are the same for all students");
    }
    assert_eq!(all.len(), 7);
    assert_eq!(names("s.tree", &["--feedback", "hints"]).len(), 5, "single marks would show what is skipped");
    assert_eq!(names("s.tree", &["--feedback", "score"]).len(), 4);
    assert_eq!(names("s.tree", &["--feedback", "none"]).len(), 1);
    let two = folder.run(&["grade", "hw.tree", "s.tree", "hostile.tree", "--format", "junit"]);
    assert_eq!((two.status, two.out.matches("<testsuite ").count()), (Some(0), 2), "a suite for each submission");
}

#[test]
fn no_format_has_control_characters() {
    let folder = homework("control");
    let exercise = "tree \"\\u{1b}[2J<i>\\0\" { max \"\\r\\n<b>\" = 1 worth 1 { 1 } }";
    fs::write(folder.0.join("hw.tree"), exercise).unwrap();
    for format in ONE.into_iter().chain(["junit"]) {
        let out = graded(&folder, format, "hostile.tree", &[]).out;
        assert!(out.chars().all(|it| it == '\n' || !it.is_control()), "{format}: {out:?}");
        assert!(!out.contains("\\u0000") && !out.contains("\\r"), "{format}: {out:?}");
    }
}

#[test]
fn feedback_tells_no_more_than_it_may() {
    let folder = homework("feedback");
    for format in ONE.into_iter().chain(["junit"]) {
        let told = |level: &str| graded(&folder, format, "s.tree", &["--feedback", level]).out;
        assert!(told("full").contains("the right answer is"), "{format}");
        assert!(!told("hints").contains("the right answer is") && !told("hints").contains("C #3"), "{format}");
        assert!(!told("score").contains('✗'), "{format}");
        assert!(!told("none").contains("A: value"), "{format}");
        assert!(told("none").contains("2 of 5 marks"), "{format}");
    }
    let whole = |level: &str| graded(&folder, "classroom50", "s.tree", &["--feedback", level]).json()["score"].clone();
    assert_eq!(whole("none"), whole("full"));
}

#[test]
fn there_is_a_result_whatever_happens() {
    let folder = homework("whatever");
    fs::write(folder.0.join("wrong.tree"), "max A = 4 worth 1 { 3, 5 }").unwrap();
    for format in ONE.into_iter().chain(["junit"]) {
        for (exercise, submission) in [("hw.tree", "nowhere.tree"), ("hw.tree", "empty"), ("wrong.tree", "s.tree")] {
            let file = folder.0.join("result");
            let run = folder.run(&["grade", exercise, submission, "--format", format, "--output", "result"]);
            assert_eq!(run.status, Some(0), "{format} {exercise} {submission}: {}", run.err);
            let written = fs::read_to_string(&file).unwrap();
            assert!(written.len() > 20, "{format} {exercise} {submission}");
            // A fault of the teacher is not the student's.
            let has_grade = written.contains("Grade :=>>");
            assert_eq!(has_grade, format == "vpl" && exercise == "hw.tree", "{format} {exercise}: {written}");
            fs::remove_file(file).unwrap();
        }
    }
}

#[test]
fn formats_for_one_submission_refuse_several() {
    let folder = homework("several");
    let refused = |arguments: &[&str], reason: &str| {
        let run = folder.run(&[&["grade", "hw.tree", "s.tree", "--format", "vpl"], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
        assert!(run.err.contains(reason), "{}", run.err);
    };
    refused(&["hostile.tree"], "--format vpl is for one submission, but there are 2; name a file");
    refused(&["--roster", "class.csv"], "--roster is for a whole class");
    refused(&["--reports", "out"], "--reports is for the results of a whole class");
    refused(&["--html", "out"], "--html is for the results of a whole class");
    refused(&["--class", "class.html"], "--class is for the results of a whole class");
}

#[test]
fn a_folder_is_what_one_student_handed_in() {
    let folder = homework("folder");
    for (name, text) in [("one/deep/s.tree", ANSWERS), ("two/a.tree", ANSWERS), ("two/b.tree", "// exercise: hw2\n")] {
        fs::create_dir_all(folder.0.join(name).parent().unwrap()).unwrap();
        fs::write(folder.0.join(name), text).unwrap();
    }
    for one in ["one", "two"] {
        assert_eq!(graded(&folder, "gradescope", one, &[]).json()["score"], json!(2), "{one}");
    }
    fs::write(folder.0.join("two/c.tree"), ANSWERS).unwrap();
    let result = graded(&folder, "gradescope", "two", &[]).json();
    assert_eq!(result["score"], json!(0));
    assert!(result["output"].as_str().unwrap().contains("several files could answer this exercise"), "{result}");
}

#[test]
fn marks_set_by_hand_reach_junit() {
    let folder = homework("by-hand");
    let junit = |overrides: &str| {
        fs::write(folder.0.join("by-hand.csv"), format!("id,question,marks,reason\n{overrides}\n")).unwrap();
        folder.run(&["grade", "hw.tree", "s.tree", "--format", "junit", "--overrides", "by-hand.csv"])
    };
    let run = junit("s,,5,an oral exam");
    assert!(run.out.contains("tests=\"1\" failures=\"0\""), "{}", run.out);
    let run = junit("nobody,,5,an oral exam");
    assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
    assert!(run.err.contains("--overrides has marks for `nobody`"), "{}", run.err);
}
