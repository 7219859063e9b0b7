//! Whatever is in a file, whatever a file is: the command says what is wrong with it, briefly, and exits with 0, 1
//! or 2. What it says can be shown on a terminal.

#![cfg(feature = "cli")]

mod folder;
mod output_formats;

use std::fs;

use folder::{Folder, Run};
use output_formats::output_formats;

const GOOD: &str = "max A = 5 { 3, 5 }\n";

/// Whom an output is for.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// People, who read no more than a megabyte.
    People,
    Json,
    /// Programs that read other things than JSON.
    Other,
}

/// Every form of output.
const COMMANDS: &[(&[&str], Form)] = &[
    (&["check"], Form::People),
    (&["check", "--max-findings", "1000000", "--format", "short"], Form::People),
    (&["check", "--format", "json"], Form::Json),
    (&["check", "--format", "sarif"], Form::Json),
    (&["check", "--format", "gitlab"], Form::Json),
    (&["check", "--format", "github"], Form::Other),
    (&["check", "--format", "junit"], Form::Other),
    (&["eval"], Form::People),
    (&["eval", "--nodes"], Form::People),
    (&["eval", "--format", "json"], Form::Json),
];

#[test]
fn every_format_is_tried() {
    // `check` without `--format` writes for people.
    let tried =
        |format: &String| format == "human" || COMMANDS.iter().any(|(run, _)| run.ends_with(&["--format", format]));
    let formats = output_formats(&Folder::new("hostile-formats", &[]));
    assert!(formats.iter().all(tried), "{formats:?}");
}

/// The most that is printed for people, and a last line.
const MOST_FOR_PEOPLE: usize = 1_001_000;

/// What a terminal would act on instead of showing it, or not show at all.
fn is_raw_control(character: char) -> bool {
    let invisible = "\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\
        \u{202e}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{feff}";
    (character.is_control() && character != '\n') || invisible.contains(character)
}

/// What holds of every run.
fn assert_civil(run: &Run, what: &str, form: Form) {
    assert!(matches!(run.status, Some(0..=2)), "{what}: {:?}: {}", run.status, run.err);
    assert!(run.status == Some(0) || !(run.err.clone() + &run.out).trim().is_empty(), "{what}: no reason");
    assert!(run.status != Some(2) || run.err.starts_with("gametree: "), "{what}: {}", run.err);
    assert!(!run.err.contains("panicked"), "{what}: {}", run.err);
    for (text, bounded) in [(&run.out, form == Form::People), (&run.err, true)] {
        assert!(!bounded || text.len() <= MOST_FOR_PEOPLE, "{what}: {} bytes", text.len());
        let raw = text.chars().find(|character| is_raw_control(*character));
        assert!(raw.is_none(), "{what}: {raw:?} is printed as it is");
    }
    if form == Form::Json {
        run.json();
    }
}

/// Runs every command on all files of a folder, and gives the exit status of `check`.
fn status_of_check(folder: &Folder, what: &str) -> Option<i32> {
    let runs = COMMANDS.iter().map(|(command, form)| {
        let run = folder.run(command);
        assert_civil(&run, &format!("{what}: {command:?}"), *form);
        run.status
    });
    let status = runs.collect::<Vec<_>>()[0];
    // It takes one path, but that may be a folder.
    assert_civil(&folder.run(&["trace", "."]), &format!("{what}: trace"), Form::People);
    let sheets = folder.run(&["sheet", "--all", ".", "--output", "sheets"]);
    assert_civil(&sheets, &format!("{what}: sheet"), Form::People);
    let _ = fs::remove_dir_all(folder.0.join("sheets"));
    status
}

#[test]
fn contents_of_every_kind() {
    let digits = "7".repeat(1000);
    let escapes = "\u{1b}[31m\u{1b}]0;title\u{7}\u{9b}2J\u{7f}\u{8}\r\u{202e}\u{2066}\u{200b}\u{61c}\u{feff}\u{200d}";
    let raw = escapes;
    // Where a line ends, quotes do.
    let escapes = escapes.replace('\r', "\\u{d}");
    let mut in_quotes = format!("/// {escapes}\ntree \"{escapes}\" {{ max \"A{escapes}\" = 4 plays \"b{escapes}\" {{ ");
    in_quotes +=
        &format!("// {escapes}\n\"{escapes}\": 3, \"b{escapes}\": 5, ?x pruned }} expect visits \"{escapes}\" }}");
    let contents: Vec<(&str, Vec<u8>, i32)> = vec![
        ("nothing", Vec::new(), 0),
        ("Latin 1", b"max \"\xe9\" { 3 }".into(), 2),
        ("UTF-16", b"\xff\xfem\0a\0x\0".into(), 2),
        ("half a character", b"max { 3 } // \xe2\x82".into(), 2),
        ("a surrogate", b"max { 3 } // \xed\xa0\x80".into(), 2),
        ("a byte order mark", [b"\xef\xbb\xbf", GOOD.as_bytes()].concat(), 0),
        ("only a byte order mark", b"\xef\xbb\xbf".into(), 0),
        ("a byte order mark and a mistake", b"\xef\xbb\xbfmax = 4 { 3 }".into(), 1),
        ("a byte order mark between two files made one", format!("{GOOD}\u{feff}{GOOD}").into(), 0),
        ("line breaks of Windows", "max A = 5 {\r\n3\r\n5\r\n}\r\n".into(), 0),
        ("line breaks of another age", "// five\rmax A = 5 {\r3\r5\r}\r".into(), 0),
        ("a mistake in the second line of another age", "// five\rmax A = 9 { 3, 5 }\r".into(), 1),
        ("NUL", "max { 3 \0 4 }".into(), 1),
        ("nothing but NUL", "\0".repeat(100_000).into(), 1),
        ("escapes in quotes", in_quotes.into(), 1),
        ("escapes", format!("max A{raw} {{ {raw}: 3{raw} }} {raw}").into(), 1),
        ("a thousand digits", format!("max {{ {digits} }}").into(), 1),
        ("a thousand decimals", format!("max {{ 0.{digits} }}").into(), 1),
        ("a fraction of a thousand digits", format!("max {{ {digits}/{digits} }}").into(), 1),
        ("a claim of a thousand digits", format!("max = -{digits} [{digits}, 1] ~ 1.{digits} {{ 3 }}").into(), 1),
        ("a depth of a thousand digits", format!("depth {digits} max {{ 3 }}").into(), 1),
        (
            "numbers that become long",
            each(100, |number| format!("max {{ chance {{ 1/{}: 1/{}", number + 2, number + 3)).into(),
            1,
        ),
        ("a node without children", b"{}".into(), 1),
        ("nothing but opening braces", "{".repeat(1000).into(), 1),
        ("nothing but closing braces", "}".repeat(1000).into(), 1),
        ("labels without children", b"max { a: b: }".into(), 1),
        ("heads without braces", "max A = 3 ".repeat(1000).into(), 1),
        ("one name of a megabyte", format!("max {} = 4 {{ 3 }}", "A".repeat(1 << 20)).into(), 1),
        ("one text of a megabyte", format!("tree \"{}\" {{ max = 4 {{ 3 }} }}", "\\u{3b1}".repeat(1 << 17)).into(), 1),
        ("a letter under a thousand accents", format!("max e{} = 4 {{ 3 }}", "\u{301}".repeat(1000)).into(), 1),
    ];
    for (what, bytes, status) in contents {
        let folder = Folder::new("contents", &[]);
        fs::write(folder.0.join("it.tree"), bytes).unwrap();
        assert_eq!(status_of_check(&folder, what), Some(status), "{what}");
    }
}

#[test]
fn ten_megabytes_on_one_line() {
    let claims = format!("max {{ {} }}", "min = 4 { 3 }, ".repeat(660_000));
    let leaves = format!("max = 9 {{ {} }}", "1, 2, 3, ".repeat(1_110_000));
    let names = format!("max {{ {} }}", each(500_000, |number| format!("a{number}: {{3}}, ")));
    for (what, text) in [("claims", claims), ("leaves", leaves), ("names", names)] {
        let folder = Folder::new("megabytes", &[("it.tree", &text)]);
        for command in [&["check"][..], &["check", "--format", "short"], &["eval", "--nodes"]] {
            assert_civil(&folder.run(command), &format!("{what}: {command:?}"), Form::People);
        }
    }
}

fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

#[test]
fn files_that_are_no_text_are_refused_with_a_reason() {
    let folder = Folder::new("bytes", &[("good.tree", GOOD)]);
    fs::write(folder.0.join("latin.tree"), b"max \"\xe9\" { 3 }").unwrap();
    let run = folder.run(&["check"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("not UTF-8, in line 1"), "{}", run.err);
    assert!(
        run.out.starts_with("not everything could be read; nothing wrong in the rest; checked 1 claim in 1 tree"),
        "{}",
        run.out
    );
}

#[test]
fn what_can_be_printed_is_bounded() {
    let claims = format!("max {{ {} }}", "max = 1 { 2 } ".repeat(20_000));
    let folder = Folder::new("bounded", &[("many.tree", &claims)]);
    let run = folder.run(&["check", "--max-findings", "20000"]);
    assert_civil(&run, "many findings", Form::People);
    assert!(run.out.contains("of them not shown"), "the rest is counted");
    let trees = "max Ä { 3 } ".repeat(50_000);
    let folder = Folder::new("bounded", &[("many.tree", &trees)]);
    let run = folder.run(&["eval"]);
    assert_civil(&run, "many trees", Form::People);
    assert!(run.out.contains("more trees"), "the rest is counted");
    let folder = Folder::new("bounded", &[]);
    for number in 0..2500 {
        let name = format!("{}-{number}.tree", "long".repeat(50));
        fs::write(folder.0.join(name), if number % 2 == 0 { &b"\xff"[..] } else { b"; ] ; ] ; ] ; ]" }).unwrap();
    }
    let runs = [folder.run(&["check"]), folder.run(&["eval"])];
    for run in runs {
        assert_civil(&run, "many files that cannot be read", Form::People);
        assert_eq!(run.status, Some(2));
    }
}

#[test]
fn what_is_named_but_not_there_is_told_once() {
    let folder =
        Folder::new("named", &[("good.tree", GOOD), ("empty/not-a-tree.txt", GOOD), ("folder.tree/a.txt", GOOD)]);
    let refused = [
        ("missing.tree", "missing.tree: there is no such file"),
        ("good.tree/in-a-file.tree", "good.tree/in-a-file.tree: "),
        ("missing*.tree", "missing*.tree: no file matches"),
        ("[", "[: "),
        ("empty", "`empty` contains no .tree file"),
        ("folder.tree", "`folder.tree` contains no .tree file"),
    ];
    for (path, reason) in refused {
        for command in ["check", "eval"] {
            let run = folder.run(&[command, path]);
            assert_civil(&run, path, Form::People);
            assert_eq!(run.status, Some(2), "{path}");
            assert_eq!((run.err.matches(reason).count(), run.err.lines().count()), (1, 1), "{path}: {}", run.err);
        }
    }
    let twice = folder.run_with(&["check", "-", "good.tree", "-", "./good.tree"], GOOD);
    assert_eq!((twice.status, twice.out.trim_end().rsplit(" of ").next()), (Some(0), Some("2 files")), "{}", twice.out);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let claims = format!("max {{ {} }}", "max = 1 { 2 } ".repeat(2000));
    let folder = Folder::new("pipe", &[("many.tree", &claims)]);
    for command in [&["check", "--max-findings", "2000"][..], &["eval", "--format", "json"], &["explain"], &["--help"]]
    {
        let mut child = folder.command(command).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::new(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{command:?}");
    }
}

/// What there is on Unix only: links, pipes, devices, names that are no text.
#[cfg(unix)]
mod unix {
    use super::*;

    use std::ffi::OsStr;
    use std::fs::{File, Permissions};
    use std::io::Write;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    #[test]
    fn names_of_every_kind() {
        let names: &[&[u8]] = &[
            b"\x1b[2J\x1b]0;title\x07.tree",
            "\u{202e}\u{9b}31m\u{200b}\u{feff}.tree".as_bytes(),
            b"two\nlines.tree",
            b"-.tree",
            b"--help.tree",
            b"Latin \xe9.tree",
            b"[a]*?{b}.tree",
        ];
        for name in names {
            for text in [GOOD, "max = 4 { 3", "\u{1b}"] {
                let folder = Folder::new("names", &[]);
                fs::write(folder.0.join(OsStr::from_bytes(name)), text).unwrap();
                status_of_check(&folder, &format!("{name:?}"));
                let by_name = folder.command(&[&b"check"[..], b"--", name].map(OsStr::from_bytes)).output().unwrap();
                let by_name = Run::new(by_name);
                assert_civil(&by_name, &format!("{name:?}"), Form::People);
                assert_eq!(by_name.status, Some(i32::from(text != GOOD)), "{name:?}: {}", by_name.err);
            }
        }
        let folder = Folder::new("names", &[("good.tree", "max = 4 { 3 }")]);
        for (command, form) in COMMANDS {
            let arguments = [command, &["-", "--stdin-filename", "\u{1b}[2J\u{202e}"][..]].concat();
            assert_civil(&folder.run_with(&arguments, "max = 4 { 3 } ;"), "a name for standard input", *form);
        }
        for word in ["--\u{1b}[2J", "\u{202e}", "check\u{7}"] {
            let run = folder.run(&[word]);
            assert_eq!(run.status, Some(2));
            assert!(!run.err.chars().any(is_raw_control), "{:?}", run.err);
        }
    }

    #[test]
    fn links_that_lead_nowhere_and_in_circles() {
        let folder = Folder::new("links", &[("b/c.tree", GOOD)]);
        symlink(&folder.0, folder.0.join("b/around")).unwrap();
        symlink("itself.txt", folder.0.join("itself.txt")).unwrap();
        symlink("nowhere", folder.0.join("b/nowhere")).unwrap();
        let run = folder.run(&["check"]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "what is not asked for does no harm");
        assert!(run.out.ends_with("of 1 file\n"), "{}", run.out);
        symlink("itself.tree", folder.0.join("itself.tree")).unwrap();
        symlink("nowhere", folder.0.join("nowhere.tree")).unwrap();
        assert_eq!(status_of_check(&folder, "links"), Some(2));
        let run = folder.run(&["check"]);
        for name in ["itself.tree", "nowhere.tree"] {
            assert_eq!(run.err.matches(name).count(), 1, "{}", run.err);
        }
        assert!(run.out.starts_with("not everything could be read; "), "{}", run.out);
    }

    #[test]
    fn files_without_permission() {
        let folder = Folder::new("permission", &[("closed.tree", GOOD), ("good.tree", GOOD), ("closed/a.tree", GOOD)]);
        for name in ["closed.tree", "closed"] {
            fs::set_permissions(folder.0.join(name), Permissions::from_mode(0o000)).unwrap();
        }
        // Nothing is closed to root.
        let expected = if fs::read(folder.0.join("closed.tree")).is_ok() { 0 } else { 2 };
        assert_eq!(status_of_check(&folder, "permission"), Some(expected));
        fs::set_permissions(folder.0.join("closed"), Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn what_can_be_opened_but_not_read() {
        let folder = Folder::new("unreadable", &[]);
        let own_memory = "/proc/self/mem";
        if fs::metadata(own_memory).is_ok() {
            let run = folder.run(&["check", own_memory]);
            assert_civil(&run, own_memory, Form::People);
            assert_eq!(run.status, Some(2));
        }
    }

    /// A pipe with a name. Who opens it to write waits until somebody reads it.
    fn pipe(folder: &Folder, name: &str) -> std::path::PathBuf {
        let path = folder.0.join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }

    #[test]
    fn a_file_that_vanishes() {
        let folder = Folder::new("vanish", &[("a.tree", GOOD), ("b.tree", GOOD)]);
        let first = pipe(&folder, "first");
        let child = folder.command(&["check", "--jobs", "1", "first", "."]).spawn().unwrap();
        // Once the pipe is being read, the folder has been listed.
        let mut writer = File::options().write(true).open(first).unwrap();
        fs::remove_file(folder.0.join("a.tree")).unwrap();
        writer.write_all(GOOD.as_bytes()).unwrap();
        drop(writer);
        let run = Run::new(child.wait_with_output().unwrap());
        assert_civil(&run, "vanished", Form::People);
        assert_eq!(run.status, Some(2));
        assert!(run.err.starts_with("gametree: a.tree: ") && run.out.contains("of 2 files"), "{}{}", run.err, run.out);
    }

    #[test]
    fn pipes_and_devices() {
        let folder = Folder::new("pipes", &[("good.tree", GOOD)]);
        let path = pipe(&folder, "pipe.tree");
        let run = folder.run(&["check"]);
        assert!(run.out.ends_with("of 1 file\n"), "a pipe in a folder would be waited for: {}", run.out);
        let child = folder.command(&["check", "pipe.tree"]).spawn().unwrap();
        fs::write(&path, GOOD).unwrap();
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
        let child = folder.command(&["check", "good.tree", "--output", "pipe.tree"]).spawn().unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("checked 1 claim"));
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
        let run = folder.run(&["check", "good.tree", "--output", "/dev/stdout"]);
        assert!(run.out.contains("checked 1 claim"), "{}{}", run.out, run.err);
    }

    #[test]
    fn what_lies_behind_a_device_is_added_to() {
        let folder = Folder::new("redirected", &[("good.tree", GOOD)]);
        for (device, redirected) in [("/dev/stdout", "1>"), ("/dev/stderr", "2>>"), ("/dev/fd/3", "3>>")] {
            let stream = &redirected[..1];
            let script = format!("{{ echo before >&{stream}; \"$@\"; echo after >&{stream}; }} {redirected}log");
            let run = Command::new("sh")
                .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_gametree"), "check", "good.tree", "--output", device])
                .current_dir(&folder.0)
                .status()
                .unwrap();
            assert!(run.success(), "{device}");
            let log = fs::read_to_string(folder.0.join("log")).unwrap();
            fs::remove_file(folder.0.join("log")).unwrap();
            assert!(log.starts_with("before\n") && log.ends_with("after\n"), "{device}: {log}");
            assert!(log.contains("checked 1 claim"), "{device}: {log}");
        }
    }

    #[test]
    fn what_is_too_long_is_refused_before_it_fills_the_memory() {
        let folder = Folder::new("limits", &[]);
        let large = File::create(folder.0.join("large.tree")).unwrap();
        large.set_len(4 << 30).unwrap();
        let run = folder.run(&["check", "large.tree"]);
        assert_eq!(
            (run.status, run.err.as_str()),
            (Some(2), "gametree: large.tree: files of 4 GiB and more are not read\n")
        );
        let endless = "/dev/zero";
        let mut from_input = folder.command(&["check", "-"]);
        let from_input = from_input.stdin(Stdio::from(File::open(endless).unwrap())).output().unwrap();
        for run in [folder.run(&["check", endless]), Run::new(from_input)] {
            assert_civil(&run, "endless", Form::People);
            assert_eq!(run.status, Some(2));
            assert!(run.err.contains("more than 1 GiB is read only from a file"), "{}", run.err);
        }
    }

    #[test]
    fn a_full_disk() {
        let claims = format!("max {{ {} }}", "max = 1 { 2 } ".repeat(2000));
        let folder = Folder::new("full", &[("good.tree", GOOD), ("many.tree", &claims)]);
        let commands: &[&[&str]] = &[
            &["check", "good.tree"],
            &["check", "many.tree", "--format", "json", "--max-findings", "2000"],
            &["eval", "many.tree", "--format", "json"],
            &["explain"],
            &["completions", "bash"],
            &["man"],
        ];
        for command in commands {
            let to_file = folder.run(&[command, &["--output", "/dev/full"][..]].concat());
            let full = File::options().write(true).open("/dev/full").unwrap();
            let to_output = folder.command(command).stdout(Stdio::from(full)).output().unwrap();
            for run in [to_file, Run::new(to_output)] {
                assert_eq!(run.status, Some(2), "{command:?}");
                assert!(run.err.starts_with("gametree: cannot write the results: "), "{command:?}: {}", run.err);
            }
        }
        let full = File::options().write(true).open("/dev/full").unwrap();
        assert_eq!(folder.command(&["--help"]).stdout(full).status().unwrap().code(), Some(2));
    }

    /// Runs a command that cannot write a single byte to any file.
    fn without_room(folder: &Folder, arguments: &[&str]) -> Run {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -f 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_gametree")]).args(arguments);
        Run::new(command.current_dir(&folder.0).output().unwrap())
    }

    #[test]
    fn where_no_file_may_grow_that_is_said() {
        let folder = Folder::new("no-room", &[("wrong.tree", "max A = 4 { 5 }")]);
        let fix = without_room(&folder, &["check", "--fix", "wrong.tree"]);
        assert_eq!(fix.status, Some(2), "{}", fix.err);
        assert!(fix.err.starts_with("gametree: wrong.tree: not fixed: File too large"), "{}", fix.err);
        let fmt = without_room(&folder, &["fmt", "wrong.tree"]);
        assert_eq!(fmt.status, Some(2), "{}", fmt.err);
        assert!(fmt.err.starts_with("gametree: wrong.tree: not formatted: File too large"), "{}", fmt.err);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing else is left there");
        assert_eq!(fs::read_to_string(folder.0.join("wrong.tree")).unwrap(), "max A = 4 { 5 }");
        let new = without_room(&folder, &["check", "wrong.tree", "--output", "new.txt"]);
        assert_eq!(new.status, Some(2), "{}", new.err);
    }

    #[test]
    fn what_was_in_the_output_file_stays_until_there_is_something_new() {
        let folder = Folder::new("replaced", &[("good.tree", GOOD), ("kept.txt", "kept")]);
        let kept = folder.0.join("kept.txt");
        fs::set_permissions(&kept, Permissions::from_mode(0o640)).unwrap();
        symlink("kept.txt", folder.0.join("link.txt")).unwrap();
        let run = without_room(&folder, &["check", "good.tree", "--output", "kept.txt"]);
        assert_eq!(run.status, Some(2), "{}", run.err);
        assert!(run.err.starts_with("gametree: cannot write the results: "), "{}", run.err);
        assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
        assert_eq!(folder.run(&["check", "good.tree", "--output", "link.txt"]).status, Some(0));
        assert!(folder.0.join("link.txt").is_symlink());
        assert!(fs::read_to_string(&kept).unwrap().contains("checked 1 claim"));
        assert_eq!(kept.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 3, "nothing else is left there");
    }
}
