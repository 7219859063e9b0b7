//! Bad, deep and long texts: nothing panics, and nothing is recursive.

use std::fs;

use gametree::convert::{Format, Options, Target, detect, read, write};

use crate::texts::{files, solution};

fn texts() -> Vec<String> {
    files().iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Reads a text in every notation.
fn read_in_all(text: &str) {
    let options = Options { branching: Some(2), unknowns: true, normalize: true, ..Options::default() };
    let _ = detect(text, &options);
    for format in Format::ALL {
        let _ = read(text, *format, &options);
    }
}

/// Calls `try_one` with many changes of a text.
fn with_changes(text: &str, mut try_one: impl FnMut(&str)) {
    let signs = [
        "",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        ":",
        "=",
        "\"",
        "'",
        "\\",
        "-",
        ".",
        "e",
        "/",
        "∞",
        "\u{0}",
        "\r",
        "#",
        "x",
        "?",
        "\t",
        "|",
        "├── ",
        "- ",
        "```\n",
    ];
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    for (turn, place) in places.iter().enumerate() {
        let rest = &text[*place..];
        let after = rest.chars().next().map_or("", |first| &rest[first.len_utf8()..]);
        let sign = signs[turn % signs.len()];
        try_one(&format!("{}{sign}{after}", &text[..*place]));
        try_one(&format!("{}{sign}{rest}", &text[..*place]));
        try_one(&text[..*place]);
    }
}

#[test]
fn changed_texts_end_in_a_tree_or_a_refusal() {
    texts().iter().for_each(|text| with_changes(text, read_in_all));
}

#[test]
fn changed_solutions_end_in_a_tree_or_a_refusal() {
    for path in files() {
        let test = fs::read_to_string(&path).unwrap();
        with_changes(&solution(&path).unwrap_or_default(), |solution| {
            let options = Options { solution: Some(solution.to_string()), ..Options::default() };
            let _ = read(&test, Format::Cs188, &options);
        });
    }
}

#[test]
fn a_million_plies_need_no_stack() {
    const PLIES: usize = 1_000_000;
    let nested = |open: &str, close: &str| format!("{}3{}", open.repeat(PLIES), close.repeat(PLIES));
    for (format, text) in [
        (Format::Lists, nested("[", "]")),
        (Format::Lists, nested("(max ", ")")),
        (Format::Lists, nested("max(", ")")),
        (Format::ValuedLists, format!("{}3{}", "[1, [".repeat(PLIES), "]]".repeat(PLIES))),
        (Format::Json, format!("{}3{}", "{\"max\": [".repeat(PLIES), "]}".repeat(PLIES))),
        (Format::Tuples, format!("{}('b', 3){}", "('a', ".repeat(PLIES), ")".repeat(PLIES))),
        (Format::Degrees, format!("branches={}0&values=3", "1,".repeat(PLIES))),
        (Format::Trace, format!("{}leaf 3\n{}", "enter\n".repeat(PLIES), "return 3\n".repeat(PLIES))),
        (Format::Efg, {
            let nodes: String = (0..PLIES).map(|n| format!("p \"\" 1 {n} \"\" {{ \"a\" }} 0\n")).collect();
            format!("EFG 2 R \"\" {{ \"A\" \"B\" }}\n{nodes}t \"\" 1 \"\" {{ 3, -3 }}\n")
        }),
        (Format::Cs188, deep_test(PLIES)),
        (Format::Nyu, (0..PLIES).map(|n| format!("n{n}: [n{}]\n", n + 1)).collect::<String>() + &format!("n{PLIES}=3")),
    ] {
        let options =
            Options { most_unfolded: 2 * PLIES, inner: Some(gametree::convert::Inner::Claim), ..Options::default() };
        let read = read(&text, format, &options).unwrap_or_else(|refusal| panic!("{format}: {}", refusal.message));
        assert!(read.trees[0].len() > PLIES, "{format}");
        for target in [Target::Tree, Target::Lists, Target::Json, Target::Efg] {
            write(&read.trees[0], target).unwrap();
        }
    }
}

/// A test with one move at each ply.
fn deep_test(plies: usize) -> String {
    let moves: String = (0..plies).map(|n| format!("n{n} a n{}\n", n + 1)).collect();
    format!(
        "class: \"GraphGameTreeTest\"\nalg: \"AlphaBetaAgent\"\ndepth: \"{plies}\"\nnum_agents: \"2\"\n\
         start_state: \"n0\"\nsuccessors: \"\"\"\n{moves}\"\"\"\nevaluation: \"\"\"\nn{plies} 3\n\"\"\"\n"
    )
}

#[test]
fn a_test_a_million_plies_deep_comes_back() {
    const PLIES: usize = 1_000_000;
    let first = read(&deep_test(PLIES), Format::Cs188, &Options { most_unfolded: 2 * PLIES, ..Options::default() });
    let there = write(&first.unwrap().trees[0], Target::Cs188).unwrap();
    let options = Options { most_unfolded: 2 * PLIES, solution: there.solution, ..Options::default() };
    let back = read(&there.text, Format::Cs188, &options).unwrap();
    assert_eq!(back.trees[0].expectations, [format!("expect nodes = {}", PLIES + 1)]);
}

#[test]
fn a_table_can_be_as_deep() {
    const PLIES: usize = 1_000_000;
    let options = Options { most_unfolded: 2 * PLIES, ..Options::default() };
    let chain = format!("branches={}0&values=3", "1,".repeat(PLIES));
    let tree = &read(&chain, Format::Degrees, &options).unwrap().trees[0];
    let table = write(tree, Target::Edges).unwrap().text;
    assert_eq!(read(&table, Format::Edges, &options).unwrap().trees[0].len(), tree.len());
    let reason = write(tree, Target::Outline).unwrap_err().to_string();
    assert!(reason.contains("this tree has 1000000 plies"), "{reason}");
}

/// The indentation of an outline grows with the depth, so its length grows with the square of the depth.
#[test]
fn outlines_can_be_deep_or_wide() {
    const PLIES: usize = 2_000;
    let chain: String = (0..PLIES).map(|ply| " ".repeat(ply) + "max\n").collect();
    let wide = format!("MAX\n{}", "├── 3\n".repeat(1_000_000));
    for (text, size) in [(format!("{chain}{}3", " ".repeat(PLIES)), PLIES + 1), (wide, 1_000_001)] {
        let tree = &read(&text, detect(&text, &Options::default()).unwrap(), &Options::default()).unwrap().trees[0];
        assert_eq!(tree.len(), size);
        let there = write(tree, Target::Outline).unwrap().text;
        assert_eq!(read(&there, Format::Outline, &Options::default()).unwrap().trees[0].len(), size);
    }
}

#[test]
fn sharing_is_counted_before_it_is_written_out() {
    // Two moves to the same node at each of a thousand plies: 2^1000 leaves.
    let text: String = (0..1000).map(|n| format!("n{n}: [n{0}, n{0}]\n", n + 1)).collect::<String>() + "n1000=3";
    let refusal = read(&text, Format::Nyu, &Options::default()).unwrap_err();
    assert_eq!(refusal.code.id(), "E0917");
}
