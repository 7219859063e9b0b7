//! Claims: what the author says about a tree. Each kind has a file that reads, judges, answers and explains it.
//!
//! A claim is read from the text once. Judging it needs only a search; explaining it puts the result into words.

mod bound;
mod count;
mod fewest;
mod kind;
mod line;
mod mark;
mod misread;
mod moves;
mod question;
mod read;
mod reader;
mod reference;
mod returned;
mod sequence;
mod set;
mod spec;
mod value;
mod verdict;
mod window;

use std::fmt;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::explain::Context;
use crate::model::ResolvedTree;
use crate::number::{Fraction, Number};
use crate::search::{Bound, Search, Shape, Window};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

pub use kind::ClaimKind;
use kind::Operand;
pub(crate) use kind::is_claimed;
pub(crate) use mark::leaf_after_comma;
pub(crate) use moves::Step;
pub use question::{Asked, Question, QuestionKind};
pub(crate) use question::{asked, asks, marks, whole_question};
pub(crate) use reference::without_mark;
pub use reference::{Reference, Target};
pub(crate) use sequence::Sequence;
pub(crate) use set::OF_SET;
pub use set::SetClaim;
pub use spec::About;
pub(crate) use spec::Takes;
pub use verdict::Verdict;
pub(crate) use window::{ENDS_IN_ORDER, exchanged_ends};

/// A claim on a node or leaf, or on the whole tree, ready to be judged.
#[derive(Debug)]
pub struct Claim {
    /// The node or leaf that it is about; the root if it is about the whole tree.
    pub node: NodeId,
    /// What is claimed, without the operand.
    pub kind: ClaimKind,
    /// The whole claim.
    pub span: Span,
    /// The part to correct if it is wrong: its operand, or the whole mark.
    pub operand: Span,
    /// The marks for it, if it answers a question of its own; see [`Claims::is_answer`].
    pub worth: Option<Fraction>,
    /// The operand as it was read.
    claimed: Operand,
}

/// What a claim says about its node. Each kind of operand is a type that implements this.
pub(crate) trait Assertion: fmt::Debug {
    /// Whether it holds at a node.
    fn judge(&self, node: NodeId, game: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict;

    /// The pairs of numbers that decide whether it holds. The verdict changes only if the comparison of a pair changes.
    fn compared(&self, node: NodeId, search: &Search<'_>) -> Vec<(Shape, Shape)>;

    /// The operand.
    fn content(&self) -> Content<'_>;

    /// Why it does not hold.
    fn explain(&self, context: &Context<'_>, claim: &Claim) -> Diagnostic;
}

/// The operand of a claim, for those who do more with it than to judge it.
pub(crate) enum Content<'c> {
    /// The exact value of a node.
    Value(Number),
    /// The ends between which the value of a node lies.
    Rounded(Number, Number),
    /// What the search returns from a node, and how that bounds the value.
    Return(Bound, Number),
    /// The window with which the search enters a node.
    Window(Window<Number>),
    /// Best moves, each played after the one before it.
    Moves(&'c [Step]),
    /// How much the search does, or must do.
    Count(Number),
    /// The order in which the search comes to leaves, or to nodes and leaves.
    Sequence(&'c Sequence),
    /// `pruned` or `visited`, which have no operand.
    Mark,
}

impl Claim {
    /// Judges the claim by a search of its tree.
    pub fn judge(&self, game: &ResolvedTree<'_>, search: &Search<'_>) -> Verdict {
        self.claimed.assertion().judge(self.node, game, search)
    }

    /// The pairs of numbers that decide whether it holds. The verdict changes only if the comparison of a pair changes.
    pub(crate) fn compared(&self, search: &Search<'_>) -> Vec<(Shape, Shape)> {
        self.claimed.assertion().compared(self.node, search)
    }

    /// The operand.
    pub(crate) fn content(&self) -> Content<'_> {
        self.claimed.assertion().content()
    }

    /// E0218, if it cannot be made where it is.
    pub(crate) fn impossible(&self, context: &Context<'_>) -> Option<Diagnostic> {
        if context.kind(self.node) != Kind::Hidden {
            return (self.kind.spec().impossible)(context, self);
        }
        let message = format!("{} lies below the depth limit", context.game.called(self.node));
        let finding = Diagnostic::new(Code::ImpossibleClaim, message, self.span);
        Some(context.game.settings.note_depth(finding.help("search deeper, or delete this claim")))
    }

    /// Says why it fails.
    pub(crate) fn explain(&self, context: &Context<'_>) -> Diagnostic {
        self.claimed.assertion().explain(context, self)
    }
}

/// A claim by its index among all claims of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClaimRef(usize);

impl ClaimRef {
    /// The index, counted from 0.
    pub fn index(self) -> usize {
        self.0
    }
}

/// All claims and questions of a tree.
#[derive(Debug)]
pub struct Claims<'a> {
    /// The tree.
    pub game: &'a ResolvedTree<'a>,
    /// The claims at nodes and leaves in pre-order, then those on the whole tree.
    claims: Vec<Claim>,
    /// How many of them are at nodes and leaves.
    at_nodes: usize,
    /// The claims about the values of unknown leaves. They depend on all other claims, so `solve` judges them.
    pub sets: Vec<SetClaim>,
    /// The blanks and questions that wait for answers.
    pub questions: Vec<Question>,
    /// What is asked for at all nodes.
    pub asked: Vec<Asked>,
    /// The references to moves, nodes and unknowns, in the order in which claims were read.
    pub references: Vec<Reference>,
    /// Whether a leaf or a set is blank, or a set could not be read. Claims are not judged then, because they help to
    /// determine the missing values.
    pub has_blanks: bool,
}

impl<'a> Claims<'a> {
    /// Reads all claims and questions of a tree, without reporting mistakes. Linear in their length.
    pub fn of(game: &'a ResolvedTree<'a>) -> Self {
        Self::read(game, &mut Findings::new(0))
    }

    /// Every claim, in order.
    pub fn all(&self) -> impl ExactSizeIterator<Item = (ClaimRef, &Claim)> {
        self.claims.iter().enumerate().map(|(index, claim)| (ClaimRef(index), claim))
    }

    /// Whether there are no claims, apart from those about the values of unknown leaves.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// How many claims there are, including those about the values of unknown leaves.
    pub fn count(&self) -> usize {
        self.claims.len() + self.sets.len()
    }

    /// The claim with this index.
    pub fn get(&self, claim: ClaimRef) -> &Claim {
        &self.claims[claim.0]
    }

    /// The claims that are written at nodes and leaves, in pre-order.
    pub fn at_nodes(&self) -> &[Claim] {
        &self.claims[..self.at_nodes]
    }

    /// The claims that are written at this node or leaf.
    pub(crate) fn at_node(&self, node: NodeId) -> impl Iterator<Item = (ClaimRef, &Claim)> {
        let first = self.at_nodes().partition_point(|claim| claim.node < node);
        let here = self.at_nodes()[first..].iter().take_while(move |claim| claim.node == node);
        here.enumerate().map(move |(place, claim)| (ClaimRef(first + place), claim))
    }

    /// The claims on the whole tree, after `expect`.
    pub(crate) fn on_tree(&self) -> impl Iterator<Item = (ClaimRef, &Claim)> {
        self.all().skip(self.at_nodes)
    }

    /// Whether a claim is written at a node or leaf, and not after `expect`.
    pub(crate) fn is_at_node(&self, claim: ClaimRef) -> bool {
        claim.0 < self.at_nodes
    }

    /// Whether a claim answers a question: it has its own `worth`, or the tree asks for its kind at all nodes.
    pub fn is_answer(&self, claim: ClaimRef) -> bool {
        let Claim { kind, worth, .. } = self.get(claim);
        worth.is_some() || (self.is_at_node(claim) && self.asked.iter().any(|asked| asked.kinds().contains(kind)))
    }

    /// E0218 for the first claim that cannot be made where it is under the settings of a search, if there is one.
    pub fn first_impossible(&self, search: &Search<'_>) -> Option<Diagnostic> {
        let context = Context::new(self.game, search);
        self.claims.iter().find_map(|claim| claim.impossible(&context))
    }
}
