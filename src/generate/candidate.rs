//! A tree that may become an exercise, as the library reads and searches it.

use std::collections::HashSet;

use super::question::Questions;
use crate::model::{Cut, Cutoffs, Defaults, FileSettings, Order, ResolvedTree};
use crate::search::{Cause, Counts, Event, Search, Step, VisitStatus, trace};
use crate::syntax::parse;
use crate::syntax::tree::{Kind, NodeId};

/// A tree with its search.
pub struct Candidate<'c> {
    /// The tree.
    pub game: &'c ResolvedTree<'c>,
    /// Its search.
    pub search: &'c Search<'c>,
    /// How much the search did.
    pub counts: Counts,
    /// What the exercise will ask.
    pub questions: &'c Questions,
}

/// Reads the first tree of a text and looks at it; `None` if it has errors, cannot be searched, or has unknown leaves.
pub(super) fn with<T>(text: &str, questions: &Questions, look: impl FnOnce(&Candidate<'_>) -> T) -> Option<T> {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, file.trees.first()?, &settings, &mut findings);
    if game.has_errors || findings.tally().errors > 0 {
        return None;
    }
    let search = Search::of(&game).ok()?;
    let counts = search.counts()?;
    Some(look(&Candidate { game: &game, search: &search, counts, questions }))
}

/// How much work a search by hand is: exercises with the same effort are equally hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Leaves evaluated.
    pub leaves: u64,
    /// Cutoffs at MIN nodes, where α stops the search.
    pub alpha_cutoffs: u64,
    /// Cutoffs at MAX nodes, where β stops the search.
    pub beta_cutoffs: u64,
    /// Deep cutoffs: see [`Candidate::deep_cutoffs`].
    pub deep_cutoffs: u64,
    /// How often an end of a window moves.
    pub updates: u64,
    /// Nodes and leaves entered, windows changed, and cutoffs.
    pub steps: u64,
}

impl Candidate<'_> {
    /// The effort of the search. Linear.
    pub fn effort(&self) -> Effort {
        let mut updates = 0;
        let count = |event: &Event| updates += u64::from(matches!(event.step, Step::Update { moved: true, .. }));
        let followed = trace(self.game, self.search.settings(), count);
        debug_assert!(followed.is_ok(), "the tree has been searched");
        Effort {
            leaves: self.counts.leaves,
            alpha_cutoffs: self.cutoffs_at(Kind::Min),
            beta_cutoffs: self.cutoffs_at(Kind::Max),
            deep_cutoffs: self.deep_cutoffs(),
            updates,
            steps: self.counts.nodes + updates + self.counts.cutoffs,
        }
    }

    /// How many cutoffs are at nodes of this kind.
    pub fn cutoffs_at(&self, kind: Kind) -> u64 {
        self.search.cutoffs().iter().filter(|cutoff| self.search.kind(cutoff.node) == kind).count() as u64
    }

    /// How many cutoffs are deep: a search with shallow cutoffs, which knows only the bound of the node directly above,
    /// goes on at these places. Searches the tree once more.
    pub fn deep_cutoffs(&self) -> u64 {
        let mut shallow = *self.search.settings();
        shallow.cutoffs = match shallow.cutoffs {
            Cutoffs::Deep => Cutoffs::Shallow,
            Cutoffs::Shallow | Cutoffs::None => return 0,
        };
        let Ok(shallow) = self.search.under(&shallow) else { return 0 };
        let places = |search: &Search<'_>| -> HashSet<(NodeId, NodeId)> {
            search.cutoffs().iter().map(|cutoff| (cutoff.node, cutoff.refutation)).collect()
        };
        places(self.search).difference(&places(&shallow)).count() as u64
    }

    /// Whether a cutoff skips a node with children.
    pub fn skips_subtree(&self) -> bool {
        let is_skipped = |node| self.search.status(node) == VisitStatus::Skipped(Cause::Cutoff);
        self.search.visible().any(|node| !self.search.kind(node).is_leaf() && is_skipped(node))
    }

    /// Whether the search stops at the same places under `α >= β` and `α > β`.
    pub fn is_same_under_both_cut_rules(&self) -> bool {
        let mut other = *self.search.settings();
        other.cut = match other.cut {
            Cut::AtLeast => Cut::Above,
            Cut::Above => Cut::AtLeast,
        };
        self.search.under(&other).is_ok_and(|search| search.cutoffs() == self.search.cutoffs())
    }

    /// Whether a search from the other side evaluates another number of leaves.
    pub fn depends_on_order(&self) -> bool {
        let mut other = *self.search.settings();
        other.order = match other.order {
            Order::LeftToRight => Order::RightToLeft,
            Order::RightToLeft => Order::LeftToRight,
        };
        let leaves = |search: Search<'_>| search.counts().map(|counts| counts.leaves);
        self.search.under(&other).is_ok_and(|search| leaves(search) != Some(self.counts.leaves))
    }

    /// Whether a node has one best move; `true` where nobody moves.
    pub fn has_one_best_move(&self, node: NodeId) -> bool {
        self.search.best_moves(node).is_none_or(|best| best.len() == 1)
    }
}
