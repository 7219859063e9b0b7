//! `check --watch`: every change is checked, once. The runs are counted by what the command writes, not by the clock.

#![cfg(feature = "cli")]

mod folder;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout};

use folder::Folder;

/// The last line of each run.
const WAITING: &str = "waiting for changes; press Ctrl-C to stop";

struct Watch {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Watch {
    fn begin(folder: &Folder, options: &[&str]) -> Self {
        let arguments = [&["check", "--watch", "--format", "short"], options].concat();
        let mut child = folder.command(&arguments).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// What the next run writes, without the last line. This waits until it has ended.
    fn next_run(&mut self) -> String {
        let mut run = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it has ended: {run}");
            if line.trim_end() == WAITING {
                return run;
            }
            run += &line;
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn changed_new_and_deleted_files_are_checked() {
    let folder = Folder::new("watch", &[("a.tree", "max A = 5 { 3, 5 }\n")]);
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).unwrap();
    let mut watch = Watch::begin(&folder, &[]);
    assert_eq!(watch.next_run(), "nothing wrong; checked 1 claim in 1 tree of 1 file\n");
    write("a.tree", "max A = 41 { 3, 5 }\n");
    assert!(watch.next_run().starts_with("a.tree:1:9: error[E0301]"));
    write("b.tree", "max B = 7 { 7 }\n");
    assert!(watch.next_run().ends_with("checked 2 claims in 2 trees of 2 files\n"));
    write("gametree.toml", "exclude = [\"a.tree\"]\n");
    assert_eq!(watch.next_run(), "nothing wrong; checked 1 claim in 1 tree of 1 file\n");
    fs::remove_file(folder.0.join("gametree.toml")).unwrap();
    assert!(watch.next_run().starts_with("a.tree:1:9: error[E0301]"));
    fs::remove_file(folder.0.join("a.tree")).unwrap();
    assert_eq!(watch.next_run(), "nothing wrong; checked 1 claim in 1 tree of 1 file\n");
    fs::remove_file(folder.0.join("b.tree")).unwrap();
    assert_eq!(watch.next_run(), "", "there is nothing to check");
    write("c.tree", "max C = 2 { 2 }\n");
    assert_eq!(watch.next_run(), "nothing wrong; checked 1 claim in 1 tree of 1 file\n");
}

#[test]
fn nothing_is_checked_twice_without_a_change() {
    let folder = Folder::new("watch-once", &[("a.tree", "max A = 5 { 3, 5 }\n"), ("b.txt", "")]);
    let mut watch = Watch::begin(&folder, &["a.tree"]);
    watch.next_run();
    // Other files make no difference, so the next run is that of the change after them.
    fs::write(folder.0.join("b.txt"), "changed").unwrap();
    fs::write(folder.0.join("other.tree"), "max = 9 { 1 }\n").unwrap();
    fs::write(folder.0.join("a.tree"), "max A = 15 { 3, 15 }\n").unwrap();
    assert_eq!(watch.next_run(), "nothing wrong; checked 1 claim in 1 tree of 1 file\n");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = Folder::new("watch-refused", &[("a.tree", "max A = 5 { 3, 5 }\n")]);
    for options in [&["-"][..], &["--format", "json"], &["--fix"], &["--diff"], &["--output", "out.txt"]] {
        let run = folder.run(&[&["check", "--watch"], options].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{options:?}: {}", run.err);
        assert!(!run.err.is_empty());
    }
}
