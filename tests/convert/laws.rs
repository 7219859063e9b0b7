//! What holds of every tree: nothing is lost that a notation has, and no value changes.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use gametree::check::check;
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

    /// One of some words.
    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        let place = self.below(words.len() as u64);
        words.iter().zip(0..).find(|(_, other)| *other == place).map_or("", |(word, _)| word)
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

/// A tree that a test of CS188 can have: MAX moves first in each round, and then the others. Few numbers make many ties.
struct Course {
    random: Random,
    agents: u64,
    others: &'static str,
    /// Whether a test can have all names and labels.
    has_usable_words: bool,
    nodes: u64,
}

impl Course {
    fn tree(seed: u64, has_usable_words: bool) -> String {
        let mut random = Random(seed);
        let (agents, is_chance, rounds) = (2 + random.below(2), random.below(3) == 0, random.below(3));
        let others = if is_chance { "chance" } else { "min" };
        let setting = if is_chance || random.below(4) == 0 { "cutoffs none" } else { "cut alpha > beta" };
        let depth = if rounds > 0 { format!(" depth {}", rounds * agents) } else { String::new() };
        let mut course = Self { random, agents, others, has_usable_words, nodes: 0 };
        let mut text = format!("tree {{ {setting}{depth} ");
        course.node(&mut text, 0);
        text + "}\n"
    }

    fn node(&mut self, text: &mut String, ply: u64) {
        let player = if ply.is_multiple_of(self.agents) { "max" } else { self.others };
        let name = match self.has_usable_words {
            true => format!("N{}", self.nodes),
            false => self.random.one_of(&["", "s1", "s2", "\"a b\"", "\"\\\"#\""]).to_string(),
        };
        self.nodes += 1;
        let _ = write!(text, "{player} {name} eval {} {{ ", self.random.below(4));
        for child in 0..1 + self.random.below(3) {
            match self.has_usable_words {
                true => _ = write!(text, "m{child}: "),
                // The word for the first move is the label of the second.
                false if child == 1 => text.push_str("m1: "),
                false if child == 2 => text.push_str("\"m 3\": "),
                false => {}
            }
            match ply < 4 && self.random.below(3) > 0 {
                true => self.node(text, ply + 1),
                false => _ = write!(text, "{} ", self.random.one_of(&["0", "1", "-1", "2.5"])),
            }
        }
        text.push_str("} ");
    }
}

/// What `check` finds in a test with its solution.
fn found(test: &str, solution: &str) -> Vec<String> {
    let options = Options { solution: Some(solution.to_string()), ..Options::default() };
    let format = detect(test, &options).unwrap();
    match read(test, format, &options) {
        Ok(read) => {
            let text = written(&read.trees);
            assert_is_well(&text);
            check(&text, &Defaults::default(), 10).findings.into_iter().map(|finding| finding.message).collect()
        }
        Err(refusal) => vec![refusal.message],
    }
}

/// The action and the states of a solution.
fn answers(solution: &str) -> (&str, Vec<&str>) {
    let mut texts = solution.lines().map(|line| line.split('"').nth(1).unwrap());
    (texts.next().unwrap(), texts.next().unwrap().split(' ').collect())
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
    fn tests_of_the_course_keep_everything_that_they_can_have(seed: u64) {
        let plain = language(&Course::tree(seed, true));
        let there = write(&plain, Target::Cs188).unwrap();
        let mut back = read(&there.text, Format::Cs188, &Options::default()).unwrap().trees.remove(0);
        back.comments.clear();
        back.settings.retain(|setting| !setting.starts_with("allow"));
        let mut kept = plain;
        kept.settings.retain(|setting| !there.lost.contains(&format!("`{setting}`")));
        prop_assert_eq!(written(&[back]), written(&[kept]), "{}", there.text);
        // A depth that no leaf reaches has no effect; and if moves are equally good, a solution has one of them.
        prop_assert!(there.lost.iter().all(|lost| lost.starts_with("`depth") || lost.starts_with("that ")), "{:?}", there.lost);
    }

    #[test]
    fn a_solution_is_right(seed: u64, has_usable_words: bool) {
        let text = Course::tree(seed, has_usable_words);
        let plain = language(&text);
        let there = write(&plain, Target::Cs188).unwrap();
        let solution = there.solution.unwrap();
        prop_assert_eq!(found(&there.text, &solution), Vec::<String>::new(), "{}\n{}\n{}", text, there.text, solution);
        let back = read(&there.text, Format::Cs188, &Options::default()).unwrap();
        prop_assert_eq!(value(&written(&back.trees)), value(&text));
    }

    #[test]
    fn a_wrong_solution_is_found(seed: u64, choice: usize) {
        let there = write(&language(&Course::tree(seed, true)), Target::Cs188).unwrap();
        let solution = there.solution.unwrap();
        let (action, states) = answers(&solution);
        let without: Vec<&str> = (0..states.len()).filter(|place| *place != choice % states.len()).map(|place| states[place]).collect();
        let wrong = format!("action: \"{action}\"\ngenerated: \"{}\"\n", without.join(" "));
        prop_assert!(!found(&there.text, &wrong).is_empty(), "{}\n{}", there.text, wrong);
        let evaluated = there.text.lines().filter_map(|line| line.strip_suffix(['0', '1', '5'])?.split_whitespace().next());
        for other in evaluated.filter(|state| !state.ends_with(':') && !states.contains(state)) {
            let wrong = format!("{} {other}\"\n", solution.trim_end().trim_end_matches('"'));
            prop_assert!(!found(&there.text, &wrong).is_empty(), "{}\n{}", there.text, wrong);
        }
        let best = there.lost.iter().find(|lost| lost.starts_with("that")).map_or(action, |lost| lost.as_str());
        for other in (0..3).map(|child| format!("m{child}")).filter(|other| !best.contains(other.as_str())) {
            let wrong = solution.replace(&format!("\"{action}\""), &format!("\"{other}\""));
            prop_assert!(!found(&there.text, &wrong).is_empty(), "{}\n{}", there.text, wrong);
        }
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
