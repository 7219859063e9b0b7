//! Submissions and their marks: worked examples, and what must hold of every submission.

use std::fs;

use gametree::grade::Rubric;
use gametree::grade::{Credit, Exercise, Feedback, Graded, to_text, total};
use gametree::model::Defaults;
use gametree::number::Fraction;

fn graded(exercise: &str, submission: &str, follow_through: Fraction) -> Graded {
    let rubric = Rubric { follow_through, ..Rubric::default() };
    Exercise::new(exercise, &Defaults::default()).grade(submission, &rubric).unwrap()
}

/// The exercise and the submission of a worked example.
fn example(name: &str) -> [String; 2] {
    ["exercise", "submission"].map(|file| fs::read_to_string(format!("tests/homework/{name}/{file}.tree")).unwrap())
}

/// The marks of a worked example, with and without follow-through.
fn marks(name: &str) -> [String; 2] {
    let [exercise, submission] = example(name);
    [Fraction::ONE, Fraction::ZERO].map(|share| total(&graded(&exercise, &submission, share)))
}

#[test]
fn one_slip_carried_on_costs_one_mark() {
    assert_eq!(marks("one-slip"), ["16 of 17 marks, 1 mistake", "11 of 17 marks, 1 mistake"]);
}

#[test]
fn a_wrong_procedure_is_named() {
    assert_eq!(marks("misconception"), ["8 of 15 marks, 4 mistakes", "6 of 15 marks, 4 mistakes"]);
}

#[test]
fn an_altered_tree_is_graded_as_the_exercise_has_it() {
    assert_eq!(marks("altered"), ["6 of 9 marks, 2 mistakes", "6 of 9 marks, 2 mistakes"]);
}

#[test]
fn feedback_reads_well() {
    for name in ["one-slip", "misconception", "altered"] {
        let [exercise, submission] = example(name);
        let graded = graded(&exercise, &submission, Fraction::ONE);
        let text = format!("{}\n{}", total(&graded), to_text(&graded, Feedback::Full));
        insta::with_settings!({ snapshot_path => "homework", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, text);
        });
    }
}

#[test]
fn a_key_gets_full_marks_as_its_own_submission() {
    let [exercise, _] = example("one-slip");
    let graded = graded(&exercise, &exercise, Fraction::ONE);
    assert_eq!((graded.marks, graded.mistakes), (graded.worth, 0));
    let items = graded.trees.iter().flat_map(|tree| &tree.questions).flat_map(|question| &question.items);
    assert!({ items }.all(|item| item.credit == Credit::Right));
}

#[test]
fn an_empty_submission_gets_no_marks_and_is_reported_as_empty() {
    for name in ["one-slip", "misconception", "altered"] {
        let [exercise, _] = example(name);
        for submission in ["", "max { 1, 2 }", "tree {", "{{{{", "tree \"first\" { max A { 3 } }"] {
            let graded = graded(&exercise, submission, Fraction::ONE);
            assert!(graded.is_empty(), "{name}: {submission}");
            assert_eq!((graded.marks, graded.mistakes), (Fraction::ZERO, 0), "{name}: {submission}");
        }
    }
}

#[test]
fn if_nothing_is_pruned_a_sheet_without_marks_is_right_unless_it_is_empty() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 4, 8 } } ask pruned worth 2 ask values allow no-cutoff }";
    let marks = |submission: &str| graded(exercise, submission, Fraction::ONE).marks.to_string();
    let answered = exercise.replace("max A {", "max A = 4 {");
    assert_eq!(marks(exercise), "0");
    assert_eq!(marks(&answered), "7/3");
    assert_eq!(marks(&answered.replace("3, 5", "3 pruned, 5")), "1/3");
}

#[test]
fn where_only_pruning_is_asked_no_mark_can_be_the_answer() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 4, 8 } } ask pruned worth 2 allow no-cutoff }";
    assert_eq!(graded(exercise, exercise, Fraction::ONE).marks.to_string(), "2");
    assert_eq!(graded(exercise, "", Fraction::ONE).marks.to_string(), "0", "the tree is missing");
}

/// The feedback on a submission, with everything that a student can be told.
fn told(exercise: &str, submission: &str, feedback: Feedback) -> String {
    to_text(&graded(exercise, submission, Fraction::ONE), feedback)
}

#[test]
fn a_bound_is_no_answer_to_a_question_about_a_value() {
    let exercise = "tree { max A { min { 3, 5 } min C { 2, 1 } } ask values worth 3 }";
    for asks in ["ask values", ""] {
        let submission = format!("tree {{ max A {{ min {{ 3, 5 }} min C = 2 {{ 2, 1 }} }} {asks} }}");
        let told = told(exercise, &submission, Feedback::Full);
        assert!(told.contains("the question asks for the minimax value") && !told.contains("<="), "{told}");
    }
}

#[test]
fn marks_inside_a_skipped_subtree_are_answers() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 2, max D { 8, 9 } } } ask pruned }";
    let inside = exercise.replace("8, 9", "8 pruned, 9 pruned");
    let graded = graded(exercise, &inside, Fraction::ONE);
    assert!(!graded.is_empty() && graded.marks == graded.worth);
}
