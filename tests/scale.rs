//! Chains a million deep and nodes with ten million leaves are parsed, checked, evaluated and formatted on a stack of
//! 8 MiB, and so are those with a mistake in them.

use std::fmt::Write as _;
use std::io;
use std::ops::RangeBounds;
use std::thread;

use gametree::check::check;
use gametree::claim::Claims;
use gametree::diagnostic::render::{Located, to_json, to_line, to_report};
use gametree::edit::rearranged;
use gametree::format::{FormatError, WIDTH, format};
use gametree::model::{Defaults, FileSettings, Order, ResolvedTree};
use gametree::report::trace::{Scope, Table, follow};
use gametree::report::{self, Algorithm, Answer};
use gametree::search::Search;
use gametree::source::Source;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;

const MILLION: usize = 1_000_000;
const STACK: usize = 8 << 20;
/// Findings that are put into words, and the most bytes that each of them may take.
const FINDINGS: usize = 100;
const LONGEST_REPORT: usize = 20_000;

/// Takes bytes and keeps only their number.
#[derive(Default)]
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does with a text all that the commands do, in every form of output. It must have so many errors, and the trees
/// that can be evaluated so many nodes and leaves.
fn survive(what: &'static str, text: String, errors: impl RangeBounds<usize> + Send + 'static, nodes: usize) {
    let all = move || {
        let source = Source::new(what, text);
        let located = Located::new(&source);
        let report = check(&source.text, &Defaults::default(), FINDINGS);
        assert!(errors.contains(&report.tally.errors), "{what}: {:?}: {:?}", report.tally, report.findings.first());
        for finding in &report.findings {
            let shown = [to_report(finding, &located, true), to_line(finding, &located), to_json(finding, &located)];
            assert!(
                shown.iter().all(|shown| (1..LONGEST_REPORT).contains(&shown.len())),
                "{what}: {}",
                finding.message
            );
        }
        drop(report);
        reformat(what, &source.text);
        let (file, mut findings) = parse(&source.text, 0);
        let settings = FileSettings::read(&source.text, &file, &Defaults::default(), &mut findings);
        let mut evaluated = 0;
        for tree in &file.trees {
            let game = ResolvedTree::new(&source.text, tree, &settings, &mut findings);
            if game.has_errors {
                continue;
            }
            let claims = Claims::of(&game);
            let answer = Answer::new(&claims, &game.settings, Algorithm::AlphaBeta).expect("nothing stops the search");
            let for_people = report::to_text(&answer, what) + &report::draw(&answer, true);
            assert!(for_people.len() < MILLION, "{what}: {}", for_people.len());
            let mut count = Count::default();
            report::to_json(&answer, &mut count).expect("counting never fails");
            let scope = Scope { from: NodeId::ROOT, limit: Table::MOST_ROWS };
            let mut table = Table::new(&game, &game.settings, scope);
            let summary = follow(&game, &game.settings, scope, |event| table.add(event)).expect("nothing stops it");
            let lines = table.lines(&summary, what, true);
            assert!(lines.len() < 5000 && lines.concat().len() < 2 * MILLION, "{what}: {}", lines.concat().len());
            evaluated += tree.nodes.len();
            assert!((100..1000).contains(&(count.0 / tree.nodes.len())), "{what}: {} bytes", count.0);
        }
        assert_eq!(evaluated, nodes, "{what}");
    };
    thread::Builder::new().stack_size(STACK).spawn(all).unwrap().join().unwrap();
}

/// Formats a text that can be read; what comes of it is not much longer, and is not formatted again.
fn reformat(what: &str, text: &str) {
    let formatted = match format(text, WIDTH) {
        Err(obstacle) => return assert!(matches!(obstacle, FormatError::Syntax(_)), "{what}: {obstacle:?}"),
        Ok(formatted) => formatted,
    };
    assert!(formatted.len() < 60 * text.len(), "{what}: {} bytes become {}", text.len(), formatted.len());
    assert!(format(&formatted, WIDTH).is_ok_and(|again| again == formatted), "{what}: formatted twice, it changes");
}

/// A chain of nodes that ends with `last`, and is closed by so many braces.
fn chain(last: &str, closing: usize) -> String {
    format!("{} {last} {}", "{".repeat(MILLION), "}".repeat(closing))
}

/// A node with ten million leaves, the last one `last`, and what comes behind them.
fn leaves(last: &str, behind: &str) -> String {
    format!("max {{ {} {last} {behind}", "1 2 3 4 5 6 7 8 9 ".repeat(10 * MILLION / 9))
}

/// A million pieces, each with its number.
fn each(piece: impl Fn(usize) -> String) -> String {
    (0..MILLION).fold(String::new(), |mut text, number| {
        let _ = writeln!(text, "{}", piece(number));
        text
    })
}

#[test]
fn a_chain_a_million_deep() {
    survive("a chain", chain("3", MILLION), 0..=0, MILLION + 1);
    survive("a chain with a million leaves at its end", chain(&"3 ".repeat(MILLION), MILLION), 0..=0, 2 * MILLION);
    survive("a chain with a wrong claim at its end", chain("max = 4 { 3 }", MILLION), 1..=1, MILLION + 2);
    survive("a chain with a mistake at its end", chain("3 @", MILLION), 1..=1, 0);
    survive("a chain with a brace too few", chain("3", MILLION - 1), 1..=1, 0);
    survive("a chain without closing braces", chain("3", 0), 1..=1, 0);
    survive("a chain with a brace too many", chain("3", MILLION + 1), 1..=1, 0);
}

#[test]
fn ten_million_leaves() {
    let nodes = 10 * MILLION / 9 * 9 + 2;
    survive("leaves", leaves("3", "}"), 0..=0, nodes);
    survive("leaves and a mistake", leaves("3 @", "}"), 1..=1, 0);
    survive("leaves and a brace too few", leaves("3", ""), 1..=1, 0);
    survive("leaves and a brace too many", leaves("3", "} }"), 1..=1, 0);
}

#[test]
fn a_million_pieces_outside_of_trees() {
    survive("junk", "; ".repeat(MILLION), 1.., 0);
    survive("junk of every kind", "max ] : = } plays { ".repeat(MILLION / 7), 1.., 0);
    survive("closing braces", "}".repeat(MILLION), 1.., 0);
    survive("comments", "// nothing\n".repeat(MILLION), 0..=0, 0);
}

#[test]
fn a_million_names_and_labels() {
    survive(
        "nodes with names",
        format!("max {{ {} }}", each(|number| format!("min B{number} {{ 3 }}"))),
        0..=0,
        2 * MILLION + 1,
    );
    survive("labels", format!("max {{ {} }}", each(|number| format!("a{number}: 3"))), 0..=0, MILLION + 1);
}

#[test]
fn a_million_claims() {
    survive("nodes with claims", format!("max {{ {} }}", "min = 3 { 3 } ".repeat(MILLION)), 0..=0, 2 * MILLION + 1);
    survive("claims on one node", format!("max {} {{ 3 }}", "= 3 ".repeat(MILLION)), 1.., 2);
}

#[test]
fn a_million_trees() {
    survive("trees", "max { 3 } ".repeat(MILLION), 0..=0, 2 * MILLION);
}

/// Asks something about the first tree of a text, on a small stack.
fn with_game(text: String, question: impl FnOnce(&ResolvedTree<'_>) + Send + 'static) {
    let all = move || {
        let (file, mut findings) = parse(&text, 0);
        let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
        question(&ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings));
    };
    thread::Builder::new().stack_size(STACK).spawn(all).unwrap().join().unwrap();
}

/// Lets every algorithm search a tree, in the order as written and in the best one, and looks at what they find.
fn compare(what: &'static str, text: String, best_leaves: u64) {
    with_game(text, move |game| {
        let search = Search::of(game).expect("nothing stops the search");
        let best = search.best_order().expect("every leaf is known");
        for algorithm in Algorithm::ALL {
            for best in [None, Some(&best)] {
                let trial = search.trial(algorithm, best).expect("the work is linear");
                assert_eq!(Some(trial.value), search.value(NodeId::ROOT), "{what}: {algorithm:?}");
                if algorithm == Algorithm::AlphaBeta && best.is_some() {
                    assert_eq!(trial.effort.leaves, best_leaves, "{what}");
                }
            }
        }
        let arranged = rearranged(game, best.leads(), Order::LeftToRight);
        assert_eq!(arranged.len(), game.text.trim_end().len(), "{what}: only the places change");
        let claims = Claims::of(game);
        let answer = Answer::new(&claims, &game.settings, Algorithm::AlphaBeta).expect("nothing stops the search");
        let answer = answer.compared().expect("nothing stops the searches");
        assert!(report::to_table(&answer, what).len() < 10_000, "{what}");
    });
}

/// Nodes with ten children each, so many plies above the leaves.
fn uniform(plies: usize, number: &mut usize) -> String {
    if plies == 0 {
        *number = (*number * 48_271 + 11) % 2_147_483_647;
        return format!("{} ", *number % 1000);
    }
    let children: String = (0..10).map(|_| uniform(plies - 1, number)).collect();
    format!("{{{children}}}")
}

#[test]
fn every_algorithm_compares() {
    compare("a chain", chain("3", MILLION), 1);
    compare("leaves", format!("max {{ {} }}", "1 2 3 4 5 6 7 8 9 ".repeat(MILLION / 9)), MILLION as u64 / 9 * 9);
    compare("a uniform tree", uniform(6, &mut 1), 1_999);
    let steps = MILLION / 10;
    compare("a ladder", format!("{} 3 {}", "{ 5 { 2 ".repeat(steps), "} }".repeat(steps)), 2);
}

/// MTD(f) may need a pass for each leaf; then it is given up, and the others are not.
#[test]
fn work_without_bounds_is_given_up() {
    given_up("rising leaves", format!("max {{ {} }}", each(|number| number.to_string())), &[Algorithm::Mtdf]);
    // Each rung is better than the one above it, for both players.
    let rungs = MILLION / 10;
    let ladder: String = (0..rungs).map(|rung| format!("{{ {rung} {{ {} ", 2 * rungs - rung)).collect();
    given_up("a ladder", format!("{ladder} {rungs} {}", "} }".repeat(rungs)), &[Algorithm::Mtdf]);
}

fn given_up(what: &'static str, text: String, expected: &'static [Algorithm]) {
    with_game(text, move |game| {
        let search = Search::of(game).expect("nothing stops the search");
        let refused: Vec<Algorithm> =
            Algorithm::ALL.into_iter().filter(|algorithm| search.trial(*algorithm, None).is_err()).collect();
        assert_eq!(refused, expected, "{what}");
    });
}
