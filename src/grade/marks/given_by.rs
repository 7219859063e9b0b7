//! Finds the wrong procedures that give a wrong answer. The feedback can name one of them as a reason.

use std::collections::BTreeMap;

use super::answered::{Answered, Credit};
use super::{MarkedItem, MarkedQuestion};
use crate::claim::{Claim, ClaimKind, Content};
use crate::grade::faults::{Fault, FaultRun};

/// For each wrong answer of a tree, the faults that give it. The key is the places of its question and of its item.
pub type GivenBy = BTreeMap<(usize, usize), Vec<Fault>>;

impl Answered<'_> {
    /// The faults that give each wrong number, window or mark. Other answers are left out: they have so few
    /// alternatives that some fault nearly always gives them.
    pub(super) fn given_by(&self, questions: &[MarkedQuestion], runs: &[FaultRun<'_>]) -> GivenBy {
        let items = questions.iter().enumerate().flat_map(|(question, marked)| {
            marked.items.iter().enumerate().map(move |(item, marked)| ((question, item), marked))
        });
        let wrong: Vec<_> = items.filter(|(_, item)| item.credit == Credit::Wrong).collect();
        let mut given_by = GivenBy::new();
        for run in runs {
            for (place, item) in &wrong {
                if self.is_given(item, run) {
                    given_by.entry(*place).or_default().push(run.fault);
                }
            }
        }
        given_by
    }

    /// Whether a fault gives an answer, alone or after the student's other answers.
    fn is_given(&self, item: &MarkedItem, FaultRun { alone, carried_on, .. }: &FaultRun<'_>) -> bool {
        if item.kind == Some(ClaimKind::Pruned) {
            let parent = self.asked.game().parent(item.node);
            return alone.entered(parent) && alone.entered(item.node) == item.answer.is_none();
        }
        let Some(claim) = self.claim_of(item) else { return false };
        let is_improbable = matches!(claim.content(), Content::Value(_) | Content::Return(..) | Content::Window(_));
        is_improbable && std::iter::once(*alone).chain(carried_on).any(|run| self.is_expected_by(run, claim))
    }

    fn claim_of(&self, item: &MarkedItem) -> Option<&Claim> {
        self.sheet.claim_of(item.node, item.answer?)
    }
}
