//! Homework of several exercises, groups, marks set by hand, and the choices of `gametree.toml`.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::{Folder, Run};

const ONE: &str = "tree \"one\" { reveal answers max A = 5 worth 2 plays b worth 1 { a: 3, b: 5 } }\n";
const TWO: &str = "tree \"two\" { reveal answers min B = 1 worth 4 { 1, 2 } }\n";
const RIGHT_ONE: &str = "tree \"one\" { max A = 5 plays b { a: 3, b: 5 } }\n";
const RIGHT_TWO: &str = "tree \"two\" { min B = 1 { 1, 2 } }\n";
const WRONG_TWO: &str = "tree \"two\" { min B = 2 { 1, 2 } }\n";

/// A homework of two exercises, and a folder for each student.
fn homework(name: &str) -> Folder {
    let named_two = format!("// exercise: two\n{WRONG_TWO}");
    let files = [
        ("ex/one.tree", ONE),
        ("ex/two.tree", TWO),
        ("ex/lecture.tree", "max { 1, 2 }\n"),
        ("in/ada/one.tree", RIGHT_ONE),
        ("in/ada/two.tree", RIGHT_TWO),
        ("in/bob/my answers.tree", &named_two),
        ("in/eve/unnamed.tree", RIGHT_ONE),
    ];
    Folder::new(name, &files)
}

fn csv(folder: &Folder, arguments: &[&str]) -> Run {
    folder.run(&[&["grade", "ex", "in", "--format", "csv"], arguments].concat())
}

#[test]
fn each_exercise_has_a_column() {
    let folder = homework("homework-csv");
    let expected = "\
id,name,status,marks,worth,mistakes,reason,one,one 1.1 A: value,one 1.2 A: move,two,two 1.1 B: value
ada,,graded,7,7,0,,3,2,1,4,4
bob,,graded,0,7,1,one: no file for this exercise,,,,0,0
eve,,graded,3,7,0,two: no file for this exercise,3,2,1,,
";
    let graded = csv(&folder, &[]);
    assert_eq!((graded.out.as_str(), graded.status), (expected, Some(0)), "{}", graded.err);
    let by_pattern = folder.run(&["grade", "ex/{one,two}.tree", "in", "--format", "csv"]);
    assert_eq!(by_pattern.out, expected);
    let text = folder.run(&["grade", "ex", "in"]).out;
    assert!(text.contains("ada  7 of 7 marks, 0 mistakes\n\none: 3 of 3 marks"), "{text}");
}

#[test]
fn a_file_that_names_another_exercise_is_not_graded() {
    let other = format!("// exercise: nine\n{RIGHT_TWO}");
    let folder = Folder::new("homework-other", &[("ex/two.tree", TWO), ("in/ada/x.tree", &other)]);
    let graded = csv(&folder, &[]);
    assert!(
        graded
            .out
            .contains("\nada,,unmatched,,4,,\"`in/ada/x.tree`: it names the exercise `nine`, which is not graded"),
        "{}",
        graded.out
    );
    assert_eq!(graded.status, Some(1));
    fs::write(folder.0.join("in/ada/two.tree"), RIGHT_TWO).unwrap();
    assert!(csv(&folder, &[]).out.contains("\nada,,graded,4,4,0,,4\n"));
}

#[test]
fn what_asks_nothing_is_no_exercise() {
    let folder = homework("homework-nothing");
    let graded = folder.run(&["grade", "ex/lecture.tree", "in"]);
    assert_eq!((graded.status, graded.out.as_str()), (Some(2), ""));
    assert!(graded.err.contains("this file asks nothing"), "{}", graded.err);
    fs::create_dir(folder.0.join("ex/more")).unwrap();
    fs::write(folder.0.join("ex/more/two.tree"), TWO).unwrap();
    let graded = csv(&folder, &[]);
    assert!(graded.status == Some(2) && graded.err.contains("have the same file name"), "{}", graded.err);
}

#[test]
fn a_group_shares_its_marks() {
    let folder = homework("homework-groups");
    let write = |text: &str| fs::write(folder.0.join("groups.csv"), text).unwrap();
    write("group,id\n1,ada\n1,alan\n");
    let graded = csv(&folder, &["--groups", "groups.csv"]);
    assert!(
        graded.out.contains("\nada,,graded,7,7,0,") && graded.out.contains("\nalan,,graded,7,7,0,"),
        "{}",
        graded.out
    );
    write("group,id\n1,ada\n1,bob\n1,alan\n");
    let graded = csv(&folder, &["--groups", "groups.csv"]);
    let refused = "twice,,7,,\"the group `1` handed in several submissions: `ada`, `bob`\"";
    assert_eq!(graded.out.matches(refused).count(), 3, "{}", graded.out);
    write("group,id\n1,zoe\n1,yves\n");
    let graded = csv(&folder, &["--groups", "groups.csv"]);
    assert!(graded.out.contains("\nyves,,missing,,7,,the group `1` has no submission,"), "{}", graded.out);
    write("group,id\n1,ada\n1,ada\n");
    assert!(csv(&folder, &["--groups", "groups.csv"]).err.contains("line 3 repeats the id `ada`"));
    write("group,id,ID\n1,ada,ada\n");
    assert!(csv(&folder, &["--groups", "groups.csv"]).err.contains("it has several columns named `id`"));
    write("group,id,note,note\n1,ada,,\n");
    assert_eq!(csv(&folder, &["--groups", "groups.csv"]).status, Some(0), "no other column matters");
    write("group,id\n1,ada\n2,ada\n");
    let graded = csv(&folder, &["--groups", "groups.csv"]);
    assert!(graded.err.contains("line 3: `ada` is already in the group `1`"), "{}", graded.err);
    write("group,id\nada,bob\nbob,zoe\n");
    let graded = csv(&folder, &["--groups", "groups.csv"]);
    assert!(
        graded.err.contains("`bob` is the name of a group and the id of a student in the group `ada`"),
        "{}",
        graded.err
    );
    write("group,id\nada,ada\n");
    assert_eq!(csv(&folder, &["--groups", "groups.csv"]).status, Some(0));
}

#[test]
fn marks_set_by_hand_are_applied_last_and_shown() {
    let folder = homework("homework-overrides");
    let overrides = "id,question,marks,reason\nada,two 1.1,3/2,lucky\nbob,one,2,on paper\neve,one 1.2,0,\n";
    fs::write(folder.0.join("marks.csv"), overrides).unwrap();
    let graded = csv(&folder, &["--overrides", "marks.csv"]);
    let as_written_elsewhere = overrides.replace(',', ";").replace("3/2", "1,5").replace('\n', "\r\n");
    fs::write(folder.0.join("marks.csv"), as_written_elsewhere).unwrap();
    assert_eq!(csv(&folder, &["--overrides", "marks.csv"]).out, graded.out);
    let marks: Vec<&str> = graded.out.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    assert_eq!(marks, ["4.5", "2", "2"], "{}", graded.out);
    let text = folder.run(&["grade", "ex", "in", "--overrides", "marks.csv"]).out;
    assert!(text.contains("set by hand (was 4): lucky"), "{text}");
    assert!(text.contains("! marks set by hand: 2 of 3: on paper"), "{text}");
    let json = folder.run(&["grade", "ex", "in", "--overrides", "marks.csv", "--format", "json"]).json();
    let question = &json["submissions"][0]["exercises"][1]["graded"]["trees"][0]["questions"][0];
    assert_eq!(question["by_hand"], serde_json::json!({ "before": "4", "reason": "lucky" }));
}

#[test]
fn an_ambiguous_question_in_overrides_is_refused() {
    let files = [("ex/two.tree", TWO), ("ex/two 1.1.tree", ONE), ("in/ada/two.tree", RIGHT_TWO)];
    let folder = Folder::new("homework-ambiguous", &files);
    fs::write(folder.0.join("marks.csv"), "id,question,marks,reason\nada,two 1.1,1,\n").unwrap();
    let graded = csv(&folder, &["--overrides", "marks.csv"]);
    let reason = "line 2: `two 1.1` can mean an exercise, or question 1.1 of `two`; rename one of these exercises";
    assert!(graded.status == Some(2) && graded.err.contains(reason), "{}", graded.err);
    let files = [("ex/two.tree", TWO), ("ex/two late.tree", ONE), ("in/ada/two.tree", RIGHT_TWO)];
    let folder = Folder::new("homework-unambiguous", &files);
    fs::write(folder.0.join("marks.csv"), "id,question,marks,reason\nada,two late,1,\n").unwrap();
    assert_eq!(csv(&folder, &["--overrides", "marks.csv"]).status, Some(0), "`late` is no question");
}

#[test]
fn answers_that_may_not_have_been_graded_need_a_look() {
    let folder = Folder::new("homework-doubtful", &[("ex/two.tree", TWO), ("in/ada/two.tree", RIGHT_TWO)]);
    let blank = "tree \"two\" { min B { 1, 2 } }\n";
    for (answers, row) in [
        (RIGHT_TWO.to_string(), "ada,,graded,4,4,0,,4"),
        (format!("{blank}{RIGHT_TWO}"), "ada,,empty,0,4,0,1 repeated tree,0"),
        (format!("{RIGHT_TWO}tree \"scratch\" {{ max {{ 1, 2 }} }}\n"), "ada,,graded,4,4,0,1 extra tree,4"),
        (RIGHT_TWO.replace("B = 1", "B plays C = 1"), "ada,,graded,4,4,0,1 finding,4"),
        (
            "tree \"x\" { min { 7, 7, 7 } } tree \"y\" { max { 8 } }\n".to_string(),
            "ada,,empty,0,4,0,\"1 missing tree, 2 extra trees\",0",
        ),
    ] {
        fs::write(folder.0.join("in/ada/two.tree"), &answers).unwrap();
        let graded = csv(&folder, &[]);
        let needs_a_look = ["repeated", "finding", "missing"].iter().any(|word| row.contains(word));
        assert!(graded.out.contains(&format!("\n{row}\n")), "{}", graded.out);
        assert_eq!(graded.status, Some(i32::from(needs_a_look)), "{answers}");
        fs::write(folder.0.join("marks.csv"), "id,question,marks,reason\nada,two,3,read it\n").unwrap();
        assert_eq!(csv(&folder, &["--overrides", "marks.csv"]).status, Some(0), "somebody has had a look");
    }
}

#[test]
fn results_are_not_written_where_the_next_run_would_read_them() {
    let folder = homework("homework-output");
    for name in ["in/marks.tree", "marks.tree.txt", "ex/gametree.toml"] {
        let graded = csv(&folder, &["--output", name]);
        assert!(graded.err.contains("--output must not be a `.tree` file or gametree.toml"), "{}", graded.err);
        assert!(graded.status == Some(2) && !folder.0.join(name).exists(), "{name}");
    }
}

#[test]
fn a_negative_share_is_refused_like_other_wrong_shares() {
    let graded = csv(&homework("homework-share"), &["--follow-through", "-1"]);
    assert!(graded.err.contains("write `full`, `none`, or a fraction from 0 to 1"), "{}", graded.err);
}

#[test]
fn an_exercise_line_is_found_with_all_line_endings() {
    for end in ["\n", "\r\n", "\r"] {
        let answers = RIGHT_TWO.replace("\"two\"", "\"mine\"").replace('\n', end);
        let answers = format!("// homework 1{end}// exercise: two{end}{answers}");
        let files = [("ex/one.tree", ONE), ("ex/two.tree", TWO), ("in/ada/x.tree", &answers)];
        let graded = csv(&Folder::new("homework-lines", &files), &[]);
        assert!(graded.out.contains("\nada,,graded,4,7,0,one: no file for this exercise,"), "{end:?}: {}", graded.out);
    }
}

#[test]
fn marks_that_cannot_be_set_are_refused() {
    let folder = homework("homework-bad-overrides");
    for (row, reason) in [
        ("ada,two 1.1,5,", "line 2: `5` is not a number from 0 to 4"),
        (
            "ada,two 1.1,0.333333333333333333333333333333333333333333,",
            "line 2: `0.333333333333333333333333333333333333333333`: the number has too many digits to be held exactly",
        ),
        ("ada,two 1.1,-1,", "line 2: `-1` is not a number from 0 to 4"),
        ("ada,two 1.2,1,", "line 2: the exercise `two` has no question `1.2`"),
        (
            "ada,1.1,1,",
            "line 2: `1.1` does not say which exercise it belongs to; write one of these names before it: one, two",
        ),
        ("ada,three 1.1,1,", "line 2: there is no exercise `three`"),
        ("zoe,two 1.1,1,", "--overrides has marks for `zoe`, but there is no such submission"),
        ("ada,two 1.1,1,\"half\nbob,two 1.1,0,x", "a quotation mark in it is never closed"),
        ("ada,two 1.1,1,\"half\nbob,two 1.1,0,x\"", "line 2: a cell goes over several lines"),
        ("ada,two 1.1,1,\nada,two 1.1,2,", "line 3: an earlier line already sets these marks for `ada`"),
        ("ada,two 1.1,1,\nada,two,2,", "line 3: `ada` has marks for the whole exercise and for a question"),
    ] {
        fs::write(folder.0.join("marks.csv"), format!("id,question,marks,reason\n{row}\n")).unwrap();
        let graded = csv(&folder, &["--overrides", "marks.csv"]);
        assert!(graded.status == Some(2) && graded.out.is_empty(), "{row}: {}", graded.out);
        assert!(graded.err.contains(reason), "{row}: {}", graded.err);
    }
}

#[test]
fn a_submission_that_cannot_be_read_can_get_marks_by_hand() {
    let folder = Folder::new("homework-by-hand", &[("ex/two.tree", TWO), ("in/ada/two.tree", "\0")]);
    fs::write(folder.0.join("in/ada/two.tree"), [0xff, 0x00, 0xff]).unwrap();
    assert_eq!(csv(&folder, &[]).status, Some(1));
    for question in ["1.1", "two", "", "two 1.1"] {
        fs::write(folder.0.join("marks.csv"), format!("id,question,marks,reason\nada,{question},3,paper\n")).unwrap();
        let graded = csv(&folder, &["--overrides", "marks.csv"]);
        assert!(graded.out.contains("\nada,,unreadable,3,4,"), "{question}: {} {}", graded.out, graded.err);
        assert_eq!(graded.status, Some(0), "{question}");
    }
}

#[test]
fn a_comparison_lists_whose_marks_have_changed() {
    let folder = homework("homework-compare");
    folder.run(&["grade", "ex", "in", "--format", "json", "--output", "old.json"]);
    let compared = || folder.run(&["grade", "ex", "in", "--compare", "old.json"]);
    assert_eq!(compared().out, "no marks have changed\n");
    fs::write(folder.0.join("in/ada/two.tree"), WRONG_TWO).unwrap();
    fs::rename(folder.0.join("in/eve"), folder.0.join("in/zoe")).unwrap();
    let expected = "\
ada  7 → 3  (two: 4 → 0, two 1.1: 4 → 0)
zoe  new: 3
eve  gone: 3
3 of 4 students have different marks now
";
    assert_eq!(compared().out, expected);
    let old = fs::read_to_string(folder.0.join("old.json")).unwrap();
    fs::write(folder.0.join("old.json"), format!("\u{feff}{old}")).unwrap();
    assert_eq!(compared().out, expected, "some editors write a byte order mark");
    for (old, reason) in [
        ("[]".to_string(), "old.json: these are not results of `gametree grade --format json`"),
        (old.replace("\"7\"", "\"much\""), "`much` is not a number"),
        (
            old.replace("\"one\"", "\"eins\"").replace("\"two\"", "\"zwei\""),
            "these are results of other exercises: eins, zwei",
        ),
    ] {
        fs::write(folder.0.join("old.json"), old).unwrap();
        assert!(compared().err.contains(reason), "{}", compared().err);
    }
}

/// Skips the 1 under `>=`, but not under `>`.
const TIE: &str = "max A { min B { 3, 5 } min C { 3, 1 } }";

#[test]
fn the_project_says_how_to_grade_and_options_come_first() {
    let exercise = format!("tree {{ {TIE} ask pruned worth 2 expect leaves = _ worth 1 }}");
    let folder = Folder::new(
        "homework-project",
        &[("ex/a.tree", exercise.as_str()), ("in/x.tree", &format!("tree {{ {TIE} expect leaves = 4 }}"))],
    );
    let marks = |arguments: &[&str]| {
        let graded = csv(&folder, arguments);
        graded.out.lines().nth(1).unwrap_or(&graded.err).split(',').nth(3).map(str::to_string)
    };
    let project = |text: &str| fs::write(folder.0.join("gametree.toml"), text).unwrap();
    assert_eq!(marks(&[]).as_deref(), Some("0"));
    assert_eq!(marks(&["--conventions", "either"]).as_deref(), Some("3"));
    project("[grade]\nconventions = \"either\"\nfeedback = \"none\"\n");
    assert_eq!(marks(&[]).as_deref(), Some("3"));
    assert_eq!(marks(&["--conventions", "strict"]).as_deref(), Some("0"));
    assert_eq!(folder.run(&["grade", "ex", "in"]).out, "x  3 of 3 marks, 0 mistakes\n\n");
    let full = folder.run(&["grade", "ex", "in", "--feedback", "full"]).out;
    assert!(full.contains("! graded under `cut alpha > beta`, which gives these answers more marks"), "{full}");
    project("[grade]\nconvention = \"either\"\n");
    let graded = folder.run(&["grade", "ex", "in"]);
    assert_eq!((graded.status, graded.out.as_str()), (Some(2), ""));
    assert!(graded.err.contains("its gametree.toml has mistakes, so nothing was graded"), "{}", graded.err);
}

#[test]
fn an_altered_tree_can_be_refused() {
    let altered = "tree \"two\" { min B = 1 { 1, 3 } }\n";
    let folder = Folder::new("homework-altered", &[("ex/two.tree", TWO), ("in/x.tree", altered)]);
    assert!(csv(&folder, &[]).out.contains("\nx,,graded,4,4,0,1 alteration,4\n"));
    let refused = csv(&folder, &["--altered", "refuse"]);
    assert!(refused.out.contains("\nx,,altered,0,4,0,1 alteration,0\n"), "{}", refused.out);
    assert_eq!(refused.status, Some(1));
}

#[test]
fn wrong_procedures_are_named_only_if_that_is_wanted() {
    let exercise = fs::read_to_string("tests/homework/misconception/exercise.tree").unwrap();
    let submission = fs::read_to_string("tests/homework/misconception/submission.tree").unwrap();
    let folder =
        Folder::new("homework-misconceptions", &[("ex/a.tree", exercise.as_str()), ("in/x.tree", &submission)]);
    assert!(folder.run(&["grade", "ex", "in"]).out.contains("Looks like"));
    fs::write(folder.0.join("gametree.toml"), "[grade]\nmisconceptions = false\n").unwrap();
    assert!(!folder.run(&["grade", "ex", "in"]).out.contains("Looks like"));
}

#[test]
fn nothing_that_is_read_is_overwritten() {
    let folder = homework("homework-lost");
    fs::write(folder.0.join("list.csv"), "id,group\nada,1\n").unwrap();
    for (output, lost) in [
        ("ex/one.tree", true),
        ("in/ada/one.tree", true),
        ("in/../ex/two.tree", true),
        ("list.csv", true),
        ("marks.csv", false),
        ("in/marks.csv", false),
    ] {
        let before = fs::read(folder.0.join(output)).ok();
        let roster = ["--roster", "list.csv", "--groups", "list.csv", "--output", output];
        let graded = csv(&folder, &roster);
        assert_eq!(graded.status == Some(2), lost, "{output}: {}", graded.err);
        assert_eq!(fs::read(folder.0.join(output)).ok() == before, lost, "{output}");
    }
}

#[cfg(unix)]
#[test]
fn nothing_that_is_read_is_overwritten_through_a_link() {
    let folder = homework("homework-lost-link");
    std::os::unix::fs::symlink(folder.0.join("in/ada/one.tree"), folder.0.join("out.csv")).unwrap();
    let graded = csv(&folder, &["--output", "out.csv"]);
    assert_eq!(graded.status, Some(2), "{}", graded.err);
    assert_eq!(fs::read_to_string(folder.0.join("in/ada/one.tree")).unwrap(), RIGHT_ONE);
}

/// A hundred thousand claims at one node took minutes.
#[test]
fn many_claims_at_one_node_are_read_in_linear_time() {
    let repeated = WRONG_TWO.replace("B = 2", &format!("B{}", " = 2 = 1".repeat(50_000)));
    let folder = Folder::new("homework-repeated", &[("ex/two.tree", TWO), ("in/x.tree", &repeated)]);
    let graded = csv(&folder, &[]);
    assert!(graded.out.contains("\nx,,empty,0,4,0,20 findings,0\n"), "{}", graded.out);
}
