//! The faults: wrong procedures that students follow. Each is the right procedure with one rule replaced.
//!
//! So each can be run on any tree, and fills in a whole sheet. `run/procedure.rs` has the rules.

mod blank;
mod diagnosis;
mod showing;

use super::run::{Answers, Run};
use super::run::{Handing, Horizon, Narrowing, Procedure, Stopping, Sums, Takes, Weights, WrittenValue, WrittenWindow};
use crate::model::{Cutoffs, Order, ResolvedTree, Returns, Rule, Settings};
use crate::number::Number;
use crate::search::{Search, Window};
pub use blank::BlankRuns;
pub use diagnosis::{Diagnosis, FaultRun, Other};
pub use showing::{Showing, Unnamed, showing};

/// A wrong procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// MAX and MIN exchanged.
    PlayersExchanged,
    /// The other rule when α = β.
    OtherEquality,
    /// Searched from the other side.
    OtherSide,
    /// Fail-soft and fail-hard exchanged.
    OtherReturns,
    /// Compared only with the node directly above.
    OnlyNodeAbove,
    /// The root passes nothing on.
    RootHandsNothingOn,
    /// No bounds at all.
    NoBounds,
    /// α and β exchanged.
    EndsExchanged,
    /// Windows at the end instead of at entry.
    WindowsAtEnd,
    /// A bound taken for the value.
    BoundForValue,
    /// An end of the window taken for the value.
    EndForValue,
    /// Stopped at the player's own bound.
    OwnBound,
    /// The comparison the wrong way round.
    WrongWay,
    /// An unfinished node counted above.
    Unfinished,
    /// The last value instead of the best.
    LastValue,
    /// Bounds leak sideways.
    LeakingBounds,
    /// Stopped at a child that is no improvement.
    NoImprovement,
    /// Probabilities ignored.
    EqualChances,
    /// Chance taken for an opponent.
    ChanceAsMin,
    /// Part of a sum compared with the window.
    PartOfSum,
    /// MIN averaged.
    MinAveraged,
    /// The best leaf taken for the value.
    BestLeaf,
    /// Static evaluations read too early.
    EarlyEvaluation,
    /// Static evaluations ignored.
    EvaluationsIgnored,
    /// α started at 0.
    AlphaFromZero,
}

/// A fault in words, and the rule that it replaces.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The fault.
    pub fault: Fault,
    /// Its name in commands.
    pub word: &'static str,
    /// Its name as students read it, to follow "Looks like:".
    pub name: &'static str,
    /// The wrong rule, to follow "This wrong rule explains …:".
    pub rule: &'static str,
    /// How to do it right, in sentences. See also [`Fault::put_right`].
    put_right: &'static str,
    /// The rule to follow instead, if courses differ in it.
    convention: Option<fn(&Settings) -> Rule>,
    /// What to think about, as a question.
    pub question: &'static str,
    /// Replaces the rule.
    pub change: fn(&mut Procedure),
}

impl Fault {
    /// The fault in words, and the rule that it replaces.
    pub fn description(self) -> &'static Description {
        &FAULTS[self as usize]
    }

    /// How to do it right under these settings, in sentences.
    pub fn put_right(self, settings: &Settings) -> String {
        let Description { put_right, convention, .. } = self.description();
        match convention {
            Some(convention) => format!("{put_right} {}", convention(settings).in_words()),
            None => put_right.to_string(),
        }
    }

    /// Runs through a tree as a student with this fault does. See [`Run::new`].
    pub fn run<'s>(self, game: &ResolvedTree<'_>, truth: &'s Search<'s>, answers: &'s Answers) -> Option<Run<'s>> {
        let mut procedure = Procedure::new(truth.settings());
        (self.description().change)(&mut procedure);
        Run::by(procedure, game, truth, answers)
    }

    /// The fault with this name in commands.
    pub fn from_word(word: &str) -> Option<Self> {
        FAULTS.iter().find(|row| row.word == word).map(|row| row.fault)
    }

    /// Every fault.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        FAULTS.iter().map(|row| row.fault)
    }
}

/// How to do it right where courses differ. The rule of the exercise follows.
const COURSES_DIFFER: &str = "Courses differ in this, so check the rules of this exercise.";

/// Every fault, in the order of [`Fault`].
pub static FAULTS: [Description; 25] = [
    Description {
        fault: Fault::PlayersExchanged,
        word: "players-exchanged",
        name: "MAX and MIN exchanged",
        rule: "MAX takes the least and MIN the greatest",
        put_right: "MAX takes the greatest of the values below, MIN the least.",
        convention: None,
        question: "Which of the values below it does MAX prefer, and which does MIN?",
        change: |procedure| procedure.takes = [Takes::Least, Takes::Greatest, Takes::Mean],
    },
    Description {
        fault: Fault::OtherEquality,
        word: "other-equality",
        name: "the other rule when α = β",
        rule: "when α = β, the search does the opposite of what this exercise says",
        put_right: COURSES_DIFFER,
        convention: Some(|settings| Rule::Cut(settings.cut)),
        question: "What do the rules of this exercise say about a search in which α = β?",
        change: |procedure| {
            procedure.cut = procedure.cut.other();
        },
    },
    Description {
        fault: Fault::OtherSide,
        word: "other-side",
        name: "searched from the other side",
        rule: "the children are searched in the opposite order",
        put_right: COURSES_DIFFER,
        convention: Some(|settings| Rule::Order(settings.order)),
        question: "According to the rules of this exercise, which child is searched first?",
        change: |procedure| {
            procedure.order = match procedure.order {
                Order::LeftToRight => Order::RightToLeft,
                Order::RightToLeft => Order::LeftToRight,
            };
        },
    },
    Description {
        fault: Fault::OtherReturns,
        word: "other-returns",
        name: "fail-soft and fail-hard exchanged",
        rule: "a result outside the window is returned unchanged under fail-hard, and moved to the end of the window \
               under fail-soft",
        put_right: COURSES_DIFFER,
        convention: Some(|settings| Rule::Returns(settings.returns)),
        question: "According to the rules of this exercise, what does a search return if its result lies outside the \
                   window?",
        change: |procedure| {
            procedure.returns = match procedure.returns {
                Returns::FailSoft => Returns::FailHard,
                Returns::FailHard => Returns::FailSoft,
            };
        },
    },
    Description {
        fault: Fault::OnlyNodeAbove,
        word: "only-node-above",
        name: "compared only with the node directly above",
        rule: "a node knows only the bound of the node directly above it",
        put_right: "A node passes its bounds down to all levels below, not only to its children.",
        convention: None,
        question: "How far down does a bound count?",
        change: |procedure| {
            procedure.cutoffs = match procedure.cutoffs {
                Cutoffs::Deep | Cutoffs::Shallow => Cutoffs::Shallow,
                Cutoffs::None => Cutoffs::None,
            };
        },
    },
    Description {
        fault: Fault::RootHandsNothingOn,
        word: "root-passes-nothing",
        name: "the root passes nothing on",
        rule: "every child of the root starts with the window that the root started with",
        put_right: "Like every other node, the root passes what it already has to its next child.",
        convention: None,
        question: "What does the root know after its first child, and which of its children should know it?",
        change: |procedure| procedure.handing = Handing::NotFromRoot,
    },
    Description {
        fault: Fault::NoBounds,
        word: "no-bounds",
        name: "no bounds at all",
        rule: "every node is entered with [-inf, inf] and nothing is skipped",
        put_right: "Each result narrows the window of a node, and the node passes this window to its next child. \
                    A search stops as soon as its result can no longer matter.",
        convention: None,
        question: "What does a node know after its first child that its second child can use?",
        change: |procedure| {
            procedure.cutoffs = Cutoffs::None;
            procedure.window = Window::full();
            procedure.range = None;
        },
    },
    Description {
        fault: Fault::EndsExchanged,
        word: "ends-exchanged",
        name: "α and β exchanged",
        rule: "MAX lowers β and MIN raises α",
        put_right: "MAX raises α, because α is what MAX already has. \
                    MIN lowers β, because β is what MIN already has. \
                    To decide whether to stop, MIN compares its value with α, and MAX with β.",
        convention: None,
        question: "Whose bound is α, and whose is β? Which of the two does MAX change?",
        change: |procedure| {
            procedure.narrowing = Narrowing::OtherEnd;
            procedure.stopping = Stopping::Exchanged;
        },
    },
    Description {
        fault: Fault::WindowsAtEnd,
        word: "windows-at-end",
        name: "windows at the end instead of at entry",
        rule: "each window is written as it is at the end of the node's search",
        put_right: "The window of a node is the one with which the search enters it. \
                    Its own children change it only later.",
        convention: None,
        question: "Do these windows show what was known when the search entered each node, or when it left?",
        change: |procedure| procedure.written_window = WrittenWindow::AtEnd,
    },
    Description {
        fault: Fault::BoundForValue,
        word: "bound-for-value",
        name: "a bound taken for the value",
        rule: "what the search returns from a node is its value",
        put_right: "After a cutoff, the search knows only a bound. The value of a node depends on its whole subtree.",
        convention: None,
        question: "How could the skipped children still change the value of their node?",
        change: |procedure| procedure.written_value = WrittenValue::Returned,
    },
    Description {
        fault: Fault::EndForValue,
        word: "end-for-value",
        name: "an end of the window taken for the value",
        rule: "a value outside the window is replaced by the end of the window",
        put_right: "The value of a node does not depend on the window with which the search enters it.",
        convention: None,
        question: "Does the value of a node depend on the window with which the search enters it?",
        change: |procedure| procedure.written_value = WrittenValue::ReturnedWithinWindow,
    },
    Description {
        fault: Fault::OwnBound,
        word: "own-bound",
        name: "stopped at the player's own bound",
        rule: "MIN also stops when its value reaches β, and MAX when its value reaches α",
        put_right: "Only α can stop MIN, and only β can stop MAX. \
                    A value below β is good for MIN, so it is no reason to stop.",
        convention: None,
        question: "Who has secured β? Does MIN have a reason to stop when its value falls below β?",
        change: |procedure| procedure.stopping = Stopping::EitherEnd,
    },
    Description {
        fault: Fault::WrongWay,
        word: "wrong-way",
        name: "the comparison the wrong way round",
        rule: "MIN stops at a value above α, and MAX at a value below β",
        put_right: "Low values stop MIN, which compares them with α. High values stop MAX, which compares them with β.",
        convention: None,
        question: "MAX already has α. Which values of a MIN node below cannot matter to MAX: \
                   those above α, or those below?",
        change: |procedure| procedure.stopping = Stopping::WrongWay,
    },
    Description {
        fault: Fault::Unfinished,
        word: "unfinished",
        name: "an unfinished node already counted above",
        rule: "an unfinished node already passes its value so far to the node above it",
        put_right: "A node changes the bound of the node above it only when its own search has ended.",
        convention: None,
        question: "When does the node above learn the result of a node: after its first child, or after its last?",
        change: |procedure| procedure.stopping = Stopping::Unfinished,
    },
    Description {
        fault: Fault::LastValue,
        word: "last-value",
        name: "the last value instead of the best",
        rule: "every result replaces the one before, better or not",
        put_right: "A result changes a node only if it is better: greater at MAX, less at MIN.",
        convention: None,
        question: "What happens at a node when a child returns something worse than an earlier child?",
        change: |procedure| procedure.narrowing = Narrowing::Last,
    },
    Description {
        fault: Fault::LeakingBounds,
        word: "leaking-bounds",
        name: "bounds leak sideways",
        rule: "the whole tree shares one α and one β",
        put_right: "Every node has its own α and β. Changes to them do not reach its siblings: \
                    they see only what the node returns.",
        convention: None,
        question: "After the search leaves a node, which window does it use at the node above?",
        change: |procedure| procedure.handing = Handing::Leaking,
    },
    Description {
        fault: Fault::NoImprovement,
        word: "no-improvement",
        name: "stopped at a child that is no improvement",
        rule: "the search skips the rest after a child that is no better than the best so far",
        put_right: "A child that is no improvement says nothing about the next one. \
                    Only the bound of the other player ends a search.",
        convention: None,
        question: "What does a bad child say about the child after it?",
        change: |procedure| procedure.stopping = Stopping::NoImprovement,
    },
    Description {
        fault: Fault::EqualChances,
        word: "equal-chances",
        name: "probabilities ignored",
        rule: "a chance node takes the plain mean",
        put_right: "A chance node is worth the sum of the values below it, each times its probability.",
        convention: None,
        question: "Are all outcomes of this chance node equally likely?",
        change: |procedure| procedure.weights = Weights::Equal,
    },
    Description {
        fault: Fault::ChanceAsMin,
        word: "chance-as-min",
        name: "chance taken for an opponent",
        rule: "a chance node takes the least of the values below it",
        put_right: "Chance has no preference. A chance node is worth the sum of the values below it, \
                    each times its probability.",
        convention: None,
        question: "Who chooses at a chance node, and what does that player want?",
        change: |procedure| procedure.takes = [Takes::Greatest, Takes::Least, Takes::Least],
    },
    Description {
        fault: Fault::PartOfSum,
        word: "part-of-sum",
        name: "part of a sum compared with the window",
        rule: "part of the sum at a chance node is taken for a bound",
        put_right: "The first part of a sum is not a bound on the whole sum: the other children can still raise or lower it.",
        convention: None,
        question: "How can the remaining children change the sum?",
        change: |procedure| procedure.sums = Sums::LikeMin,
    },
    Description {
        fault: Fault::MinAveraged,
        word: "min-averaged",
        name: "MIN averaged",
        rule: "MIN takes the mean of the values below it",
        put_right: "MIN is a player who chooses. It takes the least of the values below it; only chance averages.",
        convention: None,
        question: "Who chooses at a MIN node, and what does that player want?",
        change: |procedure| procedure.takes = [Takes::Greatest, Takes::Mean, Takes::Mean],
    },
    Description {
        fault: Fault::BestLeaf,
        word: "best-leaf",
        name: "the best leaf taken for the value",
        rule: "every node takes the greatest of the leaves below it",
        put_right: "MAX cannot choose at MIN nodes: there MIN takes the least.",
        convention: None,
        question: "Who decides on the way from the root to the greatest leaf?",
        change: |procedure| procedure.takes = [Takes::Greatest; 3],
    },
    Description {
        fault: Fault::EarlyEvaluation,
        word: "early-evaluation",
        name: "static evaluations read too early",
        rule: "a node that has a static evaluation is taken for a leaf",
        put_right: "A static evaluation is used only at the depth limit. Above the limit, values come from the children.",
        convention: None,
        question: "At which depth does the search of this exercise stop?",
        change: |procedure| procedure.horizon = Horizon::EveryEvaluation,
    },
    Description {
        fault: Fault::EvaluationsIgnored,
        word: "evaluations-ignored",
        name: "static evaluations ignored",
        rule: "the search goes on below the depth limit, down to the leaves",
        put_right: "At the depth limit, the search takes the static evaluation of a node, the number after `eval`, as \
                    its value. It does not look at the nodes below.",
        convention: None,
        question: "Which number does the search take at the depth limit?",
        change: |procedure| procedure.horizon = Horizon::Leaves,
    },
    Description {
        fault: Fault::AlphaFromZero,
        word: "alpha-from-zero",
        name: "α started at 0",
        rule: "the search starts with α = 0",
        put_right: "Values can be negative, and MAX has nothing yet when the search starts. \
                    So α starts at the lower end of the first window, which is usually -inf.",
        convention: None,
        question: "What has MAX secured before the search starts?",
        change: |procedure| procedure.window.alpha = procedure.window.alpha.max(Number::ZERO),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_described_in_its_place() {
        for (place, row) in FAULTS.iter().enumerate() {
            assert_eq!(row.fault as usize, place, "{}", row.name);
            assert_eq!(row.fault.description().name, row.name);
        }
        let names: std::collections::BTreeSet<&str> = FAULTS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), FAULTS.len());
        for row in &FAULTS {
            assert_eq!(Fault::from_word(row.word), Some(row.fault));
        }
    }

    #[test]
    fn texts_are_sentences_or_parts_of_one() {
        for row in &FAULTS {
            assert!(row.put_right.ends_with('.') && row.question.ends_with('?'), "{}", row.name);
            assert!(!row.name.ends_with('.') && !row.rule.ends_with('.'), "{}", row.name);
        }
    }
}
