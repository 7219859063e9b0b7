//! The layouts of course systems.

use super::*;

fn with(names: &[&str]) -> Folder {
    let folder = Folder::new();
    names.iter().for_each(|name| {
        if name.ends_with('/') {
            fs::create_dir_all(folder.path(&format!("class/{name}"))).unwrap();
        } else {
            folder.write(&format!("class/{name}"), TREE);
        }
    });
    folder.write("class.zip", zipped_trees(names));
    folder
}

/// The ids, names and paths in a folder, and in a zip file with the same content.
fn found(names: &[&str], options: &Options<'_>) -> String {
    let folder = with(names);
    let of = |class: &str| {
        let shown = folder.shown(&[class], options).replace(" = max { 3, 5 }", "");
        shown.replace(&format!("{class}/"), "").replace(&format!("error: {class}:"), "error: class:")
    };
    assert_eq!(of("class"), of("class.zip"));
    of("class")
}

fn found_alone(names: &[&str]) -> String {
    found(names, &Options::default())
}

fn forced(layout: Layout) -> Options<'static> {
    Options { layout: Some(layout), ..Options::default() }
}

#[test]
fn moodle_has_folders_or_flat_files() {
    let folders = [
        "Ada King_4711_assignsubmission_file_/hw 1.tree",
        "Ada King_4711_assignsubmission_file_/part/more.tree.txt",
        "Жан_И_12_assignsubmission_file_/hw.tree",
        "Bo_13_assignsubmission_file/hw.tree",
        "Bo_13_assignsubmission_onlinetext_/onlinetext.html",
        "Cy_14_assignsubmission_file_/scan.pdf",
        "Di_15_assignsubmission_file_/",
    ];
    let expected = "\
12 (Жан_И): Жан_И_12_assignsubmission_file_/hw.tree [hw]
13 (Bo): Bo_13_assignsubmission_file/hw.tree [hw]
14 (Cy): Unreadable: it contains no *.tree file; there is `Cy_14_assignsubmission_file_/scan.pdf`
15 (Di): Unreadable: it contains no *.tree file; there is `Di_15_assignsubmission_file_/`
4711 (Ada King): Ada King_4711_assignsubmission_file_/hw 1.tree [hw 1]
4711 (Ada King): Ada King_4711_assignsubmission_file_/part/more.tree.txt [more]
";
    assert_eq!(found_alone(&folders), expected);
    let flat = [
        "Ada_1_assignsubmission_file_a_b.tree",
        "Bo_2_assignsubmission_file_a.tree",
        "Bo_2_assignsubmission_file_b.tree",
    ];
    let expected = "\
1 (Ada): Ada_1_assignsubmission_file_a_b.tree [a_b]
2 (Bo): Bo_2_assignsubmission_file_a.tree [a]
2 (Bo): Bo_2_assignsubmission_file_b.tree [b]
";
    assert_eq!(found_alone(&flat), expected);
    let wrapped = flat.map(|name| format!("hw 1/{name}"));
    assert_eq!(found_alone(&wrapped.each_ref().map(String::as_str)).replace("hw 1/", ""), expected);
}

#[test]
fn canvas_numbers_users_submissions_and_attempts() {
    let names = [
        "kingada_4711_99_hw_1_2_x.tree",
        "bo_x_LATE_12_100_hw-2.tree",
        "bo_x_LATE_12_101_other.tree",
        "cy_13_102_hw.tree",
        "cy_13_103_hw-1.tree",
        "cy_13_104_hw-2.tree",
        "di_14_105_ex-1.tree",
        "di_14_106_ex-2.tree",
        "ed_15_107_ex-01.tree",
        "fi_16_108_scan.pdf",
    ];
    let expected = "\
12 (bo_x): bo_x_LATE_12_100_hw-2.tree [hw #2]
12 (bo_x): bo_x_LATE_12_101_other.tree [other]
13 (cy): cy_13_104_hw-2.tree [hw #2]
14 (di): di_14_105_ex-1.tree [ex-1]
14 (di): di_14_106_ex-2.tree [ex-2]
15 (ed): ed_15_107_ex-01.tree [ex-01]
16 (fi): Unreadable: it contains no *.tree file; there is `fi_16_108_scan.pdf`
4711 (kingada): kingada_4711_99_hw_1_2_x.tree [hw_1_2_x]
";
    assert_eq!(found_alone(&names), expected);
    let best = found(&names, &Options { attempt: Attempt::Best, ..Options::default() });
    let all = "\
13 (cy): cy_13_102_hw.tree [hw]
13 (cy): cy_13_103_hw-1.tree [hw #1]
13 (cy): cy_13_104_hw-2.tree [hw #2]
";
    assert!(best.contains(all), "{best}");
}

#[test]
fn a_student_has_a_folder() {
    let expected = "ada: ada/hw.tree [hw]\nada: ada/src/more.tree [more]\nbo: bo/hw.tree [hw]\n";
    let names = ["ada/hw.tree", "ada/src/more.tree", "ada/README.md", "bo/hw.tree", "readme.txt"];
    assert_eq!(found_alone(&names), expected);
    let hidden = ["ada/.git/x.tree", ".venv/x.tree", "__MACOSX/ada/hw.tree", "bo/.hw.tree"];
    assert_eq!(found_alone(&[&names[..], &hidden].concat()), expected);
    let submitted = ["submitted/ada/ps1/hw.tree", "submitted/bo/ps1/hw.tree", "submitted/bo/ps2/hw.tree"];
    let in_submitted = "\
ada: submitted/ada/ps1/hw.tree [hw]
bo: submitted/bo/ps1/hw.tree [hw]
bo: submitted/bo/ps2/hw.tree [hw]
";
    assert_eq!(found_alone(&submitted), in_submitted);
    let in_course = submitted.map(|name| format!("cs1/{name}"));
    assert_eq!(found_alone(&in_course.each_ref().map(String::as_str)).replace("cs1/", ""), in_submitted);
    let gradescope = ["submission_1/hw.tree", "submission_2/hw.tree", "submission_metadata.yml"];
    let exported = gradescope.map(|name| format!("assignment_7_export/{name}"));
    let expected = "submission_1: submission_1/hw.tree [hw]\nsubmission_2: submission_2/hw.tree [hw]\n";
    assert_eq!(found_alone(&gradescope), expected);
    let found = found_alone(&exported.each_ref().map(String::as_str));
    assert_eq!(found.replace("assignment_7_export/", ""), expected);
    let nothing = "bo: Unreadable: it contains no *.tree file; there is `bo/scan.pdf`";
    assert!(found_alone(&["ada/hw.tree", "bo/scan.pdf", "bo/x.docx"]).ends_with(&format!("{nothing}\n")));
}

#[test]
fn a_packed_folder_is_searched() {
    let folder = Folder::new();
    folder.write("hw1.zip", zipped_trees(&["hw1/ada/hw.tree", "hw1/bo/hw.tree", "hw1/bo/x/y.tree"]));
    let ids = |class: &str, options: &Options<'_>| -> Vec<String> {
        folder.list(&[class], options).unwrap().iter().map(|submission| submission.id).collect()
    };
    assert_eq!(ids("hw1.zip", &Options::default()), ["ada", "bo"]);
    folder.write("ada.zip", zipped_trees(&["ada/hw.tree", "ada/x/y.tree"]));
    assert_eq!(ids("ada.zip", &Options::default()), ["ada"]);
    folder.write("hw2.zip", zipped_trees(&["hw2/1.tree", "hw2/2.tree"]));
    assert_eq!(ids("hw2.zip", &Options::default()), ["hw2"]);
    assert_eq!(ids("hw2.zip", &forced(Layout::Loose)), ["1", "2"]);
}

#[test]
fn loose_files_are_named_by_the_id() {
    let names = ["4711.tree", "Ada.tree.txt", "scan.pdf", "x.TREE"];
    assert_eq!(found_alone(&names), "4711: 4711.tree [4711]\nAda: Ada.tree.txt [Ada]\nx: x.TREE [x]\n");
    assert_eq!(found_alone(&["scan.pdf", "a.docx"]), "error: class: it contains no *.tree file\n".trim_end());
    // Only some are named as Canvas names them.
    assert_eq!(found_alone(&["a_1_2_x.tree", "b.tree"]), "a_1_2_x: a_1_2_x.tree [a_1_2_x]\nb: b.tree [b]\n");
}

#[test]
fn files_that_fit_no_layout_are_refused() {
    let mixed = ["ada/hw.tree", "bo/hw.tree", "solution.tree"];
    assert_eq!(
        found_alone(&mixed),
        "error: class: `solution.tree` is next to the folders of students, so it is not clear whose it is; remove it, \
         or write `--layout folders` if all files belong to one student"
    );
    let of_class = "class: ada/hw.tree [hw]\nclass: bo/hw.tree [hw]\nclass: solution.tree [solution]\n";
    let folder = with(&mixed);
    let shown = folder.shown(&["class"], &forced(Layout::Folders)).replace(" = max { 3, 5 }", "").replace("class/", "");
    assert_eq!(shown, of_class);
}

#[test]
fn a_layout_can_be_chosen() {
    let refused = [
        (Layout::Moodle, "`a.tree` is not named NAME_ID_assignsubmission_…, as Moodle names files"),
        (Layout::Canvas, "`a.tree` is not named NAME_USER_SUBMISSION_…, as Canvas names files"),
        (Layout::Nbgrader, "`a.tree` is not in a folder submitted/STUDENT/ASSIGNMENT"),
    ];
    for (layout, reason) in refused {
        assert_eq!(found(&["a.tree"], &forced(layout)), format!("error: class: {reason}"));
    }
    assert_eq!(found(&["x/a.tree", "b.tree"], &forced(Layout::Loose)), "a: x/a.tree [a]\nb: b.tree [b]\n");
    assert_eq!(found(&["1_2_3_x.tree"], &forced(Layout::Loose)), "1_2_3_x: 1_2_3_x.tree [1_2_3_x]\n");
    let folder = with(&["a.tree"]);
    assert_eq!(
        folder.shown(&["class/a.tree"], &forced(Layout::Folders)),
        "error: class/a.tree: `a.tree` is not in the folder of a student"
    );
}

#[test]
fn files_on_the_command_line_are_taken_together() {
    let folder = with(&["ada_1_2_hw.tree", "bo_3_4_hw.tree"]);
    let both = folder.shown(&["class/ada_1_2_hw.tree", "class/bo_3_4_hw.tree"], &Options::default());
    assert_eq!(
        both.replace(" = max { 3, 5 }", ""),
        "1 (ada): class/ada_1_2_hw.tree [hw]\n3 (bo): class/bo_3_4_hw.tree [hw]\n"
    );
    folder.write("answers.txt", TREE);
    assert_eq!(folder.shown_in("answers.txt"), "answers.txt: answers.txt [answers.txt] = max { 3, 5 }\n");
}

#[test]
fn a_zip_file_of_a_student_is_opened() {
    let mine = zipped_trees(&["hw/one.tree", "hw/two.tree", "hw/scan.pdf", "__MACOSX/hw/._one.tree"]);
    let folder = Folder::new();
    folder.write("class/Ada_1_assignsubmission_file_/my work.zip", &mine);
    folder.write("class.zip", zipped(&[("Ada_1_assignsubmission_file_/my work.zip", &mine)]));
    for class in ["class", "class.zip"] {
        let shown = folder.shown_in(class).replace(&format!("{class}/Ada_1_assignsubmission_file_/my work.zip/"), "");
        assert_eq!(shown, "1 (Ada): hw/one.tree [one] = max { 3, 5 }\n1 (Ada): hw/two.tree [two] = max { 3, 5 }\n");
    }
    folder.write("loose/4711.zip", &mine);
    assert!(folder.shown_in("loose").starts_with("4711: loose/4711.zip/hw/one.tree [one] = max"));
}
