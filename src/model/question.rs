//! What students are asked: blanks and `ask`.

use super::{Asked, Quantity, ResolvedTree, Subject};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{NodeId, Term};

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
    /// What a node is worth.
    Value(NodeId),
    /// Which upper bound the search returns.
    AtMost(NodeId),
    /// Which lower bound the search returns.
    AtLeast(NodeId),
    /// With which window the search enters.
    Window(NodeId),
    /// A best move at a node.
    Plays(NodeId),
    /// A best move at every node.
    EveryMove,
    /// What is pruned, or how much.
    Pruning,
    /// Anything else that the search shows.
    Search,
    /// Anything else.
    Other,
}

impl QuestionKind {
    /// What `ask` asks for.
    pub(super) fn of_ask(asked: Asked) -> Self {
        match asked {
            Asked::Pruned => Self::Pruning,
            Asked::Values => Self::Other,
            Asked::Windows => Self::Search,
            Asked::Plays => Self::EveryMove,
        }
    }

    /// What a blank in an expectation asks for.
    pub(super) fn of_expectation(subject: Option<Subject>) -> Self {
        match subject {
            Some(Subject::Plays) => Self::Plays(NodeId::ROOT),
            Some(Subject::Count(Quantity::Pruned | Quantity::Branches | Quantity::Cutoffs)) => Self::Pruning,
            Some(Subject::Count(Quantity::Leaves | Quantity::Nodes) | Subject::Visits | Subject::Enters) => {
                Self::Search
            }
            Some(Subject::Value | Subject::Fewest | Subject::Line) | None => Self::Other,
        }
    }

    /// Whether the answer depends on the search and not only on the values of the tree.
    pub fn is_about_search(self) -> bool {
        use QuestionKind::{AtLeast, AtMost, Pruning, Search, Window};
        matches!(self, AtMost(_) | AtLeast(_) | Window(_) | Pruning | Search)
    }
}

impl ResolvedTree<'_> {
    /// Whether an `ask` asks for this.
    pub fn asks(&self, asked: Asked) -> bool {
        self.tree.asks.iter().any(|ask| Asked::called(ask.subject.of(self.text)) == Some(asked))
    }

    /// The whole expectation that a blank is in; any other question unchanged.
    pub fn asking(&self, question: Span) -> Span {
        let expectations = self.tree.expectations.iter().map(|expectation| expectation.span);
        expectations.into_iter().find(|span| span.contains(question)).unwrap_or(question)
    }

    /// Checks that each `worth n` is positive and follows a blank or an `ask`.
    pub(super) fn check_worths(&self, findings: &mut Findings) {
        for (_, claim) in self.tree.claims.iter() {
            self.check_worth(claim.worth, claim.kind.asks(), claim.span, findings);
        }
        for expectation in &self.tree.expectations {
            self.check_worth(expectation.worth, expectation.form.asks(), expectation.span, findings);
        }
        for ask in &self.tree.asks {
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
        } else if self.number(term).is_some_and(|marks| marks <= Number::ZERO || marks.finite().is_none()) {
            findings.error(Code::WorthOfNothing, || {
                Diagnostic::new(Code::WorthOfNothing, "the marks of a question are a positive number", term.span)
                    .help("write a positive number, or take `worth` away: a question is worth 1 then")
            });
        }
    }
}
