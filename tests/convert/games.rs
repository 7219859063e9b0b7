//! Games of Gambit: nothing is lost that a game can have, and another program reads the same game.

use gambit_parser::{ExtensiveFormGame, Node};
use gametree::convert::{Format, Options, Plain, Target, detect, read, write, written};
use gametree::number::Number;
use gametree::syntax::tree::Kind;
use proptest::prelude::*;

use crate::laws::{Has, language, tree, value};

/// A random tree with everything that a game can have: no infinities.
fn random(seed: u64, chance: bool) -> String {
    tree(seed, Has { names: true, extras: true, chance, turns: false, any_number: chance })
}

/// A tree as a game.
fn game(plain: &Plain) -> String {
    write(plain, Target::Efg).unwrap_or_else(|reason| panic!("{reason}")).text
}

fn back(game: &str) -> Plain {
    assert_eq!(detect(game, &Options::default()).unwrap(), Format::Efg);
    let converted =
        read(game, Format::Efg, &Options::default()).unwrap_or_else(|refusal| panic!("{game}\n{refusal:?}"));
    assert!(converted.notes.is_empty(), "{game}\n{:?}", converted.notes);
    converted.trees.into_iter().next().unwrap()
}

/// A name or a label without the signs that a game cannot have.
fn plainly(text: &str) -> String {
    text.replace('"', "'").replace('\\', "/")
}

/// The value of a game for its first player, as another program reads it: from the leaves up.
fn value_elsewhere(node: Node<'_, '_>) -> Number {
    let number = |text: String| text.parse::<Number>().unwrap();
    match node {
        Node::Terminal(leaf) => {
            let payoffs: Vec<Number> =
                leaf.outcome_payoffs().unwrap().iter().map(|payoff| number(payoff.to_string())).collect();
            assert_eq!(payoffs[0].plus(payoffs[1]), Ok(Number::ZERO));
            payoffs[0]
        }
        Node::Player(player) => {
            let values = player.actions().map(|(_, child)| value_elsewhere(child));
            if player.player_num() == 1 { values.max() } else { values.min() }.unwrap()
        }
        Node::Chance(chance) => chance.actions().fold(Number::ZERO, |sum, (_, probability, child)| {
            let weight = number(probability.to_string()).finite().unwrap();
            sum.plus(value_elsewhere(child).times(weight).unwrap()).unwrap()
        }),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn names_labels_probabilities_and_the_title_are_kept(seed: u64, chance: bool) {
        let plain = language(&random(seed, chance));
        let back = back(&game(&plain));
        prop_assert_eq!(&back.title, &plain.title.as_deref().map(plainly));
        prop_assert_eq!(back.len(), plain.len());
        for node in plain.all() {
            prop_assert_eq!((back.kind(node), back.end(node)), (plain.kind(node), plain.end(node)));
            prop_assert_eq!(back.value(node), plain.value(node));
            prop_assert_eq!(back.name(node).map(str::to_string), plain.name(node).map(plainly));
            match plain.label(node) {
                Some(label) => prop_assert_eq!(back.label(node).unwrap_or_default(), plainly(label)),
                // Such a move has got a number.
                None => prop_assert!(back.label(node).is_none_or(|label| label.parse::<usize>().is_ok())),
            }
            if let Some(probability) = plain.probability(node) {
                prop_assert_eq!(back.probability(node), Some(probability));
            }
        }
    }

    #[test]
    fn no_value_changes(seed: u64, chance: bool) {
        let text = random(seed, chance);
        let game = game(&language(&text));
        let expected = value(&text);
        prop_assert_eq!(value(&written(&[back(&game)])), expected, "{}", game);
        let elsewhere = ExtensiveFormGame::try_from_str(&game).unwrap_or_else(|fault| panic!("{game}\n{fault}"));
        prop_assert_eq!(value_elsewhere(elsewhere.root()), expected, "{}", game);
    }

    #[test]
    fn writing_twice_is_writing_once(seed: u64, chance: bool) {
        let game = game(&language(&random(seed, chance)));
        let again = write(&back(&game), Target::Efg).unwrap();
        prop_assert_eq!(again.lost, Vec::<String>::new());
        prop_assert_eq!(again.text, game);
    }
}

#[test]
fn moves_without_a_label_get_a_number() {
    let labels = |text: &str| {
        let back = back(&game(&language(text)));
        back.all().filter_map(|node| back.label(node).map(str::to_string)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(labels("max { 3, a: 5, 2 }"), "1 a 3");
    assert_eq!(labels("max { 3, \"1\": 5, 2, \"4\": 7, 8 }"), "2 1 3 4 5");
    assert_eq!(labels("max { \"a\\\"\": 3, \"a'\": 5 }"), "a' 2");
}

#[test]
fn what_is_lost_is_said() {
    let tree = "tree \"a \\\"b\\\"\" { cut alpha > beta max A = 3 plays \"\\\\\" { \"\\\\\": 3, b: min { 2, 8 } } }";
    let written = write(&language(tree), Target::Efg).unwrap();
    let expected = "not kept: 2 claims, `cut alpha > beta` and quotation marks or backslashes in 2 texts";
    assert_eq!(written.loss().as_deref(), Some(expected));
    assert!(written.text.starts_with("EFG 2 R \"a 'b'\" { \"MAX\" \"MIN\" }\np \"A\" 1 1 \"\" { \"/\" \"b\" } 0\n"));
}

#[test]
fn comments_are_kept() {
    let game = "EFG 2 R \"\" { \"MAX\" \"MIN\" }\n\"one\ntwo\"\np \"\" 1 1 \"\" { \"a\" } 0\nt \"\" 1 \"\" { 1, -1 }\n";
    let plain = back(game);
    assert_eq!(write(&plain, Target::Efg).unwrap().text, game);
    assert_eq!(write(&plain, Target::Lists).unwrap().lost, ["1 comment", "1 label"]);
}

#[test]
fn games_have_finite_payoffs_and_sound_probabilities() {
    let refused = |plain: &Plain, part: &str| {
        let reason = write(plain, Target::Efg).unwrap_err().to_string();
        assert!(reason.contains(part), "{reason}");
    };
    refused(&language("max { 3, -inf }"), "a leaf is worth -inf; change it");
    refused(&language("max { 3, ? }"), "an unknown leaf");
    for (json, part) in [
        (r#"{"chance": [{"value": 1, "p": 0.5}, 2]}"#, "for each move"),
        (r#"{"chance": [{"value": 1, "p": 0.5}, {"value": 1, "p": 0.4}]}"#, "they must add up to 1"),
        (r#"{"chance": [{"value": 1, "p": 1.5}, {"value": 1, "p": -0.5}]}"#, "0 or more"),
        (r#"{"max": [{"value": 1, "p": 0.5}, 2]}"#, "only chance's moves"),
    ] {
        let converted = read(json, Format::Json, &Options::default()).unwrap();
        assert_eq!(converted.trees[0].all().filter(|node| converted.trees[0].kind(*node) == Kind::Value).count(), 2);
        refused(&converted.trees[0], part);
    }
}
