//! What it takes to solve for an unknown leaf, counted: the visits of nodes, not the time.

use std::fmt::Write as _;

use gametree::diagnostic::Levels;
use gametree::model::{FileSettings, Game};
use gametree::solve::{Solution, Unknowns, solve};
use gametree::syntax::parse;

const LEAVES: usize = 100_000;
/// How often each node of a tree may be visited on the average, where ten values of the unknown matter.
const MOST_VISITS: u64 = 20;

/// Solves for the first unknown of a text with one tree: its set as text, the solution, and how many nodes there are.
fn solved(text: &str) -> (String, Solution, u64) {
    let (file, mut mistakes) = parse(text, 1);
    let settings = FileSettings::read(text, &file, &Levels::default(), &mut mistakes);
    let game = Game::new(text, &file.trees[0], &settings, &mut mistakes);
    assert_eq!(mistakes.tally().total(), 0, "{mistakes:?}");
    let unknowns = Unknowns::of(&game);
    let first = unknowns.all().next().expect("a leaf is unknown");
    let solution = solve(&game, &game.settings, &unknowns).expect("one unknown is always solved for");
    let set = solution.written(&solution.set(first));
    (set, solution, game.nodes().len() as u64)
}

/// A wide node with leaves up to 0, all of which every search evaluates; then x; then ten nodes that are each cut off
/// by another α.
fn ten_thresholds(x: &str, claims: &str) -> String {
    let mut text = String::from("tree { max A { max wide {");
    (0..LEAVES).for_each(|place| write!(text, " {}", (place % 7) as i64 - 6).unwrap());
    write!(text, " }} {x}").unwrap();
    (1..=10).for_each(|threshold| write!(text, " min {{ {}, 1000 }}", 10 * threshold).unwrap());
    write!(text, " }} {claims} }}").unwrap();
    text
}

#[test]
fn few_visits_are_needed_where_few_values_matter() {
    // With x in [50, 60) the first five are cut off, and six leaves more are skipped than at x >= 100.
    let leaves = LEAVES + 1 + 5 + 2 * 5;
    let halved = "chance { 1/2: ?x, 1/4: max { ?x, -4 }, 1/4: max { ?x, -8 } }";
    for (x, claims, set) in [
        ("?x", format!("expect leaves = {leaves}"), "[50, 60)"),
        ("?x", "expect value = 100".to_string(), "(-inf, 100]"),
        ("?x", format!("expect value = 100 expect leaves = {}", LEAVES + 21), "(-inf, 10)"),
        (halved, format!("expect leaves = {}", leaves + 4), "[50, 60)"),
        (halved, "expect value = 200".to_string(), "{200}"),
    ] {
        let (found, solution, nodes) = solved(&ten_thresholds(x, &claims));
        assert_eq!(found, set, "{x}, {claims}");
        let visits = solution.visits / nodes;
        assert!(visits <= MOST_VISITS, "{x}, {claims}: {visits} visits a node");
        // Each course of the search is a search of its own, so there is something to count.
        assert!(visits >= 11, "{x}, {claims}: {visits} visits a node");
    }
}

#[test]
fn values_that_do_not_matter_cost_nothing() {
    // Every leaf is compared with x, but in the end only the greatest matters.
    let mut text = String::from("tree { max A { ?x");
    (1..=LEAVES).for_each(|value| write!(text, " {value}").unwrap());
    write!(text, " }} expect value = {LEAVES} }}").unwrap();
    let (set, solution, nodes) = solved(&text);
    assert_eq!(set, format!("(-inf, {LEAVES}]"));
    assert!(solution.visits <= 4 * nodes, "{} visits of {nodes} nodes", solution.visits);
}
