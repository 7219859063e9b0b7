//! The report about a class, and grading in parts: merged, they give the same bytes as everything at once.

#![cfg(feature = "cli")]

mod folder;

use std::fmt::Write;
use std::fs;

use folder::Folder;

const EXERCISE: &str = "\
tree \"t\" {
    reveal answers
    max A = 3 worth 1 plays b worth 1 {
        b: min B [-inf, inf] { 3, 5 }
        c: min C [3, inf] { 2, 8 pruned }
    }
    ask values worth 3
    ask windows worth 2
}
";

/// A class of students with all sorts of answers, and some files that cannot be graded.
fn class(name: &str, students: usize) -> Folder {
    let folder = Folder::new(name, &[("hw.tree", EXERCISE)]);
    fs::create_dir_all(folder.0.join("in")).unwrap();
    for student in 0..students {
        let b = [3, 3, 5, 4, 3][student % 5];
        let c = [2, 2, 2, 8][student % 4];
        let window = ["[3, inf]", "[-inf, 3]", "[3, inf]"][student % 3];
        let a = if student % 7 == 0 { student as u64 } else { b.max(c) };
        let mut sheet = format!("tree \"t\" {{ max A = {a} plays b {{ ");
        let _ = write!(sheet, "b: min B = {b} [-inf, inf] {{ 3, 5 }} c: min C = {c} {window} {{ 2, 8 }} }} }}");
        if student % 11 == 10 {
            sheet = sheet.replace("{ 3, 5 }", "{ 3, 6 }");
        }
        let bytes = if student % 13 == 12 { b"\xff\xff".to_vec() } else { sheet.into_bytes() };
        fs::write(folder.0.join(format!("in/s{student:03}.tree")), bytes).unwrap();
    }
    folder
}

#[test]
fn a_class_is_counted() {
    let folder = class("class-counted", 40);
    let run = folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.json", "--with-ids"]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("class.json")).unwrap()).unwrap();
    assert_eq!(report["students"], 40);
    let statuses = &report["statuses"];
    assert_eq!((&statuses[0]["name"], &statuses[0]["count"]), (&"graded".into(), &37.into()));
    assert_eq!((&statuses[1]["name"], &statuses[1]["count"]), (&"unreadable".into(), &3.into()));
    assert_eq!(report["altered"][0]["count"], 3);
    assert_eq!(report["needs_a_look"]["listed"].as_array().unwrap().len(), 3);
    // The marks are those of the table.
    let marks: Vec<f64> = run.out.lines().skip(1).filter_map(|line| line.split(',').nth(3)?.parse().ok()).collect();
    assert_eq!(marks.len(), 37);
    let histogram = report["marks"]["histogram"].as_array().unwrap();
    assert_eq!(histogram.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 37);
    let questions = report["questions"].as_array().unwrap();
    let names: Vec<&str> = questions.iter().map(|question| question["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["A: value", "A: move", "ask values", "ask windows"]);
    let c = questions[3]["items"].as_array().unwrap().iter().find(|item| item["name"] == "C: window").unwrap();
    assert_eq!(c["answers"][0]["answer"], "[-inf, 3]");
}

#[test]
fn a_common_wrong_answer_comes_with_what_explains_it() {
    let folder = Folder::new("class-as-if", &[("hw.tree", EXERCISE)]);
    fs::create_dir_all(folder.0.join("in")).unwrap();
    let sheet =
        "tree \"t\" { max A = 3 plays b { b: min B = 3 [-inf, inf] { 3, 5 } c: min C = 2 [-inf, 3] { 2, 8 } } }";
    for student in 0..3 {
        fs::write(folder.0.join(format!("in/s{student}.tree")), sheet).unwrap();
    }
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.json"]);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("class.json")).unwrap()).unwrap();
    let windows = report["questions"][3]["items"].as_array().unwrap();
    let c = windows.iter().find(|item| item["name"] == "C: window").unwrap();
    assert_eq!(c["answers"], serde_json::json!([{"answer": "[-inf, 3]", "count": 3, "as_if": ["α and β exchanged"]}]));
}

#[test]
fn a_report_without_ids_hides_small_numbers() {
    let folder = class("class-hidden", 40);
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.json"]);
    let text = fs::read_to_string(folder.0.join("class.json")).unwrap();
    assert!(text.contains("\"< 3\"") && !text.contains("s012"), "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["needs_a_look"], &report["copies"]), (&serde_json::Value::Null, &serde_json::Value::Null));
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.html"]);
    let page = fs::read_to_string(folder.0.join("class.html")).unwrap();
    assert!(page.contains("&lt; 3") && !page.contains("s012") && !page.contains("<script"), "{page}");
}

#[test]
fn students_who_share_rare_mistakes_are_a_pair() {
    let folder = class("class-copies", 60);
    let sheet = "tree \"t\" { max A = 77 plays c { b: min B = 66 [1, 2] { 3, 5 } c: min C = 55 [4, 5] { 2, 8 } } }";
    for id in ["x1", "x2"] {
        fs::write(folder.0.join(format!("in/{id}.tree")), sheet).unwrap();
    }
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.json", "--with-ids"]);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("class.json")).unwrap()).unwrap();
    assert_eq!(report["copies"]["listed"].as_array().unwrap().len(), 1, "{}", report["copies"]);
    assert_eq!(report["copies"]["listed"][0]["ids"], serde_json::json!(["x1", "x2"]));
}

#[test]
fn files_with_the_same_comments_are_named() {
    let folder = class("class-comments", 20);
    let sheet =
        "tree \"t\" { max A = 3 plays b { b: min B = 3 [1, 2] { 3, 5 } // as in the lecture\n c: min C { 2, 8 } } }";
    for id in ["x1", "x2"] {
        fs::write(folder.0.join(format!("in/{id}.tree")), sheet).unwrap();
    }
    fs::write(folder.0.join("in/x3.tree"), sheet.replace("lecture", "textbook")).unwrap();
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.json", "--with-ids"]);
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.0.join("class.json")).unwrap()).unwrap();
    assert_eq!(report["same_comments"], serde_json::json!({ "listed": [["x1", "x2"]], "more": 0 }));
    folder.run(&["grade", "hw.tree", "in", "--format", "csv", "--class", "class.html", "--with-ids"]);
    let page = fs::read_to_string(folder.0.join("class.html")).unwrap();
    assert!(page.contains("The same comments") && page.contains("<li>x1, x2</li>"), "{page}");
}

#[test]
fn merged_parts_are_the_whole() {
    let folder = class("class-merged", 23);
    let csv = "ID,mark\ns000,\ns001,\ns022,\n";
    fs::write(folder.0.join("grades.csv"), csv).unwrap();
    let result = |arguments: &[&str]| {
        let run = folder.run(arguments);
        (run.out, run.status, run.err)
    };
    let report = |ending: &str| fs::read(folder.0.join(format!("class.{ending}"))).unwrap();
    for parts in [1, 2, 3, 16] {
        let files: Vec<String> = (1..=parts).map(|part| format!("part-{part}-of-{parts}.jsonl")).collect();
        for (place, file) in files.iter().enumerate() {
            let part = format!("{}/{parts}", place + 1);
            folder.run(&["grade", "hw.tree", "in", "--partition", &part, "--output", file]);
        }
        // The order of the files does not matter.
        let merged: Vec<&str> =
            ["grade", "--merge"].into_iter().chain(files.iter().rev().map(String::as_str)).collect();
        for format in ["csv", "json", "jsonl"] {
            for ending in ["html", "json"] {
                let class = format!("class.{ending}");
                let options = ["--format", format, "--class", &class, "--with-ids"];
                let whole = result(&[&["grade", "hw.tree", "in"], &options[..]].concat());
                let of_whole = report(ending);
                assert_eq!(result(&[&merged[..], &options].concat()), whole, "{parts} {format}");
                assert!(report(ending) == of_whole, "{parts} {ending}");
            }
        }
        let options = ["--into", "grades.csv", "--column", "mark"];
        let whole = result(&[&["grade", "hw.tree", "in"], &options[..]].concat());
        assert!(whole.0.starts_with("ID,mark\ns000,"), "{}", whole.2);
        assert_eq!(result(&[&merged[..], &options].concat()), whole, "{parts}");
    }
}

#[test]
fn files_of_parts_have_the_names_of_one_run() {
    let folder = class("class-names", 0);
    for name in ["X", "a b", "a+b", "x"] {
        fs::write(folder.0.join(format!("in/{name}.tree")), "tree \"t\" { max A = 3 { 3 } }").unwrap();
    }
    let grade = |options: &[&str]| folder.run(&[&["grade", "hw.tree", "in"], options].concat());
    let names = |folder_name: &str| {
        let names = fs::read_dir(folder.0.join(folder_name)).unwrap().map(|file| file.unwrap().file_name());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    grade(&["--reports", "whole", "--format", "csv"]);
    for part in ["1/4", "2/4", "3/4", "4/4"] {
        grade(&["--reports", "parts", "--partition", part, "--output", "part.jsonl"]);
    }
    assert_eq!((names("whole").len(), names("parts")), (4, names("whole")));
}

#[test]
fn no_result_takes_the_place_of_another_one_or_of_a_submission() {
    let folder = class("class-places", 4);
    for (options, reason) in [
        (&["--output", "c.json", "--class", "./c.json"][..], "--output and --class name the same file"),
        (&["--html", "pages", "--class", "pages/s1.html"], "--class names a file in the folder of --html"),
        (&["--html", "in"], "--html names a folder of submissions"),
        (&["--reports", "in/feedback"], "--reports names a folder of submissions"),
    ] {
        let run = folder.run(&[&["grade", "hw.tree", "in", "--format", "json"], options].concat());
        assert!(run.status == Some(2) && run.err.contains(reason), "{options:?}: {}", run.err);
    }
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let folder = class("class-refused", 7);
    let part = |part: &str, options: &[&str]| {
        let file = format!("part-{}-{}.jsonl", part.replace('/', "-"), options.len());
        let run = folder.run(&[&["grade", "hw.tree", "in", "--partition", part, "--output", &file], options].concat());
        assert_ne!(run.status, Some(2), "{}", run.err);
        file
    };
    let [one, two] = ["1/2", "2/2"].map(|number| part(number, &[]));
    let other = part("2/2", &["--follow-through", "none"]);
    let third = part("2/3", &[]);
    let by_hand = |name: &str, marks: u32| {
        let table = format!("id,question,marks,reason\ns001,,{marks},an oral exam\n");
        fs::write(folder.0.join(name), table).unwrap();
        name.to_string()
    };
    let overrides = [by_hand("one.csv", 1), by_hand("two.csv", 2)];
    let [hand_one, hand_two] = [("1/2", &overrides[0]), ("2/2", &overrides[1])]
        .map(|(number, table)| part(number, &["--overrides", table, "--isolated"]));
    fs::write(folder.0.join("in/s999.tree"), "").unwrap();
    let later = part("2/2", &["--attempt", "last", "--jobs", "1"]);
    let text = fs::read_to_string(folder.0.join(&two)).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).unwrap();
    write("old.jsonl", &text.replace("\"version\":\"", "\"version\":\"9."));
    write("cut.jsonl", &text[..text.trim_end().rfind('\n').unwrap()]);
    write("damaged.jsonl", &text.replacen("\"row\"", "\"raw\"", 1));
    write("marks.jsonl", &text.replacen("\"graded\",\"", "\"graded\",\"9", 1));
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(1, 2);
    write("swapped.jsonl", &(lines.join("\n") + "\n"));
    write("longer.jsonl", &(text.clone() + "{}\n"));
    write("counted.jsonl", &text.replacen("\"moved_students\":", "\"moved_students\":1844674407370955161", 1));
    write("else.jsonl", "{}\n");
    let refused = |files: &[&str], reason: &str| {
        let run = folder.run(&[&["grade", "--format", "csv", "--output", "all.csv", "--merge"], files].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
        assert!(run.err.contains(reason), "{reason} is not in {}", run.err);
        assert!(!folder.0.join("all.csv").exists(), "{files:?}");
    };
    refused(&[&one], "part 2 of 2 is missing; grade it with --partition 2/2");
    refused(&[&one, &one, &two], "are both part 1");
    refused(&[&one, &other], "were graded with different settings");
    refused(&[&hand_one, &hand_two], "were graded with different settings");
    refused(&[&one, &third], "are parts of different numbers of parts");
    refused(&[&one, &later], "were made from different submissions");
    refused(&[&one, "old.jsonl"], "has written this part, and this is gametree");
    refused(&[&one, "cut.jsonl"], "its end is missing");
    for name in ["damaged.jsonl", "marks.jsonl", "swapped.jsonl", "longer.jsonl", "counted.jsonl"] {
        refused(&[&one, name], "it was changed, or is damaged; grade this part again");
    }
    refused(&[&one, "else.jsonl"], "no file that this version of `gametree grade --partition` has written");
    // What decides the marks was decided when the parts were graded.
    for option in [
        &["--overrides", "x.csv"][..],
        &["--follow-through", "none"],
        &["--roster", "x.csv"],
        &["--groups", "x.csv"],
        &["--attempt", "best"],
        &["--altered", "refuse"],
        &["--isolated"],
    ] {
        let run = folder.run(&[&["grade", "--format", "csv"], option, &["--merge", &one, &two]].concat());
        assert!(run.status == Some(2) && run.err.contains("cannot be used with"), "{option:?}: {}", run.err);
    }
    let run = folder.run(&["grade", "--merge", &one, &two]);
    assert!(run.status == Some(2) && run.err.contains("add --format csv"), "{}", run.err);
    fs::write(folder.0.join("hw.tree"), EXERCISE.replace("worth 3", "worth 4")).unwrap();
    fs::remove_file(folder.0.join("in/s999.tree")).unwrap();
    let changed = part("2/2", &["--jobs", "1"]);
    refused(&[&one, &changed], "have different exercises");
}
