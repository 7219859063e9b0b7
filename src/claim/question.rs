//! Questions to students: blanks and `ask`.

use super::{About, ClaimKind, Claims};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::model::{Choice, ResolvedTree, names};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term};

/// What an `ask` asks for at the nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// What is pruned.
    Pruned,
    /// The values of the nodes.
    Values,
    /// The windows with which the search enters them.
    Windows,
    /// Best moves.
    Plays,
}

names! {
    Asked { Pruned "pruned" Values "values" Windows "windows" Plays "plays" }
}

/// A blank or an `ask` that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The blank, or the whole `ask`.
    pub span: Span,
    /// What is asked for.
    pub kind: QuestionKind,
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuestionKind {
    /// The number of a leaf.
    Leaf,
    /// The operand of a claim at a node.
    Node(NodeId, ClaimKind),
    /// The operand of a claim on the whole tree.
    Tree(ClaimKind),
    /// Claims at all nodes.
    Every(Asked),
    /// The set of an unknown leaf, or a list after a word that has no meaning.
    Other,
}

impl Asked {
    /// The question that a word after `ask` names, in upper or lower case; `None` if there is no such question.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::from_name(&word.to_lowercase())
    }

    /// The kind of claim that is asked for.
    pub fn kind(self) -> ClaimKind {
        match self {
            Self::Pruned => ClaimKind::Pruned,
            Self::Values => ClaimKind::Exact,
            Self::Windows => ClaimKind::Window,
            Self::Plays => ClaimKind::Plays,
        }
    }
}

impl QuestionKind {
    /// The kind of claim whose operand is asked for, and the node that it is about.
    pub fn claim(self) -> Option<(NodeId, ClaimKind)> {
        match self {
            Self::Node(node, kind) => Some((node, kind)),
            Self::Tree(kind) => Some((NodeId::ROOT, kind)),
            Self::Leaf | Self::Every(_) | Self::Other => None,
        }
    }

    /// Whether the answer depends on the search and not only on the values of the tree.
    pub fn is_about_search(self) -> bool {
        match self {
            Self::Node(_, kind) | Self::Tree(kind) => kind.about() == About::Search,
            Self::Every(asked) => asked.kind().about() == About::Search,
            Self::Leaf | Self::Other => false,
        }
    }

    /// Whether it asks what is pruned, or how much.
    pub fn is_about_pruning(self) -> bool {
        match self {
            Self::Node(_, kind) | Self::Tree(kind) => {
                matches!(kind, ClaimKind::PrunedLeaves | ClaimKind::Branches | ClaimKind::Cutoffs)
            }
            Self::Every(asked) => asked == Asked::Pruned,
            Self::Leaf | Self::Other => false,
        }
    }
}

/// Whether an `ask` asks for this.
pub(crate) fn asks(game: &ResolvedTree<'_>, asked: Asked) -> bool {
    game.tree.asks.iter().any(|ask| Asked::from_word(ask.subject.of(game.text)) == Some(asked))
}

/// The place of the whole expectation if the question is a blank in one; otherwise, the place of the question.
pub(crate) fn whole_question(game: &ResolvedTree<'_>, question: Span) -> Span {
    let expectations = game.tree.expectations.iter().map(|expectation| expectation.span);
    expectations.into_iter().find(|span| span.contains(question)).unwrap_or(question)
}

impl Claims<'_> {
    /// Checks that each `worth n` is positive and follows a blank or an `ask`.
    pub(super) fn check_worths(&self, findings: &mut Findings) {
        let tree = self.game.tree;
        for (_, claim) in tree.claims.iter() {
            self.check_worth(claim.worth, claim.form.asks(), claim.span, findings);
        }
        for expectation in &tree.expectations {
            self.check_worth(expectation.worth, expectation.form.asks(), expectation.span, findings);
        }
        for ask in &tree.asks {
            self.check_worth(ask.worth, true, ask.span, findings);
        }
    }

    fn check_worth(&self, worth: Option<Term>, asks: bool, claim: Span, findings: &mut Findings) {
        let Some(term) = worth else { return };
        if !asks {
            let message = "marks are given for an answer, and nothing is asked here";
            findings.error(Code::WorthOfNothing, || {
                Diagnostic::new(Code::WorthOfNothing, message, term.span)
                    .label(claim, "no blank")
                    .help("take `worth` away, or write `_` in the place of the answer")
            });
        } else if self.game.number(term).is_some_and(|marks| marks <= Number::ZERO || marks.finite().is_none()) {
            findings.error(Code::WorthOfNothing, || {
                Diagnostic::new(Code::WorthOfNothing, "the marks of a question are a positive number", term.span)
                    .help("write a positive number, or take `worth` away: a question is worth 1 then")
            });
        }
    }
}
