//! Claims that are given and answer a question: a sheet with one would give its answer away.

use super::error::SheetError;
use super::{blank_claim, blank_expectation};
use crate::claim::{Asked, ClaimKind};
use crate::diagnostic::clipped;
use crate::grade::questions::{Fate, Questions, unknown};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{Claim, Expectation, Form, NodeId};

/// What a claim is about, for finding claims that give its answer away.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Subject {
    /// A kind of claim at a node, or on the whole tree at its root.
    Claim(NodeId, ClaimKind),
    /// The set of an unknown leaf.
    Set(String),
}

/// A claim that students are given, or a question.
struct Statement {
    subject: Subject,
    place: Span,
    /// How messages name it.
    words: String,
}

impl Questions<'_> {
    /// Checks that no claim that is given answers a question.
    pub(super) fn check_given(&self) -> Result<(), SheetError> {
        let statements = |wanted: fn(Fate) -> bool| {
            let at_nodes = self.claims().filter(move |(_, _, fate)| wanted(*fate));
            let on_tree = self.expectations().filter(move |(_, fate)| wanted(*fate));
            let at_nodes = at_nodes.filter_map(|(node, claim, fate)| self.at_node(node, claim, fate));
            at_nodes.chain(on_tree.filter_map(|(expectation, fate)| self.on_tree(expectation, fate)))
        };
        let mut asked: Vec<Statement> = statements(|fate| matches!(fate, Fate::Asked(_))).collect();
        for (ask, asks) in self.asks() {
            let root = asks.kinds().iter().map(|kind| Subject::Claim(NodeId::ROOT, *kind));
            let words = format!("`{}`", ask.span.of(self.game.text));
            asked.extend(root.map(|subject| Statement { subject, place: ask.span, words: words.clone() }));
        }
        asked.sort_by_key(|question| question.subject.node());
        for given in statements(|fate| fate == Fate::Given) {
            let node = given.subject.node();
            let from = asked.partition_point(|question| question.subject.node() < node);
            let here = asked[from..].iter().take_while(|question| question.subject.node() == node);
            if let Some(question) = here.into_iter().find(|question| self.gives_away(&given, question)) {
                let (place, given, asked) = (given.place, given.words, question.words.clone());
                return Err(SheetError::GivenAway { place, given, asked });
            }
        }
        Ok(())
    }

    fn at_node(&self, node: NodeId, claim: &Claim, fate: Fate) -> Option<Statement> {
        let game = self.game;
        let kind = ClaimKind::at_node(game, node, &claim.form)?;
        let named = game.name(node).is_some();
        let words = match fate {
            Fate::Given => clipped(claim.span.of(game.text)),
            _ if named => format!("`{} {}`", game.called(node), blank_claim(kind)),
            _ => format!("`{}` at {}", blank_claim(kind), game.called(node)),
        };
        Some(Statement { subject: Subject::Claim(node, kind), place: claim.span, words })
    }

    fn on_tree(&self, expectation: &Expectation, fate: Fate) -> Option<Statement> {
        let text = self.game.text;
        let subject = match &expectation.form {
            Form::In(_) => Subject::Set(unknown(text, expectation)),
            _ => Subject::Claim(NodeId::ROOT, self.expected(expectation)?),
        };
        let words = match fate {
            Fate::Given => clipped(expectation.span.of(text)),
            _ => format!("`{}`", blank_expectation(text, expectation)),
        };
        Some(Statement { subject, place: expectation.span, words })
    }

    /// Whether a given claim answers a question about the same node.
    fn gives_away(&self, given: &Statement, question: &Statement) -> bool {
        use ClaimKind::{AtLeast, AtMost, Enters, Exact, Leaves, Line, Near, Nodes, Plays, Returned, Visits};
        if given.subject == question.subject {
            return true;
        }
        let (Subject::Claim(_, given), Subject::Claim(_, asked)) = (&given.subject, &question.subject) else {
            return false;
        };
        // Whatever the root's window is, the search returns the value if it lies inside.
        let is_whole = self.game.settings.root_window() == (Number::NegativeInfinity, Number::Infinity);
        match (given, asked) {
            (Exact, Near) | (Line, Plays) | (Visits, Leaves) | (Enters, Nodes) => true,
            (Exact, Returned | AtMost | AtLeast) => is_whole && self.every.contains(&Asked::Returns),
            _ => false,
        }
    }
}

impl Subject {
    /// The node that it is about.
    fn node(&self) -> NodeId {
        match self {
            Self::Claim(node, _) => *node,
            Self::Set(_) => NodeId::ROOT,
        }
    }
}
