//! What a student answers about the values and the search of one tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::number::{Number, Weight};
use crate::search::{Bound, Search, Window};
use crate::syntax::tree::{Kind, NodeId};

/// The answers to those questions that are steps of one computation: of the values, and of alpha–beta.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// `= v`, if it is an answer to a question about values.
    pub values: BTreeMap<NodeId, Number>,
    /// `[α, β]`: the entry window.
    pub windows: BTreeMap<NodeId, Window<Number>>,
    /// What the search returns: `= v`, `<= v` or `>= v` under `ask returns`, otherwise `<= v` or `>= v`.
    pub returns: BTreeMap<NodeId, Claimed>,
    /// `plays m`: the child that each move leads to.
    pub plays: BTreeMap<NodeId, Vec<NodeId>>,
    /// For each node that is searched, the children that are skipped. A skipped node has no entry. If the exercise does
    /// not ask what is pruned, there are no entries at all; see [`Self::read_marks`].
    pub skips: BTreeMap<NodeId, BTreeSet<NodeId>>,
}

/// A return as a student claims it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// `=`, `<=` or `>=`.
    pub bound: Bound,
    /// The number that is returned.
    pub value: Number,
}

/// One answer: its kind, and its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// The value of a node.
    Value(NodeId),
    /// The entry window of a node.
    Window(NodeId),
    /// What the search returns from a node.
    Return(NodeId),
    /// The best move at a node.
    Plays(NodeId),
    /// After how many children the search of a node stops.
    Stop(NodeId),
}

impl Item {
    /// The node.
    pub fn node(self) -> NodeId {
        match self {
            Self::Value(node) | Self::Window(node) | Self::Return(node) | Self::Plays(node) | Self::Stop(node) => node,
        }
    }
}

impl Answers {
    /// No answers.
    pub const fn none() -> Self {
        Self {
            values: BTreeMap::new(),
            windows: BTreeMap::new(),
            returns: BTreeMap::new(),
            plays: BTreeMap::new(),
            skips: BTreeMap::new(),
        }
    }

    /// Every answer.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        let values = self.values.keys().copied().map(Item::Value);
        let windows = self.windows.keys().copied().map(Item::Window);
        let returns = self.returns.keys().copied().map(Item::Return);
        let plays = self.plays.keys().copied().map(Item::Plays);
        let stops = self.skips.keys().copied().map(Item::Stop);
        values.chain(windows).chain(returns).chain(plays).chain(stops)
    }

    /// Whether there is no answer at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads which children are skipped from the marks of a tree: the nodes and leaves that are marked `pruned`, and
    /// those that are marked `visited`. Linear.
    ///
    /// A leaf is skipped if the nearest mark at it or above it says so; a node, if all its leaves are. Leaves
    /// that no search enters, because of a probability of 0, do not count.
    pub fn read_marks(&mut self, search: &Search<'_>, pruned: &BTreeSet<NodeId>, visited: &BTreeSet<NodeId>) {
        let mut skipped = vec![false; search.view().nodes().len()];
        for node in search.visible() {
            skipped[node.index()] = (skipped[node.index()] || pruned.contains(&node)) && !visited.contains(&node);
            for child in search.children(node) {
                skipped[child.index()] = skipped[node.index()];
            }
        }
        for node in search.visible().rev().filter(|node| !search.kind(*node).is_leaf()) {
            let is_chance = search.kind(node) == Kind::Chance;
            let counts = |child: &NodeId| !is_chance || search.view().weight(*child) != Weight::ZERO;
            let children = || search.children(node).filter(counts);
            skipped[node.index()] = children().all(|child| skipped[child.index()]);
            if !skipped[node.index()] {
                self.skips.insert(node, children().filter(|child| skipped[child.index()]).collect());
            }
        }
    }
}
