//! The runs through a tree that do not depend on any answers.

use super::{FAULTS, Fault};
use crate::grade::run::{Answers, Run};
use crate::model::{Cutoffs, ResolvedTree};
use crate::search::Search;
use crate::syntax::tree::{Kind, NodeId};

/// The runs through a tree that do not depend on answers. All submissions need them, so they are shared.
pub struct BlankRuns<'s> {
    /// The tree.
    pub game: &'s ResolvedTree<'s>,
    /// What the search does.
    pub right: Run<'s>,
    /// The run of a student with each fault; `None` if the fault cannot occur or cannot be run.
    wrong: [Option<Run<'s>>; FAULTS.len()],
}

/// No answers.
static BLANK: Answers = Answers::none();

impl<'s> BlankRuns<'s> {
    /// Runs through a tree without a fault and with each one. Linear in the tree, times the number of faults.
    ///
    /// `None` if there is [no run](Run::new) through it.
    pub fn new(game: &'s ResolvedTree<'s>, truth: &'s Search<'s>) -> Option<Self> {
        let right = Run::new(game, truth, &BLANK)?;
        let can_occur = |fault: &Fault| can_occur(game, truth, *fault);
        let wrong = FAULTS.each_ref().map(|row| Some(row.fault).filter(can_occur)?.run(game, truth, &BLANK));
        Some(Self { game, right, wrong })
    }

    /// The run of a student with this fault; `None` if the fault cannot occur or cannot be run.
    pub fn run(&self, fault: Fault) -> Option<&Run<'s>> {
        self.wrong[fault as usize].as_ref()
    }

    /// The faults that can occur in the tree, each with the run of a student who has it.
    pub fn wrong(&self) -> impl Iterator<Item = (Fault, &Run<'s>)> {
        Fault::all().filter_map(|fault| Some((fault, self.run(fault)?)))
    }
}

/// Whether a fault can occur in a tree: a fault about chance nodes, for example, needs a chance node.
fn can_occur(game: &ResolvedTree<'_>, search: &Search<'_>, fault: Fault) -> bool {
    let has = |kind: Kind| search.visible().any(|node| search.kind(node) == kind);
    let is_evaluated = |node: NodeId| node != NodeId::ROOT && !search.kind(node).is_leaf();
    let cutoffs = search.settings().cutoffs;
    match fault {
        Fault::EqualChances | Fault::ChanceAsMin => has(Kind::Chance),
        Fault::PartOfSum => has(Kind::Chance) && cutoffs != Cutoffs::None,
        Fault::MinAveraged => has(Kind::Min),
        Fault::EarlyEvaluation => search.visible().any(|node| is_evaluated(node) && game.evaluation(node).is_some()),
        Fault::EvaluationsIgnored => search.view().evaluations().next().is_some(),
        Fault::OnlyNodeAbove => cutoffs == Cutoffs::Deep,
        Fault::OtherEquality
        | Fault::RootHandsNothingOn
        | Fault::NoBounds
        | Fault::EndsExchanged
        | Fault::BoundForValue
        | Fault::OwnBound
        | Fault::WrongWay
        | Fault::Unfinished
        | Fault::LeakingBounds
        | Fault::NoImprovement => cutoffs != Cutoffs::None,
        Fault::PlayersExchanged
        | Fault::OtherSide
        | Fault::OtherReturns
        | Fault::WindowsAtEnd
        | Fault::EndForValue
        | Fault::LastValue
        | Fault::BestLeaf
        | Fault::AlphaFromZero => true,
    }
}
