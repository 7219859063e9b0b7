//! Every run of bytes is a tree with its settings, whose search is compared with the plain reference of
//! `tests/properties`.

#![no_main]

#[path = "../../../tests/properties/agreement.rs"]
mod agreement;
mod choices;
#[path = "../../../tests/properties/critical.rs"]
mod critical;
mod decode;
#[path = "../../../tests/properties/exercise.rs"]
mod exercise;
#[path = "../../../tests/properties/proof.rs"]
mod proof;
#[path = "../../../tests/properties/reference.rs"]
mod reference;
#[path = "../../../tests/properties/tree.rs"]
mod tree;

use libfuzzer_sys::fuzz_target;
use proptest::test_runner::TestCaseResult;

use agreement::{
    agree, best_order_attains_the_fewest, counting_agrees, full_window_finds_the_value, returns_bound_values,
};
use exercise::Exercise;
use proof::unreachable_findings_are_proved;
use reference::Rules;

/// Up to how many leaves a tree is searched in every order.
const MOST_LEAVES_TO_ORDER: usize = 5;

fuzz_target!(|exercise: Exercise| {
    if let Err(disagreement) = compare(exercise) {
        panic!("{disagreement}");
    }
});

fn compare(exercise: Exercise) -> TestCaseResult {
    exercise.read(|game, search| {
        agree(search, &exercise)?;
        counting_agrees(game, search)?;
        returns_bound_values(search, &exercise)
    })?;
    unreachable_findings_are_proved(&exercise)?;
    let leaves = exercise.seen().pre_order().into_iter().flatten().filter(|tree| tree.is_leaf()).count();
    if leaves <= MOST_LEAVES_TO_ORDER {
        best_order_attains_the_fewest(&usual(&exercise))?;
    }
    full_window_finds_the_value(exercise)
}

/// The exercise with nothing set but a depth limit and, where there is no chance, a range: what the best order is about.
fn usual(exercise: &Exercise) -> Exercise {
    let range = exercise.rules.range.filter(|_| !exercise.tree.has_chance());
    let rules = Rules { range, depth: exercise.rules.depth, ..Rules::DEFAULT };
    Exercise { tree: exercise.tree.clone(), rules, ..*exercise }
}
