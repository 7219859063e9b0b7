use gametree::ide::selections;

use crate::marked::{Marked, fixtures, read};

/// The parts selected step by step from the cursor, one per line.
fn steps(source: &str) -> String {
    let marked = Marked::new(source);
    let parts = selections(&marked.document, &[marked.offset()]).remove(0);
    let text = marked.document.text();
    let line = |part: &str| match part.lines().collect::<Vec<_>>()[..] {
        [first, .., last] => format!("{first} … {}\n", last.trim()),
        _ => format!("{part}\n"),
    };
    parts.iter().map(|part| line(part.of(text).trim_end())).collect()
}

const TREE: &str = "\
cut alpha > beta
/// Which?
tree {
    allow tie
    max A = 3 {
        left: min B [3, inf] { b1: 3, 5 pruned } // note
        min C { 2, 8 }
    }
    expect visits 3 5
}
";

fn before(piece: &str) -> String {
    steps(&TREE.replacen(piece, &format!("$0{piece}"), 1))
}

/// The parts selected from the cursor before a piece of node B, up to the node with its label.
fn within_the_node(piece: &str) -> String {
    const NODE: &str = "left: min B [3, inf] { b1: 3, 5 pruned }\n";
    let steps = before(piece);
    let (within, around) = steps.split_once(NODE).unwrap_or_else(|| panic!("{steps}"));
    assert_eq!(before("left").split_once(NODE).unwrap().1, around);
    within.to_string()
}

#[test]
fn a_selection_grows_from_a_label_to_the_file() {
    insta::assert_snapshot!(before("left"), @r"
    left
    left: min B [3, inf] { b1: 3, 5 pruned }
    left: min B [3, inf] { b1: 3, 5 pruned } // note … min C { 2, 8 }
    max A = 3 { … }
    tree { … }
    /// Which? … }
    cut alpha > beta … }
    ");
}

#[test]
fn a_selection_grows_from_any_part_of_a_node() {
    insta::assert_snapshot!(within_the_node("3, 5"), @r"
    3
    b1: 3
    b1: 3, 5 pruned
    min B [3, inf] { b1: 3, 5 pruned }
    ");
    insta::assert_snapshot!(within_the_node("inf]"), @r"
    inf
    [3, inf]
    min B [3, inf] { b1: 3, 5 pruned }
    ");
    insta::assert_snapshot!(within_the_node("B ["), @r"
    B
    min B
    min B [3, inf] { b1: 3, 5 pruned }
    ");
    insta::assert_snapshot!(within_the_node("} // note"), @r"
    }
    min B [3, inf] { b1: 3, 5 pruned }
    ");
}

#[test]
fn a_selection_grows_from_what_lies_outside_of_nodes() {
    insta::assert_snapshot!(before("note"), @r"
    // note
    left: min B [3, inf] { b1: 3, 5 pruned } // note … min C { 2, 8 }
    max A = 3 { … }
    tree { … }
    /// Which? … }
    cut alpha > beta … }
    ");
    insta::assert_snapshot!(before("5\n"), @r"
    5
    3 5
    expect visits 3 5
    tree { … }
    /// Which? … }
    cut alpha > beta … }
    ");
    insta::assert_snapshot!(before("tie"), @r"
    tie
    allow tie
    tree { … }
    /// Which? … }
    cut alpha > beta … }
    ");
    insta::assert_snapshot!(before("beta"), @r"
    beta
    cut alpha > beta
    cut alpha > beta … }
    ");
    insta::assert_snapshot!(before("Which"), @r"
    /// Which?
    /// Which? … }
    cut alpha > beta … }
    ");
}

#[test]
fn every_place_has_parts_that_lie_in_each_other() {
    for (name, text) in fixtures() {
        let document = read(&text);
        let offsets: Vec<u32> = (0..=u32::try_from(text.len()).unwrap() + 1).collect();
        let found = selections(&document, &offsets);
        assert_eq!(found.len(), offsets.len());
        for (at, parts) in offsets.iter().zip(&found) {
            let at = text.floor_char_boundary(*at as usize);
            let holds = |part: &gametree::source::Span| part.range().start <= at && at <= part.range().end;
            assert!(parts.iter().all(holds), "{name}:{at}: {parts:?}");
            assert!(parts.windows(2).all(|parts| parts[1].contains(parts[0]) && parts[0] != parts[1]), "{name}:{at}");
            assert_eq!(parts.last().map(|part| part.range()), Some(0..text.len()), "{name}:{at}");
        }
        let alone: Vec<_> = offsets.iter().step_by(97).map(|at| selections(&document, &[*at]).remove(0)).collect();
        assert_eq!(alone, found.into_iter().step_by(97).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn a_deep_tree_has_not_many_steps() {
    const DEEP: usize = 50_000;
    let text = "{ 1 ".repeat(DEEP) + &"}".repeat(DEEP);
    let middle = u32::try_from(DEEP * 4 - 2).unwrap();
    let parts = selections(&read(&text), &[middle]).remove(0);
    assert!((20..60).contains(&parts.len()), "{}", parts.len());
}
