//! Options of `gametree check` and of the commands around it: groups of lints, statistics, another `gametree.toml`.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;
use serde_json::json;

/// A subtree that is skipped, and a tie.
const DOUBTFUL: &str = "max A { { 3, 5 } { 2, 8 } }\nmax B plays b { a: 3, b: 5, c: 5 }\n";
const STRICT: &str = "[search]\ncut = \">\"\n";
/// 3 leaves are evaluated under `>=`, all 4 under `>`.
const EQUAL: &str = "max { { 3, 5 } { 3, 1 } }\n";

/// The severity and the code of each finding: `E W0401`.
fn findings(folder: &Folder, options: &[&str]) -> Vec<String> {
    let run = folder.run(&[&["check", "--format", "json"], options].concat());
    let found = run.json();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_string();
    let named = |finding: &serde_json::Value| format!("{} {}", text(&finding["severity"]), text(&finding["code"]));
    found.as_array().unwrap().iter().map(named).collect()
}

#[test]
fn warnings_and_all_name_several_lints() {
    let folder = Folder::new("lint-groups", &[("a.tree", DOUBTFUL), ("b.tree", "max { max { 3, 5 }, 2 }\n")]);
    let findings = |options: &[&str]| findings(&folder, options);
    assert_eq!(findings(&[]), ["warning W0401", "warning W0501"]);
    assert_eq!(findings(&["--deny", "warnings"]), ["error W0401", "error W0501"]);
    assert_eq!(findings(&["--allow", "warnings"]), [""; 0]);
    assert_eq!(findings(&["--allow", "all"]), [""; 0]);
    let every = ["warning W0401", "warning W0501", "warning W0510"];
    let all = findings(&["--warn", "all"]);
    assert!(every.iter().all(|finding| all.contains(&finding.to_string())), "{all:?}");
    // A name overrides `all`, whatever comes first; `warnings` means what is a warning in the end.
    assert_eq!(findings(&["--allow", "all", "--warn", "tie"]), ["warning W0501"]);
    assert_eq!(findings(&["--warn", "tie", "--allow", "all"]), ["warning W0501"]);
    assert_eq!(findings(&["--deny", "warnings", "--allow", "tie"]), ["error W0401"]);
    assert_eq!(
        findings(&["--deny", "warnings", "--warn", "same-player"]),
        ["error W0401", "error W0501", "error W0510"]
    );
    // Of two options for the same lint, the strictest wins.
    assert_eq!(findings(&["--allow", "tie", "--deny", "tie"]), ["warning W0401", "error W0501"]);
    let note = folder.run(&["check", "--deny", "warnings"]).out;
    assert!(note.contains("note: `--deny warnings` makes this an error"), "{note}");
}

#[test]
fn gametree_toml_names_several_lints_too() {
    let folder = Folder::new("lint-groups-toml", &[("a.tree", DOUBTFUL)]);
    let findings = |lints: &str, options: &[&str]| {
        fs::write(folder.0.join("gametree.toml"), format!("[lints]\n{lints}")).unwrap();
        findings(&folder, options)
    };
    assert_eq!(findings("tie = \"warn\"\nall = \"allow\"", &[]), ["warning W0501"]);
    assert_eq!(findings("warnings = \"deny\"\ntie = \"allow\"", &[]), ["error W0401"]);
    assert_eq!(findings("all = \"allow\"", &["--warn", "all"])[0], "warning W0401");
    assert_eq!(findings("tie = \"allow\"", &["--deny", "warnings"]), ["error W0401"]);
    assert_eq!(findings("al = \"allow\"", &[])[0], "error E0214");
    fs::write(folder.0.join("a.tree"), format!("allow tie\n{DOUBTFUL}")).unwrap();
    assert_eq!(
        findings("all = \"deny\"\nbetter-order = \"allow\"", &["--deny", "tie"]),
        ["error W0401"],
        "the file decides"
    );
}

#[test]
fn statistics_count_each_code() {
    let wrong = "max A = 4 { 3, 5 }\nmax B = 4 { 3, 6 }\n";
    let folder = Folder::new("statistics", &[("a.tree", DOUBTFUL), ("b.tree", wrong), ("c.tree", "max = _ { 1 }\n")]);
    let run = folder.run(&["check", "--statistics", "--max-findings", "1"]);
    assert_eq!(run.status, Some(1));
    let table = "\
count  fixable  code
    2        2  E0301  a node is not worth what is claimed
    1        1  W0401  a subtree that a cutoff skips (unreachable-cutoff)
    1        0  W0501  several best moves where one is claimed or asked for (tie)
    1        0  N0701  a blank or a question that waits for an answer
2 errors, 2 warnings, 1 note; checked 3 claims in 5 trees of 3 files
";
    assert_eq!(run.out, table);
    let rows = folder.run(&["check", "--statistics", "--quiet", "--format", "json", "b.tree", "c.tree"]).json();
    let row = json!({ "code": "E0301", "lint": null, "title": "a node is not worth what is claimed", "count": 2, "fixable": 2 });
    assert_eq!(rows, json!([row]));
    assert_eq!(
        folder.run(&["check", "--statistics", "--format", "json", "--isolated", "c.tree", "-q"]).json(),
        json!([])
    );
    let refused = folder.run(&["check", "--statistics", "--format", "sarif"]);
    assert_eq!((refused.status, refused.out.as_str()), (Some(2), ""));
    let fixed = folder.run(&["check", "--fix", "--statistics", "b.tree"]);
    assert_eq!(fixed.out, "2 fixed, nothing else wrong; checked 2 claims in 2 trees of 1 file\n");
}

#[test]
fn another_gametree_toml_or_none() {
    let files = [("in/gametree.toml", STRICT), ("in/a.tree", EQUAL), ("rules/other.toml", STRICT), ("b.tree", EQUAL)];
    let folder = Folder::new("config-option", &files);
    let leaves = |options: &[&str]| -> Vec<u64> {
        let run = folder.run(&[&["eval", "--format", "json"], options].concat());
        let files = run.json();
        let leaves = |file: &serde_json::Value| file["trees"][0]["leaves"]["evaluated"].as_u64().unwrap();
        files.as_array().unwrap().iter().map(leaves).collect()
    };
    assert_eq!(leaves(&[]), [3, 4]);
    assert_eq!(leaves(&["--isolated"]), [3, 3]);
    assert_eq!(leaves(&["--config", "rules/other.toml"]), [4, 4]);
    // Patterns start in the current folder.
    fs::write(folder.0.join("rules/other.toml"), "exclude = [\"/in/\"]").unwrap();
    assert_eq!(leaves(&["--config", "rules/other.toml"]), [3]);
    let both = folder.run(&["eval", "--isolated", "--config", "rules/other.toml"]);
    assert_eq!(both.status, Some(2));
    let missing = folder.run(&["check", "--config", "missing.toml"]);
    assert_eq!(missing.status, Some(2));
    assert!(missing.err.starts_with("gametree: missing.toml: there is no such file"), "{}", missing.err);
    fs::write(folder.0.join("rules/other.toml"), "[serch]").unwrap();
    let wrong = folder.run(&["check", "--config", "rules/other.toml", "--format", "short"]);
    assert!(wrong.out.starts_with("rules/other.toml:1:2: error[E0802]"), "{}", wrong.out);
    assert_eq!(wrong.out.matches("E0802").count(), 1, "once for all files");
    let lost = folder.run(&["check", "--config", "rules/other.toml", "--output", "rules/other.toml"]);
    assert_eq!(lost.status, Some(2));
}

/// Every command that reads files of trees.
#[test]
fn every_command_takes_another_gametree_toml() {
    let exercise = "tree { max A = _ { { 3, 5 } { ?x, 1 } } }\n";
    let folder = Folder::new("config-everywhere", &[("a.tree", exercise), ("wrong.toml", "[serch]")]);
    let commands: [&[&str]; 9] = [
        &["check", "a.tree"],
        &["eval", "a.tree", "--reveal"],
        &["trace", "a.tree", "--reveal"],
        &["render", "a.tree"],
        &["solve", "a.tree", "--reveal"],
        &["fmt", "--check", "a.tree"],
        &["sheet", "a.tree"],
        &["grade", "a.tree", "a.tree"],
        &["generate", "variants", "a.tree"],
    ];
    for command in commands {
        let run = folder.run(&[command, &["--config", "wrong.toml"]].concat());
        assert!((run.out + &run.err).contains("wrong.toml"), "{command:?}");
        let isolated = folder.run(&[command, &["--isolated"]].concat());
        assert!(!isolated.err.starts_with("error: "), "{command:?}: {}", isolated.err);
    }
    let language_server = folder.run(&["lsp", "--isolated"]);
    assert!(!language_server.err.starts_with("error: "), "{}", language_server.err);
}

#[test]
fn new_writes_a_file_that_check_accepts_and_none_that_exists() {
    let folder = Folder::new("new", &[("old.tree", "max { 1 }\n"), ("sub/x.tree", "")]);
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    for (name, options) in [("first", &[][..]), ("hw \"1\".tree", &["--exercise"])] {
        let run = folder.run(&[&["new", name], options].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(0), ""), "{}", run.err);
        let file = if name.ends_with(".tree") { name.to_string() } else { format!("{name}.tree") };
        assert!(run.err.contains("now run: gametree check"), "{}", run.err);
        let found = findings(&folder, &["--deny", "warnings", &file]);
        assert_eq!(found, [""; 0][..].iter().chain(options.iter().map(|_| &"note N0701")).copied().collect::<Vec<_>>());
        assert_eq!(findings(&folder, &["--reveal", "--deny", "warnings", &file]).len(), options.len(), "only the note");
        assert_eq!(folder.run(&["fmt", "--check", &file]).status, Some(0), "{file} is not formatted");
    }
    assert!(read("first.tree").contains("tree \"first\""));
    assert!(read("hw \"1\".tree").contains("tree \"First steps\""), "a name with quotes is no title");
    for (name, reason) in
        [("old.tree", "exists already"), ("old", "exists already"), ("sub", "is a folder"), ("no/x", "No such")]
    {
        let run = folder.run(&["new", name]);
        assert_eq!(run.status, Some(2), "{name}");
        assert!(run.err.contains(reason), "{}", run.err);
    }
    assert_eq!(read("old.tree"), "max { 1 }\n");
    let printed = folder.run(&["new"]).out;
    assert_eq!(folder.run_with(&["check", "-", "--deny", "warnings"], &printed).status, Some(0));
}

#[test]
fn explain_knows_the_words_of_the_messages() {
    let folder = Folder::new("explain-terms", &[]);
    let explain = |arguments: &[&str]| folder.run(&[&["explain"], arguments].concat());
    for words in [&["alpha-cutoff"][..], &["alpha", "cutoffs"], &["Α-Cutoff"], &["α-cutoff"]] {
        assert!(explain(words).out.starts_with("# α-cutoff\n\nA cutoff at a MIN node."), "{words:?}");
    }
    assert!(explain(&["tie"]).out.starts_with("# W0501"), "a lint goes first");
    assert!(explain(&["refutatoin"]).err.contains("did you mean Refutation?"));
    assert!(explain(&["horizon"]).err.contains("did you mean Horizon effect?"));
    assert!(explain(&[]).out.contains("\nTerms:\n  Alpha–beta, Answer"));
    let code = explain(&["W0511", "--format", "json"]).json();
    let known = json!({ "code": "W0511", "lint": "better-order", "severity": "warning", "level": "allow", "fixable": false,
        "title": code["title"], "text": code["text"] });
    assert_eq!(code, known);
    let all = explain(&["--format", "json"]).json();
    assert!(all["codes"].as_array().unwrap().len() > 70 && all["terms"].as_array().unwrap().len() > 70);
    assert_eq!(explain(&["E0301", "--format", "json"]).json()["fixable"], true);
    assert_eq!(explain(&["plies", "--format", "json"]).json()["term"], "Ply");
}

#[test]
fn each_command_has_a_page_of_the_manual() {
    let folder = Folder::new("man", &[]);
    assert_eq!(folder.run(&["man", "--all", "--output", "pages"]).status, Some(0));
    let page = |name: &str| fs::read_to_string(folder.0.join("pages").join(name)).unwrap();
    assert_eq!(fs::read_dir(folder.0.join("pages")).unwrap().count(), 24);
    assert_eq!(page("gametree-generate-random.1"), folder.run(&["man", "generate", "random"]).out);
    assert_eq!(page("gametree.1"), folder.run(&["man"]).out);
    assert!(page("gametree-check.1").starts_with(".TH GAMETREE-CHECK 1 "), "{}", page("gametree-check.1"));
    assert!(page("gametree-check.1").contains(".SH EXAMPLES\n.nf\n  gametree check "));
    assert!(page("gametree.1").contains(".SH \"EXIT STATUS\"\n"));
    let unknown = folder.run(&["man", "chek"]);
    assert_eq!(
        (unknown.status, unknown.err.as_str()),
        (Some(2), "gametree: there is no command chek; did you mean check?\n")
    );
}

#[test]
fn shells_get_the_values_of_options() {
    let folder = Folder::new("completions", &[("hw.tree", ""), ("notes.txt", ""), ("sub/x.tree", "")]);
    let ask = |words: &[&str]| {
        let mut command = folder.command(&[&["--", "gametree"], words].concat());
        command.env("GAMETREE_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", words.len().to_string());
        let output = command.env("_CLAP_IFS", "\n").output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_string).collect::<Vec<_>>()
    };
    assert!(ask(&["che"]).contains(&"check".to_string()));
    assert_eq!(ask(&["check", "--deny", "w"]), ["warnings"]);
    assert_eq!(ask(&["check", "h"]), ["hw.tree"]);
    assert_eq!(ask(&["check", "sub/"]), ["sub/x.tree"]);
    assert_eq!(ask(&["check", "n"]), [""; 0], "no other files");
    assert_eq!(ask(&["eval", "hw.tree", "--cut", ""]), [">=", ">"]);
    assert_eq!(ask(&["grade", "hw.tree", "hw.tree", "--pruned-rule", ""]), ["net", "exact"]);
    assert_eq!(ask(&["explain", "E030"]).len(), 9);
    assert_eq!(ask(&["explain", "deep"]), ["deep-cutoff"]);
    assert_eq!(ask(&["eval", "--algorithm", "m"]), ["minimax", "mtdf"]);
}

#[test]
fn the_code_of_a_lint_is_not_its_name() {
    let folder = Folder::new("lint-codes", &[("a.tree", DOUBTFUL)]);
    for (code, why) in [
        ("W0501", "`W0501` is the lint `tie`: write `tie`"),
        ("E0301", "`E0301` is always an error"),
        ("N0701", "`N0701` is a note, and notes have no level"),
        ("E0999", "there is no lint `E0999`"),
    ] {
        let run = folder.run(&["check", "--deny", code]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains(why), "{}", run.err);
    }
    fs::write(folder.0.join("a.tree"), "allow W0501\nmax B plays b { a: 3, b: 5, c: 5 }\n").unwrap();
    let run = folder.run(&["check"]).out;
    assert!(run.contains("`W0501` is the code of the lint `tie`") && run.contains("help: write `tie`"), "{run}");
}

#[test]
fn what_cannot_be_read_is_named_and_comes_first() {
    let folder = Folder::new("unread", &[("a.tree", EQUAL), ("empty/a.txt", ""), ("bare/b.txt", "")]);
    let run = folder.run(&["check", "a.tree", "nosuch.tree"]);
    assert_eq!(run.err, "gametree: nosuch.tree: there is no such file\n");
    assert!(run.out.contains("not everything could be read; "), "{}", run.out);
    let run = folder.run(&["check", "empty"]);
    assert_eq!((run.status, run.err.as_str()), (Some(2), "gametree: `empty` contains no .tree file\n"));
    let run = folder.run(&["check", "empty", "bare"]);
    assert_eq!(run.err, "gametree: `empty` and `bare` contain no .tree file\n");
    fs::remove_file(folder.0.join("a.tree")).unwrap();
    assert_eq!(folder.run(&["check"]).err, "gametree: there is no .tree file here; name a file or a folder\n");
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_called_that() {
    let folder = Folder::new("dangling", &[]);
    std::os::unix::fs::symlink("gone.tree", folder.0.join("x.tree")).unwrap();
    for arguments in [["check", "x.tree"], ["check", "."]] {
        assert_eq!(folder.run(&arguments).err, "gametree: x.tree: this link points to nothing\n");
    }
}
