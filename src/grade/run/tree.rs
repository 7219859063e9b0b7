//! A tree as one procedure sees it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::procedure::{Horizon, Procedure, Takes, Weights};
use crate::model::{Order, ResolvedTree};
use crate::number::{Number, Weight};
use crate::search::View;
use crate::syntax::tree::{Kind, NodeId};

/// A tree as one procedure sees it: what each node takes, and the children that may be searched.
pub(super) struct SeenTree<'s> {
    pub(super) view: View<'s>,
    pub(super) procedure: Procedure,
    /// The nodes that count as leaves because they have a static evaluation.
    evaluated: BTreeMap<NodeId, Number>,
    /// All children that may be searched, with their weights. The children of one node are next to each other.
    children: Vec<(NodeId, Weight)>,
    /// The place of each node's children among them.
    places: Vec<Range<usize>>,
}

impl<'s> SeenTree<'s> {
    pub(super) fn new(game: &ResolvedTree<'_>, view: &View<'s>, procedure: Procedure) -> Self {
        let view = match procedure.horizon {
            Horizon::Depth | Horizon::EveryEvaluation => view.clone(),
            Horizon::Leaves => view.without_limit(),
        };
        let nodes: Vec<NodeId> = view.visible().collect();
        let interior = nodes.iter().copied().filter(|node| *node != NodeId::ROOT && !view.kind(*node).is_leaf());
        let evaluated = match procedure.horizon {
            Horizon::Depth | Horizon::Leaves => BTreeMap::new(),
            Horizon::EveryEvaluation => interior.filter_map(|node| Some((node, game.evaluation(node)?))).collect(),
        };
        let places = vec![0..0; view.nodes().len()];
        let mut tree = Self { view, procedure, evaluated, children: Vec::new(), places };
        nodes.into_iter().for_each(|node| tree.add_children(node));
        tree
    }

    /// What a node takes; `None` for what is seen as a leaf.
    pub(super) fn takes(&self, node: NodeId) -> Option<Takes> {
        self.procedure.takes(self.view.kind(node)).filter(|_| !self.evaluated.contains_key(&node))
    }

    /// The number of what is seen as a leaf.
    pub(super) fn number(&self, leaf: NodeId) -> Number {
        self.evaluated.get(&leaf).copied().unwrap_or_else(|| self.view.number(leaf))
    }

    /// The children that may be searched, in the order of the search, with their weights: those of chance nodes, and 0
    /// at a node that weighs nothing.
    pub(super) fn children(&self, node: NodeId) -> &[(NodeId, Weight)] {
        &self.children[self.places[node.index()].clone()]
    }

    fn add_children(&mut self, node: NodeId) {
        let Some(takes) = self.takes(node) else { return };
        let children = self.view.children(node);
        let count = i128::try_from(children.clone().count()).unwrap_or(i128::MAX);
        let equal = Weight::new(1, count).unwrap_or(Weight::ONE);
        let is_chance = self.view.kind(node) == Kind::Chance;
        let weighed = |child: NodeId| match (takes, self.procedure.weights) {
            (Takes::Mean, Weights::Probabilities) if is_chance => (child, self.view.weight(child)),
            (Takes::Mean, _) => (child, equal),
            _ => (child, Weight::ZERO),
        };
        let may_be_searched = |(_, weight): &(NodeId, Weight)| takes != Takes::Mean || *weight != Weight::ZERO;
        let start = self.children.len();
        self.children.extend(children.map(weighed).filter(may_be_searched));
        match self.procedure.order {
            Order::LeftToRight => {}
            Order::RightToLeft => self.children[start..].reverse(),
        }
        self.places[node.index()] = start..self.children.len();
    }

    /// After how many of these children a search stops if it skips those in `skipped`; `None` if it would skip a child
    /// before one that it searches.
    pub(super) fn stop(&self, children: &[(NodeId, Weight)], skipped: &BTreeSet<NodeId>) -> Option<usize> {
        let is_skipped = |(child, _): &(NodeId, Weight)| skipped.contains(child);
        let searched = children.iter().take_while(|child| !is_skipped(child)).count();
        children[searched..].iter().all(is_skipped).then_some(searched)
    }

    /// How many leaves each node has, not counting those that no search enters.
    pub(super) fn leaves(&self) -> Vec<u64> {
        let mut leaves = vec![0; self.view.nodes().len()];
        for node in self.view.visible().rev() {
            leaves[node.index()] = match self.takes(node) {
                None => 1,
                Some(_) => self.children(node).iter().map(|(child, _)| leaves[child.index()]).sum(),
            };
        }
        leaves
    }
}
