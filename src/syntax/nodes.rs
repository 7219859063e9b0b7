//! The nodes and leaves of a tree, in columns.

use std::ops::Range;

use super::literal::{Literal, Literals};
use super::splice::{Splice, indices};
use super::texts::Texts;
use crate::number::{Number, Packed};
use crate::source::{Shift, Span};

/// A node or leaf of one tree: its place in pre-order, 0 for the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of a tree.
    pub const ROOT: Self = Self(0);

    /// The node at `index` in pre-order.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a tree has fewer nodes than its text has bytes"))
    }

    /// The place in pre-order, as an index into a column.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The next node or leaf in pre-order: the first child of a node.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What a node or leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// A node where MAX moves.
    Max,
    /// A node where MIN moves.
    Min,
    /// A node where chance decides.
    Chance,
    /// A leaf with a number.
    Value,
    /// A leaf whose value is not known: `?` or `?x`.
    Unknown,
    /// Any subtree at all: `...`.
    Elided,
    /// A leaf whose number students are to fill in: `_`.
    Blank,
    /// A node below a depth limit. It occurs only when a tree is searched, never when it is read.
    Hidden,
}

impl Kind {
    /// Whether this is a leaf of any sort.
    pub fn is_leaf(self) -> bool {
        !matches!(self, Self::Max | Self::Min | Self::Chance)
    }

    /// The kind as people write it: `MAX`, `MIN`, `chance`, `leaf`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Max => "MAX",
            Self::Min => "MIN",
            Self::Chance => "chance",
            Self::Value => "leaf",
            Self::Unknown => "unknown leaf",
            Self::Elided => "elided subtree",
            Self::Blank => "blank leaf",
            Self::Hidden => "hidden node",
        }
    }
}

/// The nodes and leaves of one tree in pre-order: five and a quarter bytes for each. A node takes twelve more, and so
/// does a leaf that is long or far from the text before it.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// Which kinds occur, one bit for each: see [`Self::kinds_of`].
    occurring: u8,
    /// For a node, the end of its subtree. For a leaf, its number, or a reserved value if it has none.
    data: Vec<u32>,
    /// The texts of the nodes and leaves.
    texts: Texts,
    /// The numbers that are not small integers.
    pub literals: Literals,
}

/// Reserved values for leaves without a number.
const UNKNOWN: u32 = Packed::RESERVED[0].bits();
const ELIDED: u32 = Packed::RESERVED[1].bits();
const BLANK: u32 = Packed::RESERVED[2].bits();

impl Nodes {
    /// No nodes, with room for as many as another tree has, up to `most`.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        let room = |length: usize| length.min(most);
        Self {
            data: Vec::with_capacity(room(other.len())),
            texts: Texts::with_room_of(&other.texts, most),
            literals: Literals::with_capacity(room(other.literals.large().len())),
            ..Self::default()
        }
    }

    /// How many nodes and leaves there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no nodes or leaves.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// Every node and leaf in pre-order.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..NodeId::new(self.len()).0).map(NodeId)
    }

    /// Whether there is a node or leaf of a kind. O(1).
    pub fn has(&self, kind: Kind) -> bool {
        self.occurring & 1 << kind as u8 != 0
    }

    /// Every node and leaf of a kind, in pre-order. O(1) if there is none.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = NodeId> + '_ {
        let looked_at = if self.has(kind) { self.len() } else { 0 };
        self.all().take(looked_at).filter(move |node| self.kind(*node) == kind)
    }

    /// Every interior node, in pre-order.
    pub fn interior(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.texts.nodes().iter()
    }

    /// How many interior nodes there are before a place in pre-order. O(1).
    fn count_interior_before(&self, place: NodeId) -> usize {
        self.texts.nodes().count_before(place)
    }

    /// What the node or leaf is. O(1).
    pub fn kind(&self, node: NodeId) -> Kind {
        self.texts.node(node).unwrap_or_else(|| match self.data[node.index()] {
            UNKNOWN => Kind::Unknown,
            ELIDED => Kind::Elided,
            BLANK => Kind::Blank,
            _ => Kind::Value,
        })
    }

    /// Whether this is a leaf of any kind. O(1), and faster than [`Self::kind`].
    pub fn is_leaf(&self, node: NodeId) -> bool {
        !self.texts.is_node(node)
    }

    /// How many leaves there are from `first` to just before `end`. O(1).
    pub(crate) fn count_leaves(&self, first: NodeId, end: NodeId) -> usize {
        end.index() - first.index() - (self.count_interior_before(end) - self.count_interior_before(first))
    }

    /// The first node after the subtree of `node` in pre-order: its next sibling, if it has one.
    pub fn end(&self, node: NodeId) -> NodeId {
        if self.is_leaf(node) { node.next() } else { self.end_of_interior(node) }
    }

    /// Like [`Self::end`], for a node that is not a leaf.
    pub(crate) fn end_of_interior(&self, node: NodeId) -> NodeId {
        debug_assert!(!self.is_leaf(node));
        NodeId(self.data[node.index()])
    }

    /// The children of a node, in the order of the file.
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { nodes: self, next: node.next(), end: self.end(node) }
    }

    /// The number of a [`Kind::Value`] leaf.
    pub fn literal(&self, leaf: NodeId) -> Literal {
        debug_assert_eq!(self.kind(leaf), Kind::Value);
        Literal::from_bits(self.data[leaf.index()])
    }

    /// The value of a [`Kind::Value`] leaf.
    pub fn value(&self, leaf: NodeId) -> Number {
        self.literals.get(self.literal(leaf))
    }

    /// The best number of the leaves from `first` to just before `end`, which must all be [`Kind::Value`]: the least for
    /// [`Kind::Min`], otherwise the greatest. There must be one. `None` if one is not a small integer. Linear.
    #[inline]
    pub(crate) fn best_small(&self, kind: Kind, first: NodeId, end: NodeId) -> Option<i64> {
        debug_assert!((first.index()..end.index()).all(|leaf| self.kind(NodeId::new(leaf)) == Kind::Value));
        let numbers = &self.data[first.index()..end.index()];
        // If the table is empty, no number is in it, so all are small integers.
        if !self.literals.large().is_empty() && !Packed::are_small(numbers) {
            return None;
        }
        Some(if kind == Kind::Min { Packed::least(numbers) } else { Packed::greatest(numbers) })
    }

    /// The text of the node or leaf, from its label to its closing brace or last mark. For a leaf, this takes at most
    /// 64 steps. If this leaf or one shortly before it is long, or far from the text before it, a table is searched,
    /// too.
    pub fn span(&self, node: NodeId) -> Span {
        if self.is_leaf(node) { self.texts.leaf(node) } else { self.texts.outline(node).span() }
    }

    /// The texts of all leaves, in pre-order. Linear, and faster than looking up each one.
    pub fn leaf_spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.texts.leaves()
    }

    /// The texts of all interior nodes, in pre-order.
    pub(super) fn interior_spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.texts.outlines().iter().map(|outline| outline.span())
    }

    /// The opening brace of an interior node.
    pub fn brace(&self, node: NodeId) -> u32 {
        self.texts.outline(node).brace
    }

    /// How many nodes there are, without the leaves.
    pub fn interior_len(&self) -> usize {
        self.texts.nodes().len()
    }

    /// The place of an interior node among all of them, in pre-order: 0 for the root.
    pub fn ordinal(&self, node: NodeId) -> usize {
        debug_assert!(!self.is_leaf(node));
        self.count_interior_before(node)
    }

    /// Adds a leaf. A [`Kind::Value`] leaf must have a number.
    pub(super) fn push_leaf(&mut self, kind: Kind, number: Option<Literal>, span: Span) -> NodeId {
        self.texts.push_leaf(span);
        let data = match kind {
            Kind::Unknown => UNKNOWN,
            Kind::Elided => ELIDED,
            Kind::Blank => BLANK,
            _ => number.expect("a value leaf has a number").bits(),
        };
        self.push(kind, data)
    }

    /// Adds leaves that have only a number: no label and no mark.
    pub(super) fn push_plain_leaves(&mut self, leaves: impl Iterator<Item = (Literal, Span)>) {
        let before = self.len();
        for (literal, span) in leaves {
            self.data.push(literal.bits());
            self.texts.push_leaf(span);
        }
        if self.len() > before {
            self.occurring |= 1 << Kind::Value as u8;
        }
    }

    pub(super) fn push_node(&mut self, kind: Kind, head: Span) -> NodeId {
        self.texts.push_node(kind, head);
        let next = NodeId::new(self.len()).next();
        self.push(kind, next.0)
    }

    fn push(&mut self, kind: Kind, data: u32) -> NodeId {
        let node = NodeId::new(self.len());
        self.occurring |= 1 << kind as u8;
        self.data.push(data);
        node
    }

    /// Gives the last node its brace, before it has children.
    pub(super) fn open(&mut self, brace: u32) {
        self.texts.open(brace);
    }

    /// Closes a node: its subtree ends with the last node or leaf so far, and its text at `end`.
    pub(super) fn close(&mut self, node: NodeId, end: u32) {
        self.data[node.index()] = NodeId::new(self.len()).0;
        self.texts.close(node, end);
    }

    /// Ends the text of the last leaf.
    pub(super) fn finish_leaf(&mut self, end: u32) {
        self.texts.finish_leaf(end);
    }

    /// The nodes whose braces are around a part of the text, outermost first. Linear in the nodes that begin before it.
    pub(super) fn around(&self, part: Span) -> Vec<NodeId> {
        let begun = self.interior().zip(self.texts.outlines()).take_while(|(_, outline)| outline.brace < part.start);
        begun.filter(|(_, outline)| part.end < outline.span().end).map(|(node, _)| node).collect()
    }

    /// The kinds of these nodes and leaves, one bit for each kind. Linear.
    fn kinds_of(&self, nodes: Range<usize>) -> u8 {
        nodes.fold(0, |kinds, node| kinds | 1 << self.kind(NodeId::new(node)) as u8)
    }

    /// Replaces some nodes and leaves with those of another tree; see [`Texts::splice`]. Linear in the nodes, and in
    /// the leaves after them.
    pub(super) fn splice(&mut self, splice: Splice, other: &Self) {
        let replaced = self.kinds_of(indices(splice.replaced()));
        self.texts.splice(splice, &other.texts);
        self.data.splice(indices(splice.replaced()), other.data[indices(splice.all_taken())].iter().copied());
        let inserted = splice.inserted();
        for node in self.texts.nodes().iter() {
            let end = NodeId(self.data[node.index()]);
            let is_around = node <= splice.parent && end > splice.parent;
            if inserted.contains(&node) {
                self.data[node.index()] = splice.inserted_as(end).0;
            } else if node >= inserted.end || is_around {
                self.data[node.index()] = splice.moved(end).0;
            }
        }
        for leaf in indices(inserted).map(NodeId::new) {
            if self.kind(leaf) == Kind::Value {
                self.data[leaf.index()] = self.literals.adopt(self.literal(leaf), &other.literals).bits();
            }
        }
        let may_be_gone = replaced & !other.occurring != 0;
        self.occurring = if may_be_gone { self.kinds_of(0..self.len()) } else { self.occurring | other.occurring };
    }

    /// Moves all places.
    pub(super) fn shift(&mut self, by: Shift) {
        self.texts.shift(by);
    }
}

/// The children of a node; see [`Nodes::children`].
#[derive(Clone)]
pub struct Children<'a> {
    nodes: &'a Nodes,
    next: NodeId,
    end: NodeId,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        (self.next < self.end).then(|| {
            let child = self.next;
            self.next = self.nodes.end(child);
            child
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// The texts of all nodes and leaves of a tree.
    fn texts(text: &str) -> Vec<&str> {
        let (file, findings) = parse(text, 0);
        assert_eq!(findings.tally().total(), 0, "{text}");
        let nodes = &file.trees[0].nodes;
        nodes.all().map(|node| nodes.span(node).of(text)).collect()
    }

    #[test]
    fn a_leaf_can_be_of_any_length() {
        for length in (240..270).chain([300, 70_000]) {
            let label = "a".repeat(length);
            let (marked, labelled) = (format!("{label}: 3 pruned worth 2"), format!("{label}x: 4"));
            let node = format!("min {{ {marked} {labelled} 5 }}");
            let tree = format!("max {{ {node} 6 }}");
            assert_eq!(texts(&tree), [&tree, &node, &marked, &labelled, "5", "6"], "{length}");
        }
    }

    #[test]
    fn every_place_moves() {
        let text = format!("max {{ min {{ {}: 3 4 }} 5 }}", "a".repeat(300));
        let (mut file, _) = parse(&text, 0);
        let nodes = &mut file.trees[0].nodes;
        let before: Vec<Span> = nodes.all().map(|node| nodes.span(node)).collect();
        let brace = nodes.brace(NodeId::ROOT);
        nodes.shift(crate::source::Change::between("", "abc").shift());
        let after: Vec<Span> = nodes.all().map(|node| nodes.span(node)).collect();
        assert_eq!(after, before.iter().map(|span| Span::new(span.start + 3, span.end + 3)).collect::<Vec<_>>());
        assert_eq!(nodes.brace(NodeId::ROOT), brace + 3);
    }
}
