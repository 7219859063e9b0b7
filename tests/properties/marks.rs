//! Marks: a right sheet has full marks, and marks never leave their bounds, whatever the answers are.

use gametree::grade::{Credit, Exercise as Homework, Graded, key};
use gametree::grade::{PrunedRule, PrunedUnit, Rubric};
use gametree::model::Defaults;
use gametree::number::Fraction;
use gametree::syntax::{Token, tokens};
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};

use crate::exercise::Exercise;
use crate::random::all_exercises;

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_right_sheet_has_full_marks(exercise in all_exercises(), questions in questions()) {
        let Some((exercise, sheet)) = homework(&exercise, &questions) else { return Ok(()) };
        let graded = grade(&exercise, &sheet, Rubric::default());
        prop_assert_eq!((graded.marks, graded.mistakes), (graded.worth, 0), "{}\n{:?}", sheet, graded);
        prop_assert!(credits(&graded).all(|credit| credit == Credit::Right), "{}", sheet);
    }

    #[test]
    fn a_right_sheet_for_an_altered_tree_has_full_marks_on_that_tree(
        exercise in all_exercises(), questions in questions(), slips in slips()
    ) {
        let Some((asked, _)) = homework(&exercise, &questions) else { return Ok(()) };
        let Ok(key) = key(&with_slips(&asked, &slips), &Defaults::default(), None) else { return Ok(()) };
        let graded = grade(&asked, &key.text, Rubric::default());
        let changes_settings = |alteration: &String| alteration.ends_with(" is different here");
        for tree in graded.trees.iter().filter(|tree| key.unanswered.is_empty() && !tree.alterations.iter().any(changes_settings)) {
            if let Some(marks) = tree.on_own_tree {
                let worth = tree.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.worth));
                prop_assert_eq!(marks, worth.unwrap(), "{}\n{}", asked, key.text);
            }
        }
    }

    #[test]
    fn marks_stay_in_their_bounds(exercise in all_exercises(), questions in questions(), slips in slips(), rubric in rubrics()) {
        let Some((exercise, sheet)) = homework(&exercise, &questions) else { return Ok(()) };
        keep_their_bounds(&exercise, &with_slips(&sheet, &slips), rubric)?;
    }
}

/// The properties above would hold of nothing at all.
#[test]
fn enough_exercises_have_a_whole_key() {
    let mut runner = TestRunner::deterministic();
    let (mut whole, mut on_own_tree) = (0, 0);
    for _ in 0..500 {
        let exercise = all_exercises().new_tree(&mut runner).unwrap().current();
        let questions = questions().new_tree(&mut runner).unwrap().current();
        let slips = slips().new_tree(&mut runner).unwrap().current();
        let Some((exercise, sheet)) = homework(&exercise, &questions) else { continue };
        whole += 1;
        let graded = grade(&exercise, &with_slips(&sheet, &slips), Rubric::default());
        on_own_tree += usize::from(graded.trees.iter().any(|tree| tree.on_own_tree.is_some()));
    }
    assert!(whole > 150 && on_own_tree > 50, "{whole} and {on_own_tree} of 500");
}

/// Every share of follow-through gives at least as much as a smaller one, and no question gives more than it is worth.
fn keep_their_bounds(exercise: &str, sheet: &str, rubric: Rubric) -> TestCaseResult {
    let half = Fraction::new(1, 2).unwrap();
    let mut before = Fraction::ZERO;
    for follow_through in [Fraction::ZERO, half, Fraction::ONE] {
        let graded = grade(exercise, sheet, Rubric { follow_through, ..rubric });
        prop_assert!(before <= graded.marks, "{sheet}");
        before = graded.marks;
        for question in graded.trees.iter().flat_map(|tree| &tree.questions) {
            prop_assert!(Fraction::ZERO <= question.marks && question.marks <= question.worth, "{sheet}\n{question:?}");
        }
    }
    Ok(())
}

/// Changes to numbers: which, and by how much.
fn slips() -> impl Strategy<Value = Vec<(Index, i64)>> {
    proptest::collection::vec((any::<Index>(), -3_i64..4), 0..5)
}

fn rubrics() -> impl Strategy<Value = Rubric> {
    (any::<bool>(), any::<bool>()).prop_map(|(leaves, exact)| Rubric {
        pruned: if leaves { PrunedUnit::Leaves } else { PrunedUnit::Branches },
        pruned_rule: if exact { PrunedRule::Exact } else { PrunedRule::Net },
        ..Rubric::default()
    })
}

/// What can be asked of a tree. `ask values` and `ask returns` exclude each other.
const QUESTIONS: [&str; 14] = [
    "expect value = _ worth 2",
    "expect value ~ _",
    "expect leaves = _",
    "expect nodes = _",
    "expect cutoffs = _",
    "expect pruned = _",
    "expect branches = _",
    "expect fewest = _",
    "expect plays _",
    "ask values worth 3",
    "ask returns worth 3",
    "ask windows worth 5",
    "ask plays",
    "ask pruned worth 2",
];

/// Which of them are asked: some.
pub(crate) fn questions() -> impl Strategy<Value = Vec<&'static str>> {
    let asked = subsequence(QUESTIONS.to_vec(), 1..=QUESTIONS.len());
    asked.prop_map(|mut asked| {
        let asks_values = asked.iter().any(|question| question.starts_with("ask values"));
        asked.retain(|question| !(asks_values && question.starts_with("ask returns")));
        asked
    })
}

/// The exercise with these questions, and its sheet with all right answers; `None` if there is no such sheet.
pub(crate) fn homework(exercise: &Exercise, questions: &[&str]) -> Option<(String, String)> {
    let text = exercise.to_string();
    let asked = format!("{}{}\n}}\n", &text[..text.rfind('}')?], questions.join(" "));
    let key = key(&asked, &Defaults::default(), None).ok()?;
    // A move without a name or a bound without an exact answer cannot be written.
    key.unanswered.is_empty().then_some((asked, key.text))
}

pub(crate) fn grade(exercise: &str, sheet: &str, rubric: Rubric) -> Graded {
    Homework::new(exercise, &Defaults::default()).grade(sheet, &rubric).unwrap()
}

fn credits(graded: &Graded) -> impl Iterator<Item = Credit> {
    let questions = graded.trees.iter().flat_map(|tree| &tree.questions);
    questions.flat_map(|question| &question.items).map(|item| item.credit)
}

/// The text with some whole numbers changed: claims, ends of windows, leaves, and whatever else is a number.
fn with_slips(text: &str, slips: &[(Index, i64)]) -> String {
    let numbers: Vec<_> = tokens(text).filter(|(token, _)| *token == Token::Number).map(|(_, place)| place).collect();
    let mut changed = text.to_string();
    let mut places: Vec<_> = slips.iter().map(|(index, by)| (index.index(numbers.len().max(1)), by)).collect();
    places.sort_unstable();
    places.dedup_by_key(|(place, _)| *place);
    for (place, by) in places.into_iter().rev() {
        let Some(span) = numbers.get(place) else { continue };
        if let Ok(number) = span.of(text).parse::<i64>() {
            changed.replace_range(span.range(), &(number + by).to_string());
        }
    }
    changed
}
