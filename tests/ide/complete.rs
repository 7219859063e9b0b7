use gametree::ide::{CompletionKind, completions};
use gametree::model::Shown;

use crate::marked::Marked;

/// What may be written at the cursor, sort by sort; what is true is marked.
fn offered(source: &str, shown: Shown) -> String {
    let marked = Marked::new(source);
    let found = completions(&marked.document, marked.offset(), shown);
    for completion in &found {
        let span = completion.edit.span;
        assert!(span.start <= marked.offset() && marked.offset() <= span.end, "the cursor is at what is replaced");
        assert_eq!(completion.label, completion.edit.text);
    }
    let sorts = [
        ("answers", CompletionKind::Answer),
        ("names", CompletionKind::Name),
        ("quantities", CompletionKind::Quantity),
        ("values", CompletionKind::Setting),
        ("lints", CompletionKind::Lint),
        ("words", CompletionKind::Keyword),
    ];
    let line = |(sort, kind)| {
        let labels: Vec<&str> = found.iter().filter(|found| found.kind == kind).map(|found| &*found.label).collect();
        (!labels.is_empty()).then(|| format!("{sort}: {}\n", labels.join(" | ")))
    };
    sorts.into_iter().filter_map(line).collect()
}

#[test]
fn settings_have_their_values() {
    insta::assert_snapshot!(offered("cut $0", Shown::AsSet), @"values: alpha >= beta | alpha > beta");
    insta::assert_snapshot!(offered("cut alpha $0", Shown::AsSet), @"values: >= beta | > beta");
    insta::assert_snapshot!(offered("cut alpha > $0", Shown::AsSet), @"values: beta");
    insta::assert_snapshot!(offered("tree { search fail-$0 max { 3 } }", Shown::AsSet), @"values: fail-soft | fail-hard");
    insta::assert_snapshot!(offered("order $0\nmax { 3 }", Shown::AsSet), @"values: left-to-right | right-to-left");
    insta::assert_snapshot!(offered("cutoffs $0", Shown::AsSet), @"values: deep | shallow | none");
    insta::assert_snapshot!(offered("window $0", Shown::AsSet), @"values: [-inf, inf]");
    insta::assert_snapshot!(offered("allow tie $0", Shown::AsSet), @r"
    lints: unreachable-cutoff | unreachable-depth | unreachable-probability | convention-dependent | no-cutoff | unobservable | duplicate-name | open-claim | misplaced-question | single-child | same-player | better-order | decimal-comma | diagnosis | mark-after-comma
    words: tree | max | min | chance | cut | search | order | cutoffs | window | range | depth | reveal | allow
    ");
}

#[test]
fn at_the_beginning_of_something_stand_the_words_that_begin_it() {
    insta::assert_snapshot!(offered("$0", Shown::AsSet), @"words: tree | max | min | chance | cut | search | order | cutoffs | window | range | depth | reveal | allow");
    insta::assert_snapshot!(offered("max { 3 } // ?\n t$0", Shown::AsSet), @"words: tree | max | min | chance | cut | search | order | cutoffs | window | range | depth | reveal | allow");
    insta::assert_snapshot!(offered("tree { max { 3 } $0 }", Shown::AsSet), @"words: max | min | chance | expect | ask | cut | search | order | cutoffs | window | range | depth | reveal | allow");
    insta::assert_snapshot!(offered("tree { max { a: 3 $0, 5 } }", Shown::AsSet), @"words: pruned | visited | max | min | chance");
    insta::assert_snapshot!(offered("tree { max { a: $0 5 } }", Shown::AsSet), @"words: max | min | chance");
}

#[test]
fn a_node_has_its_claims_and_those_that_hold() {
    let source = "max A { left: min B { 3, 5 } right: min C $0 { 2, 8 } }";
    insta::assert_snapshot!(offered(source, Shown::AsSet), @r"
    answers: = 2 | <= 2 | [3, inf] | plays 2
    words: = | ~ | <= | >= | [ | pruned | visited | plays | eval
    ");
    insta::assert_snapshot!(offered("max A { left: min B = $0 { 3, 5 } right: min C { 2, 8 } }", Shown::AsSet), @"answers: 3");
    insta::assert_snapshot!(offered("max A { left: min B { 3, 5 } right: min C [$0] { 2, 8 } }", Shown::AsSet), @"answers: 3, inf");
    insta::assert_snapshot!(offered("max A { left: min B { 3, 5 } right: min C [$0 { 2, 8 } }", Shown::AsSet), @"answers: 3, inf]");
    insta::assert_snapshot!(offered("max A { left: min B { 3, 5 } right: min C [3, $0] { 2, 8 } }", Shown::AsSet), @"answers: inf");
    insta::assert_snapshot!(offered("max A { left: min B { 3, 5 } right: min C [3 $0 { 2, 8 } }", Shown::AsSet), @"answers: inf]");
    insta::assert_snapshot!(offered("max A { left: min B { ?x, ?y } right: min C { ?$0 } }", Shown::AsSet), @"names: ?x | ?y");
    insta::assert_snapshot!(offered("max A { left: min B { 3, 5 } right: min C <= $0 { 2, 8 } }", Shown::AsSet), @"answers: 2");
    insta::assert_snapshot!(offered("max A ~ 0.3$0 { 1/3, 1/4 }", Shown::AsSet), @"answers: 0.33");
    insta::assert_snapshot!(offered("max A plays $0 { left: min B { 3, 5 } \"to the right\": min C { 2, 8 } 1 }", Shown::AsSet), @r#"
    answers: left
    names: "to the right" | 1
    "#);
}

#[test]
fn expectations_have_their_subjects_signs_and_answers() {
    let tree = |expectation: &str| {
        let source = format!(
            "tree {{ max A {{ left: min B {{ 3, ?x, b: 5 }} right: min C {{ 2, 8 pruned }} }} {expectation} }}"
        );
        offered(&source, Shown::AsSet)
    };
    insta::assert_snapshot!(tree("expect $0"), @r"
    names: x in
    quantities: value | leaves | nodes | cutoffs | pruned | branches | fewest | plays | line | visits | enters
    ");
    insta::assert_snapshot!(tree("expect leaves $0"), @"words: =");
    insta::assert_snapshot!(tree("expect x $0"), @"words: in");
    insta::assert_snapshot!(tree("ask $0"), @"quantities: pruned | values | windows | returns | plays");
    insta::assert_snapshot!(tree("expect enters A $0"), @r"
    names: A | B | C | b | left | right
    words: max | min | chance | expect | ask | cut | search | order | cutoffs | window | range | depth | reveal | allow
    ");
    let known = |expectation: &str| {
        let source = format!("tree {{ max A {{ left: min B {{ 3, 5 }} right: min C {{ c1: 2, 8 }} }} {expectation} }}");
        offered(&source, Shown::AsSet)
    };
    insta::assert_snapshot!(known("expect leaves = $0"), @"answers: 3");
    insta::assert_snapshot!(known("expect value ~ $0"), @"answers: 3");
    insta::assert_snapshot!(known("expect line $0"), @r"
    answers: left 3
    names: left | right
    ");
    insta::assert_snapshot!(known("expect line right $0"), @r"
    names: c1 | 8
    words: max | min | chance | expect | ask | cut | search | order | cutoffs | window | range | depth | reveal | allow
    ");
    // Only a brace just after `in` or `or` belongs to a set.
    let after_a_set = |rest: &str| offered(&format!("tree {{ expect value in [1, 9] {rest} }}"), Shown::AsSet);
    insta::assert_snapshot!(after_a_set("{ 3, 4 p$0 }"), @"words: pruned | visited | max | min | chance");
    insta::assert_snapshot!(after_a_set("or {7} { a: $0 }"), @"words: max | min | chance");
    insta::assert_snapshot!(known("expect visits $0"), @r"
    answers: 3 5 2
    names: c1
    ");
    insta::assert_snapshot!(offered("tree { max A = 4 { min B { ?x, 6 }, 4 } expect x in $0 }", Shown::AsSet), @r"
    answers: (-inf, 4]
    words: nothing | anything
    ");
}

#[test]
fn an_exercise_keeps_its_answers() {
    let hidden = |source: &str| assert!(!offered(source, Shown::AsSet).contains("answers"), "{source}");
    for source in [
        "max A = $0 { min B = _ { 3, 5 } }",
        "tree { max A { 3, 5 } expect leaves = $0 ask values }",
        "tree { max A { 3, 5 } expect line $0 ask values }",
        "max A plays $0 { a: min B = _ { 3, 5 } }",
        "max A $0 { min B = _ { 3, 5 } }",
        "max A [$0] { min B = _ { 3, 5 } }",
    ] {
        hidden(source);
        assert!(offered(source, Shown::UnlessSet).contains("answers"), "{source}");
    }
}

#[test]
fn nothing_is_offered_within_comments_and_texts() {
    for source in
        ["max { 3 } // e$0", "max \"A $0\" { 3 }", "/// Which $0 is it?\nmax { 3 }", "tree \"a\" { // a$0\n }"]
    {
        assert_eq!(offered(source, Shown::AsSet), "", "{source}");
    }
}
