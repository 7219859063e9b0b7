//! The real binary, from outside: what it prints, where, and how it exits.

#![cfg(feature = "cli")]

mod folder;
mod output_formats;

use std::fs;

use folder::Folder;
use output_formats::output_formats;

const GOOD: &str = "max A = 5 { 3, 5 }\n";
const WRONG: &str = "max A = 4 { 3, 5 }\n";
const SKIPS: &str = "max { { 3, 5 } { 2, 8 } }\n";

#[test]
fn check_exits_with_what_it_found() {
    let folder = Folder::new("exit", &[("good.tree", GOOD), ("wrong.tree", WRONG), ("skips.tree", SKIPS)]);
    assert_eq!(folder.run(&["check", "good.tree"]).status, Some(0));
    assert_eq!(folder.run(&["check", "skips.tree"]).status, Some(0), "a warning is no error");
    assert_eq!(folder.run(&["check", "wrong.tree"]).status, Some(1));
    let missing = folder.run(&["check", "missing.tree", "wrong.tree"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.err.contains("missing.tree"), "{}", missing.err);
    assert!(missing.out.contains("E0301"), "the other file is still checked: {}", missing.out);
    assert_eq!(folder.run(&["check", "--no-such-flag"]).status, Some(2));
    assert_eq!(folder.run(&["frobnicate"]).status, Some(2));
    assert_eq!(folder.run(&["--help"]).status, Some(0));
}

#[test]
fn paths_are_files_folders_globs_and_standard_input() {
    let files = [
        ("a.tree", GOOD),
        ("b/c.tree", GOOD),
        ("b/not-a-tree.txt", "{{{"),
        ("ignored/d.tree", "{{{"),
        (".gitignore", "ignored/\n"),
    ];
    let folder = Folder::new("paths", &files);
    let files_checked = |arguments: &[&str]| {
        let run = folder.run(arguments);
        assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
        run.out.trim_end().rsplit(" of ").next().map(str::to_string)
    };
    assert_eq!(files_checked(&["check"]).as_deref(), Some("2 files"));
    assert_eq!(files_checked(&["check", "b"]).as_deref(), Some("1 file"));
    assert_eq!(files_checked(&["check", "*.tree", "b/*.tree", "a.tree"]).as_deref(), Some("2 files"), "each once");
    let nothing = folder.run(&["check", "x*.tree"]);
    assert_eq!(nothing.status, Some(2));
    let piped = folder.run_with(&["check", "-", "--stdin-filename", "here.tree"], WRONG);
    assert_eq!(piped.status, Some(1));
    assert!(piped.out.contains("here.tree:1:9"), "{}", piped.out);
}

#[test]
fn lints_have_levels() {
    let folder = Folder::new("lints", &[("skips.tree", SKIPS)]);
    assert_eq!(folder.run(&["check", "--deny", "unreachable-cutoff"]).status, Some(1));
    let allowed = folder.run(&["check", "--allow", "unreachable-cutoff"]);
    assert_eq!(allowed.out, "nothing wrong; checked 0 claims in 1 tree of 1 file\n");
    assert_eq!(folder.run(&["check", "-q", "--allow", "unreachable-cutoff"]).out, "");
    let misspelt = folder.run(&["check", "--deny", "unreachable-cutof"]);
    assert_eq!(misspelt.status, Some(2));
    assert!(misspelt.err.contains("did you mean `unreachable-cutoff`?"), "{}", misspelt.err);
}

#[test]
fn short_gives_a_line_for_each_finding() {
    let folder = Folder::new("short", &[("wrong.tree", WRONG)]);
    let run = folder.run(&["check", "--format", "short"]);
    let first = run.out.lines().next();
    assert_eq!(first, Some("wrong.tree:1:9: error[E0301]: A is worth 5, not 4"));
}

#[test]
fn json_of_check_has_the_fixed_keys() {
    let folder = Folder::new("check-json", &[("wrong.tree", "// α\nmax A = 4 { 3, 5 }\n"), ("good.tree", GOOD)]);
    let run = folder.run(&["check", "--format", "json"]);
    let findings = run.json();
    let finding = &findings[0];
    assert_eq!(findings.as_array().unwrap().len(), 1);
    assert_eq!(finding["code"], "E0301");
    assert_eq!(finding["lint"], serde_json::Value::Null);
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["file"], "wrong.tree");
    assert_eq!(finding["start"], serde_json::json!({ "byte": 14, "line": 2, "column": 9 }));
    assert_eq!(finding["end"]["byte"], 15);
    assert_eq!(finding["labels"][1]["message"], "MAX takes this child: 5 is the greatest");
    assert_eq!(finding["fix"]["edits"][0]["text"], "5");
    assert_eq!(folder.run(&["check", "good.tree", "--format", "json"]).json(), serde_json::json!([]));
}

#[test]
fn findings_past_the_limit_are_counted() {
    let folder = Folder::new("limit", &[("many.tree", &format!("max {{ {} }}", "max = 1 { 2 } ".repeat(5)))]);
    let run = folder.run(&["check", "--max-findings", "2"]);
    assert_eq!(run.out.matches("E0301").count(), 2);
    assert!(run.out.contains("5 errors (3 of them not shown)"), "{}", run.out);
    assert_eq!(run.status, Some(1));
    assert_eq!(folder.run(&["check", "--max-findings", "0"]).status, Some(1));
}

#[test]
fn colours_are_used_when_asked_for() {
    let folder = Folder::new("colour", &[("wrong.tree", WRONG)]);
    assert!(!folder.run(&["check"]).out.contains('\u{1b}'), "not into a pipe");
    assert!(folder.run(&["check", "--color", "always"]).out.contains("\u{1b}["));
    assert!(!folder.run(&["check", "--color", "never"]).out.contains('\u{1b}'));
}

#[test]
fn results_go_to_a_file_when_asked_for() {
    let folder = Folder::new("output", &[("wrong.tree", WRONG)]);
    let run = folder.run(&["check", "--output", "report.txt"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(fs::read_to_string(folder.0.join("report.txt")).unwrap().contains("E0301"));
    let refused = folder.run(&["check", "--output", "no/such/folder/report.txt"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("no/such/folder/report.txt"), "{}", refused.err);
}

#[test]
fn eval_gives_the_answer_of_each_tree() {
    let two = "tree \"one\" { max A { a: min B { 3, 5 } b: min C { 2, 8 } } }\ntree \"two\" { min { 1 2 } }\n";
    let folder = Folder::new("eval", &[("two.tree", two)]);
    let run = folder.run(&["eval"]);
    assert_eq!(run.status, Some(0));
    assert!(run.out.contains("one  (two.tree:1)\n  value   3\n  plays   a\n  line    a 3\n"), "{}", run.out);
    assert!(run.out.contains("two  (two.tree:2)"), "{}", run.out);
    let one = folder.run(&["eval", "--tree", "two"]);
    assert!(!one.out.contains("one"), "{}", one.out);
    let none = folder.run(&["eval", "--tree", "tow"]);
    assert_eq!(none.status, Some(2));
    assert!(none.err.contains("did you mean \"two\"?"), "{}", none.err);
}

#[test]
fn eval_json_has_the_fixed_keys() {
    let folder = Folder::new(
        "eval-json",
        &[("aima.tree", "tree \"t\" { max A { a1: min B { 3, 12, 8 } a2: min C { c1: 2, 4, 6 } } }")],
    );
    let answer = folder.run(&["eval", "--format", "json"]).json();
    let tree = &answer[0]["trees"][0];
    assert_eq!(answer[0]["file"], "aima.tree");
    assert_eq!(tree["name"], "t");
    let settings = serde_json::json!({ "algorithm": "alpha-beta", "cut": ">=", "search": "fail-soft", "order": "left-to-right",
        "cutoffs": "deep", "window": ["-inf", "inf"], "range": null, "depth": null });
    assert_eq!(tree["settings"], settings);
    assert_eq!(
        (&tree["value"], &tree["plays"], &tree["line"]),
        (&"3".into(), &serde_json::json!(["a1"]), &serde_json::json!(["a1", "0"]))
    );
    assert_eq!(tree["leaves"], serde_json::json!({ "total": 6, "evaluated": 4, "fewest": 4 }));
    assert_eq!(tree["nodes"], serde_json::json!({ "total": 9, "entered": 7 }));
    assert_eq!((&tree["cutoffs"], &tree["branches"]), (&1.into(), &2.into()));
    let cut = serde_json::json!({ "parent": 0, "index": 1, "kind": "min", "name": "C", "move": "a2", "value": "2",
        "entered": true, "window": ["3", "inf"], "final": ["3", "2"], "returned": "2", "bound": "upper", "plays": [0],
        "why": null, "span": [42, 67] });
    assert_eq!(tree["tree"][5], cut);
    let skipped = &tree["tree"][7];
    assert_eq!(
        (&skipped["entered"], &skipped["why"], &skipped["window"]),
        (&false.into(), &"cutoff".into(), &serde_json::Value::Null)
    );
}

#[test]
fn eval_overrides_what_the_file_says() {
    let folder = Folder::new("override", &[("tie.tree", "max { { 3, 5 } { 3, 1 } }")]);
    let leaves = |arguments: &[&str]| {
        let all = [&["eval", "--format", "json"], arguments].concat();
        folder.run(&all).json()[0]["trees"][0]["leaves"]["evaluated"].clone()
    };
    assert_eq!(leaves(&[]), 3);
    assert_eq!(leaves(&["--cut", ">"]), 4);
    assert_eq!(leaves(&["--cut=>="]), 3);
    assert_eq!(leaves(&["--cutoffs", "none"]), 4);
    assert_eq!(leaves(&["--order", "right-to-left"]), 4);
    assert_eq!(leaves(&["--window", "-3, 3"]), 2, "3 reaches β");
    assert_eq!(leaves(&["--window", "[3, 7]"]), 2);
    assert_eq!(leaves(&["--algorithm", "minimax"]), 4);
    let root = |arguments: &[&str]| {
        let all = [&["eval", "--format", "json", "--window", "4, 7"], arguments].concat();
        folder.run(&all).json()[0]["trees"][0]["tree"][0]["returned"].clone()
    };
    assert_eq!(root(&["--search", "fail-soft"]), "3");
    assert_eq!(root(&["--search", "fail-hard"]), "4");
    assert_eq!(folder.run(&["eval", "--window", "7, 3"]).status, Some(2));
    assert_eq!(folder.run(&["eval", "--cut", "<"]).status, Some(2));
}

#[test]
fn eval_shows_the_answer_at_each_depth() {
    let tree = |leaf: &str| {
        format!("tree {{ depth 1 max eval 0 {{ a: min eval 2 {{ 3, 5 }} b: min eval 4 {{ {leaf}, 8 }} }} }}")
    };
    let folder = Folder::new("eval-depths", &[("known.tree", &tree("1")), ("open.tree", &tree("?x"))]);
    let known = folder.run(&["eval", "known.tree", "--depths", "1..2"]);
    assert_eq!(
        (known.status, known.out.as_str()),
        (
            Some(0),
            "unnamed tree  (known.tree:1)\n  depth  value    leaves     plays\n  1      4        2          b\n  \
             2      3        3          a\n\n"
        )
    );
    // At depth 2, the value depends on the unknown leaf.
    let open = folder.run(&["eval", "open.tree", "--depths", "1..2"]);
    assert_eq!(open.status, Some(1));
    assert!(open.out.ends_with("  1      4        2          b\n  2      open     open\n\n"), "{}", open.out);
    assert!(open.err.contains("1 tree without an answer"), "{}", open.err);
    for wrong in [["2..1", ""], ["0..2", ""], ["1..2", "--format=json"]] {
        let options = wrong.iter().filter(|option| !option.is_empty());
        let words: Vec<&str> = ["eval", "known.tree", "--depths"].iter().chain(options).copied().collect();
        assert_eq!(folder.run(&words).status, Some(2), "{wrong:?}");
    }
}

#[test]
fn eval_exits_with_1_where_there_is_no_answer() {
    let files =
        [("open.tree", "max { ?x 3 }"), ("broken.tree", "max { 3"), ("begun.tree", "max {"), ("wrong.tree", WRONG)];
    let folder = Folder::new("no-answer", &files);
    let open = folder.run(&["eval", "open.tree"]);
    assert_eq!(open.status, Some(1));
    assert!(open.out.contains("value   open: it depends on the leaf ?x"), "{}", open.out);
    for unread in ["broken.tree", "begun.tree"] {
        let broken = folder.run(&["eval", unread]);
        assert_eq!(broken.status, Some(1));
        assert!(broken.err.contains("E0106"), "{}", broken.err);
    }
    assert_eq!(folder.run(&["eval", "wrong.tree"]).status, Some(0), "eval does not report failing claims");
}

#[test]
fn explain_prints_pages_and_the_list() {
    let folder = Folder::new("explain", &[]);
    assert!(folder.run(&["explain", "e0301"]).out.starts_with("# E0301"));
    assert!(folder.run(&["explain", "unreachable-cutoff"]).out.starts_with("# W0401"));
    assert!(folder.run(&["explain"]).out.lines().count() > 30);
    let unknown = folder.run(&["explain", "unreachable-cutof"]);
    assert_eq!(unknown.status, Some(2));
    assert!(unknown.err.contains("did you mean unreachable-cutoff?"), "{}", unknown.err);
}

#[test]
fn depth_can_be_set_from_outside() {
    let text = "max A { min B eval 5 { 3, 4 } min C eval 2 { 9, 8 } }";
    let folder = Folder::new("depth", &[("deep.tree", text)]);
    let value = |arguments: &[&str]| {
        let all = [&["eval", "--format", "json"], arguments].concat();
        folder.run(&all).json()[0]["trees"][0]["value"].clone()
    };
    assert_eq!(value(&[]), "8");
    assert_eq!(value(&["--depth", "1"]), "5");
    assert_eq!(folder.run(&["eval", "--depth", "0"]).status, Some(2));
    let hidden = folder.run(&["eval", "--format", "json", "--depth", "1"]).json();
    let below = &hidden[0]["trees"][0]["tree"][2];
    assert_eq!(
        (&below["why"], &below["value"], &below["entered"]),
        (&"depth".into(), &serde_json::Value::Null, &false.into())
    );
}

#[test]
fn a_tree_that_cannot_be_searched_has_no_answer() {
    let folder = Folder::new("obstacle", &[("no-eval.tree", "tree { depth 1 max { min { 3 } } }")]);
    let run = folder.run(&["eval", "--format", "json"]);
    assert_eq!(run.status, Some(1));
    assert_eq!(run.json()[0]["trees"], serde_json::json!([]));
    assert!(run.err.contains("E0225"), "{}", run.err);
}

#[test]
fn a_chance_node_can_stop_on_either_side() {
    let below = "max { chance S { 0.5: 8, 0.5: 4 } chance T { 0.5: 1, 0.5: max { 9, 2 } } }";
    let above = "min { chance S { 0.5: 2, 0.5: 4 } chance T { 0.5: 9, 0.5: max { 9, 2 } } }";
    for (tree, cutoff) in [(below, "returns ≤ 5.5, α-cutoff after"), (above, "returns ≥ 4.5, β-cutoff after")] {
        let folder = Folder::new("chance-cutoff", &[("a.tree", &format!("tree {{ range [0, 10] {tree} }}"))]);
        let drawn = folder.run(&["eval", "--nodes"]).out;
        assert!(drawn.contains(cutoff), "{drawn}");
    }
}

#[test]
fn drawings_fit_into_80_columns() {
    let name = "very_long_name_".repeat(6);
    let text = format!("max {name} = 3 {{ {}{name}_b: 3 {} }}", "min { max { ".repeat(20), "} } ".repeat(20));
    let folder = Folder::new("columns", &[("wide.tree", &text)]);
    let run = folder.run(&["eval", "--nodes"]);
    let drawn = run.out.lines().skip_while(|line| !line.is_empty());
    assert!(drawn.clone().count() > 40, "{}", run.out);
    assert!(drawn.clone().all(|line| line.chars().count() <= 80), "{}", run.out);
    assert!(folder.run(&["eval", "--nodes", "--color", "always"]).out.contains("\u{1b}[1m = 3\u{1b}[0m"));
}

#[test]
fn a_file_to_read_is_not_overwritten() {
    let folder = Folder::new("overwrite", &[("good.tree", GOOD)]);
    assert_eq!(folder.run(&["check", "good.tree", "--output", "./good.tree"]).status, Some(2));
    assert_eq!(fs::read_to_string(folder.0.join("good.tree")).unwrap(), GOOD);
}

#[test]
fn every_shell_gets_a_script_that_asks_the_command() {
    let folder = Folder::new("scripts", &[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&["completions", shell]);
        assert_eq!(run.status, Some(0));
        assert!(run.out.contains("GAMETREE_COMPLETE"), "{shell}: {}", run.out);
    }
    assert!(folder.run(&["completions", "zsh"]).out.starts_with("#compdef gametree\n"), "a file for `fpath`");
}

#[test]
fn what_is_left_out_or_open_is_said_on_standard_error() {
    let many = format!("max {{ {} }}", "min = 4 { 3 } ".repeat(120));
    let folder = Folder::new("said", &[("many.tree", &many), ("open.tree", "max { ?x 3 }")]);
    let json = folder.run(&["check", "many.tree", "--format", "json"]);
    assert_eq!(json.status, Some(1));
    assert!(json.err.contains("20 findings are not written out"), "{}", json.err);
    let open = folder.run(&["eval", "open.tree", "--format", "json"]);
    assert!(open.err.contains("1 tree without an answer"), "{}", open.err);
}

#[test]
fn a_file_stays_as_it_was_where_there_is_no_result() {
    let folder = Folder::new("no-result", &[("good.tree", GOOD), ("kept", "as it was")]);
    for arguments in [&["eval", "no.tree"][..], &["check", "no.tree"], &["eval", "good.tree", "--tree", "no"]] {
        let run = folder.run(&[arguments, &["--output", "kept"]].concat());
        assert_eq!(run.status, Some(2), "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.0.join("kept")).unwrap(), "as it was", "{arguments:?}");
    }
    fs::write(folder.0.join("bad.tree"), "max { 3").unwrap();
    fs::write(folder.0.join("no-text.tree"), b"max { 3 } // \xff").unwrap();
    for (arguments, status) in [
        (&["fmt", "-"][..], 1),
        (&["fmt", "--diff", "bad.tree"], 1),
        (&["fmt", "--diff", "no.tree"], 2),
        (&["fmt", "no-text.tree"], 2),
        (&["eval", "bad.tree"], 1),
        (&["eval", "bad.tree", "--best-order"], 1),
        (&["solve", "bad.tree"], 1),
        (&["trace", "bad.tree"], 1),
    ] {
        let input = if arguments.contains(&"-") { "max {3" } else { "" };
        for output in ["kept", "new"] {
            let run = folder.run_with(&[arguments, &["--output", output]].concat(), input);
            assert_eq!(run.status, Some(status), "{arguments:?}");
        }
        assert_eq!(fs::read_to_string(folder.0.join("kept")).unwrap(), "as it was", "{arguments:?}");
        assert!(!folder.0.join("new").exists(), "{arguments:?}");
    }
}

#[test]
fn a_result_may_be_empty() {
    let folder = Folder::new("empty-result", &[("good.tree", "max A = 5 { 3, 5 }\n")]);
    for arguments in [&["fmt", "-"][..], &["fmt", "--diff", "good.tree"], &["check", "-q", "good.tree"]] {
        fs::write(folder.0.join("old"), "of yesterday").unwrap();
        assert_eq!(folder.run(&[arguments, &["--output", "old"]].concat()).status, Some(0), "{arguments:?}");
        assert_eq!(fs::read_to_string(folder.0.join("old")).unwrap(), "", "{arguments:?}");
    }
}

#[test]
fn a_window_from_outside_must_lie_in_the_range() {
    let folder = Folder::new("window", &[("range.tree", "range [0, 9] max { 3 { 4 } }")]);
    let run = folder.run(&["eval", "range.tree", "--window", "-5, -1"]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("--window lies outside of the range"), "{}", run.err);
}

#[test]
fn a_new_file_is_left_behind_only_with_a_result() {
    let folder = Folder::new("new-output", &[("good.tree", GOOD)]);
    for command in ["check", "eval", "solve", "trace"] {
        let missing = folder.run(&[command, "missing.tree", "--output", "new.txt"]);
        assert_eq!(missing.status, Some(2), "{command}");
        assert!(!folder.0.join("new.txt").exists(), "{command}");
        let good = folder.run(&[command, "good.tree", "--output", "new.txt"]);
        assert_eq!(good.status, Some(0), "{command}: {}", good.err);
        assert!(fs::read_to_string(folder.0.join("new.txt")).unwrap().ends_with('\n'), "{command}");
        fs::remove_file(folder.0.join("new.txt")).unwrap();
    }
}

#[test]
fn what_is_named_twice_is_reported_once() {
    let folder = Folder::new("twice", &[("a.tree", GOOD)]);
    for named in ["no*.tree", "no.tree", "[.tree"] {
        let run = folder.run(&["check", named, named]);
        assert_eq!((run.status, run.err.lines().count()), (Some(2), 1), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn no_name_at_the_beginning_of_a_line_is_a_command_of_github() {
    let (wrong, blank) = ("::error title=a::b.tree", " ::stop-commands::c.tree");
    let folder = Folder::new("commands", &[(wrong, "MAX A = 4 { 3, 5 }\n"), (blank, "MAX A = 4 { 3, 5 }\n")]);
    for command in
        [&["check", "--format", "short"][..], &["check"], &["fmt", "--check"], &["eval"], &["solve"], &["trace", wrong]]
    {
        let run = folder.run(command);
        assert!(run.out.contains("::error") || run.out.contains("no tree has"), "{command:?}: {}", run.out);
        let obeyed = |line: &str| line.trim_start().starts_with("::");
        assert!(!run.out.lines().any(obeyed) && !run.err.lines().any(obeyed), "{command:?}: {}{}", run.out, run.err);
    }
}

#[test]
fn quiet_leaves_notes_out_of_every_format() {
    let asks = "tree { max A = _ plays _ { b: min [_, _] { 3, 5 } c: min { 2, 8 } } expect leaves = _ ask pruned }\n";
    let folder = Folder::new("quiet", &[("asks.tree", asks), ("wrong.tree", WRONG)]);
    let loud = folder.run(&["check", "asks.tree"]);
    assert_eq!(loud.status, Some(0));
    assert!(
        loud.out.starts_with("note[N0701]: 5 answers are missing: the value of A; the best move at A; "),
        "{}",
        loud.out
    );
    assert_eq!(loud.out.matches("N0701").count(), 1, "one for the whole tree");
    assert_eq!(folder.run(&["check", "--quiet", "asks.tree"]).out, "");
    for format in &output_formats(&folder) {
        let run = folder.run(&["check", "--quiet", "--format", format]);
        assert_eq!(run.status, Some(1));
        assert!(run.out.contains("E0301") && !run.out.contains("N0701"), "{}", run.out);
    }
}

#[test]
fn a_finding_says_which_option_changed_its_severity() {
    let folder = Folder::new("level-origin", &[("skips.tree", SKIPS)]);
    let out = |arguments: &[&str]| folder.run(&[&["check"], arguments].concat()).out;
    let denied = "note: `--deny unreachable-cutoff` makes this an error";
    assert!(out(&["--deny", "unreachable-cutoff"]).contains(denied));
    assert!(!out(&["--warn", "unreachable-cutoff"]).contains("--warn"), "it is a warning anyway");
    let repeated = folder.run_with(&["check", "-", "--warn", "same-player"], "max { max { 3, 5 } }\n").out;
    assert!(repeated.contains("note: `--warn same-player` turns this on"), "{repeated}");
}
