//! Finds out which faults the questions of a tree can show: answers them as a student with the fault would, and reads
//! the diagnosis.

use super::{BlankRuns, Diagnosis, Fault, Other};
use crate::claim::{Asked as Question, ClaimKind};
use crate::grade::marks::{AskedTree, count};
use crate::grade::questions::Asks;
use crate::grade::run::{Answers, Asked, Run};
use crate::search::Bound;
use crate::syntax::tree::NodeId;

/// What the questions of a tree can show of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// If a student has it, the feedback names it.
    Named,
    /// A student who has it gives wrong answers, but the feedback cannot name it.
    Unnamed(Unnamed),
    /// A student who has it gives only right answers.
    Hidden,
}

/// Why a fault that makes answers wrong is not named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnamed {
    /// It leads to only one separate mistake.
    OneMistake,
    /// Too many other faults explain the answers equally well.
    LikeOthers,
    /// The wrong answers are few, or moves, marks and counts, which a student could hit on by chance.
    LittleEvidence,
}

/// What the questions of this tree alone can show of each fault that can occur in it; nothing if no fault can be run on
/// it, for example because it has unknown leaves. The time is linear in the tree, times the square of the number of
/// faults.
pub fn showing(tree: &AskedTree<'_>) -> Vec<(Fault, Showing)> {
    let Some(blank) = BlankRuns::new(tree.game(), &tree.search) else { return Vec::new() };
    blank.wrong().map(|(fault, run)| (fault, shown_by(tree, &blank, fault, run))).collect()
}

fn shown_by(tree: &AskedTree<'_>, blank: &BlankRuns<'_>, fault: Fault, wrong: &Run<'_>) -> Showing {
    let right = &blank.right;
    let sheet = answered(tree, wrong);
    let expects: Vec<_> = questions_on_tree(tree).map(|kind| same_as(wrong, kind)).collect();
    let is_count = |kind| count(&right.counts(), kind).is_some();
    let others = expects.iter().zip(questions_on_tree(tree).map(is_count));
    let others: Vec<Other<'_>> = others.map(|(expects, is_count)| Other { expects, is_count }).collect();
    let is_wrong = |answer: Option<bool>| answer != Some(true);
    let differs = sheet.items().any(|item| is_wrong(right.expects(&sheet, item)))
        || expects.iter().any(|expects| is_wrong(expects(right)));
    if !differs {
        return Showing::Hidden;
    }
    let mut diagnosis = Diagnosis::default();
    diagnosis.add(blank, &sheet, &others);
    match () {
        () if diagnosis.named().contains(&fault) => Showing::Named,
        () if diagnosis.mistakes() < 2 => Showing::Unnamed(Unnamed::OneMistake),
        () if diagnosis.shown().contains(&fault) => Showing::Unnamed(Unnamed::LikeOthers),
        () => Showing::Unnamed(Unnamed::LittleEvidence),
    }
}

/// The answers that the tree asks for at its nodes, from a student who searches like this run.
fn answered(tree: &AskedTree<'_>, run: &Run<'_>) -> Answers {
    let all = Asked { values: true, windows: true, returns: true, plays: true, pruned: true };
    let mut sheet = run.sheet(all);
    let is_expected =
        |node: NodeId, kind| node == NodeId::ROOT && tree.questions.iter().any(|it| it.asks == Asks::Expected(kind));
    let is_asked = |node: NodeId, kind| tree.asks_at(node, kind) || is_expected(node, kind);
    sheet.values.retain(|node, _| is_asked(*node, ClaimKind::Exact));
    sheet.windows.retain(|node, _| is_asked(*node, ClaimKind::Window));
    sheet.plays.retain(|node, _| is_asked(*node, ClaimKind::Plays));
    sheet.returns.retain(|node, claimed| {
        let kind = match claimed.bound {
            Bound::Exact => ClaimKind::Returned,
            Bound::Upper => ClaimKind::AtMost,
            Bound::Lower => ClaimKind::AtLeast,
        };
        is_asked(*node, kind)
    });
    // A sheet without any mark does not answer `ask pruned`.
    let is_unmarked = sheet.skips.values().all(|skipped| skipped.is_empty());
    if is_unmarked || !tree.asks_every(Question::Pruned) {
        sheet.skips.clear();
    }
    sheet
}

/// The counts and lists that a tree asks for.
fn questions_on_tree(tree: &AskedTree<'_>) -> impl Iterator<Item = ClaimKind> {
    tree.questions.iter().filter_map(|question| match question.asks {
        Asks::Expected(
            kind @ (ClaimKind::Leaves
            | ClaimKind::Nodes
            | ClaimKind::Cutoffs
            | ClaimKind::PrunedLeaves
            | ClaimKind::Branches
            | ClaimKind::Line
            | ClaimKind::Visits
            | ClaimKind::Enters),
        ) => Some(kind),
        _ => None,
    })
}

/// Whether a run has the same count or list as this one.
fn same_as<'r>(run: &'r Run<'_>, kind: ClaimKind) -> impl Fn(&Run<'_>) -> Option<bool> + 'r {
    let line = run.line();
    move |other| {
        Some(match kind {
            ClaimKind::Line => other.is_line(&line),
            ClaimKind::Visits => other.visits() == run.visits(),
            ClaimKind::Enters => other.enters() == run.enters(),
            kind => count(&other.counts(), kind) == count(&run.counts(), kind),
        })
    }
}
