//! The student's run and the faults, on trees that can be checked by hand.

mod files;
mod right_run;

use std::collections::BTreeSet;
use std::fmt::Write;

use gametree::grade::faults::Fault;
use gametree::grade::run::Run;
use gametree::grade::run::{Answers, Claimed, Item};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::{Bound, Cause, Search, VisitStatus, Window};
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;

/// Asks something about every tree of a text that can be searched.
fn for_each_tree(text: &str, mut question: impl FnMut(&ResolvedTree<'_>, &Search<'_>)) {
    let (file, mut findings) = parse(text, 100);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    for tree in &file.trees {
        let game = ResolvedTree::new(text, tree, &settings, &mut findings);
        if let Ok(search) = if game.has_errors { continue } else { Search::of(&game) } {
            question(&game, &search);
        }
    }
}

#[test]
fn a_run_without_answers_is_the_search_in_every_file() {
    let (mut same, mut unknown) = (0, 0);
    for path in files::below(&["examples", "tests/fixtures"], "tree") {
        for_each_tree(&files::read(&path), |game, search| {
            if search.first_unknown().is_some() {
                assert!(Run::new(game, search, &Answers::default()).is_none());
                unknown += 1;
            } else {
                right_run::is_the_search(game, search);
                same += 1;
            }
        });
    }
    assert!(same > 300 && unknown > 50, "{same} trees, and {unknown} with unknown leaves");
}

/// Every fault on a small tree, with the sheet that it fills in: the value of each node and its window, and the leaves
/// that are evaluated. All were worked out by hand from the descriptions of the faults.
const SHEETS: &[(Fault, &str, &str)] = &[
    // B is 5 for a MIN that takes the greatest. A, who takes the least, has 5, so the 7 ends C.
    (
        Fault::PlayersExchanged,
        "max A { min B { 3, 5 } min C { 7, 4 } }",
        "A=5 [-inf, inf], B=5 [-inf, inf], C=7 [-inf, 5]: 3 5 7",
    ),
    // The 3 of C is not below α = 3.
    (
        Fault::OtherEquality,
        "max A { min B { 3, 5 } min C { 3, 8 } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], C=3 [3, inf]: 3 5 3 8",
    ),
    (
        Fault::OtherEquality,
        "tree { cut alpha > beta max A { min B { 3, 5 } min C { 3, 8 } } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], C=3 [3, inf]: 3 5 3",
    ),
    (
        Fault::OtherSide,
        "max A { min B { 3, 5 } min C { 2, 8 } }",
        "A=3 [-inf, inf], B=3 [2, inf], C=2 [-inf, inf]: 8 2 5 3",
    ),
    // D does not know A's 10.
    (
        Fault::OnlyNodeAbove,
        "max A { 10, min B { 20, max C { 1, min D { 4, 2 } } } }",
        "A=10 [-inf, inf], B=2 [10, inf], C=2 [-inf, 20], D=2 [1, inf]: 10 20 1 4 2",
    ),
    (
        Fault::RootHandsNothingOn,
        "max A { min B { max D { 3, 1 } max E { 4, 6 } } min C { 2, 8 } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], D=3 [-inf, inf], E=6 [-inf, 3], C=2 [-inf, inf]: 3 1 4 2 8",
    ),
    (
        Fault::NoBounds,
        "max A { min B { max C { 1, 4 } max D { 6, 2 } } 5 }",
        "A=5 [-inf, inf], B=4 [-inf, inf], C=4 [-inf, inf], D=6 [-inf, inf]: 1 4 6 2 5",
    ),
    // The published solution: F gets [3, inf] from B, C gets [-inf, 3] from A, and C stops at 7, more than β = 3.
    (
        Fault::EndsExchanged,
        "max A { min B { max E { 2, 3 } max F { 8, 5 } } min C { max G { 7, 6 } max H { 9, 1 } }
            min D { max I { 5, 2 } max J { 8, 4 } max K { 10, 3 } } }",
        "A=7 [-inf, inf], B=3 [-inf, inf], E=3 [-inf, inf], F=8 [3, inf], C=7 [-inf, 3], G=7 [-inf, 3], H=9, \
         D=5 [-inf, 3], I=5 [-inf, 3], J=8, K=10: 2 3 8 5 7 6 5 2",
    ),
    // After the cutoff the ends of C have crossed.
    (Fault::WindowsAtEnd, "max A { min B { 3, 5 } min C { 2, 8 } }", "A=3 [3, inf], B=3 [-inf, 3], C=2 [3, 2]: 3 5 2"),
    // C is at most 2, and worth 1.
    (
        Fault::BoundForValue,
        "max A { min B { 3, 5 } min C { 2, 1 } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], C=2 [3, inf]: 3 5 2",
    ),
    // C writes 2 as its return, but 3, the end of its window, as its value, which A gets.
    (
        Fault::EndForValue,
        "max A { min B { 3, 5 } min C { 2, 1 } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], C=3 [3, inf] returns 2: 3 5 2",
    ),
    // C is MAX, and stops at 4, more than its α = 3.
    (Fault::OwnBound, "max A { 3, min B { max C { 4, 1 } 2 } }", "A=3 [-inf, inf], B=2 [3, inf], C=4 [3, inf]: 3 4 2"),
    // B stops at 9, more than α = 2. C does not stop at 1.
    (
        Fault::WrongWay,
        "max A { 2, min B { 9, 1 } min C { 1, 9 } }",
        "A=2 [-inf, inf], B=1 [2, inf], C=1 [9, inf]: 2 9 1 9",
    ),
    // The published question: -3 of C raises A's -4 to -3, and -3 ≥ -3 ends C.
    (
        Fault::Unfinished,
        "max A { min B { -4, 2 } min C { -3, -6, 0 } min D { 1, -9 } }",
        "A=-4 [-inf, inf], B=-4 [-inf, inf], C=-6 [-4, inf], D=-9 [-3, inf]: -4 2 -3 1",
    ),
    // The published question: E stops at 30, which replaces the 20 of B, and so A begins C with 30.
    (
        Fault::LastValue,
        "max A { min B { max D { 10, 20 } max E { 30, 40 } } min C { 25, 7 } }",
        "A=20 [-inf, inf], B=20 [-inf, inf], D=20 [-inf, inf], E=40 [-inf, 20], C=7 [30, inf]: 10 20 30 25",
    ),
    // β is still 3 after B, so the 3 of B ends A at once.
    (Fault::LeakingBounds, "max A { min B { 3, 5 } min C { 4, 8 } }", "A=4 [-inf, inf], B=3 [-inf, inf], C=4: 3 5"),
    // Here α = β does not end a search, so C begins with the bounds that B and A have set.
    (
        Fault::LeakingBounds,
        "tree { cut alpha > beta max A { min B { 3, 5 } min C { 4, 8 } } }",
        "A=4 [-inf, inf], B=3 [-inf, inf], C=4 [3, 3]: 3 5 4 8",
    ),
    // 5 does not improve on 3, and 2 does not improve on the 3 that B returns.
    (Fault::NoImprovement, "max A { min B { 3, 5, 1 } 2, 9 }", "A=9 [-inf, inf], B=1 [-inf, inf]: 3 5 2"),
    (Fault::EqualChances, "max A { chance B { 0.9: 2, 0.1: 8 } 4 }", "A=5 [-inf, inf], B=5 [-inf, inf]: 2 8 4"),
    (Fault::ChanceAsMin, "max A { 3, chance B { 0.5: 2, 0.5: 9 } }", "A=3 [-inf, inf], B=2 [3, inf]: 3 2"),
    // The published question: β is set to 0.5 · 2 = 1, and so the 3 ends C.
    (
        Fault::PartOfSum,
        "chance A { 0.5: max B { 2, 1 } 0.5: max C { 3, 4 } }",
        "A=3 [-inf, inf], B=2 [-inf, inf], C=4 [-inf, 1]: 2 1 3",
    ),
    (Fault::PartOfSum, "max A { 1.5, chance B { 0.5: 2, 0.5: 9 } }", "A=5.5 [-inf, inf], B=5.5 [1.5, inf]: 1.5 2"),
    (
        Fault::MinAveraged,
        "max A { min B { 3, 5 } min C { 2, 8 } }",
        "A=5 [-inf, inf], B=4 [-inf, inf], C=5 [4, inf]: 3 5 2 8",
    ),
    (
        Fault::BestLeaf,
        "max A { min B { 3, 5 } min C { 2, 8 } }",
        "A=8 [-inf, inf], B=5 [-inf, inf], C=8 [5, inf]: 3 5 2 8",
    ),
    // B is taken for a leaf although the search goes one ply deeper.
    (
        Fault::EarlyEvaluation,
        "tree { depth 2 max A { min B eval 6 { max C eval 1 { 9 } max D eval 2 { 9 } } 4 } }",
        "A=6 [-inf, inf], B=6 [-inf, inf]: 6 4",
    ),
    // A sees the 2 and the 4 below the limit, not the 6.
    (Fault::EvaluationsIgnored, "tree { depth 1 max A { min B eval 6 { 9, 2 } 4 } }", "A=4 [-inf, inf]: 9 2 4"),
    // C returns its 2 in a fail-soft search. Moved into its window, that is 3.
    (
        Fault::OtherReturns,
        "max A { min B { 3, 5 } min C { 2, 8 } }",
        "A=3 [-inf, inf], B=3 [-inf, inf], C=2 [3, inf] returns 3: 3 5 2",
    ),
    (Fault::AlphaFromZero, "max A { min B { -3, -5 } }", "A=-5 [0, inf], B=-5 [0, inf]: -3"),
];

#[test]
fn each_fault_fills_in_the_sheet_that_its_description_gives() {
    for (fault, text, expected) in SHEETS {
        for_each_tree(text, |game, search| {
            let nothing = Answers::default();
            let run = |fault: Option<Fault>| match fault {
                Some(fault) => fault.run(game, search, &nothing).unwrap(),
                None => Run::new(game, search, &nothing).unwrap(),
            };
            assert_eq!(sheet(game, &run(Some(*fault))), *expected, "{fault:?}: {text}");
            assert_ne!(sheet(game, &run(None)), *expected, "{fault:?} is right: {text}");
        });
    }
    for fault in Fault::all() {
        assert!(SHEETS.iter().any(|(other, ..)| *other == fault), "{fault:?} has no sheet");
    }
}

/// The values of the nodes, the windows of those that are entered and what these return if it is moved into the window, and
/// the leaves.
fn sheet(game: &ResolvedTree<'_>, run: &Run<'_>) -> String {
    let mut nodes: Vec<String> = Vec::new();
    for node in run.truth().visible().filter(|node| !run.truth().kind(*node).is_leaf()) {
        let mut written = format!("{}={}", game.called(node), run.value(node).unwrap().own);
        if let Some(visit) = run.visit(node) {
            let window = visit.window.own;
            write!(written, " [{}, {}]", window.alpha, window.beta).unwrap();
            let returned = visit.returned.own;
            if returned.shown != returned.passed {
                write!(written, " returns {}", returned.shown).unwrap();
            }
        }
        nodes.push(written);
    }
    let leaves: Vec<String> =
        run.visits().iter().map(|leaf| run.visit(*leaf).unwrap().returned.own.passed.to_string()).collect();
    format!("{}: {}", nodes.join(", "), leaves.join(" "))
}

#[test]
fn every_skipped_node_is_skipped_by_another() {
    let text = "tree { depth 2 max A { min B { 3, 5 } min C { 2, max D eval 1 { 8 } 9 } chance E { 0: 7, 1: 1 } } }";
    for_each_tree(text, |game, search| {
        let nothing = Answers::default();
        let run = Run::new(game, search, &nothing).unwrap();
        let c = game.find("C").unwrap();
        for node in game.nodes().all() {
            let cause = match search.status(node) {
                VisitStatus::Skipped(Cause::Cutoff) => Some(c),
                _ => None,
            };
            assert_eq!(run.skipped_by(game, node), cause, "{node:?}");
        }
    });
}

#[test]
fn a_hole_in_the_marks_is_a_mistake_and_the_rule_goes_on() {
    for_each_tree("max A { min B { 3, 5, 4 } min C { 2, 8 } }", |game, search| {
        let (b, c) = (game.find("B").unwrap(), game.find("C").unwrap());
        let children: Vec<NodeId> = search.children(b).collect();
        let mut answers = Answers::default();
        answers.read_marks(
            search,
            &BTreeSet::from([children[1], search.children(c).nth(1).unwrap()]),
            &BTreeSet::new(),
        );
        let run = Run::new(game, search, &answers).unwrap();
        let mistakes: Vec<Item> = answers.items().filter(|item| run.expects(&answers, *item) == Some(false)).collect();
        assert_eq!(mistakes, [Item::Stop(b)]);
        assert_eq!(run.visits().len(), 4, "3, 5, 4 and 2");
        // For a student who searches from the right, this is not a hole.
        answers.skips.insert(b, BTreeSet::from([children[0]]));
        let other = Fault::OtherSide.run(game, search, &answers).unwrap();
        assert_eq!(other.visit(b).unwrap().stop.map(|stop| stop.own), Some(2));
    });
}

#[test]
fn the_search_does_not_use_a_true_value_after_a_slip() {
    let text = "max A { min B { max C { 3, 5 } max D { 6, 9 } } min E { max F { 1, 2 } max G { 0, 7 } } }";
    for_each_tree(text, |game, search| {
        let [a, b, c, e] = ["A", "B", "C", "E"].map(|name| game.find(name).unwrap());
        let three = Number::integer(3);
        let mut answers = Answers::default();
        answers.values.extend([(c, three), (b, Number::integer(5))]);
        let run = Run::new(game, search, &answers).unwrap();
        // The search knows 3 of C. The value of A is worked out from that of B.
        assert_eq!(run.value(b).unwrap().expected, three);
        assert_eq!(run.visit(b).unwrap().returned.own.passed, three);
        assert_eq!(run.visit(e).unwrap().entry.alpha, three);
        assert_eq!(run.value(a).unwrap().expected, Number::integer(5));
    });
}

#[test]
fn a_return_is_claimed_as_a_bound_or_as_exact() {
    for (setting, low) in [("search fail-soft", 2), ("search fail-hard", 3)] {
        let text = format!("tree {{ {setting} max A {{ min B {{ 3, 5 }} min C {{ 8, 2 }} min D {{ 2, 1 }} }} }}");
        for_each_tree(&text, |game, search| {
            let nothing = Answers::default();
            let run = Run::new(game, search, &nothing).unwrap();
            let accepts = |name: &str, bound, value| {
                let node = game.find(name).unwrap();
                let mut answers = Answers::default();
                answers.returns.insert(node, Claimed { bound, value: Number::integer(value) });
                run.expects(&answers, Item::Return(node)).unwrap()
            };
            // C has failed low, and its value is known all the same. That of D is not: `= 2` is a bound for a value.
            assert!(accepts("C", Bound::Upper, low), "{setting}");
            assert_eq!(
                accepts("C", Bound::Exact, 2),
                low == 2,
                "{setting}: fail-hard moves it, which makes it a bound"
            );
            assert!(accepts("D", Bound::Upper, low) && !accepts("D", Bound::Exact, 2), "{setting}");
            assert!(accepts("B", Bound::Exact, 3) && !accepts("B", Bound::Upper, 3), "{setting}");
            assert!(!accepts("C", Bound::Upper, 5 - low) && !accepts("D", Bound::Lower, low), "{setting}");
        });
    }
}

#[test]
fn a_claimed_bound_makes_bounds_above() {
    for_each_tree("max A { min B { max C { 3, 5 } 9 } }", |game, search| {
        let [b, c] = ["B", "C"].map(|name| game.find(name).unwrap());
        let mut answers = Answers::default();
        answers.returns.insert(c, Claimed { bound: Bound::Lower, value: Number::integer(5) });
        let run = Run::new(game, search, &answers).unwrap();
        assert_eq!(run.expects(&answers, Item::Return(c)), Some(false));
        assert_eq!(run.visit(b).unwrap().returned.expected.bound, Some(Bound::Lower));
    });
}

#[test]
fn without_cutoffs_every_node_has_the_window_that_the_student_gives_the_root() {
    for_each_tree("tree { cutoffs none max A { min B { 3, 5 } } }", |game, search| {
        let window = Window { alpha: Number::ZERO, beta: Number::integer(9) };
        let mut answers = Answers::default();
        answers.windows.insert(NodeId::ROOT, window);
        let run = Run::new(game, search, &answers).unwrap();
        assert_eq!(run.visit(game.find("B").unwrap()).unwrap().window.expected, window);
    });
}

#[test]
fn a_sheet_of_zeros_follows_without_any_thought() {
    let text = "max A { min B { max C { 3, 5 } max D { 6, 9 } } min E { max F { 1, 2 } max G { 0, 7 } } }";
    for_each_tree(text, |game, search| {
        let nodes = ["A", "B", "C", "D", "E", "F", "G"].map(|name| game.find(name).unwrap());
        let mut answers = Answers::default();
        answers.values.extend(nodes.map(|node| (node, Number::ZERO)));
        let nothing = Answers::default();
        let right = Run::new(game, search, &nothing).unwrap();
        let run = Run::new(game, search, &answers).unwrap();
        let follows = nodes.map(|node| run.expects(&answers, Item::Value(node)) == Some(true));
        assert_eq!(follows, [true, true, false, false, true, false, false]);
        assert_eq!(nodes.map(|node| run.is_trivial(Item::Value(node), &right)), follows);
    });
}

#[test]
fn numbers_without_an_exact_sum_end_the_run() {
    for_each_tree("max A { chance B { min C { 3, 5 } min D { 2, 8 } } 4 }", |game, search| {
        let mut answers = Answers::default();
        let ends = [Number::Infinity, Number::NegativeInfinity];
        answers.values.extend(["C", "D"].map(|name| game.find(name).unwrap()).into_iter().zip(ends));
        assert!(Run::new(game, search, &answers).is_none());
    });
}

/// Nothing is recursive in the depth of a tree, nor slow in the number of children.
#[test]
fn deep_and_wide_trees_are_run_on_a_small_stack() {
    const PLIES: usize = 20_000;
    let deep = format!("{} 1 {}", "max { 2 min { ".repeat(PLIES), "} }".repeat(PLIES));
    let wide = format!("max {{ {} }}", "min { 1, 2 } ".repeat(PLIES));
    let run_all = move || {
        for text in [deep, wide] {
            let mut trees = 0;
            for_each_tree(&text, |game, search| {
                let nothing = Answers::default();
                let by_fault = Fault::all().map(|fault| fault.run(game, search, &nothing).unwrap());
                for run in std::iter::once(Run::new(game, search, &nothing).unwrap()).chain(by_fault) {
                    assert_eq!(run.enters().len() as u64, run.counts().nodes);
                    assert!(run.is_line(&run.line()));
                }
                trees += 1;
            });
            assert_eq!(trees, 1);
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run_all).unwrap().join().unwrap();
}
