//! The command from outside: which steps it shows, what it refuses, how it ends.

use crate::folder::{Folder, Run};
use crate::{gametree, traces};

const AIMA: &str = "examples/aima-figure-5-2.tree";

/// The rows of a table as words, the headings and what stands around it left aside; of a row's last column the first line.
fn rows(run: &Run) -> Vec<Vec<&str>> {
    let table = run.out.split("\n\n").find(|part| part.starts_with("node")).unwrap_or_default();
    let begins = |line: &&str| !line.starts_with(&" ".repeat(20)) && !line.starts_with('…');
    table.lines().skip(1).filter(begins).map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn from_shows_what_happens_within_a_node() {
    let whole = gametree(&["trace", AIMA, "--format", "json"]);
    for name in ["C", "a2"] {
        let within = gametree(&["trace", AIMA, "--format", "json", "--from", name]);
        let lines = traces(&within.out).remove(0);
        assert_eq!(lines[0]["from"], 5, "{name}");
        let events: Vec<&str> = within.out.lines().filter(|line| line.contains("\"node\":")).collect();
        assert_eq!(events.len(), 5);
        assert!(whole.out.contains(&events.join("\n")), "the same steps, in one piece");
        let end = lines.last().unwrap();
        assert_eq!((&end["leaves"], &end["nodes"], &end["cutoffs"]), (&1.into(), &2.into(), &1.into()));
    }
    let leaf = gametree(&["trace", AIMA, "--from", "b2"]);
    assert_eq!(rows(&leaf).len(), 1);
    assert!(leaf.out.contains("within b2: 1 leaf evaluated, 1 node or leaf entered;"), "{}", leaf.out);
}

#[test]
fn from_says_why_a_node_is_never_entered() {
    let text =
        "tree { range [0, 9] max A { min B { 3, 5 } min C { 2, c: max { deep: 4 } } chance D { 1: 1, x 0: 2 } } }";
    let folder = Folder::new("trace-never", &[("it.tree", text)]);
    let said = |from: &str| {
        let run = folder.run(&["trace", "it.tree", "--from", from]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{from}");
        let json = folder.run(&["trace", "it.tree", "--from", from, "--format", "json"]);
        let why = traces(&json.out)[0].last().unwrap()["why"].as_str().map(str::to_string);
        (run.out.lines().last().unwrap().to_string(), why)
    };
    let by_cutoff = "a cutoff at C, after the leaf 2, skips it.";
    assert_eq!(said("deep"), (format!("The search never enters deep: {by_cutoff}"), Some("cutoff".to_string())));
    assert_eq!(said("c"), (format!("The search never enters c: {by_cutoff}"), Some("cutoff".to_string())));
    let impossible = "The search never enters x: it has probability 0.";
    assert_eq!(said("x"), (impossible.to_string(), Some("probability".to_string())));
    assert_eq!(said("C").1, None);
    // B is cut off, too, but later.
    let two = Folder::new("trace-two", &[("it.tree", "max { { 5 }, { 7, max C { 9, c2: 1 }, 3, 8 } }")]);
    let run = two.run(&["trace", "it.tree", "--from", "c2"]);
    assert!(
        run.out.ends_with("The search never enters c2: a cutoff at C, after the leaf 9, skips it.\n"),
        "{}",
        run.out
    );
    let limited = gametree(&["trace", "tests/fixtures/depth/right.tree", "--depth", "1", "--from", "C"]);
    assert_eq!(limited.status, Some(2), "several trees have a C, and one has no static evaluation");
}

#[test]
fn from_must_name_one_node() {
    let text = "tree \"one\" { max A { min Bee { x: 3, 5 } min C { x: 2, 8 } } }\ntree \"two\" { max { min D { 1 } } }";
    let folder = Folder::new("trace-names", &[("it.tree", text)]);
    let refused = |from: &str| {
        let run = folder.run(&["trace", "it.tree", "--from", from]);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{from}");
        run.err
    };
    assert_eq!(refused("Beee"), "gametree: nothing is called \"Beee\"; did you mean \"Bee\"?\n");
    assert!(refused("nobody").contains("--from takes the name of a node"));
    assert!(refused("x").contains("it.tree: \"x\" means more than one node, twice on line 1"));
    let one = folder.run(&["trace", "it.tree", "--from", "D"]);
    assert_eq!(one.status, Some(0));
    assert!(one.out.starts_with("two  (it.tree:2)") && !one.out.contains("one  ("), "{}", one.out);
    let elsewhere = folder.run(&["trace", "it.tree", "--tree", "one", "--from", "D"]);
    assert_eq!(elsewhere.status, Some(2), "{}", elsewhere.out);
    let no_tree = folder.run(&["trace", "it.tree", "--tree", "tow"]);
    assert_eq!(
        (no_tree.status, no_tree.err.as_str()),
        (Some(2), "gametree: there is no tree \"tow\"; did you mean \"two\"?\n")
    );
}

#[test]
fn what_is_beyond_the_limit_is_counted() {
    let all = rows(&gametree(&["trace", AIMA])).len();
    let some = gametree(&["trace", AIMA, "--limit", "4"]);
    assert_eq!(rows(&some).len(), 4);
    assert!(some.out.contains(&format!("\n… and {} more events\n", all - 4)), "{}", some.out);
    assert!(some.out.contains("7 leaves evaluated"), "the counts are those of the whole search");
    let none = gametree(&["trace", AIMA, "--limit", "0", "--format", "json"]);
    let lines = traces(&none.out).remove(0);
    assert_eq!((lines.len(), &lines[1]["events"], &lines[1]["left_out"]), (2, &all.into(), &all.into()));
}

#[test]
fn rules_can_be_set_as_for_eval() {
    let leaves = |options: &[&str]| {
        let run = gametree(&[&["trace", AIMA, "--format", "json"], options].concat());
        traces(&run.out)[0].last().unwrap()["leaves"].clone()
    };
    assert_eq!(leaves(&[]), 7);
    assert_eq!(leaves(&["--order", "right-to-left"]), 9);
    assert_eq!(leaves(&["--cutoffs", "none"]), 9);
    assert_eq!(leaves(&["--window", "-3, 3"]), 3, "B returns 3 and reaches β");
    let none = gametree(&["trace", AIMA, "--cutoffs", "none"]);
    assert!(none.out.contains("rules: cutoffs none\n\nnode      v  event"), "no α and β: {}", none.out);
    let outside = gametree(&["trace", "tests/fixtures/chance/star1.tree", "--window", "90, 99"]);
    assert!(outside.err.contains("--window lies outside of the range"), "{}", outside.err);
    assert_eq!(outside.status, Some(1));
}

#[test]
fn it_exits_with_1_where_the_search_cannot_go_on() {
    let files = [
        ("open.tree", "max A { min B { 3 } min C { ?x, 7 } min D { 9 } }"),
        ("opposed.tree", "max { chance { inf, -inf } }"),
        ("no-eval.tree", "tree { depth 1 max { min { 3 } } }"),
        ("broken.tree", "max { 3"),
    ];
    let folder = Folder::new("trace-stops", &files);
    let open = folder.run(&["trace", "open.tree"]);
    assert_eq!(open.status, Some(1));
    assert!(open.err.contains("the search stops at C: what comes next depends on leaves"), "{}", open.err);
    assert_eq!(rows(&open).last().unwrap()[..6], ["MIN", "C", "3", "?", "?", "stop"]);
    let limited = folder.run(&["trace", "open.tree", "--limit", "1"]);
    assert_eq!(rows(&limited).len(), 2, "why it stops is told beyond the limit, too");
    let before = folder.run(&["trace", "open.tree", "--from", "B"]);
    assert_eq!((before.status, before.err.as_str()), (Some(0), ""), "B is left before the search stops");
    assert_eq!(folder.run(&["trace", "open.tree", "--from", "D"]).status, Some(1));
    for (file, code) in [("opposed.tree", "E0223"), ("no-eval.tree", "E0225"), ("broken.tree", "E0106")] {
        let run = folder.run(&["trace", file]);
        assert!(run.status == Some(1) && run.err.contains(code), "{file}: {}", run.err);
    }
    assert_eq!(folder.run(&["trace", "missing.tree"]).status, Some(2));
    assert_eq!(folder.run(&["trace"]).status, Some(2), "a file must be named");
}

#[test]
fn output_is_civil() {
    let wide = format!("max {{ {} }}", "{ 1, 2, 3 } ".repeat(20_000));
    let escapes = "max \"A\u{1b}[31m\u{202e}\" { \"b\u{7}\": 3, { ?x } }";
    let folder = Folder::new("trace-civil", &[("wide.tree", &wide), ("escapes.tree", escapes)]);
    let table = folder.run(&["trace", "wide.tree"]);
    assert!(table.out.len() < 1_001_000 && table.out.contains(" more events"), "{}", table.out.len());
    let lines = folder.run(&["trace", "wide.tree", "--format", "json"]);
    // The first child takes 9 steps, each other one 6: a cutoff comes after its first leaf.
    assert_eq!(lines.out.lines().count(), 1 + 1 + 9 + 19_999 * 6 + 1 + 1, "programs get every step");
    for format in ["human", "json"] {
        let run = folder.run(&["trace", "escapes.tree", "--format", format]);
        let raw = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!run.out.contains(raw) && !run.err.contains(raw), "{format}: {}", run.out);
    }
    let painted = folder.run(&["trace", "wide.tree", "--color", "always", "--limit", "9"]);
    assert!(painted.out.contains("\u{1b}[32mupdate  \u{1b}[0m"), "{}", painted.out);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let wide = format!("max {{ {} }}", "{ 1, 2, 3 } ".repeat(20_000));
    let folder = Folder::new("trace-pipe", &[("wide.tree", &wide)]);
    for format in ["human", "json"] {
        let mut child = folder.command(&["trace", "wide.tree", "--format", format]).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::new(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn results_go_to_a_file_and_come_from_standard_input() {
    let folder = Folder::new("trace-output", &[("kept", "as it was")]);
    let run = folder.run_with(&["trace", "-", "--stdin-filename", "here.tree", "--output", "kept"], "max { 3 }");
    assert_eq!((run.status, run.out.as_str()), (Some(0), ""));
    let written = std::fs::read_to_string(folder.0.join("kept")).unwrap();
    assert!(written.starts_with("unnamed tree  (here.tree:1)"), "{written}");
    let refused = folder.run_with(&["trace", "-", "--from", "B", "--output", "kept"], "max { 3 }");
    assert_eq!(refused.status, Some(2));
    assert_eq!(std::fs::read_to_string(folder.0.join("kept")).unwrap(), written, "without a result it stays");
}
