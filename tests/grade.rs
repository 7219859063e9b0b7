//! Submissions and their marks: worked examples, and what must hold of every submission.

mod graded;

use gametree::grade::{Credit, Feedback};
use gametree::number::Fraction;
use graded::{example, graded, told, total_of};

/// The marks of a worked example, with and without follow-through.
fn marks(name: &str) -> [String; 2] {
    let [exercise, submission] = example(name);
    [Fraction::ONE, Fraction::ZERO].map(|share| total_of(&graded(&exercise, &submission, share)))
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

#[test]
fn where_nothing_else_can_be_answered_no_mark_is_right() {
    // Only players move.
    let exercise = "tree { chance { 0 } ask plays worth 1 ask pruned worth 2 allow no-cutoff }";
    assert_eq!(graded(exercise, exercise, Fraction::ONE).marks.to_string(), "3");
}

/// C {8, 2} is worth 2, but the search is told that MAX has 3 already, and moves its 2 up to there.
#[test]
fn under_fail_hard_a_moved_result_is_no_value() {
    let exercise = "tree { search fail-hard max A { min B { 3, 5 } min C { 8, 2 } } ask returns }";
    let answered = |claim: &str| {
        let answers = format!(
            "tree {{ search fail-hard max A = 3 {{ min B = 3 {{ 3, 5 }} min C {claim} {{ 8, 2 }} }} ask returns }}"
        );
        let graded = graded(exercise, &answers, Fraction::ONE);
        let items = graded.trees[0].questions[0].items.iter();
        items.map(|item| item.credit).collect::<Vec<Credit>>()
    };
    assert_eq!(answered("<= 3"), [Credit::Right; 3]);
    assert_eq!(answered("= 2"), [Credit::Right, Credit::Right, Credit::Wrong]);
    assert_eq!(answered("= 3"), [Credit::Right, Credit::Right, Credit::Wrong]);
}

#[test]
fn names_of_nodes_far_below_all_names_are_short() {
    let deep = 5_000;
    let exercise = format!("tree {{ max A {{ {}3{} }} ask values }}", "max { ".repeat(deep - 1), " }".repeat(deep - 1));
    let graded = graded(&exercise, "", Fraction::ONE);
    let items = &graded.trees[0].questions[0].items;
    assert_eq!(items.len(), deep);
    assert!(items.iter().all(|item| item.name.len() < 300));
    assert_eq!(items[60].name, "node 61 in the order of the text, leaves included: value");
}

#[test]
fn a_contradiction_costs_only_its_own_answer() {
    let exercise = "tree { max A = _ worth 2 plays _ worth 1 { a: 3, b: 5 } }";
    let submission = "tree { max A = 5 = 4 worth 2 plays b worth 1 { a: 3, b: 5 } }";
    let graded = graded(exercise, submission, Fraction::ONE);
    assert_eq!(graded.marks, Fraction::ONE, "{graded:?}");
}

#[test]
fn no_answer_with_a_slip_is_graded_as_something_else() {
    let exercise = "tree { max A = _ worth 1 { min B = _ worth 1 { 5, 6 } min C = _ worth 1 { 3, 6 } } }";
    let answered = |[a, b, c]: [&str; 3]| {
        ["A", "B", "C"].iter().zip([a, b, c]).fold(exercise.to_string(), |text, (name, it)| {
            text.replace(&format!("{name} = _"), &format!("{name} = {it}"))
        })
    };
    for slip in ["€", " ÷ 2", "%", "°"] {
        let [five, three] = ["5", "3"].map(|number| format!("{number}{slip}"));
        let graded = graded(exercise, &answered([&five, &five, &three]), Fraction::ONE);
        assert_eq!((graded.marks, graded.mistakes), (Fraction::ZERO, 0), "{slip}: {:?}", graded.trees);
        assert!(!graded.findings.is_empty(), "{slip}");
    }
}

#[test]
fn of_several_lists_or_sets_all_must_be_right() {
    let exercise = "tree { max { min { 3, 5 } min { 2, 8 } } expect visits _ worth 4 }";
    let marks = |exercise: &str, submission: &str| graded(exercise, submission, Fraction::ONE).marks.to_string();
    let answer = |lists: &str| exercise.replace("expect visits _ worth 4", lists);
    assert_eq!(marks(exercise, &answer("expect visits 3, 5, 2")), "4");
    assert_eq!(marks(exercise, &answer("expect visits 3, 5, 2 expect visits 8")), "0");
    let exercise = "tree { max A = 4 { ?x, 3 } expect x in _ worth 2 }";
    let answer = |sets: &str| exercise.replace("expect x in _ worth 2", sets);
    assert_eq!(marks(exercise, &answer("expect x in {4}")), "2");
    assert_eq!(marks(exercise, &answer("expect x in {4} expect x in {5}")), "0");
}

#[test]
fn a_blank_leaf_of_an_altered_tree_is_no_alteration() {
    let exercise = "tree { max A = 9 { min B { 3, 4 } min C { 9, _ } } }";
    let submission = "tree { max A = 9 { min B { 3, 4, 5 } min C { 9, 10 } } }";
    let graded = graded(exercise, submission, Fraction::ONE);
    assert_eq!(graded.trees[0].alterations, ["B has 1 child that the exercise does not have"]);
}

#[test]
fn a_second_copy_of_a_tree_is_reported_as_such() {
    let exercise = "tree \"t\" { max A = _ { 3, 5 } }";
    let submission = "tree \"t\" { max A = _ { 3, 5 } } tree \"t\" { max A = 5 { 3, 5 } }";
    assert!(
        told(exercise, submission, Feedback::Full).contains("the tree t is there more than once; only one is graded")
    );
}

#[test]
fn a_tree_that_is_much_larger_is_not_graded_as_the_students_own() {
    let tree = |value: &str, more: usize| format!("tree {{ max A = {value} {{ 3, 5{} }} }}", ", 1".repeat(more));
    let marks = |more| graded(&tree("_", 0), &tree("5", more), Fraction::ONE).trees[0].on_own_tree;
    assert_eq!((marks(1), marks(2000)), (Some(Fraction::ONE), None));
}

#[test]
fn marks_inside_a_skipped_subtree_are_answers() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 2, max D { 8, 9 } } } ask pruned }";
    let inside = exercise.replace("8, 9", "8 pruned, 9 pruned");
    let graded = graded(exercise, &inside, Fraction::ONE);
    assert!(!graded.is_empty() && graded.marks == graded.worth);
}

#[test]
fn several_wrong_marks_at_one_node_are_one_mistake_and_missing_answers_are_none() {
    let exercise = "tree { max A { min B { 3, 5, 6 } min C { 2, 8, 9 } } ask pruned worth 2 ask windows worth 3 }";
    let mistakes = |submission: &str| graded(exercise, submission, Fraction::ONE).mistakes;
    assert_eq!(mistakes(exercise), 0);
    assert_eq!(mistakes(&exercise.replace("8, 9", "8 pruned, 9 pruned")), 0);
    assert_eq!(mistakes(&exercise.replace("3, 5, 6", "3, 5 pruned, 6 pruned")), 2, "B, and C without marks");
    assert_eq!(mistakes(&exercise.replace("5, 6", "5 pruned, 6 pruned").replace("8, 9", "8 pruned, 9 pruned")), 1);
}

#[test]
fn a_node_that_is_marked_pruned_and_visited_is_a_mistake() {
    let tree = |[c, d]: [&str; 2]| {
        format!(
            "tree {{ max A = 4 worth 1 {{ min B {{ 3, 5 }} min C {{ 2, 8 {c} }} min D {d} {{ 9, 4 }} }} ask pruned worth 3 }}"
        )
    };
    let exercise = tree(["", ""]);
    let marked = |marks| {
        let graded = graded(&exercise, &tree(marks), Fraction::ONE);
        (graded.marks.to_string(), graded.mistakes)
    };
    assert_eq!(marked(["pruned", ""]), ("4".to_string(), 0));
    assert_eq!(marked(["pruned", "visited pruned"]), ("1".to_string(), 1));
    assert_eq!(marked(["visited pruned", ""]), ("1".to_string(), 1));
}

#[test]
fn a_move_follows_from_returns_if_these_are_asked() {
    let tree = |answers: [&str; 4]| {
        let [a, b, c, plays] = answers;
        format!(
            "tree {{ max A {a} plays {plays} {{ min B {b} {{ 3, 5 }} min C {c} {{ 4, 8 }} }} ask returns worth 3 }}"
        )
    };
    let exercise = tree(["", "", "", "_ worth 1"]);
    let marked = |answers| {
        let graded = graded(&exercise, &tree(answers), Fraction::ONE);
        (graded.marks.to_string(), graded.mistakes)
    };
    assert_eq!(marked(["= 4", "= 3", "= 4", "C"]), ("4".to_string(), 0));
    assert_eq!(marked(["= 5", "= 5", "<= 4", "B"]).1, 1, "everything follows from the 5");
    assert_eq!(marked(["= 4", "= 3", "= 4", "B"]), ("3".to_string(), 1));
}

#[test]
fn nothing_follows_from_answers_below_the_depth_limit() {
    let tree = |limit: &str, value: &str, below: &str| {
        format!("tree {{ {limit} max A {value} {{ min B eval 3 {below} {{ 9, 8 }} 2 }} ask values worth 1 }}")
    };
    let exercise = tree("depth 1", "", "");
    let marks = |value, below| graded(&exercise, &tree("depth 1", value, below), Fraction::ONE).marks.to_string();
    assert_eq!([marks("= 3", ""), marks("= 8", ""), marks("= 8", "= 8")], ["1", "0", "0"]);
}

#[test]
fn answers_to_an_altered_tree_are_quoted_as_they_are_written() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 2, 8 } } expect line _ worth 1 ask values worth 2 }";
    let submission = "tree { max A = 6 { min B = 3 { 3, 5 } min X = 6 { 6, 8 } } expect line X 6 ask values }";
    let graded = graded(exercise, submission, Fraction::ONE);
    let items = graded.trees[0].questions.iter().flat_map(|question| &question.items);
    let quoted: Vec<_> =
        items.map(|item| (item.answer.as_deref(), item.place.map(|place| place.of(submission)))).collect();
    let expected = ["X 6", "6", "3", "6"].map(|answer| (Some(answer), Some(answer)));
    assert_eq!(quoted, expected);
}
