//! The marks of one tree: what each kind of question gives.
//!
//! Marks are exact fractions. A blank is all or nothing; a list and an `ask` give the share of what is right. An
//! answer never costs marks of another question, but a surplus answer to an `ask` cancels a right one, down to 0.

mod answered;
mod asked;
mod given_by;
mod pruned;
mod rubric;

use super::faults::{BlankRuns, Diagnosis};
use super::questions::{Asks, Question};
use super::run::Run;
use crate::claim::{Asked, Claim, ClaimKind, ClaimRef, Content, SetClaim, Verdict};
use crate::number::{Fault, Fraction};
use crate::search::Search;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};
pub(in crate::grade) use answered::count;
use answered::{Answered, Runs, steps};
pub use answered::{Credit, Sheet};
pub use asked::AskedTree;
pub use given_by::GivenBy;
use pruned::pruned;
pub use rubric::{Altered, Conventions, PrunedRule, PrunedUnit, Rubric, share_named};

/// A tree with its marks.
#[derive(Clone, Debug)]
pub struct MarkedTree {
    /// The questions, in the order of the exercise.
    pub questions: Vec<MarkedQuestion>,
    /// How many separate mistakes there are: answers that are not right and do not follow from others.
    pub mistakes: usize,
    /// Which wrong procedures give the wrong answers.
    pub given_by: GivenBy,
}

/// A question with its marks.
#[derive(Clone, Debug)]
pub struct MarkedQuestion {
    /// The marks that a right answer gives.
    pub worth: Fraction,
    /// The marks for this answer, from 0 to `worth`.
    pub marks: Fraction,
    /// What was asked, one by one.
    pub items: Vec<MarkedItem>,
}

/// One thing that was asked, with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkedItem {
    /// The node that it is about; the root if it is about the tree.
    pub node: NodeId,
    /// The kind of claim that was asked for; `None` for a set, and for values of leaves.
    pub kind: Option<ClaimKind>,
    /// Whether it is written after `expect`.
    pub is_expectation: bool,
    /// Whether the answer is right.
    pub credit: Credit,
    /// The answer in the submitted text.
    pub answer: Option<Span>,
}

impl MarkedTree {
    /// The sum of the marks.
    ///
    /// # Errors
    ///
    /// If the sum has no exact value: the marks have too many different denominators.
    pub fn marks(&self) -> Result<Fraction, Fault> {
        self.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.marks))
    }
}

/// Marks the answers of a sheet, and adds what they say about wrong procedures. Without `blank`, no answer follows from
/// another, and nothing is added. Linear in the tree for each question and each fault.
///
/// # Errors
///
/// If a number of marks has no exact value.
pub fn mark(
    asked: &AskedTree<'_>,
    blank: Option<&BlankRuns<'_>>,
    sheet: Sheet<'_>,
    rubric: &Rubric,
    diagnosis: &mut Diagnosis,
) -> Result<MarkedTree, Fault> {
    let answers = steps(asked, sheet);
    let own = Run::new(asked.game(), &asked.search, &answers);
    let runs = own.zip(blank).map(|(own, blank)| Runs { own, right: &blank.right });
    let answered = Answered { asked, sheet, answers: &answers, runs };
    let questions: Result<Vec<_>, Fault> =
        asked.questions.iter().map(|question| answered.mark(question, rubric)).collect();
    let mut tree = MarkedTree { questions: questions?, mistakes: 0, given_by: GivenBy::new() };
    answered.mark_nothing_pruned(&mut tree);
    tree.mistakes = answered.mistakes();
    if let Some(blank) = blank {
        let runs = answered.diagnose(blank, diagnosis);
        tree.given_by = answered.given_by(&tree.questions, &runs);
    }
    Ok(tree)
}

impl Answered<'_> {
    fn mark(&self, question: &Question, rubric: &Rubric) -> Result<MarkedQuestion, Fault> {
        let worth = question.worth;
        match question.asks {
            Asks::Claim(node, kind) => self.mark_one(question, node, kind, &self.at_node(node, kind), rubric),
            Asks::Expected(kind @ (ClaimKind::Visits | ClaimKind::Enters)) => {
                self.mark_list(question, kind, &self.expected(kind), rubric)
            }
            Asks::Expected(kind) => self.mark_one(question, NodeId::ROOT, kind, &self.expected(kind), rubric),
            Asks::Set(leaf) => {
                let (credit, telling) = self.credit_of_sets(leaf);
                let marks = if credit == Credit::Right { worth } else { Fraction::ZERO };
                let answer = telling.map(|claim| claim.operand);
                Ok(MarkedQuestion {
                    worth,
                    marks,
                    items: vec![MarkedItem { node: leaf, kind: None, is_expectation: true, credit, answer }],
                })
            }
            Asks::Leaves => Ok(self.mark_leaves(worth)),
            Asks::Every(Asked::Pruned) => pruned(self, worth, rubric),
            Asks::Every(asked) => self.mark_every(question, asked, rubric),
        }
    }

    /// A number, window, move or line: all or nothing.
    fn mark_one(
        &self,
        question: &Question,
        node: NodeId,
        kind: ClaimKind,
        claims: &[(ClaimRef, &Claim)],
        rubric: &Rubric,
    ) -> Result<MarkedQuestion, Fault> {
        let credit = self.credit(claims);
        let answer = self.telling(claims).map(|claim| claim.operand);
        let is_expectation = matches!(question.asks, Asks::Expected(_));
        let items = vec![MarkedItem { node, kind: Some(kind), is_expectation, credit, answer }];
        Ok(MarkedQuestion { worth: question.worth, marks: question.worth.times(share(credit, rubric))?, items })
    }

    /// A list: each item that must be deleted or inserted costs as much as a right one gives.
    fn mark_list(
        &self,
        question: &Question,
        kind: ClaimKind,
        claims: &[(ClaimRef, &Claim)],
        rubric: &Rubric,
    ) -> Result<MarkedQuestion, Fault> {
        let whole = self.mark_one(question, NodeId::ROOT, kind, claims, rubric)?;
        // Of several lists, nobody knows which one is the answer.
        let [(_, claim)] = claims else { return Ok(whole) };
        let Content::Sequence(sequence) = claim.content() else { return Ok(whole) };
        let search = &self.asked.search;
        let right = sequence.actual(search);
        let distance = sequence.distance(self.sheet.game, search, right);
        let part = part_of(question.worth, right.len().saturating_sub(distance), right.len())?;
        Ok(MarkedQuestion { marks: part.max(whole.marks), ..whole })
    }

    /// `ask values`, `ask windows`, `ask returns`, `ask plays`: the share of the nodes that are right, less one for each
    /// surplus answer at a node that the search never enters.
    fn mark_every(&self, question: &Question, asked: Asked, rubric: &Rubric) -> Result<MarkedQuestion, Fault> {
        let places = self.asked.places(asked);
        let mut items = Vec::with_capacity(places.len());
        let mut credits = Fraction::ZERO;
        for node in &places {
            let claims: Vec<_> = asked.kinds().iter().flat_map(|kind| self.at_node(*node, *kind)).collect();
            let credit = match (self.credit(&claims), asked) {
                (Credit::Unanswered, Asked::Windows | Asked::Returns) => self.credit_of_unreached(*node),
                (credit, _) => credit,
            };
            credits = credits.plus(share(credit, rubric))?;
            let telling = self.telling(&claims);
            let kind = telling.map_or(asked.kinds()[0], |claim| claim.kind);
            let answer = telling.map(|claim| answer_of(asked, claim));
            items.push(MarkedItem { node: *node, kind: Some(kind), is_expectation: false, credit, answer });
        }
        let surplus = self.surplus(asked, &places);
        let cancelling = surplus.iter().filter(|item| item.credit == Credit::Wrong).count();
        credits = credits.minus(whole(cancelling))?.max(Fraction::ZERO);
        items.extend(surplus);
        let worth = question.worth;
        let marks = if places.is_empty() { worth } else { worth.times(credits)?.over(whole(places.len()))? };
        Ok(MarkedQuestion { worth, marks, items })
    }

    /// Answers at nodes that the search never enters. Those that the student's run expects follow, but give no marks.
    fn surplus(&self, asked: Asked, places: &[NodeId]) -> Vec<MarkedItem> {
        if !matches!(asked, Asked::Windows | Asked::Returns) {
            return Vec::new();
        }
        let claims = self.sheet.claims.all().filter(|(place, claim)| {
            let is_asked = self.sheet.claims.is_at_node(*place) && asked.kinds().contains(&claim.kind);
            is_asked && places.binary_search(&claim.node).is_err() && !self.asked.search.entered(claim.node)
        });
        let item = |(_, claim): (ClaimRef, &Claim)| MarkedItem {
            node: claim.node,
            kind: Some(claim.kind),
            is_expectation: false,
            credit: if self.is_expected(claim) { Credit::Follows } else { Credit::Wrong },
            answer: Some(answer_of(asked, claim)),
        };
        claims.map(item).collect()
    }

    /// Blank leaves: right if, with the student's values in them, every claim of the exercise holds.
    fn mark_leaves(&self, worth: Fraction) -> MarkedQuestion {
        let game = self.sheet.game;
        let blanks: Vec<NodeId> = self.asked.game().nodes().of_kind(Kind::Blank).collect();
        let is_filled = blanks.iter().all(|leaf| game.nodes().kind(*leaf) == Kind::Value);
        let holds = || {
            let search = Search::new(game, &self.asked.game().settings).ok()?;
            let mut claims = self.asked.claims.all();
            Some(claims.all(|(_, claim)| claim.judge(game, &search) == Verdict::Holds))
        };
        let credit = match is_filled {
            false => Credit::Unanswered,
            true if holds() == Some(true) => Credit::Right,
            true => Credit::Wrong,
        };
        let item = |leaf: NodeId| {
            let answer = (game.nodes().kind(leaf) != Kind::Blank).then(|| game.head(leaf));
            MarkedItem { node: leaf, kind: None, is_expectation: false, credit, answer }
        };
        let marks = if credit == Credit::Right { worth } else { Fraction::ZERO };
        MarkedQuestion { worth, marks, items: blanks.into_iter().map(item).collect() }
    }

    /// The credit of all sets that are claimed for a leaf, and the one to quote: the first wrong one, or else the first.
    fn credit_of_sets(&self, leaf: NodeId) -> (Credit, Option<&SetClaim>) {
        let mut sets = self.sheet.claims.sets.iter().filter(|claim| claim.leaf == leaf).peekable();
        let first = sets.peek().copied();
        match sets.find(|claim| !self.asked.is_set_of(leaf, &claim.set)) {
            Some(wrong) => (Credit::Wrong, Some(wrong)),
            None if first.is_some() => (Credit::Right, first),
            None => (Credit::Unanswered, None),
        }
    }

    /// Where nothing is pruned, no mark is the right answer. If the tree has room for other answers, a sheet without any
    /// has not given it.
    fn mark_nothing_pruned(&self, tree: &mut MarkedTree) {
        let mut items = tree.questions.iter().flat_map(|question| &question.items).peekable();
        let is_left_empty = items.peek().is_some() && items.all(|item| item.answer.is_none());
        if !is_left_empty || !self.asked.places(Asked::Pruned).is_empty() {
            return;
        }
        for (question, marked) in self.asked.questions.iter().zip(&mut tree.questions) {
            if question.asks == Asks::Every(Asked::Pruned) {
                marked.marks = Fraction::ZERO;
            }
        }
    }

    /// How many answers are neither right nor what the student's run expects. A decision to stop counts once for each
    /// node.
    fn mistakes(&self) -> usize {
        let is_mistake = |claims: &[(ClaimRef, &Claim)]| {
            let is_expected = claims.iter().all(|(_, claim)| self.is_expected(claim));
            !claims.is_empty() && self.credit(claims) != Credit::Right && !is_expected
        };
        let mut mistakes = 0;
        for question in &self.asked.questions {
            mistakes += match question.asks {
                Asks::Claim(node, kind) => usize::from(is_mistake(&self.at_node(node, kind))),
                Asks::Expected(kind) => usize::from(is_mistake(&self.expected(kind))),
                Asks::Set(leaf) => usize::from(self.credit_of_sets(leaf).0 == Credit::Wrong),
                Asks::Leaves => {
                    usize::from(self.mark_leaves(question.worth).items.iter().any(|item| item.credit == Credit::Wrong))
                }
                Asks::Every(Asked::Pruned) => self.mistaken_stops(),
                Asks::Every(asked) => {
                    let places = self.asked.places(asked);
                    let at = |node: &NodeId| {
                        let claims: Vec<_> = asked.kinds().iter().flat_map(|kind| self.at_node(*node, *kind)).collect();
                        is_mistake(&claims)
                    };
                    let surplus = self.surplus(asked, &places);
                    places.iter().filter(|node| at(node)).count()
                        + surplus.iter().filter(|item| item.credit == Credit::Wrong).count()
                }
            };
        }
        mistakes
    }
}

/// The part of a claim that answers an `ask`: the whole claim for a return, because of its sign, otherwise the operand.
fn answer_of(asked: Asked, claim: &Claim) -> Span {
    if asked == Asked::Returns { claim.span } else { claim.operand }
}

/// The share of the marks for an answer.
pub(super) fn share(credit: Credit, rubric: &Rubric) -> Fraction {
    match credit {
        Credit::Right => Fraction::ONE,
        Credit::Follows => rubric.follow_through,
        Credit::Trivial | Credit::Wrong | Credit::Unanswered => Fraction::ZERO,
    }
}

/// `worth` · `part` / `all`; `worth` if `all` is 0.
pub(super) fn part_of(worth: Fraction, part: usize, all: usize) -> Result<Fraction, Fault> {
    if all == 0 { Ok(worth) } else { worth.times(whole(part))?.over(whole(all)) }
}

pub(super) fn whole(count: usize) -> Fraction {
    Fraction::from(count as u64)
}
