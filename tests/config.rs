//! `gametree.toml`, with the real binary: which file holds, what it changes, what it leaves out, and what is said of its
//! mistakes.

#![cfg(feature = "cli")]

mod fences;
mod folder;

use std::collections::BTreeSet;
use std::fs;

use folder::{Folder, Run};
use gametree::config;
use gametree::grade::{Altered, Conventions, Feedback, PrunedRule, PrunedUnit};
use gametree::model::{Choice, Cut, Cutoffs, Order, Returns};

use fences::fences;

const PAGE: &str = include_str!("../docs/config.md");

/// 3 leaves are evaluated under `>=`, all 4 under `>`.
const TIE: &str = "max { { 3, 5 } { 3, 1 } }\n";
const GOOD: &str = "max A = 5 { 3, 5 }\n";
const WRONG: &str = "max A = 4 { 3, 5 }\n";
const SKIPS: &str = "max { { 3, 5 } { 2, 8 } }\n";
const STRICT: &str = "[search]\ncut = \">\"\n";

fn leaves(run: &Run) -> Vec<u64> {
    let files = run.json();
    let files = files.as_array().unwrap().iter();
    files.map(|file| file["trees"][0]["leaves"]["evaluated"].as_u64().unwrap()).collect()
}

/// The files with findings, in order, each as often as it has one.
fn files_found_fault_with(run: &Run) -> Vec<String> {
    run.json().as_array().unwrap().iter().map(|finding| finding["file"].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_nearest_file_holds_and_nothing_is_merged() {
    let files = [
        ("gametree.toml", "[search]\ncut = \">\"\norder = \"right-to-left\""),
        ("a.tree", TIE),
        ("b/c/d.tree", TIE),
        ("e/gametree.toml", "[search]\ncut = \">=\""),
        ("e/f/g.tree", "cutoffs deep max { { 5, 3 } { 1, 3 } }"),
        ("h/gametree.toml", ""),
        ("h/i.tree", TIE),
    ];
    let folder = Folder::new("config-nearest", &files);
    assert_eq!(leaves(&folder.run(&["eval", "--format", "json"])), [4, 4, 3, 3]);
    let below = folder.command(&["eval", "../b/c/d.tree", "f/../f/g.tree", "--format", "json"]);
    let below = run_in(below, &folder, "e");
    assert_eq!(leaves(&below), [4, 3]);
}

fn run_in(mut command: std::process::Command, folder: &Folder, below: &str) -> Run {
    Run::new(command.current_dir(folder.0.join(below)).output().unwrap())
}

#[test]
fn every_command_obeys_the_project() {
    let text = "tree { max { { 3, 5 } { ?x, 1 pruned } } }";
    let folder = Folder::new("config-commands", &[("tie.tree", TIE), ("x.tree", text)]);
    let run = |arguments: &[&str]| folder.run(arguments).out;
    let before = [run(&["eval", "tie.tree"]), run(&["trace", "tie.tree"]), run(&["solve", "x.tree"])];
    assert!(before[0].contains("3 of 4") && before[2].contains("x in (-inf, 3]"), "{before:?}");
    fs::write(folder.0.join("gametree.toml"), STRICT).unwrap();
    assert!(run(&["eval", "tie.tree"]).contains("4 of 4 evaluated"));
    assert!(run(&["eval", "tie.tree"]).contains("rules   cut alpha > beta"));
    assert!(run(&["trace", "tie.tree"]).contains("4 leaves evaluated"), "{}", run(&["trace", "tie.tree"]));
    assert!(run(&["solve", "x.tree"]).contains("x in (-inf, 3)"), "{}", run(&["solve", "x.tree"]));
    let skips = "max { { 3, 5 } { 3, 1 pruned } }";
    fs::write(folder.0.join("tie.tree"), skips).unwrap();
    let check = folder.run(&["check", "tie.tree"]);
    assert!(check.out.contains("E0306"), "{}", check.out);
}

#[test]
fn standard_input_belongs_to_the_folder_it_is_said_to_come_from() {
    let folder = Folder::new("config-stdin", &[("a/gametree.toml", STRICT)]);
    let run = |arguments: &[&str]| leaves(&folder.run_with(arguments, TIE));
    assert_eq!(run(&["eval", "-", "--format", "json"]), [3]);
    assert_eq!(run(&["eval", "-", "--format", "json", "--stdin-filename", "a/b.tree"]), [4]);
    assert_eq!(run(&["eval", "-", "--format", "json", "--stdin-filename", "a/no/such/folder/b.tree"]), [4]);
}

#[test]
fn a_file_goes_before_the_project_and_the_command_line_before_both() {
    let files = [("gametree.toml", STRICT), ("says.tree", "cut alpha >= beta max { { 3, 5 } { 3, 1 } }")];
    let folder = Folder::new("config-precedence", &files);
    fs::write(folder.0.join("silent.tree"), TIE).unwrap();
    let run = |file: &str, more: &[&str]| leaves(&folder.run(&[&["eval", file, "--format", "json"], more].concat()));
    assert_eq!((run("silent.tree", &[]), run("says.tree", &[])), (vec![4], vec![3]));
    assert_eq!(run("silent.tree", &["--cut", ">="]), [3]);
    assert_eq!(run("says.tree", &["--cut", ">"]), [4]);
}

#[test]
fn lint_levels_of_the_project_give_way_to_the_command_line_and_to_the_file() {
    let files = [("gametree.toml", "[lints]\nunreachable-cutoff = \"deny\""), ("skips.tree", SKIPS)];
    let folder = Folder::new("config-lints", &files);
    let status = |arguments: &[&str]| folder.run(arguments).status;
    assert_eq!(status(&["check"]), Some(1));
    assert_eq!(status(&["check", "--warn", "unreachable-cutoff"]), Some(0));
    assert_eq!(status(&["check", "--deny", "tie"]), Some(1), "the other levels are still the project's");
    fs::write(folder.0.join("skips.tree"), format!("allow unreachable-cutoff {SKIPS}")).unwrap();
    assert_eq!(status(&["check"]), Some(0));
}

#[test]
fn a_window_from_outside_is_compared_with_the_range_of_the_project() {
    let folder = Folder::new("config-window", &[("gametree.toml", "search.range = [0, 9]"), ("a.tree", TIE)]);
    let outside = folder.run(&["eval", "--window", "-5, -1"]);
    assert_eq!(outside.status, Some(1));
    assert!(outside.err.contains("--window lies outside of the range"), "{}", outside.err);
    assert_eq!(leaves(&folder.run(&["eval", "--window", "4, 7", "--format", "json"])), [2]);
}

#[test]
fn what_follows_from_a_setting_of_the_project_says_so() {
    let folder = Folder::new("config-origin", &[("gametree.toml", "[search]\nwindow = [4, 7]\nrange = [0, 9]\n")]);
    let check = |text: &str| folder.run_with(&["check", "-"], text).out;
    let contradiction = check("/// text\ntree \"t\" { range [8, 9] max { 8, 9 } }");
    assert!(contradiction.contains("<stdin>:2:1\n"), "{contradiction}");
    assert!(contradiction.contains("the window is [4, 7]: the project's `gametree.toml` says so"), "{contradiction}");
    let outside = check("max { 3, 10 }");
    assert!(outside.contains("lie in [0, 9] by the project's `gametree.toml`"), "{outside}");
    let entered = check("max [3, 7] { 5, 6 }");
    assert!(entered.contains("α = 4 is an end of the window in the project's `gametree.toml`"), "{entered}");
    let skipped = check("max { 8, 5 }");
    assert!(skipped.contains("the search starts with β = 7: the project's `gametree.toml` says so"), "{skipped}");
    fs::write(folder.0.join("gametree.toml"), "[search]\ndepth = 1\nrange = [0, 9]").unwrap();
    for text in ["max { min { 3 } }", "max { min eval 2 { 3 } }", "max { min eval 2 = 2 { a: max = 3 { 3 } } }"] {
        assert!(check(text).contains("the project's `gametree.toml` sets `depth 1`"), "{}", check(text));
    }
    let fewest = check("tree { chance { 1, 2 } expect fewest = 2 }");
    assert!(fewest.contains("the project's `gametree.toml` sets the range"), "{fewest}");
    fs::write(folder.0.join("gametree.toml"), "search.range = [0, 9]").unwrap();
    let wider = check("window [-1, 12] max [-1, 12] { 5, 6 }");
    assert!(wider.contains("the end of the `range` set by the project's `gametree.toml`"), "{wider}");
}

#[test]
fn what_is_excluded_is_read_only_if_it_is_named_itself() {
    let files = [
        ("gametree.toml", "exclude = [\"drafts/\", \"/old/**\", \"*.bak.tree\"]"),
        ("a.tree", GOOD),
        ("a.bak.tree", WRONG),
        ("drafts/b.tree", WRONG),
        ("week/drafts/c.tree", WRONG),
        ("week/old/d.tree", GOOD),
        ("old/e.tree", WRONG),
        ("own/gametree.toml", "exclude = [\"f.tree\"]"),
        ("own/f.tree", WRONG),
        ("own/drafts/g.tree", GOOD),
    ];
    let folder = Folder::new("config-exclude", &files);
    let all = folder.run(&["check"]);
    assert_eq!(all.out, "nothing wrong; checked 3 claims in 3 trees of 3 files\n", "a, d and g: {}", all.err);
    assert_eq!(folder.run(&["check", "**/*.tree", "*.tree"]).out, all.out);
    for nothing in ["drafts", "week/drafts", "old", "drafts/*.tree"] {
        let run = folder.run(&["check", nothing]);
        assert_eq!(run.status, Some(2), "{nothing}");
        assert!(run.err.contains("gametree.toml"), "{nothing}: {}", run.err);
    }
    for named in ["drafts/b.tree", "./old/e.tree", "own/f.tree", "a.bak.tree"] {
        assert_eq!(folder.run(&["check", named]).status, Some(1), "{named}");
        let forced = folder.run(&["check", named, "--force-exclude"]);
        assert_eq!((forced.status, forced.err.as_str()), (Some(0), ""), "{named}");
        assert_eq!(folder.run(&["check", named, "a.tree", "--force-exclude"]).status, Some(0), "{named}");
    }
    let piped = ["check", "-", "--stdin-filename", "drafts/b.tree"];
    assert_eq!(folder.run_with(&piped, WRONG).status, Some(1));
    assert_eq!(folder.run_with(&[&piped[..], &["--force-exclude"]].concat(), WRONG).status, Some(0));
    let missing = folder.run(&["check", "missing.tree", "--force-exclude"]);
    assert_eq!(missing.status, Some(2));
    let json = folder.run(&["check", "drafts/b.tree", "--force-exclude", "--format", "json"]);
    assert_eq!(json.json(), serde_json::json!([]));
}

#[test]
fn a_file_with_mistakes_leaves_nothing_out() {
    let mistakes = ["exclude = [\"*.tree\"", "exclude = [\"*.tree\"]\n]", "exclude = [\"*.tree\"]\n[search]\ncuts = 3"];
    for mistake in mistakes {
        let files = [("sub/gametree.toml", mistake), ("sub/a.tree", WRONG), ("ok.tree", GOOD)];
        let folder = Folder::new("config-mistaken", &files);
        for arguments in [&["check"][..], &["check", "sub"], &["check", "--force-exclude", "sub/*.tree"]] {
            let run = folder.run(arguments);
            assert_eq!(run.status, Some(1), "{arguments:?}: {}", run.out);
            assert!(run.out.contains("sub/gametree.toml:"), "{arguments:?}: {}", run.out);
        }
    }
    let folder =
        Folder::new("config-mistaken", &[("sub/gametree.toml/x", ""), ("sub/a.tree", WRONG), ("ok.tree", GOOD)]);
    assert!(folder.run(&["check"]).out.contains("not everything could be read; "));
}

#[test]
fn nothing_is_written_below_a_file_with_mistakes() {
    let loose = "MAX A=4{3,5}\n";
    let files = [("a.tree", loose), ("gametree.toml", "exlude = [\"a.tree\"]\n"), ("own/gametree.toml", "")];
    let folder = Folder::new("config-unwritten", &files);
    fs::write(folder.0.join("own/b.tree"), loose).unwrap();
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    let left_alone = "1 file left alone for what is wrong with gametree.toml";
    let run = folder.run(&["fmt"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), &*format!("1 file formatted, {left_alone}\n")));
    assert!(run.err.contains("E0802") && run.err.contains("did you mean `exclude`?"), "{}", run.err);
    assert_eq!((read("a.tree").as_str(), read("own/b.tree").as_str()), (loose, "max A = 4 { 3, 5 }\n"));
    for option in ["--check", "--diff"] {
        let run = folder.run(&["fmt", option, "a.tree"]);
        assert_eq!(run.status, Some(1), "{option}");
        assert!(!run.out.contains("---") && run.err.contains("E0802"), "{option}: {}", run.out);
    }
    let piped = folder.run_with(&["fmt", "-"], loose);
    assert_eq!((piped.status, piped.out.as_str()), (Some(1), ""));
    fs::write(folder.0.join("gametree.toml"), "exclude = [3]").unwrap();
    assert_eq!(folder.run(&["fmt", "a.tree"]).status, Some(1));
    let fixed = folder.run(&["check", "--fix"]);
    assert!(fixed.out.contains("1 fixed, 2 errors left"), "{}", fixed.out);
    assert_eq!((read("a.tree").as_str(), read("own/b.tree").as_str()), (loose, "max A = 5 { 3, 5 }\n"));
    fs::remove_file(folder.0.join("gametree.toml")).unwrap();
    fs::create_dir(folder.0.join("gametree.toml")).unwrap();
    let unreadable = folder.run(&["fmt", "a.tree"]);
    let summary = format!("{left_alone}; not everything could be read\n");
    assert_eq!((unreadable.status, unreadable.out), (Some(2), summary));
    assert_eq!(read("a.tree"), loose);
}

#[test]
fn the_first_mistakes_are_shown_where_there_is_not_room_for_all() {
    let text = "[search]\ndepth = 0\ncut = 3\n[lints]\ntei = \"warn\"\n";
    let folder = Folder::new("config-first", &[("gametree.toml", text), ("a.tree", GOOD)]);
    let run = folder.run(&["check", "--max-findings", "1", "--format", "short"]);
    assert!(run.out.starts_with("gametree.toml:2:"), "{}", run.out);
}

#[test]
fn an_excluded_folder_is_not_walked() {
    let folder = Folder::new("config-walk", &[("gametree.toml", "exclude = [\"drafts\"]"), ("a.tree", GOOD)]);
    // A link that leads nowhere is reported at the place where it is found.
    fs::create_dir(folder.0.join("drafts")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.0.join("drafts/b.tree")).unwrap();
    let run = folder.run(&["check"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
}

#[test]
fn mistakes_come_once_before_the_first_file_below_in_every_format() {
    let files = [
        ("a.tree", WRONG),
        ("b/gametree.toml", "[lints]\ntei = \"warn\"\n[search]\nctu = \">\"\n"),
        ("b/c.tree", "max A = 4 { 3, 5 } max { a: 1 a: 2 }\n"),
        ("b/d/e.tree", WRONG),
        ("f.tree", WRONG),
    ];
    let folder = Folder::new("config-order", &files);
    let run = folder.run(&["check", "--format", "json", "--jobs", "2"]);
    assert_eq!(run.status, Some(1));
    let expected = ["a.tree", "b/gametree.toml", "b/gametree.toml", "b/c.tree", "f.tree"];
    assert_eq!(files_found_fault_with(&run), expected, "below the mistakes, names are checked and claims are not");
    let findings = run.json();
    assert_eq!((&findings[1]["code"], &findings[2]["code"]), (&"E0214".into(), &"E0802".into()));
    assert_eq!(findings[2]["start"], serde_json::json!({ "byte": 30, "line": 4, "column": 1 }));
    assert_eq!(findings[2]["fix"]["edits"][0]["text"], "cut");
    assert_eq!(findings[3]["code"], "E0204");
    let human = folder.run(&["check"]);
    assert!(human.out.ends_with("5 errors; checked 2 claims in 5 trees of 4 files\n"), "{}", human.out);
    for format in ["human", "short", "json"] {
        let one = folder.run(&["check", "--format", format, "--jobs", "1"]);
        let two = folder.run(&["check", "--format", format, "--jobs", "2"]);
        assert!(one.out == two.out && one.out.matches("gametree.toml").count() >= 2, "{format}");
    }
    let limited = folder.run(&["check", "--max-findings", "1", "b"]);
    assert!(limited.out.contains("3 errors (1 of them not shown)"), "{}", limited.out);
}

#[test]
fn trees_below_a_mistake_have_no_answer() {
    let files = [("b/gametree.toml", "[search]\ncut = 3"), ("b/c.tree", TIE), ("f.tree", TIE)];
    let folder = Folder::new("config-no-answer", &files);
    let eval = folder.run(&["eval", "--format", "json"]);
    assert_eq!(eval.status, Some(1));
    assert!(eval.err.contains("E0803") && eval.err.matches("gametree.toml:2:7").count() == 1, "{}", eval.err);
    assert_eq!((&eval.json()[0]["trees"], &eval.json()[1]["file"]), (&serde_json::json!([]), &"f.tree".into()));
    for command in ["trace", "solve"] {
        let run = folder.run(&[command, "b/c.tree"]);
        assert_eq!(run.status, Some(1), "{command}");
        assert!(run.err.contains("E0803"), "{command}: {}", run.err);
    }
}

#[test]
fn a_mistake_that_leaves_the_search_as_it_is_stops_no_verdict() {
    let folder = Folder::new("config-judged", &[("gametree.toml", "exclude = [3]"), ("a.tree", WRONG)]);
    let run = folder.run(&["check", "--format", "json"]);
    assert_eq!(files_found_fault_with(&run), ["gametree.toml", "a.tree"]);
    let eval = folder.run(&["eval"]);
    assert!(eval.out.contains("value   5") && eval.err.contains("E0803"), "{}{}", eval.out, eval.err);
}

#[test]
fn what_cannot_be_read_is_reported_and_nothing_below_is_judged() {
    let big = "#".repeat(70_000);
    let unreadable: [(&str, &[u8]); 2] = [("not UTF-8", b"# \xff"), ("64 KiB", big.as_bytes())];
    for (what, bytes) in unreadable {
        let folder = Folder::new("config-unreadable", &[("a.tree", WRONG), ("b.tree", WRONG)]);
        fs::write(folder.0.join("gametree.toml"), bytes).unwrap();
        assert_unreadable(&folder, what);
    }
    let folder = Folder::new("config-folder", &[("a.tree", WRONG), ("gametree.toml/x", "")]);
    assert_unreadable(&folder, "not a file");
}

#[test]
#[cfg(unix)]
fn neither_a_pipe_nor_a_broken_link_keeps_it_waiting() {
    let folder = Folder::new("config-pipe", &[("a.tree", WRONG)]);
    let path = folder.0.join("gametree.toml");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    assert_unreadable(&folder, "not a file");
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    assert_unreadable(&folder, "this link points to nothing");
}

fn assert_unreadable(folder: &Folder, reason: &str) {
    let run = folder.run(&["check"]);
    assert_eq!(run.status, Some(2), "{reason}");
    assert!(run.err.starts_with("gametree: gametree.toml: ") && run.err.contains(reason), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(
        run.out.starts_with("not everything could be read; nothing wrong in the rest; checked 0 claims"),
        "{}",
        run.out
    );
    let eval = folder.run(&["eval"]);
    assert_eq!((eval.status, eval.out.as_str()), (Some(2), ""));
}

#[test]
fn hostile_texts_end_soon_and_are_shown_safely() {
    let many = |text: &str, count: usize| text.repeat(count);
    let texts = [
        many("\u{1b}[31m\u{202e}", 5000),
        format!("a = {}", many("[", 60_000)),
        format!("[{}a]", many("a.", 30_000)),
        format!("{}a = 1", many("a.", 30_000)),
        many("a = 1\n", 10_000),
        many("=", 65_000),
        format!("exclude = [{}]", many("\"*a*b*{c,d}\",", 4000)),
        format!("exclude = [\"{}\"]", many("{a,b}*", 8000)),
        format!("exclude = [\"{}\"]", many("[!a]**/", 8000)),
        format!("search.depth = {}", many("9", 60_000)),
        format!("[lints]\n\"{}\" = 1", many("é", 30_000)),
    ];
    for text in texts {
        let folder = Folder::new("config-hostile", &[("gametree.toml", &text), ("a.tree", WRONG)]);
        for format in ["human", "short", "json"] {
            let run = folder.run(&["check", "--format", format]);
            let shown: String = text.chars().take(40).collect();
            assert!(matches!(run.status, Some(0..=1)), "{shown}: {}", run.err);
            assert!(run.out.len() < 200_000 && !run.out.contains(['\u{1b}', '\u{202e}']), "{shown}");
        }
    }
}

#[test]
fn the_file_of_the_project_is_not_overwritten() {
    let folder = Folder::new("config-overwrite", &[("gametree.toml", STRICT), ("a.tree", GOOD)]);
    assert_eq!(folder.run(&["check", "--output", "gametree.toml"]).status, Some(2));
    assert_eq!(fs::read_to_string(folder.0.join("gametree.toml")).unwrap(), STRICT);
}

#[test]
fn the_page_is_true() {
    let mut examples = 0;
    for fence in fences(PAGE) {
        let expected: BTreeSet<&str> = fence.info.split(' ').skip(1).collect();
        assert!(fence.info.starts_with("toml"), "line {}", fence.line);
        let (findings, _) = config::read(&fence.text, 100).1.finish();
        let raised: BTreeSet<&str> = findings.iter().map(|finding| finding.code.id()).collect();
        assert_eq!(raised, expected, "line {}", fence.line);
        examples += 1;
    }
    assert!(examples >= 3);
}

#[test]
fn the_page_names_every_key_and_value() {
    let words = names::<Cut>().chain(names::<Returns>()).chain(names::<Order>()).chain(names::<Cutoffs>());
    let words = words.chain(names::<PrunedUnit>()).chain(names::<PrunedRule>()).chain(names::<Conventions>());
    let words = words.chain(names::<Altered>()).chain(names::<Feedback>());
    let values = words.chain(["allow", "warn", "deny"]).map(|value| format!("`\"{value}\"`"));
    let keys = ["exclude", "[lints]", "[search]", "cut", "search", "order", "cutoffs", "window", "range", "depth"];
    let grading = ["[grade]", "follow-through", "pruned", "pruned-rule", "conventions", "altered", "feedback"];
    let keys = keys.into_iter().chain(grading).chain(["misconceptions"]).map(|key| format!("`{key}`"));
    for words in values.chain(keys) {
        assert!(PAGE.contains(&words), "{words} is not on the page");
    }
    assert!(PAGE.lines().all(|line| line.chars().count() <= 120));
}

fn names<C: Choice>() -> impl Iterator<Item = &'static str> {
    C::NAMES.iter().map(|(name, _)| *name)
}

#[test]
fn a_finding_says_that_the_project_changed_its_severity() {
    let told = |config: &str, arguments: &[&str]| {
        let folder = Folder::new("config-severity", &[("gametree.toml", config), ("skips.tree", SKIPS)]);
        folder.run(&[&["check"], arguments].concat()).out
    };
    let denied = "[lints]\nunreachable-cutoff = \"deny\"\n";
    assert!(told(denied, &[]).contains("note: `gametree.toml` makes `unreachable-cutoff` an error"));
    assert!(!told(denied, &["--warn", "unreachable-cutoff"]).contains("gametree.toml"), "the option has the last word");
    assert!(!told("", &[]).contains("gametree.toml"));
}
