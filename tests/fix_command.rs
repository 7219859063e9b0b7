//! `check --fix` and `check --diff` with the real binary: what is written, how, and what is not.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;

const WRONG: &str = "max A = 4 { 3, 5 }\n";
const RIGHT: &str = "max A = 5 { 3, 5 }\n";
const GUESS: &str = "max A plays a2 { a1: 3 }\n";

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.0.join(name)).unwrap()
}

/// What is in the folder but for the files that were put there.
fn leftovers(folder: &Folder) -> Vec<String> {
    let mut folders = vec![folder.0.clone()];
    let mut names = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            folders.extend(entry.file_type().unwrap().is_dir().then(|| entry.path()));
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.retain(|name| name.starts_with(".gametree-"));
    names
}

#[test]
fn what_is_certain_is_fixed_and_the_rest_is_reported() {
    let text = "// = 4\r\nmax A = 4 plays a2 [-inf, inf] {  a1: { 3, 5 }\ta2: { 2, 8 } }\r\ntree {\r\n  mim B { 1 2 } expect leavs = 9 }";
    let folder = Folder::new("fix", &[("a.tree", text), ("b.tree", GUESS)]);
    let run = folder.run(&["check", "--fix", "--format", "short"]);
    assert_eq!(
        run.out,
        "b.tree:1:13: error[E0205]: no move at A is called `a2`\n6 fixed, 1 error left; checked 5 claims in 3 trees of 2 files\n"
    );
    assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
    let fixed = "// = 4\r\nmax A = 3 plays a1 [-inf, inf] {  a1: { 3, 5 }\ta2: { 2, 8 pruned } }\r\ntree {\r\n  min B { 1 2 } expect leaves = 2 }";
    assert_eq!(read(&folder, "a.tree"), fixed);
    assert_eq!(read(&folder, "b.tree"), GUESS);
    let again = folder.run(&["check", "--fix", "a.tree"]);
    assert_eq!((again.status, again.out.as_str()), (Some(0), "nothing wrong; checked 5 claims in 2 trees of 1 file\n"));
    assert_eq!(leftovers(&folder), [""; 0]);
}

#[test]
fn the_summary_says_how_many_were_fixed() {
    let folder = Folder::new("fix-summary", &[("a.tree", WRONG)]);
    let shown = folder.run(&["check", "--diff"]);
    assert_eq!(shown.err, "1 error; 1 can be fixed; checked 1 claim in 1 tree of 1 file\n");
    let run = folder.run(&["check", "--fix"]);
    assert_eq!(
        (run.status, run.out.as_str()),
        (Some(0), "1 fixed, nothing else wrong; checked 1 claim in 1 tree of 1 file\n")
    );
}

#[test]
fn a_lint_that_is_allowed_is_not_fixed() {
    let skips = "max { { 3, 5 } { 2, 8 } }\n";
    let folder = Folder::new("fix-allowed", &[("a.tree", skips)]);
    folder.run(&["check", "--fix", "--allow", "unreachable-cutoff"]);
    assert_eq!(read(&folder, "a.tree"), skips);
    folder.run(&["check", "--fix"]);
    assert_eq!(read(&folder, "a.tree"), "max { { 3, 5 } { 2, 8 pruned } }\n");
}

#[test]
fn findings_past_the_limit_are_fixed_too() {
    let folder = Folder::new("fix-limit", &[("a.tree", &format!("max {{ {} }}", "max = 1 { 2 } ".repeat(5000)))]);
    let run = folder.run(&["check", "--fix", "--max-findings", "1"]);
    assert_eq!(run.out, "5000 fixed, nothing else wrong; checked 5000 claims in 1 tree of 1 file\n");
}

#[test]
fn fixing_that_is_given_up_is_said_with_advice_only_where_that_can_help() {
    // Each word is taken for a misspelt `expect`, which would want something behind it.
    let guesses = "tree { max { 1 } expectt }\n".repeat(100);
    let slip = "tree { max { 1 prunned } }\n";
    let folder = Folder::new("fix-gave-up", &[("a.tree", &format!("{slip}{guesses}"))]);
    let error = "gametree: a.tree: too many fixes help nothing, so not all were tried";
    let shown = folder.run(&["check", "--diff"]);
    assert!(shown.err.starts_with(&format!("{error}; what is fixed first may help")), "{}", shown.err);
    let first = folder.run(&["check", "--fix"]);
    assert_eq!(first.status, Some(1));
    assert_eq!(first.err, format!("{error}; what is fixed first may help: run --fix again\n"));
    let fixed = format!("{}{guesses}", slip.replace("prunned", "pruned"));
    assert_eq!(read(&folder, "a.tree"), fixed);
    let again = folder.run(&["check", "--fix"]);
    assert_eq!((again.status, again.err), (Some(1), format!("{error}\n")), "nothing was fixed");
    assert_eq!(read(&folder, "a.tree"), fixed);
}

#[test]
fn the_diff_shows_what_would_be_written_and_writes_nothing() {
    let folder = Folder::new("diff", &[("a.tree", WRONG), ("b.tree", GUESS), ("c.tree", RIGHT)]);
    let run = folder.run(&["check", "--diff"]);
    assert_eq!(run.out, format!("--- a.tree\n+++ a.tree\n@@ -1 +1 @@\n-{WRONG}+{RIGHT}"));
    assert_eq!(run.status, Some(1), "as without it");
    assert_eq!(read(&folder, "a.tree"), WRONG);
    assert_eq!(folder.run(&["check", "--diff", "c.tree", "-q"]).err, "");
    let painted = folder.run(&["check", "--diff", "--color", "always", "a.tree"]);
    assert!(painted.out.contains("\u{1b}[31m-max A = 4 { 3, 5 }\u{1b}[0m\n"), "{}", painted.out);
    folder.run(&["check", "--diff", "--output", "all.diff"]);
    assert_eq!(read(&folder, "all.diff"), run.out);
    let piped = folder.run_with(&["check", "--diff", "-", "--stdin-filename", "x.tree"], WRONG);
    assert!(piped.out.starts_with("--- x.tree\n+++ x.tree\n"), "{}", piped.out);
}

#[test]
fn what_makes_no_sense_together_is_refused() {
    let folder = Folder::new("fix-refused", &[("a.tree", WRONG)]);
    for (arguments, why) in [
        (&["check", "--fix", "-", "a.tree"][..], "standard input cannot be fixed in its place; --diff shows"),
        (&["check", "--fix", "--diff"], "cannot be used with"),
        (&["check", "--diff", "--format", "json"], "cannot be used with"),
        (&["check", "--fix", "--output", "a.tree"], "which would be lost"),
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(why), "{}", run.err);
    }
    assert_eq!(read(&folder, "a.tree"), WRONG);
}

#[test]
fn json_tells_what_is_left_and_which_fixes_are_safe() {
    let folder = Folder::new("fix-json", &[("a.tree", WRONG), ("b.tree", GUESS)]);
    let safe = |findings: &serde_json::Value, place: usize| findings[place]["fix"]["safe"].clone();
    let before = folder.run(&["check", "--format", "json"]).json();
    assert_eq!((safe(&before, 0), safe(&before, 1)), (true.into(), false.into()));
    let after = folder.run(&["check", "--fix", "--format", "json"]).json();
    assert_eq!(after.as_array().unwrap().len(), 1);
    assert_eq!(after[0]["file"], "b.tree");
}

/// Copies of all fixtures, and of some files with unfriendly names and bytes.
fn copies(name: &str) -> Folder {
    let folder = Folder::new(name, &[]);
    for area in fs::read_dir("tests/fixtures").unwrap().map(|area| area.unwrap()) {
        fs::create_dir(folder.0.join(area.file_name())).unwrap();
        for file in fs::read_dir(area.path()).unwrap().map(|file| file.unwrap()) {
            if file.path().extension().is_some_and(|extension| extension == "tree") {
                fs::copy(file.path(), folder.0.join(area.file_name()).join(file.file_name())).unwrap();
            }
        }
    }
    for (name, text) in [
        ("a b.tree", "max = 4 { 3 }"),
        ("\"quotes\".tree", "\u{feff}max = 4 { 3 }\r\n// \u{1b}[31m\r\n\r\n"),
        (" blank.tree", "max = 4 { 3 }\r"),
        ("α.tree", "// \r alone\u{2028}\u{85}\nmax = 4 { 3 } \n\n\n"),
    ] {
        fs::write(folder.0.join(name), text).unwrap();
    }
    folder
}

/// Every `.tree` file below the folder with its bytes.
fn contents(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let mut folders = vec![folder.0.clone()];
    let mut files = Vec::new();
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tree") {
                files.push((path.strip_prefix(&folder.0).unwrap().display().to_string(), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_fixture_is_fixed_once_and_for_all_whatever_the_number_of_jobs() {
    let (one, many) = (copies("fix-fixtures-1"), copies("fix-fixtures-4"));
    let before = contents(&one);
    let run = one.run(&["check", "--fix", "--jobs", "1"]);
    assert_eq!(many.run(&["check", "--fix", "--jobs", "4"]).out, run.out);
    let after = contents(&one);
    assert_eq!(contents(&many), after);
    let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
    assert!(changed > 30, "{changed}");
    assert_eq!(leftovers(&one), [""; 0]);
    let nothing = one.run(&["check", "--diff"]);
    assert_eq!(nothing.out, "");
    let again = one.run(&["check", "--fix"]);
    assert!(!again.out.contains("fixed"), "{}", again.out);
    assert_eq!(contents(&one), after);
}

#[test]
fn answers_of_an_exercise_are_left_and_the_summary_says_so() {
    let exercise = "tree { reveal answers max A = 4 { 3, 5 } ask plays }\n";
    let folder = Folder::new("fix-exercise", &[("a.tree", exercise), ("b.tree", WRONG)]);
    let kept = "--fix changes no answers in a tree with a blank or an `ask`";
    let run = folder.run(&["check", "--fix", "--format", "short"]);
    assert_eq!(run.out.lines().last(), Some(kept), "{}", run.out);
    assert_eq!((read(&folder, "a.tree").as_str(), read(&folder, "b.tree").as_str()), (exercise, RIGHT));
    assert!(folder.run(&["check", "--diff"]).err.ends_with(&format!("{kept}\n")));
    assert!(!folder.run(&["check", "a.tree"]).out.contains(kept));
    assert!(!folder.run(&["check", "--fix", "b.tree"]).out.contains(kept));
}

#[test]
fn signs_with_one_meaning_are_fixed() {
    let folder =
        Folder::new("fix-signs", &[("a.tree", "max A = 3 { min B = 3 { 3, 5 } min C ≤ 2 { 2, 8 pruned } }\n")]);
    let run = folder.run(&["check", "--fix"]);
    assert_eq!(run.status, Some(0), "{}", run.out);
    assert_eq!(read(&folder, "a.tree"), "max A = 3 { min B = 3 { 3, 5 } min C <= 2 { 2, 8 pruned } }\n");
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Output, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// A file that is not written in one go.
    fn large() -> (String, String) {
        let padding = "// what is here stays\n".repeat(100_000);
        (format!("{WRONG}{padding}"), format!("{RIGHT}{padding}"))
    }

    /// The command line in a shell in the folder.
    fn shell(folder: &Folder, line: &str) -> Output {
        let mut command = Command::new("sh");
        command.args(["-c", line, "sh", env!("CARGO_BIN_EXE_gametree")]).current_dir(&folder.0);
        command.stdin(Stdio::null()).output().unwrap()
    }

    #[test]
    fn the_diff_can_be_applied_and_gives_what_fix_writes() {
        let fixed = copies("diff-fixed");
        fixed.run(&["check", "--fix"]);
        for program in ["patch -p0 --binary", "git apply -p0 --whitespace=nowarn"] {
            let folder = copies("diff-applied");
            let run = shell(&folder, &format!("\"$1\" check --diff > .diff; {program} < .diff"));
            let name = program.split(' ').next().unwrap_or_default();
            if run.status.code() == Some(127) {
                continue;
            }
            assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
            assert_eq!(contents(&folder), contents(&fixed), "{name}");
        }
    }

    #[test]
    fn files_are_fixed_whether_or_not_anybody_reads_of_it() {
        let folder = Folder::new("fix-unread", &[]);
        for place in 0..600 {
            fs::write(folder.0.join(format!("{place}.tree")), WRONG).unwrap();
        }
        let closed = shell(&folder, "{ \"$1\" check --fix --color always; echo $? > .status; } | true");
        assert!(closed.stderr.is_empty(), "{}", String::from_utf8_lossy(&closed.stderr));
        assert_eq!(fs::read_to_string(folder.0.join(".status")).unwrap(), "0\n", "nothing is left");
        assert_eq!(folder.run(&["check", "-q"]).out, "");
    }

    /// Two users who share a file: the one must not lock out the other.
    #[test]
    fn a_file_whose_owner_cannot_be_kept_stays_as_it_is() {
        let folder = Folder::new("fix-owner", &[("shared/a.tree", WRONG)]);
        if folder.0.metadata().unwrap().uid() != 0 {
            // Only root can make files of others.
            return;
        }
        let (shared, file) = (folder.0.join("shared"), folder.0.join("shared/a.tree"));
        for path in [&shared, &file] {
            std::os::unix::fs::chown(path, Some(1001), Some(2000)).unwrap();
            fs::set_permissions(path, Permissions::from_mode(0o777)).unwrap();
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
        command.args(["check", "--fix", "a.tree"]).current_dir(&shared).stdin(Stdio::null());
        // The folders above may be closed to others.
        let Ok(run) = command.uid(1002).gid(2000).output() else { return };
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains("its owner cannot be kept"), "{said}");
        assert_eq!(fs::read_to_string(&file).unwrap(), WRONG);
        assert_eq!(leftovers(&folder), [""; 0]);
    }

    #[test]
    fn a_link_stays_and_what_it_leads_to_is_replaced_with_its_permissions() {
        let folder = Folder::new("fix-link", &[("real/a.tree", WRONG)]);
        let (real, link) = (folder.0.join("real/a.tree"), folder.0.join("link.tree"));
        fs::set_permissions(&real, Permissions::from_mode(0o640)).unwrap();
        symlink("real/a.tree", &link).unwrap();
        let before = real.metadata().unwrap();
        let run = folder.run(&["check", "--fix", "link.tree"]);
        assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
        assert!(link.is_symlink());
        let after = real.metadata().unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), RIGHT);
        assert_eq!(after.mode() & 0o777, 0o640);
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_ne!(after.ino(), before.ino(), "a new file");
    }

    /// An access list of Linux: owner and a certain user may write, the group may read.
    fn access_list() -> Vec<u8> {
        const NOBODY: u32 = 65534;
        const NONE: u32 = u32::MAX;
        let entries: [(u16, u16, u32); 5] =
            [(0x01, 6, NONE), (0x02, 6, NOBODY), (0x04, 4, NONE), (0x10, 6, NONE), (0x20, 0, NONE)];
        let entry = |(tag, may, whom): (u16, u16, u32)| {
            [&tag.to_le_bytes()[..], &may.to_le_bytes(), &whom.to_le_bytes()].concat()
        };
        [2_u32.to_le_bytes().to_vec(), entries.map(entry).concat()].concat()
    }

    #[test]
    fn access_lists_and_attributes_stay_and_none_are_added() {
        const ACCESS: &str = "system.posix_acl_access";
        let folder = Folder::new("fix-attributes", &[("listed.tree", WRONG), ("plain.tree", WRONG), ("out", "")]);
        let path = |name: &str| folder.0.join(name);
        let mode = |name: &str| path(name).metadata().unwrap().mode() & 0o777;
        for name in ["listed.tree", "plain.tree", "out"] {
            fs::set_permissions(path(name), Permissions::from_mode(0o640)).unwrap();
        }
        let has_lists =
            ["listed.tree", "out"].iter().all(|name| xattr::set(path(name), ACCESS, &access_list()).is_ok());
        let has_default = xattr::set(&folder.0, "system.posix_acl_default", &access_list()).is_ok();
        let has_notes = xattr::set(path("listed.tree"), "user.course", b"AI\0 1").is_ok();
        let run = folder.run(&["check", "--fix"]);
        assert_eq!((run.status, read(&folder, "listed.tree").as_str()), (Some(0), RIGHT), "{}{}", run.out, run.err);
        folder.run(&["eval", "plain.tree", "--output", "out"]);
        if has_lists {
            for name in ["listed.tree", "out"] {
                assert_eq!(xattr::get(path(name), ACCESS).unwrap(), Some(access_list()), "{name}");
                assert_eq!(mode(name), 0o660, "{name}: the most that anybody but owner and others may do");
            }
        }
        if has_default {
            assert_eq!(xattr::get(path("plain.tree"), ACCESS).unwrap(), None, "the folder's list is for new files");
        }
        assert_eq!(mode("plain.tree"), 0o640);
        if has_notes {
            assert_eq!(xattr::get(path("listed.tree"), "user.course").unwrap().as_deref(), Some(&b"AI\0 1"[..]));
        }
    }

    #[test]
    fn two_paths_to_one_file_are_one_file() {
        let folder = Folder::new("fix-twins", &[("a.tree", WRONG)]);
        symlink("a.tree", folder.0.join("b.tree")).unwrap();
        symlink(".", folder.0.join("c")).unwrap();
        for arguments in [&["check", "--fix", "--jobs", "4"][..], &["check", "--fix", "b.tree", "c/a.tree", "a.tree"]] {
            fs::write(folder.0.join("a.tree"), WRONG).unwrap();
            let run = folder.run(arguments);
            assert_eq!(run.out, "1 fixed, nothing else wrong; checked 1 claim in 1 tree of 1 file\n");
            assert_eq!((run.err.as_str(), read(&folder, "a.tree").as_str()), ("", RIGHT));
        }
    }

    #[test]
    fn what_cannot_be_written_is_reported_and_the_others_are_fixed() {
        let files = [("closed.tree", WRONG), ("closed/a.tree", WRONG), ("open.tree", WRONG)];
        let folder = Folder::new("fix-denied", &files);
        let set = |name: &str, mode| fs::set_permissions(folder.0.join(name), Permissions::from_mode(mode)).unwrap();
        let mut command = folder.command(&["check", "--fix", "--format", "short"]);
        if folder.0.metadata().unwrap().uid() == 0 {
            // Nothing is denied to root: somebody else has to try.
            let nobody = 65_534;
            for name in ["", "closed", "closed.tree", "closed/a.tree", "open.tree"] {
                std::os::unix::fs::chown(folder.0.join(name), Some(nobody), Some(nobody)).unwrap();
            }
            command.uid(nobody).gid(nobody);
        }
        set("closed.tree", 0o444);
        set("closed", 0o555);
        let run = command.output().map(folder::Run::new);
        set("closed", 0o755);
        // The folders above may be closed to others.
        let Ok(run) = run else { return };
        assert_eq!(run.status, Some(2), "{}{}", run.out, run.err);
        assert!(run.err.contains("closed.tree: not fixed: Permission denied"), "{}", run.err);
        assert!(run.err.contains("closed/a.tree: not fixed: no file can be made beside it"), "{}", run.err);
        assert!(run.out.contains("closed.tree:1:9: error[E0301]"), "what is there is reported: {}", run.out);
        assert!(
            run.out.contains(
                "1 fixed, 2 errors left; checked 3 claims in 3 trees of 3 files; not everything could be written"
            ),
            "{}",
            run.out
        );
        let texts = ["closed.tree", "closed/a.tree", "open.tree"].map(|name| read(&folder, name));
        assert_eq!(texts, [WRONG, WRONG, RIGHT]);
    }

    #[test]
    fn a_pipe_is_checked_but_not_fixed() {
        let folder = Folder::new("fix-pipe", &[("a.tree", WRONG)]);
        let run = shell(&folder, "mkfifo p.tree; cat a.tree > p.tree & \"$1\" check --fix p.tree");
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{error}");
        assert!(error.contains("p.tree: not fixed: it is no file but a pipe or a device"), "{error}");
    }

    #[test]
    fn where_writing_fails_half_way_the_file_is_the_old_one() {
        let (old, _) = large();
        let folder = Folder::new("fix-full", &[("a.tree", &old)]);
        // As on a full disk: writing fails, and the command continues, whether or not the signal is ignored.
        for trap in ["", "trap '' XFSZ; "] {
            let full = shell(&folder, &format!("{trap}ulimit -f 100; exec \"$1\" check --fix a.tree"));
            let error = String::from_utf8_lossy(&full.stderr).into_owned();
            assert_eq!(full.status.code(), Some(2), "{error}");
            assert!(error.contains("a.tree: not fixed: File too large"), "{error}");
            assert!(read(&folder, "a.tree") == old);
            assert_eq!(leftovers(&folder), [""; 0]);
        }
        // A run that is killed while writing leaves a hidden file, which later runs ignore.
        fs::write(folder.0.join(".gametree-x7Gq2a.tree"), &old[..1000]).unwrap();
        let checked = folder.run(&["check"]);
        assert!(checked.out.contains("of 1 file\n"), "{}", checked.out);
    }

    #[test]
    fn killed_at_any_moment_the_file_is_the_old_one_or_the_new_one() {
        let (old, new) = large();
        let folder = Folder::new("fix-killed", &[("a.tree", &old)]);
        let start = || folder.command(&["check", "--fix", "a.tree"]).spawn().unwrap();
        let begin = Instant::now();
        start().wait().unwrap();
        let whole = begin.elapsed();
        assert!(read(&folder, "a.tree") == new, "where nobody kills it");
        let mut seen = [0, 0];
        let mut end = |mut child: Child| {
            child.kill().unwrap();
            child.wait().unwrap();
            let text = read(&folder, "a.tree");
            assert!(text == old || text == new, "neither the old file nor the new one");
            seen[usize::from(text == new)] += 1;
            let left = leftovers(&folder);
            assert!(left.len() <= 1, "{left:?}");
            left.iter().for_each(|name| fs::remove_file(folder.0.join(name)).unwrap());
            fs::write(folder.0.join("a.tree"), &old).unwrap();
        };
        fs::write(folder.0.join("a.tree"), &old).unwrap();
        const MOMENTS: u32 = 40;
        for moment in 0..MOMENTS {
            let child = start();
            std::thread::sleep(whole * moment / (MOMENTS - 10));
            end(child);
        }
        // While the new file is being written.
        for _ in 0..MOMENTS {
            let mut child = start();
            while leftovers(&folder).is_empty() && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_micros(50));
            }
            end(child);
        }
        assert!(seen[0] > 0, "killed before the change of places: {seen:?}");
    }
}
