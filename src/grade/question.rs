//! What an exercise asks and what it gives: what happens to each of its claims in the sheet.

use super::error::SheetError;
use crate::claim::{Asked, ClaimKind, Claims, marks};
use crate::diagnostic::clipped;
use crate::model::ResolvedTree;
use crate::number::{Fraction, Number};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Claim, Expectation, Form, Kind, NodeId, Term};

/// What happens to a claim or an expectation in the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is given.
    Given,
    /// It becomes a blank that gives this many marks.
    Asked(Fraction),
    /// It answers a question that is written elsewhere: an `ask`, or another `plays` of the same node.
    Omitted,
}

/// A tree of an exercise with the fate of each of its claims.
pub(super) struct Questions<'a> {
    pub(super) game: &'a ResolvedTree<'a>,
    /// What is asked for at all nodes.
    pub(super) every: &'a [Asked],
    /// The fates of the claims at nodes and leaves, in order.
    pub(super) at_nodes: Vec<Fate>,
    /// The fates of the expectations, in order.
    pub(super) on_tree: Vec<Fate>,
}

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

impl<'a> Questions<'a> {
    pub(super) fn of(claims: &'a Claims<'a>) -> Self {
        let (game, every) = (claims.game, &claims.asked[..]);
        let mut questions = Self { game, every, at_nodes: Vec::new(), on_tree: Vec::new() };
        let mut last = None;
        for (index, (node, claim)) in game.tree.claims.iter().enumerate() {
            let kind = ClaimKind::at_node(game, node, &claim.form);
            let is_asked = claim.form.asks() || claim.worth.is_some();
            let is_covered = kind.is_some_and(|kind| every.iter().any(|asked| asked.kinds().contains(&kind)));
            let fate = match (is_asked, is_covered) {
                (true, _) => Fate::Asked(worth(game, claim.worth)),
                (false, true) => Fate::Omitted,
                (false, false) => Fate::Given,
            };
            questions.at_nodes.push(fate);
            if is_asked && kind == Some(ClaimKind::Plays) {
                let first = last.filter(|(other, _)| *other == node).map_or(index, |(_, first)| first);
                last = Some((node, merged(&mut questions.at_nodes, first)));
            }
        }
        let mut first = None;
        for (index, expectation) in game.tree.expectations.iter().enumerate() {
            let is_asked = expectation.form.asks() || expectation.worth.is_some();
            let fate = if is_asked { Fate::Asked(worth(game, expectation.worth)) } else { Fate::Given };
            questions.on_tree.push(fate);
            if is_asked && questions.expected(expectation) == Some(ClaimKind::Plays) {
                first = Some(merged(&mut questions.on_tree, first.unwrap_or(index)));
            }
        }
        questions
    }

    /// Whether the tree asks anything.
    pub(super) fn ask_something(&self) -> bool {
        let mut fates = self.at_nodes.iter().chain(&self.on_tree);
        !self.every.is_empty() || self.has_blank_leaf() || fates.any(|fate| matches!(fate, Fate::Asked(_)))
    }

    /// Whether a leaf is blank.
    pub(super) fn has_blank_leaf(&self) -> bool {
        self.game.nodes().has(Kind::Blank)
    }

    /// The claims at nodes with their fates.
    pub(super) fn claims(&self) -> impl Iterator<Item = (NodeId, &'a Claim, Fate)> {
        let fates = self.at_nodes.iter().copied();
        self.game.tree.claims.iter().zip(fates).map(|((node, claim), fate)| (node, claim, fate))
    }

    /// The expectations with their fates.
    pub(super) fn expectations(&self) -> impl Iterator<Item = (&'a Expectation, Fate)> {
        self.game.tree.expectations.iter().zip(self.on_tree.iter().copied())
    }

    /// The kinds of claims whose operands are blank in the sheet; `None` for a set.
    pub(super) fn blanks(&self) -> impl Iterator<Item = Option<ClaimKind>> {
        let is_asked = |fate| matches!(fate, Fate::Asked(_));
        let at_nodes = self.claims().filter(move |(_, _, fate)| is_asked(*fate));
        let on_tree = self.expectations().filter(move |(_, fate)| is_asked(*fate));
        let at_nodes = at_nodes.map(|(node, claim, _)| ClaimKind::at_node(self.game, node, &claim.form));
        at_nodes.chain(on_tree.map(|(expectation, _)| self.expected(expectation)))
    }

    fn expected(&self, expectation: &Expectation) -> Option<ClaimKind> {
        ClaimKind::expected(expectation.subject.span.of(self.game.text), &expectation.form)
    }

    /// Checks that no claim that is given answers a question.
    pub(super) fn check_given(&self) -> Result<(), SheetError> {
        let statements = |wanted: fn(Fate) -> bool| {
            let at_nodes = self.claims().filter(move |(_, _, fate)| wanted(*fate));
            let on_tree = self.expectations().filter(move |(_, fate)| wanted(*fate));
            let at_nodes = at_nodes.filter_map(|(node, claim, fate)| self.at_node(node, claim, fate));
            at_nodes.chain(on_tree.filter_map(|(expectation, fate)| self.on_tree(expectation, fate)))
        };
        let mut asked: Vec<Statement> = statements(|fate| matches!(fate, Fate::Asked(_))).collect();
        for (ask, word) in self.game.tree.asks.iter().zip(self.every) {
            let root = word.kinds().iter().map(|kind| Subject::Claim(NodeId::ROOT, *kind));
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
            Form::In(_) => Subject::Set(normal(expectation.subject.span.of(text).trim_start_matches('?')).into_owned()),
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

/// Adds the marks of the last fate to those of the first, whose question asks for it, too; returns which of them now
/// has the marks of both.
fn merged(fates: &mut [Fate], first: usize) -> usize {
    let last = fates.len() - 1;
    if let (Fate::Asked(marks), Fate::Asked(more)) = (fates[first], fates[last])
        && first < last
        && let Ok(sum) = marks.plus(more)
    {
        fates[first] = Fate::Asked(sum);
        fates[last] = Fate::Omitted;
        return first;
    }
    last
}

/// The marks that a question gives.
pub(super) fn worth(game: &ResolvedTree<'_>, worth: Option<Term>) -> Fraction {
    marks(game, worth).unwrap_or(Fraction::ONE)
}

/// A claim of a kind with a blank for its operand.
pub(super) fn blank_claim(kind: ClaimKind) -> String {
    kind.written(if kind == ClaimKind::Window { "[_, _]" } else { "_" })
}

/// An expectation with a blank for its operand.
pub(super) fn blank_expectation(text: &str, expectation: &Expectation) -> String {
    let sign = match expectation.form {
        Form::Equal(_) => "= ",
        Form::Near(_) => "~ ",
        Form::List(_) => "",
        Form::In(_) => "in ",
    };
    format!("expect {} {sign}_", expectation.subject.span.of(text))
}
