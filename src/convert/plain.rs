//! A tree without a text: what all notations have in common.

use std::collections::HashMap;

use crate::number::Number;
use crate::syntax::normal;
use crate::syntax::tree::{Kind, Literal, Literals, NodeId, Sparse};

/// A tree that has been read from another notation, or is to be written in one.
///
/// Nodes and leaves are kept in columns, in pre-order. What only some of them have is kept in tables.
#[derive(Clone, Debug, Default)]
pub struct Plain {
    /// Its title.
    pub title: Option<String>,
    /// The lines of comment above it.
    pub comments: Vec<String>,
    /// The settings of its search, as the language writes them.
    pub settings: Vec<String>,
    /// Its expectations, as the language writes them.
    pub expectations: Vec<String>,
    /// How many names of leaves are left out: in the language, only the move says which leaf it is.
    pub(super) lost_names: usize,
    kinds: Vec<Kind>,
    ends: Vec<NodeId>,
    /// The number of each leaf that has one.
    values: Vec<Option<Literal>>,
    literals: Literals,
    names: Sparse<String>,
    labels: Sparse<String>,
    probabilities: Sparse<Number>,
    claims: Sparse<String>,
    /// The nodes that are not closed yet, outermost first.
    open: Vec<NodeId>,
}

impl Plain {
    /// A tree without nodes.
    pub(super) fn new(title: Option<String>) -> Self {
        Self { title, ..Self::default() }
    }

    /// Makes room for so many nodes and leaves.
    pub(super) fn reserve(&mut self, size: usize) {
        self.kinds.reserve(size);
        self.ends.reserve(size);
        self.values.reserve(size);
    }

    /// Begins a node. Its children follow, up to [`Self::close`].
    pub(super) fn open(&mut self, kind: Kind) -> NodeId {
        let node = self.push(kind, None);
        self.open.push(node);
        node
    }

    /// Ends the innermost open node.
    pub(super) fn close(&mut self) {
        if let Some(node) = self.open.pop() {
            self.ends[node.index()] = NodeId::new(self.len());
        }
    }

    /// Adds a leaf with a number.
    pub(super) fn leaf(&mut self, value: Number) -> NodeId {
        let literal = self.literals.insert(value);
        self.push(Kind::Value, Some(literal))
    }

    /// Adds a leaf without a number: [`Kind::Unknown`], [`Kind::Elided`] or [`Kind::Blank`].
    pub(super) fn unknown(&mut self, kind: Kind) -> NodeId {
        self.push(kind, None)
    }

    fn push(&mut self, kind: Kind, value: Option<Literal>) -> NodeId {
        let node = NodeId::new(self.len());
        self.kinds.push(kind);
        self.ends.push(node.next());
        self.values.push(value);
        node
    }

    /// Names the node that was added last. An unknown leaf has the name of its unknown.
    pub(super) fn set_name(&mut self, node: NodeId, name: impl Into<String>) {
        self.names.push(node, name.into());
    }

    /// Labels the node that was added last.
    pub(super) fn set_label(&mut self, node: NodeId, label: impl Into<String>) {
        self.labels.push(node, label.into());
    }

    /// Says how likely the move to the node is that was added last.
    pub(super) fn set_probability(&mut self, node: NodeId, probability: Number) {
        self.probabilities.push(node, probability);
    }

    /// Adds claims, as the language writes them, to a node or leaf. Nodes come in pre-order.
    pub(super) fn set_claims(&mut self, node: NodeId, claims: impl Into<String>) {
        self.claims.push(node, claims.into());
    }

    /// Adds claims to a whole tree, after those that its nodes and leaves already have.
    pub(super) fn add_claims(&mut self, added: Vec<(NodeId, String)>) {
        let mut all: Vec<_> = self.claims.iter().map(|(node, claim)| (node, claim.clone())).chain(added).collect();
        all.sort_by_key(|(node, _)| *node);
        self.claims = Sparse::default();
        all.into_iter().for_each(|(node, claim)| self.claims.push(node, claim));
    }

    /// Takes away the name of a node.
    pub(super) fn drop_name(&mut self, node: NodeId) {
        self.names.remove(node);
    }

    /// Takes away the label and the probability of the root, since no move leads to it. Returns whether it had one.
    pub(super) fn take_move_to_root(&mut self) -> bool {
        let has_label = self.labels.remove(NodeId::ROOT);
        let has_probability = self.probabilities.remove(NodeId::ROOT);
        has_label || has_probability
    }

    /// Leaves out empty names and labels, and labels that several moves of a node have: each label names one move. Returns
    /// how many labels were repeated.
    pub(super) fn drop_unusable_words(&mut self) -> usize {
        let is_word = |word: &str| !word.is_empty();
        let mut open: Vec<(NodeId, NodeId)> = Vec::new();
        let mut labelled: Vec<(NodeId, (Option<NodeId>, String))> = Vec::new();
        for node in if self.labels.iter().len() > 0 { 0..self.len() } else { 0..0 }.map(NodeId::new) {
            while open.last().is_some_and(|(end, _)| *end <= node) {
                open.pop();
            }
            if let Some(label) = self.label(node).filter(|label| is_word(label)) {
                let parent = open.last().map(|(_, parent)| *parent);
                labelled.push((node, (parent, normal(label).into_owned())));
            }
            open.push((self.end(node), node));
        }
        let mut counts: HashMap<&(Option<NodeId>, String), usize> = HashMap::new();
        labelled.iter().for_each(|(_, label)| *counts.entry(label).or_default() += 1);
        let mut labels = Sparse::default();
        for (node, (_, label)) in labelled.iter().filter(|(_, label)| counts[label] == 1) {
            labels.push(*node, label.clone());
        }
        let repeated = labelled.len() - labels.iter().len();
        self.labels = labels;
        let mut names = Sparse::default();
        self.names.iter().filter(|(_, name)| is_word(name)).for_each(|(node, name)| names.push(node, name.clone()));
        self.names = names;
        repeated
    }

    /// The node or leaf that was added last.
    pub(super) fn last(&self) -> NodeId {
        NodeId::new(self.len() - 1)
    }

    /// The innermost node that is not closed yet.
    pub(super) fn innermost(&self) -> Option<NodeId> {
        self.open.last().copied()
    }

    /// The ply of the node or leaf that is added next.
    pub(super) fn ply(&self) -> usize {
        self.open.len()
    }

    /// How many nodes and leaves there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Every node and leaf in pre-order.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.len()).map(NodeId::new)
    }

    /// Every node and leaf in pre-order, with its ply.
    pub(super) fn plies(&self) -> impl Iterator<Item = (NodeId, usize)> {
        let mut ends: Vec<NodeId> = Vec::new();
        self.all().map(move |node| {
            while ends.last().is_some_and(|end| *end <= node) {
                ends.pop();
            }
            ends.push(self.end(node));
            (node, ends.len() - 1)
        })
    }

    /// The children of a node.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let within = move |child: &NodeId| *child < self.end(node);
        std::iter::successors(Some(node.next()).filter(within), move |child| Some(self.end(*child)).filter(within))
    }

    /// What a node or leaf is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node.index()]
    }

    /// The first node after the subtree of a node.
    pub fn end(&self, node: NodeId) -> NodeId {
        self.ends[node.index()]
    }

    /// The number of a leaf.
    pub fn value(&self, leaf: NodeId) -> Option<Number> {
        self.values[leaf.index()].map(|literal| self.literals.get(literal))
    }

    /// The number of a leaf, if it is a small integer.
    pub(super) fn small(&self, leaf: NodeId) -> Option<i64> {
        self.values[leaf.index()]?.small()
    }

    /// The name of a node, or of the unknown of a leaf.
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.names.get(node).map(String::as_str)
    }

    /// The move that leads to a node or leaf.
    pub fn label(&self, node: NodeId) -> Option<&str> {
        self.labels.get(node).map(String::as_str)
    }

    /// How likely that move is.
    pub fn probability(&self, node: NodeId) -> Option<Number> {
        self.probabilities.get(node).copied()
    }

    /// What is claimed of a node or leaf, and its static evaluation, as the language writes them.
    pub fn claims(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.claims.of(node).iter().map(|(_, claim)| claim.as_str())
    }

    /// The static evaluation of a node.
    pub(super) fn evaluation(&self, node: NodeId) -> Option<Number> {
        self.claims(node).find_map(|claim| claim.strip_prefix("eval")?.trim().parse().ok())
    }

    /// How many names, labels, probabilities and claims there are.
    pub(super) fn extras(&self) -> Extras {
        let is_node = |node: NodeId| !self.kind(node).is_leaf();
        Extras {
            names: self.names.iter().filter(|(node, _)| is_node(*node)).count(),
            labels: self.labels.iter().len(),
            probabilities: self.probabilities.iter().len(),
            claims: self.claims.iter().len() + self.expectations.len(),
        }
    }

    /// All names of nodes.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(node, _)| !self.kind(*node).is_leaf()).map(|(_, name)| name.as_str())
    }
}

/// How many parts of a tree there are that not every notation has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extras {
    pub(super) names: usize,
    pub(super) labels: usize,
    pub(super) probabilities: usize,
    pub(super) claims: usize,
}
