//! Which faults are named: worked examples, and many random sheets.

mod dice;
mod naming;

use std::collections::{BTreeMap, BTreeSet};

use gametree::claim::Claims;
use gametree::grade::faults::Fault;
use gametree::grade::faults::{BlankRuns, Diagnosis, Other, Showing, Unnamed, showing};
use gametree::grade::marks::AskedTree;
use gametree::grade::run::Run;
use gametree::grade::run::{Answers, Item};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::{Search, Window};
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;

/// Asks something about the tree of a text.
fn ask<T>(text: &str, question: impl FnOnce(&ResolvedTree<'_>, &Search<'_>) -> T) -> T {
    let (file, mut findings) = parse(text, 100);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    question(&game, &Search::of(&game).unwrap())
}

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

/// Windows, each as `A -inf 3`.
fn windows(game: &ResolvedTree<'_>, written: &[&str]) -> BTreeMap<NodeId, Window<Number>> {
    let window = |written: &&str| {
        let words: Vec<&str> = written.split(' ').collect();
        (game.find(words[0]).unwrap(), Window { alpha: number(words[1]), beta: number(words[2]) })
    };
    written.iter().map(window).collect()
}

#[test]
fn a_slip_that_is_carried_on_is_one_mistake() {
    let text = "max A { left: min B { max C { 3, 5 } max D { 6, 9 } } right: min E { max F { 1, 2 } max G { 0, 7 } } }";
    ask(text, |game, search| {
        let find = |name: &str| game.find(name).unwrap();
        let mut answers = Answers::default();
        for (name, value) in [("A", "3"), ("B", "3"), ("C", "3"), ("D", "9"), ("E", "2"), ("F", "2"), ("G", "7")] {
            answers.values.insert(find(name), number(value));
        }
        let entered = ["A -inf inf", "B -inf inf", "C -inf inf", "D -inf 3", "E 3 inf", "F 3 inf"];
        answers.windows = windows(game, &entered);
        let nine = search.children(find("D")).nth(1).unwrap();
        answers.read_marks(search, &BTreeSet::from([nine, find("G")]), &BTreeSet::new());
        assert_eq!(answers.skips[&find("D")], BTreeSet::from([nine]));
        assert_eq!(answers.skips.get(&find("G")), None, "it is skipped");
        let own = Run::new(game, search, &answers).unwrap();
        let mistakes: Vec<Item> = answers.items().filter(|item| own.expects(&answers, *item) == Some(false)).collect();
        assert_eq!(mistakes, [Item::Value(find("C"))]);
        let blank = Answers::default();
        let right = Run::new(game, search, &blank).unwrap();
        let wrong: Vec<Item> = answers.items().filter(|item| right.expects(&answers, *item) == Some(false)).collect();
        let windows = ["D", "E", "F"].map(|name| Item::Window(find(name)));
        assert_eq!(wrong, [&["A", "B", "C"].map(|name| Item::Value(find(name)))[..], &windows].concat());
        assert!(wrong.iter().all(|item| !own.is_trivial(*item, &right)));
        let mut diagnosis = Diagnosis::default();
        diagnosis.add(&BlankRuns::new(game, search).unwrap(), &answers, &[]);
        assert_eq!((diagnosis.mistakes(), diagnosis.named()), (1, Vec::new()));
    });
}

#[test]
fn a_misconception_is_named() {
    let text = "max A { b: min B { max E { 2, 3 } max F { 8, 5 } } c: min C { max G { 7, 6 } max H { 9, 1 } }
        d: min D { max I { 5, 2 } max J { 8, 4 } max K { 10, 3 } } }";
    ask(text, |game, search| {
        let find = |name: &str| game.find(name).unwrap();
        let mut answers = Answers::default();
        answers.values.insert(NodeId::ROOT, number("7"));
        answers.windows = windows(
            game,
            &["A -inf inf", "B -inf inf", "E -inf inf", "F 3 inf", "C -inf 3", "G -inf 3", "D -inf 3", "I -inf 3"],
        );
        answers.read_marks(search, &["H", "J", "K"].map(find).into(), &BTreeSet::new());
        let leaves = Other { expects: &|run| Some(run.counts().leaves == 8), is_count: true };
        let mut diagnosis = Diagnosis::default();
        diagnosis.add(&BlankRuns::new(game, search).unwrap(), &answers, &[leaves]);
        assert_eq!((diagnosis.mistakes(), diagnosis.mistakes_under(Fault::EndsExchanged)), (4, 0));
        assert_eq!(diagnosis.named(), [Fault::EndsExchanged]);
        // The windows of G and I follow; the 5 that is not skipped follows, but there is nothing to compare it with.
        let blank = Answers::default();
        let right = Run::new(game, search, &blank).unwrap();
        let own = Run::new(game, search, &answers).unwrap();
        let follows = |item| right.expects(&answers, item) == Some(false) && own.expects(&answers, item) == Some(true);
        let following: Vec<Item> = answers.items().filter(|item| follows(*item)).collect();
        let expected = [Item::Window(find("G")), Item::Window(find("I")), Item::Stop(find("F"))];
        assert_eq!(following, expected);
        assert_eq!(expected.map(|item| own.is_trivial(item, &right)), [false, false, true]);
    });
}

#[test]
fn marks_tell_where_a_search_stops() {
    let text = "max A { min B { 1, 2, 3 } min C { 4, 5 } chance D { 0.5: 6, 0: 7, 0.5: 8 } }";
    ask(text, |game, search| {
        let find = |name: &str| game.find(name).unwrap();
        let child = |name: &str, nth| search.children(find(name)).nth(nth).unwrap();
        let skips = |pruned: &[NodeId], visited: &[NodeId]| {
            let mut answers = Answers::default();
            answers.read_marks(search, &pruned.iter().copied().collect(), &visited.iter().copied().collect());
            let skipped = |name: &str| Some(answers.skips.get(&find(name))?.iter().copied().collect::<Vec<NodeId>>());
            ["A", "B", "C", "D"].map(skipped)
        };
        let nothing = Some(Vec::new());
        assert_eq!(skips(&[], &[]), [(); 4].map(|()| nothing.clone()));
        // All leaves of C are skipped, so C is.
        let (b, c) = (child("B", 1), [child("C", 0), child("C", 1)]);
        let expected = [Some(vec![find("C")]), Some(vec![b]), None, nothing.clone()];
        assert_eq!(skips(&[b, c[0], c[1]], &[]), expected);
        let expected = [Some(vec![find("C"), find("D")]), nothing.clone(), None, None];
        assert_eq!(skips(&[find("C"), find("D")], &[]), expected);
        let expected = [Some(vec![find("D")]), nothing, Some(vec![c[1]]), None];
        assert_eq!(skips(&[find("C"), find("D")], &[c[0]]), expected);
        // The 7 has probability 0.
        let [six, _, eight] = [0, 1, 2].map(|nth| child("D", nth));
        assert_eq!(skips(&[eight], &[])[3], Some(vec![eight]));
        assert_eq!(skips(&[six, eight], &[])[0], Some(vec![find("D")]));
    });
}

/// Asks something about the first tree of a text and its questions.
fn ask_about_questions<T>(text: &str, question: impl FnOnce(&AskedTree<'_>) -> T) -> T {
    ask(text, |game, _| question(&AskedTree::new(&Claims::of(game)).unwrap()))
}

/// What each fault does at a published tree with these questions.
fn shown(questions: &str) -> Vec<(Fault, Showing)> {
    let text = format!(
        "tree {{ max A {{ b: min B {{ max E {{ 2, 3 }} max F {{ 8, 5 }} }} c: min C {{ max G {{ 7, 6 }} max H {{ 9, 1 }} }}
        d: min D {{ max I {{ 5, 2 }} max J {{ 8, 4 }} max K {{ 10, 3 }} }} }} {questions} }}"
    );
    ask_about_questions(&text, showing)
}

#[test]
fn an_exercise_shows_what_its_tree_and_its_questions_can_tell_apart() {
    let of = |questions: &str, fault| {
        shown(questions).into_iter().find(|(other, _)| *other == fault).map(|(_, showing)| showing)
    };
    let one_mistake = Some(Showing::Unnamed(Unnamed::OneMistake));
    assert_eq!(of("ask values ask windows ask pruned", Fault::EndsExchanged), Some(Showing::Named));
    assert_eq!(of("expect visits _", Fault::EndsExchanged), one_mistake);
    assert_eq!(of("expect value = _", Fault::EndsExchanged), Some(Showing::Hidden));
    assert_eq!(of("ask values", Fault::EqualChances), None, "no chance node");
    let named = |questions: &str| shown(questions).iter().filter(|(_, showing)| *showing == Showing::Named).count();
    let (marks, windows) = (named("ask pruned"), named("ask values ask windows ask pruned"));
    assert!(windows > 2 * marks, "{windows} and {marks}");
    let (counts, one) = (named("expect leaves = _ expect cutoffs = _ expect value = _"), named("expect leaves = _"));
    assert!(counts > one && one == 0, "{counts} and {one}");
}

#[test]
fn what_is_shown_are_the_answers_of_a_whole_sheet() {
    let text = "tree { max A = 3 { min B <= _ [3, inf] worth 1 { 3, 5 } min C { 2, 8 } } ask pruned expect plays _ }";
    ask_about_questions(text, |tree| {
        let all = showing(tree);
        assert_eq!(all.len(), Fault::all().len() - 5, "three faults need a chance node, and two an `eval`");
        assert!(all.iter().any(|(_, showing)| *showing == Showing::Hidden));
    });
    let unknown = "max A = _ { min B { 3, ?x } min C { 2, 8 } }";
    ask_about_questions(unknown, |tree| assert_eq!(showing(tree), []));
}
