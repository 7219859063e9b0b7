//! What holds of every tree: nothing is lost that a notation has, and no value changes.

use std::fmt::Write;

use gametree::convert::{Format, Options, Plain, Target, detect, read, read_language, write, written};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::number::Number;
use gametree::search::Search;
use gametree::syntax::parse;
use gametree::syntax::tree::NodeId;
use proptest::prelude::*;

use crate::texts::assert_is_well;

/// What a random tree has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Has {
    pub(crate) names: bool,
    pub(crate) chance: bool,
    /// Whether MAX and MIN take turns, and MAX moves first.
    pub(crate) turns: bool,
    /// Infinities and fractions.
    pub(crate) any_number: bool,
}

/// Random choices from a seed.
struct Random(u64);

impl Random {
    /// A number below a limit.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One of the first few [`NUMBERS`].
    fn number(&mut self, first: u64) -> &'static str {
        let place = self.below(first);
        NUMBERS.iter().zip(0..).find(|(_, other)| *other == place).map_or("0", |(number, _)| number)
    }
}

const NUMBERS: [&str; 10] =
    ["3", "-7", "0", "2.5", "-0.25", "1073741824", "99999999999999999999", "1/3", "inf", "-inf"];

pub(crate) fn tree(seed: u64, has: Has) -> String {
    let mut text = String::new();
    let mut random = Random(seed);
    if has.names && random.below(2) == 0 {
        text.push_str("tree \"a \\\"title\\\"\" {\n");
    }
    let titled = !text.is_empty();
    node(&mut random, has, &mut text, 0, true);
    if titled {
        text.push_str("\n}");
    }
    text + "\n"
}

fn node(random: &mut Random, has: Has, text: &mut String, ply: u64, is_max: bool) {
    let is_max = if has.turns { is_max } else { random.below(2) == 0 };
    let is_chance = has.chance && random.below(4) == 0;
    text.push_str(if is_chance {
        "chance"
    } else if is_max {
        "max"
    } else {
        "min"
    });
    if has.names && random.below(2) == 0 {
        let _ = write!(text, " \"N{} \\\"\"", random.below(1_000_000_000));
    }
    if has.names && random.below(5) == 0 {
        let _ = write!(text, " eval {}", random.below(9));
    }
    text.push_str(" { ");
    let moves = 1 + random.below(4);
    let has_probabilities = is_chance && has.names && random.below(2) == 0;
    for child in 0..moves {
        match has.names && random.below(2) == 0 {
            true if has_probabilities => _ = write!(text, "m{child} 1/{moves}: "),
            true => _ = write!(text, "\"m {child}\": "),
            false if has_probabilities => _ = write!(text, "1/{moves}: "),
            false => {}
        }
        // An infinite value below chance may have no sum.
        let numbers = if !has.any_number {
            7
        } else if has.chance {
            8
        } else {
            10
        };
        match ply < 3 && random.below(3) > 0 {
            true => node(random, has, text, ply + 1, !is_max),
            false => text.push_str(random.number(numbers)),
        }
        text.push(' ');
    }
    text.push('}');
}

pub(crate) fn language(text: &str) -> Plain {
    let converted = read_language(text).unwrap_or_else(|refusal| panic!("{text}\n{refusal:?}"));
    assert!(converted.notes.is_empty());
    converted.trees.into_iter().next().unwrap()
}

pub(crate) fn value(text: &str) -> Number {
    let (file, mut findings) = parse(text, 10);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    assert_eq!(findings.tally().errors, 0, "{text}");
    Search::of(&game).unwrap().value(NodeId::ROOT).unwrap()
}

/// Writes a tree in a notation, reads it back, and compares.
fn comes_back(plain: &Plain, target: Target, options: &Options) {
    let there =
        write(plain, target).unwrap_or_else(|reason| panic!("{reason}\n{}", written(std::slice::from_ref(plain))));
    assert_eq!(there.lost, Vec::<String>::new(), "{}", there.text);
    let format = detect(&there.text, options).unwrap_or_else(|refusal| panic!("{}\n{refusal:?}", there.text));
    let back = read(&there.text, format, options).unwrap_or_else(|refusal| panic!("{}\n{refusal:?}", there.text));
    assert_eq!(written(&back.trees), written(std::slice::from_ref(plain)), "{}", there.text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn json_keeps_everything_but_claims(seed: u64, chance: bool) {
        let has = Has { names: true, chance, turns: false, any_number: true };
        comes_back(&language(&tree(seed, has)), Target::Json, &Options::default());
    }

    #[test]
    fn lists_keep_shape_players_and_values(seed: u64, turns: bool, chance: bool) {
        let has = Has { names: false, chance: chance && !turns, turns, any_number: false };
        let plain = language(&tree(seed, has));
        for target in [Target::Lists, Target::Python, Target::SExpressions] {
            comes_back(&plain, target, &Options::default());
        }
    }

    #[test]
    fn python_and_lisp_have_every_number(seed: u64) {
        let plain = language(&tree(seed, Has { names: false, chance: false, turns: true, any_number: true }));
        comes_back(&plain, Target::Python, &Options::default());
        comes_back(&plain, Target::SExpressions, &Options::default());
    }

    #[test]
    fn no_value_changes(seed: u64) {
        let text = tree(seed, Has { names: true, chance: false, turns: false, any_number: true });
        let plain = language(&text);
        for target in [Target::Python, Target::SExpressions, Target::Json] {
            let there = write(&plain, target).unwrap();
            let format = if target == Target::Json { Format::Json } else { Format::Lists };
            let back = read(&there.text, format, &Options::default()).unwrap();
            prop_assert_eq!(value(&written(&back.trees)), value(&text), "{}", there.text);
        }
    }

    #[test]
    fn converting_twice_is_converting_once(seed: u64, chance: bool) {
        let once = written(&[language(&tree(seed, Has { names: true, chance, turns: false, any_number: true }))]);
        assert_is_well(&once);
        prop_assert_eq!(&written(&[language(&once)]), &once);
    }

    #[test]
    fn leaves_of_full_trees_come_back(branching in 2_usize..5, plies in 1_u32..5, seed: u64) {
        let mut random = Random(seed);
        let leaves: Vec<&str> = (0..branching.pow(plies)).map(|_| random.number(10)).collect();
        let text = leaves.join(" ") + "\n";
        let options = Options { branching: Some(branching), ..Options::default() };
        let read = read(&text, Format::Leaves, &options).unwrap();
        prop_assert_eq!(write(&read.trees[0], Target::Leaves).unwrap().text, text);
    }
}
