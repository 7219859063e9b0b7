//! Several arguments, ids that come twice, and class lists.

use super::*;

#[test]
fn an_id_that_comes_twice_is_refused_in_both_places() {
    let folder = Folder::with(&[("one/4711.tree", TREE), ("two/4711/hw.tree", TREE), ("two/4712/hw.tree", TREE)]);
    let twice = "4711: Twice: more than one submission has the id `4711`: `one/4711.tree` and `two/4711/hw.tree`\n";
    let other = "4712: two/4712/hw.tree [hw] = max { 3, 5 }\n";
    // Shown with the whole path.
    let shown = folder.shown(&["one", "two"], &Options::default());
    assert_eq!(shown, format!("{twice}{twice}{other}"));
    assert_eq!(folder.shown(&["one", "one"], &Options::default()), "4711: one/4711.tree [4711] = max { 3, 5 }\n");
}

#[test]
fn two_files_with_one_id_are_two_submissions() {
    let folder = Folder::with(&[("c/a.tree", TREE), ("c/a.tree.txt", TREE), ("c/b.tree", TREE)]);
    folder.write("c/b.zip", zipped_trees(&["x.tree"]));
    let shown = folder.shown_in("c");
    let a = "a: Twice: more than one submission has the id `a`: `c/a.tree` and `c/a.tree.txt`\n";
    let b = "b: Twice: more than one submission has the id `b`: `c/b.tree` and `c/b.zip`\n";
    assert_eq!(shown, format!("{a}{a}{b}{b}"));
    // Two entries of a zip file may have the same name.
    let mut zip = zipped_trees(&["a.tree", "b.tree"]);
    patch_directory(&mut zip, "b.tree", 46, b"a");
    folder.write("d.zip", zip);
    let a = "a: Twice: more than one submission has the id `a`: `d.zip/a.tree` and `d.zip/a.tree`\n";
    assert_eq!(folder.shown_in("d.zip"), format!("{a}{a}"));
    // Two students of Moodle with one number.
    let folder = Folder::new();
    for name in ["A_1_assignsubmission_file_x.tree", "B_1_assignsubmission_file_x.tree"] {
        folder.write(&format!("c/{name}"), TREE);
    }
    let all = folder.list(&["c"], &Options::default()).unwrap();
    let problems: Vec<_> = all.iter().map(|submission| (submission.name, submission.problem.unwrap().status)).collect();
    assert_eq!(problems, [(Some("A".to_string()), Status::Twice), (Some("B".to_string()), Status::Twice)]);
}

#[test]
fn many_with_one_id_are_counted() {
    let folder = Folder::new();
    let arguments = ["a", "b", "c", "d"];
    arguments.iter().for_each(|name| folder.write(&format!("{name}/1.tree"), TREE));
    let line = "1: Twice: more than one submission has the id `1`: `a/1.tree` and `b/1.tree`, and 2 more\n";
    assert_eq!(folder.shown(&arguments, &Options::default()), line.repeat(4));
}

#[test]
fn submissions_come_in_the_order_of_their_ids() {
    let names = ["b.tree", "a.tree", "B.tree", "é.tree", "a-1.tree", "10.tree", "9.tree"];
    let folder = Folder::new();
    names.iter().for_each(|name| folder.write(&format!("c/{name}"), TREE));
    folder.write("c.zip", zipped_trees(&names));
    for class in ["c", "c.zip"] {
        let all = folder.list(&[class], &Options::default()).unwrap();
        let ids: Vec<String> = all.iter().map(|submission| submission.id).collect();
        assert_eq!(ids, ["10", "9", "B", "a", "a-1", "b", "é"]);
    }
}

#[test]
fn the_roster_tells_who_is_missing() {
    let folder = Folder::with(&[("c/1.tree", TREE), ("c/Zoe\u{308}.tree", TREE), ("c/9.tree", TREE)]);
    folder.write("students.csv", "\u{feff}Id;Name;Mark\r\n 1 ;Ada;\r\nZoë;;\r\n2;Bo\r\n;;\r\n");
    let roster = folder.path("students.csv");
    let options = Options { roster: Some(&roster), ..Options::default() };
    let expected = "\
1 (Ada): c/1.tree [1] = max { 3, 5 }
2 (Bo): Missing: this id is in the roster, but has no submission
9: c/9.tree [9] = max { 3, 5 }
Zoë: c/Zoe\u{308}.tree [Zoë] = max { 3, 5 }
";
    assert_eq!(folder.shown(&["c"], &options), expected);
}

#[test]
fn a_roster_with_mistakes_is_an_error() {
    let folder = Folder::with(&[("c/1.tree", TREE)]);
    let rosters = [
        ("name\nAda\n", "it has no column `id`; its columns are `name`"),
        ("id\n1\n2\n1\n", "line 4 repeats the id `1`"),
        ("id,name\n,Ada\n", "line 2 has no id"),
        ("id\n\u{0}\u{ff}\n1\n", ""),
        ("", "it is empty"),
    ];
    for (text, reason) in rosters {
        folder.write("students.csv", text);
        let roster = folder.path("students.csv");
        let options = Options { roster: Some(&roster), ..Options::default() };
        let shown = folder.shown(&["c"], &options);
        if reason.is_empty() {
            assert!(shown.contains("␀ÿ: Missing"), "{shown}");
        } else {
            assert_eq!(shown, format!("error: students.csv: {reason}"));
        }
    }
    let roster = folder.path("nope.csv");
    let options = Options { roster: Some(&roster), ..Options::default() };
    assert_eq!(folder.shown(&["c", "d"], &options), "error: nope.csv: there is no such file\nd: there is no such file");
}
