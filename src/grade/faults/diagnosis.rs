//! Which wrong procedure a student's answers show.
//!
//! A fault is named if it explains at least two separate mistakes, if the answers are clear evidence for it, and if few
//! other faults explain as much. No mark depends on it.

use super::{FAULTS, Fault};
use crate::grade::run::{Answers, Item, Run};
use crate::model::ResolvedTree;
use crate::search::Search;

/// What a student's answers say about every fault, tree by tree.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    mistakes: usize,
    /// In the order of [`FAULTS`].
    under: [Explanation; FAULTS.len()],
}

/// How well a fault explains the answers.
#[derive(Clone, Copy, Debug, Default)]
struct Explanation {
    /// The separate mistakes that a student with this fault has made.
    mistakes: usize,
    /// The evidence for and against the fault, in halves.
    evidence: usize,
    contrary: usize,
}

/// An answer that is not an [`Item`]: a count, a list, a line.
pub struct Other<'t> {
    /// Whether a run expects this answer.
    pub expects: &'t dyn Fn(&Run<'_>) -> Option<bool>,
    /// Whether there are only a few possible answers, so that a student may have hit on this one by accident.
    pub is_choice: bool,
}

/// One answer, as it is compared with runs.
enum Answer<'t> {
    Item(Item),
    Other(&'t Other<'t>),
}

impl Answer<'_> {
    fn is_expected_by(&self, run: &Run<'_>, answers: &Answers) -> Option<bool> {
        match self {
            Self::Item(item) => run.expects(answers, *item),
            Self::Other(other) => (other.expects)(run),
        }
    }

    /// Its weight as evidence, in halves: a guessed number or window is rarely right, a guessed move or stop often is.
    fn weight(&self) -> usize {
        match self {
            Self::Item(Item::Value(_) | Item::Window(_) | Item::Return(_)) => 2,
            Self::Item(Item::Plays(_) | Item::Stop(_)) => 1,
            Self::Other(other) => 2 - usize::from(other.is_choice),
        }
    }
}

impl Default for Diagnosis {
    fn default() -> Self {
        Self { mistakes: 0, under: [Explanation::default(); FAULTS.len()] }
    }
}

impl Diagnosis {
    /// Adds the answers about one tree, if it can be run through. Linear in the tree, times the number of faults.
    pub fn add(&mut self, game: &ResolvedTree<'_>, truth: &Search<'_>, answers: &Answers, others: &[Other<'_>]) {
        let blank = Answers::default();
        let Some(right) = Run::new(game, truth, &blank) else { return };
        let items = answers.items().map(Answer::Item);
        let all: Vec<Answer<'_>> = items.chain(others.iter().map(Answer::Other)).collect();
        let is_right = |answer: &Answer<'_>| answer.is_expected_by(&right, answers);
        // Where the student's own run has no exact sums, nothing follows from anything.
        let own = Run::new(game, truth, answers);
        let follows = |answer: &Answer<'_>| own.as_ref().and_then(|own| answer.is_expected_by(own, answers));
        let is_mistake = |answer: &&Answer<'_>| is_right(answer) != Some(true) && follows(answer) == Some(false);
        let mistakes = all.iter().filter(is_mistake).count();
        self.mistakes += mistakes;
        for (fault, explanation) in Fault::all().zip(&mut self.under) {
            let (Some(sheet), Some(carried_on)) = (fault.run(game, truth, &blank), fault.run(game, truth, answers))
            else {
                explanation.mistakes += mistakes;
                continue;
            };
            for answer in &all {
                explanation.mistakes += usize::from(answer.is_expected_by(&carried_on, answers) == Some(false));
                match (answer.is_expected_by(&sheet, answers), is_right(answer)) {
                    (Some(true), Some(false)) => explanation.evidence += answer.weight(),
                    (Some(false), Some(true)) => explanation.contrary += answer.weight(),
                    _ => {}
                }
            }
        }
    }

    /// How many separate mistakes the student has made: answers that are not right, and do not follow from others.
    pub fn mistakes(&self) -> usize {
        self.mistakes
    }

    /// How many separate mistakes there are if the student has this fault.
    pub fn mistakes_under(&self, fault: Fault) -> usize {
        self.under[fault as usize].mistakes
    }

    /// The faults that the answers show: one, or two or three that explain them equally well, or none.
    pub fn named(&self) -> Vec<Fault> {
        const MOST: usize = 3;
        let shown = self.shown();
        if shown.len() > MOST { Vec::new() } else { shown }
    }

    /// The faults that the answers show: all that explain them equally well, however many there are.
    pub(super) fn shown(&self) -> Vec<Fault> {
        let least = self.under.iter().map(|explanation| explanation.mistakes).min().unwrap_or_default();
        let is_shown = |explanation: &Explanation| {
            explanation.mistakes == least
                && self.mistakes >= explanation.mistakes + 2
                && explanation.evidence >= 4
                && explanation.contrary * 4 <= explanation.evidence
        };
        Fault::all().zip(&self.under).filter(|(_, under)| is_shown(under)).map(|(fault, _)| fault).collect()
    }
}
