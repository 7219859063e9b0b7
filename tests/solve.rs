//! Unknown leaves solved for: what it takes, counted in visits of nodes, not in time; and what the command prints.

#![cfg(feature = "cli")]

mod folder;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use folder::Folder;
use gametree::claim::Claims;
use gametree::interrupt::{Interrupt, Interrupted};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::search::{SolveError, SymbolicError};
use gametree::solve::{Solution, Unknowns, solve};
use gametree::syntax::parse;

const LEAVES: usize = 100_000;
/// How often each node of a tree may be visited on the average, where ten values of the unknown matter.
const MOST_VISITS: u64 = 20;

/// Runs `work` on the first tree of a text.
fn on_first_tree<T>(text: &str, work: impl FnOnce(&ResolvedTree<'_>, &Unknowns) -> T) -> T {
    let (file, mut mistakes) = parse(text, 1);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut mistakes);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut mistakes);
    assert_eq!(mistakes.tally().total(), 0, "{mistakes:?}");
    work(&game, &Unknowns::of(&game))
}

/// Solves for the first unknown of a text with one tree; returns its set as text, the solution, and the number of
/// nodes.
fn solved(text: &str) -> (String, Solution, u64) {
    on_first_tree(text, |game, unknowns| {
        let first = unknowns.all().next().expect("a leaf is unknown");
        let solution = solve(&Claims::of(game), &game.settings, unknowns).expect("few values matter");
        let set = solution.written(&solution.set(first));
        (set, solution, game.nodes().len() as u64)
    })
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

/// A tree whose search goes a different way for each of many values of x, and whose last node is large.
fn many_ways(ways: usize, leaves: usize) -> String {
    let nodes: String = (0..ways).map(|value| format!("{{ ?x {value} }} ")).collect();
    format!("tree {{ max {{ {nodes} {{ -1 {} }} }} expect leaves = 7 }}", "1 ".repeat(leaves))
}

#[test]
fn a_search_that_goes_too_many_ways_is_given_up() {
    let text = many_ways(200, 1_000_000);
    let (refused, visits) = on_first_tree(&text, |game, unknowns| {
        let outcome = solve(&Claims::of(game), &game.settings, unknowns);
        (outcome.as_ref().err().copied(), outcome.map_or(0, |solution| solution.visits))
    });
    assert_eq!((refused, visits), (Some(SolveError::SymbolicError(SymbolicError::TooManyWays)), 0));
    let folder = Folder::new("solve-ways", &[("ways.tree", &text)]);
    let run = folder.run(&["solve", "ways.tree"]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("not solved: the search can go too many different ways"), "{}", run.out);
}

#[test]
fn solving_ends_where_nobody_waits_for_it() {
    let text = many_ways(3000, 100);
    let interrupt = Interrupt::default();
    let visited = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            while !visited.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            interrupt.raise();
        });
        on_first_tree(&text, |game, unknowns| {
            interrupt.guard(|| {
                visited.store(true, Ordering::Relaxed);
                // Each call gives up because of too much work, unless it is interrupted first.
                loop {
                    assert!(solve(&Claims::of(game), &game.settings, unknowns).is_err());
                }
            })
        })
    });
    assert_eq!(outcome, Err::<(), _>(Interrupted));
}

const MISSION: &str = "\
tree \"mission\" { min A { ?x, max B { 5 visited, 7 visited, ... pruned } } }
tree \"no unknown\" { max { 3, 5 } }
tree \"two\" { chance A = 5 { ?x, ?y } }
tree \"blank\" { max A = 5 { ?x, _ } }
tree \"without a name\" { max A = 5 { ?, a: ?, 5 } }
";

#[test]
fn the_command_prints_every_set_and_why_not_more() {
    let folder = Folder::new("solve", &[("mission.tree", MISSION)]);
    let mission = folder.run(&["solve", "mission.tree", "--tree", "mission"]);
    assert_eq!(mission.status, Some(0), "{}", mission.err);
    let shown = "\
mission  (mission.tree:1)
  x in (5, 7]
    not (-inf, 5]: if x is 5, `visited` fails: the leaf 7 is never visited
    not (7, inf): if x is 8, `pruned` fails: `...` is not pruned: the search visits it

";
    assert_eq!(mission.out, shown);
    let strict = folder.run(&["solve", "mission.tree", "--tree", "mission", "--cut", ">"]);
    assert!(strict.out.contains("\n  x in [5, 7)\n"), "{}", strict.out);
    let nothing = folder.run(&["solve", "mission.tree", "--tree", "no unknown"]);
    assert_eq!((nothing.status, nothing.out.as_str()), (Some(0), "no tree has an unknown leaf\n"));
    let all = folder.run(&["solve", "mission.tree", "--reveal"]);
    assert_eq!(all.status, Some(1), "two trees are not solved");
    for line in [
        "  not solved: a sum at a chance node depends on several unknown leaves\n",
        "  not solved: a blank leaf waits for its value\n",
        "  the leaf ? in nothing\n    if ",
        "  a in nothing\n    if ",
    ] {
        assert!(all.out.contains(line), "{line} in {}", all.out);
    }
    assert_eq!(folder.run(&["solve", "mission.tree", "--tree", "misson"]).status, Some(2));
}

#[test]
fn eval_names_the_sets() {
    let folder = Folder::new("solved", &[("mission.tree", MISSION)]);
    let text = folder.run(&["eval", "mission.tree", "--tree", "mission"]).out;
    assert!(text.contains("\n  claims  hold for x in (5, 7]\n"), "{text}");
    let json = folder.run(&["eval", "mission.tree", "--reveal", "--format", "json"]).json();
    let unknowns = |place: usize| json[0]["trees"][place]["unknowns"].to_string();
    assert_eq!(unknowns(0), r#"{"x":"(5, 7]"}"#);
    assert_eq!(unknowns(1), "{}");
    assert_eq!(unknowns(2), r#"{"x":null,"y":null}"#);
    assert_eq!(unknowns(3), r#"{"x":null}"#);
    assert_eq!(unknowns(4), "{}", "what has no name is not listed");
}
