//! What the search sees of a tree: cut at the depth limit, with the weights of chance.

use crate::model::{ResolvedTree, Settings};
use crate::number::{Number, Weight};
use crate::search::SearchError;
use crate::search::values::scale::Scale;
use crate::syntax::tree::{Kind, NodeId, Nodes, Sparse};

/// A tree as it is searched.
#[derive(Clone, Debug)]
pub struct View<'t> {
    nodes: &'t Nodes,
    /// The kinds of all nodes, if a depth limit or filled leaves may change some.
    kinds: Option<Vec<Kind>>,
    /// The static evaluations of the nodes at the depth limit.
    evaluations: Sparse<Number>,
    /// The weights of the children of chance nodes.
    weights: &'t Sparse<Weight>,
}

/// The parts of a tree that only some searches support.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    /// The first chance node.
    pub(crate) chance: Option<NodeId>,
    /// There are unknown or blank leaves.
    pub(crate) unknown: bool,
    /// The first `...`.
    pub(crate) elision: Option<NodeId>,
}

impl Contents {
    /// Whether there are leaves whose values are not known.
    pub(crate) fn is_open(self) -> bool {
        self.unknown || self.elision.is_some()
    }
}

impl<'t> View<'t> {
    /// The tree of a game as these settings show it.
    ///
    /// # Errors
    /// If a node at the depth limit has no static evaluation.
    pub(crate) fn of(game: &'t ResolvedTree<'_>, settings: &Settings) -> Result<Self, SearchError> {
        let (nodes, weights) = (game.nodes(), &game.weights);
        match settings.depth {
            Some(limit) => {
                Self::cut(nodes, weights, limit, |node| game.evaluation(node)).map_err(SearchError::NoEvaluation)
            }
            None => Ok(Self::whole(nodes, weights)),
        }
    }

    /// The whole tree.
    pub fn whole(nodes: &'t Nodes, weights: &'t Sparse<Weight>) -> Self {
        Self { nodes, kinds: None, evaluations: Sparse::default(), weights }
    }

    /// The tree down to `limit` plies, at least 1: the interior nodes there become leaves with the value of
    /// `evaluation`, and everything below them is hidden. Linear.
    ///
    /// # Errors
    /// The first node at the limit that has no static evaluation.
    pub fn cut(
        nodes: &'t Nodes,
        weights: &'t Sparse<Weight>,
        limit: u64,
        evaluation: impl Fn(NodeId) -> Option<Number>,
    ) -> Result<Self, NodeId> {
        let mut kinds = written_kinds(nodes);
        let mut evaluations = Sparse::default();
        // The ends of the subtrees around the current node.
        let mut around: Vec<NodeId> = Vec::new();
        let mut node = NodeId::ROOT;
        while node.index() < nodes.len() {
            while around.last().is_some_and(|end| *end <= node) {
                around.pop();
            }
            let end = nodes.end(node);
            if around.len() as u64 == limit && !nodes.is_leaf(node) {
                evaluations.push(node, evaluation(node).ok_or(node)?);
                kinds[node.index()..end.index()].fill(Kind::Hidden);
                kinds[node.index()] = Kind::Value;
                node = end;
            } else {
                around.push(end);
                node = node.next();
            }
        }
        Ok(Self { nodes, kinds: Some(kinds), evaluations, weights })
    }

    /// The same tree down to its leaves, as it is written.
    pub fn without_limit(&self) -> Self {
        Self::whole(self.nodes, self.weights)
    }

    /// The same tree with values for unknown leaves.
    pub(crate) fn filled(self, values: &Sparse<Number>) -> Self {
        let mut kinds = self.kinds.clone().unwrap_or_else(|| written_kinds(self.nodes));
        let visible = values.iter().filter(|(leaf, _)| self.kind(*leaf) != Kind::Hidden);
        let mut entries: Vec<(NodeId, Number)> = visible.map(|(leaf, value)| (leaf, *value)).collect();
        entries.iter().for_each(|(leaf, _)| kinds[leaf.index()] = Kind::Value);
        entries.extend(self.evaluations.iter().map(|(node, evaluation)| (node, *evaluation)));
        entries.sort_unstable_by_key(|(node, _)| *node);
        let mut evaluations = Sparse::default();
        entries.into_iter().for_each(|(node, evaluation)| evaluations.push(node, evaluation));
        Self { kinds: Some(kinds), evaluations, ..self }
    }

    /// The tree as written.
    pub fn nodes(&self) -> &'t Nodes {
        self.nodes
    }

    /// Whether a depth limit or filled leaves may make a kind or a value differ from the tree as written.
    pub(crate) fn differs(&self) -> bool {
        self.kinds.is_some()
    }

    /// The kind of a node as the search sees it.
    pub fn kind(&self, node: NodeId) -> Kind {
        match &self.kinds {
            Some(kinds) => kinds[node.index()],
            None => self.nodes.kind(node),
        }
    }

    /// Whether a node or leaf is a leaf to the search, or hidden from it.
    pub(crate) fn is_leaf(&self, node: NodeId) -> bool {
        match &self.kinds {
            Some(kinds) => kinds[node.index()].is_leaf(),
            None => self.nodes.is_leaf(node),
        }
    }

    /// The children that the search may enter or skip; none at the depth limit.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone + use<'t> {
        let interior = !self.is_leaf(node);
        self.nodes.children(node).take_while(move |_| interior)
    }

    /// The number of children of an interior node, if the search sees all of them as leaves. O(1). If a depth limit or
    /// filled leaves may change kinds, the time is linear in the number of entries between this node and the first
    /// interior node below it.
    pub(crate) fn count_if_only_leaves(&self, node: NodeId) -> Option<u64> {
        let (first, end) = (node.next(), self.nodes.end_of_interior(node));
        let Some(kinds) = &self.kinds else {
            let below = end.index() - first.index();
            return (self.nodes.count_leaves(first, end) == below).then_some(below as u64);
        };
        let below = &kinds[first.index()..end.index()];
        let only_leaves = below.iter().all(|kind| kind.is_leaf());
        // `is_leaf` is also true of nodes hidden below the depth limit, so these must not be counted as children.
        only_leaves.then(|| below.iter().filter(|kind| **kind != Kind::Hidden).count() as u64)
    }

    /// How many nodes and leaves are not hidden. O(1), or linear if a depth limit or filled leaves may change kinds.
    pub(crate) fn visible_count(&self) -> u64 {
        match &self.kinds {
            None => self.nodes.len() as u64,
            Some(kinds) => kinds.iter().filter(|kind| **kind != Kind::Hidden).count() as u64,
        }
    }

    /// How many leaves are not hidden. A node at the depth limit counts as a leaf. O(1), or linear if a depth limit or
    /// filled leaves may change kinds.
    pub(crate) fn leaf_count(&self) -> u64 {
        self.count_leaves(NodeId::ROOT, NodeId::new(self.nodes.len()))
    }

    /// Like [`Self::leaf_count`], for the leaves from `first` to just before `end`.
    pub(crate) fn count_leaves(&self, first: NodeId, end: NodeId) -> u64 {
        let leaves = match &self.kinds {
            None => self.nodes.count_leaves(first, end),
            Some(kinds) => {
                let kinds = &kinds[first.index()..end.index()];
                kinds.iter().filter(|kind| kind.is_leaf() && **kind != Kind::Hidden).count()
            }
        };
        leaves as u64
    }

    /// Every node and leaf that is not hidden, in pre-order.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.nodes.all().filter(|node| self.kind(*node) != Kind::Hidden)
    }

    /// Which kinds of nodes and leaves the search may meet.
    pub(crate) fn contents(&self) -> Contents {
        let first = |kind| self.nodes.of_kind(kind).find(|node| self.kind(*node) == kind);
        let unknown = first(Kind::Unknown).or_else(|| first(Kind::Blank)).is_some();
        Contents { chance: first(Kind::Chance), unknown, elision: first(Kind::Elided) }
    }

    /// The weight of a child of a chance node. No weight is negative, and the weights of all children sum to 1.
    pub fn weight(&self, child: NodeId) -> Weight {
        self.weights.get(child).copied().unwrap_or(Weight::ZERO)
    }

    /// The static evaluation of a node at the depth limit, which the search sees as a leaf.
    pub(crate) fn evaluation(&self, leaf: NodeId) -> Option<Number> {
        // Only a tree that is cut or filled has any. Every leaf is looked up, so the others skip the search for it.
        self.kinds.as_ref().and_then(|_| self.evaluations.get(leaf)).copied()
    }

    /// The number of a leaf, or the static evaluation of a node at the depth limit.
    pub fn number(&self, leaf: NodeId) -> Number {
        self.evaluation(leaf).unwrap_or_else(|| self.nodes.value(leaf))
    }

    /// The scaled number of a leaf, or the scaled static evaluation of a node at the depth limit.
    pub(crate) fn scaled(&self, scale: &Scale, leaf: NodeId) -> i64 {
        if self.differs() { self.scaled_if_differs(scale, leaf) } else { scale.leaf(self.nodes, leaf) }
    }

    /// Like [`Self::scaled`]; a function of its own, so that the loops over the leaves of other trees stay short.
    #[inline(never)]
    fn scaled_if_differs(&self, scale: &Scale, leaf: NodeId) -> i64 {
        match self.evaluation(leaf) {
            Some(evaluation) => scale.scaled(evaluation),
            None => scale.leaf(self.nodes, leaf),
        }
    }

    /// All static evaluations that are used as values.
    pub(crate) fn evaluations(&self) -> impl Iterator<Item = Number> {
        self.evaluations.iter().map(|(_, evaluation)| *evaluation)
    }
}

fn written_kinds(nodes: &Nodes) -> Vec<Kind> {
    nodes.all().map(|node| nodes.kind(node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    #[test]
    fn a_limit_that_hides_nothing_changes_no_count() {
        let (file, _) = parse("max { min { 3, 5, 8 } min { chance { 1/2: 4, 1/2: 6 } 7 } 2 }", 0);
        let (nodes, weights) = (&file.trees[0].nodes, Sparse::default());
        let cut = |limit| View::cut(nodes, &weights, limit, |_| Some(Number::ZERO)).unwrap();
        let counts = |view: &View<'_>| {
            let only_leaves: Vec<_> = nodes.interior().map(|node| view.count_if_only_leaves(node)).collect();
            (view.visible_count(), view.leaf_count(), only_leaves)
        };
        let whole = counts(&View::whole(nodes, &weights));
        assert_eq!(whole, (11, 7, vec![None, Some(3), None, Some(2)]));
        assert_eq!(counts(&cut(9)), whole);
        let (visible, leaves, _) = counts(&cut(2));
        assert_eq!((visible, leaves), (9, 6));
    }
}
