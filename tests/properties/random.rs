//! Random exercises: a tree of MAX and MIN nodes, the settings of the search, and both as text of the language.

use std::fmt::{self, Write};

use gametree::diagnostic::Levels;
use gametree::model::Game;
use gametree::number::Number;
use gametree::search::Search;
use gametree::syntax::parse;
use num_rational::Ratio;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::reference::{EVERYTHING, Ends, Player, Reach, Rules, Tree};

/// A tree with its settings.
pub(crate) struct Exercise {
    pub(crate) tree: Tree,
    pub(crate) rules: Rules,
    /// Whether settings that are the defaults are written all the same.
    pub(crate) spelt_out: bool,
    /// Whether the settings stand above the tree, for the whole file, not inside it.
    pub(crate) above: bool,
}

impl Exercise {
    /// The exercise with other settings.
    pub(crate) fn under(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Reads the text of the exercise, searches its tree, and asks something about the search.
    pub(crate) fn searched<T>(&self, question: impl FnOnce(&Search<'_>) -> T) -> T {
        let text = self.to_string();
        let (file, mistakes) = parse(&text);
        assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
        let (game, mistakes) = Game::new(&text, &file, &file.trees[0], &Levels::default());
        assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
        question(&Search::of(&game))
    }

    /// The settings as text, each with whether it is the default.
    fn settings(&self) -> [(String, bool); 5] {
        let Rules { strict, hard, reversed, reach, window } = self.rules;
        let cut = if strict { ">" } else { ">=" };
        let search = if hard { "fail-hard" } else { "fail-soft" };
        let order = if reversed { "right-to-left" } else { "left-to-right" };
        let cutoffs = match reach {
            Reach::Deep => "deep",
            Reach::Shallow => "shallow",
            Reach::Nowhere => "none",
        };
        [
            (format!("cut alpha {cut} beta"), !strict),
            (format!("search {search}"), !hard),
            (format!("order {order}"), !reversed),
            (format!("cutoffs {cutoffs}"), reach == Reach::Deep),
            (format!("window [{}, {}]", window.0, window.1), window == EVERYTHING),
        ]
    }
}

impl fmt::Display for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.settings().into_iter().filter(|(_, default)| self.spelt_out || !default);
        let settings: String = written.map(|(setting, _)| format!("{setting}\n")).collect();
        let (outside, inside) = if self.above { (settings, String::new()) } else { (String::new(), settings) };
        write!(f, "{outside}tree {{\n{inside}")?;
        write_tree(f, &self.tree)?;
        writeln!(f, "\n}}")
    }
}

/// A case that fails is shown as a file that can be searched again.
impl fmt::Debug for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

fn write_tree(out: &mut impl Write, tree: &Tree) -> fmt::Result {
    let (player, children) = match tree {
        Tree::Leaf(value) => return write!(out, "{value}"),
        Tree::Node(player, children) => (player, children),
    };
    write!(out, "{} {{ ", if *player == Player::Max { "max" } else { "min" })?;
    for child in children {
        write_tree(out, child)?;
        write!(out, " ")?;
    }
    write!(out, "}}")
}

/// Exercises of some 50 nodes and leaves under all settings.
pub(crate) fn exercises(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Exercise> {
    palette(number).prop_flat_map(|numbers| {
        let parts = (trees(&numbers, 6, 4), rules(&numbers), any::<bool>(), any::<bool>());
        parts.prop_map(|(tree, rules, spelt_out, above)| Exercise { tree, rules, spelt_out, above })
    })
}

/// Exercises of at most eight leaves that set nothing.
pub(crate) fn small_exercises(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Exercise> {
    palette(number).prop_flat_map(|numbers| {
        let small = trees(&numbers, 4, 3).prop_filter("more than eight leaves", |tree| tree.leaves() <= 8);
        small.prop_map(|tree| Exercise { tree, rules: Rules::DEFAULT, spelt_out: false, above: false })
    })
}

/// The numbers of one exercise: few, so that its leaves are often equal.
fn palette(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Vec<Number>> {
    vec(number, 1..=12)
}

fn trees(numbers: &[Number], plies: usize, widest: usize) -> impl Strategy<Value = Tree> + use<> {
    prop_oneof![node(Player::Max, numbers, plies, widest), node(Player::Min, numbers, plies, widest)]
}

/// A node with the other player's nodes below it, sometimes the same player's, and leaves.
fn node(player: Player, numbers: &[Number], plies: usize, widest: usize) -> BoxedStrategy<Tree> {
    let leaf = select(numbers.to_vec()).prop_map(Tree::Leaf);
    let child = if plies == 1 {
        leaf.boxed()
    } else {
        let below = |player| node(player, numbers, plies - 1, widest);
        prop_oneof![4 => leaf, 5 => below(player.opponent()), 1 => below(player)].boxed()
    };
    vec(child, 1..=widest).prop_map(move |children| Tree::Node(player, children)).boxed()
}

fn rules(numbers: &[Number]) -> impl Strategy<Value = Rules> + use<> {
    let reach = prop_oneof![2 => Just(Reach::Deep), 2 => Just(Reach::Shallow), 1 => Just(Reach::Nowhere)];
    let parts = (any::<bool>(), any::<bool>(), any::<bool>(), reach, windows(numbers));
    parts.prop_map(|(strict, hard, reversed, reach, window)| Rules { strict, hard, reversed, reach, window })
}

/// The full window, or one with its ends at the values of leaves or elsewhere.
fn windows(numbers: &[Number]) -> impl Strategy<Value = Ends> + use<> {
    let end = || prop_oneof![4 => select(numbers.to_vec()), 1 => everyday_number()];
    let some = (end(), end()).prop_filter_map("nothing lies within", |(one, other)| {
        (one != other).then(|| (one.min(other), one.max(other)))
    });
    prop_oneof![Just(EVERYTHING), some]
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
    Number::Finite(Ratio::new(numerator, denominator))
}
