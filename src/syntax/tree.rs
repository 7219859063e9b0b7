//! What a file says, before its names and settings are resolved.
//!
//! The nodes and leaves of a tree are kept in columns, in pre-order. What only a few of them have (names, labels,
//! probabilities, claims) is kept in tables sorted by node.

use std::slice;

pub use super::claim::{Claim, ClaimForm};
pub use super::labels::Label;
use super::labels::Labels;
pub use super::literal::{Literal, Literals};
pub use super::nodes::{Children, Kind, NodeId, Nodes};
use super::set::WrittenSet;
pub use super::sparse::Sparse;
pub use super::term::{Term, TermKind};
use crate::source::Span;

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
    pub(super) labels: Labels,
    /// The probabilities in the labels, under a chance node.
    pub probabilities: Sparse<Term>,
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
        Self {
            nodes: Nodes::with_room_of(&other.nodes, MOST),
            names: Sparse::with_room_of(&other.names, MOST),
            labels: Labels::with_room_of(&other.labels, MOST),
            probabilities: Sparse::with_room_of(&other.probabilities, MOST),
            claims: Sparse::with_room_of(&other.claims, MOST),
            ..Self::default()
        }
    }

    /// The label of a node or leaf. Takes as long as [`Nodes::span`].
    pub fn label(&self, node: NodeId) -> Option<Label> {
        self.labels.get(node, || self.nodes.span(node).start)
    }

    /// The text of a node or leaf without its label. Takes as long as [`Nodes::span`].
    pub fn own_span(&self, node: NodeId) -> Span {
        let span = self.nodes.span(node);
        let label = self.labels.get(node, || span.start);
        Span::new(label.map_or(span.start, |label| label.child), span.end)
    }

    /// The name or text in the label of a node or leaf. Takes as long as [`Nodes::span`]; O(1) if there is no label.
    pub fn label_name(&self, node: NodeId) -> Option<Span> {
        self.label(node)?.name
    }

    /// Whether the label of a node or leaf has a name or text. O(1), or O(log labels) if the label is in the table.
    pub fn has_label_name(&self, node: NodeId) -> bool {
        self.labels.has_name(node)
    }

    /// Whether a node or leaf has a label. O(1).
    pub fn has_label(&self, node: NodeId) -> bool {
        self.labels.contains(node)
    }

    /// How many labels there are, including those that are only a probability.
    pub fn label_count(&self) -> usize {
        self.labels.len()
    }

    /// The names and texts in labels, with their children, in pre-order.
    pub fn label_names(&self) -> impl Iterator<Item = (NodeId, Span)> + '_ {
        self.labels.labelled().filter_map(|node| Some((node, self.label_name(node)?)))
    }

    /// The probability that is written before a node.
    pub(crate) fn probability(&self, node: NodeId) -> Option<Term> {
        self.probabilities.get(node).copied()
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
    /// The span of all places where the text was not read as written, together with the findings about it and their
    /// fixes; `None` if all of it was read as written.
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
