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
#[derive(Clone)]
pub(crate) struct Exercise {
    pub(crate) tree: Tree,
    pub(crate) rules: Rules,
    /// Whether settings are written out that are as they would be anyway.
    pub(crate) spelt_out: bool,
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

    /// The settings as text, each with whether it is as it would be anyway.
    fn settings(&self) -> [(String, bool); 5] {
        let Rules { strict, hard, reversed, reach, window } = self.rules;
        let word = |flag: bool, otherwise: &str, set: &str| if flag { set.to_string() } else { otherwise.to_string() };
        let reach_word = match reach {
            Reach::Deep => "deep",
            Reach::Shallow => "shallow",
            Reach::Nowhere => "none",
        };
        [
            (format!("cut alpha {} beta", word(strict, ">=", ">")), !strict),
            (format!("search {}", word(hard, "fail-soft", "fail-hard")), !hard),
            (format!("order {}", word(reversed, "left-to-right", "right-to-left")), !reversed),
            (format!("cutoffs {reach_word}"), reach == Reach::Deep),
            (format!("window [{}, {}]", window.0, window.1), window == EVERYTHING),
        ]
    }
}

impl fmt::Display for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tree {{")?;
        let written = |(_, usual): &(String, bool)| self.spelt_out || !usual;
        for (setting, _) in self.settings().iter().filter(|setting| written(setting)) {
            writeln!(f, "    {setting}")?;
        }
        write!(f, "    ")?;
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

/// Exercises of some 50 nodes and leaves, with all settings, whose leaves have few distinct values.
pub(crate) fn exercises(number: impl Strategy<Value = Number>) -> impl Strategy<Value = Exercise> {
    vec(number, 1..=12).prop_flat_map(|numbers| {
        let tree = player().prop_flat_map({
            let numbers = numbers.clone();
            move |player| node(player, 6, 4, &numbers)
        });
        (tree, rules(numbers), any::<bool>()).prop_map(|(tree, rules, spelt_out)| Exercise { tree, rules, spelt_out })
    })
}
