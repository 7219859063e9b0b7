//! What a student answers about the values and the search of one tree.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Order;
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
    /// After how many of its children the search of a node stops; those with probability 0 do not count. A node has no
    /// entry if it is not asked what is pruned, or if the marks below it do not tell; see [`Self::read_marks`].
    pub stops: BTreeMap<NodeId, usize>,
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
    /// Every answer.
    pub fn items(&self) -> impl Iterator<Item = Item> + '_ {
        let values = self.values.keys().copied().map(Item::Value);
        let windows = self.windows.keys().copied().map(Item::Window);
        let returns = self.returns.keys().copied().map(Item::Return);
        let plays = self.plays.keys().copied().map(Item::Plays);
        let stops = self.stops.keys().copied().map(Item::Stop);
        values.chain(windows).chain(returns).chain(plays).chain(stops)
    }

    /// Whether there is no answer at all.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads after how many children each search stops from the marks of a tree: the nodes and leaves that are marked
    /// `pruned`, and those that are marked `visited`. Linear.
    ///
    /// A leaf is skipped if the nearest mark at it or above it says so; a node, if all its leaves are. A node that is
    /// not skipped stops after its first children if exactly the others are skipped. If a child is skipped before one
    /// that is not, the marks do not tell where it stops.
    pub fn read_marks(&mut self, search: &Search<'_>, pruned: &BTreeSet<NodeId>, visited: &BTreeSet<NodeId>) {
        let nodes = search.view().nodes();
        let mut marked = vec![false; nodes.len()];
        for node in search.visible() {
            marked[node.index()] = (marked[node.index()] || pruned.contains(&node)) && !visited.contains(&node);
            for child in search.children(node) {
                marked[child.index()] = marked[node.index()];
            }
        }
        let mut skipped = marked;
        for node in search.visible().rev() {
            let children = in_order(search, node);
            if !children.is_empty() {
                skipped[node.index()] = children.iter().all(|child| skipped[child.index()]);
            }
        }
        for node in search.visible().filter(|node| !search.kind(*node).is_leaf() && !skipped[node.index()]) {
            let children = in_order(search, node);
            let searched = children.iter().take_while(|child| !skipped[child.index()]).count();
            if children[searched..].iter().all(|child| skipped[child.index()]) {
                self.stops.insert(node, searched);
            }
        }
    }
}

/// The children of a node that a search may enter, in its order: without those that have probability 0.
fn in_order(search: &Search<'_>, node: NodeId) -> Vec<NodeId> {
    let is_chance = search.kind(node) == Kind::Chance;
    let may_enter = |child: &NodeId| !is_chance || search.view().weight(*child) != Weight::ZERO;
    let mut children: Vec<NodeId> = search.children(node).filter(may_enter).collect();
    match search.settings().order {
        Order::LeftToRight => {}
        Order::RightToLeft => children.reverse(),
    }
    children
}
