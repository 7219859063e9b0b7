//! The answer of a tree for people and programs: value, best moves, principal variation, and what was searched.

mod compare;
mod depths;
mod draw;
mod errors;
mod human;
mod json;
mod paint;
mod strokes;
mod table;
pub mod trace;
mod unknowns;

pub use crate::search::Algorithm;
pub use compare::Comparison;
pub use depths::by_depth;
pub use draw::draw;
pub use errors::explain_algorithm_error;
pub use human::to_text;
pub use json::to_json;
pub(crate) use strokes::strokes;
pub use table::{LEGEND, to_table};
pub use unknowns::Solved;

use std::error::Error;
use std::fmt;

use crate::claim::Claims;
use crate::edit::rearranged;
use crate::model::{Cut, Cutoffs, Order, ResolvedTree, Returns, Settings};
use crate::number::Number;
use crate::search::{AlgorithmError, Cause, Search, SearchError, Trial, VisitStatus};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};
use errors::{explain_meaningless, why_no_best_order};

/// Settings that override those of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// `cut`
    pub cut: Option<Cut>,
    /// `search`
    pub returns: Option<Returns>,
    /// `order`
    pub order: Option<Order>,
    /// `cutoffs`
    pub cutoffs: Option<Cutoffs>,
    /// `window`
    pub window: Option<(Number, Number)>,
    /// `depth`
    pub depth: Option<u64>,
}

impl Overrides {
    /// The settings of a tree with these changes, as far as the algorithm uses them.
    pub fn apply(&self, settings: &Settings) -> Settings {
        let changed = Settings {
            cut: self.cut.unwrap_or(settings.cut),
            returns: self.returns.unwrap_or(settings.returns),
            order: self.order.unwrap_or(settings.order),
            cutoffs: self.cutoffs.unwrap_or(settings.cutoffs),
            window: self.window.unwrap_or(settings.window),
            range: settings.range,
            range_span: settings.range_span,
            depth: self.depth.or(settings.depth),
            depth_span: settings.depth_span,
            window_span: if self.window.is_some() { None } else { settings.window_span },
        };
        self.algorithm.fit(&changed)
    }

    /// The first override that the algorithm ignores, and why it does.
    pub fn first_ignored(&self) -> Option<(&'static str, &'static str)> {
        let fitted = self.apply(&Settings::default());
        let names = [
            ("cut", self.cut.is_some_and(|cut| cut != fitted.cut)),
            ("search", self.returns.is_some_and(|returns| returns != fitted.returns)),
            ("cutoffs", self.cutoffs.is_some_and(|cutoffs| cutoffs != fitted.cutoffs)),
            ("window", self.window.is_some_and(|window| window != fitted.window)),
        ];
        let (name, _) = names.into_iter().find(|(_, meaningless)| *meaningless)?;
        Some((name, explain_meaningless(self.algorithm, name)))
    }
}

/// A tree with its evaluation, from which every report is made.
pub struct Answer<'a> {
    game: &'a ResolvedTree<'a>,
    claims: &'a Claims<'a>,
    search: Search<'a>,
    algorithm: Algorithm,
    /// What the algorithm did, if the record of the search does not have it.
    trial: Option<Trial>,
    comparison: Option<Comparison>,
}

/// Why a tree has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoAnswer {
    /// It cannot be searched at all.
    SearchError(SearchError),
    /// The algorithm cannot search it.
    AlgorithmError(AlgorithmError),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SearchError(error) => error.fmt(f),
            Self::AlgorithmError(error) => error.fmt(f),
        }
    }
}

impl Error for NoAnswer {}

/// How much work an answer took.
#[derive(Clone, Copy)]
struct Work {
    leaves: u64,
    evaluations: u64,
    nodes: u64,
    researches: u64,
    /// `None` for an algorithm without cutoffs, or whose later searches undo cutoffs.
    cutoffs: Option<u64>,
    branches: u64,
    pruned: Option<u64>,
}

/// A child with its index among its siblings, counted from 0.
#[derive(Clone, Copy)]
struct Move {
    child: NodeId,
    place: usize,
}

impl<'a> Answer<'a> {
    /// Evaluates the tree of these claims under `settings`, which are the tree's own or changed by [`Overrides`].
    ///
    /// # Errors
    /// As for [`Search::new`], and if the algorithm cannot search the tree.
    pub fn new(claims: &'a Claims<'a>, settings: &'a Settings, algorithm: Algorithm) -> Result<Self, NoAnswer> {
        Self::of(claims, Search::new(claims.game, settings), algorithm)
    }

    /// Like [`Self::new`], but the search only counts at first: see [`Search::counted`].
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn counted(claims: &'a Claims<'a>, settings: &'a Settings, algorithm: Algorithm) -> Result<Self, NoAnswer> {
        Self::of(claims, Search::counted(claims.game, settings), algorithm)
    }

    fn of(
        claims: &'a Claims<'a>,
        search: Result<Search<'a>, SearchError>,
        algorithm: Algorithm,
    ) -> Result<Self, NoAnswer> {
        let search = search.map_err(NoAnswer::SearchError)?;
        let trial = match algorithm {
            Algorithm::Minimax | Algorithm::AlphaBeta => None,
            _ => Some(search.trial(algorithm, None).map_err(NoAnswer::AlgorithmError)?),
        };
        Ok(Self { game: claims.game, claims, search, algorithm, trial, comparison: None })
    }

    /// The answer, with a comparison of all algorithms on the tree.
    ///
    /// # Errors
    /// As for [`Search::new`].
    pub fn compared(mut self) -> Result<Self, SearchError> {
        self.comparison = Some(Comparison::new(self.game, self.search.settings())?);
        Ok(self)
    }

    /// The sets of its unknown leaves; `None` if it has none, or if the algorithm is not alpha–beta, which claims are
    /// about.
    fn solved(&self) -> Option<Solved<'_>> {
        let settings = self.search.settings();
        (self.algorithm == Algorithm::AlphaBeta).then(|| Solved::new(self.claims, settings)).flatten()
    }

    /// How much work was done; `None` if that depends on an unknown leaf or on what `...` hides.
    fn work(&self) -> Option<Work> {
        let Some(trial) = &self.trial else {
            let counts = self.search.counts()?;
            return Some(Work {
                leaves: counts.leaves,
                evaluations: counts.leaves,
                nodes: counts.nodes,
                researches: 0,
                cutoffs: Some(counts.cutoffs),
                branches: counts.branches,
                pruned: counts.pruned,
            });
        };
        let effort = trial.effort;
        let entered = |node: &NodeId| trial.entered(*node);
        let skipped = |node: NodeId| self.search.children(node).filter(|child| !entered(child)).count() as u64;
        Some(Work {
            leaves: effort.leaves,
            evaluations: effort.evaluations,
            nodes: effort.nodes,
            researches: effort.researches,
            cutoffs: self.search.counts().filter(|_| self.has_windows()).map(|counts| counts.cutoffs),
            branches: self.search.visible().filter(entered).map(skipped).sum(),
            pruned: self.total_leaves().map(|total| total - effort.leaves),
        })
    }

    /// Whether each node is entered once, with one window.
    fn has_windows(&self) -> bool {
        matches!(self.algorithm, Algorithm::AlphaBeta | Algorithm::Negamax)
    }

    /// Whether each node has one return: nodes that are entered several times can return different results.
    fn has_returns(&self) -> bool {
        self.has_windows() || self.algorithm == Algorithm::Minimax
    }

    /// Whether the algorithm entered a node, or why it skipped the node. The kind of bound that the node returned is
    /// known only from the record of a search.
    fn status(&self, node: NodeId) -> VisitStatus {
        let status = self.search.status(node);
        match (&self.trial, status) {
            (None, _) | (_, VisitStatus::Skipped(Cause::Depth | Cause::Probability)) => status,
            (Some(trial), _) if trial.entered(node) => VisitStatus::Entered,
            _ => VisitStatus::Skipped(Cause::Cutoff),
        }
    }

    /// The text of the tree and its question, with the children in the best order.
    ///
    /// # Errors
    /// If the best order is not known, the reason in words.
    pub fn in_best_order(&self) -> Result<String, String> {
        let (game, search) = (self.game, &self.search);
        let best = search.best_order().ok_or_else(|| why_no_best_order(game, search))?;
        let (whole, root) = (game.tree.span, game.nodes().span(NodeId::ROOT));
        let start = game.tree.question.first().map_or(whole.start, |question| question.start);
        let around = [Span::new(start, root.start), Span::new(root.end, whole.end)].map(|span| span.of(game.text));
        Ok([around[0], &rearranged(game, best.leads(), search.settings().order), around[1]].concat())
    }

    /// Whether neither the value nor the counts of the tree depend on an unknown leaf.
    pub fn is_complete(&self) -> bool {
        self.search.value(NodeId::ROOT).is_some() && self.search.counts().is_some()
    }

    fn title(&self) -> Option<String> {
        self.game.tree.title.map(|title| self.game.name_at(title).into_owned())
    }

    /// How many leaves the tree has; `None` if `...` hides some.
    fn total_leaves(&self) -> Option<u64> {
        self.search.elision().is_none().then(|| self.search.view().leaf_count())
    }

    fn moves_at(&self, node: NodeId) -> impl Iterator<Item = Move> {
        self.search.children(node).enumerate().map(|(place, child)| Move { child, place })
    }

    /// The best moves at a node; empty if no player moves there, `None` if they depend on an unknown leaf.
    fn best_moves(&self, node: NodeId) -> Option<Vec<Move>> {
        if !matches!(self.search.kind(node), Kind::Max | Kind::Min) {
            return Some(Vec::new());
        }
        let best = self.search.best_moves(node)?;
        Some(self.moves_at(node).filter(|step| best.binary_search(&step.child).is_ok()).collect())
    }

    /// The first best move at each step, down to a leaf, the depth limit or a chance node; `None` if it depends on an
    /// unknown leaf.
    fn principal_variation(&self) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut node = NodeId::ROOT;
        while matches!(self.search.kind(node), Kind::Max | Kind::Min) {
            let best = self.search.first_best_move(node)?;
            line.extend(self.moves_at(node).find(|step| step.child == best));
            node = best;
        }
        Some(line)
    }
}
