//! A tree of an exercise with its search and its questions.

use std::collections::HashSet;

use crate::claim::{Asked, ClaimKind, Claims};
use crate::grade::questions::{Asks, Question, Questions};
use crate::model::ResolvedTree;
use crate::number::Set;
use crate::search::{Cause, Search, SearchError, Unknown, VisitStatus};
use crate::solve::{Solution, Unknowns, solve};
use crate::syntax::tree::NodeId;

/// A tree of an exercise, ready to grade answers to its questions.
pub struct AskedTree<'e> {
    /// The tree, with its claims.
    pub claims: &'e Claims<'e>,
    /// The search under its rules.
    pub search: Search<'e>,
    /// Its questions, in the order of the text.
    pub questions: Vec<Question>,
    /// The nodes and kinds of claim that have a question of their own.
    own: HashSet<(NodeId, ClaimKind)>,
    /// What its questions ask for at all nodes.
    every: Vec<Asked>,
    /// The values of its unknown leaves, if a question asks for a set and they can be worked out.
    solution: Option<Solution>,
}

impl<'e> AskedTree<'e> {
    /// Reads the questions of a tree without errors.
    ///
    /// # Errors
    ///
    /// If the tree cannot be searched.
    pub fn new(claims: &'e Claims<'e>) -> Result<Self, SearchError> {
        let questions = Questions::of(claims).list();
        let mut tree = questions.into_iter().fold(Self::without_questions(claims)?, Self::with);
        if tree.questions.iter().any(|question| matches!(question.asks, Asks::Set(_))) {
            tree.solution = solve(claims, &claims.game.settings, &Unknowns::of(claims.game)).ok();
        }
        Ok(tree)
    }

    /// The tree without its questions.
    ///
    /// # Errors
    ///
    /// If the tree cannot be searched.
    pub fn without_questions(claims: &'e Claims<'e>) -> Result<Self, SearchError> {
        let search = Search::of(claims.game)?;
        Ok(Self { claims, search, questions: Vec::new(), own: HashSet::new(), every: Vec::new(), solution: None })
    }

    /// The tree with one more question.
    pub fn with(mut self, question: Question) -> Self {
        match question.asks {
            Asks::Claim(node, kind) => drop(self.own.insert((node, kind))),
            Asks::Every(asked) => self.every.push(asked),
            Asks::Expected(_) | Asks::Set(_) | Asks::Leaves => {}
        }
        self.questions.push(question);
        self
    }

    /// The tree.
    pub fn game(&self) -> &'e ResolvedTree<'e> {
        self.claims.game
    }

    /// Whether a question asks for claims of this kind at a node.
    pub fn asks_at(&self, node: NodeId, kind: ClaimKind) -> bool {
        // At leaves, and at and below the depth limit, an `ask` asks for nothing except `pruned` marks.
        let has_children =
            !self.search.kind(node).is_leaf() && self.search.status(node) != VisitStatus::Skipped(Cause::Depth);
        let asks = |asked: &Asked| asked.kinds().contains(&kind) && (has_children || *asked == Asked::Pruned);
        self.own.contains(&(node, kind)) || self.every.iter().any(asks)
    }

    /// Whether the tree asks for this at all nodes.
    pub fn asks_every(&self, asked: Asked) -> bool {
        self.every.contains(&asked)
    }

    /// Whether a node has a question of its own for the claim that an `ask` asks for.
    pub fn has_own(&self, node: NodeId, asked: Asked) -> bool {
        asked.kinds().iter().any(|kind| self.own.contains(&(node, *kind)))
    }

    /// The nodes and leaves about which an `ask` asks, in pre-order. Where a node has a question of its own for the same
    /// claim, that is the question there.
    pub fn places(&self, asked: Asked) -> Vec<NodeId> {
        let mut places = asked.places(&self.search).unwrap_or_default();
        places.retain(|node| !self.has_own(*node, asked));
        places.sort_unstable();
        places
    }

    /// Whether these are the values of the unknown with this first leaf for which the claims of the exercise hold. False
    /// if they cannot be worked out.
    pub(super) fn is_set_of(&self, leaf: NodeId, set: &Set) -> bool {
        self.unknown(leaf).is_some_and(|(solution, unknown)| solution.possible(set) == solution.set(unknown))
    }

    /// These values as they are written; `None` if they cannot be worked out.
    pub fn written_set(&self, leaf: NodeId) -> Option<String> {
        self.unknown(leaf).map(|(solution, unknown)| solution.written(&solution.set(unknown)))
    }

    fn unknown(&self, leaf: NodeId) -> Option<(&Solution, Unknown)> {
        self.solution.as_ref().zip(Unknowns::of(self.game()).at(leaf))
    }

    /// Whether a cutoff skips a node or leaf.
    pub fn is_pruned(&self, node: NodeId) -> bool {
        self.search.status(node) == VisitStatus::Skipped(Cause::Cutoff)
    }

    /// A name that means this node and no other: its own name, or the moves that lead to it from the nearest node above that
    /// has one. If these are very many, its place in the text, counting nodes and leaves.
    pub fn place_name(&self, node: NodeId) -> String {
        const MOST_MOVES: usize = 50;
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
            if path.len() == MOST_MOVES {
                return format!("node {} in the order of the text, leaves included", node.index() + 1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Defaults, FileSettings};
    use crate::syntax::parse;
    use crate::syntax::tree::Kind;

    #[test]
    fn no_set_is_right_while_a_leaf_is_blank() {
        let roots = [
            "max A { _, min { ?x, 3 } } expect leaves = 2",
            "max A = 3 { _, min { ?x, 3 } }",
            "max A { 5 min B = 3 { ?x 3 } _ }",
            "max A { 5 min B { ?x 3 pruned } min { _ 2 } }",
            "max A { 5 min B [5, inf] { ?x 3 } min { _ 2 pruned } } expect cutoffs = 2",
        ];
        for root in roots {
            let text = format!("tree {{ {root} expect x in _ }}");
            let (file, mut findings) = parse(&text, 9);
            let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
            let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
            let claims = Claims::read(&game, &mut findings);
            assert_eq!(findings.tally().total(), 0, "{text}");
            let asked = AskedTree::new(&claims).unwrap();
            let unknown = game.nodes().of_kind(Kind::Unknown).next().unwrap();
            assert_eq!(asked.written_set(unknown), None, "{text}");
        }
    }
}
