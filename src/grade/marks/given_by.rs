//! Finds the wrong procedures that give a wrong answer. The feedback can name one of them as a reason.

use std::collections::BTreeMap;

use super::MarkedItem;
use super::answered::{Answered, Credit};
use crate::claim::{Claim, ClaimKind, Content};
use crate::grade::faults::Fault;
use crate::grade::run::{Answers, Run};

/// For each wrong answer of a tree, the faults that give it. The key is the places of its question and of its item.
pub type GivenBy = BTreeMap<(usize, usize), Vec<Fault>>;

impl Answered<'_> {
    /// The faults that give each wrong number, window or mark. Other answers are left out: they have so few
    /// alternatives that some fault nearly always gives them.
    pub(super) fn given_by(&self, questions: &[super::MarkedQuestion]) -> GivenBy {
        let items = questions.iter().enumerate().flat_map(|(question, marked)| {
            marked.items.iter().enumerate().map(move |(item, marked)| ((question, item), marked))
        });
        let wrong: Vec<_> = items.filter(|(_, item)| item.credit == Credit::Wrong).collect();
        if wrong.is_empty() {
            return GivenBy::new();
        }
        let (game, search, blank) = (self.asked.game(), &self.asked.search, Answers::default());
        let mut given_by = GivenBy::new();
        for fault in Fault::all() {
            let runs = [&blank, self.answers].map(|answers| fault.run(game, search, answers));
            for (place, item) in &wrong {
                if self.is_given(item, &runs) {
                    given_by.entry(*place).or_default().push(fault);
                }
            }
        }
        given_by
    }

    /// Whether one of these runs of a fault gives an answer: the first ignores the student's answers, the second
    /// continues from them.
    fn is_given(&self, item: &MarkedItem, [blank, own]: &[Option<Run<'_>>; 2]) -> bool {
        if item.kind == Some(ClaimKind::Pruned) {
            let Some(run) = blank else { return false };
            let parent = self.asked.game().parent(item.node);
            return run.entered(parent) && run.entered(item.node) == item.answer.is_none();
        }
        let Some(claim) = self.claim_of(item) else { return false };
        let is_improbable = matches!(claim.content(), Content::Value(_) | Content::Return(..) | Content::Window(_));
        is_improbable && [blank, own].into_iter().flatten().any(|run| self.is_expected_by(run, claim))
    }

    fn claim_of(&self, item: &MarkedItem) -> Option<&Claim> {
        let answer = item.answer?;
        self.sheet.claims.all().map(|(_, claim)| claim).find(|claim| claim.span.contains(answer))
    }
}
