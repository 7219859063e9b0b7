//! What holds of every tree: nothing is lost that a notation has, and no value changes.

use std::fmt::Write;
use std::fs;
use std::path::Path;

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
    /// A title and static evaluations, which few notations have.
    pub(crate) extras: bool,
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

/// A name with a number below a limit, as the language writes it between quotes. Notations could take it for something
/// else.
fn word(random: &mut Random, limit: u64) -> String {
    const BEGINNINGS: [&str; 12] =
        ["N", "", "-", "max ", "x: ", "\\\"", "= (", "# ", "├── ", "?", "a, b;\\n", "\\\\t\t'"];
    let beginning = BEGINNINGS[usize::try_from(random.below(12)).unwrap()];
    format!("{beginning}{}", random.below(limit))
}

pub(crate) fn tree(seed: u64, has: Has) -> String {
    let mut text = String::new();
    let mut random = Random(seed);
    if has.extras && random.below(2) == 0 {
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
        let _ = write!(text, " \"{}\"", word(random, 1_000_000_000));
    }
    if has.extras && random.below(5) == 0 {
        let _ = write!(text, " eval {}", random.below(9));
    }
    text.push_str(" { ");
    let moves = 1 + random.below(4);
    let has_probabilities = is_chance && has.names && random.below(2) == 0;
    for child in 0..moves {
        match has.names && random.below(2) == 0 {
            true if has_probabilities => _ = write!(text, "\"{} {child}\" 1/{moves}: ", word(random, 9)),
            true => _ = write!(text, "\"{} {child}\": ", word(random, 9)),
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
        let has = Has { names: true, extras: true, chance, turns: false, any_number: true };
        comes_back(&language(&tree(seed, has)), Target::Json, &Options::default());
    }

    #[test]
    fn outlines_keep_everything_but_titles_and_claims(seed: u64, chance: bool) {
        let has = Has { names: true, extras: false, chance, turns: false, any_number: true };
        comes_back(&language(&tree(seed, has)), Target::Outline, &Options::default());
    }

    #[test]
    fn tables_keep_everything_but_titles_and_claims_and_name_each_node(seed: u64, chance: bool) {
        let has = Has { names: true, extras: false, chance, turns: false, any_number: true };
        let plain = language(&tree(seed, has));
        let there = write(&plain, Target::Edges).unwrap();
        let unnamed = plain.all().filter(|node| !plain.kind(*node).is_leaf() && plain.name(*node).is_none()).count();
        prop_assert_eq!(there.lost.len(), usize::from(unnamed > 0));
        let format = detect(&there.text, &Options::default()).unwrap();
        let back = read(&there.text, format, &Options::default()).unwrap();
        let (back, notes) = (&back.trees[0], back.notes);
        prop_assert_eq!((format, back.len(), notes.len()), (Format::Edges, plain.len(), 0));
        for node in plain.all() {
            let parts = |tree: &Plain| (tree.kind(node), tree.value(node), tree.label(node).map(str::to_string));
            prop_assert_eq!(parts(back), parts(&plain));
            prop_assert_eq!(back.probability(node), plain.probability(node));
            let name = back.name(node);
            prop_assert!(plain.name(node).map_or(name.is_some() != plain.kind(node).is_leaf(), |own| name == Some(own)));
        }
        let again = write(back, Target::Edges).unwrap();
        prop_assert_eq!((again.text, again.lost), (there.text, Vec::new()));
    }

    #[test]
    fn lists_keep_shape_players_and_values(seed: u64, turns: bool, chance: bool) {
        let has = Has { names: false, extras: false, chance: chance && !turns, turns, any_number: false };
        let plain = language(&tree(seed, has));
        for target in [Target::Lists, Target::Python, Target::SExpressions] {
            comes_back(&plain, target, &Options::default());
        }
    }

    #[test]
    fn python_and_lisp_have_every_number(seed: u64) {
        let plain = language(&tree(seed, Has { names: false, extras: false, chance: false, turns: true, any_number: true }));
        comes_back(&plain, Target::Python, &Options::default());
        comes_back(&plain, Target::SExpressions, &Options::default());
    }

    #[test]
    fn no_value_changes(seed: u64) {
        let text = tree(seed, Has { names: true, extras: true, chance: false, turns: false, any_number: true });
        let plain = language(&text);
        for target in [Target::Python, Target::SExpressions, Target::Json, Target::Outline, Target::Edges] {
            let there = write(&plain, target).unwrap();
            let format = match target {
                Target::Json => Format::Json,
                Target::Outline => Format::Outline,
                Target::Edges => Format::Edges,
                _ => Format::Lists,
            };
            let back = read(&there.text, format, &Options::default()).unwrap();
            prop_assert_eq!(value(&written(&back.trees)), value(&text), "{}", there.text);
        }
    }

    #[test]
    fn converting_twice_is_converting_once(seed: u64, chance: bool) {
        let once = written(&[language(&tree(seed, Has { names: true, extras: true, chance, turns: false, any_number: true }))]);
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

/// Every example that a notation can have comes back with the same value.
#[test]
fn examples_come_back_with_their_values() {
    let targets = [
        Target::Lists,
        Target::Python,
        Target::SExpressions,
        Target::Json,
        Target::Leaves,
        Target::Outline,
        Target::Edges,
    ];
    let mut compared = [0; 7];
    for tree in examples() {
        let is_known = tree.all().all(|node| !tree.kind(node).is_leaf() || tree.value(node).is_some());
        for (target, compared) in targets.iter().zip(&mut compared) {
            let Ok(there) = write(&tree, *target) else { continue };
            let end = tree.end(NodeId::ROOT);
            let next = |child: &NodeId| Some(tree.end(*child)).filter(|next| *next < end);
            let children = std::iter::successors(Some(NodeId::ROOT.next()), next).count();
            let options =
                Options { branching: Some(children), root: Some(tree.kind(NodeId::ROOT)), ..Options::default() };
            let format = detect(&there.text, &options).unwrap_or_else(|refusal| panic!("{}\n{refusal:?}", there.text));
            let back =
                read(&there.text, format, &options).unwrap_or_else(|refusal| panic!("{}\n{refusal:?}", there.text));
            *compared += 1;
            if is_known {
                let own = written(std::slice::from_ref(&tree));
                assert_eq!(value(&written(&back.trees)), value(&own), "{}", there.text);
            } else {
                // Only outlines have unknown leaves.
                assert_eq!(back.trees[0].len(), tree.len(), "{}", there.text);
            }
        }
    }
    assert!(compared.iter().all(|compared| *compared > 5), "{compared:?}");
}

/// The trees of the examples, without the settings that few notations have.
fn examples() -> Vec<Plain> {
    let mut trees = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        folders.extend(paths.iter().filter(|path| path.is_dir()).cloned());
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "tree"));
        for path in paths {
            // Some homework of the example is wrong.
            let Ok(read) = read_language(&fs::read_to_string(path).unwrap()) else { continue };
            trees.extend(read.trees.into_iter().map(|mut tree| {
                tree.settings.clear();
                tree.expectations.clear();
                tree
            }));
        }
    }
    trees
}
