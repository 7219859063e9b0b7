//! `eval --algorithm`, `eval --compare` and `eval --best-order`, run as the real binary.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::Folder;
use serde_json::{Value, json};

/// The third child of the root is found to be better by a scout, and is searched again.
const AGAIN: &str = "tree \"again\" { max R {
    min A { max { 3 } max { 4, 5 } }
    min B { max { 2, 1 } max { 9 } }
    min C { max { 7, 6 } max { 8, 5 } }
} }\n";
const CHANCE: &str = "max { chance C { 1, 2 } min { 3, 4 } }\n";

fn tree(folder: &Folder, arguments: &[&str]) -> Value {
    let run = folder.run(&[&["eval", "--format", "json"], arguments].concat());
    assert_eq!(run.status, Some(0), "{}", run.err);
    run.json()[0]["trees"][0].clone()
}

#[test]
fn each_algorithm_gives_the_answer_and_its_own_counts() {
    let folder = Folder::new("algorithms", &[("again.tree", AGAIN)]);
    let expected = [
        // Leaves evaluated, evaluations, nodes entered, searches again.
        ("minimax", [10, 10, 20, 0]),
        ("alpha-beta", [7, 7, 16, 0]),
        ("negamax", [7, 7, 16, 0]),
        // The scout of C finds 7, 8 and so C better than A; the search that follows looks at 7 again, and at 6.
        ("pvs", [7, 8, 16, 1]),
        // At least 0? 3 or more. At least 4? 7 or more. At least 8? No: 7.
        ("mtdf", [7, 7, 16, 2]),
        // 3, 2, 1, 7 and 6 are looked at first, and then only 8.
        ("sss", [6, 6, 14, 0]),
    ];
    for (algorithm, counts) in expected {
        let tree = tree(&folder, &["--algorithm", algorithm]);
        assert_eq!(tree["settings"]["algorithm"], algorithm);
        assert_eq!(
            (&tree["value"], &tree["plays"], &tree["line"]),
            (&"7".into(), &json!(["C"]), &json!(["C", "0", "0"])),
            "{algorithm}"
        );
        let found =
            json!([tree["leaves"]["evaluated"], tree["evaluations"], tree["nodes"]["entered"], tree["researches"]]);
        assert_eq!(found, json!(counts), "{algorithm}");
    }
}

#[test]
fn windows_are_given_only_where_there_is_one() {
    let folder = Folder::new("algorithm-windows", &[("again.tree", AGAIN)]);
    let node = |algorithm| tree(&folder, &["--algorithm", algorithm])["tree"][7].clone();
    let alpha_beta = node("alpha-beta");
    assert_eq!((&alpha_beta["name"], &alpha_beta["window"]), (&"B".into(), &json!(["3", "inf"])));
    assert_eq!(node("negamax"), alpha_beta);
    for algorithm in ["pvs", "mtdf", "sss"] {
        let node = node(algorithm);
        for key in ["window", "final", "returned", "bound"] {
            assert_eq!(node[key], Value::Null, "{algorithm}: {key}");
        }
        assert_eq!((&node["entered"], &node["value"]), (&true.into(), &"2".into()), "{algorithm}");
    }
    let whole = tree(&folder, &["--algorithm", "pvs"]);
    assert_eq!((&whole["cutoffs"], &whole["branches"]), (&Value::Null, &3.into()));
}

#[test]
fn people_are_told_what_was_done_again() {
    let folder = Folder::new("algorithm-human", &[("again.tree", &format!("window [0, 9] {AGAIN}"))]);
    let out = |algorithm| folder.run(&["eval", "--algorithm", algorithm]).out;
    assert!(out("pvs").contains("\n  again   1 child searched again; 8 evaluations in all\n"), "{}", out("pvs"));
    assert!(out("pvs").contains("\n  rules   pvs, window [0, 9]\n"), "{}", out("pvs"));
    assert!(out("mtdf").contains("\n  again   2 passes after the first\n"), "{}", out("mtdf"));
    assert!(out("sss").contains("\n  rules   sss, without window [0, 9]\n"), "{}", out("sss"));
    let drawn = folder.run(&["eval", "--nodes", "--algorithm", "sss"]).out;
    assert!(drawn.contains("MIN B = 2\n") && drawn.contains("9 (pruned)\n"), "{drawn}");
}

#[test]
fn a_setting_without_meaning_is_refused() {
    let folder = Folder::new("algorithm-settings", &[("again.tree", AGAIN)]);
    let refused = [
        (["--algorithm", "minimax", "--cut", ">"], "--cut has no meaning for minimax: it has no cut rule"),
        (["--algorithm", "minimax", "--search", "fail-hard"], "minimax: it returns values, not bounds"),
        (["--algorithm", "minimax", "--cutoffs", "deep"], "minimax: it cuts nothing off"),
        (["--algorithm", "minimax", "--window", "3, 7"], "minimax: it has no windows"),
        (["--algorithm", "pvs", "--search", "fail-hard"], "pvs: it is always fail-soft"),
        (["--algorithm", "pvs", "--cutoffs", "none"], "pvs: it always cuts deep"),
        (["--algorithm", "mtdf", "--window", "3, 7"], "mtdf: it chooses its windows itself"),
        (["--algorithm", "sss", "--cut", ">"], "sss: it has no cut rule"),
        (["--algorithm", "sss", "--window", "3, 7"], "sss: it has no windows"),
    ];
    for (arguments, message) in refused {
        let run = folder.run(&[&["eval"], &arguments[..]].concat());
        assert_eq!(run.status, Some(2), "{arguments:?}");
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
    }
    let known = [["--cut", ">"], ["--cutoffs", "shallow"], ["--search", "fail-hard"], ["--window", "3, 7"]];
    for arguments in known {
        assert_eq!(folder.run(&[&["eval", "--algorithm", "negamax"], &arguments[..]].concat()).status, Some(0));
    }
    let narrow = tree(&folder, &["--algorithm", "pvs", "--window", "7, 9", "--order", "right-to-left"]);
    assert_eq!(narrow["settings"]["window"], json!(["7", "9"]));
}

#[test]
fn trees_that_an_algorithm_cannot_search_have_no_answer() {
    let trees = format!("{CHANCE}tree \"open\" {{ max {{ 3, ?x }} }}\nmax {{ {{ 1 }} {{ 2, ... }} }}\n");
    let folder = Folder::new("algorithm-refusals", &[("odd.tree", &trees)]);
    for algorithm in ["negamax", "pvs", "mtdf", "sss"] {
        let run = folder.run(&["eval", "--algorithm", algorithm]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{algorithm}");
        let refused = |line: usize, reason: &str| {
            run.err.contains(&format!("odd.tree:{line}: {algorithm} cannot search this tree: {reason}\n"))
        };
        assert!(refused(1, "chance decides at C"), "{}", run.err);
        assert!(refused(2, "the value of the leaf ?x is not known"), "{}", run.err);
        assert!(refused(3, "what `...` stands for is not known"), "{}", run.err);
    }
}

#[test]
fn the_comparison_is_a_table() {
    let folder = Folder::new("compare", &[("again.tree", AGAIN)]);
    let run = folder.run(&["eval", "--compare"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_comparison_says_why_an_algorithm_is_left_out() {
    let chance = format!("range [0, 9]\n{CHANCE}max {{ {{ 3 }} {{ 2 ?x }} }}\n");
    let folder = Folder::new("compare-refused", &[("chance.tree", &chance)]);
    let run = folder.run(&["eval", "--compare"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    insta::assert_snapshot!(run.out);
}

#[test]
fn the_comparison_as_json_has_a_row_for_each_algorithm_rule_and_order() {
    let folder = Folder::new("compare-json", &[("again.tree", AGAIN), ("chance.tree", CHANCE)]);
    let tree = tree(&folder, &["again.tree", "--compare"]);
    let rows = tree["compare"].as_array().expect("a list");
    let expected = json!({ "algorithm": "pvs", "cut": ">=", "order": "written", "value": "7", "leaves": 7,
        "evaluations": 8, "nodes": 16, "researches": 1, "refused": null });
    assert_eq!(rows.len(), 2 * (2 + 2 * 4));
    assert!(rows.contains(&expected), "{rows:#?}");
    let best = rows.iter().filter(|row| row["order"] == "best" && row["algorithm"] == "alpha-beta");
    let leaves: Vec<&Value> = best.map(|row| &row["leaves"]).collect();
    assert_eq!(leaves[0], &tree["leaves"]["fewest"]);
    assert_eq!(tree["settings"]["algorithm"], "alpha-beta");
    let chance = folder.run(&["eval", "chance.tree", "--compare", "--format", "json"]).json();
    let refused = json!({ "algorithm": "sss", "cut": null, "order": "best", "value": null, "leaves": null,
        "evaluations": null, "nodes": null, "researches": null, "refused": "chance decides at C" });
    assert_eq!(chance[0]["trees"][0]["compare"].as_array().expect("a list").last(), Some(&refused));
}

#[test]
fn a_comparison_takes_order_depth_and_range_from_the_file_and_nothing_else() {
    let text = "cut alpha > beta window [5, 6] cutoffs none search fail-hard\n";
    let folder = Folder::new("compare-settings", &[("a.tree", AGAIN), ("b.tree", &format!("{text}{AGAIN}"))]);
    let compare = |file, order| tree(&folder, &[file, "--compare", "--order", order])["compare"].clone();
    assert_eq!(compare("a.tree", "left-to-right"), compare("b.tree", "left-to-right"));
    assert_ne!(compare("a.tree", "left-to-right"), compare("a.tree", "right-to-left"));
    for other in ["--nodes", "--cut=>", "--window=3,7", "--algorithm=pvs", "--cutoffs=none", "--search=fail-hard"] {
        assert_eq!(folder.run(&["eval", "--compare", other]).status, Some(2), "{other}");
    }
}

#[test]
fn the_best_order_is_printed_with_all_that_belongs_to_the_tree() {
    let text = "// a remark\nallow tie\n/// Which move?\n\
        tree \"one\" {\n    max A = 3 plays a2 { // the moves\n        a1: { 5, 2 }, a2: min B = 3 { 4, 3 } // done\n    }\n}\n\
        cut alpha > beta\nmax { 1 2 }\n";
    let expected = "allow tie\n/// Which move?\n\
        tree \"one\" {\n    max A = 3 plays a2 { // the moves\n        a2: min B = 3 { 4, 3 }, a1: { 2, 5 } // done\n    }\n}\n\n\
        cut alpha > beta\nmax { 1 2 }\n";
    let folder = Folder::new("best-order", &[("two.tree", text)]);
    let run = folder.run(&["eval", "--best-order"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), expected), "{}", run.err);
    let again = folder.run_with(&["eval", "--best-order", "-"], expected);
    assert_eq!(again.out, expected, "the best order stays as it is");
    folder.run(&["eval", "--best-order", "--tree", "one", "--output", "best.tree"]);
    let written = fs::read_to_string(folder.0.join("best.tree")).unwrap();
    assert!(expected.starts_with(&written) && written.ends_with("}\n}\n"), "{written}");
    let mirrored = folder.run(&["eval", "--best-order", "--order", "right-to-left"]);
    assert!(mirrored.out.contains("a1: { 5, 2 }, a2: min B = 3 { 4, 3 } // done"), "{}", mirrored.out);
}

#[test]
fn a_best_order_that_is_not_known_is_refused() {
    let text = format!("range [0, 9]\n{CHANCE}max {{ 3, ?x }}\nmax {{ {{ 1 2 }} {{ 3 4 }} }}\n");
    let folder = Folder::new("best-order-refused", &[("odd.tree", &text)]);
    let run = folder.run(&["eval", "--best-order"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), "range [0, 9]\nmax { { 3 4 } { 1 2 } }\n"));
    assert!(run.err.contains("odd.tree:2: the best order is not known: chance decides at C"), "{}", run.err);
    assert!(run.err.contains("odd.tree:3: the best order is not known: the value of"), "{}", run.err);
    for other in ["--nodes", "--compare", "--format=json", "--cut=>", "--algorithm=pvs"] {
        assert_eq!(folder.run(&["eval", "--best-order", other]).status, Some(2), "{other}");
    }
}

#[test]
fn the_lint_says_what_the_best_order_would_save() {
    let folder = Folder::new("better-order", &[("a.tree", "max { min = 1 { 1, 2 } min = 3 { 3, 4 } }\n")]);
    let run = folder.run(&["check", "--warn", "better-order"]);
    assert!(run.out.contains("W0511"), "{}", run.out);
    assert!(run.out.contains("the search evaluates 4 leaves; in the best order of moves 3 would do"), "{}", run.out);
    let finding = folder.run(&["check", "--warn", "better-order", "--format", "json"]).json()[0].clone();
    assert_eq!(finding["fix"]["edits"][0]["text"], "max { min = 3 { 3, 4 } min = 1 { 1, 2 } }");
    assert_eq!(folder.run(&["check"]).out, "nothing wrong; checked 2 claims in 1 tree of 1 file\n", "off by default");
}
