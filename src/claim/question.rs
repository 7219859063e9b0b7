//! Questions to students: blanks and `ask`.

use super::{About, ClaimKind, Claims};
use crate::diagnostic::{Code, Diagnostic, Findings, Fix, clipped, removal};
use crate::model::{Choice, ResolvedTree, names};
use crate::number::{Fraction, Number};
use crate::search::{Cause, Search, VisitStatus};
use crate::source::Span;
use crate::syntax::tree::{Ask, ClaimForm, Kind, NodeId, Term};

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
    /// What the search returns from them: values or bounds.
    Returns,
    /// Best moves.
    Plays,
}

names! {
    Asked { Pruned "pruned" Values "values" Windows "windows" Returns "returns" Plays "plays" }
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

    /// The kinds of claims that answer it.
    pub fn kinds(self) -> &'static [ClaimKind] {
        match self {
            Self::Pruned => &[ClaimKind::Pruned, ClaimKind::Visited],
            Self::Values => &[ClaimKind::Exact],
            Self::Windows => &[ClaimKind::Window],
            Self::Returns => &[ClaimKind::Returned, ClaimKind::AtMost, ClaimKind::AtLeast],
            Self::Plays => &[ClaimKind::Plays],
        }
    }

    /// Whether a tree cannot ask both: they are the same, or `=` answers both.
    fn conflicts_with(self, other: Self) -> bool {
        let signs = |asked: Self| asked.kinds().iter().filter_map(|kind| kind.sign()).map(|(sign, _)| sign);
        signs(self).any(|sign| signs(other).any(|other| sign == other))
    }

    /// The nodes and leaves at which a complete answer has a claim; `None` if that depends on unknown leaves. A skipped
    /// subtree is marked once, at its top. Linear.
    pub(crate) fn places(self, search: &Search<'_>) -> Option<Vec<NodeId>> {
        let interior = || search.visible().filter(|node| !search.kind(*node).is_leaf());
        Some(match self {
            Self::Values => interior().collect(),
            Self::Plays => interior().filter(|node| search.kind(*node) != Kind::Chance).collect(),
            Self::Windows | Self::Returns => {
                interior().filter(|node| !matches!(search.status(*node), VisitStatus::Skipped(_))).collect()
            }
            Self::Pruned => {
                search.counts()?;
                let skipped = |child: &NodeId| search.status(*child) == VisitStatus::Skipped(Cause::Cutoff);
                let children = search.cutoffs().iter().flat_map(|cutoff| search.children(cutoff.node));
                children.filter(skipped).collect()
            }
        })
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
            Self::Every(asked) => asked.kinds().iter().any(|kind| kind.about() == About::Search),
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

/// The `ask`s of a tree in their order, each with what it asks for; those with a word that means nothing are left out.
pub(crate) fn asked<'a>(game: &ResolvedTree<'a>) -> impl Iterator<Item = (&'a Ask, Asked)> {
    let text = game.text;
    game.tree.asks.iter().filter_map(move |ask| Some((ask, Asked::from_word(ask.subject.of(text))?)))
}

/// Whether an `ask` asks for this.
pub(crate) fn asks(game: &ResolvedTree<'_>, this: Asked) -> bool {
    asked(game).any(|(_, asked)| asked == this)
}

/// The marks that a `worth` gives; `None` if there is none, or if its number is not positive.
pub(crate) fn marks(game: &ResolvedTree<'_>, worth: Option<Term>) -> Option<Fraction> {
    game.number(worth?).filter(|marks| *marks > Number::ZERO)?.finite()
}

/// The place of the whole expectation if the question is a blank in one; otherwise, the place of the question.
pub(crate) fn whole_question(game: &ResolvedTree<'_>, question: Span) -> Span {
    let expectations = game.tree.expectations.iter().map(|expectation| expectation.span);
    expectations.into_iter().find(|span| span.contains(question)).unwrap_or(question)
}

impl Claims<'_> {
    /// E0230: checks that no two `ask`s ask for the same claims, or for claims that look the same.
    pub(super) fn check_asks(&self, findings: &mut Findings) {
        let mut before: Vec<(Asked, Span)> = Vec::new();
        for (ask, asked) in asked(self.game) {
            let Some((_, first)) = before.iter().find(|(other, _)| asked.conflicts_with(*other)) else {
                before.push((asked, ask.span));
                continue;
            };
            findings.error(Code::RepeatedQuestion, || {
                Diagnostic::new(
                    Code::RepeatedQuestion,
                    "the same claims would answer this `ask` and an earlier one",
                    ask.span,
                )
                .label(*first, "the earlier one")
                .help("delete one of them; to ask both questions, write the tree twice")
            });
        }
    }

    /// Checks that each `worth n` is positive and follows an answer, a blank or an `ask`.
    pub(super) fn check_worths(&self, findings: &mut Findings) {
        let tree = self.game.tree;
        for (_, claim) in tree.claims.iter() {
            let has_operand = !claim.form.operands().is_empty() && !matches!(claim.form, ClaimForm::Eval(_));
            self.check_worth(claim.worth, has_operand, claim.span, findings);
        }
        for expectation in &tree.expectations {
            self.check_worth(expectation.worth, true, expectation.span, findings);
        }
        for ask in &tree.asks {
            self.check_worth(ask.worth, true, ask.span, findings);
        }
    }

    fn check_worth(&self, worth: Option<Term>, is_answer: bool, claim: Span, findings: &mut Findings) {
        let Some(term) = worth else { return };
        if !is_answer {
            let written = clipped(claim.of(self.game.text));
            findings.error(Code::WorthOfNothing, || {
                let message = format!("`worth` cannot follow `{written}`");
                let delete = removal(self.game.text, Span::new(claim.end, term.span.end));
                Diagnostic::new(Code::WorthOfNothing, message, term.span)
                    .note("`ask pruned` can have `worth`, which gives marks for everything that is pruned")
                    .with_fix(Fix { title: "delete `worth`".to_string(), edits: vec![delete], safe: false })
            });
        } else if marks(self.game, Some(term)).is_none() {
            findings.error(Code::WorthOfNothing, || {
                Diagnostic::new(Code::WorthOfNothing, "the number after `worth` must be greater than 0", term.span)
                    .help("write a positive number, or delete `worth`: a question without it gives 1 mark")
            });
        }
    }
}
