//! The right answer in the place of a blank, or of an answer that is wrong, as it is written.

use std::mem::discriminant;

use crate::judge::{count, failed_high, failed_low};
use crate::model::{Game, Quantity, quoted_if_needed};
use crate::number::decimals;
use crate::report::Solved;
use crate::search::Search;
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Claim, ClaimKind, Expectation, Form, Kind, NodeId, Term, TermKind};

/// Longer lists of moves or nodes are not written out.
const LONGEST: usize = 1000;

/// How many decimals a rounded answer has where nobody says how many.
const DECIMALS: usize = 2;

/// A tree that was searched, to answer what is asked of it.
pub(super) struct Answers<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) search: Search<'a>,
}

impl<'a> Answers<'a> {
    /// `None` where the tree means nothing, or cannot be searched.
    pub(super) fn of(game: &'a Game<'a>) -> Option<Self> {
        if game.unclear || game.nodes().is_empty() {
            return None;
        }
        Some(Self { game, search: Search::of(game).ok()? })
    }

    /// What stands in the operand of a claim of this kind where it is right: see [`operand`]. `None` where nothing would
    /// be right, or where that cannot be said.
    pub(super) fn of_claim(&self, node: NodeId, kind: &ClaimKind) -> Option<String> {
        let search = &self.search;
        let returned = |failed: Option<bool>| search.returned(node).filter(|_| failed == Some(true));
        match kind {
            ClaimKind::Equal(_) => Some(search.value(node)?.to_string()),
            ClaimKind::Near(term) => self.near(node, *term),
            ClaimKind::AtMost(_) => Some(returned(failed_low(search, node))?.to_string()),
            ClaimKind::AtLeast(_) => Some(returned(failed_high(search, node))?.to_string()),
            ClaimKind::Window(..) => {
                let window = search.window(node)?;
                Some(format!("[{}, {}]", window.alpha, window.beta))
            }
            ClaimKind::Plays(_) => self.game.unique_move(search.first_best_move(node)?),
            ClaimKind::Pruned | ClaimKind::Visited | ClaimKind::Eval(_) => None,
        }
    }

    /// The claims that hold of a node with moves and are not made, as they are written; no marks.
    pub(super) fn true_claims(&self, node: NodeId) -> Vec<String> {
        let blank = Term { span: Span::default(), kind: TermKind::Blank };
        let kinds = [
            ("= ", ClaimKind::Equal(blank)),
            ("<= ", ClaimKind::AtMost(blank)),
            (">= ", ClaimKind::AtLeast(blank)),
            ("", ClaimKind::Window(blank, blank)),
            ("plays ", ClaimKind::Plays(blank)),
        ];
        let new = kinds.iter().filter(|(_, kind)| !is_made(self.game, node, kind));
        new.filter_map(|(sign, kind)| Some(format!("{sign}{}", self.of_claim(node, kind)?))).collect()
    }

    /// What stands behind the subject of an expectation where it is right, and behind its sign if it has one.
    pub(super) fn of_expectation(&self, expectation: &Expectation) -> Option<String> {
        let text = self.game.text;
        let subject = expectation.subject.span.of(text);
        match (subject.to_lowercase().as_str(), &expectation.form) {
            (_, Form::In(_)) => self.set(&normal(subject.trim_start_matches('?'))),
            ("value", Form::Equal(_)) => Some(self.search.value(NodeId::ROOT)?.to_string()),
            ("value", Form::Near(term)) => self.near(NodeId::ROOT, *term),
            ("fewest", Form::Equal(_)) => Some(self.search.fewest_leaves()?.to_string()),
            ("plays", Form::List(_)) => self.game.unique_move(self.search.first_best_move(NodeId::ROOT)?),
            ("line", Form::List(_)) => self.line(),
            ("visits", Form::List(_)) => self.listed(self.search.leaf_sequence(), |node| self.leaf(node)),
            ("enters", Form::List(_)) => self.listed(self.search.sequence(), |node| self.entered(node)),
            (word, Form::Equal(_)) => Some(count(&self.search, quantity(word)?)?.to_string()),
            _ => None,
        }
    }

    /// A value, rounded as what is written is, or to a few decimals.
    fn near(&self, node: NodeId, written: Term) -> Option<String> {
        let value = self.search.value(node)?;
        let needed = if value.to_integer().is_some() { 0 } else { DECIMALS };
        value.rounded(decimals(written.span.of(self.game.text)).unwrap_or(needed))
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

/// What the search counts under this word.
fn quantity(word: &str) -> Option<Quantity> {
    use Quantity::{Branches, Cutoffs, Leaves, Nodes, Pruned};
    [Leaves, Nodes, Cutoffs, Pruned, Branches].into_iter().find(|quantity| quantity.name() == word)
}

/// Whether a claim of this kind is made of a node.
pub(super) fn is_made(game: &Game<'_>, node: NodeId, kind: &ClaimKind) -> bool {
    game.tree.claims.of(node).iter().any(|(_, claim)| discriminant(&claim.kind) == discriminant(kind))
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
