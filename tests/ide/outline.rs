use gametree::ide::{FoldKind, SymbolKind, folds, symbols};

use crate::marked::{drawn, read};

fn symbols_of(text: &str) -> String {
    let line = |symbol: gametree::ide::Symbol| {
        assert!(symbol.span.contains(symbol.selection), "{symbol:?}");
        let kind = match symbol.kind {
            SymbolKind::Tree => "tree",
            SymbolKind::Node => "node",
            SymbolKind::Leaf => "leaf",
        };
        let (indent, selected) = ("  ".repeat(symbol.level), symbol.selection.of(text));
        format!("{indent}{} ({kind}, {}) at `{selected}`\n", symbol.name, symbol.detail)
    };
    symbols(&read(text)).into_iter().map(line).collect()
}

fn folds_of(text: &str) -> String {
    let word = |kind| if kind == FoldKind::Comment { "comment" } else { "region" };
    let found: Vec<_> = folds(&read(text)).into_iter().map(|fold| (fold.span, word(fold.kind).to_string())).collect();
    drawn(text, &found)
}

#[test]
fn symbols_are_the_trees_with_their_nodes_and_named_leaves() {
    let text = r#"
tree "Exercise 1" {
    max A { left: min B { b1: 3, 5 } right: { ?x, c2: ... } "by heart": chance { 1, d2: _ } }
}
max { 3, 5 }
tree "" { }
"#;
    insta::assert_snapshot!(symbols_of(text), @r#"
    Exercise 1 (tree, tree) at `"Exercise 1"`
      A (node, MAX) at `A`
        B (node, left: MIN) at `B`
          b1 (leaf, 3) at `b1`
        right (node, MIN) at `right`
          ?x (leaf, ?x) at `?x`
          c2 (leaf, ...) at `c2`
        by heart (node, chance) at `"by heart"`
          d2 (leaf, _) at `d2`
    MAX (node, MAX) at `max`
    unnamed tree (tree, tree) at `""`
    "#);
}

#[test]
fn symbols_of_a_broken_file_are_what_could_be_read() {
    insta::assert_snapshot!(symbols_of("tree \"t\" { max A { min B { 3, 5 "), @r#"
    t (tree, tree) at `"t"`
      A (node, MAX) at `A`
        B (node, MIN) at `B`
    "#);
}

#[test]
fn several_lines_fold() {
    let text = "\
// one
// two

/// A question
tree {
    // alone
    max A { min B { 3,
        5 }
        min C { 2, 8 }
    }
}";
    insta::assert_snapshot!(folds_of(text), @r"
    // one
    ^^^^^^ comment (to line 2)
    // two

    /// A question
    tree {
    ^^^^^^ region (to line 11)
        // alone
        max A { min B { 3,
        ^^^^^^^^^^^^^^^^^^ region (to line 10)
            5 }
            min C { 2, 8 }
        }
    }
    ");
}

#[test]
fn a_chain_of_nodes_is_outlined_without_recursion() {
    const DEEP: usize = 200_000;
    let text = "{\n".repeat(DEEP) + "1" + &"}".repeat(DEEP);
    let document = read(&text);
    assert_eq!(folds(&document).len(), DEEP);
    let symbols = symbols(&document);
    assert_eq!(symbols.last().map(|symbol| symbol.level), Some(symbols.len() - 1));
}
