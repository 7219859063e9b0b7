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

/// The reason for the first wrong answer to an exercise.
fn reason(exercise: &str, submission: &str) -> Vec<String> {
    let graded = graded(exercise, submission, Fraction::ONE);
    let mut items = graded.trees.iter().flat_map(|tree| &tree.questions).flat_map(|question| &question.items);
    items.find(|item| item.credit == Credit::Wrong).map(|item| item.reason.clone()).unwrap_or_default()
}

#[test]
fn a_wrong_count_is_said_to_count_something_else() {
    // 6 leaves are evaluated, and 7 nodes are entered; 3 cutoffs skip 5 subtrees with 7 leaves.
    let tree =
        "max { min { max { 5, 6 } max { 7, 4 } } min { max { 3, 2 } max { 1, 2 } max { 8, 0 } } min { 4, 9, 9 } }";
    let reason = |word: &str, answer: u64| {
        let text = |answer: &str| format!("tree {{ {tree} expect {word} = {answer} worth 1 }}");
        reason(&text("_"), &text(&answer.to_string()))
    };
    let counts = |word: &str, answer: u64| reason(word, answer).into_iter().find(|line| line.contains("the number of"));
    for (word, answer, expected) in [
        ("leaves", 7, Some("7 is the number of skipped leaves")),
        ("leaves", 5, Some("5 is the number of skipped subtrees")),
        (
            "leaves",
            13,
            Some("13 is the number of nodes and leaves that are entered and the number of leaves in the tree"),
        ),
        ("leaves", 4, None),
        ("nodes", 12, Some("12 is the number of nodes and leaves that are entered, without the root")),
        ("nodes", 7, Some("7 is the number of nodes that are entered, without the leaves")),
        ("cutoffs", 5, Some("5 is the number of skipped subtrees")),
        ("cutoffs", 7, Some("7 is the number of skipped leaves")),
        ("pruned", 5, Some("5 is the number of skipped subtrees")),
        ("branches", 7, Some("7 is the number of skipped leaves")),
        ("branches", 8, None),
    ] {
        assert_eq!(counts(word, answer).as_deref(), expected, "{word} = {answer}");
    }
    assert_eq!(
        reason("branches", 7)[..2],
        ["5 subtrees and leaves are skipped by a cutoff, not 7", "7 is the number of skipped leaves"]
    );
    assert!(!reason("branches", 7).iter().any(|line| line.contains("would be right for")), "it is said once");
}

#[test]
fn a_bound_that_is_reached_at_the_last_child_is_no_cutoff() {
    let text =
        |answer: &str| format!("tree {{ max {{ min {{ 3, 5 }} min {{ 4, 2 }} }} expect cutoffs = {answer} worth 1 }}");
    let expected = "1 is the number of cutoffs if those after a last child counted, too";
    assert_eq!(reason(&text("_"), &text("1"))[1], expected);
}

/// What the reasons for wrong answers say about wrong rules.
fn wrong_rules(exercise: &str, submission: &str) -> Vec<String> {
    let graded = graded(exercise, submission, Fraction::ONE);
    let items = graded.trees.iter().flat_map(|tree| &tree.questions).flat_map(|question| &question.items);
    let reasons = items.flat_map(|item| &item.reason);
    reasons.filter(|reason| reason.contains("under a wrong rule")).cloned().collect()
}

#[test]
fn a_wrong_number_or_window_is_said_to_come_from_the_only_wrong_rule_that_gives_it() {
    let tree = |window: &str, value: &str| {
        let search = format!("max A {{ min B {{ 5, 6 }} min E {window} {{ 7, 8 }} }}");
        format!("tree {{ {search} expect value = {value} worth 1 ask windows }}")
    };
    let rules = |window: &str, value: &str| wrong_rules(&tree("", "_"), &tree(window, value));
    let exchanged = "`[-inf, 5]` is what comes out under a wrong rule: MAX lowers β and MIN raises α";
    assert_eq!(rules("[-inf, 5]", "7"), [exchanged]);
    assert_eq!(rules("[-inf, inf]", "7"), [""; 0], "several wrong rules give it");
    assert_eq!(rules("[5, 9]", "7"), [""; 0], "none gives it");
    assert_eq!(rules("[5, inf]", "7"), [""; 0], "it is right");
    // Taking the least at A gives 5 as well; it would also give other windows.
    assert_eq!(rules("[5, inf]", "5"), [""; 0]);
    let altered = tree("[-inf, 5]", "7").replace("7, 8", "7, 9");
    assert_eq!(wrong_rules(&tree("", "_"), &altered), [""; 0]);
}

#[test]
fn a_wrong_mark_is_said_to_come_from_the_other_rule_at_equality_only() {
    let tree = |cut: &str, [eight, nine]: [&str; 2]| {
        let nodes = format!("min B {{ 5, 3 }} min C {{ 3, 8 {eight} }} min D {{ 2, 9 {nine} }}");
        format!("tree {{ cut alpha {cut} beta max A {{ {nodes} }} ask pruned expect value = 3 worth 1 }}")
    };
    let rules = |cut: &str, marks| wrong_rules(&tree(cut, ["", ""]), &tree(cut, marks));
    let rule =
        "is what comes out under a wrong rule: when α = β, the search does the opposite of what this exercise says";
    assert_eq!(rules(">=", ["", "pruned"]), [format!("no mark here {rule}")]);
    assert_eq!(rules(">", ["pruned", "pruned"]), [format!("this mark {rule}")]);
    assert_eq!(rules(">=", ["pruned", ""]), [""; 0]);
}

#[test]
fn no_wrong_rule_is_mentioned_twice_or_under_less_than_full_feedback() {
    let [exercise, submission] = example("misconception");
    assert_eq!(wrong_rules(&exercise, &submission), [""; 0], "it is named for the whole sheet");
    let tree = |window: &str| format!("tree {{ max A {{ min B {{ 5, 6 }} min E {window} {{ 7, 8 }} }} ask windows }}");
    let graded = graded(&tree(""), &tree("[-inf, 5]"), Fraction::ONE);
    let is_said = |feedback| to_text(&graded, feedback).contains("wrong rule");
    assert!(is_said(Feedback::Full) && !is_said(Feedback::Hints) && !is_said(Feedback::Score));
}
