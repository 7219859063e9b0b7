//! How often a fault is named rightly, and how often it is named although it was not the cause.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write;

use gametree::grade::faults::{BlankRuns, Fault};
use gametree::grade::run::{Answers, Run};
use gametree::model::ResolvedTree;
use gametree::search::Search;

use crate::ask;
use crate::dice::{Dice, Place, QUESTIONS, Questions, Sheet};

/// How many exercises are made up; `NAMING_ROUNDS` in the environment says how many more or fewer.
fn rounds(usual: usize) -> usize {
    env::var("NAMING_ROUNDS").map_or(usual, |rounds| rounds.parse().expect("NAMING_ROUNDS is a number"))
}

/// Asks something about random exercises, each with what it asks.
fn for_each_exercise(
    dice: &mut Dice,
    rounds: usize,
    mut question: impl FnMut(&mut Dice, &str, Questions, &ResolvedTree<'_>, &Search<'_>),
) {
    for round in 0..rounds {
        let text = dice.exercise();
        ask(&text, |game, search| question(dice, &text, QUESTIONS[round % QUESTIONS.len()], game, search));
    }
}

/// What is said about the sheets of one fault.
#[derive(Default)]
struct Said {
    rightly: usize,
    alone: usize,
    nothing: usize,
    wrongly: BTreeMap<Fault, usize>,
    /// Sheets that are right, because nothing here shows the fault.
    hidden: usize,
}

impl Said {
    fn wrong(&self) -> usize {
        self.wrongly.values().sum()
    }
}

#[test]
fn the_sheet_of_a_fault_is_not_taken_for_that_of_another() {
    let nothing = Answers::default();
    let mut said: BTreeMap<(usize, Fault), Said> = BTreeMap::new();
    let mut example = String::new();
    for_each_exercise(&mut Dice(1), rounds(300), |dice, text, asked, game, search| {
        let blank = BlankRuns::new(game, search).unwrap();
        let right = Sheet::of(&Run::new(game, search, &nothing).unwrap(), asked);
        for fault in Fault::all() {
            let Some(run) = fault.run(game, search, &nothing) else { continue };
            for slips in 0..2 {
                let said = said.entry((slips, fault)).or_default();
                let mut sheet = Sheet::of(&run, asked);
                if sheet.nodes == right.nodes && sheet.leaves == right.leaves {
                    said.hidden += 1;
                    continue;
                }
                let mut changed = Vec::new();
                while changed.len() < slips {
                    changed.extend(dice.slip(search, &mut sheet, &changed));
                }
                let named = sheet.named(&blank);
                match &named[..] {
                    [] => said.nothing += 1,
                    named if named.contains(&fault) => {
                        said.rightly += 1;
                        said.alone += usize::from(named.len() == 1);
                    }
                    named => {
                        *said.wrongly.entry(named[0]).or_default() += 1;
                        write!(example, "\n{fault:?} taken for {named:?} with {slips} slips: {asked:?} {text}")
                            .unwrap();
                        example.truncate(2000);
                    }
                }
            }
        }
    });
    println!("| slips | fault | sheets | named rightly | alone | nothing said | wrong | | right sheets |");
    for ((slips, fault), said) in &said {
        let Said { rightly, alone, nothing, hidden, .. } = said;
        let (wrong, sheets) = (said.wrong(), rightly + nothing + said.wrong());
        let taken = if wrong == 0 { String::new() } else { format!("{:?}", said.wrongly) };
        println!("| {slips} | {fault:?} | {sheets} | {rightly} | {alone} | {nothing} | {wrong} | {taken} | {hidden} |");
    }
    let sum = |part: fn(&Said) -> usize| said.values().map(part).sum::<usize>();
    let (rightly, nothing, wrong) = (sum(|said| said.rightly), sum(|said| said.nothing), sum(Said::wrong));
    println!("named rightly {rightly}, alone {}, nothing said {nothing}, wrong {wrong}", sum(|said| said.alone));
    let without_slips = said.iter().filter(|((slips, _), _)| *slips == 0).map(|(_, said)| said.wrong()).sum::<usize>();
    assert_eq!(without_slips, 0, "{example}");
    // A slip may make a sheet look more like that of another fault.
    assert!(wrong * 1000 <= rightly + nothing, "{wrong} wrong names: {example}");
    assert!(rightly * 2 > nothing, "{rightly} named, {nothing} not");
}

/// How careless students make their slips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slips {
    /// Each changes one answer of a right sheet.
    Unconnected,
    /// All that follows from a slip is worked out with it.
    CarriedOn,
}

impl Slips {
    fn sheet(
        self,
        dice: &mut Dice,
        asked: Questions,
        game: &ResolvedTree<'_>,
        search: &Search<'_>,
        slips: usize,
    ) -> Option<Sheet> {
        let nothing = Answers::default();
        let mut sheet = Sheet::of(&Run::new(game, search, &nothing)?, asked);
        let mut alone = Sheet { nodes: nothing, leaves: None };
        let mut changed: Vec<Place> = Vec::new();
        for _ in 0..100 {
            if changed.len() == slips {
                return Some(sheet);
            }
            let Some(place) = dice.slip(search, &mut sheet, &changed) else { continue };
            changed.push(place);
            if self == Self::CarriedOn {
                alone.copy(place, &sheet);
                let leaves = alone.leaves;
                sheet = Sheet::of(&Run::new(game, search, &alone.nodes)?, asked);
                sheet.leaves = leaves.or(sheet.leaves);
            }
        }
        None
    }
}

#[test]
fn careless_students_are_not_accused() {
    let mut sheets: BTreeMap<(Slips, usize), usize> = BTreeMap::new();
    let mut accused: BTreeMap<(Slips, usize), BTreeMap<Fault, usize>> = BTreeMap::new();
    for_each_exercise(&mut Dice(2), rounds(400), |dice, _, asked, game, search| {
        let blank = BlankRuns::new(game, search).unwrap();
        for kind in [Slips::Unconnected, Slips::CarriedOn] {
            for slips in 1..=4 {
                let Some(sheet) = kind.sheet(dice, asked, game, search, slips) else { continue };
                *sheets.entry((kind, slips)).or_default() += 1;
                if let [first, ..] = sheet.named(&blank)[..] {
                    *accused.entry((kind, slips)).or_default().entry(first).or_default() += 1;
                }
            }
        }
    });
    println!("| slips | | sheets | named | share | which |");
    let nobody = BTreeMap::new();
    let mut total: BTreeMap<Slips, (usize, usize)> = BTreeMap::new();
    for ((kind, slips), sheets) in sheets {
        let which = accused.get(&(kind, slips)).unwrap_or(&nobody);
        let named: usize = which.values().sum();
        let share = named as f64 * 100.0 / sheets as f64;
        println!("| {slips} | {kind:?} | {sheets} | {named} | {share:.3} % | {which:?} |");
        if slips < 4 {
            let (all, accused) = total.entry(kind).or_default();
            (*all, *accused) = (*all + sheets, *accused + named);
        }
    }
    println!("1 to 3 slips: {total:?}");
    for (kind, most) in [(Slips::Unconnected, 1000), (Slips::CarriedOn, 500)] {
        let (sheets, named) = total[&kind];
        assert!(named <= 2 + sheets / most, "{named} of {sheets} sheets, {kind:?}, are named");
    }
}
