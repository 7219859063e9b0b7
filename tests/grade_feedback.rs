//! What feedback says: the reasons for wrong answers, hints, and the marks in words.

mod graded;

use gametree::grade::{Credit, Exercise, Feedback, PrunedUnit, Rubric, to_text};
use gametree::model::Defaults;
use gametree::number::Fraction;
use graded::{example, graded, told, total_of};

#[test]
fn feedback_reads_well() {
    for name in ["one-slip", "misconception", "altered"] {
        let [exercise, submission] = example(name);
        let graded = graded(&exercise, &submission, Fraction::ONE);
        let text = format!("{}\n{}", total_of(&graded), to_text(&graded, Feedback::Full));
        insta::with_settings!({ snapshot_path => "homework", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, text);
        });
    }
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
    let expected = "1 is the number of cutoffs, if stops after the last child are counted, too";
    assert_eq!(reason(&text("_"), &text("1"))[1], expected);
}

/// What the reasons for wrong answers say about wrong rules.
fn wrong_rules(exercise: &str, submission: &str) -> Vec<String> {
    let graded = graded(exercise, submission, Fraction::ONE);
    let items = graded.trees.iter().flat_map(|tree| &tree.questions).flat_map(|question| &question.items);
    let reasons = items.flat_map(|item| &item.reason);
    reasons.filter(|reason| reason.starts_with("a wrong rule would ")).cloned().collect()
}

#[test]
fn a_wrong_number_or_window_is_said_to_come_from_the_only_wrong_rule_that_gives_it() {
    let tree = |window: &str, value: &str| {
        let search = format!("max A {{ min B {{ 5, 6 }} min E {window} {{ 7, 8 }} }}");
        format!("tree {{ {search} expect value = {value} worth 1 ask windows }}")
    };
    let rules = |window: &str, value: &str| wrong_rules(&tree("", "_"), &tree(window, value));
    let exchanged = "a wrong rule would give `[-inf, 5]`: MAX lowers β and MIN raises α";
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
    let told = |mark| {
        let rule = "when α = β, the search does the opposite of what this exercise says";
        format!("a wrong rule would put {mark}: {rule}")
    };
    assert_eq!(rules(">=", ["", "pruned"]), [told("no mark here")]);
    assert_eq!(rules(">", ["pruned", "pruned"]), [told("this mark here")]);
    assert_eq!(rules(">=", ["pruned", ""]), [""; 0]);
    // How to do it right depends on the rule of the exercise.
    let put_right = |cut: &str, marks| reason(&tree(cut, ["", ""]), &tree(cut, marks)).pop().unwrap();
    let courses = "Courses differ in this, so check the rules of this exercise. The search of a node stops as soon as";
    assert_eq!(put_right(">=", ["", "pruned"]), format!("{courses} α ≥ β."));
    assert_eq!(put_right(">", ["pruned", "pruned"]), format!("{courses} α > β, not at α = β."));
}

#[test]
fn marks_that_a_slip_of_syntax_may_hide_are_no_mistakes() {
    let tree = |marks: [&str; 2]| {
        let [first, second] = marks;
        format!("tree {{ max A {{ min B {{ 3, 5 }} min C {{ 2, 8 {first} }} min D {{ 1, 9 {second} }} }} ask pruned }}")
    };
    let exercise = tree(["", ""]);
    let careless = told(&exercise, &tree(["pruned", ""]), Feedback::Full);
    assert!(careless.contains("✗ D #2 (the leaf 9): `pruned` is missing"), "{careless}");
    let misread = graded(&exercise, &tree(["pruned", "prunde"]), Fraction::ONE);
    assert_eq!(misread.mistakes, 0);
    let told = to_text(&misread, Feedback::Full);
    assert!(told.contains("○ D #2 (the leaf 9): no readable `pruned`"), "{told}");
}

#[test]
fn a_static_evaluation_is_named_as_what_the_search_takes() {
    let exercise = "tree { depth 1 max A = _ worth 1 { min B eval 6 { 9, 2 } 4 } }";
    let reason = reason(exercise, &exercise.replace("_", "4"));
    let expected = "at `min B`: the search stops at this child and takes its static evaluation, 6: the greatest";
    assert_eq!(reason, ["A is worth 6, not 4", expected], "nobody knows whether the student took the least");
}

#[test]
fn an_answer_that_follows_trivially_says_why_it_gets_no_marks() {
    // With two equal values below it, A is no longer a decision.
    let exercise = "tree { max A = _ worth 2 { min B = _ worth 1 { 3, 5 } min C { 7, 8 } } }";
    let submission = exercise.replace("min B = _", "min B = 7").replace("max A = _", "max A = 7");
    assert_eq!(
        told(exercise, &submission, Feedback::Full).matches("left nothing to work out").count(),
        0,
        "7 is right"
    );
    let exercise = exercise.replace("min C { 7, 8 }", "min C = _ worth 1 { 7, 8 }");
    let submission =
        exercise.replace("min B = _", "min B = 3").replace("min C = _", "min C = 3").replace("max A = _", "max A = 3");
    let graded = graded(&exercise, &submission, Fraction::ONE);
    let credits = graded.trees[0].questions.iter().map(|question| question.items[0].credit).collect::<Vec<_>>();
    assert_eq!(credits, [Credit::Trivial, Credit::Right, Credit::Wrong]);
    assert_eq!(total_of(&graded), "1 of 4 marks, 1 mistake");
    for feedback in [Feedback::Full, Feedback::Hints] {
        assert_eq!(to_text(&graded, feedback).matches("left nothing to work out").count(), 1);
    }
}

#[test]
fn a_window_at_a_node_that_only_the_students_own_search_enters_follows() {
    let exercise = "tree { max A { min B = _ worth 1 { 3, 5 } min C { 2, max D { 7, 8 } } } ask windows }";
    let submission = exercise
        .replace("min B = _", "min B [-inf, inf] = 1")
        .replace("max A", "max A [-inf, inf]")
        .replace("min C", "min C [1, inf]")
        .replace("max D", "max D [1, 2]");
    let told = told(exercise, &submission, Feedback::Full);
    assert!(told.contains("follows correctly from your value of B: windows of C and D"), "{told}");
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

#[test]
fn a_bound_is_no_answer_to_a_question_about_a_value() {
    let exercise = "tree { max A { min { 3, 5 } min C { 2, 1 } } ask values worth 3 }";
    for asks in ["ask values", ""] {
        let submission = format!("tree {{ max A {{ min {{ 3, 5 }} min C = 2 {{ 2, 1 }} }} {asks} }}");
        let told = told(exercise, &submission, Feedback::Full);
        assert!(told.contains("the question asks for the minimax value") && !told.contains("<="), "{told}");
    }
}

/// A tree with windows, marks and returns to ask about, and with its key.
const NESTED: &str = "tree \"nested\" { reveal answers max A [-inf, inf] {
    b: min B [-inf, inf] { max E [-inf, inf] { 2, 3 } max F [-inf, 3] { 8, 5 pruned } }
    c: min C [3, inf] { max G [3, inf] { 7, 6 } max H [3, 7] { 9, 1 pruned } }
    d: min D [7, inf] { max I [7, inf] { 5, 2 } max J pruned { 8, 4 } max K pruned { 10, 3 } }
} expect leaves = 8 worth 1 ask windows worth 9 ask pruned worth 4 }";

/// The submissions that lack so many of these answers, and are otherwise the key.
fn lacking(key: &str, answers: &[&str], count: usize) -> Vec<String> {
    let Some((first, rest)) = answers.split_first() else { return Vec::from_iter((count == 0).then(|| key.into())) };
    let mut all = lacking(key, rest, count);
    if count > 0 {
        let node = &first[..first.rfind([' ']).unwrap()];
        assert_eq!(key.matches(first).count(), 1, "{first}");
        all.extend(lacking(&key.replace(first, node), rest, count - 1));
    }
    all
}

#[test]
fn hints_do_not_depend_on_which_answers_are_missing_but_on_how_many() {
    let windows = NESTED.replace(", inf]", ",inf]").replace(", 3]", ",3]").replace(", 7]", ",7]");
    let nodes = ["A [-inf,inf]", "B [-inf,inf]", "E [-inf,inf]", "F [-inf,3]", "C [3,inf]", "G [3,inf]", "H [3,7]"];
    let marks = ["5 pruned", "1 pruned", "max J pruned", "max K pruned"];
    let returns = "tree { max A =3 { min B =3 { 3, 5 } min C <=2 { 2, 8 } min D <=1 { 1, 7 } } ask returns worth 4 }";
    let returned = ["B =3", "C <=2", "D <=1"];
    for (key, answers) in [(windows.as_str(), &nodes[..]), (&windows, &marks), (returns, &returned)] {
        for count in 1..=3 {
            let mut hints: Vec<String> =
                lacking(key, answers, count).iter().map(|it| told(key, it, Feedback::Hints)).collect();
            let all = hints.len();
            hints.dedup();
            assert!(all > 0 && hints.len() == 1, "{all} submissions without {count} answers:\n{}", hints.join("\n"));
            let full = lacking(key, answers, count);
            assert!(full.iter().any(|it| told(key, it, Feedback::Full) != hints[0]));
        }
    }
}

#[test]
fn hints_name_what_is_written_and_count_what_is_missing() {
    let written = NESTED.replace("H [3, 7]", "H").replace("G [3, inf]", "G").replace("5 pruned", "5");
    let written = written.replace("max I [7, inf]", "max I [7, 8] pruned").replace("min C [3, inf]", "min C [inf, 3]");
    insta::assert_snapshot!(told(NESTED, &written, Feedback::Hints).trim_start(), @"
    nested
      ask windows: 5 of 9
      ask pruned: 2 of 4
      ✗ C: window: `[inf, 3]`
          α comes first, and is never greater than β on entry
      ✗ I: window: `[7, 8]`
      ✗ I: `pruned` is wrong
      ✗ 1 `pruned` mark is missing
      ○ 2 windows are missing
      ✓ right: 9 answers
    ");
}

#[test]
fn hints_do_not_name_the_leaves_below_a_mark() {
    let covered = NESTED.replace("min D [7, inf]", "min D [7, inf] pruned");
    let rubric = Rubric { pruned: PrunedUnit::Leaves, ..Rubric::default() };
    let graded = Exercise::new(NESTED, &Defaults::default()).grade(&covered, &rubric).unwrap();
    let [full, hints] = [Feedback::Full, Feedback::Hints].map(|feedback| to_text(&graded, feedback));
    assert!(full.contains("✗ I #1 (the leaf 5): `pruned` at a node above is wrong"), "{full}");
    assert!(
        hints.contains("✗ 2 leaves are wrongly covered by a `pruned` mark above") && !hints.contains(" I"),
        "{hints}"
    );
}

#[test]
fn a_missing_mark_has_the_reason_of_its_cutoff() {
    let without_marks = NESTED.replace(" pruned {", " {").replace("5 pruned", "5").replace("1 pruned", "1");
    let some = NESTED.replace("J pruned", "J").replace("K pruned", "K");
    insta::assert_snapshot!(told(NESTED, &without_marks, Feedback::Full).trim_start(), @"
    nested
      ask windows: 9 of 9
      ask pruned: 0 of 4
      ○ F #2 (the leaf 5): `pruned` is missing
          at `8`: after this 8, F is worth at least 8: a β-cutoff, since 8 ≥ 3
          at `max E`: MIN already has 3 from here: β = 3
      ○ H #2 (the leaf 1): `pruned` is missing
          at `9`: after this 9, H is worth at least 9: a β-cutoff, since 9 ≥ 7
          at `max G`: MIN already has 7 from here: β = 7
      ○ J and K: `pruned` is missing
          at `max I`: after this, which returned 5, D is worth at most 5: an α-cutoff, since 5 ≤ 7
          at `min C`: MAX already has 7 from here: α = 7
      ✓ right: 10 answers
    ");
    assert!(
        told(NESTED, &some, Feedback::Full).contains("✗ J and K: `pruned` is missing\n      at `max I`: after this")
    );
}

#[test]
fn the_first_mistake_comes_first() {
    let order = |exercise: &str, submission: &str| {
        let told = told(exercise, submission, Feedback::Hints);
        let wrong = told.lines().filter_map(|line| line.trim_start().strip_prefix("✗ "));
        wrong.map(|line| line.split_once(": `").unwrap().0.to_string()).collect::<Vec<_>>()
    };
    let exercise = |rules: &str| {
        format!(
            "{rules} tree {{ max A = _ {{ min B = _ {{ 3, 5 }} min C [_, _] = _ {{ 2, 8 }} }} \
             expect leaves = _ ask pruned }}"
        )
    };
    let wrong = "tree { max A = 9 { min B = 9 { 3 pruned, 5 } min C [1, 9] = 9 { 2, 8 } } expect leaves = 9 }";
    let ascending = ["B #1 (the leaf 3)", "B: value", "C: window", "C: value", "A: value", "leaves"];
    assert_eq!(order(&exercise(""), wrong), ascending);
    let from_the_right = order(&exercise("order right-to-left"), &format!("order right-to-left {wrong}"));
    assert_eq!(from_the_right, ["C: window", "C: value", "B: value", "A: value", "leaves"]);
}

#[test]
fn the_marks_of_a_question_are_printed_once() {
    let exercise = "tree { max A = _ worth 2 { min B { 3, 5 } min C { 2, 8 } min D { 7, 9 } } ask windows worth 3 }";
    let submission = exercise.replace("= _", "= 1").replace("B {", "B [1, 2] {").replace("C {", "C [1, 2] {");
    for feedback in [Feedback::Full, Feedback::Hints] {
        let told = told(exercise, &submission, feedback);
        assert_eq!(told.matches("0 of 3").count(), 1, "{told}");
        assert!(told.contains("\n  ask windows: 0 of 3\n") && told.matches("(0 of 2)").count() == 1, "{told}");
    }
}

#[test]
fn marks_are_decimals_and_the_exact_fraction_follows_if_they_are_not() {
    let exercise =
        "tree { max A { min B { 3, 5 } min C { 4, 8 } } ask values worth 4 ask plays worth 1/2 allow no-cutoff }";
    let submission = exercise.replace("A {", "A = 4 {");
    let graded = graded(exercise, &submission, Fraction::ONE);
    assert_eq!(total_of(&graded), "1.33 (4/3) of 4.5 marks, 0 mistakes");
    assert!(to_text(&graded, Feedback::Score).contains("ask values: 1.33 (4/3) of 4\n  ask plays: 0 of 0.5\n"));
}

#[test]
fn what_follows_says_what_share_of_the_marks_it_gets_if_not_all() {
    let [exercise, submission] = example("one-slip");
    let told = |share: Option<Fraction>| to_text(&graded(&exercise, &submission, share.unwrap()), Feedback::Full);
    assert!(told(Fraction::new(1, 1)).contains("↪ follows correctly from your value of C: "));
    assert!(told(Fraction::new(1, 2)).contains("↪ follows correctly from your value of C, for 0.5 of the marks: "));
    assert!(told(Fraction::new(1, 3)).contains("for 0.33 (1/3) of the marks: "));
    assert!(told(Fraction::new(0, 1)).contains("for 0 marks: "));
}

#[test]
fn the_answers_to_an_altered_tree_are_also_marked_on_the_students_own() {
    let tree = |middle: &str, answers: &str| {
        format!(
            "tree {{ max A{answers} {{ min B {{ 3, 5 }} {middle} }} expect leaves = {{}} worth 1 ask pruned worth 2 }}"
        )
    };
    let exercise = tree("min C { 2, 8 }", " = _ worth 3").replace("{}", "_");
    let on_own_tree = |middle: &str, value: &str, leaves: &str| {
        let submission = tree(middle, &format!(" = {value}")).replace("{}", leaves);
        graded(&exercise, &submission, Fraction::ONE).trees[0].on_own_tree.map(|marks| marks.to_string())
    };
    let of = |marks: &str| Some(marks.to_string());
    assert_eq!(on_own_tree("min C { 2, 8 pruned }", "3", "3"), None, "it was not altered");
    assert_eq!(on_own_tree("min C { 4, 8 }", "4", "4"), of("6"));
    assert_eq!(on_own_tree("min C { 4, 8 }", "3", "4"), of("3"), "the value is wrong there");
    assert_eq!(on_own_tree("min C { 1, 2, 8 pruned }", "3", "3"), of("5"), "one of two marks is missing");
    assert_eq!(on_own_tree("", "3", "2"), of("6"), "a missing part is not asked about");
    assert_eq!(on_own_tree("min C { ?x, 8 }", "3", "3"), None);
    let told = |feedback| {
        let submission = tree("min C { 4, 8 }", " = 4").replace("{}", "4");
        to_text(&graded(&exercise, &submission, Fraction::ONE), feedback)
    };
    let where_graded = "! the answers are graded on the original tree";
    assert!(told(Feedback::Full).contains(&format!("{where_graded}; on the changed one they would get 6 of 6\n")));
    assert!(told(Feedback::Hints).contains(&format!("{where_graded}\n")));
}

#[test]
fn feedback_says_what_could_not_be_read_and_what_to_do() {
    let exercise = "tree { depth 2 max A = _ worth 1 plays _ worth 1 { b: min B { 3, 5 } c: min C { 2, 8 } } }";
    let misspelt = exercise.replace("plays _", "play b").replace("= _", "= 3");
    insta::assert_snapshot!(told(exercise, &misspelt, Feedback::Full).trim_start(), @"
    tree 1
      ○ no readable answer: value of A (0 of 1); best move at A (0 of 1)
      ! line 1: `play` is not a claim (E0108)
          did you mean `plays`?
    ");
    // The settings of a tree without its last brace are not read, so feedback does not say that they differ.
    let open = exercise.replace("2, 8 } } }", "2, 8 }").replace("= _", "= 3");
    insta::assert_snapshot!(told(exercise, &open, Feedback::Hints).trim_start(), @"
    tree 1
      ○ no readable answer: best move at A (0 of 1)
      ✓ right: 1 answer
      ! line 1: this brace is never closed (E0106)
          see the examples in `gametree explain E0106`
    ");
}

/// The lines of the full feedback that contain `about`.
fn lines_about(exercise: &str, submission: &str, about: &str) -> Vec<String> {
    let told = told(exercise, submission, Feedback::Full);
    told.lines().map(str::trim).filter(|line| line.contains(about)).map(str::to_string).collect()
}

#[test]
fn of_several_answers_the_wrong_one_is_quoted() {
    let exercise = "tree { max A plays _ worth 1 { a: 5, b: 2 } ask returns worth 1 }";
    let submission = "tree { max A plays a plays b = 5 { a: 5, b: 2 } ask returns }";
    let expected = ["✗ A: move: `b`; the right answer is `a` (0 of 1)", "b is not a best move at A"];
    assert_eq!(lines_about(exercise, submission, "b")[..2], expected);
}

#[test]
fn nodes_that_a_slip_of_syntax_hides_were_not_altered() {
    let exercise = "tree { max A { min B { 3, 5 } min C { 2, 8 } } ask values worth 3 }";
    let submission = exercise.replace("5 }", "5");
    assert_eq!(lines_about(exercise, &submission, "was changed"), [""; 0]);
    assert_eq!(lines_about(exercise, &submission, "never closed").len(), 1);
}

#[test]
fn a_reason_says_which_of_several_unnamed_nodes_it_is_about() {
    let exercise = "tree { max { min { 3, 5 } { 4, 8 } min { 6, 7 } } ask windows worth 3 ask values worth 3 }";
    let submission = exercise.replace("min { 6", "min [3, inf] = 6 { 6");
    let reason = ["at root #2: α = 4 comes from here", "at root #3: MAX takes this child, worth 6: the greatest"];
    for line in reason {
        let found = lines_about(exercise, &submission.replace("max {", "max = 5 {"), line);
        assert_eq!(found, [line]);
    }
}
