//! How marks are given: what a teacher can choose.

use crate::number::Fraction;

/// How marks are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rubric {
    /// The share of the marks for an answer that is wrong, but follows correctly from an earlier wrong answer; between
    /// 0 and 1.
    pub follow_through: Fraction,
    /// What `ask pruned` counts.
    pub pruned: PrunedUnit,
    /// How `ask pruned` is marked.
    pub pruned_rule: PrunedRule,
}

/// What `ask pruned` counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrunedUnit {
    /// Each subtree or leaf that a cutoff skips.
    #[default]
    Branches,
    /// Each leaf that is skipped.
    Leaves,
}

/// How `ask pruned` is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrunedRule {
    /// Each missing and each wrong mark costs as much as a right one gives.
    #[default]
    Net,
    /// All or nothing.
    Exact,
}

impl Default for Rubric {
    fn default() -> Self {
        let (pruned, pruned_rule) = (PrunedUnit::default(), PrunedRule::default());
        Self { follow_through: Fraction::ONE, pruned, pruned_rule }
    }
}
