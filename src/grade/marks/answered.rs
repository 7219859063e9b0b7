//! The answers of one submitted tree, and whether each of them is right or follows from others.

use std::collections::BTreeSet;

use super::asked::AskedTree;
use crate::claim::{Asked, Claim, ClaimKind, ClaimRef, Claims, Content, Verdict};
use crate::grade::faults::{BlankRuns, Diagnosis, FaultRun, Other};
use crate::grade::questions::Asks;
use crate::grade::run::{Answers, Claimed, Item, Run};
use crate::model::ResolvedTree;
use crate::number::Number;
use crate::search::Counts;
use crate::solve::{Unknowns, refute};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// Whether an answer is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Credit {
    /// It is true.
    Right,
    /// It is not true, but follows correctly from an earlier wrong answer.
    Follows,
    /// It is not true. It follows from an earlier wrong answer, but that made the step trivial, so it gets no marks.
    Trivial,
    /// It is not true, and does not follow.
    Wrong,
    /// There is no answer.
    Unanswered,
}

/// A submitted tree whose given part is that of the exercise, so that the nodes of both have the same numbers.
#[derive(Clone, Copy)]
pub struct Sheet<'s> {
    /// The submitted tree, under the settings of the exercise.
    pub game: &'s ResolvedTree<'s>,
    /// What is claimed in it.
    pub claims: &'s Claims<'s>,
    /// Whether everything in the submission could be read. If not, a missing `pruned` mark may be there nevertheless, so it
    /// does not count as a mistake.
    pub is_read: bool,
}

impl<'s> Sheet<'s> {
    /// The claim about `node` whose text contains `answer`. A `pruned` mark may be written at a node above.
    pub fn claim_of(&self, node: NodeId, answer: Span) -> Option<&'s Claim> {
        let claims = self.claims;
        let is_answer = |claim: &&Claim| claim.span.contains(answer);
        let mut here = claims.at_node(node).map(|(_, claim)| claim);
        here.find(is_answer).or_else(|| claims.all().map(|(_, claim)| claim).find(is_answer))
    }
}

/// The answers of a sheet, with the exercise.
pub(super) struct Answered<'a> {
    pub(super) asked: &'a AskedTree<'a>,
    pub(super) sheet: Sheet<'a>,
    pub(super) answers: &'a Answers,
    /// The student's run, and the run without answers; `None` if there is no follow-through.
    pub(super) runs: Option<Runs<'a>>,
}

pub(super) struct Runs<'a> {
    pub(super) own: Run<'a>,
    pub(super) right: &'a Run<'a>,
}

impl<'a> Answered<'a> {
    /// The claims of this kind at a node of the sheet.
    pub(super) fn at_node(&self, node: NodeId, kind: ClaimKind) -> Vec<(ClaimRef, &'a Claim)> {
        self.sheet.claims.at_node(node).filter(|(_, claim)| claim.kind == kind).collect()
    }

    /// The claims of this kind after `expect` in the sheet.
    pub(super) fn expected(&self, kind: ClaimKind) -> Vec<(ClaimRef, &'a Claim)> {
        self.sheet.claims.on_tree().filter(|(_, claim)| claim.kind == kind).collect()
    }

    /// The credit of claims that answer one question together.
    pub(super) fn credit(&self, claims: &[(ClaimRef, &Claim)]) -> Credit {
        if claims.is_empty() {
            Credit::Unanswered
        } else if claims.iter().all(|(place, claim)| self.is_right(*place, claim)) {
            Credit::Right
        } else if !claims.iter().all(|(_, claim)| self.is_expected(claim)) {
            Credit::Wrong
        } else if claims.iter().any(|(_, claim)| self.is_trivial(claim)) {
            Credit::Trivial
        } else {
            Credit::Follows
        }
    }

    /// The claim to quote for all that answer one question together: the first wrong one, or else the first.
    pub(super) fn telling<'c>(&self, claims: &[(ClaimRef, &'c Claim)]) -> Option<&'c Claim> {
        let wrong = claims.iter().find(|(place, claim)| !self.is_right(*place, claim));
        wrong.or(claims.first()).map(|(_, claim)| *claim)
    }

    /// Whether a claim holds, for all values of the unknown leaves.
    fn is_right(&self, place: ClaimRef, claim: &Claim) -> bool {
        let search = &self.asked.search;
        match claim.judge(self.sheet.game, search) {
            Verdict::Holds => true,
            Verdict::Fails | Verdict::Uncountable(_) => false,
            Verdict::Open => {
                let unknowns = Unknowns::of(self.sheet.game);
                let (refutations, error) = refute(self.sheet.claims, search, &unknowns, &[place]);
                refutations.is_empty() && error.is_none()
            }
        }
    }

    /// Whether a claim is what the student's run expects.
    pub(super) fn is_expected(&self, claim: &Claim) -> bool {
        self.runs.as_ref().is_some_and(|runs| self.is_expected_by(&runs.own, claim))
    }

    /// Whether a claim is what a run expects.
    pub(super) fn is_expected_by(&self, run: &Run<'_>, claim: &Claim) -> bool {
        let node = claim.node;
        let value = || run.value(node).map(|value| value.expected);
        match claim.content() {
            Content::Value(claimed) => value() == Some(claimed),
            Content::Rounded(least, greatest) => value().is_some_and(|value| least <= value && value <= greatest),
            Content::Return(bound, value) => {
                run.visit(node).is_some_and(|visit| visit.returned.expected.accepts(Claimed { bound, value }))
            }
            Content::Window(window) => run.visit(node).is_some_and(|visit| visit.window.expected == window),
            Content::Moves(steps) if claim.kind == ClaimKind::Plays => {
                run.are_best(node, &steps.iter().map(|step| step.child).collect::<Vec<NodeId>>())
            }
            Content::Moves(steps) => run.is_line(&steps.iter().map(|step| step.child).collect::<Vec<NodeId>>()),
            Content::Count(claimed) => count(&run.counts(), claim.kind) == Some(claimed),
            Content::Sequence(sequence) => {
                let order = if claim.kind == ClaimKind::Visits { run.visits() } else { run.enters() };
                sequence.distance(self.sheet.game, &self.asked.search, order) == 0
            }
            Content::Mark => false,
        }
    }

    fn is_trivial(&self, claim: &Claim) -> bool {
        let Some(Runs { own, right }) = &self.runs else { return false };
        let node = claim.node;
        match claim.content() {
            Content::Value(_) | Content::Rounded(..) => own.is_trivial(Item::Value(node), right),
            Content::Return(..) => own.is_trivial(Item::Return(node), right),
            Content::Window(_) => own.is_trivial(Item::Window(node), right),
            Content::Moves(_) => own.is_trivial(Item::Plays(node), right),
            Content::Count(_) | Content::Sequence(_) => own.has_trivial_course(right),
            Content::Mark => false,
        }
    }

    /// Adds what the answers say about wrong procedures; returns the runs of these.
    pub(super) fn diagnose<'s>(&'s self, blank: &'s BlankRuns<'s>, diagnosis: &mut Diagnosis) -> Vec<FaultRun<'s>> {
        let of_tree = self.asked.questions.iter().filter_map(|question| match question.asks {
            Asks::Expected(kind) if !matches!(kind, ClaimKind::Exact | ClaimKind::Plays | ClaimKind::Fewest) => {
                self.expected(kind).first().map(|(_, claim)| *claim)
            }
            _ => None,
        });
        let of_tree: Vec<&Claim> = of_tree.collect();
        let expects = |claim| move |run: &Run<'_>| Some(self.is_expected_by(run, claim));
        let expects: Vec<_> = of_tree.iter().map(|claim| expects(*claim)).collect();
        let is_count = |claim: &&Claim| matches!(claim.content(), Content::Count(_));
        let others = expects.iter().zip(of_tree.iter().map(is_count));
        let others: Vec<Other<'_>> = others.map(|(expects, is_count)| Other { expects, is_count }).collect();
        diagnosis.add(blank, self.answers, &others)
    }

    /// The credit of a question without an answer, at a node that the student's own run may not enter: then it follows
    /// from the decision to stop at a node above.
    pub(super) fn credit_of_unreached(&self, node: NodeId) -> Credit {
        let Some(runs) = &self.runs else { return Credit::Unanswered };
        if runs.own.entered(node) {
            return Credit::Unanswered;
        }
        let mut above = self.asked.game().parent(node);
        while !runs.own.entered(above) {
            above = self.asked.game().parent(above);
        }
        let decision = Item::Stop(above);
        let is_wrong = [&runs.own, runs.right].iter().all(|run| run.expects(self.answers, decision) == Some(false));
        if is_wrong || runs.own.is_trivial(decision, runs.right) { Credit::Unanswered } else { Credit::Follows }
    }
}

/// A count of a run; `None` for claims that are not counts of a run.
pub(in crate::grade) fn count(counts: &Counts, kind: ClaimKind) -> Option<Number> {
    let count = match kind {
        ClaimKind::Leaves => counts.leaves,
        ClaimKind::Nodes => counts.nodes,
        ClaimKind::Cutoffs => counts.cutoffs,
        ClaimKind::PrunedLeaves => counts.pruned?,
        ClaimKind::Branches => counts.branches,
        _ => return None,
    };
    Some(Number::Finite(count.into()))
}

/// The answers of a sheet that are steps of one computation.
pub(super) fn steps(asked: &AskedTree<'_>, sheet: Sheet<'_>) -> Answers {
    let mut steps = Answers::default();
    let (mut pruned, mut visited) = (BTreeSet::new(), BTreeSet::new());
    for (place, claim) in sheet.claims.all() {
        let is_asked = match sheet.claims.is_at_node(place) {
            true => asked.asks_at(claim.node, claim.kind),
            false => asked.questions.iter().any(|question| question.asks == Asks::Expected(claim.kind)),
        };
        if !is_asked {
            continue;
        }
        let node = claim.node;
        match (claim.kind, claim.content()) {
            (_, Content::Value(value)) => drop(steps.values.entry(node).or_insert(value)),
            (_, Content::Return(bound, value)) => drop(steps.returns.insert(node, Claimed { bound, value })),
            (_, Content::Window(window)) => drop(steps.windows.insert(node, window)),
            (ClaimKind::Plays, Content::Moves(moves)) => {
                steps.plays.entry(node).or_default().extend(moves.iter().map(|step| step.child));
            }
            (ClaimKind::Pruned, _) => drop(pruned.insert(node)),
            (ClaimKind::Visited, _) => drop(visited.insert(node)),
            _ => {}
        }
    }
    if asked.asks_every(Asked::Pruned) && !pruned.is_empty() {
        steps.read_marks(&asked.search, &pruned, &visited);
    }
    steps
}
