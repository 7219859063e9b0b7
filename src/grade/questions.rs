//! The questions of a tree of an exercise, with what they are worth.

use crate::claim::{Asked, ClaimKind, Claims, marks};
use crate::model::{ResolvedTree, Settings};
use crate::number::Fraction;
use crate::search::{Cause, Search, SearchError, VisitStatus};
use crate::solve::{Solution, Unknowns, solve};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{Expectation, Form, Kind, NodeId, Term};

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

/// A tree of an exercise, ready to grade answers to its questions.
pub struct AskedTree<'e> {
    /// The tree, with its claims.
    pub claims: &'e Claims<'e>,
    /// The search under its rules.
    pub search: Search<'e>,
    /// Its questions, in the order of the text.
    pub questions: Vec<Question>,
    /// The values of its unknown leaves, if a question asks for a set and they can be worked out.
    pub(super) solution: Option<Solution>,
}

impl<'e> AskedTree<'e> {
    /// Reads the questions of a tree without errors.
    ///
    /// # Errors
    ///
    /// If the tree cannot be searched.
    pub fn new(claims: &'e Claims<'e>) -> Result<Self, SearchError> {
        let search = Search::of(claims.game)?;
        let questions = questions(claims);
        let asks_set = questions.iter().any(|question| matches!(question.asks, Asks::Set(_)));
        let solved = |settings: &Settings| solve(claims, settings, &Unknowns::of(claims.game)).ok();
        let solution = asks_set.then(|| solved(&claims.game.settings)).flatten();
        Ok(Self { claims, search, questions, solution })
    }

    /// The tree.
    pub fn game(&self) -> &'e ResolvedTree<'e> {
        self.claims.game
    }

    /// Whether a question asks for claims of this kind at a node.
    pub fn asks_at(&self, node: NodeId, kind: ClaimKind) -> bool {
        self.questions.iter().any(|question| match question.asks {
            Asks::Claim(other, asked) => (other, asked) == (node, kind),
            Asks::Every(asked) => asked.kinds().contains(&kind),
            Asks::Expected(_) | Asks::Set(_) | Asks::Leaves => false,
        })
    }

    /// Whether the tree asks for this at all nodes.
    pub fn asks_every(&self, asked: Asked) -> bool {
        self.questions.iter().any(|question| question.asks == Asks::Every(asked))
    }

    /// The nodes and leaves about which an `ask` asks, in pre-order. Where a node has a question of its own for the same
    /// claim, that is the question there.
    pub fn places(&self, asked: Asked) -> Vec<NodeId> {
        let has_own = |node: NodeId| {
            let own = |kind: &ClaimKind| self.questions.iter().any(|it| it.asks == Asks::Claim(node, *kind));
            asked.kinds().iter().any(own)
        };
        let mut places = asked.places(&self.search).unwrap_or_default();
        places.retain(|node| !has_own(*node));
        places.sort_unstable();
        places
    }

    /// Whether a cutoff skips a node or leaf.
    pub(super) fn is_pruned(&self, node: NodeId) -> bool {
        self.search.status(node) == VisitStatus::Skipped(Cause::Cutoff)
    }

    /// A node in words that mean no other: its name, or the moves that lead to it from the nearest node above that has
    /// one.
    pub fn place_name(&self, node: NodeId) -> String {
        let game = self.game();
        let unique =
            |node: NodeId| game.name(node).filter(|name| game.find(name) == Ok(node)).map(|it| it.into_owned());
        let mut path = Vec::new();
        let mut at = node;
        loop {
            if let Some(name) = unique(at) {
                path.push(name);
                break;
            }
            if at == NodeId::ROOT {
                path.push("root".to_string());
                break;
            }
            let parent = game.parent(at);
            let number = || game.nodes().children(parent).position(|child| child == at).unwrap_or_default() + 1;
            path.push(game.label(at).map_or_else(|| format!("#{}", number()), |label| label.into_owned()));
            at = parent;
        }
        path.reverse();
        path.join(" ")
    }
}

fn questions(claims: &Claims<'_>) -> Vec<Question> {
    let game = claims.game;
    let mut questions: Vec<Question> = Vec::new();
    for (node, claim) in game.tree.claims.iter() {
        if let Some(kind) = ClaimKind::at_node(game, node, &claim.form) {
            add(&mut questions, game, Asks::Claim(node, kind), claim.span, claim.form.asks(), claim.worth);
        }
    }
    for expectation in &game.tree.expectations {
        if let Some(asks) = expected(game, expectation) {
            add(&mut questions, game, asks, expectation.span, expectation.form.asks(), expectation.worth);
        }
    }
    let blanks: Vec<NodeId> = game.nodes().of_kind(Kind::Blank).collect();
    if let Some(first) = blanks.first() {
        let worth = Fraction::from(blanks.len() as u64);
        questions.push(Question { asks: Asks::Leaves, span: game.head(*first), worth });
    }
    for ask in &game.tree.asks {
        if let Some(asked) = Asked::from_word(ask.subject.of(game.text)) {
            add(&mut questions, game, Asks::Every(asked), ask.span, true, ask.worth);
        }
    }
    questions.sort_by_key(|question| question.span);
    questions
}

/// Adds a question. Several best moves of one node are one question, with all their marks.
fn add(
    questions: &mut Vec<Question>,
    game: &ResolvedTree<'_>,
    asks: Asks,
    span: Span,
    is_open: bool,
    worth: Option<Term>,
) {
    let given = marks(game, worth);
    if !is_open && given.is_none() {
        return;
    }
    let worth = given.unwrap_or(Fraction::ONE);
    match questions.iter_mut().find(|question| question.asks == asks) {
        Some(question) => question.worth = question.worth.plus(worth).unwrap_or(question.worth),
        None => questions.push(Question { asks, span, worth }),
    }
}

fn expected(game: &ResolvedTree<'_>, expectation: &Expectation) -> Option<Asks> {
    let word = expectation.subject.span.of(game.text);
    if let Form::In(_) = expectation.form {
        let name = normal(word.trim_start_matches('?'));
        return game.unknown_called(&name).map(Asks::Set);
    }
    let kind = ClaimKind::expected(word, &expectation.form).or_else(|| ClaimKind::from_word(word).next());
    kind.map(Asks::Expected)
}
