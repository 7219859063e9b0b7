//! `fmt` with the real binary: what is written, how, and what is not.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

const LOOSE: &str = "MAX A{3,5}\n";
const SET: &str = "max A { 3, 5 }\n";
const BROKEN: &str = "max { 1; 2 }\n";

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.0.join(name)).unwrap()
}

#[test]
fn files_are_formatted_in_their_place_and_only_once() {
    let folder = Folder::new("fmt", &[("a.tree", LOOSE), ("b/b.tree", SET), ("b/c.tree", "")]);
    let run = folder.run(&["fmt"]);
    assert_eq!(run.out, "1 file formatted, 2 files formatted already\n");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert_eq!(read(&folder, "a.tree"), SET);
    let before = fs::metadata(folder.0.join("a.tree")).unwrap().modified().unwrap();
    assert_eq!(folder.run(&["fmt"]).out, "3 files formatted already\n");
    assert_eq!(fs::metadata(folder.0.join("a.tree")).unwrap().modified().unwrap(), before, "it was written again");
    assert_eq!(folder.run(&["fmt", "-q"]).out, "");
}

#[test]
fn check_lists_what_is_not_formatted_and_writes_nothing() {
    let folder = Folder::new("fmt-check", &[("a.tree", LOOSE), ("b.tree", SET)]);
    let run = folder.run(&["fmt", "--check"]);
    assert_eq!(run.out, "a.tree: not formatted\n1 file not formatted, 1 file formatted already\n");
    assert_eq!(run.status, Some(1));
    assert_eq!(read(&folder, "a.tree"), LOOSE);
    assert_eq!(folder.run(&["fmt", "--check", "-q", "a.tree"]).out, "a.tree: not formatted\n");
    assert_eq!(folder.run(&["fmt", "--check", "b.tree"]).status, Some(0));
}

#[test]
fn the_diff_shows_what_would_change() {
    let folder = Folder::new("fmt-diff", &[("a.tree", LOOSE), ("b.tree", SET)]);
    let run = folder.run(&["fmt", "--diff"]);
    assert_eq!(run.out, format!("--- a.tree\n+++ a.tree\n@@ -1 +1 @@\n-{LOOSE}+{SET}"));
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert_eq!(read(&folder, "a.tree"), LOOSE);
    assert_eq!(folder.run(&["fmt", "--diff", "--check"]).status, Some(1));
    let piped = folder.run_with(&["fmt", "--diff", "-", "--stdin-filename", "x.tree"], LOOSE);
    assert!(piped.out.starts_with("--- x.tree\n+++ x.tree\n"), "{}", piped.out);
}

#[test]
fn standard_input_is_printed_formatted() {
    let folder = Folder::new("fmt-standard", &[]);
    for text in [LOOSE, SET] {
        let run = folder.run_with(&["fmt", "-"], text);
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), SET, ""));
    }
    assert_eq!(folder.run_with(&["fmt", "-", "--check"], SET).status, Some(0));
    let loose = folder.run_with(&["fmt", "-", "--check"], LOOSE);
    assert_eq!((loose.status, loose.out.as_str()), (Some(1), "<stdin>: not formatted\n1 file not formatted\n"));
    let broken = folder.run_with(&["fmt", "-"], BROKEN);
    assert_eq!((broken.status, broken.out.as_str()), (Some(1), ""), "half a file would be worse than none");
}

#[test]
fn a_file_with_errors_of_syntax_is_left_alone_and_the_others_are_not() {
    let folder = Folder::new("fmt-broken", &[("a.tree", BROKEN), ("b.tree", LOOSE)]);
    let run = folder.run(&["fmt"]);
    assert_eq!(run.out, "1 file formatted, 1 file left alone for errors of syntax\n");
    assert!(run.err.starts_with("error[E0"), "{}", run.err);
    assert!(run.err.contains("a.tree:1:8"), "{}", run.err);
    assert_eq!(run.status, Some(1));
    assert_eq!((read(&folder, "a.tree"), read(&folder, "b.tree")), (BROKEN.to_string(), SET.to_string()));
}

#[test]
fn what_is_wrong_but_can_be_read_is_formatted() {
    let folder = Folder::new("fmt-wrong", &[("a.tree", "max A=4 plays z {3,5}\n")]);
    let codes = || -> Vec<String> {
        let findings = folder.run(&["check", "--format", "json"]).json();
        findings.as_array().unwrap().iter().map(|finding| finding["code"].to_string()).collect()
    };
    let before = codes();
    assert_eq!(folder.run(&["fmt"]).status, Some(0));
    assert_eq!(read(&folder, "a.tree"), "max A = 4 plays z { 3, 5 }\n");
    assert_eq!((codes(), before.is_empty()), (before, false));
}

#[test]
fn lines_are_as_wide_as_is_asked_for() {
    let folder = Folder::new("fmt-width", &[("a.tree", "max { 100, 200, 300, 400 }\n")]);
    folder.run(&["fmt", "--width", "20"]);
    assert_eq!(read(&folder, "a.tree"), "max {\n    100, 200, 300,\n    400\n}\n");
    folder.run(&["fmt"]);
    assert_eq!(read(&folder, "a.tree"), "max { 100, 200, 300, 400 }\n");
    let narrow = folder.run(&["fmt", "--width", "19"]);
    assert_eq!(narrow.status, Some(2));
    assert!(narrow.err.contains("20..=1000"), "{}", narrow.err);
}

#[test]
fn what_a_project_leaves_out_is_left_out() {
    let files = [("gametree.toml", "exclude = [\"old/\"]\n"), ("a.tree", SET), ("old/b.tree", LOOSE)];
    let folder = Folder::new("fmt-project", &files);
    assert_eq!(folder.run(&["fmt", "--check"]).status, Some(0));
    assert_eq!(folder.run(&["fmt", "--check", "old/b.tree"]).status, Some(1));
    let forced = folder.run(&["fmt", "--check", "--force-exclude", "old/b.tree"]);
    assert_eq!((forced.status, forced.out.as_str()), (Some(0), ""));
}

#[test]
fn a_text_that_is_left_out_is_printed_as_it_is() {
    let folder = Folder::new("fmt-left-out", &[("gametree.toml", "exclude = [\"old/\"]\n"), ("a.tree", LOOSE)]);
    let piped = ["fmt", "-", "--force-exclude", "--stdin-filename", "old/b.tree"];
    for text in [LOOSE, BROKEN, "\r\n", ""] {
        let run = folder.run_with(&piped, text);
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), text, ""));
        for option in ["--check", "--diff"] {
            let run = folder.run_with(&[&piped[..], &[option]].concat(), "");
            assert_eq!((run.status, run.out.as_str()), (Some(0), ""), "{option}");
        }
    }
    let with_a_file = folder.run_with(&[&piped[..], &["a.tree"]].concat(), LOOSE);
    assert_eq!((with_a_file.status, with_a_file.out.as_str()), (Some(0), LOOSE));
    assert_eq!(read(&folder, "a.tree"), SET);
}

#[test]
fn many_files_are_told_of_in_their_order() {
    let names: Vec<String> = (0..600).map(|number| format!("{number:03}.tree")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), LOOSE)).collect();
    let folder = Folder::new("fmt-many", &files);
    let expected: String = names.iter().map(|name| format!("{name}: not formatted\n")).collect();
    for jobs in ["1", "4"] {
        let run = folder.run(&["fmt", "--check", "--jobs", jobs]);
        assert_eq!(run.out, format!("{expected}600 files not formatted\n"));
    }
    assert_eq!(folder.run(&["fmt"]).out, "600 files formatted\n");
    assert!(names.iter().all(|name| read(&folder, name) == SET));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_file_is_formatted_once() {
    let folder = Folder::new("fmt-link", &[("a.tree", LOOSE)]);
    std::os::unix::fs::symlink("a.tree", folder.0.join("b.tree")).unwrap();
    let check = folder.run(&["fmt", "--check"]);
    assert_eq!(check.out, "a.tree: not formatted\n1 file not formatted\n");
    assert_eq!(folder.run(&["fmt", "--diff"]).out.matches("--- ").count(), 1);
    assert_eq!(folder.run(&["fmt"]).out, "1 file formatted\n");
    assert!(folder.0.join("b.tree").is_symlink());
    assert_eq!(read(&folder, "a.tree"), SET);
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_named() {
    let folder = Folder::new("fmt-failure", &[("a.tree", SET)]);
    let missing = folder.run(&["fmt", "none.tree", "a.tree"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.err.contains("none.tree"), "{}", missing.err);
    assert_eq!(missing.out, "1 file formatted already; not everything could be read\n");
    let lost = folder.run(&["fmt", "--output", "a.tree"]);
    assert!(lost.err.contains("which would be lost"), "{}", lost.err);
}
