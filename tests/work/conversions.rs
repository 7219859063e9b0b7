//! `gametree convert`: four times the text takes four times the work, whatever it is read from or written in.

use std::fs;
use std::path::Path;

use super::{MOST, NOISE, SMALL, TIMES, count};

/// A notation, and a text in it with as many nodes as wanted below its root.
type Text = (&'static str, fn(usize) -> String);

fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect()
}

fn listed(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().join(", ")
}

const READ: &[Text] = &[
    ("lists", |n| format!("[{}]", listed(n, |i| format!("[{}, [{}, 3]]", i % 9, i % 7)))),
    ("lists", |n| format!("[{}", listed(n, |i| format!("[{}, [{}, 3]]", i % 9, i % 7)))),
    ("lists", |n| each(n, |i| format!("v{i} = [1, x + 2]\n")) + "tree = [[3, 5], [2, 8]]\n"),
    ("valued-lists", |n| format!("[9, {}]", listed(n, |i| format!("[{}, [8], [7]]", i % 9)))),
    ("json", |n| {
        format!("{{\"max\": [{}]}}", listed(n, |i| format!("{{\"name\": \"n{i}\", \"min\": [3, {}]}}", i % 9)))
    }),
    ("tuples", |n| format!("('r', {})", listed(n, |i| format!("('n{i}', ('a', 3), ('b', {}))", i % 9)))),
    ("aima", |n| {
        let succs = listed(n, |i| format!("n{i}=dict(a='a{i}')"));
        format!(
            "succs = dict(r=dict({}), {succs})\nutils = dict({})\n",
            listed(n, |i| format!("m{i}='n{i}'")),
            listed(n, |i| format!("a{i}={}", i % 9))
        )
    }),
    ("edges", |n| "parent,child,value\n".to_string() + &each(n, |i| format!("r,n{i},\nn{i},,{}\nn{i},,3\n", i % 9))),
    ("nyu", |n| {
        let leaves = each(n, |i| format!("n{i}: [a{i}, b{i}]\na{i}={}\nb{i}=3\n", i % 9));
        format!("r: [{}]\n{leaves}", listed(n, |i| format!("n{i}")))
    }),
    ("efg", |n| {
        let moves = each(n, |i| format!("\"m{i}\" "));
        let node = |i: usize| format!("p \"n{i}\" 2 {} \"\" {{ \"a\" }} 0\nt \"\" {} \"\" {{ 3 -3 }}\n", i + 1, i + 1);
        format!("EFG 2 R \"\" {{ \"A\" \"B\" }}\np \"\" 1 1 \"\" {{ {moves}}} 0\n{}", each(n, node))
    }),
    ("cs188", |n| {
        let moves = each(n, |i| format!("r m{i} n{i}\nn{i} a a{i}\nn{i} b b{i}\n"));
        let values = each(n, |i| format!("a{i} {}\nb{i} 3\n", i % 9));
        format!(
            "class: \"GraphGameTreeTest\"\nalg: \"AlphaBetaAgent\"\ndepth: \"2\"\nnum_agents: \"2\"\n\
             start_state: \"r\"\nsuccessors: \"\"\"\n{moves}\"\"\"\nevaluation: \"\"\"\n{values}\"\"\"\n"
        )
    }),
    ("outline", |n| "- MAX\n".to_string() + &each(n, |i| format!("  - MIN n{i}\n    - {}\n    - 3\n", i % 9))),
    ("degrees", |n| {
        let values = listed(2 * n, |i| (i % 9).to_string()).replace(' ', "");
        format!("branches={n}{}\nvalues={values}\n", ",2,0,0".repeat(n))
    }),
    ("trace", |n| {
        let nodes = each(n, |i| format!("enter min n{i}\nleaf {}\nskip\nreturn {}\n", i % 9, i % 9));
        format!("enter max r\n{nodes}return 8\n")
    }),
];

const WRITTEN: &[&str] = &["tree", "python", "sexpr", "json", "outline", "edges", "efg", "cs188"];

#[test]
fn converting_grows_linearly() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conversions");
    fs::create_dir_all(&folder).unwrap();
    let tree = |n: usize| format!("max {{ {}}}", each(n, |i| format!("min n{i} {{ a: {}, 3 }} ", i % 9)));
    let mut excesses = Vec::new();
    let mut compare = |command: &[&str], text: &dyn Fn(usize) -> String| {
        let work = |n: usize| count(&folder, "text", command, &text(n));
        let (least, small, large) = (work(1), work(SMALL), work(SMALL * TIMES));
        let growth = large.saturating_sub(least) as f64 / (small.saturating_sub(least) + NOISE) as f64;
        if growth > MOST {
            excesses.push(format!("{growth:5.1}  {}", command.join(" ")));
        }
    };
    for (notation, text) in READ {
        compare(&["convert", "--from", notation, "--inner", "claim"], text);
    }
    for notation in WRITTEN {
        compare(&["convert", "--to", notation, "--mark"][..if *notation == "tree" { 4 } else { 3 }], &tree);
    }
    assert!(excesses.is_empty(), "{TIMES} times the text takes so many times the work:\n{}", excesses.join("\n"));
}
