//! Results for course systems: what each of them reads, whatever a student hands in; and the files that a teacher uploads.

#![cfg(feature = "cli")]

mod folder;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use folder::{Folder, Run};
use serde_json::{Value, json};

const EXERCISE: &str = "\
tree \"first\" {
    max A = 3 worth 1 { a: min B { 3, 12, 8 } b: min C { 2, 4, 6 } }
    ask values
    ask pruned worth 2
    expect leaves = 4 worth 1
}
";
/// A wrong value, a wrong count, no mark of two, and nothing else wrong.
const ANSWERS: &str = "\
tree \"first\" {
    max A = 2 { a: min B = 3 { 3, 12, 8 } b: min C = 2 { 2, 4 pruned, 6 } }
    expect leaves = 9
}
";
/// Everything that could be mistaken for something else: a label, a title and a name of a submission.
const HOSTILE: &str = "\
tree \"first\" {
    max A = \"Grade :=>> 100\" { a: min B = \"<script>alert(1)</script>\" { 3, 12, 8 }
    \"Grade :=>> 100\\nGrade :=>> 100\": min \"--|>\\u{1b}[2J\\0\" = 2 { 2, 4, 6 } }
}
tree \"Grade :=>> 100\" { max = 3 { 3 } }
tree \"<b>&amp;</b>\\r\\n\\0\" { max = 3 { 3 } }
";
/// The formats for one submission.
const ONE: [&str; 5] = ["gradescope", "prairielearn", "coderunner", "vpl", "classroom50"];

fn homework(name: &str) -> Folder {
    let files = [("hw.tree", EXERCISE), ("s.tree", ANSWERS), ("hostile.tree", HOSTILE), ("empty/notes.txt", "")];
    Folder::new(&format!("systems-{name}"), &files)
}

fn graded(folder: &Folder, format: &str, submission: &str, more: &[&str]) -> Run {
    let arguments = [&["grade", "hw.tree", submission, "--format", format], more].concat();
    let run = folder.run(&arguments);
    assert_eq!(run.status, Some(0), "{format}: {}", run.err);
    run
}

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
fn vpl_grade(text: &str) -> String {
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

/// The beginning of a static Linux executable, in place of a command of many megabytes.
fn executable(folder: &Folder, name: &str, interpreter: bool) {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    bytes.resize(64 + 56, 0);
    (bytes[18], bytes[32], bytes[54], bytes[56]) = (62, 64, 56, 1);
    bytes[64] = if interpreter { 3 } else { 1 };
    fs::write(folder.0.join(name), bytes).unwrap();
}

fn course(folder: &Folder, system: &str, output: &str, command: &str) -> Run {
    folder.run(&["course", system, "hw.tree", "--output", output, "--command", command])
}

#[test]
fn a_course_gets_only_a_static_command() {
    let folder = homework("static");
    executable(&folder, "static", false);
    executable(&folder, "dynamic", true);
    assert_eq!(course(&folder, "gradescope", "out", "static").status, Some(0));
    let refused = |command: &str, reason: &str| {
        let run = course(&folder, "gradescope", "other", command);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains(reason), "{}", run.err);
        assert!(!folder.0.join("other").exists());
    };
    refused("dynamic", "dynamic: this command is not statically linked");
    refused("hw.tree", "hw.tree: this is no Linux executable for x86-64");
    refused("nowhere", "nowhere: ");
    // The scripts call what students hand in so.
    fs::copy(folder.0.join("hw.tree"), folder.0.join("Answers.tree")).unwrap();
    let run = folder.run(&["course", "vpl", "Answers.tree", "--output", "other", "--command", "static"]);
    assert!(run.status == Some(2) && run.err.contains("is the name of what students hand in"), "{}", run.err);
}

#[test]
fn no_bundle_has_answers() {
    let folder = homework("bundle");
    executable(&folder, "static", false);
    for system in ONE {
        let run = course(&folder, system, system, "static");
        assert_eq!(run.status, Some(0), "{system}: {}", run.err);
        let below = if system == "prairielearn" { "tests/" } else { "" };
        let sheet = fs::read_to_string(folder.0.join(format!("{system}/{below}hw.tree"))).unwrap();
        assert!(sheet.contains("max A = _ worth 1") && sheet.contains("leaves = _"), "{sheet}");
        for file in fs::read_dir(folder.0.join(system)).unwrap().map(Result::unwrap) {
            let text = fs::read(file.path()).unwrap_or_default();
            assert!(!text.contains(&b'\r'), "{system}: {:?} runs on Linux", file.file_name());
        }
        let readme = fs::read_to_string(folder.0.join(system).join("README.md")).unwrap();
        assert!(readme.starts_with("# hw ") && !readme.contains('@'), "{readme}");
    }
}

#[test]
fn only_files_of_an_earlier_run_are_replaced() {
    let folder = homework("again");
    executable(&folder, "static", false);
    for output in ["out", "out.zip"] {
        assert_eq!(course(&folder, "gradescope", output, "static").status, Some(0));
        assert_eq!(course(&folder, "gradescope", output, "static").status, Some(0), "{output}: nothing has changed");
    }
    let first = fs::read(folder.0.join("out.zip")).unwrap();
    fs::write(folder.0.join("hw.tree"), EXERCISE.replace("\"first\"", "\"other\"")).unwrap();
    for output in ["out", "out.zip"] {
        let run = course(&folder, "gradescope", output, "static");
        assert_eq!(run.status, Some(0), "{output}: it is as it was written: {}", run.err);
    }
    assert_ne!(fs::read(folder.0.join("out.zip")).unwrap(), first);
    fs::write(folder.0.join("out/run_autograder"), "my own").unwrap();
    fs::write(folder.0.join("out.zip"), "my own").unwrap();
    for (output, file) in [("out", "out/run_autograder"), ("out.zip", "out.zip")] {
        let run = course(&folder, "gradescope", output, "static");
        assert_eq!(run.status, Some(2), "{output}");
        assert!(run.err.contains("is not as `gametree course` wrote it"), "{}", run.err);
        assert_eq!(fs::read_to_string(folder.0.join(file)).unwrap(), "my own");
    }
}

#[cfg(unix)]
mod run {
    use super::*;

    /// Writes a bundle, and puts the command that is tested in its place.
    fn bundle(folder: &Folder, system: &str, command: &str) {
        executable(folder, "static", false);
        assert_eq!(course(folder, system, "bundle", "static").status, Some(0));
        let command = folder.0.join("bundle").join(command);
        let _ = fs::remove_file(&command);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gametree"), command).unwrap();
    }

    /// Runs a script in a folder; its paths below `root` are in the folder of the test.
    fn script(folder: &Folder, program: &str, text: &str, below: &str) -> Run {
        let root = folder.0.display().to_string();
        let text = ["/autograder/", "/grade/"]
            .iter()
            .fold(text.to_string(), |text, from| text.replace(from, &format!("{root}/")));
        fs::write(folder.0.join("script"), text).unwrap();
        let mut command = Command::new(program);
        command.arg(folder.0.join("script")).current_dir(folder.0.join(below)).stdin(Stdio::null());
        Run::new(command.output().unwrap())
    }

    fn read(folder: &Folder, name: &str) -> String {
        fs::read_to_string(folder.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    #[test]
    fn gradescope_runs_the_autograder() {
        let folder = homework("run-gradescope");
        bundle(&folder, "gradescope", "gametree");
        fs::rename(folder.0.join("bundle"), folder.0.join("source")).unwrap();
        fs::create_dir(folder.0.join("submission")).unwrap();
        fs::copy(folder.0.join("s.tree"), folder.0.join("submission/s.tree")).unwrap();
        let built = script(&folder, "bash", &read(&folder, "source/setup.sh").replace("chmod", "true"), "");
        assert!(built.out.starts_with("gametree ") && built.status == Some(0), "{}", built.err);
        let text = read(&folder, "source/run_autograder");
        assert_eq!(script(&folder, "bash", &text, "").status, Some(0));
        let result: Value = serde_json::from_str(&read(&folder, "results/results.json")).unwrap();
        assert_eq!(result["score"], json!(2));
        fs::remove_dir_all(folder.0.join("results")).unwrap();
        script(&folder, "bash", &text.replace("./gametree grade", "false"), "");
        let result: Value = serde_json::from_str(&read(&folder, "results/results.json")).unwrap();
        assert_eq!(result["score"], json!(0), "a grader that is killed leaves a result, too");
    }

    #[test]
    fn prairielearn_runs_the_grader() {
        let folder = homework("run-prairielearn");
        bundle(&folder, "prairielearn", "tests/gametree");
        let info: Value = serde_json::from_str(&read(&folder, "bundle/info.json")).unwrap();
        assert_eq!(info["externalGradingOptions"]["entrypoint"], "/grade/tests/run.sh");
        assert_eq!(info["uuid"].as_str().unwrap().len(), 36);
        fs::rename(folder.0.join("bundle/tests"), folder.0.join("tests")).unwrap();
        fs::create_dir(folder.0.join("student")).unwrap();
        fs::copy(folder.0.join("s.tree"), folder.0.join("student/hw.tree")).unwrap();
        let text = read(&folder, "tests/run.sh").replace("chmod", "true");
        script(&folder, "sh", &text, "");
        let result: Value = serde_json::from_str(&read(&folder, "results/results.json")).unwrap();
        assert_eq!(result["score"], json!(0.4));
    }

    #[test]
    fn coderunner_runs_the_template() {
        let folder = homework("run-coderunner");
        bundle(&folder, "coderunner", "gametree");
        let answer = ANSWERS.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let text = read(&folder, "bundle/template.py").replace("{{ STUDENT_ANSWER | e('py') }}", &answer);
        let run = script(&folder, "python3", &text.replace("os.chmod(\"gametree\", 0o755)", ""), "bundle");
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "CodeRunner takes any error for a broken grader");
        assert_eq!(run.json()["fraction"], json!(0.4));
    }

    #[test]
    fn vpl_grades_first_and_prints_later() {
        let folder = homework("run-vpl");
        bundle(&folder, "vpl", "gametree");
        fs::copy(folder.0.join("s.tree"), folder.0.join("bundle/answers.tree")).unwrap();
        fs::write(folder.0.join("bundle/vpl_environment.sh"), "export VPL_GRADEMIN=0 VPL_GRADEMAX=10\n").unwrap();
        let text = read(&folder, "bundle/vpl_evaluate.sh").replace("chmod +x gametree", "true");
        assert_eq!(script(&folder, "bash", &text, "bundle").out, "");
        fs::remove_file(folder.0.join("bundle/hw.tree")).unwrap();
        let printed = script(&folder, "bash", &read(&folder, "bundle/vpl_execution"), "bundle");
        assert_eq!(vpl_grade(&printed.out), "4");
    }

    #[test]
    fn classroom_50_runs_the_autograder() {
        let folder = homework("run-classroom50");
        bundle(&folder, "classroom50", "gametree");
        fs::create_dir(folder.0.join("checkout")).unwrap();
        fs::copy(folder.0.join("s.tree"), folder.0.join("checkout/hw.tree")).unwrap();
        let text = read(&folder, "bundle/autograder.py").replace("command.chmod(0o755)", "");
        fs::write(folder.0.join("bundle/autograder.py"), text).unwrap();
        let mut command = Command::new("python3");
        command.arg(folder.0.join("bundle/autograder.py")).current_dir(folder.0.join("checkout"));
        for name in ["CLASSROOM", "ASSIGNMENT", "OWNER", "COMMIT_URL", "RELEASE_URL"] {
            command.env(name, name.to_lowercase());
        }
        command.env("SUBMISSION_TAG", "submit/2026-06-01T14-32-05Z-a1b2c3d").env("REVIEW_URL", "");
        let run = Run::new(command.output().unwrap());
        assert_eq!(run.status, Some(0), "{}", run.err);
        let result: Value = serde_json::from_str(&read(&folder, "checkout/result.json")).unwrap();
        assert_eq!((&result["score"], &result["max-score"]), (&json!(200), &json!(500)));
        assert_eq!(result["datetime"], "2026-06-01T14:32:05Z");
        let mut keys: Vec<&String> = result.as_object().unwrap().keys().collect();
        keys.sort();
        let wanted = [
            "assignment",
            "assignment_type",
            "classroom",
            "commit",
            "datetime",
            "max-score",
            "owner",
            "release",
            "review",
            "schema",
            "score",
            "submission",
            "tests",
        ];
        assert_eq!(keys, wanted);
    }

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
}
