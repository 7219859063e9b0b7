//! `gametree convert` from outside.

use std::fs;
use std::path::Path;

use crate::folder::Folder;

const LISTS: &str = "[[3, 5], [2, 8]]\n";

#[test]
fn notes_go_to_standard_error_and_into_a_comment() {
    let folder = Folder::new("convert_notes", &[("tree.json", LISTS)]);
    let run = folder.run(&["convert", "tree.json"]);
    assert_eq!(run.status, Some(0));
    let note = "the file does not say who moves first, so MAX does; if MIN does, use --root min";
    assert_eq!(run.err, format!("gametree: tree.json: {note}\n"));
    assert_eq!(run.out, format!("// from tree.json\n// {note}\nmax {{ {{ 3, 5 }} {{ 2, 8 }} }}\n"));
    let run = folder.run(&["convert", "tree.json", "--root", "min", "--strict", "--setting", "cut alpha > beta"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("cut alpha > beta") && run.out.contains("min {"), "{}", run.out);
    let run = folder.run(&["convert", "tree.json", "--strict"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
}

#[test]
fn the_ending_tree_does_not_keep_another_notation_from_being_read() {
    let table = "parent,child,value\nA,B,\nA,C,\nB,,5\nB,,8\nC,,4\n";
    let folder = Folder::new("convert_ending", &[("table.tree", table), ("wrong.tree", "max { 3, 5\n")]);
    let run = folder.run(&["check", "table.tree"]);
    assert!(run.out.contains("error[E0113]") && run.out.contains("gametree convert FILE"), "{}", run.out);
    assert!(run.out.contains("in 0 trees of 1 file"), "{}", run.out);
    let run = folder.run(&["convert", "table.tree", "--root", "max"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "// from table.tree\nmax A { min B { 5, 8 } min C { 4 } }\n"));
    let run = folder.run(&["convert", "table.tree", "--from", "tree"]);
    assert!(run.status == Some(1) && run.err.contains("error[E0113]"), "{}", run.err);
    let run = folder.run(&["convert", "wrong.tree"]);
    assert!(run.status == Some(1) && run.err.contains("error[E0106]"), "{}", run.err);
}

#[test]
fn a_value_in_a_tuple_is_what_the_options_say() {
    let folder = Folder::new("convert_inner", &[("a.txt", "('A', 4, ('B', 3), ('C', 2))\n")]);
    for (inner, expected) in
        [(&["--inner", "claim"][..], "max A = 4 {"), (&["--inner", "eval"], "max A eval 4 {"), (&[], "max A eval 4 {")]
    {
        let run = folder.run(&[&["convert", "a.txt"], inner].concat());
        assert!(run.out.contains(expected), "{}", run.out);
    }
}

#[test]
fn lisp_gets_exact_numbers() {
    let folder = Folder::new("convert_exact", &[("a.tree", "max { { 0.5, 1/3 } { -0.25, 2 } }\n")]);
    let run = folder.run(&["convert", "a.tree", "--to", "sexpr"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "(max (min 1/2 1/3) (min -1/4 2))\n"));
}

#[test]
fn what_alpha_beta_skips_is_marked() {
    let folder = Folder::new("convert_mark", &[("tree.json", "[[3, 5], [2, [8, 9], 7]]\n")]);
    let run = folder.run(&["convert", "tree.json", "--mark", "--root", "max"]);
    assert_eq!(run.out, "// from tree.json\nmax { { 3, 5 } { 2, max pruned { 8, 9 }, 7 pruned } }\n");
    fs::write(folder.0.join("marked.tree"), &run.out).unwrap();
    assert_eq!(folder.run(&["check", "marked.tree"]).status, Some(0));
    let run = folder.run(&["convert", "marked.tree", "--mark"]);
    assert_eq!(run.out.matches("pruned").count(), 2, "{}", run.out);
    let run = folder.run(&["convert", "tree.json", "--mark", "--to", "python"]);
    assert!(run.status == Some(2) && run.err.contains("--mark is only for .tree files"), "{}", run.err);
}

#[test]
fn trees_are_written_for_programs() {
    let tree = "// A comment.\nmax A = 3 { a: min { 3, 5 } b: min { 2, inf pruned } }\n";
    let folder = Folder::new("convert_to", &[("a.tree", tree)]);
    let run = folder.run(&["convert", "a.tree", "--to", "python"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "[[3, 5], [2, float('inf')]]\n"));
    assert!(
        run.err.contains("not kept: 1 comment") && run.err.contains("1 name, 2 labels and 2 claims"),
        "{}",
        run.err
    );
    let run = folder.run(&["convert", "a.tree", "--to", "python", "--strict"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    let run = folder.run(&["convert", "a.tree", "--to", "lists"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("JSON has no number inf; to write it, use --to python or --to sexpr"), "{}", run.err);
    let run = folder.run(&["convert", "a.tree", "--to", "sexpr"]);
    assert_eq!(run.out, "(max (min 3 5) (min 2 +inf.0))\n");
    let run = folder.run(&["convert", "a.tree", "--to", "leaves"]);
    assert_eq!(run.out, "3 5 2 inf\n");
    let run = folder.run(&["convert", "a.tree", "--to", "outline"]);
    assert_eq!(run.out, "- MAX A\n  - a: MIN\n    - 3\n    - 5\n  - b: MIN\n    - 2\n    - inf\n");
    assert!(run.err.contains("not kept: 2 claims"), "{}", run.err);
    let run = folder.run(&["convert", "a.tree", "--to", "edges"]);
    let rows = ",,A,max,,\nA,a,n1,min,,\nn1,,,,3,\nn1,,,,5,\nA,b,n2,min,,\nn2,,,,2,\nn2,,,,inf,\n";
    assert_eq!(run.out, format!("parent,move,child,player,value,probability\n{rows}"));
    assert!(run.err.contains("not kept: 2 claims and that 2 nodes have no names"), "{}", run.err);
    let repeats = "tree { allow duplicate-name max n1 { min n1 { 3 } min \" a\" { \"b \": 5 } } }";
    let run = folder.run_with(&["convert", "-", "--to", "edges"], repeats);
    assert!(run.out.ends_with(",,n1,max,,\nn1,,n2,min,,\nn2,,,,3,\nn1,,a,min,,\na,b ,,,5,\n"), "{}", run.out);
    let lost = "`allow duplicate-name`, 1 repeated name and the spaces around 2 names and labels";
    assert!(run.err.contains(lost), "{}", run.err);
    let run = folder.run_with(&["convert", "-", "--to", "outline"], "max { ?x, 3 }\nmin { 5 }");
    assert_eq!(run.out, "- MAX\n  - ?x\n  - 3\n\n- MIN\n  - 5\n");
    let run = folder.run_with(&["convert", "-", "--to", "outline"], "max { 3, ... }");
    assert!(run.err.contains("no way to write an elided subtree"), "{}", run.err);
    let run = folder.run_with(&["convert", "-", "--to", "json"], tree);
    let json: serde_json::Value = run.json();
    assert_eq!(json["children"][1]["move"], "b");
    for (tree, reason) in [
        ("max { 3, { 2, 8 } }", "they are not all equally deep"),
        ("max { { 3 } { 2, 8 } }", "not every node has the same number of moves"),
        ("max { max { 3, 5 } max { 2, 8 } }", "MAX and MIN do not take turns"),
        ("max { { 3, ? } { 2, 8 } }", "no way to write an unknown leaf"),
    ] {
        let run = folder.run_with(&["convert", "-", "--from", "tree", "--to", "leaves"], tree);
        assert!(run.status == Some(1) && run.err.contains(reason), "{tree}: {}", run.err);
    }
    let run = folder.run_with(&["convert", "-", "--to", "lists"], "chance { 1/2: 3 1/2: 5 }");
    assert!(run.err.contains("use --to json"), "{}", run.err);
}

const TEST: &str = include_str!("texts/cs188.test");
const SOLUTION: &str = include_str!("texts/cs188.solution");

#[test]
fn a_test_is_read_with_the_solution_beside_it() {
    let files = [("old/a.test", TEST), ("old/a.solution", SOLUTION), ("old/b.test", TEST)];
    let folder = Folder::new("convert_solution", &files);
    let run = folder.run(&["convert", "old/a.test"]);
    assert!(run.out.starts_with("// from a.test and a.solution\n"), "{}{}", run.out, run.err);
    let check = folder.run_with(&["check", "-"], &run.out);
    assert!(check.out.starts_with("nothing wrong; checked 4 claims"), "{}", check.out);
    let run = folder.run(&["convert", "old/b.test"]);
    assert!(run.out.starts_with("// from b.test\n") && !run.out.contains("plays"), "{}", run.out);
    let run = folder.run_with(&["convert", "-", "--setting", "cutoffs none"], TEST);
    assert!(run.out.contains("cutoffs none") && run.out.contains("cut alpha > beta"), "{}", run.out);
    let run = folder.run_with(&["convert", "-", "--setting", "cut  alpha >= beta"], TEST);
    assert!(!run.out.contains("cut alpha > beta"), "{}", run.out);
    let run = folder.run(&["convert", "old", "--output", "new"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(fs::read_dir(folder.0.join("new")).unwrap().count(), 2);

    let wrong = SOLUTION.replace("Right", "Left").replace("m1 ", "");
    fs::write(folder.0.join("old/a.solution"), wrong).unwrap();
    let run = folder.run(&["convert", "old/a.test"]);
    let check = folder.run_with(&["check", "-"], &run.out);
    let codes = ["E0305", "E0306", "E0308"];
    assert!(check.status == Some(1) && codes.iter().all(|code| check.out.contains(code)), "{}", check.out);
    fs::write(folder.0.join("old/a.solution"), SOLUTION.replace("m1", "m4")).unwrap();
    let run = folder.run(&["convert", "old/a.test"]);
    assert!(run.status == Some(1) && run.err.contains("a.solution:3:"), "{}", run.err);
    fs::write(folder.0.join("old/a.solution"), b"\xff").unwrap();
    let run = folder.run(&["convert", "old/a.test"]);
    assert!(run.status == Some(2) && run.err.contains("a.solution: "), "{}", run.err);
}

#[test]
fn a_test_is_written_with_its_solution() {
    let tree = "tree { cut alpha > beta max A { \"to b\": min B { b1: 3, b2: 5 } min A { 3, 2 } } }\n";
    let files = [("a.tree", tree), ("b.tree", "max { 1, 2 }\n"), ("two.tree", "max { 1 } max { 2 }\n")];
    let folder = Folder::new("convert_to_cs188", &files);
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap_or_default();
    let run = folder.run(&["convert", "a.tree", "--to", "cs188"]);
    assert!(run.status == Some(0) && run.out.contains("\ns0 m1 B\n"), "{}", run.out);
    assert_eq!(run.err, "gametree: a.tree: not kept: 2 names and 1 label\n");
    let run = folder.run(&["convert", "a.tree", "--to", "cs188", "--output", "x.test"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.err.ends_with("gametree: x.test: the solution is in x.solution\n"), "{}", run.err);
    assert_eq!(read("x.solution"), "action: \"m1\"\ngenerated: \"B b1 b2 s0 s4 s5 s6\"\n");
    let run = folder.run(&["convert", "b.tree", "--to", "cs188", "--output", "x.test"]);
    assert!(run.status == Some(2) && run.err.contains("x.solution: this file has other contents"), "{}", run.err);
    let run = folder.run(&["convert", "a.tree", "--to", "cs188", "--output", "x.txt"]);
    assert!(run.status == Some(2) && run.err.contains("the name of a test ends with .test"), "{}", run.err);
    let run = folder.run(&["convert", "a.tree", "b.tree", "--to", "cs188"]);
    assert!(run.status == Some(2) && run.err.contains("--output FOLDER"), "{}", run.err);
    let run = folder.run(&["convert", "a.tree", "b.tree", "--to", "cs188", "--output", "tests"]);
    assert_eq!((run.status, fs::read_dir(folder.0.join("tests")).unwrap().count()), (Some(0), 4), "{}", run.err);
    let run = folder.run(&["convert", "two.tree", "--to", "cs188"]);
    assert!(
        run.status == Some(1) && run.err.contains("a .test file can have only one tree, but this file has 2"),
        "{}",
        run.err
    );
}

#[test]
fn a_test_has_no_other_trees() {
    let folder = Folder::new("convert_refused_by_cs188", &[]);
    for (tree, reason) in [
        ("min A { 3, 5 }", "cs188 wants MAX to move first; A is MIN"),
        ("max A { max B { 3, 5 } 2 }", "cs188 wants MAX and MIN to take turns; B is MAX below MAX"),
        ("max { min { 1 } min { min { 3, 5 } max { 2 } } }", "take turns; a node is MIN below MIN"),
        (
            "max { min { min { max { min { max Z { 3 } } } } } }",
            "MAX at every 3rd ply, and MIN between; Z is MAX below MIN",
        ),
        (
            "max { chance { 3, 5 } min B { 2 } }",
            "either MIN or chance beside MAX; B is MIN, and other nodes are chance",
        ),
        ("max { chance C { 1/4: 3, 3/4: 5 } }", "all moves of a chance node are equally likely; those of C are not"),
        ("max { 3, inf }", "a leaf is worth inf; cs188 has only finite numbers"),
        ("max { 3, 1/3 }", "only decimals with up to 15 digits, and not 1/3"),
        ("max { 3, 1234567890.123456 }", "and not 1234567890.123456"),
        ("tree { depth 1 max { min eval 1 { 3 } } }", "in rounds of 2 plies, so it cannot have `depth 1`"),
        ("max { 3, ? }", "no way to write an unknown leaf"),
    ] {
        let run = folder.run_with(&["convert", "-", "--to", "cs188"], tree);
        assert!(run.status == Some(1) && run.err.contains(reason), "{tree}: {}", run.err);
    }
}

#[test]
fn a_folder_becomes_a_folder() {
    let files = [("old/a.json", LISTS), ("old/b.scm", "(min 3 5)\n"), ("old/c.txt", "prose\n"), ("old/a.py", LISTS)];
    let folder = Folder::new("convert_folder", &files);
    let run = folder.run(&["convert", "old"]);
    assert!(run.status == Some(2) && run.err.contains("--output FOLDER"), "{}", run.err);
    let run = folder.run(&["convert", "old", "--output", "new"]);
    assert_eq!(run.status, Some(2), "{}", run.err);
    assert!(run.err.contains("another file is already written to"), "{}", run.err);
    assert!(run.err.contains("this text is in no notation"), "{}", run.err);
    let read = |name: &str| fs::read_to_string(folder.0.join("new").join(name)).unwrap_or_default();
    assert!(read("a.tree").starts_with("// from a.json\n") && read("b.tree").ends_with("min { 3, 5 }\n"));
    assert!(!Path::new(&folder.0.join("new/c.tree")).exists());
    fs::write(folder.0.join("new/b.tree"), "max { 1 }\n").unwrap();
    let run = folder.run(&["convert", "old/b.scm", "old/a.json", "--output", "new"]);
    assert!(run.status == Some(2) && run.err.contains("was not overwritten"), "{}", run.err);
    assert_eq!(read("b.tree"), "max { 1 }\n");
}

#[test]
fn programs_name_the_variable() {
    let program = "small = [[1, 2]]\nlarge: list = [[3, 5], [2, 8]]\n";
    let folder = Folder::new("convert_variable", &[("p.py", program)]);
    let run = folder.run(&["convert", "p.py", "--variable", "large", "--root", "max"]);
    assert!(run.out.ends_with("max { { 3, 5 } { 2, 8 } }\n"), "{}{}", run.out, run.err);
    let run = folder.run(&["convert", "p.py", "--variable", "other"]);
    assert!(run.status == Some(1) && run.err.contains("these names have lists: `small` and `large`"), "{}", run.err);
    let run = folder.run(&["convert", "none.json"]);
    assert!(run.status == Some(2) && run.err.contains("there is no such file"), "{}", run.err);
    let run = folder.run(&["convert", "--formats"]);
    assert!(run.out.contains("valued-lists  Lists that begin"), "{}", run.out);
}

/// A search that is written as a log and read back claims nothing wrong.
#[test]
fn a_trace_comes_back_without_a_wrong_claim() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("convert_trace", &[]);
    let mut compared = 0;
    for part in [
        "examples",
        "tests/fixtures/cases",
        "tests/fixtures/open",
        "tests/fixtures/unreachable",
        "tests/fixtures/claims",
    ] {
        let mut files: Vec<_> = fs::read_dir(root.join(part)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "tree"));
        files.sort();
        for file in files {
            let file = file.to_str().unwrap();
            let trace = folder.run(&["trace", "--format", "json", "--isolated", "--reveal", file]);
            if trace.status != Some(0) {
                continue;
            }
            let tree = folder.run_with(&["convert", "-", "--from", "trace"], &trace.out);
            assert_eq!(tree.status, Some(0), "{file}: {}", tree.err);
            let check = folder.run_with(&["check", "--isolated", "-"], &tree.out);
            assert_eq!(check.status, Some(0), "{file}:\n{}\n{}", tree.out, check.out);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn games_are_read_and_written() {
    let game = "EFG 2 R \"coin\" { \"Ann\" \"Bob\" } \"a bet\"\n\
        c \"\" 1 \"\" { \"heads\" 0.33 \"tails\" 0.66 } 0\nt \"\" 1 \"\" { 3, -3 }\nt \"\" 2 \"\" { -6, 6 }\n";
    let folder = Folder::new("convert_games", &[("coin.efg", game), ("two.tree", "max { 1 }\nmax { 2 }\n")]);
    let run = folder.run(&["convert", "coin.efg", "--max", "Bob"]);
    assert!(run.status == Some(1) && run.err.contains("add up to 0.99, not to 1"), "{}", run.err);
    let run = folder.run(&["convert", "coin.efg", "--normalize", "--max", "Bob", "--strict"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    let expected = "\
        // from coin.efg\n\
        // a bet\n\
        // MAX is player 2 (Bob), and MIN is player 1 (Ann)\n\
        // the probabilities of 1 chance node did not add up to 1, and were divided by their sum\n\
        tree \"coin\" {\n    chance { heads 1/3: -3, tails 2/3: 6 }\n}\n";
    assert_eq!(run.out, expected);
    let run = folder.run_with(&["convert", "-", "--to", "efg", "--strict"], &run.out);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert_eq!(run.err, "gametree: <stdin>: not kept: 4 comments\n");
    let run = folder.run_with(&["convert", "-", "--to", "efg"], "max A { 3, l: { 1/3, 5 } }\n");
    let expected = "\
        EFG 2 R \"\" { \"MAX\" \"MIN\" }\n\
        p \"A\" 1 1 \"\" { \"1\" \"l\" } 0\n\
        t \"\" 1 \"\" { 3, -3 }\n\
        p \"\" 2 1 \"\" { \"1\" \"2\" } 0\n\
        t \"\" 2 \"\" { 1/3, -1/3 }\n\
        t \"\" 3 \"\" { 5, -5 }\n";
    assert_eq!((run.status, run.err.as_str(), run.out.as_str()), (Some(0), "", expected));
    let run = folder.run(&["convert", "two.tree", "--to", "efg"]);
    assert!(run.status == Some(1) && run.err.contains("this file has 2"), "{}", run.err);
    let run = folder.run(&["convert", "two.tree", "two.tree", "--to", "efg"]);
    assert!(run.status == Some(2) && run.err.contains("--output FOLDER"), "{}", run.err);
    let run =
        folder.run(&["convert", "coin.efg", "--from", "efg", "--normalize", "--to", "efg", "--output", "new.efg"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let written = fs::read_to_string(folder.0.join("new.efg")).unwrap();
    assert!(written.starts_with("EFG 2 R \"coin\" { \"MAX\" \"MIN\" }\n\"a bet\nthe probabilities of"), "{written}");
}
