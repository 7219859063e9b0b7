//! What an exercise asks, and what it gives: what happens to each of its claims in the sheet.

use crate::claim::{About, Asked, ClaimKind, Claims, asked, marks};
use crate::model::ResolvedTree;
use crate::number::Fraction;
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Ask, Claim, Expectation, Form, Kind, NodeId, Term};

/// One question of an exercise.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub asks: Asks,
    /// The blank, the claim with `worth`, or the `ask`, in the text of the exercise; of several, the first.
    pub span: Span,
    /// The marks for a right answer; greater than 0.
    pub worth: Fraction,
}

impl Question {
    /// Whether the answer depends on how the tree is searched.
    pub fn is_about_search(&self) -> bool {
        let by_search = |kind: ClaimKind| kind.about() == About::Search;
        match self.asks {
            Asks::Claim(_, kind) | Asks::Expected(kind) => by_search(kind),
            Asks::Every(asked) => asked.kinds().iter().copied().any(by_search),
            // It depends on all claims.
            Asks::Set(_) | Asks::Leaves => true,
        }
    }
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A claim at a node.
    Claim(NodeId, ClaimKind),
    /// A claim after `expect`.
    Expected(ClaimKind),
    /// The set of the unknown whose first leaf this is.
    Set(NodeId),
    /// Values for the blank leaves of the tree, all together.
    Leaves,
    /// Claims at all nodes.
    Every(Asked),
}

/// What happens to a claim or an expectation in the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is given.
    Given,
    /// It becomes a blank that gives this many marks.
    Asked(Fraction),
    /// It answers a question that is written elsewhere: an `ask`, or another `plays` of the same node.
    Omitted,
}

/// A tree of an exercise with the fate of each of its claims.
pub(crate) struct Questions<'a> {
    pub(super) game: &'a ResolvedTree<'a>,
    /// What is asked for at all nodes.
    pub(super) every: &'a [Asked],
    /// The fates of the claims at nodes and leaves, in order.
    pub(super) at_nodes: Vec<Fate>,
    /// The fates of the expectations, in order.
    pub(super) on_tree: Vec<Fate>,
}

impl<'a> Questions<'a> {
    pub(crate) fn of(claims: &'a Claims<'a>) -> Self {
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
    pub(crate) fn claims(&self) -> impl Iterator<Item = (NodeId, &'a Claim, Fate)> {
        let fates = self.at_nodes.iter().copied();
        self.game.tree.claims.iter().zip(fates).map(|((node, claim), fate)| (node, claim, fate))
    }

    /// The expectations with their fates.
    pub(crate) fn expectations(&self) -> impl Iterator<Item = (&'a Expectation, Fate)> {
        self.game.tree.expectations.iter().zip(self.on_tree.iter().copied())
    }

    /// The `ask`s of the tree, each with what it asks for.
    pub(super) fn asks(&self) -> impl Iterator<Item = (&'a Ask, Asked)> + use<'a> {
        asked(self.game)
    }

    /// The questions, in the order of the text.
    pub(super) fn list(&self) -> Vec<Question> {
        let game = self.game;
        let question = |asks: Option<Asks>, span: Span, fate: Fate| match fate {
            Fate::Asked(worth) => Some(Question { asks: asks?, span, worth }),
            Fate::Given | Fate::Omitted => None,
        };
        let at_node = |(node, claim, fate): (NodeId, &Claim, Fate)| {
            let kind = ClaimKind::at_node(game, node, &claim.form);
            question(kind.map(|kind| Asks::Claim(node, kind)), claim.span, fate)
        };
        let on_tree = |(expectation, fate): (&Expectation, Fate)| {
            let asks = match &expectation.form {
                Form::In(_) => game.unknown_called(&unknown(game.text, expectation)).map(Asks::Set),
                _ => self.expected(expectation).map(Asks::Expected),
            };
            question(asks, expectation.span, fate)
        };
        let mut questions: Vec<Question> = self.claims().filter_map(at_node).collect();
        questions.extend(self.expectations().filter_map(on_tree));
        let every = |(ask, asked): (&Ask, Asked)| Question {
            asks: Asks::Every(asked),
            span: ask.span,
            worth: worth(game, ask.worth),
        };
        questions.extend(self.asks().map(every));
        let blanks: Vec<NodeId> = game.nodes().of_kind(Kind::Blank).collect();
        questions.extend(blanks.first().map(|first| Question {
            asks: Asks::Leaves,
            span: game.head(*first),
            worth: Fraction::from(blanks.len() as u64),
        }));
        questions.sort_by_key(|question| question.span);
        questions
    }

    /// The kinds of claims whose operands are blank in the sheet; `None` for a set.
    pub(super) fn blanks(&self) -> impl Iterator<Item = Option<ClaimKind>> {
        let is_asked = |fate| matches!(fate, Fate::Asked(_));
        let at_nodes = self.claims().filter(move |(_, _, fate)| is_asked(*fate));
        let on_tree = self.expectations().filter(move |(_, fate)| is_asked(*fate));
        let at_nodes = at_nodes.map(|(node, claim, _)| ClaimKind::at_node(self.game, node, &claim.form));
        at_nodes.chain(on_tree.map(|(expectation, _)| self.expected(expectation)))
    }

    /// The kind of an expectation; `None` for a set.
    pub(super) fn expected(&self, expectation: &Expectation) -> Option<ClaimKind> {
        ClaimKind::expected(expectation.subject.span.of(self.game.text), &expectation.form)
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

/// The name of the unknown that an expectation of a set is about.
pub(super) fn unknown(text: &str, expectation: &Expectation) -> String {
    normal(expectation.subject.span.of(text).trim_start_matches('?')).into_owned()
}
