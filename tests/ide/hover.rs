use gametree::diagnostic::clipped;
use gametree::ide::hover;
use gametree::model::Shown;
use proptest::prelude::*;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

use crate::marked::{Marked, drawn, fixtures, read};

/// The hover at the cursor, below the line that it is on.
fn shown(source: &str, shown: Shown) -> String {
    let marked = Marked::new(source);
    let Some(hover) = hover(&marked.document, marked.offset(), shown) else { return "nothing".to_string() };
    let drawn = drawn(marked.document.text(), &[(hover.span, String::new())]);
    let place = drawn.lines().zip(drawn.lines().skip(1)).find(|(_, marks)| marks.contains('^'));
    let (line, marks) = place.expect("a place");
    format!("{line}\n{marks}\n{}", hover.markdown)
}

const EXERCISE_1: &str = r#"
tree "Exercise 1" {
    max A = 6 plays right {
        left:  min B = 4          { b1: 7, b2: 4 }
        right: min C [4, inf] = 6 { c1: 9, c2: 6 }
        stay:  min D [6, inf] <= 5 { d1: 5, d2: 8 pruned, d3: max { 1, 2 } }
    }
    expect line right c2
}"#;

/// The same with the cursor before the first occurrence of a piece of it.
fn before(piece: &str) -> String {
    shown(&EXERCISE_1.replacen(piece, &format!("$0{piece}"), 1), Shown::AsSet)
}

#[test]
fn a_node_has_its_value_its_window_and_what_the_search_did() {
    insta::assert_snapshot!(before("max A"), @r"
        max A = 6 plays right {
        ^^^^^
    **MAX node** `A`

    value **6** · window `[-inf, inf]` · returns 6, its exact value

    best line: `right` `c2`

    - `min C`, line 5: MAX takes this child, worth 6: the greatest
    ");
    insta::assert_snapshot!(before("left: "), @r"
            left:  min B = 4          { b1: 7, b2: 4 }
            ^^^^
    **MIN node** `B`, the move `left`

    value **4** · window `[-inf, inf]` · returns 4, its exact value

    best line: `b2`

    - `b2: 4`, line 4: MIN takes this child: 4 is the least
    ");
    insta::assert_snapshot!(before("C ["), @r"
            right: min C [4, inf] = 6 { c1: 9, c2: 6 }
                   ^^^^^
    **MIN node** `C`, the move `right`

    value **6** · window `[4, inf]` · returns 6, its exact value

    best line: `c2`

    - `c2: 6`, line 5: MIN takes this child: 6 is the least
    - `min B`, line 4: α = 4 comes from here
    ");
}

#[test]
fn a_cutoff_is_told_with_its_proof() {
    insta::assert_snapshot!(before("min D"), @r"
            stay:  min D [6, inf] <= 5 { d1: 5, d2: 8 pruned, d3: max { 1, 2 } }
                   ^^^^^
    **MIN node** `D`, the move `stay`

    value **2** · window `[6, inf]` · returns 5, an upper bound

    best line: `d3` `2`

    - `max`, line 6: MIN takes this child, worth 2: the least
    - `d1: 5`, line 6: after this 5, D is worth at most 5: an α-cutoff, since 5 ≤ 6
    - `min C`, line 5: MAX already has 6 from here: α = 6
    ");
}

#[test]
fn what_is_skipped_is_told_with_the_reason() {
    insta::assert_snapshot!(before("d2"), @r"
            stay:  min D [6, inf] <= 5 { d1: 5, d2: 8 pruned, d3: max { 1, 2 } }
                                                ^^
    **leaf** worth 8, the move `d2`

    never searched: a cutoff skips it

    - `d1: 5`, line 6: after this 5, D is worth at most 5: an α-cutoff, since 5 ≤ 6
    - `min C`, line 5: MAX already has 6 from here: α = 6
    - whatever d2 is worth, D stays at most 5: MAX will not go there, having 6 already
    ");
    insta::assert_snapshot!(before("max { 1"), @r"
            stay:  min D [6, inf] <= 5 { d1: 5, d2: 8 pruned, d3: max { 1, 2 } }
                                                                  ^^^
    **MAX node**, the move `d3`

    value **2** · never searched: a cutoff skips it

    best line: `2`

    - `2`, line 6: MAX takes this child: 2 is the greatest
    - `d1: 5`, line 6: after this 5, D is worth at most 5: an α-cutoff, since 5 ≤ 6
    - `min C`, line 5: MAX already has 6 from here: α = 6
    - whatever d3 is worth, D stays at most 5: MAX will not go there, having 6 already
    ");
    let below = before("2 } }");
    assert!(below.contains("**leaf** worth 2\n\nnever searched: a cutoff skips it\n"), "{below}");
    let proof = |said: &str| said.split_once("- `d1").map(|(_, proof)| proof.to_string());
    assert_eq!(proof(&below), proof(&before("max { 1")), "what lies below is skipped for the same reason");
}

#[test]
fn a_leaf_is_told_as_the_search_meets_it() {
    insta::assert_snapshot!(before("9,"), @r"
            right: min C [4, inf] = 6 { c1: 9, c2: 6 }
                                            ^
    **leaf** worth 9, the move `c1`

    window `[4, inf]`

    - `min B`, line 4: α = 4 comes from here
    ");
}

#[test]
fn a_tree_has_its_answer() {
    insta::assert_snapshot!(before("tree"), @r#"
    tree "Exercise 1" {
    ^^^^
    ```text
    Exercise 1  (line 2)
      value   6
      plays   right
      line    right c2
      leaves  5 of 8 evaluated, 3 pruned; under the best order 4
      entered 9 of 13 nodes and leaves; 1 cutoff, 2 subtrees and leaves skipped
    ```
    "#);
}

#[test]
fn words_have_their_meanings() {
    insta::assert_snapshot!(before("[4"), @r"
            right: min C [4, inf] = 6 { c1: 9, c2: 6 }
                         ^^^^^^^^
    `[a, b]`, a claim: the search enters this node with α = a and β = b.
    ");
    insta::assert_snapshot!(before("line right"), @r"
        expect line right c2
        ^^^^^^^^^^^^^^^^^^^^
    `expect line m …`: the moves are a principal variation, a best move at each step.
    ");
    insta::assert_snapshot!(before("plays"), @r"
        max A = 6 plays right {
                  ^^^^^^^^^^^
    `plays m`, a claim: m is a best move here. Where several are best, each may be claimed.
    ");
    insta::assert_snapshot!(shown("cut al$0pha > beta", Shown::AsSet), @r"
    cut alpha > beta
    ^^^^^^^^^^^^^^^^
    When the search of a node stops: as soon as α and β are equal (`cut alpha >= beta`, the default), or only when α is beyond β (`cut alpha > beta`).
    ");
    insta::assert_snapshot!(shown("max { 3 } allow $0tie", Shown::AsSet), @r"
    max { 3 } allow tie
                    ^^^
    **W0501: several best moves where one is claimed or asked for**

    Here several moves lead to the same value, and all of them are best. A claim or
    a question is about one move only. But another best move is right as well, and
    a student may not know that.
    ");
    insta::assert_snapshot!(shown("max { 3 } //~ 9 E03$001", Shown::AsSet), @r"
    max { 3 } //~ 9 E0301
                    ^^^^^
    **E0301: a node is not worth what is claimed**

    The minimax value of a node is the outcome if both players play their best from
    there on. A MAX node is worth the greatest of the values of its children, a MIN
    node the least. All values are from MAX's point of view.

    The tool works out the exact value of every node from all leaves below it,
    including those that alpha–beta would skip. So the claim is certainly wrong.
    The report points at the child that decides.
    ");
    insta::assert_snapshot!(shown("tree { ask wi$0ndows max { 3 } expect x in (5, 7] }", Shown::AsSet), @r"
    tree { ask windows max { 3 } expect x in (5, 7] }
           ^^^^^^^^^^^
    Asks for `[a, b]`, the window, at every node with moves that the search enters.
    ");
    insta::assert_snapshot!(shown("tree { max { ?x } expect x$0 in (5, 7] }", Shown::AsSet), @r"
    tree { max { ?x } expect x in (5, 7] }
                      ^^^^^^^^^^^^^^^^^^
    `expect x in …`: the values of the unknown leaf `?x` for which all other claims of the tree hold.
    ");
}

#[test]
fn unknown_leaves_leave_values_open() {
    insta::assert_snapshot!(shown("max$0 A { 3, ?x, min B { 2, ... } }", Shown::AsSet), @r"
    max A { 3, ?x, min B { 2, ... } }
    ^^^^^
    **MAX node** `A`

    value **≥ 3** · window `[-inf, inf]`
    ");
}

#[test]
fn depth_and_probability_keep_the_search_away() {
    insta::assert_snapshot!(shown("tree { depth 1 max A { min B eval 4 { $09, 1 } 2 } }", Shown::AsSet), @r"
    tree { depth 1 max A { min B eval 4 { 9, 1 } 2 } }
                                          ^
    **leaf** worth 9

    never searched: it lies below the depth limit

    - `min B`, line 1: here the search takes the static evaluation
    ");
    insta::assert_snapshot!(shown("{ { 3, 5 } $0{ 2, 8 } }", Shown::AsSet), @r"
    { { 3, 5 } { 2, 8 } }
               ^
    **MIN node**

    value **2** · window `[3, inf]` · returns 2, an upper bound

    best line: `2`

    - `2`, line 1: MIN takes this child: 2 is the least
    - `2`, line 1: after this 2, the 2nd child of the root is worth at most 2: an α-cutoff, since 2 ≤ 3
    - `{ 3, 5 }`, line 1: MAX already has 3 from here: α = 3
    ");
    insta::assert_snapshot!(shown("chance A { 1/2: 3, 1/2: 5, 0: $07 }", Shown::AsSet), @r"
    chance A { 1/2: 3, 1/2: 5, 0: 7 }
                                  ^
    **leaf** worth 7

    never searched: it has probability 0

    - `chance A`, line 1: the chance node
    ");
}

#[test]
fn nothing_is_said_between_words() {
    assert_eq!(shown("max { 3 }  $0  max { 5 }", Shown::AsSet), "nothing");
    assert_eq!(shown("$0", Shown::AsSet), "nothing");
}

#[test]
fn an_exercise_keeps_its_answers() {
    let exercise = "max A = _ { left: $0min B { 3, 5 } min C { 2, 8 } }";
    insta::assert_snapshot!(shown(exercise, Shown::AsSet), @r"
    max A = _ { left: min B { 3, 5 } min C { 2, 8 } }
                      ^^^^^
    **MIN node** `B`, the move `left`
    ");
    insta::assert_snapshot!(shown(exercise, Shown::UnlessSet), @r"
    max A = _ { left: min B { 3, 5 } min C { 2, 8 } }
                      ^^^^^
    **MIN node** `B`, the move `left`

    value **3** · window `[-inf, inf]` · returns 3, its exact value

    best line: `3`

    - `3`, line 1: MIN takes this child: 3 is the least
    ");
    insta::assert_snapshot!(shown("$0tree { max A { 3, 5 } ask values }", Shown::AsSet), @r"
    tree { max A { 3, 5 } ask values }
    ^^^^
    A tree and what is said of it: settings, one root, expectations and questions.
    ");
}

/// What Markdown is made of here: text, pieces of code, and of marked text only what the tool marks itself.
fn assert_plain(markdown: &str) -> Vec<String> {
    let mut codes = Vec::new();
    for event in Parser::new_ext(markdown, Options::all()) {
        match event {
            Event::Code(code) => codes.push(code.to_string()),
            Event::Text(_) | Event::SoftBreak => {}
            Event::Start(Tag::Paragraph | Tag::Strong | Tag::List(None) | Tag::Item | Tag::CodeBlock(_)) => {}
            Event::End(TagEnd::Paragraph | TagEnd::Strong | TagEnd::List(false) | TagEnd::Item | TagEnd::CodeBlock) => {
            }
            other => panic!("{other:?} in\n{markdown}"),
        }
    }
    codes
}

#[test]
fn a_name_is_shown_as_it_is_and_not_as_markdown() {
    insta::assert_snapshot!(shown(r#"max A { min B { 3, 5 } $0min "![](https://x.org/y.png)" { "a``b": 2, 8 } }"#, Shown::AsSet), @r#"
    max A { min B { 3, 5 } min "![](https://x.org/y.png)" { "a``b": 2, 8 } }
                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    **MIN node** `![](https://x.org/y.png)`

    value **2** · window `[3, inf]` · returns 2, an upper bound

    best line: ``` a``b ```

    - ``` "a``b": 2 ```, line 1: MIN takes this child: 2 is the least
    - ``` "a``b": 2 ```, line 1: after this 2, \!\[\](https://x.org/y.png) is worth at most 2: an α-cutoff, since 2 ≤ 3
    - `min B`, line 1: MAX already has 3 from here: α = 3
    "#);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_name_and_no_title_is_markup(pieces in proptest::collection::vec(proptest::sample::select(&[
        "![", "](x)", "[a]", "`", "``", "*", "**", "_", "<b>", "<!--", "&lt;", "~~", "\\\\", "a", " ", "#", "|", "-", "1.",
        "\\\"", r"\n", "$", "^", "{x}", "::", "=",
    ]), 0..8)) {
        let name = pieces.concat();
        let text = format!(
            "tree \"{name}\" {{ max \"{name}\" plays \"{name}1\" {{ \"{name}1\": min \"{name}b\" {{ \"{name}\": 3, 5 }} \"{name}2\": min \"{name}c\" {{ 2, 8 }} }} }}"
        );
        let document = read(&text);
        let mut names = 0;
        for offset in 0..u32::try_from(text.len()).unwrap() {
            let Some(hover) = hover(&document, offset, Shown::UnlessSet) else { continue };
            let codes = assert_plain(&hover.markdown);
            let known = clipped(&gametree::syntax::name_at(&text, gametree::source::Span::new(5, 7 + u32::try_from(name.len()).unwrap())));
            names += codes.iter().filter(|code| code.trim().contains(known.trim())).count();
        }
        prop_assert!(names > 0, "{}", text);
    }
}

#[test]
fn a_hover_covers_the_pointer() {
    for (name, text) in fixtures() {
        let document = read(&text);
        for at in 0..=u32::try_from(text.len()).unwrap() {
            let Some(hover) = hover(&document, at, Shown::UnlessSet) else { continue };
            let pointer = text.floor_char_boundary(at as usize);
            let range = hover.span.range();
            assert!(range.start <= pointer && pointer <= range.end, "{name}:{at}: {hover:?}");
        }
    }
    for (pointer, told) in [("$0left:", "left"), ("min B = 4 $0         {", ""), ("$0{ b1", "{"), ("4 $0}", "}")] {
        let plain = pointer.replace("$0", "");
        let marked = Marked::new(&EXERCISE_1.replacen(&plain, pointer, 1));
        let told_of = hover(&marked.document, marked.offset(), Shown::AsSet).map(|hover| hover.span);
        assert_eq!(told_of.map_or("", |span| span.of(marked.document.text())), told, "{pointer}");
    }
}

#[test]
fn no_window_is_a_link() {
    let mut windows = 0;
    for (name, text) in fixtures() {
        let document = read(&text);
        for at in (0..u32::try_from(text.len()).unwrap()).step_by(3) {
            let Some(hover) = hover(&document, at, Shown::UnlessSet) else { continue };
            let mut taken_for_link = |link: pulldown_cmark::BrokenLink<'_>| -> Option<(CowStr<'_>, CowStr<'_>)> {
                panic!("{name}:{at}: [{}] in\n{}", link.reference, hover.markdown)
            };
            let options = Options::all();
            windows += usize::from(hover.markdown.contains("window `["));
            Parser::new_with_broken_link_callback(&hover.markdown, options, Some(&mut taken_for_link)).for_each(drop);
        }
    }
    assert!(windows > 100, "{windows}");
}
