//! Exercises from bytes: settings first, then the tree, one or two bytes for each node and leaf.

use gametree::model::Choice;
use gametree::number::{Fraction, Number, Weight};
use libfuzzer_sys::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::choices::Choices;
use crate::exercise::Exercise;
use crate::reference::{EVERYTHING, Ends, Rules};
use crate::tree::{Player, Tree};

/// How deep the trees are.
const MOST_PLIES: usize = 6;
/// How many children a node has.
const MOST_CHILDREN: usize = 4;
/// The greatest share of a child of a chance node. With these, `MOST_PLIES` and numbers up to 2³⁰, no sum and no
/// window of Star1 comes near the 38 digits that a number may have.
const LARGEST_SHARE: usize = 3;
const PRIMES: [i128; 4] = [1_000_000_007, (1 << 61) - 1, (1 << 107) - 1, i128::MAX];
const LONG: i128 = 123_456_789_012_345_678_901_234_567_890;

/// Only trees in which inf and -inf do not come together.
impl<'b> Arbitrary<'b> for Exercise {
    fn arbitrary(bytes: &mut Unstructured<'b>) -> Result<Self> {
        let exercise = exercise(bytes.bytes(bytes.len())?);
        if exercise.seen().try_value().is_ok() { Ok(exercise) } else { Err(Error::IncorrectFormat) }
    }
}

/// The exercise that some bytes mean.
fn exercise(bytes: &[u8]) -> Exercise {
    let choices = &mut Choices::new(bytes);
    let (spelt_out, above) = (choices.yes(), choices.yes());
    let palette = Palette::choose(choices);
    let rules = palette.rules(choices);
    let root = if choices.yes() { Player::Min } else { Player::Max };
    let tree = palette.node(choices, root, MOST_PLIES);
    Exercise { tree, rules, spelt_out, above }
}

/// A value of a setting.
fn setting<C: Choice>(choices: &mut Choices<'_>) -> C {
    let (_, value) = C::NAMES[choices.below(C::NAMES.len())];
    value
}

/// The numbers of one exercise: few, so that its leaves are often equal.
struct Palette {
    numbers: Vec<Number>,
    /// Whether there may be chance nodes.
    chance: bool,
}

impl Palette {
    fn choose(choices: &mut Choices<'_>) -> Self {
        let (number, chance): (fn(&mut Choices<'_>) -> Number, bool) =
            choices.of(&[(small_number, true), (everyday_number, true), (everyday_number, false), (any_number, false)]);
        let numbers = (0..=choices.below(12)).map(|_| number(choices)).collect();
        Self { numbers, chance: chance && choices.yes() }
    }

    fn rules(&self, choices: &mut Choices<'_>) -> Rules {
        let rules = Rules {
            cut: setting(choices),
            returns: setting(choices),
            order: setting(choices),
            cutoffs: setting(choices),
            window: self.window(choices),
            range: self.range(choices),
            depth: Some(choices.below(MOST_PLIES)).filter(|plies| *plies > 0),
        };
        let (lower, upper) = rules.start();
        if lower < upper { rules } else { Rules { window: EVERYTHING, ..rules } }
    }

    /// The full window, or one with its ends at the values of leaves or near them.
    fn window(&self, choices: &mut Choices<'_>) -> Ends {
        let mut end = || further(choices.of(&self.numbers), choices.of(&[0, 0, -1, 1]));
        let (one, other) = (end(), end());
        if one == other { EVERYTHING } else { (one.min(other), one.max(other)) }
    }

    /// No range, or one that all numbers lie in.
    fn range(&self, choices: &mut Choices<'_>) -> Option<Ends> {
        let least = self.numbers.iter().copied().min()?;
        let greatest = self.numbers.iter().copied().max()?;
        let lower = choices.of(&[least, further(least, -3), Number::NegativeInfinity]);
        let upper = choices.of(&[greatest, further(greatest, 3), Number::Infinity]);
        (choices.yes() && lower < upper).then_some((lower, upper))
    }

    /// A node or leaf below a node of `player`.
    fn child(&self, choices: &mut Choices<'_>, player: Player, plies: usize) -> Tree {
        let (other, same) = match player {
            Player::Max => (Player::Min, Player::Max),
            Player::Min => (Player::Max, Player::Min),
        };
        match choices.below(16) {
            _ if plies == 0 => Tree::Leaf(choices.of(&self.numbers)),
            0..=6 => Tree::Leaf(choices.of(&self.numbers)),
            7..=11 => self.node(choices, other, plies),
            12 => self.node(choices, same, plies),
            _ if self.chance => self.chance(choices, other, plies),
            _ => self.node(choices, other, plies),
        }
    }

    fn node(&self, choices: &mut Choices<'_>, player: Player, plies: usize) -> Tree {
        let eval = choices.of(&self.numbers);
        let children = (0..=choices.below(MOST_CHILDREN)).map(|_| self.child(choices, player, plies - 1)).collect();
        Tree::Node(player, eval, children)
    }

    /// A chance node, whose children are as those of a node of `player`.
    fn chance(&self, choices: &mut Choices<'_>, player: Player, plies: usize) -> Tree {
        let eval = choices.of(&self.numbers);
        let mut shares: Vec<usize> =
            (0..=choices.below(MOST_CHILDREN)).map(|_| choices.below(LARGEST_SHARE + 1)).collect();
        if shares.iter().all(|share| *share == 0) {
            shares.fill(1);
        }
        let all: usize = shares.iter().sum();
        let weight = |share: usize| Weight::new(share as i128, all as i128).expect("something has a share");
        let children = shares.into_iter().map(|share| (weight(share), self.child(choices, player, plies - 1)));
        Tree::Chance(eval, children.collect())
    }
}

/// A small integer.
fn small_number(choices: &mut Choices<'_>) -> Number {
    fraction(choices.below(19) as i128 - 9, 1)
}

/// A small integer, decimal or fraction, an infinity, or an integer that is not small.
fn everyday_number(choices: &mut Choices<'_>) -> Number {
    match choices.below(8) {
        0..=2 => small_number(choices),
        3 => fraction(choices.below(250) as i128 - 125, 100),
        4 => fraction(choices.below(19) as i128 - 9, choices.below(12) as i128 + 1),
        5 => Number::Infinity,
        6 => Number::NegativeInfinity,
        _ => fraction((1 << 30) + choices.below(5) as i128 - 2, 1),
    }
}

/// A number that floating point does not have: a fine fraction or a long one, or an integer of any size.
fn any_number(choices: &mut Choices<'_>) -> Number {
    let sign = choices.of(&[1, -1]);
    match choices.below(4) {
        0 => everyday_number(choices),
        1 => Number::integer(choices.integer()),
        2 => {
            let (prime, part) = (choices.of(&PRIMES), choices.below(3) as i128 + 1);
            fraction(sign * if choices.yes() { prime - part } else { part }, prime)
        }
        _ => fraction(sign * (LONG + choices.below(10) as i128), choices.of(&[1, 1_000_000])),
    }
}

fn fraction(numerator: i128, denominator: i128) -> Number {
    Number::Finite(Fraction::new(numerator, denominator).expect("no denominator is 0"))
}

/// The number and an integer together; the number itself where that cannot be held exactly.
fn further(number: Number, by: i64) -> Number {
    number.plus(Number::integer(by)).unwrap_or(number)
}
