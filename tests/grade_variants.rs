//! Students who each have an exercise of their own: both kinds, from the generator to the marks.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

const ORIGINAL: &str = "\
tree {
    max A { min B { 3, 12, 8 } min C { 2, 4, 6 } min D { 14, 5, 2 } }
    ask values
    ask pruned
}
";

/// The exercises of twenty students, and their keys handed in as answers.
fn class(name: &str, generate: &[&str]) -> Folder {
    let ids: String = (1..=20).map(|id| format!("u{id:02}\n")).collect();
    let files =
        [("orig.tree", ORIGINAL), ("class.csv", &format!("id\n{ids}")), ("secret.txt", "a secret of the course\n")];
    let folder = Folder::new(name, &files);
    let students = ["--students", "class.csv", "--secret-file", "secret.txt", "--output", "hw"];
    let run = folder.run(&[&["generate"], generate, &students].concat());
    assert_eq!(run.status, Some(0), "{}", run.err);
    fs::create_dir(folder.0.join("in")).unwrap();
    for id in 1..=20 {
        let key = fs::read_dir(folder.0.join("hw/keys")).unwrap().map(|entry| entry.unwrap().path());
        let key = key.into_iter().find(|path| path.to_str().unwrap().ends_with(&format!("u{id:02}.tree"))).unwrap();
        fs::copy(key, folder.0.join(format!("in/u{id:02}.tree"))).unwrap();
    }
    folder
}

fn grade(folder: &Folder, exercise: &str, options: &[&str]) -> folder::Run {
    let own = ["--variants", "class.csv", "--secret-file", "secret.txt", "--format", "csv"];
    folder.run(&[&["grade", exercise, "in"], &own[..], options].concat())
}

#[test]
fn the_keys_of_all_students_get_full_marks() {
    let random = ["random", "--plies", "2", "--moves", "3", "--name", "quiz"];
    let shape = ["variants", "orig.tree"];
    let numbers = ["variants", "orig.tree", "--strength", "numbers", "--values", "0..30"];
    for (kind, generate, exercise) in [
        ("random", &random[..], "hw/exercises/quiz-u07.tree"),
        ("shape", &shape, "hw/exercises/orig-u01.tree"),
        ("numbers", &numbers, "hw/exercises/orig-u20.tree"),
    ] {
        let folder = class(&format!("variants-{kind}"), generate);
        let run = grade(&folder, exercise, &["--html", "pages", "--class", "class.html"]);
        assert_eq!(run.status, Some(0), "{}\n{}", run.out, run.err);
        let full = run.out.lines().skip(1).filter(|line| line.contains(",,graded,2,2,0,,"));
        assert_eq!(full.count(), 20, "{}", run.out);
        let page = |id: &str| fs::read_to_string(folder.0.join(format!("pages/{id}.html"))).unwrap();
        assert_ne!(page("u01").replace("u01", ""), page("u02").replace("u02", ""), "each page has its own tree");
    }
}

#[test]
fn answers_to_the_exercise_of_another_student_are_noticed() {
    let folder = class("variants-passed-on", &["random", "--plies", "3", "--values", "0..99", "--name", "quiz"]);
    let key = |id: &str| fs::read_to_string(folder.0.join(format!("hw/keys/quiz-{id}.tree"))).unwrap();
    // The answers of u02 in the sheet of u01: a value after `=` belongs to the node with the same name.
    let value = |text: &str, node: &str| {
        let after = text.split_once(&format!(" {node} = ")).map(|(_, after)| after)?;
        Some(after.split_whitespace().next()?.to_string())
    };
    let (own, other) = (key("u01"), key("u02"));
    let copied = (b'A'..=b'Z').map(|letter| char::from(letter).to_string()).fold(own.clone(), |text, node| {
        match (value(&own, &node), value(&other, &node)) {
            (Some(old), Some(new)) => text.replace(&format!(" {node} = {old}"), &format!(" {node} = {new}")),
            _ => text,
        }
    });
    assert_ne!(copied, own);
    fs::write(folder.0.join("in/u01.tree"), copied).unwrap();
    let report = |options: &[&str]| {
        grade(&folder, "hw/exercises/quiz-u07.tree", &[options, &["--class", "class.json"]].concat());
        let report = fs::read_to_string(folder.0.join("class.json")).unwrap();
        serde_json::from_str::<serde_json::Value>(&report).unwrap()
    };
    let with_ids = report(&["--with-ids"]);
    assert_eq!(with_ids["passed_on"]["listed"][0]["ids"], serde_json::json!(["u01", "u02"]), "{with_ids}");
    assert_eq!(with_ids["passed_on"]["listed"].as_array().unwrap().len(), 1, "{with_ids}");
    assert_eq!(report(&[])["passed_on"], serde_json::Value::Null);
}

#[test]
fn the_sheet_of_another_student_is_noticed() {
    let folder = class("variants-swapped", &["variants", "orig.tree"]);
    let key = |id: &str| fs::read_to_string(folder.0.join(format!("hw/keys/orig-{id}.tree"))).unwrap();
    fs::write(folder.0.join("in/u01.tree"), key("u02")).unwrap();
    let (_, without_name) = key("u04").split_once('\n').map(|(_, rest)| ((), rest.to_string())).unwrap();
    fs::write(folder.0.join("in/u03.tree"), without_name).unwrap();
    fs::write(folder.0.join("in/stranger.tree"), key("u05")).unwrap();
    let run = grade(&folder, "hw/exercises/orig-u09.tree", &[]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert!(run.err.contains("3 submissions need a look"), "{}", run.err);
    let row = |id: &str| run.out.lines().find(|line| line.starts_with(&format!("{id},"))).unwrap().to_string();
    assert!(
        row("u01").contains("unmatched") && row("u01").contains("it names the exercise `orig-u02`"),
        "{}",
        row("u01")
    );
    assert!(row("u03").contains("it may be the exercise of another student"), "{}", row("u03"));
    assert!(row("stranger").contains("not in the file of --variants"), "{}", row("stranger"));
    assert!(row("u02").contains(",graded,2,2,0,"), "{}", row("u02"));
    // Marks set by hand count for those whose exercise is not known, too.
    fs::write(folder.0.join("by-hand.csv"), "id,question,marks,reason\nstranger,,2,late registration\n").unwrap();
    let run = grade(&folder, "hw/exercises/orig-u09.tree", &["--overrides", "by-hand.csv"]);
    assert!(run.out.contains("\nstranger,,unmatched,2,2,"), "{}", run.out);
}

#[test]
fn what_cannot_be_made_again_is_refused() {
    let folder = class("variants-refused", &["variants", "orig.tree"]);
    let exercise = "hw/exercises/orig-u01.tree";
    let refused = |exercise: &str, reason: &str| {
        let run = grade(&folder, exercise, &[]);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
        assert!(run.err.contains(reason), "{reason} is not in {}", run.err);
    };
    refused("orig.tree", "its first line does not say how it was made");
    let text = fs::read_to_string(folder.0.join(exercise)).unwrap();
    for other in ["../orig.tree", "/etc/passwd"] {
        fs::write(folder.0.join("hw/exercises/far.tree"), text.replacen("orig.tree", other, 1)).unwrap();
        refused("hw/exercises/far.tree", "is not the name of a file beside it");
    }
    refused("hw/exercises", "--variants needs a single exercise");
    fs::write(folder.0.join("secret.txt"), "another secret of the course").unwrap();
    refused(exercise, "either the secret is wrong, or the file or its original was changed");
    fs::write(folder.0.join("secret.txt"), "short").unwrap();
    refused(exercise, "a secret needs at least 16 characters");
    fs::write(folder.0.join("secret.txt"), "a secret of the course").unwrap();
    fs::write(folder.0.join("orig.tree"), ORIGINAL.replace("2, 4, 6", "2, 4")).unwrap();
    refused(exercise, "either the secret is wrong, or the file or its original was changed");
    fs::remove_file(folder.0.join("orig.tree")).unwrap();
    refused(exercise, "it is a variant of orig.tree, which was not found");
    fs::write(folder.0.join("orig.tree"), ORIGINAL).unwrap();
    let path = folder.0.join(exercise);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("; generator 1", "; generator 2")).unwrap();
    refused(
        exercise,
        "version 2 of the generator made this exercise, but this gametree has version 1; use the gametree that made it",
    );
}
