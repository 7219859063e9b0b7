//! The registry of the kinds of claims. Each kind is defined in its own file.

use super::question::asks;
use super::reader::Reader;
use super::spec::{About, Spec, Takes};
use super::{Asked, Assertion, bound, count, fewest, line, mark, moves, returned, sequence, value, window};
use crate::diagnostic::Code;
use crate::explain::Context;
use crate::model::{ResolveError, ResolvedTree};
use crate::search::Search;
use crate::syntax::tree::{ClaimForm, Form, NodeId, Term};

/// Declares the kinds. The enum, the list and the look-ups come from one table. Each kind has one row in it: its name,
/// its [`Spec`], the type of its operand, and the function that reads the operand.
macro_rules! registry {
    ($($(#[$doc:meta])* $kind:ident $spec:path, $operand:ty, $read:path;)*) => {
        /// What a claim says about a node or a whole tree, without its operand. The language reference says when it
        /// holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ClaimKind {
            $($(#[$doc])* $kind,)*
        }

        impl ClaimKind {
            /// Every kind, in the order in which lists show them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            pub(super) fn spec(self) -> &'static Spec {
                match self { $(Self::$kind => &$spec),* }
            }

            /// Reads the operands; none of them may be a blank.
            pub(super) fn read(
                self,
                reader: &mut Reader<'_>,
                node: NodeId,
                terms: &[Term],
            ) -> Result<Operand, ResolveError> {
                match self { $(Self::$kind => $read(reader, node, terms).map(Operand::$kind)),* }
            }
        }

        /// The operand of a claim of any kind.
        #[derive(Debug)]
        pub(crate) enum Operand {
            $($kind($operand),)*
        }

        impl Operand {
            pub(super) fn assertion(&self) -> &dyn Assertion {
                match self { $(Self::$kind(operand) => operand),* }
            }
        }
    };
}

registry! {
    /// A node is worth exactly this.
    Exact value::EXACT, value::Exact, value::Exact::read;
    /// A node is worth roughly this.
    Near value::NEAR, value::Near, value::Near::read;
    /// The search returns exactly the value of a node, and it is this.
    Returned returned::RETURNED, returned::Returned, returned::Returned::read;
    /// The search returns this as an upper bound.
    AtMost bound::AT_MOST, bound::Bound, bound::Bound::read_upper;
    /// The search returns this as a lower bound.
    AtLeast bound::AT_LEAST, bound::Bound, bound::Bound::read_lower;
    /// The search enters a node with this α and β.
    Window window::WINDOW, window::Window, window::Window::read;
    /// A cutoff skips a node or leaf.
    Pruned mark::PRUNED, mark::Pruned, mark::Pruned::read;
    /// The search enters a node or leaf.
    Visited mark::VISITED, mark::Visited, mark::Visited::read;
    /// This number of leaves is evaluated.
    Leaves count::LEAVES, count::Count, count::Count::read_leaves;
    /// This number of nodes and leaves is entered.
    Nodes count::NODES, count::Count, count::Count::read_nodes;
    /// This number of cutoffs happens.
    Cutoffs count::CUTOFFS, count::Count, count::Count::read_cutoffs;
    /// This number of leaves is skipped by cutoffs.
    PrunedLeaves count::PRUNED, count::Count, count::Count::read_pruned;
    /// This number of subtrees and leaves is skipped by cutoffs.
    Branches count::BRANCHES, count::Count, count::Count::read_branches;
    /// In the best order of the children, this number of leaves is evaluated.
    Fewest fewest::FEWEST, fewest::Fewest, fewest::Fewest::read;
    /// This child is a best move.
    Plays moves::PLAYS, moves::Plays, moves::Plays::read;
    /// These moves are a principal variation.
    Line line::LINE, line::Line, line::Line::read;
    /// The leaves in the order of evaluation.
    Visits sequence::VISITS, sequence::Sequence, sequence::Sequence::read_visits;
    /// The nodes and leaves in the order of entering.
    Enters sequence::ENTERS, sequence::Sequence, sequence::Sequence::read_enters;
}

impl ClaimKind {
    /// The code under which a claim of this kind is reported if it fails.
    pub fn code(self) -> Code {
        self.spec().code
    }

    /// What claims of this kind are about.
    pub fn about(self) -> About {
        self.spec().about
    }

    /// How messages name a missing operand at one node, and at several; `None` if they quote the question instead.
    pub(crate) fn missing(self) -> Option<[&'static str; 2]> {
        self.spec().missing
    }

    /// Why no operand can be right at a node; `None` if one can. In messages, the name of the node follows these words.
    pub(crate) fn unfillable(self, context: &Context<'_>, node: NodeId) -> Option<&'static str> {
        (self.spec().unfillable)(context, node)
    }

    /// The operand with which the claim holds; see [`Spec::answer`].
    pub(crate) fn answer(
        self,
        game: &ResolvedTree<'_>,
        search: &Search<'_>,
        node: NodeId,
        written: Option<&str>,
    ) -> Option<String> {
        (self.spec().answer)(game, search, node, written)
    }

    /// The kind of a claim that is written at a node; `None` for a static evaluation. In a tree with `ask returns`, `=`
    /// is about what the search returns.
    pub fn at_node(game: &ResolvedTree<'_>, node: NodeId, form: &ClaimForm) -> Option<Self> {
        match form {
            ClaimForm::Equal(_) if !game.nodes().is_leaf(node) && asks(game, Asked::Returns) => Some(Self::Returned),
            ClaimForm::Equal(_) => Some(Self::Exact),
            ClaimForm::Near(_) => Some(Self::Near),
            ClaimForm::AtMost(_) => Some(Self::AtMost),
            ClaimForm::AtLeast(_) => Some(Self::AtLeast),
            ClaimForm::Window(..) => Some(Self::Window),
            ClaimForm::Pruned => Some(Self::Pruned),
            ClaimForm::Visited => Some(Self::Visited),
            ClaimForm::Plays(_) => Some(Self::Plays),
            ClaimForm::Eval(_) => None,
        }
    }

    /// The kind of a claim that is written after `expect`; `None` if the word names none, or takes another form.
    pub(crate) fn expected(word: &str, form: &Form) -> Option<Self> {
        let fits = |takes: Takes| match form {
            Form::Equal(_) => takes == Takes::Number,
            Form::Near(_) => takes == Takes::Decimal,
            Form::List(_) => takes.is_list(),
            Form::In(_) => false,
        };
        Self::from_word(word).find(|kind| kind.spec().expected.as_ref().is_some_and(|expected| fits(expected.takes)))
    }

    /// The kinds that a word after `expect` can mean, in upper or lower case. Most words have one meaning, or none.
    pub fn from_word(word: &str) -> impl Iterator<Item = Self> {
        let word = word.to_lowercase();
        let all = Self::ALL.iter().copied();
        all.filter(move |kind| kind.word().is_some_and(|own| own == word))
    }

    /// Whether this word has a meaning after `expect`; the word must be in lower case.
    pub(crate) fn is_word(word: &str) -> bool {
        Self::ALL.iter().any(|kind| kind.word() == Some(word))
    }

    /// The word after `expect`, if there is one.
    pub fn word(self) -> Option<&'static str> {
        self.spec().expected.as_ref().map(|expected| expected.word)
    }

    /// What follows the word after `expect`.
    pub(crate) fn takes(self) -> Option<Takes> {
        self.spec().expected.as_ref().map(|expected| expected.takes)
    }

    /// Every word that has a meaning after `expect`, each once.
    pub fn words() -> Vec<&'static str> {
        let mut words: Vec<&'static str> = Self::ALL.iter().filter_map(|kind| kind.word()).collect();
        words.dedup();
        words
    }

    /// What a claim of this kind means after `expect`.
    pub(crate) fn expected_meaning(self) -> Option<&'static str> {
        self.spec().expected.as_ref().map(|expected| expected.meaning)
    }

    /// The word or sign that begins a claim at a node, with its meaning.
    pub(crate) fn sign(self) -> Option<(&'static str, &'static str)> {
        self.spec().at_node.as_ref().map(|at_node| (at_node.sign, at_node.meaning))
    }

    /// A claim at a node with this operand, as it is written. The operand of a window includes its brackets; the
    /// operand of a mark is empty.
    pub(crate) fn written(self, operand: &str) -> String {
        match (self, self.sign()) {
            (Self::Window, _) | (_, None) => operand.to_string(),
            (_, Some((sign, _))) if operand.is_empty() => sign.to_string(),
            (_, Some((sign, _))) => format!("{sign} {operand}"),
        }
    }
}

/// Whether a claim of this kind is written at a node or leaf, with a blank or without.
pub(crate) fn is_claimed(game: &ResolvedTree<'_>, node: NodeId, kind: ClaimKind) -> bool {
    game.tree.claims.of(node).iter().any(|(_, claim)| ClaimKind::at_node(game, node, &claim.form) == Some(kind))
}

#[cfg(test)]
mod tests {
    use super::ClaimKind;
    use crate::claim::{Asked, Takes};
    use crate::model::Choice;
    use crate::syntax::{ASKED, LISTS, QUANTITIES};

    #[test]
    fn the_syntax_knows_the_same_words() {
        let words = |fits: fn(Takes) -> bool| -> Vec<&str> {
            let kinds = ClaimKind::ALL.iter().filter(|kind| kind.takes().is_some_and(fits));
            kinds.filter_map(|kind| kind.word()).collect()
        };
        assert_eq!(words(|takes| takes == Takes::Number), QUANTITIES);
        assert_eq!(words(Takes::is_list), LISTS);
        assert_eq!(Asked::names(), ASKED);
    }
}
