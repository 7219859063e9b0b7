//! What `gametree course` writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::{Folder, Run};
use crate::{EXERCISE, ONE, homework};

/// The beginning of a static Linux executable, in place of a command of many megabytes.
pub(crate) fn executable(folder: &Folder, name: &str, interpreter: bool) {
    let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
    bytes.resize(64 + 2 * 56, 0);
    (bytes[16], bytes[18], bytes[32], bytes[54], bytes[56]) = (2, 62, 64, 56, 2);
    (bytes[64], bytes[64 + 56]) = (1, if interpreter { 3 } else { 6 });
    bytes.extend(concat!("the command gametree of version ", env!("CARGO_PKG_VERSION")).as_bytes());
    fs::write(folder.0.join(name), bytes).unwrap();
}

pub(crate) fn course(folder: &Folder, system: &str, output: &str, command: &str) -> Run {
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
    refused("hw.tree", "hw.tree: course systems need a Linux executable for x86-64");
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
        for file in texts(&folder.0.join(system)) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(!text.contains('\r'), "{} runs on Linux", file.display());
            let answers = ["max A = 3", "leaves = 4", "min B = 3", "min C = 2", "4 pruned, 6 pruned"];
            assert!(!answers.iter().any(|answer| text.contains(answer)), "{}: {text}", file.display());
        }
        let readme = fs::read_to_string(folder.0.join(system).join("README.md")).unwrap();
        assert!(readme.starts_with("# hw ") && !readme.contains('@'), "{readme}");
    }
}

/// The files in and below a folder, apart from the command.
fn texts(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| if path.is_dir() { texts(&path) } else { vec![path] });
    files
        .filter(|file| !file.file_name().unwrap().to_string_lossy().starts_with("gametree.b64"))
        .filter(|file| file.file_name().unwrap() != "gametree")
        .collect()
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
