//! What a file says, before its names and settings are resolved.
//!
//! The nodes and leaves of a tree are kept in columns, in pre-order, with 17 bytes for each. What only a few of them
//! have (names, labels, probabilities, claims) is kept in tables sorted by node.

use std::slice;

pub use super::claim::{Claim, ClaimForm};
pub use super::literal::{Literal, Literals};
use super::set::WrittenSet;
pub use super::term::{Term, TermKind};
use crate::number::Number;
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

/// The nodes and leaves of one tree in pre-order.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    kinds: Vec<Kind>,
    /// Which kinds occur, one bit for each.
    occurring: u8,
    ends: Vec<u32>,
    data: Vec<u32>,
    spans: Vec<Span>,
    /// The numbers that are not small integers.
    pub literals: Literals,
}

impl Nodes {
    fn with_capacity(nodes: usize, numbers: usize) -> Self {
        Self {
            kinds: Vec::with_capacity(nodes),
            occurring: 0,
            ends: Vec::with_capacity(nodes),
            data: Vec::with_capacity(nodes),
            spans: Vec::with_capacity(nodes),
            literals: Literals::with_capacity(numbers),
        }
    }

    /// How many nodes and leaves there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no nodes or leaves.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
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

    /// What each node is, in pre-order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// What the node is.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.kinds[node.index()]
    }

    /// The first node after the subtree of `node` in pre-order: its next sibling, if it has one.
    pub fn end(&self, node: NodeId) -> NodeId {
        NodeId(self.ends[node.index()])
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

    /// The text of the node or leaf, from its label to its closing brace or last mark.
    pub fn span(&self, node: NodeId) -> Span {
        self.spans[node.index()]
    }

    /// The opening brace of an interior node.
    pub fn brace(&self, node: NodeId) -> u32 {
        debug_assert!(!self.kind(node).is_leaf());
        self.data[node.index()]
    }

    pub(super) fn push_leaf(&mut self, kind: Kind, literal: Option<Literal>, span: Span) -> NodeId {
        self.push(kind, literal.map_or(0, Literal::bits), span)
    }

    pub(super) fn push_node(&mut self, kind: Kind, head: Span) -> NodeId {
        self.push(kind, head.end, head)
    }

    fn push(&mut self, kind: Kind, data: u32, span: Span) -> NodeId {
        let node = NodeId::new(self.len());
        self.kinds.push(kind);
        self.occurring |= 1 << kind as u8;
        self.ends.push(node.0 + 1);
        self.data.push(data);
        self.spans.push(span);
        node
    }

    pub(super) fn open(&mut self, node: NodeId, brace: u32) {
        self.data[node.index()] = brace;
    }

    pub(super) fn close(&mut self, node: NodeId, finish: u32) {
        self.ends[node.index()] = NodeId::new(self.len()).0;
        self.finish(node, finish);
    }

    pub(super) fn finish(&mut self, node: NodeId, finish: u32) {
        self.spans[node.index()].end = finish;
    }

    /// Moves all places.
    pub(super) fn shift(&mut self, by: Shift) {
        self.spans.iter_mut().for_each(|span| *span = by.span(*span));
        let braces = self.kinds.iter().zip(&mut self.data).filter(|(kind, _)| !kind.is_leaf());
        braces.for_each(|(_, brace)| *brace = by.place(*brace));
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

/// A table of what only a few nodes have, sorted by node.
#[derive(Clone, Debug)]
pub struct Sparse<T> {
    entries: Vec<(NodeId, T)>,
}

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T> Sparse<T> {
    fn with_capacity(entries: usize) -> Self {
        Self { entries: Vec::with_capacity(entries) }
    }

    /// Adds an entry; nodes come in pre-order.
    pub(crate) fn push(&mut self, node: NodeId, entry: T) {
        debug_assert!(self.entries.last().is_none_or(|(last, _)| *last <= node), "entries come in pre-order");
        self.entries.push((node, entry));
    }

    /// Removes the entries of a node. Returns whether there were any.
    pub(crate) fn remove(&mut self, node: NodeId) -> bool {
        let before = self.entries.len();
        self.entries.retain(|(other, _)| *other != node);
        self.entries.len() < before
    }

    /// The first entry of a node. O(log entries).
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.of(node).first().map(|(_, entry)| entry)
    }

    /// All entries of a node. O(log entries).
    pub fn of(&self, node: NodeId) -> &[(NodeId, T)] {
        let start = self.entries.partition_point(|(other, _)| *other < node);
        let length = self.entries[start..].iter().take_while(|(other, _)| *other == node).count();
        &self.entries[start..start + length]
    }

    /// All entries without their nodes.
    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|(_, entry)| entry)
    }

    /// All entries, in pre-order of their nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &T)> {
        self.entries.iter().map(|(node, entry)| (*node, entry))
    }
}

/// A setting of the search.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The whole setting.
    pub span: Span,
    /// Which one, and what it is set to.
    pub kind: SettingKind,
}

/// Which setting, and the words or numbers after its name. Words are checked when the settings are resolved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SettingKind {
    /// `cut alpha >= beta`, or with `>` where `strict`.
    Cut {
        /// The word in the place of `alpha`.
        alpha: Span,
        /// `>` instead of `>=`.
        strict: bool,
        /// The word in the place of `beta`.
        beta: Span,
    },
    /// `search fail-soft`
    Search(Span),
    /// `order left-to-right`
    Order(Span),
    /// `cutoffs deep`
    Cutoffs(Span),
    /// `window [a, b]`
    Window(Term, Term),
    /// `range [l, u]`
    Range(Term, Term),
    /// `depth n`
    Depth(Term),
    /// `reveal never`
    Reveal(Span),
    /// `allow lint …`
    Allow(Vec<Term>),
}

/// An `expect` of a tree.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The whole expectation, without its `worth`.
    pub span: Span,
    /// The word after `expect`: what the expectation is about.
    pub subject: Term,
    /// What is expected.
    pub form: Form,
    /// The marks given for it.
    pub worth: Option<Term>,
}

/// The forms of an expectation.
#[derive(Clone, Debug)]
pub enum Form {
    /// `= v`
    Equal(Term),
    /// `~ v`
    Near(Term),
    /// A list of names and numbers, at least one.
    List(Vec<Term>),
    /// `in` a set.
    In(WrittenSet),
}

impl Form {
    /// The operands; none for a set.
    pub fn operands(&self) -> &[Term] {
        match self {
            Self::Equal(term) | Self::Near(term) => slice::from_ref(term),
            Self::List(terms) => terms,
            Self::In(_) => &[],
        }
    }

    /// Whether it has a blank, so that nothing is expected yet.
    pub fn asks(&self) -> bool {
        match self {
            Self::In(set) => set.is_blank(),
            _ => self.operands().iter().any(|term| term.kind == TermKind::Blank),
        }
    }
}

/// An `ask` of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// The whole question, without its `worth`.
    pub span: Span,
    /// The word after `ask`.
    pub subject: Span,
    /// The marks given for it.
    pub worth: Option<Term>,
}

/// The label of a child: the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The name or text; `None` if there is only a probability.
    pub name: Option<Span>,
    /// The probability, under a chance node.
    pub probability: Option<Term>,
    /// Where the child itself begins.
    pub child: u32,
}

/// One tree of a file.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The whole tree, from `tree` or its root's head to the last brace.
    pub span: Span,
    /// The text in quotes after `tree`.
    pub title: Option<Span>,
    /// The lines of question text above it.
    pub question: Vec<Span>,
    /// How many of the file's settings are above the tree, and so apply to it.
    pub inherited: usize,
    /// The settings in the tree.
    pub settings: Vec<Setting>,
    /// The nodes and leaves.
    pub nodes: Nodes,
    /// The names of nodes.
    pub names: Sparse<Span>,
    /// The labels of children.
    pub labels: Sparse<Label>,
    /// The claims on nodes and leaves.
    pub claims: Sparse<Claim>,
    /// The expectations.
    pub expectations: Vec<Expectation>,
    /// The questions.
    pub asks: Vec<Ask>,
    /// Whether something in it could not be read, so that its claims are not judged.
    pub broken: bool,
}

impl Tree {
    /// An empty tree with room for as much as another one has, up to a limit. The trees of a file are often alike, and
    /// if they are small, growing their tables would take a tenth of the time.
    pub(super) fn with_room_of(other: &Self) -> Self {
        const MOST: usize = 100;
        let room = |length: usize| length.min(MOST);
        Self {
            nodes: Nodes::with_capacity(room(other.nodes.len()), room(other.nodes.literals.large().len())),
            names: Sparse::with_capacity(room(other.names.iter().len())),
            labels: Sparse::with_capacity(room(other.labels.iter().len())),
            claims: Sparse::with_capacity(room(other.claims.iter().len())),
            ..Self::default()
        }
    }

    /// Whether it is written as `tree { … }` rather than only a root.
    pub(crate) fn has_braces(&self) -> bool {
        self.nodes.is_empty() || self.nodes.span(NodeId::ROOT) != self.span
    }

    /// Whether it asks something, with a blank or an `ask`. Linear in its claims and expectations.
    pub fn asks(&self) -> bool {
        self.nodes.has(Kind::Blank)
            || !self.asks.is_empty()
            || self.expectations.iter().any(|expectation| expectation.form.asks())
            || self.claims.iter().any(|(_, claim)| claim.form.asks())
    }
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The settings outside of trees, in order.
    pub settings: Vec<Setting>,
    /// The numbers in those settings.
    pub literals: Literals,
    /// The trees, in order.
    pub trees: Vec<Tree>,
    /// Question texts without a tree below them.
    pub stray_questions: Vec<Span>,
    /// Where the text was not read as it is written: the place of each mistake of syntax, also of those that no finding
    /// reports because they follow or repeat another one.
    pub doubtful: Vec<u32>,
    /// From the first to the last of the places where the text was not read as it is written, the findings about it and
    /// their fixes; `None` if all of it was.
    pub(crate) mistaken: Option<Span>,
    /// What may be trees in another notation. Lists that follow each other are together, because one finding is about
    /// them: that at the first.
    pub pasted: Vec<Vec<Pasted>>,
}

/// A list in brackets or parentheses that may be a tree in another notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// All of it, with a variable to which it is assigned.
    pub span: Span,
    /// The list, with the name of a function before it.
    pub list: Span,
    /// What it is in.
    pub around: Around,
}

/// What is around a list that may be a tree in another notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// Nothing: the list takes the place of a root.
    Nothing,
    /// `tree` and perhaps a title: the list takes the place of their braces.
    Head,
    /// The braces of a node: the list takes the place of a child.
    Node,
}
