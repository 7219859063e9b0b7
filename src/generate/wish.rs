//! What a teacher can wish of an exercise. Each wish is tested on the library's own search of the tree.

use std::fmt;

use super::amount::Amount;
use super::candidate::{Candidate, Effort};
use crate::claim::Claims;
use crate::diagnostic::Findings;
use crate::grade::faults::{Fault, Showing, showing};
use crate::grade::marks::AskedTree;
use crate::grade::run::{Answers, Run};
use crate::syntax::tree::{Kind, NodeId};

/// A property of a tree and its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wish {
    /// So many leaves are evaluated.
    Leaves(Amount),
    /// So many cutoffs that skip something.
    Cutoffs(Amount),
    /// So many cutoffs at MIN nodes, where α stops the search.
    AlphaCutoffs(Amount),
    /// So many cutoffs at MAX nodes, where β stops the search.
    BetaCutoffs(Amount),
    /// So many deep cutoffs; see [`Candidate::deep_cutoffs`].
    DeepCutoffs(Amount),
    /// A cutoff skips a node with children.
    SkipsSubtree,
    /// A search from the other side evaluates another number of leaves.
    OrderMatters,
    /// The search is the same under `cut alpha >= beta` and `cut alpha > beta`.
    SameUnderBothCutRules,
    /// Every node where a player moves has one best move.
    OneBestMoveEverywhere,
    /// The root has one best move.
    OneBestMoveAtRoot,
    /// The first move of the root is not best.
    BestNotFirst,
    /// The last move of the root is not best.
    BestNotLast,
    /// Somebody who follows this wrong procedure gives a wrong answer.
    DiffersFrom(Fault),
    /// The feedback of the grader names this wrong procedure to somebody who follows it.
    Tells(Fault),
    /// The search is exactly as much work as another one.
    AsHardAs(Effort),
}

impl Wish {
    /// Whether the tree has the property.
    pub fn holds(&self, candidate: &Candidate<'_>) -> bool {
        let search = candidate.search;
        let root_plays =
            |child: Option<NodeId>| child.is_some_and(|it| search.is_best_move(NodeId::ROOT, it) == Some(true));
        match *self {
            Self::Leaves(amount) => amount.contains(candidate.counts.leaves),
            Self::Cutoffs(amount) => amount.contains(candidate.counts.cutoffs),
            Self::AlphaCutoffs(amount) => amount.contains(candidate.cutoffs_at(Kind::Min)),
            Self::BetaCutoffs(amount) => amount.contains(candidate.cutoffs_at(Kind::Max)),
            Self::DeepCutoffs(amount) => amount.contains(candidate.deep_cutoffs()),
            Self::SkipsSubtree => candidate.skips_subtree(),
            Self::OrderMatters => candidate.depends_on_order(),
            Self::SameUnderBothCutRules => candidate.is_same_under_both_cut_rules(),
            Self::OneBestMoveEverywhere => search.visible().all(|node| candidate.has_one_best_move(node)),
            Self::OneBestMoveAtRoot => candidate.has_one_best_move(NodeId::ROOT),
            Self::BestNotFirst => !root_plays(search.children(NodeId::ROOT).next()),
            Self::BestNotLast => !root_plays(search.children(NodeId::ROOT).last()),
            Self::DiffersFrom(fault) => differs(candidate, fault),
            Self::Tells(fault) => tells(candidate, fault),
            Self::AsHardAs(effort) => candidate.effort() == effort,
        }
    }

    /// Whether two trees of the same form in which the same leaves are greater than others both have the property or
    /// both lack it. That is so where nothing is added up or compared with 0.
    pub(super) fn depends_only_on_order(&self) -> bool {
        match self {
            Self::DiffersFrom(fault) => !matches!(fault, Fault::MinAveraged | Fault::AlphaFromZero),
            // The grader weighs the answers of this fault against those of all others.
            Self::Tells(_) => false,
            _ => true,
        }
    }

    /// Whether the wish needs leaves that are equal. In an order type, none are.
    pub(super) fn needs_equal_leaves(&self) -> bool {
        matches!(self, Self::DiffersFrom(Fault::OtherEquality) | Self::Tells(Fault::OtherEquality))
    }
}

fn differs(candidate: &Candidate<'_>, fault: Fault) -> bool {
    let none = Answers::none();
    let right = Run::new(candidate.game, candidate.search, &none);
    let wrong = fault.run(candidate.game, candidate.search, &none);
    let (Some(right), Some(wrong)) = (right, wrong) else { return false };
    candidate.questions.answers(&right) != candidate.questions.answers(&wrong)
}

fn tells(candidate: &Candidate<'_>, fault: Fault) -> bool {
    // To read a diagnosis takes far longer than to compare answers.
    if !differs(candidate, fault) {
        return false;
    }
    let claims = Claims::read(candidate.game, &mut Findings::new(0));
    let asked = AskedTree::new(&claims);
    asked.is_ok_and(|asked| showing(&asked).contains(&(fault, Showing::Named)))
}

/// The wish in a few words, for a table.
impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaves(amount) => write!(f, "{amount} leaves evaluated"),
            Self::Cutoffs(amount) => write!(f, "{amount} cutoffs"),
            Self::AlphaCutoffs(amount) => write!(f, "{amount} cutoffs at MIN nodes"),
            Self::BetaCutoffs(amount) => write!(f, "{amount} cutoffs at MAX nodes"),
            Self::DeepCutoffs(amount) => write!(f, "{amount} deep cutoffs"),
            Self::SkipsSubtree => f.write_str("a subtree is skipped"),
            Self::OrderMatters => f.write_str("the order matters"),
            Self::SameUnderBothCutRules => f.write_str("the same under both cut rules"),
            Self::OneBestMoveEverywhere => f.write_str("one best move at every node"),
            Self::OneBestMoveAtRoot => f.write_str("one best move at the root"),
            Self::BestNotFirst => f.write_str("the first move is not best"),
            Self::BestNotLast => f.write_str("the last move is not best"),
            Self::DiffersFrom(fault) => write!(f, "differs from \"{}\"", fault.description().name),
            Self::Tells(fault) => write!(f, "tells \"{}\"", fault.description().name),
            Self::AsHardAs(_) => f.write_str("as hard as the others"),
        }
    }
}
