//! The student's run: without answers it is the search; a slip that is carried on is one mistake.

use gametree::grade::faults::Fault;
use gametree::grade::run::{Answers, Claimed, Item};
use gametree::grade::run::{Asked, Run};
use gametree::model::{Order, ResolvedTree};
use gametree::number::{Number, Weight};
use gametree::search::{Bound, Search, Window};
use gametree::syntax::tree::{Kind, NodeId};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;

use crate::random::all_exercises;
use crate::right_run::is_the_search;

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_run_without_answers_is_the_search(exercise in all_exercises()) {
        exercise.read(is_the_search);
    }

    #[test]
    fn a_slip_carried_on_is_one_mistake(exercise in all_exercises(), slip in slips()) {
        exercise.read(|game, search| is_one_mistake(game, search, &slip))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_sheet_of_a_fault_has_no_mistakes_under_it(exercise in all_exercises(), values in any::<bool>()) {
        exercise.read(|game, search| Fault::all().try_for_each(|fault| is_its_own_sheet(game, search, fault, values)))?;
    }
}

/// A slip of a student.
#[derive(Clone, Debug)]
pub(crate) struct Slip {
    /// Which answer.
    item: Index,
    /// What the student writes.
    numbers: [Number; 2],
    bound: Bound,
    stop: Index,
    /// Whether values are asked for; if not, returns are.
    values: bool,
    pruned: bool,
}

pub(crate) fn slips() -> impl Strategy<Value = Slip> {
    let number = || (-9..=9_i64).prop_map(Number::integer);
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Upper), Just(Bound::Lower)];
    let parts = (any::<Index>(), [number(), number()], bound, any::<Index>(), any::<bool>(), any::<bool>());
    parts.prop_map(|(item, numbers, bound, stop, values, pruned)| Slip { item, numbers, bound, stop, values, pruned })
}

impl Slip {
    /// The slip, with the questions of another.
    pub(crate) fn asking_as(&self, other: &Self) -> Self {
        Self { values: other.values, pruned: other.pruned, ..self.clone() }
    }

    pub(crate) fn asked(&self) -> Asked {
        Asked { values: self.values, windows: true, returns: !self.values, plays: self.values, pruned: self.pruned }
    }

    /// The slip alone; `None` if the answer is as it should be.
    pub(crate) fn alone(&self, right: &Run<'_>, search: &Search<'_>) -> Option<(Answers, Item)> {
        let sheet = right.sheet(self.asked());
        let items: Vec<Item> = sheet.items().collect();
        let item = *self.item.get(&items);
        let node = item.node();
        let mut answers = Answers::default();
        match item {
            Item::Value(_) => drop(answers.values.insert(node, self.numbers[0])),
            Item::Window(_) => {
                let [alpha, beta] = self.numbers;
                answers.windows.insert(node, Window { alpha, beta });
            }
            Item::Return(_) => {
                answers.returns.insert(node, Claimed { bound: self.bound, value: self.numbers[0] });
            }
            Item::Plays(_) => {
                let children: Vec<NodeId> = search.children(node).collect();
                answers.plays.insert(node, vec![*self.stop.get(&children)]);
            }
            Item::Stop(_) => {
                let weight = |child: &NodeId| search.view().weight(*child);
                let may_be_searched =
                    |child: &NodeId| search.kind(node) != Kind::Chance || weight(child) > Weight::ZERO;
                let mut children: Vec<NodeId> = search.children(node).filter(may_be_searched).collect();
                match search.settings().order {
                    Order::LeftToRight => {}
                    Order::RightToLeft => children.reverse(),
                }
                let searched = 1 + self.stop.index(children.len());
                answers.skips.insert(node, children.into_iter().skip(searched).collect());
            }
        }
        (right.expects(&answers, item) == Some(false)).then_some((answers, item))
    }
}

/// Makes a slip, does everything else as it follows from it, and counts the mistakes of the whole sheet.
fn is_one_mistake(game: &ResolvedTree<'_>, search: &Search<'_>, slip: &Slip) -> TestCaseResult {
    let nothing = Answers::default();
    let right = Run::new(game, search, &nothing).expect("every leaf has a number");
    if game.nodes().is_leaf(NodeId::ROOT) {
        return Ok(());
    }
    let Some((answers, item)) = slip.alone(&right, search) else { return Ok(()) };
    // With a slip, some sum may be too long.
    let Some(run) = Run::new(game, search, &answers) else { return Ok(()) };
    let sheet = run.sheet(slip.asked());
    let run = Run::new(game, search, &sheet).expect("it is the same run");
    let mistakes: Vec<Item> = sheet.items().filter(|item| run.expects(&sheet, *item) == Some(false)).collect();
    prop_assert_eq!(mistakes, vec![item], "{:?}", sheet);
    Ok(())
}

fn is_its_own_sheet(game: &ResolvedTree<'_>, search: &Search<'_>, fault: Fault, values: bool) -> TestCaseResult {
    let nothing = Answers::default();
    let Some(run) = fault.run(game, search, &nothing) else { return Ok(()) };
    let sheet = run.sheet(Asked { values, windows: true, returns: !values, plays: true, pruned: true });
    let again = fault.run(game, search, &sheet).expect("it is the same run");
    let mistakes: Vec<Item> = sheet.items().filter(|item| again.expects(&sheet, *item) == Some(false)).collect();
    prop_assert_eq!(mistakes, Vec::new(), "{:?}", fault);
    prop_assert_eq!((run.counts(), run.enters()), (again.counts(), again.enters()), "{:?}", fault);
    Ok(())
}
