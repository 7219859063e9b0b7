//! The right answer in the place of a blank, or of an answer that is wrong, as it is written.

use crate::judge::{count, failed_high, failed_low};
use crate::model::{ResolvedTree, Subject, quoted_if_needed};
use crate::number::decimals;
use crate::report::Solved;
use crate::report::trace::extent;
use crate::search::{Extent, Search};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Claim, ClaimKind, ClaimSort, Expectation, Form, Kind, NodeId, Term};

/// Longer lists of moves or nodes are not written out.
const LONGEST: usize = 1000;

/// How many decimals a rounded answer has where nobody says how many.
const DECIMALS: usize = 2;

/// A tree that was searched, to answer what is asked of it.
pub(super) struct Answers<'a> {
    pub(super) game: &'a ResolvedTree<'a>,
    pub(super) search: Search<'a>,
}

impl<'a> Answers<'a> {
    /// `None` where the tree means nothing, or cannot be searched.
    pub(super) fn of(game: &'a ResolvedTree<'a>) -> Option<Self> {
        if game.has_errors || game.nodes().is_empty() {
            return None;
        }
        Some(Self { game, search: Search::of(game).ok()? })
    }

    /// What is known of the value of a node.
    pub(super) fn extent(&self, node: NodeId) -> String {
        let (least, greatest) = self.search.ends(node);
        extent(Extent { least, greatest })
    }

    /// What stands in the operand of a claim where it is right: see [`operand`]. `None` where nothing would be right, or
    /// where that cannot be said.
    pub(super) fn of_claim(&self, node: NodeId, claim: &Claim) -> Option<String> {
        match claim.kind {
            ClaimKind::Near(term) => self.near(node, Some(term)),
            _ => self.operand(node, claim.kind.sort()),
        }
    }

    /// As [`Self::of_claim`], for a claim of this sort that is not written yet.
    fn operand(&self, node: NodeId, sort: ClaimSort) -> Option<String> {
        let search = &self.search;
        let returned = |failed: Option<bool>| search.returned(node).filter(|_| failed == Some(true));
        match sort {
            ClaimSort::Equal => Some(search.value(node)?.to_string()),
            ClaimSort::Near => self.near(node, None),
            ClaimSort::AtMost => Some(returned(failed_low(search, node))?.to_string()),
            ClaimSort::AtLeast => Some(returned(failed_high(search, node))?.to_string()),
            ClaimSort::Window => {
                let window = search.window(node)?;
                Some(format!("[{}, {}]", window.alpha, window.beta))
            }
            ClaimSort::Plays => self.game.unique_move(search.first_best_move(node)?),
            ClaimSort::Pruned | ClaimSort::Visited | ClaimSort::Eval => None,
        }
    }

    /// The claim of this sort that holds of a node; no mark.
    pub(super) fn true_claim(&self, node: NodeId, sort: ClaimSort) -> Option<String> {
        Some(sort.with(&self.operand(node, sort)?))
    }

    /// The claims that hold of a node with moves and are not made, as they are written; no marks.
    pub(super) fn true_claims(&self, node: NodeId) -> Vec<String> {
        let sorts = [ClaimSort::Equal, ClaimSort::AtMost, ClaimSort::AtLeast, ClaimSort::Window, ClaimSort::Plays];
        let new = sorts.into_iter().filter(|sort| !is_made(self.game, node, *sort));
        new.filter_map(|sort| self.true_claim(node, sort)).collect()
    }

    /// What stands behind the subject of an expectation where it is right, and behind its sign if it has one.
    pub(super) fn of_expectation(&self, expectation: &Expectation) -> Option<String> {
        let text = self.game.text;
        let subject = expectation.subject.span.of(text);
        match (Subject::called(subject), &expectation.form) {
            (_, Form::In(_)) => self.set(&normal(subject.trim_start_matches('?'))),
            (Some(Subject::Value), Form::Equal(_)) => Some(self.search.value(NodeId::ROOT)?.to_string()),
            (Some(Subject::Value), Form::Near(term)) => self.near(NodeId::ROOT, Some(*term)),
            (Some(Subject::Fewest), Form::Equal(_)) => Some(self.search.fewest_leaves()?.to_string()),
            (Some(Subject::Plays), Form::List(_)) => self.game.unique_move(self.search.first_best_move(NodeId::ROOT)?),
            (Some(Subject::Line), Form::List(_)) => self.line(),
            (Some(Subject::Visits), Form::List(_)) => self.listed(self.search.leaf_sequence(), |node| self.leaf(node)),
            (Some(Subject::Enters), Form::List(_)) => self.listed(self.search.sequence(), |node| self.entered(node)),
            (Some(Subject::Count(quantity)), Form::Equal(_)) => Some(count(&self.search, quantity)?.to_string()),
            _ => None,
        }
    }

    /// A value, rounded as what is written is, or to a few decimals.
    fn near(&self, node: NodeId, written: Option<Term>) -> Option<String> {
        let value = self.search.value(node)?;
        let needed = if value.to_integer().is_some() { 0 } else { DECIMALS };
        let written = written.and_then(|term| decimals(term.span.of(self.game.text)));
        value.rounded(written.unwrap_or(needed))
    }

    fn set(&self, unknown: &str) -> Option<String> {
        let solved = Solved::new(self.game, &self.game.settings)?;
        let mut sets = solved.sets();
        sets.find(|(name, _)| name == unknown)?.1
    }

    /// A principal variation.
    fn line(&self) -> Option<String> {
        let mut moves = Vec::new();
        let mut node = NodeId::ROOT;
        while matches!(self.search.kind(node), Kind::Max | Kind::Min) && moves.len() < LONGEST {
            node = self.search.first_best_move(node)?;
            moves.push(self.game.unique_move(node)?);
        }
        (!moves.is_empty() && moves.len() < LONGEST).then(|| moves.join(" "))
    }

    fn listed(&self, nodes: &[NodeId], written: impl Fn(NodeId) -> Option<String>) -> Option<String> {
        let is_whole = self.search.counts().is_some() && nodes.len() <= LONGEST;
        let names: Option<Vec<String>> = nodes.iter().filter(|_| is_whole).map(|node| written(*node)).collect();
        Some(names?.join(" ")).filter(|names| !names.is_empty())
    }

    /// A leaf by its value, or an unknown one by its name.
    fn leaf(&self, node: NodeId) -> Option<String> {
        let unknown = || self.game.name_of_unknown(node).map(|_| self.game.unknown(node).to_string());
        self.search.fail_soft(node).map(|value| value.to_string()).or_else(unknown)
    }

    /// A node or leaf by a name that no other has, or a leaf as above.
    fn entered(&self, node: NodeId) -> Option<String> {
        let names = [self.game.name(node), self.game.label(node)];
        let own = names.into_iter().flatten().find(|name| self.game.find(name) == Ok(node));
        let leaf = || self.leaf(node).filter(|_| self.search.kind(node).is_leaf());
        own.map(|name| quoted_if_needed(&name)).or_else(leaf)
    }
}

/// Whether a claim of this sort is made of a node.
pub(super) fn is_made(game: &ResolvedTree<'_>, node: NodeId, sort: ClaimSort) -> bool {
    game.tree.claims.of(node).iter().any(|(_, claim)| claim.kind.sort() == sort)
}

/// The part of a claim that is its answer: of a window, all of it. `None` for marks and for `eval`.
pub(super) fn operand(claim: &Claim) -> Option<Span> {
    match claim.kind {
        ClaimKind::Equal(term)
        | ClaimKind::Near(term)
        | ClaimKind::AtMost(term)
        | ClaimKind::AtLeast(term)
        | ClaimKind::Plays(term) => Some(term.span),
        ClaimKind::Window(..) => Some(claim.span),
        ClaimKind::Pruned | ClaimKind::Visited | ClaimKind::Eval(_) => None,
    }
}

/// The part of an expectation that is its answer.
pub(super) fn expected(expectation: &Expectation) -> Option<Span> {
    match &expectation.form {
        Form::Equal(term) | Form::Near(term) => Some(term.span),
        Form::List(terms) => Some(terms.first()?.span.to(terms.last()?.span)),
        Form::In(set) => Some(set.span),
    }
}
