use gametree::diagnostic::Code;
use gametree::ide::{CompletionKind, LensAction, completions, lenses};
use gametree::model::Shown;

use crate::marked::{Marked, drawn, hides_answers, read};

#[test]
fn a_tree_with_an_open_question_hides_its_answers() {
    for text in ["max = _ { 3, 5 }", "max { 3, _ }", "tree { max { 3 } ask pruned }", "max [_, 3] { 3 }"] {
        assert!(hides_answers(text, Shown::AsSet) && !hides_answers(text, Shown::UnlessSet), "{text}");
        let answers = format!("reveal answers {text}");
        assert!(!hides_answers(&answers, Shown::AsSet), "{answers}");
        let never = format!("reveal never {text}");
        assert!(hides_answers(&never, Shown::UnlessSet) && !hides_answers(&never, Shown::Everything), "{never}");
    }
    for text in ["max { 3 }", "max a_b = 3 worth 2 { \"_\": 3 }", "// ask _\nmax { 3 }", "max task { 1_000 }"] {
        assert!(!hides_answers(text, Shown::AsSet), "{text}");
    }
}

/// What is shown of the values of some trees: whether the right one is offered at the cursor, and how many lenses have one.
fn answers(source: &str, shown: Shown) -> (bool, usize) {
    let marked = Marked::new(source);
    let offered = completions(&marked.document, marked.offset(), shown);
    let lenses = lenses(&marked.document, shown);
    let is_answered = offered.iter().any(|completion| completion.kind == CompletionKind::Answer);
    (is_answered, lenses.iter().filter(|lens| lens.action == LensAction::ShowAnswer).count())
}

#[test]
fn a_key_beside_a_tree_that_asks_shows_its_own_answers() {
    let (key, asking) = ("tree { max A $0 { a: 3, b: 5 } }", "tree { max B = _ { 3, 5 } }");
    assert_eq!(answers(&format!("{key} {asking}"), Shown::AsSet), (true, 1));
    let in_question = asking.replace("_ {", "_ $0 {");
    assert_eq!(answers(&format!("{} {in_question}", key.replace("$0", "")), Shown::AsSet), (false, 1));
    for shown in [Shown::AsSet, Shown::UnlessSet] {
        let never = format!("{} {asking}", key.replace("tree {", "tree { reveal never"));
        assert!(!answers(&never, shown).0, "{shown:?}");
    }
}

#[test]
fn a_text_with_syntax_errors_keeps_quiet() {
    let tree = "max A $0 { a: 3, b: 5 } max B { 3, 5 }";
    let wrong = "max C { 3";
    assert_eq!(answers(&format!("{tree} {wrong}"), Shown::AsSet), (true, 2));
    for asking in ["max = _ {", "max [_, 3 {", "tree { ask"] {
        let text = format!("{tree} {asking}");
        assert_eq!(answers(&text, Shown::AsSet), (false, 0), "{text}");
        assert_eq!(answers(&text, Shown::UnlessSet), (true, 2), "{text}");
        let key = format!("tree {{ reveal answers max D {{ 3, 5 }} }} {text}");
        assert_eq!(answers(&key, Shown::AsSet), (false, 1), "{key}");
        assert_eq!(answers(&format!("reveal answers {text}"), Shown::AsSet), (true, 2), "{text}");
    }
    for reveal in ["never", "score", "verdicts", "no"] {
        for text in [format!("reveal {reveal} {tree} {wrong}"), format!("{tree} tree {{ reveal {reveal} {wrong}")] {
            for shown in [Shown::AsSet, Shown::UnlessSet] {
                assert_eq!(answers(&text, shown), (false, 0), "{text}");
            }
            assert!(reveal == "no" || answers(&text, Shown::Everything) == (true, 2), "{text}");
        }
    }
}

#[test]
fn unreachable_subtrees_fade() {
    let document = read("max A = 3 { min B { 3, 5 } min C { 2, 8, 7 } }");
    let faded = document.report(Shown::AsSet).findings.iter().filter(|finding| finding.code.fades());
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
