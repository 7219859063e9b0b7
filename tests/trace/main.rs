//! `gametree trace`: its events lead to what `eval` says, and its tables read as they should.

#![cfg(feature = "cli")]

mod command;
#[path = "../folder/mod.rs"]
mod folder;
mod replay;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use folder::Run;
use gametree::number::Number;
use replay::{Replay, Visit, index, number};
use serde_json::Value;

fn gametree(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    Run::new(command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap())
}

/// The lines of a trace, tree by tree.
fn traces(text: &str) -> Vec<Vec<Value>> {
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")));
    let lines: Vec<Value> = lines.collect();
    lines.split_inclusive(|line| line["event"] == "end").map(<[Value]>::to_vec).collect()
}

// The events lead to what `eval` says.

/// Every tree of the project that may be evaluated.
fn files() -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from("examples"), PathBuf::from("tests/fixtures")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "tree") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// How many things were compared, so that none of them is compared nowhere.
#[derive(Debug, Default)]
struct Compared {
    trees: usize,
    stopped: usize,
    lower: usize,
    upper: usize,
    open_bounds: usize,
    clamped: usize,
    chance_cutoffs: usize,
}

/// Compares the replayed traces of a file with the answers of `eval`, under the same options.
fn compare(file: &Path, options: &[&str], compared: &mut Compared) {
    let path = file.to_str().unwrap();
    let run = |command| gametree(&[&[command, "--format", "json", path], options].concat());
    let (trace, eval) = (run("trace"), run("eval"));
    let traces = traces(&trace.out);
    let replays: Vec<_> = traces.iter().map(|lines| (lines, Replay::of(lines))).collect();
    let answer = eval.json();
    let trees = answer[0]["trees"].as_array().unwrap();
    // A sum without an exact value is no answer, whether the search comes to it or not.
    let inexact = eval.err.matches("error[E0223]").count() + eval.err.matches("error[E0224]").count();
    assert_eq!(replays.len(), trees.len() + inexact, "{path} {options:?}");
    // A search that goes on to its end is a trace, but no answer where its value or what it did is open.
    let open = trees.iter().any(|tree| tree["value"].is_null() || tree["cutoffs"].is_null());
    assert!(trace.status == eval.status || (open && trace.status == Some(0)), "{path} {options:?}: {}", trace.err);
    let mut replays = replays.iter();
    for tree in trees {
        let (lines, replay) = replays.find(|(lines, _)| lines[0]["tree"] == tree["name"]).unwrap();
        let what = format!("{path} {options:?}: {}", tree["name"]);
        assert_eq!(lines[0]["settings"], tree["settings"], "{what}");
        compare_tree(replay, tree, &what, compared);
        compared.chance_cutoffs += chance_cutoffs(lines, tree);
    }
}

fn chance_cutoffs(lines: &[Value], tree: &Value) -> usize {
    let at_chance = |line: &&Value| tree["tree"][index(&line["node"])]["kind"] == "chance";
    lines.iter().filter(|line| line["event"] == "cutoff").filter(at_chance).count()
}

fn compare_tree(replay: &Replay, tree: &Value, what: &str, compared: &mut Compared) {
    let counts = [
        (&tree["leaves"]["evaluated"], replay.leaves),
        (&tree["nodes"]["entered"], replay.nodes),
        (&tree["cutoffs"], replay.cutoffs),
        (&tree["branches"], replay.branches),
    ];
    // Nobody knows what a search would do inside of `...`.
    let nodes = tree["tree"].as_array().unwrap();
    let open = replay.stop.is_some() || replay.visits.keys().any(|node| nodes[*node]["kind"] == "elided");
    for (said, counted) in counts {
        assert!(said.is_null() || said.as_u64() == Some(counted), "{what}: {said}, but {counted} were counted");
        assert_eq!(said.is_null(), open, "{what}");
    }
    for (index, node) in nodes.iter().enumerate() {
        let visit = replay.visits.get(&index);
        assert_eq!(node["entered"] == true, visit.is_some(), "{what}: node {index}");
        if let Some(visit) = visit {
            let hard = tree["settings"]["search"] == "fail-hard";
            compare_node(visit, node, hard, &format!("{what}: node {index}"), compared);
        }
    }
    compared.trees += 1;
    compared.stopped += usize::from(replay.stop.is_some());
}

fn compare_node(visit: &Visit, node: &Value, hard: bool, what: &str, compared: &mut Compared) {
    // An answer says nothing where anything is open.
    let known = |extent: (Number, Number)| (extent.0 == extent.1).then_some(extent.0);
    let both = |window: ((Number, Number), (Number, Number))| known(window.0).zip(known(window.1));
    let ends = |ends: &Value| ends.as_array().map(|ends| (number(&ends[0]), number(&ends[1])));
    assert_eq!(ends(&node["window"]), both(visit.window), "{what}");
    let Some(outcome) = visit.result else {
        assert!(node["returned"].is_null() && node["bound"].is_null(), "{what}");
        return;
    };
    let returned = (!node["returned"].is_null()).then(|| number(&node["returned"]));
    // The clamp of fail-hard may decide what the search leaves open; an answer does not go so far.
    let open = hard && (outcome.bound.is_none() || node["window"].is_null());
    assert!(returned == known(outcome.returned) || (open && returned.is_none()), "{what}: {returned:?}");
    assert!(ends(&node["final"]).is_none() || ends(&node["final"]) == both(outcome.last), "{what}");
    assert_eq!(node["bound"].as_str(), outcome.bound, "{what}");
    compared.lower += usize::from(outcome.bound == Some("lower"));
    compared.upper += usize::from(outcome.bound == Some("upper"));
    compared.open_bounds += usize::from(outcome.bound.is_none());
    compared.clamped += usize::from(outcome.returned != outcome.soft);
}

#[test]
fn the_events_alone_lead_to_what_eval_says() {
    let variants: &[&[&str]] = &[
        &[],
        &["--cut", ">"],
        &["--search", "fail-hard"],
        &["--order", "right-to-left"],
        &["--cutoffs", "shallow"],
        &["--cutoffs", "none"],
        &["--window", "-3, 4"],
        &["--depth", "2"],
    ];
    let mut compared = Compared::default();
    for file in files() {
        for options in variants {
            compare(&file, options, &mut compared);
        }
    }
    let Compared { trees, stopped, lower, upper, open_bounds, clamped, chance_cutoffs } = compared;
    assert!(trees > 500, "{compared:?}");
    assert!(
        [stopped, lower, upper, open_bounds, clamped, chance_cutoffs].iter().all(|count| *count > 0),
        "{compared:?}"
    );
}

// The tables read as they should, and so does the page about them.

#[test]
fn tables_read_well() {
    let tables: &[(&str, &[&str])] = &[
        ("alpha-beta", &["examples/aima-figure-5-2.tree"]),
        ("deep-cutoff", &["examples/deep-cutoff.tree", "--tree", "deep"]),
        ("fail-hard", &["examples/fail-soft-fail-hard.tree", "--tree", "fail-hard"]),
        ("star1", &["examples/expectimax.tree", "--tree", "values from -2 to 2"]),
        ("star1-lower-bound", &["tests/fixtures/chance/star1.tree", "--tree", "a lower bound"]),
        ("depth-limit", &["examples/expectimax.tree", "--tree", "two plies"]),
        ("unknown-leaf", &["tests/fixtures/unknown/for-all-values.tree", "--tree", "an unknown leaf that is searched"]),
        ("right-to-left", &["tests/fixtures/unreachable/right-to-left.tree", "--tree", "who had the bound first"]),
        ("strict-and-shallow", &["examples/deep-cutoff.tree", "--tree", "deep", "--cut", ">", "--cutoffs", "shallow"]),
    ];
    for (name, arguments) in tables {
        let run = gametree(&[&["trace"], *arguments].concat());
        let wide = run.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name}: more than 80 columns");
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(*name, run.out);
        });
    }
}
