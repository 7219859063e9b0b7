//! Commands on a folder read each file in it once and none outside it, and never wait for a pipe.

#![cfg(feature = "cli")]
#![cfg(unix)]

mod folder;

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use folder::Folder;
use serde_json::Value;

const WRONG: &str = "max A = 4 { 5 }\n";
const RIGHT: &str = "max A = 5 { 5 }\n";

#[test]
fn a_file_that_says_what_is_left_out_must_be_one() {
    for name in [".gitignore", ".ignore", ".git/info/exclude"] {
        let folder = Folder::new("ignore-special", &[("a.tree", WRONG), ("b/b.tree", WRONG), ("b/.git/info/x", "")]);
        let path = folder.0.join("b").join(name);
        for (make, reason) in [("mkfifo", "not a file"), ("ln -s /dev/zero", "not a file"), ("mkdir", "not a file")] {
            let mut words = make.split(' ');
            assert!(Command::new(words.next().unwrap()).args(words).arg(&path).status().unwrap().success());
            let run = folder.run(&["check"]);
            assert_eq!(run.status, Some(2), "{name}, {make}: {}", run.out);
            assert_eq!(run.err, format!("gametree: b/{name}: {reason}; the folder is skipped\n"), "{make}");
            assert!(run.out.contains("checked 1 claim in 1 tree of 1 file"), "{}", run.out);
            let below = folder.run(&["check", "b"]);
            assert_eq!((below.status, below.err), (Some(2), run.err), "{name}, {make}");
            if make == "mkdir" { fs::remove_dir(&path).unwrap() } else { fs::remove_file(&path).unwrap() }
        }
        let large = fs::File::create(&path).unwrap();
        large.set_len(2 << 20).unwrap();
        let run = folder.run(&["check", "b/*.tree"]);
        assert!(run.err.contains(&format!("b/{name}: larger than 1 MiB")), "{}", run.err);
        large.set_len(0).unwrap();
        assert_eq!(folder.run(&["check"]).err, "");
    }
}

#[test]
fn a_pipe_above_the_folder_is_not_waited_for() {
    let folder = Folder::new("ignore-above", &[("inner/a.tree", WRONG)]);
    assert!(Command::new("mkfifo").arg(folder.0.join(".ignore")).status().unwrap().success());
    let run = folder.run(&["check", "inner"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.ends_with("/ignore-above/.ignore: not a file; the folder is skipped\n"), "{}", run.err);
    assert!(folder.run(&["check", "inner/a.tree"]).out.contains("of 1 file"), "a file is not looked for");
}

#[test]
fn links_lead_nowhere_else_and_no_file_is_reported_twice() {
    let outside = Folder::new("links-outside", &[("secret.tree", WRONG), ("more/other.tree", WRONG)]);
    let folder = Folder::new("links", &[("a.tree", WRONG), ("b/b.tree", WRONG), ("notes.txt", WRONG)]);
    let link = |to: &str, name: &str| symlink(to, folder.0.join(name)).unwrap();
    link("../links-outside", "out");
    link("../../links-outside/secret.tree", "b/secret.tree");
    link("../a.tree", "b/again.tree");
    link("b", "c");
    link(".", "b/here");
    link("notes.txt", "notes.tree");
    link("notes.txt", "twice.tree");
    let run = folder.run(&["check", "--format", "json"]);
    let findings = run.json();
    let names: Vec<&Value> = findings.as_array().unwrap().iter().map(|finding| &finding["file"]).collect();
    assert_eq!(names, ["a.tree", "b/b.tree", "notes.tree"], "{}{}", run.out, run.err);
    assert_eq!(folder.run(&["check", "**/*.tree", "--format", "json"]).out, run.out);
    let run = folder.run(&["check", "--fix"]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
    for file in ["a.tree", "b/b.tree", "notes.txt"] {
        assert_eq!(fs::read_to_string(folder.0.join(file)).unwrap(), RIGHT, "{file}");
    }
    for file in ["secret.tree", "more/other.tree"] {
        assert_eq!(fs::read_to_string(outside.0.join(file)).unwrap(), WRONG, "{file}");
    }
    // A path named on the command line is followed, even if it leads out of the folder.
    assert!(folder.run(&["check", "out"]).out.contains("in 2 trees of 2 files"));
    assert!(folder.run(&["check", "b/secret.tree"]).out.contains("of 1 file"));
}

#[test]
fn a_hundred_folders_of_links_to_each_other_are_walked_once() {
    let folder = Folder::new("links-many", &[("00/a.tree", RIGHT)]);
    for number in 0..100 {
        let path = folder.0.join(format!("{number:02}"));
        fs::create_dir_all(&path).unwrap();
        (0..100).for_each(|other| symlink(format!("../{other:02}"), path.join(format!("to{other:02}"))).unwrap());
    }
    let run = folder.run(&["check"]);
    assert_eq!(run.out, "nothing wrong; checked 1 claim in 1 tree of 1 file\n", "{}", run.err);
}
