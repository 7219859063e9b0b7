//! The scripts of the bundles, run as the systems run them.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::bundles::{course, executable};
use crate::folder::{Folder, Run};
use crate::formats::vpl_grade;
use crate::{ANSWERS, homework};

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
    let text =
        ["/autograder/", "/grade/"].iter().fold(text.to_string(), |text, from| text.replace(from, &format!("{root}/")));
    fs::write(folder.0.join("script"), text).unwrap();
    let mut command = Command::new(program);
    command.arg(folder.0.join("script")).current_dir(folder.0.join(below)).stdin(Stdio::null());
    Run::new(command.output().unwrap())
}

pub(crate) fn read(folder: &Folder, name: &str) -> String {
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
