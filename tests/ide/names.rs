use gametree::diagnostic::applied;
use gametree::ide::{definition, prepare_rename, references, rename};

use crate::marked::{Marked, drawn};

/// The places of what is at the cursor, the one where it is given marked as such.
fn places(source: &str) -> String {
    let marked = Marked::new(source);
    let found = references(&marked.document, marked.offset());
    let given = found.iter().find(|reference| reference.is_definition).map(|reference| reference.span);
    assert_eq!(definition(&marked.document, marked.offset()), given);
    let word = |is_definition| if is_definition { "given" } else { "used" }.to_string();
    let found: Vec<_> = found.into_iter().map(|reference| (reference.span, word(reference.is_definition))).collect();
    drawn(marked.document.text(), &found)
}

/// The source with what is at the cursor renamed, or why it is not.
fn renamed(source: &str, new_name: &str) -> String {
    let marked = Marked::new(source);
    let text = marked.document.text();
    match rename(&marked.document, marked.offset(), new_name) {
        Ok(edits) => applied(text, &edits),
        Err(reason) => format!("refused: {reason}"),
    }
}

#[test]
fn a_label_is_used_where_a_move_is_meant() {
    insta::assert_snapshot!(places("\
tree {
    max A plays l$0eft plays 4 { left: min B plays left { left: 3, right: 5 } right: 4 4 }
    expect line left left
    expect plays left
    expect visits 3 right
}"), @r"
    tree {
        max A plays left plays 4 { left: min B plays left { left: 3, right: 5 } right: 4 4 }
                    ^^^^ used
                                   ^^^^ given
        expect line left left
                    ^^^^ used
        expect plays left
                     ^^^^ used
        expect visits 3 right
    }
    ");
    insta::assert_snapshot!(places("max A plays a { a: 3 b: min { a$0: 5 } }"), @r"
    max A plays a { a: 3 b: min { a: 5 } }
                                  ^ given
    ");
}

#[test]
fn a_name_is_used_where_a_node_or_a_move_is_meant() {
    insta::assert_snapshot!(places("\
tree {
    max A plays B { min B { b1: 3, 5 } min C { 2, 8 } }
    expect enters A B$0 b1 5 C 2
    expect line B 3
}"), @r"
    tree {
        max A plays B { min B { b1: 3, 5 } min C { 2, 8 } }
                    ^ used
                            ^ given
        expect enters A B b1 5 C 2
                        ^ used
        expect line B 3
                    ^ used
    }
    ");
}

#[test]
fn an_unknown_is_one_thing_wherever_it_stands() {
    let source = "\
tree {
    max A { min B { $0?x, 6 }, ?x, ? }
    expect line ?x
    expect visits x 6 ?x
    expect x in (-inf, 4]
}";
    insta::assert_snapshot!(places(source), @r"
    tree {
        max A { min B { ?x, 6 }, ?x, ? }
                         ^ given
                                  ^ given
        expect line ?x
                     ^ used
        expect visits x 6 ?x
                      ^ used
                           ^ used
        expect x in (-inf, 4]
               ^ used
    }
    ");
    assert_eq!(renamed(source, "y"), source.replace("$0", "").replace("?x", "?y").replace(" x ", " y "));
}

#[test]
fn a_value_that_means_a_move_is_given_at_the_leaf() {
    insta::assert_snapshot!(places("max A plays $05 { 3, 5, 5 }"), @r"
    max A plays 5 { 3, 5, 5 }
                ^ used
                       ^ given
    ");
}

#[test]
fn names_of_other_trees_are_others() {
    insta::assert_snapshot!(places("max A { max B$0 { 3 } } max A { max B { 3 } }"), @r"
    max A { max B { 3 } } max A { max B { 3 } }
                ^ given
    ");
}

#[test]
fn names_are_changed_wherever_they_stand_and_quoted_where_they_must_be() {
    let source = "tree { max A plays B { min B$0 { 3, 5 } } expect enters A B 3 5 }";
    insta::assert_snapshot!(renamed(source, "B2"), @"tree { max A plays B2 { min B2 { 3, 5 } } expect enters A B2 3 5 }");
    insta::assert_snapshot!(renamed(source, "the first"), @r#"tree { max A plays "the first" { min "the first" { 3, 5 } } expect enters A "the first" 3 5 }"#);
    insta::assert_snapshot!(renamed(source, "min"), @r#"tree { max A plays "min" { min "min" { 3, 5 } } expect enters A "min" 3 5 }"#);
    insta::assert_snapshot!(renamed(source, "\"a \\\"b\\\"\""), @r#"tree { max A plays "a \"b\"" { min "a \"b\"" { 3, 5 } } expect enters A "a \"b\"" 3 5 }"#);
    insta::assert_snapshot!(renamed("max plays a { $0a: 3, B: min a2 { 5 } }", "3"), @r#"max plays "3" { "3": 3, B: min a2 { 5 } }"#);
}

#[test]
fn a_new_name_that_would_change_what_is_said_is_refused() {
    for (source, new_name) in [
        ("max A { a$0: 3, b: 5 }", "b"),
        ("max A { min $0B { 3 } min C { 5 } }", "C"),
        ("max A { $0?x, ?y }", "y"),
        ("max A { $0?x, 3 }", "leaves"),
        ("max A { $0?x, 3 }", "O-O"),
        ("max A { $0?x, 3 }", "max"),
        ("max A plays b { b$0: 3, c: min C { 5 } }", "C"),
        ("tree { max A { b$0: 3, min C { c: 5 } } expect visits b c }", "c"),
        ("tree { max A { min C { c: 5 } min D$0 { d: 3 } } expect visits c d }", "c"),
        ("max A { a$0: 3 }", " "),
        ("max A plays $03 { 3 }", "x"),
        ("max A { 3 } $0", "x"),
        ("max A$0 { 3 ", "x"),
        ("tree { depth $03 max { 3 } }", "x"),
    ] {
        let told = renamed(source, new_name);
        assert!(told.starts_with("refused: "), "{source}: {told}");
    }
    insta::assert_snapshot!(renamed("max A { a$0: 3, b: 5 }", "b"), @"refused: another move at A is labelled `b`");
    insta::assert_snapshot!(renamed("max A plays b { b$0: 3, c: min C { 5 } }", "C"), @"refused: with `C` something that is said of this tree would mean another node");
    insta::assert_snapshot!(renamed("max A { $0?x, 3 }", "O-O"), @"refused: `?O-O` is no name of an unknown: it takes letters, digits, `_` and `'`, and no word of the language");
}

#[test]
fn what_can_be_renamed_is_the_name_alone() {
    let at = |source: &str| {
        let marked = Marked::new(source);
        prepare_rename(&marked.document, marked.offset()).map(|span| span.of(marked.document.text()).to_string())
    };
    assert_eq!(at("max A { $0?x, 3 }").as_deref(), Ok("x"));
    assert_eq!(at("max A { \"a b\"$0: 3 }").as_deref(), Ok("\"a b\""));
    assert!(at("m$0ax A { 3 }").is_err());
}
