use gametree::diagnostic::Code;
use gametree::ide::{
    HintKind, HintKinds, LensAction, Pictures, SemanticToken, TokenKind, drawn_answer, inlay_hints, lenses, pictures,
    semantic_tokens, svg,
};
use gametree::model::Shown;
use gametree::render::Theme;
use gametree::source::Span;

use crate::marked::{all_hide_answers, drawn, fixtures, read};

const EVERYTHING: Span = Span { start: 0, end: u32::MAX };

fn hints_of(text: &str, kinds: HintKinds, shown: Shown) -> String {
    let hints = inlay_hints(&read(text), EVERYTHING, kinds, shown);
    let told = |hint: gametree::ide::InlayHint| {
        let tooltip = hint.tooltip.map_or_else(String::new, |tooltip| format!(" ({tooltip})"));
        (Span::empty(hint.offset), format!("{}{tooltip}", hint.text))
    };
    drawn(text, &hints.into_iter().map(told).collect::<Vec<_>>())
}

fn lenses_of(text: &str, shown: Shown) -> String {
    let lenses = lenses(&read(text), shown).into_iter().map(|lens| (lens.span, lens.title));
    drawn(text, &lenses.collect::<Vec<_>>())
}

const TREE: &str = "\
tree {
    max A {
        min B = 3 { 3, 5 }
        { c1: 2, 8 }
        min D { min pruned { 1, 7 } }
    }
}";

#[test]
fn values_windows_and_cutoffs_are_shown_where_they_are_not_claimed() {
    insta::assert_snapshot!(hints_of(TREE, HintKinds::default(), Shown::AsSet), @r"
    tree {
        max A {
             | = 3 [-inf, inf] (A is worth 3; the search enters it with α = -inf and β = inf)
            min B = 3 { 3, 5 }
                     | [-inf, inf] (the search enters B with α = -inf and β = inf)
            { c1: 2, 8 }
            | = 2 [3, inf] (the 2nd child of A is worth 2; the search enters it with α = 3 and β = inf, and returns 2, an upper bound)
                   | ✂ (after this 2, the 2nd child of A is worth at most 2: an α-cutoff, since 2 ≤ 3)
            min D { min pruned { 1, 7 } }
                 | = 1 [3, inf] (D is worth 1; the search enters it with α = 3 and β = inf, and returns 1, an upper bound)
                              | = 1 [3, inf] (the 1st child of D is worth 1; the search enters it with α = 3 and β = inf, and returns 1, an upper bound)
                                  | ✂ (after this 1, the 1st child of D is worth at most 1: an α-cutoff, since 1 ≤ 3)
        }
    }
    ");
}

#[test]
fn each_kind_can_be_switched_off() {
    let none = HintKinds { values: false, windows: false, cutoffs: false };
    assert_eq!(hints_of(TREE, none, Shown::AsSet), format!("{TREE}\n"));
    insta::assert_snapshot!(hints_of("max { { 3, 5 } { 2, 8 } }", HintKinds { cutoffs: true, ..none }, Shown::AsSet), @r"
    max { { 3, 5 } { 2, 8 } }
                      | ✂ (after this 2, the 2nd child of the root is worth at most 2: an α-cutoff, since 2 ≤ 3)
    ");
    insta::assert_snapshot!(hints_of("max { { 3, 5 } { 2, 8 } }", HintKinds { values: true, ..none }, Shown::AsSet), @r"
    max { { 3, 5 } { 2, 8 } }
       | = 3 (the root is worth 3)
          | = 3 (the 1st child of the root is worth 3)
                   | = 2 (the 2nd child of the root is worth 2; the search returns 2, an upper bound)
    ");
}

#[test]
fn hints_are_given_for_what_is_to_be_seen() {
    let text = "max A {\n    min B { 3, 5 }\n    min C { 4, 8 }\n}";
    let line = Span::new(10, 20);
    let hints = inlay_hints(&read(text), line, HintKinds::default(), Shown::AsSet);
    let seen = hints.iter().all(|hint| line.start <= hint.offset && hint.offset <= line.end + 1);
    assert!(seen && hints.len() == 1, "{hints:?}");
}

#[test]
fn hints_are_bounded_over_all_trees_and_every_sign_has_its_reason() {
    let tree = format!("max A {{ {}}}\n", "{ 3, 5 } ".repeat(50));
    let hints = inlay_hints(&read(&tree.repeat(100)), EVERYTHING, HintKinds::default(), Shown::AsSet);
    let of_kind = |kind| hints.iter().filter(move |hint| hint.kind == kind);
    assert_eq!(of_kind(HintKind::Node).count(), 300);
    assert_eq!(of_kind(HintKind::Cutoff).count(), 288, "49 in each of five trees, 43 in the last");
    let proves = |hint: &gametree::ide::InlayHint| {
        hint.tooltip.as_ref().is_some_and(|why| why.contains("an α-cutoff, since 3 ≤ 3"))
    };
    assert!(of_kind(HintKind::Cutoff).all(proves));
}

#[test]
fn hints_stand_before_the_comments_of_a_head() {
    insta::assert_snapshot!(hints_of("max A // note\n{ a: min plays 3 // no\n  { 3 } }", HintKinds::default(), Shown::AsSet), @r"
    max A // note
         | = 3 [-inf, inf] (A is worth 3; the search enters it with α = -inf and β = inf)
    { a: min plays 3 // no
                    | = 3 [-inf, inf] (a is worth 3; the search enters it with α = -inf and β = inf)
      { 3 } }
    ");
}

#[test]
fn a_tree_has_its_value_and_its_leaves_above_it() {
    insta::assert_snapshot!(lenses_of(&format!("{TREE}\nmax {{ ?x, 3 }}\nmax {{ ... }}\nmin {{ 3, max {{ 4, ... }} }}"), Shown::AsSet), @r"
    tree {
    ^^^^ value 3 · 4 of 6 leaves evaluated · 2 cutoffs
    ^^^^ explain E0306: something marked pruned is not skipped by a cutoff
        max A {
            min B = 3 { 3, 5 }
            { c1: 2, 8 }
            min D { min pruned { 1, 7 } }
        }
    }
    max { ?x, 3 }
    ^^^ value ≥ 3 · 2 of 2 leaves evaluated · 0 cutoffs
    max { ... }
    ^^^ value open
    min { 3, max { 4, ... } }
    ^^^ value 3 · 2 leaves evaluated · 1 cutoff
    ");
}

#[test]
fn an_exercise_keeps_its_answers() {
    let text = "max A { min B = _ { 3, 5 } min C { 2, 8 } }";
    assert_eq!(hints_of(text, HintKinds::default(), Shown::AsSet), format!("{text}\n"));
    assert_eq!(lenses_of(text, Shown::AsSet), format!("{text}\n"));
    insta::assert_snapshot!(lenses_of(text, Shown::UnlessSet), @r"
    max A { min B = _ { 3, 5 } min C { 2, 8 } }
    ^^^ value 3 · 3 of 4 leaves evaluated · 1 cutoff
    ");
    for (name, text) in fixtures() {
        let document = read(&text);
        if all_hide_answers(&text) {
            assert_eq!(inlay_hints(&document, EVERYTHING, HintKinds::default(), Shown::AsSet), [], "{name}");
            let lenses = lenses(&document, Shown::AsSet);
            assert!(lenses.iter().all(|lens| lens.action != LensAction::ShowAnswer), "{name}: {lenses:?}");
        }
    }
}

#[test]
fn every_word_is_told_what_it_is() {
    let text = "\
cut alpha >= beta
allow tie
/// Which?
tree \"t\" {
    max A = 3 plays B { min B [3, inf] { b1: 3, \"b 2\": ?x pruned } c: chance { 1/2: ..., 1/2: _ } }
    expect line B b1
    expect leaves = 2
    expect x in (5, 7] or nothing
    ask values
}";
    let tokens = semantic_tokens(&read(text), EVERYTHING);
    let told = |SemanticToken { span, kind, is_definition }: SemanticToken| {
        (span, format!("{kind:?}{}", if is_definition { " given" } else { "" }))
    };
    insta::assert_snapshot!(drawn(text, &tokens.into_iter().map(told).collect::<Vec<_>>()), @r#"
    cut alpha >= beta
    ^^^ Keyword
        ^^^^^ Value
              ^^ Operator
                 ^^^^ Value
    allow tie
    ^^^^^ Keyword
          ^^^ Value
    /// Which?
    ^^^^^^^^^^ Question
    tree "t" {
    ^^^^ Keyword
         ^^^ Text
        max A = 3 plays B { min B [3, inf] { b1: 3, "b 2": ?x pruned } c: chance { 1/2: ..., 1/2: _ } }
        ^^^ Keyword
            ^ Node given
              ^ Operator
                ^ Number
                  ^^^^^ Keyword
                        ^ Node
                            ^^^ Keyword
                                ^ Node given
                                   ^ Number
                                      ^^^ Number
                                             ^^ Move given
                                                 ^ Number
                                                    ^^^^^ Move given
                                                           ^^ Unknown given
                                                              ^^^^^^ Keyword
                                                                       ^ Move given
                                                                          ^^^^^^ Keyword
                                                                                   ^^^ Number
                                                                                        ^^^ Unknown
                                                                                             ^^^ Number
                                                                                                  ^ Blank
        expect line B b1
        ^^^^^^ Keyword
               ^^^^ Value
                    ^ Node
                      ^^ Move
        expect leaves = 2
        ^^^^^^ Keyword
               ^^^^^^ Value
                      ^ Operator
                        ^ Number
        expect x in (5, 7] or nothing
        ^^^^^^ Keyword
               ^ Unknown
                 ^^ Keyword
                     ^ Number
                        ^ Number
                           ^^ Keyword
                              ^^^^^^^ Keyword
        ask values
        ^^^ Keyword
            ^^^^^^ Value
    }
    "#);
}

#[test]
fn words_are_told_for_a_part_of_the_text() {
    let text = "max A {\n    min B { 3, 5 }\n}";
    let all = semantic_tokens(&read(text), EVERYTHING);
    let part = Span::new(12, 20);
    let expected: Vec<SemanticToken> =
        all.into_iter().filter(|token| token.span.start < 20 && token.span.end > 12).collect();
    assert_eq!(semantic_tokens(&read(text), part), expected);
}

#[test]
fn two_hints_of_a_node_are_one_hint_with_a_blank_in_it() {
    let hints = inlay_hints(&read("max A{{3,5}{2,8}}"), EVERYTHING, HintKinds::default(), Shown::AsSet);
    let texts: Vec<&str> = hints.iter().map(|hint| hint.text.as_str()).collect();
    assert_eq!(texts, ["= 3 [-inf, inf]", "= 3 [-inf, inf]", "= 2 [3, inf]", "✂"]);
    assert!(hints.windows(2).all(|hints| hints[0].offset < hints[1].offset), "{hints:?}");
}

#[test]
fn comments_are_told_as_such() {
    let text = "// one  \nmax A { // two {\n    3, \"// no\": 5 // α\n    /// Which?\n}// four";
    let comments = |within| {
        let tokens = semantic_tokens(&read(text), within).into_iter();
        let comments = tokens.filter(|token| token.kind == TokenKind::Comment);
        comments.map(|token| token.span.of(text)).collect::<Vec<_>>()
    };
    assert_eq!(comments(EVERYTHING), ["// one", "// two {", "// α", "// four"]);
    assert_eq!(comments(Span::new(20, 30)), ["// two {"]);
    assert_eq!(comments(Span::new(23, 24)), ["// two {"], "it begins before what is seen");
    let tokens = semantic_tokens(&read(text), EVERYTHING);
    assert!(tokens.windows(2).all(|tokens| tokens[0].span.end <= tokens[1].span.start), "{tokens:?}");
}

#[test]
fn a_lens_shows_the_answer_or_explains_the_first_error() {
    let text = "max A = 3 { min B { 3, 5 } min C { 2, 8 } }\nmax D = 4 { { 3, 5 } { 2, 8 } }\nmax E { 3 }";
    let done = |text, shown| lenses(&read(text), shown).into_iter().map(|lens| lens.action).collect::<Vec<_>>();
    let (answer, explain) = (LensAction::ShowAnswer, LensAction::Explain);
    let all = [answer, answer, explain(Code::WrongValue), answer];
    assert_eq!(done(text, Shown::AsSet), all);
    let exercise = text.replace("max E", "max E = _");
    let never = format!("reveal never {exercise}");
    assert_eq!(done(&exercise, Shown::AsSet), all[..3], "one tree hides its answers, the others do not");
    assert_eq!(done(&never, Shown::UnlessSet), [] as [LensAction; 0]);
    assert_eq!(done(&exercise, Shown::UnlessSet), all);
    insta::assert_snapshot!(drawn_answer(&read(text), 0, Shown::AsSet).unwrap(), @r"
    unnamed tree  (line 1)
      value   3
      plays   B
      line    B 3
      leaves  3 of 4 evaluated, 1 pruned; under the best order 3
      entered 6 of 7 nodes and leaves; 1 cutoff, 1 subtree or leaf skipped

      MAX A = 3 [-inf, inf] ✓
      ├─ MIN B = 3 [-inf, inf]
      │  ├─ 3
      │  └─ 5
      └─ MIN C = 2 [3, inf] returns ≤ 2, α-cutoff after the leaf 2
         ├─ 2
         └─ 8 (pruned)
    ");
    for (text, at, reason) in [
        (exercise.as_str(), u32::try_from(exercise.find("max E").unwrap()).unwrap(), "this tree hides its answers"),
        ("  max A { 3 }", 0, "there is no tree here"),
        ("max A { 3 ", 0, "this tree has errors, so it has no answer yet"),
    ] {
        assert_eq!(drawn_answer(&read(text), at, Shown::AsSet), Err(reason.to_string()));
    }
}

#[test]
fn a_tree_is_drawn_with_its_search_unless_it_hides_its_answers() {
    let text = "max A = 3 { min B { 3, 5 } min C { 2, 8 } }";
    let drawn = |text: &str, shown| pictures(&read(text), 0, shown).map(|drawn| drawn.pictures);
    let Ok(Pictures::Page(page)) = drawn(text, Shown::AsSet) else { panic!("it can be stepped through") };
    assert!(page.to_html().starts_with("<!doctype html>"));
    assert!(svg(&read(text), 0, Theme::Auto, Shown::AsSet).unwrap().contains("≤2"), "the bound of C");
    let exercise = text.replace("= 3", "= _");
    let Ok(Pictures::Blank { picture, .. }) = drawn(&exercise, Shown::AsSet) else { panic!("it asks") };
    let blank = svg(&read(&exercise), 0, Theme::Auto, Shown::AsSet).unwrap();
    for picture in [picture, blank] {
        assert!(picture.contains(">8<") && !picture.contains('≤') && !picture.contains("∞"), "{picture}");
    }
    assert!(matches!(drawn(&exercise, Shown::UnlessSet), Ok(Pictures::Page(_))), "a teacher may see them");
    let above = pictures(&read(&format!("// above\n{text}")), 0, Shown::AsSet).unwrap();
    assert_eq!(above.span.start, 9, "the first tree, if there is none at the place");
    for (text, reason) in [
        ("// nothing", "there is no tree yet"),
        ("max A { 3 ", "this tree has errors, so it cannot be drawn yet"),
        ("tree { depth 1 max A { min B { 3 } } }", "this tree has errors, so it cannot be drawn yet"),
    ] {
        assert_eq!(svg(&read(text), 0, Theme::Auto, Shown::AsSet), Err(reason.to_string()));
        assert_eq!(drawn(text, Shown::AsSet).err(), Some(reason.to_string()));
    }
}
