//! Which wrong procedure a student's answers show.
//!
//! A fault is named if it explains at least two separate mistakes, if the answers are clear evidence for it and not more
//! evidence for another fault, and if few other faults explain as much. No mark depends on it.
//!
//! `tests/grade_diagnosis` measures how often names are right. Of sheets with one to three slips, fewer than 0.1 % are
//! given a name; if the slips are carried on, fewer than 0.2 %.

use super::{BlankRuns, FAULTS, Fault};
use crate::grade::run::{Answers, Item, Run};

/// What a student's answers say about every fault, tree by tree.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// The separate mistakes of a student without a fault, counted in the same way.
    mistakes: usize,
    /// In the order of [`FAULTS`].
    under: [Explanation; FAULTS.len()],
}

/// How well a fault explains the answers.
#[derive(Clone, Copy, Debug, Default)]
struct Explanation {
    /// The separate mistakes that a student with this fault has made: those that remain if slips are carried on, or if
    /// they are not, whichever is less.
    mistakes: usize,
    /// The evidence for and against the fault, in halves.
    evidence: usize,
    contrary: usize,
}

/// The runs of a fault through a tree.
pub struct FaultRun<'s> {
    /// The fault.
    pub fault: Fault,
    /// What a student with this fault does.
    pub alone: &'s Run<'s>,
    /// What such a student does after the answers that were given; `None` if they are no evidence for the fault.
    pub carried_on: Option<Run<'s>>,
}

/// An answer that is not an [`Item`]: a count, a list, a line.
pub struct Other<'t> {
    /// Whether a run expects this answer.
    pub expects: &'t dyn Fn(&Run<'_>) -> Option<bool>,
    /// Whether it is a count: a small number, at which a student can arrive by accident.
    pub is_count: bool,
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

    /// Its weight as evidence, in halves: a guessed value, window or list is rarely right; a guessed move, stop or count
    /// often is.
    fn weight(&self) -> usize {
        match self {
            Self::Item(Item::Value(_) | Item::Window(_) | Item::Return(_)) => 2,
            Self::Item(Item::Plays(_) | Item::Stop(_)) => 1,
            Self::Other(other) => 2 - usize::from(other.is_count),
        }
    }
}

impl Default for Diagnosis {
    fn default() -> Self {
        Self { mistakes: 0, under: [Explanation::default(); FAULTS.len()] }
    }
}

impl Diagnosis {
    /// Adds the answers about one tree; returns the runs of the faults that can occur there. Linear in the tree, times
    /// the number of faults.
    pub fn add<'s>(
        &mut self,
        blank: &'s BlankRuns<'s>,
        answers: &'s Answers,
        others: &[Other<'_>],
    ) -> Vec<FaultRun<'s>> {
        let BlankRuns { game, right, .. } = blank;
        let truth = right.truth();
        let items = answers.items().map(Answer::Item);
        let all: Vec<Answer<'_>> = items.chain(others.iter().map(Answer::Other)).collect();
        let is_right = |answer: &Answer<'_>| answer.is_expected_by(right, answers);
        // A student may carry a slip on, or not: both count as one mistake.
        // Where the student's own run has no exact sums, nothing follows from anything.
        let own = Run::new(game, truth, answers);
        let follows = |answer: &Answer<'_>| own.as_ref().and_then(|own| answer.is_expected_by(own, answers));
        let is_mistake = |answer: &&Answer<'_>| is_right(answer) != Some(true) && follows(answer) == Some(false);
        let carried_on = all.iter().filter(is_mistake).count();
        let mistakes = carried_on.min(all.iter().filter(|answer| is_right(answer) == Some(false)).count());
        self.mistakes += mistakes;
        let compared: Vec<(&Answer<'_>, Option<bool>)> = all.iter().map(|answer| (answer, is_right(answer))).collect();
        let mut runs = Vec::new();
        for (fault, explanation) in Fault::all().zip(&mut self.under) {
            let Some(alone) = blank.run(fault) else {
                explanation.mistakes += mistakes;
                continue;
            };
            // Without any evidence here, the fault explains nothing here.
            let is_shown = explanation.weigh(&compared, alone, answers);
            let carried_on = Some(fault).filter(|_| is_shown).and_then(|fault| fault.run(game, truth, answers));
            let unlike = |run: &Run<'_>| all.iter().filter(|it| it.is_expected_by(run, answers) == Some(false)).count();
            explanation.mistakes += match &carried_on {
                Some(run) => unlike(run).min(unlike(alone)),
                None => mistakes,
            };
            runs.push(FaultRun { fault, alone, carried_on });
        }
        runs
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
        let most = self.under.iter().filter_map(Explanation::support).max();
        // If another fault has more evidence, the answers probably come from that one and a slip. The mistakes alone do
        // not tell: everything after a slip that is not carried on is a mistake under the fault that the student has.
        let is_best = |under: &Explanation| under.support().is_some() && under.support() == most;
        let explains_enough = |under: &Explanation| under.mistakes == least && self.mistakes >= under.mistakes + 2;
        if !self.under.iter().any(|under| is_best(under) && explains_enough(under)) {
            return Vec::new();
        }
        // With the same evidence, one mistake more is no difference: a slip can happen to follow under the other fault.
        let shown = |under: &Explanation| is_best(under) && under.mistakes <= least + 1;
        Fault::all().zip(&self.under).filter(|(_, under)| shown(under)).map(|(fault, _)| fault).collect()
    }
}

impl Explanation {
    /// Weighs answers, each with whether it is right, as evidence for a fault and against it. Returns whether any is
    /// evidence for it; `alone` is the run of a student with the fault.
    fn weigh(&mut self, compared: &[(&Answer<'_>, Option<bool>)], alone: &Run<'_>, answers: &Answers) -> bool {
        let before = self.evidence;
        for (answer, is_right) in compared {
            match (answer.is_expected_by(alone, answers), is_right) {
                (Some(true), Some(false)) => self.evidence += answer.weight(),
                (Some(false), Some(true)) => self.contrary += answer.weight(),
                _ => {}
            }
        }
        self.evidence > before
    }

    /// How much more evidence there is for the fault than against it, in halves; `None` if it is not clear.
    fn support(&self) -> Option<usize> {
        let is_clear = self.evidence >= 4 && self.contrary * 4 <= self.evidence;
        is_clear.then(|| self.evidence - 2 * self.contrary)
    }
}
