//! Six algorithms that find the same value, with their work counted in the same way.

pub(crate) mod best_order;
mod board;
pub(crate) mod fewest;
mod mtdf;
mod negamax;
mod pvs;
mod sss;
mod tally;

pub use tally::Effort;

use crate::model::{Cut, Cutoffs, Order, Returns, Settings};
use crate::number::Number;
use crate::search::values::intern::Numbers;
use crate::search::walk::leaves::ScaledLeaves;
use crate::search::walk::order::{BestFirst, BestOrder, SiblingOrder};
use crate::search::{
    AlgorithmError, LeftToRight, NoChance, RightToLeft, Rules, Scale, Search, Stop, StopReason, Value, Walk, Window,
};
use crate::syntax::tree::NodeId;
use board::Board;
use tally::EffortTally;

/// How a tree is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Every leaf is looked up; there are no windows.
    Minimax,
    /// The search that the settings describe.
    #[default]
    AlphaBeta,
    /// Alpha–beta as the player to move sees it.
    Negamax,
    /// Principal variation search.
    Pvs,
    /// MTD(f): null windows only, with a memory of bounds.
    Mtdf,
    /// SSS*: best first.
    Sss,
}

impl Algorithm {
    /// Every algorithm, from the plainest.
    pub const ALL: [Self; 6] = [Self::Minimax, Self::AlphaBeta, Self::Negamax, Self::Pvs, Self::Mtdf, Self::Sss];

    /// The name of the algorithm.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
            Self::Sss => "sss",
        }
    }

    /// Whether the choice between stopping at α ≥ β and at α > β makes a difference to the algorithm.
    pub fn has_rule_of_cutting(self) -> bool {
        match self {
            Self::Minimax | Self::Sss => false,
            Self::AlphaBeta | Self::Negamax | Self::Pvs | Self::Mtdf => true,
        }
    }

    /// These settings, with those that the algorithm ignores replaced by what it always does.
    ///
    /// Every setting and every named value is listed, so that a new one does not compile until it is handled here.
    #[must_use]
    pub fn fit(self, settings: &Settings) -> Settings {
        let Settings { cut, returns, order, cutoffs, window, window_span, range, range_span, depth, depth_span } =
            *settings;
        let cut = match (self, cut) {
            (Self::AlphaBeta | Self::Negamax | Self::Pvs | Self::Mtdf, Cut::AtLeast | Cut::Above) => cut,
            (Self::Minimax | Self::Sss, Cut::AtLeast | Cut::Above) => Cut::AtLeast,
        };
        let returns = match (self, returns) {
            (Self::AlphaBeta | Self::Negamax, Returns::FailSoft | Returns::FailHard) => returns,
            (Self::Minimax | Self::Pvs | Self::Mtdf | Self::Sss, Returns::FailSoft | Returns::FailHard) => {
                Returns::FailSoft
            }
        };
        let order = match (self, order) {
            (
                Self::Minimax | Self::AlphaBeta | Self::Negamax | Self::Pvs | Self::Mtdf | Self::Sss,
                Order::LeftToRight | Order::RightToLeft,
            ) => order,
        };
        let cutoffs = match (self, cutoffs) {
            (Self::AlphaBeta | Self::Negamax, Cutoffs::Deep | Cutoffs::Shallow | Cutoffs::None) => cutoffs,
            (Self::Pvs | Self::Mtdf | Self::Sss, Cutoffs::Deep | Cutoffs::Shallow | Cutoffs::None) => Cutoffs::Deep,
            (Self::Minimax, Cutoffs::Deep | Cutoffs::Shallow | Cutoffs::None) => Cutoffs::None,
        };
        let (window, window_span) = match self {
            Self::AlphaBeta | Self::Negamax | Self::Pvs => (window, window_span),
            Self::Minimax | Self::Mtdf | Self::Sss => (Settings::default().window, None),
        };
        Settings { cut, returns, order, cutoffs, window, window_span, range, range_span, depth, depth_span }
    }
}

/// What an algorithm did with a tree.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it returned for the root.
    pub value: Number,
    /// How much work it did.
    pub effort: Effort,
    entered: Vec<bool>,
}

impl Trial {
    /// Whether it entered the node or leaf at least once.
    pub fn entered(&self, node: NodeId) -> bool {
        self.entered[node.index()]
    }
}

/// Runs an algorithm on the tree of `search` under those of the settings that it uses. Children are searched in the
/// order of the settings, except that those named by `best` come first. The numbers in the settings must be those of
/// the search itself; if there are unknown leaves, so must all other settings.
pub(super) fn trial(
    search: &Search<'_>,
    settings: &Settings,
    algorithm: Algorithm,
    best: Option<&BestOrder>,
) -> Result<Trial, AlgorithmError> {
    let view = &search.view;
    let settings = algorithm.fit(settings);
    if let Some(leaf) = search.first_unknown() {
        let is_recorded = algorithm == Algorithm::AlphaBeta && best.is_none();
        return is_recorded.then(|| recorded(search)).flatten().ok_or(AlgorithmError::Unknown(leaf));
    }
    let written: Box<dyn SiblingOrder> = match settings.order {
        Order::LeftToRight => Box::new(LeftToRight),
        Order::RightToLeft => Box::new(RightToLeft::new(view.nodes())),
    };
    let order: Box<dyn SiblingOrder + '_> = match best {
        Some(best) => Box::new(BestFirst { written, best }),
        None => written,
    };
    let mut tally = EffortTally::new(view);
    let value = match (&*search.numbers, search.contents.chance) {
        (Numbers::Scaled(scale, _), _) => {
            let rules = rules(&settings, |number| scale.scaled(number));
            let value = on_integers(search, scale, rules, &*order, algorithm, &mut tally)?;
            scale.number(value)
        }
        (Numbers::Exact(_), Some(chance)) if !matches!(algorithm, Algorithm::Minimax | Algorithm::AlphaBeta) => {
            return Err(AlgorithmError::Chance(chance));
        }
        (Numbers::Shapes(..), _) => return Err(AlgorithmError::Region),
        (Numbers::Exact(_), _) => {
            let (leaves, rules) = (|leaf: NodeId| view.number(leaf), rules(&settings, |number| number));
            Walk { view, leaves: &leaves, rules, order: &*order, chance: view }
                .run(&mut tally)
                .map_err(algorithm_error)?
        }
    };
    let (effort, entered) = tally.finish();
    Ok(Trial { value, effort, entered })
}

/// What alpha–beta did when the record was made, unless that depends on an unknown leaf.
fn recorded(search: &Search<'_>) -> Option<Trial> {
    let counts = search.counts()?;
    let (leaves, nodes) = (counts.leaves, counts.nodes);
    let entered = search.view.nodes().all().map(|node| search.entered(node)).collect();
    let value = search.fail_soft(NodeId::ROOT)?;
    Some(Trial { value, effort: Effort { leaves, evaluations: leaves, nodes, researches: 0 }, entered })
}

/// Searches a tree without chance nodes.
fn on_integers(
    search: &Search<'_>,
    scale: &Scale,
    rules: Rules<i64>,
    order: &dyn SiblingOrder,
    algorithm: Algorithm,
    tally: &mut EffortTally<'_>,
) -> Result<i64, AlgorithmError> {
    let view = &search.view;
    let board = Board { view, scale, order, rules };
    match algorithm {
        Algorithm::Minimax | Algorithm::AlphaBeta => {
            let leaves = ScaledLeaves::new(view, scale);
            Walk { view, leaves: &leaves, rules, order, chance: &NoChance }.run(tally).map_err(algorithm_error)
        }
        Algorithm::Negamax => Ok(negamax::search(&board, tally)),
        Algorithm::Pvs => pvs::search(&board, tally),
        Algorithm::Mtdf => mtdf::search(&board, tally),
        Algorithm::Sss => Ok(sss::search(&board, tally)),
    }
}

/// The settings that a search consults at every node.
fn rules<V: Value>(settings: &Settings, number: impl Fn(Number) -> V) -> Rules<V> {
    let Settings {
        cut,
        cutoffs,
        range,
        // Read by `root_window`.
        window: _,
        // Siblings already come in this order.
        order: _,
        // Results are fail-soft here.
        returns: _,
        // The view of the tree already ends at this depth.
        depth: _,
        // Spans are for messages.
        window_span: _,
        range_span: _,
        depth_span: _,
    } = *settings;
    let window = |(alpha, beta)| Window { alpha: number(alpha), beta: number(beta) };
    Rules { cut, cutoffs, window: window(settings.root_window()), range: range.map(window) }
}

fn algorithm_error(stop: Stop) -> AlgorithmError {
    match stop.reason {
        StopReason::Fault(_) => AlgorithmError::Inexact(stop.node),
        StopReason::Undecided => AlgorithmError::Unknown(stop.node),
    }
}
