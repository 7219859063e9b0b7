//! The keys that a `gametree.toml` can have.

use crate::grade::{Altered, Conventions, Feedback, PrunedRule, PrunedUnit};
use crate::model::{Choice, Cut, Cutoffs, Order, Returns};

/// A key of the file or of one of its tables.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// A line with this key.
    pub(super) example: &'static str,
    /// What it does, in a sentence.
    pub(super) about: &'static str,
    pub(super) values: Values,
}

/// What a key can be set to.
pub(super) enum Values {
    /// One of these words, the default first.
    Words(fn() -> Vec<&'static str>),
    /// `true` or `false`; the default is `true`.
    Truth,
    /// A whole number of plies.
    Plies,
    /// The two ends of an interval.
    Ends,
    /// A share of marks.
    Share,
    /// A list of patterns for paths.
    Patterns,
    /// A level for each lint.
    Lints,
    /// A table with these keys.
    Table(&'static [Key]),
}

pub(super) const EXCLUDE: &str = "exclude = [\"drafts/\"]";

/// An example of a line below `[lints]`.
pub(super) const LINT: &str = "unreachable-cutoff = \"deny\"";

/// The keys of the file.
pub(super) const KEYS: &[Key] = &[
    Key {
        name: "exclude",
        example: EXCLUDE,
        about: "Paths to leave out, as patterns like those of a .gitignore.",
        values: Values::Patterns,
    },
    Key {
        name: "lints",
        example: "[lints]",
        about: "How the findings of each lint are reported.",
        values: Values::Lints,
    },
    Key {
        name: "search",
        example: "[search]",
        about: "The search, in trees that do not say otherwise.",
        values: Values::Table(SEARCH),
    },
    Key { name: "grade", example: "[grade]", about: "How homework is graded.", values: Values::Table(GRADING) },
];

/// The keys of `[search]`.
pub(super) const SEARCH: &[Key] = &[
    Key {
        name: "cut",
        example: "cut = \">=\"",
        about: "When a node is cut off: once alpha >= beta, or only once alpha > beta.",
        values: Values::Words(Cut::names),
    },
    Key {
        name: "search",
        example: "search = \"fail-soft\"",
        about: "What a node returns outside of its window: the best value found, or the nearer end of the window.",
        values: Values::Words(Returns::names),
    },
    Key {
        name: "order",
        example: "order = \"left-to-right\"",
        about: "The order in which the children of a node are searched.",
        values: Values::Words(Order::names),
    },
    Key {
        name: "cutoffs",
        example: "cutoffs = \"deep\"",
        about: "How far down bounds are used: at all nodes below, one level down, or nowhere.",
        values: Values::Words(Cutoffs::names),
    },
    Key { name: "window", example: "window = [-3, 7]", about: "The window at the root.", values: Values::Ends },
    Key {
        name: "range",
        example: "range = [\"-1/2\", inf]",
        about: "An interval that contains all values.",
        values: Values::Ends,
    },
    Key {
        name: "depth",
        example: "depth = 2",
        about: "The number of plies after which the search stops and uses static evaluations.",
        values: Values::Plies,
    },
];

/// The keys of `[grade]`.
pub(super) const GRADING: &[Key] = &[
    Key {
        name: "follow-through",
        example: "follow-through = \"full\"",
        about: "The share of the marks for an answer that follows correctly from an earlier mistake.",
        values: Values::Share,
    },
    Key {
        name: "pruned",
        example: "pruned = \"branches\"",
        about: "Whether `ask pruned` counts skipped subtrees or single leaves.",
        values: Values::Words(PrunedUnit::names),
    },
    Key {
        name: "pruned-rule",
        example: "pruned-rule = \"net\"",
        about: "How `ask pruned` is graded: right marks minus wrong ones, or all or nothing.",
        values: Values::Words(PrunedRule::names),
    },
    Key {
        name: "conventions",
        example: "conventions = \"strict\"",
        about: "Whether answers that are right under the other rule at alpha = beta count, too.",
        values: Values::Words(Conventions::names),
    },
    Key {
        name: "altered",
        example: "altered = \"own-tree\"",
        about: "Whether answers to an altered tree get the marks that they get on the tree of the exercise, or none.",
        values: Values::Words(Altered::names),
    },
    Key {
        name: "feedback",
        example: "feedback = \"full\"",
        about: "How much the feedback tells students.",
        values: Values::Words(Feedback::names),
    },
    Key {
        name: "misconceptions",
        example: "misconceptions = true",
        about: "Whether the feedback names a wrong procedure that explains several mistakes.",
        values: Values::Truth,
    },
];

/// The key with this name.
pub(super) fn find<'k>(keys: &'k [Key], name: &str) -> Option<&'k Key> {
    keys.iter().find(|key| key.name == name)
}
