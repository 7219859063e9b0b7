//! The search agrees with its definition: thousands of random trees, searched by the crate and by a plain recursive
//! reference, compared node by node.

use proptest::prelude::*;

use crate::agreement::{
    agree, best_order_attains_the_fewest, counting_agrees, full_window_finds_the_value, returns_bound_values,
};
use crate::conventions::{self, other_rules_are_told_exactly};
use crate::exercise::Exercise;
use crate::proof::unreachable_findings_are_proved;
use crate::random::{
    Chance, all_exercises, everyday_number, exercises, few_numbers, fine_number, long_number, small_exercises,
};
use crate::reference::Rules;
use crate::unknowns::{choices, counting_agrees_with_unknowns, one_unknown_is_exact, two_unknowns_are_exact};

/// A case that fails is shown as the text of a file, which can become a fixture: no seeds are kept.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The exercise without a depth limit, which hides claims.
fn without_limits(exercise: Exercise) -> Exercise {
    let rules = Rules { depth: None, ..exercise.rules };
    exercise.under(rules)
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn the_search_agrees_with_the_reference(exercise in all_exercises()) {
        exercise.searched(|search| agree(search, &exercise))?;
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn every_unreachable_finding_is_proved(exercise in all_exercises()) {
        unreachable_findings_are_proved(&exercise)?;
    }

    #[test]
    fn other_rules_are_told_where_they_make_claims_hold(
        exercise in exercises(few_numbers(), Chance::Never).prop_map(without_limits),
        choices in conventions::choices(),
    ) {
        other_rules_are_told_exactly(&exercise, &choices)?;
    }

    #[test]
    fn a_search_that_counts_finds_the_same(exercise in all_exercises(), choices in choices()) {
        exercise.read(counting_agrees)?;
        counting_agrees_with_unknowns(&exercise, &choices)?;
    }

    #[test]
    fn a_return_bounds_the_value(exercise in all_exercises()) {
        exercise.searched(|search| returns_bound_values(search, &exercise))?;
    }

    #[test]
    fn the_full_window_finds_the_value_with_no_fewer_leaves(exercise in all_exercises()) {
        full_window_finds_the_value(exercise)?;
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn the_best_order_attains_the_fewest_leaves(exercise in small_exercises(everyday_number())) {
        best_order_attains_the_fewest(&exercise)?;
    }

    #[test]
    fn fine_fractions_are_exact(exercise in exercises(fine_number(), Chance::Never)) {
        exercise.searched(|search| agree(search, &exercise))?;
    }

    #[test]
    fn long_numbers_are_exact(exercise in exercises(long_number(), Chance::Never)) {
        exercise.searched(|search| agree(search, &exercise))?;
    }
}

proptest! {
    #![proptest_config(cases(5_000))]

    #[test]
    fn one_unknown_is_solved_exactly(exercise in all_exercises(), choices in choices()) {
        one_unknown_is_exact(&exercise, &choices)?;
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn two_unknowns_are_solved_exactly(exercise in exercises(few_numbers(), Chance::Sometimes), choices in choices()) {
        two_unknowns_are_exact(&exercise, &choices)?;
    }
}
