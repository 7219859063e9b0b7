//! How marks are given: what a teacher can choose.

use crate::model::{Choice, names};
use crate::number::{Fraction, Number};

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
    /// Whether the other rule at α = β is accepted, too.
    pub conventions: Conventions,
    /// Which marks an altered tree gets.
    pub altered: Altered,
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

/// The rule at α = β under which a tree is graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conventions {
    /// The rule of the exercise.
    #[default]
    Strict,
    /// The rule under which the tree gets more marks; if both give the same, the rule of the exercise.
    Either,
}

/// Which marks a tree gets if the student altered its given part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Altered {
    /// The marks that its answers get on the tree of the exercise.
    #[default]
    OwnTree,
    /// No marks, until somebody has looked at it.
    Refuse,
}

names! {
    PrunedUnit { Branches "branches" Leaves "leaves" }
    PrunedRule { Net "net" Exact "exact" }
    Conventions { Strict "strict" Either "either" }
    Altered { OwnTree "own-tree" Refuse "refuse" }
}

/// Reads a share of marks: `full`, `none`, or a fraction from 0 to 1 such as `1/2`.
pub fn share_named(text: &str) -> Option<Fraction> {
    let share = match text {
        "full" => Some(Fraction::ONE),
        "none" => Some(Fraction::ZERO),
        _ => text.parse::<Number>().ok().and_then(Number::finite),
    };
    share.filter(|share| (Fraction::ZERO..=Fraction::ONE).contains(share))
}

impl Default for Rubric {
    fn default() -> Self {
        Self {
            follow_through: Fraction::ONE,
            pruned: PrunedUnit::default(),
            pruned_rule: PrunedRule::default(),
            conventions: Conventions::default(),
            altered: Altered::default(),
        }
    }
}
