//! What students are asked: blanks and `ask`.

use super::Game;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{ClaimKind, Form, NodeId, Term, TermKind};

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
    /// What `ask` with this word asks for; `None` for words that name no question.
    pub(super) fn of_ask(word: &str) -> Option<Self> {
        Some(match word {
            "pruned" => Self::Pruning,
            "values" => Self::Other,
            "windows" => Self::Search,
            "plays" => Self::EveryMove,
            _ => return None,
        })
    }

    /// What a blank behind `expect` and this word asks for.
    pub(super) fn of_expectation(word: &str) -> Self {
        match word {
            "plays" => Self::Plays(NodeId::ROOT),
            "pruned" | "branches" | "cutoffs" => Self::Pruning,
            "leaves" | "nodes" | "visits" | "enters" => Self::Search,
            _ => Self::Other,
        }
    }

    /// Whether the answer depends on the search and not only on the values of the tree.
    pub fn is_about_search(self) -> bool {
        use QuestionKind::{AtLeast, AtMost, Pruning, Search, Window};
        matches!(self, AtMost(_) | AtLeast(_) | Window(_) | Pruning | Search)
    }
}

impl Game<'_> {
    /// `worth n` is positive, and stands behind a blank or an `ask`.
    pub(super) fn check_worths(&self, findings: &mut Findings) {
        let blank = |term: Term| term.kind == TermKind::Blank;
        for (_, claim) in self.tree.claims.iter() {
            let asks = match claim.kind {
                ClaimKind::Pruned | ClaimKind::Visited | ClaimKind::Eval(_) => false,
                ClaimKind::Window(alpha, beta) => blank(alpha) || blank(beta),
                ClaimKind::Equal(term)
                | ClaimKind::Near(term)
                | ClaimKind::AtMost(term)
                | ClaimKind::AtLeast(term)
                | ClaimKind::Plays(term) => blank(term),
            };
            self.check_worth(claim.worth, asks, claim.span, findings);
        }
        for expectation in &self.tree.expectations {
            let asks = match &expectation.form {
                Form::Equal(term) | Form::Near(term) => blank(*term),
                Form::List(terms) => terms.iter().any(|term| blank(*term)),
                Form::In(set) => set.is_blank(),
            };
            self.check_worth(expectation.worth, asks, expectation.span, findings);
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
