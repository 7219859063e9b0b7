use gametree::diagnostic::Code;

use crate::marked::{drawn, read};

#[test]
fn a_blank_or_a_question_makes_an_exercise_whatever_else_is_wrong() {
    for text in ["max = _ { 3, 5 }", "max { 3, _ }", "tree { max { 3 } ask pruned }", "max [_, 3 {", "tree { ask"] {
        assert!(read(text).is_exercise(), "{text}");
    }
    for text in ["", "max a_b = 3 { \"_\": 3 }", "// ask _", "max task { 1_000 }"] {
        assert!(!read(text).is_exercise(), "{text}");
    }
}

#[test]
fn answers_are_hidden_in_exercises_only() {
    let (exercise, other) = (read("max = _ { 3 }"), read("max = 3 { 3 }"));
    assert!(exercise.hides_answers(false) && !exercise.hides_answers(true) && !other.hides_answers(false));
}

#[test]
fn unreachable_subtrees_fade() {
    let document = read("max A = 3 { min B { 3, 5 } min C { 2, 8, 7 } }");
    let faded = document.report().findings.iter().filter(|finding| finding.code.fades());
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
