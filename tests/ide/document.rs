use gametree::diagnostic::Code;
use gametree::ide::{LensAction, lenses};
use gametree::model::Shown;

use crate::marked::{drawn, read};

/// How many trees of a text show their values.
fn shown_values(text: &str, shown: Shown) -> usize {
    lenses(&read(text), shown).iter().filter(|lens| lens.action == LensAction::ShowAnswer).count()
}

#[test]
fn each_tree_shows_or_hides_its_own_answers() {
    let text = "max A = 3 { 3 }\nmax B = _ { 4 }\ntree { reveal answers max C = _ { 5 } }";
    assert_eq!(shown_values(text, Shown::AsSet), 2);
    assert_eq!(shown_values(text, Shown::UnlessSet), 3);
    let sheet = format!("reveal never\n{text}");
    assert_eq!(shown_values(&sheet, Shown::AsSet), 1, "the tree's own setting wins");
    assert_eq!(shown_values(&sheet, Shown::UnlessSet), 1, "the file says what may be shown");
    assert_eq!(shown_values(&sheet, Shown::Everything), 3);
}

#[test]
fn with_a_syntax_error_a_question_anywhere_hides_all_answers() {
    let key = "max A = 3 { 3 }";
    for question in ["max = _ { 3, 5 ] }", "tree { max { 3 } ask pruned ! }", "max [_, 3 {", "tree { ask"] {
        assert_eq!(shown_values(&format!("{key}\n{question}"), Shown::AsSet), 0, "{question}");
        assert_eq!(shown_values(&format!("{key}\n{question}"), Shown::UnlessSet), 1, "{question}");
        let never = format!("reveal never\n{key}\n{question}");
        assert_eq!(shown_values(&never, Shown::UnlessSet), 0, "{question}");
    }
    for other in ["max B { 3, 5 ] }", "max a_b = 3 { \"_\": 3 ] }", "// ask _\nmax task { 1_000"] {
        assert_eq!(shown_values(&format!("{key}\n{other}"), Shown::AsSet), 1, "{other}");
    }
}

#[test]
fn unreachable_subtrees_fade() {
    let document = read("max A = 3 { min B { 3, 5 } min C { 2, 8, 7 } }");
    let faded = document.report(Shown::Everything).findings.iter().filter(|finding| finding.code.fades());
    let faded: Vec<_> = faded.map(|finding| (finding.primary.span, finding.code.id().to_string())).collect();
    insta::assert_snapshot!(drawn(document.text(), &faded), @r"
    max A = 3 { min B { 3, 5 } min C { 2, 8, 7 } }
                                          ^^^^ W0401
    ");
    assert!(Code::ALL.iter().filter(|code| code.fades()).all(|code| code.lint().is_some()));
}

#[test]
fn a_document_can_be_asked_from_several_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&read("max { 3 }"));
}
