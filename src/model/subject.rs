//! The words behind `expect` and `ask`.

use super::Choice;

/// What can be expected of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subject {
    /// What the root is worth.
    Value,
    /// What the search counts.
    Count(Quantity),
    /// How many leaves the best order of the children needs.
    Fewest,
    /// A best move at the root.
    Plays,
    /// A principal variation.
    Line,
    /// The leaves in the order of evaluation.
    Visits,
    /// The nodes and leaves in the order of entering.
    Enters,
}

/// What a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// Leaves evaluated.
    Leaves,
    /// Nodes and leaves entered.
    Nodes,
    /// Cutoffs.
    Cutoffs,
    /// Leaves that a cutoff skipped.
    Pruned,
    /// Subtrees and leaves that a cutoff skipped.
    Branches,
}

/// What an `ask` asks for at the nodes of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// What is pruned.
    Pruned,
    /// What the nodes are worth.
    Values,
    /// With which windows the search enters them.
    Windows,
    /// Best moves.
    Plays,
}

impl Choice for Subject {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("value", Self::Value),
        ("leaves", Self::Count(Quantity::Leaves)),
        ("nodes", Self::Count(Quantity::Nodes)),
        ("cutoffs", Self::Count(Quantity::Cutoffs)),
        ("pruned", Self::Count(Quantity::Pruned)),
        ("branches", Self::Count(Quantity::Branches)),
        ("fewest", Self::Fewest),
        ("plays", Self::Plays),
        ("line", Self::Line),
        ("visits", Self::Visits),
        ("enters", Self::Enters),
    ];
}

impl Choice for Asked {
    const NAMES: &'static [(&'static str, Self)] =
        &[("pruned", Self::Pruned), ("values", Self::Values), ("windows", Self::Windows), ("plays", Self::Plays)];
}

impl Subject {
    /// What a word behind `expect` names, in whatever case; `None` for words that name nothing to expect.
    pub fn called(word: &str) -> Option<Self> {
        Self::from_name(&word.to_lowercase())
    }
}

impl Asked {
    /// What a word behind `ask` names, in whatever case; `None` for words that name no question.
    pub fn called(word: &str) -> Option<Self> {
        Self::from_name(&word.to_lowercase())
    }
}

impl Quantity {
    /// The word of the language.
    pub fn name(self) -> &'static str {
        Subject::Count(self).name()
    }
}
