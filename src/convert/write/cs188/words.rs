//! The words for states and moves: those of the tree where a test can have them, otherwise new ones.

use std::collections::{HashMap, HashSet};

use super::Plain;
use crate::syntax::tree::NodeId;

/// A word for the state of each node and leaf, and for the move that leads to it.
pub(super) struct Words {
    states: Vec<String>,
    moves: Vec<String>,
    /// How many names and labels of the tree a test cannot have.
    pub(super) lost_names: usize,
    pub(super) lost_labels: usize,
}

impl Words {
    /// Finds the words. Linear, apart from looking up names and labels.
    pub(super) fn of(plain: &Plain) -> Self {
        let labels = plain.all().filter(|node| plain.label(*node).is_some());
        let (states, lost_names) = states(plain);
        let lost_labels = labels.filter(|node| label(plain, *node).is_none()).count();
        Self { states, moves: moves(plain), lost_names, lost_labels }
    }

    /// The state of a node or leaf. No other has the same.
    pub(super) fn state(&self, node: NodeId) -> &str {
        &self.states[node.index()]
    }

    /// The move that leads to a node or leaf. No other move of its parent has the same word.
    pub(super) fn label(&self, node: NodeId) -> &str {
        &self.moves[node.index()]
    }
}

/// A state has the name of its node. The state of a leaf has the label of its move. Also returns how many names are lost.
fn states(plain: &Plain) -> (Vec<String>, usize) {
    let wanted = |node: NodeId| match plain.kind(node).is_leaf() {
        true => label(plain, node),
        false => plain.name(node).filter(|name| is_usable(name)),
    };
    let mut counts: HashMap<&str, usize> = HashMap::new();
    plain.all().filter_map(wanted).for_each(|word| *counts.entry(word).or_default() += 1);
    let kept = |node: NodeId| wanted(node).filter(|word| counts[word] == 1);
    let lost = |node: &NodeId| !plain.kind(*node).is_leaf() && plain.name(*node).is_some() && kept(*node).is_none();
    let state = |node: NodeId| match kept(node) {
        Some(word) => word.to_string(),
        None => unused(format!("s{}", node.index()), |word| counts.contains_key(word)),
    };
    (plain.all().map(state).collect(), plain.all().filter(lost).count())
}

fn moves(plain: &Plain) -> Vec<String> {
    let mut moves = vec![String::new(); plain.len()];
    for node in plain.all() {
        let taken: HashSet<&str> = plain.children(node).filter_map(|child| label(plain, child)).collect();
        for (number, child) in (1..).zip(plain.children(node)) {
            moves[child.index()] = match label(plain, child) {
                Some(label) => label.to_string(),
                None => unused(format!("m{number}"), |word| taken.contains(word)),
            };
        }
    }
    moves
}

/// The label of the move to a node or leaf, if a test can have it.
fn label(plain: &Plain, node: NodeId) -> Option<&str> {
    plain.label(node).filter(|label| is_usable(label))
}

/// Whether a word can stand in a line of words, and within quotes.
fn is_usable(word: &str) -> bool {
    !word.is_empty() && !word.contains(|sign: char| sign.is_whitespace() || sign.is_control() || "#\"".contains(sign))
}

/// A word that is not taken.
fn unused(mut word: String, is_taken: impl Fn(&str) -> bool) -> String {
    while is_taken(&word) {
        word.push('_');
    }
    word
}
