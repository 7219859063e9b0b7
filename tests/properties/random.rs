//! Random exercises.

use gametree::model::{Choice, Cut, Cutoffs, Order, Returns};
use gametree::number::{Fraction, Number, Weight};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use std::fmt::Debug;

use crate::exercise::Exercise;
use crate::reference::{EVERYTHING, Ends, Rules};
use crate::tree::{Player, Tree};

/// Exercises with numbers of all kinds, and as many with small integers only, where all numbers matter in a sum.
pub(crate) fn all_exercises() -> impl Strategy<Value = Exercise> {
    prop_oneof![exercises(everyday_number(), Chance::Sometimes), exercises(small_number(), Chance::Sometimes)]
}

/// Exercises of some 50 nodes and leaves under all settings.
pub(crate) fn exercises(number: impl Strategy<Value = Number>, chance: Chance) -> impl Strategy<Value = Exercise> {
    (palette(number), chance.shares()).prop_flat_map(|(numbers, share)| {
        let parts = (trees(&numbers, share, 6, 4), rules(&numbers), any::<bool>(), any::<bool>());
        let exercises = parts.prop_map(|(tree, rules, spelt_out, above)| Exercise { tree, rules, spelt_out, above });
        exercises.prop_filter("inf and -inf together", |exercise| exercise.seen().try_value().is_ok())
    })
}

/// Exercises of at most eight leaves that set nothing but a depth limit or, where there is no chance, a range.
pub(crate) fn small_exercises(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Exercise> {
    (palette(number), Chance::Sometimes.shares()).prop_flat_map(|(numbers, share)| {
        let limits = (ranges(&numbers), depths());
        let parts = (trees(&numbers, share, 4, 3), limits, any::<bool>());
        let exercises = parts.prop_map(|(tree, (range, depth), spelt_out)| {
            let range = range.filter(|_| !tree.has_chance());
            Exercise { tree, rules: Rules { range, depth, ..Rules::DEFAULT }, spelt_out, above: false }
        });
        let exercises = exercises.prop_filter("inf and -inf together", |exercise| exercise.seen().try_value().is_ok());
        exercises.prop_filter("more than eight leaves", |exercise| {
            exercise.seen().pre_order().into_iter().flatten().filter(|tree| tree.is_leaf()).count() <= 8
        })
    })
}

/// Whether there are chance nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    Never,
    /// In two trees of three.
    Sometimes,
}

impl Chance {
    /// Of some twelve children, how many are chance nodes.
    fn shares(self) -> impl Strategy<Value = u32> {
        match self {
            Self::Never => Just(0).boxed(),
            Self::Sometimes => prop_oneof![1 => Just(0), 2 => Just(3)].boxed(),
        }
    }
}

/// The numbers of one exercise: few, so that its leaves are often equal.
fn palette(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Vec<Number>> {
    vec(number, 1..=12)
}

/// Trees with these numbers; of some twelve children `share` are chance nodes.
fn trees(numbers: &[Number], share: u32, plies: usize, widest: usize) -> impl Strategy<Value = Tree> + use<> {
    let Layer { max, min, chance } = Layer::new(numbers, share, plies, widest);
    let moves = prop_oneof![max, min];
    if share == 0 { moves.boxed() } else { prop_oneof![4 => moves, 1 => chance].boxed() }
}

/// Trees of the same number of plies, by the kind of their root.
struct Layer {
    max: BoxedStrategy<Tree>,
    min: BoxedStrategy<Tree>,
    chance: BoxedStrategy<Tree>,
}

impl Layer {
    fn new(numbers: &[Number], share: u32, plies: usize, widest: usize) -> Self {
        let number = || select(numbers.to_vec());
        let leaf = number().prop_map(Tree::Leaf).boxed();
        let below = (plies > 1).then(|| Self::new(numbers, share, plies - 1, widest));
        // The other player's nodes, sometimes the same player's or a chance node, and leaves.
        let child = |max: u32, min: u32| {
            let Some(below) = &below else { return leaf.clone() };
            let moves = prop_oneof![4 => leaf.clone(), max => below.max.clone(), min => below.min.clone()];
            match share {
                0 => moves.boxed(),
                share => prop_oneof![10 => moves, share => below.chance.clone()].boxed(),
            }
        };
        let moves = |player, child| {
            let parts = (number(), vec(child, 1..=widest));
            parts.prop_map(move |(eval, children)| Tree::Node(player, eval, children)).boxed()
        };
        let equal = vec((Just(1), child(3, 3)), 1..=widest);
        let unequal = vec((0..=4_i128, child(3, 3)), 1..=widest)
            .prop_filter("nothing has a share", |children| children.iter().any(|(share, _)| *share > 0));
        let parts = (number(), prop_oneof![equal, unequal]);
        let chance = parts.prop_map(|(eval, children)| Tree::Chance(eval, weighed(children)));
        let (max, min) = (moves(Player::Max, child(1, 5)), moves(Player::Min, child(5, 1)));
        Self { max, min, chance: chance.boxed() }
    }
}

/// Children with weights in proportion to their shares.
fn weighed(children: Vec<(i128, Tree)>) -> Vec<(Weight, Tree)> {
    let all = children.iter().map(|(share, _)| share).sum();
    let weight = |share| Weight::new(share, all).expect("something has a share");
    children.into_iter().map(|(share, child)| (weight(share), child)).collect()
}

fn rules(numbers: &[Number]) -> impl Strategy<Value = Rules> + use<> {
    let choices = (any_value::<Cut>(), any_value::<Returns>(), any_value::<Order>(), cutoffs());
    let parts = (choices, windows(numbers), ranges(numbers), depths());
    parts.prop_map(|((cut, returns, order, cutoffs), window, range, depth)| {
        let rules = Rules { cut, returns, order, cutoffs, window, range, depth };
        let (lower, upper) = rules.start();
        if lower < upper { rules } else { Rules { window: EVERYTHING, ..rules } }
    })
}

/// Any value that the language has for a setting.
fn any_value<C: Choice + Debug>() -> impl Strategy<Value = C> {
    select(C::NAMES).prop_map(|(_, value)| value)
}

/// Any value of `cutoffs`, but mostly those that allow cutoffs.
fn cutoffs() -> impl Strategy<Value = Cutoffs> {
    let weight = |cutoffs| match cutoffs {
        Cutoffs::Deep | Cutoffs::Shallow => 2,
        Cutoffs::None => 1,
    };
    Union::new_weighted(Cutoffs::NAMES.iter().map(|(_, cutoffs)| (weight(*cutoffs), Just(*cutoffs))).collect())
}

/// The full window, or one with its ends at the values of leaves or elsewhere.
fn windows(numbers: &[Number]) -> impl Strategy<Value = Ends> + use<> {
    let end = || prop_oneof![4 => select(numbers.to_vec()), 1 => everyday_number()];
    let some = (end(), end()).prop_filter_map("nothing lies within", |(one, other)| {
        (one != other).then(|| (one.min(other), one.max(other)))
    });
    prop_oneof![Just(EVERYTHING), some]
}

/// No range, or one that all these numbers lie in.
fn ranges(numbers: &[Number]) -> impl Strategy<Value = Option<Ends>> + use<> {
    let (least, greatest) = numbers
        .iter()
        .fold((numbers[0], numbers[0]), |(least, greatest), number| (least.min(*number), greatest.max(*number)));
    let further = |number: Number, by| number.plus(Number::integer(by)).unwrap_or(number);
    let lower = prop_oneof![3 => Just(least), 2 => Just(further(least, -3)), 1 => Just(Number::NegativeInfinity)];
    let upper = prop_oneof![3 => Just(greatest), 2 => Just(further(greatest, 3)), 1 => Just(Number::Infinity)];
    let some = (lower, upper).prop_map(|(lower, upper)| if lower < upper { Some((lower, upper)) } else { None });
    prop_oneof![1 => Just(None), 2 => some]
}

fn depths() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![2 => Just(None), 1 => (1..=5_usize).prop_map(Some)]
}

/// Small integers.
fn small_number() -> impl Strategy<Value = Number> {
    (-9..=9_i64).prop_map(Number::integer)
}

/// A handful of small integers.
pub(crate) fn few_numbers() -> impl Strategy<Value = Number> {
    (0..=2_i64).prop_map(Number::integer)
}

/// Small integers, decimals and fractions, the infinities, and integers of all sizes.
pub(crate) fn everyday_number() -> impl Strategy<Value = Number> {
    prop_oneof![
        6 => (-9..=9_i64).prop_map(Number::integer),
        2 => (-400..=400_i128).prop_map(|hundredths| fraction(hundredths, 100)),
        2 => (-9..=9_i128, 1..=12_i128).prop_map(|(numerator, denominator)| fraction(numerator, denominator)),
        1 => Just(Number::Infinity),
        1 => Just(Number::NegativeInfinity),
        1 => any::<i64>().prop_map(Number::integer),
        1 => (-2..=2_i64).prop_map(|more| Number::integer((1 << 30) + more)),
    ]
}

/// Fractions with large prime denominators, many of them too close to each other for floating point.
pub(crate) fn fine_number() -> impl Strategy<Value = Number> {
    const PRIMES: [i128; 6] = [1_000_000_007, 1_000_000_009, (1 << 61) - 1, (1 << 89) - 1, (1 << 107) - 1, i128::MAX];
    (select(&PRIMES), 1..=3_i128, any::<bool>(), select(&[1, -1]))
        .prop_map(|(prime, part, near_one, sign)| fraction(sign * if near_one { prime - part } else { part }, prime))
}

/// Numbers of 30 digits, with and without decimals, that differ in the last digit only.
pub(crate) fn long_number() -> impl Strategy<Value = Number> {
    const LONG: i128 = 123_456_789_012_345_678_901_234_567_890;
    let parts = (0..=9_i128, select(&[1, -1]), select(&[1, 1_000_000]));
    parts.prop_map(|(last, sign, unit)| fraction(sign * (LONG + last), unit))
}

fn fraction(numerator: i128, denominator: i128) -> Number {
    Number::Finite(Fraction::new(numerator, denominator).expect("no denominator is 0"))
}
