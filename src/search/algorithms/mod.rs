//! Six algorithms that find the same value: what each of them does with a tree, counted alike.

mod board;
mod mtdf;
mod negamax;
mod pvs;
mod sss;
mod tally;

pub use tally::Effort;

use super::best_order::{BestFirst, BestOrder};
use super::intern::Numbers;
use super::order::SiblingOrder;
use super::{
    AlgorithmError, LeftToRight, NoChance, RightToLeft, Rules, Scale, Search, Stop, StopReason, Value, Walk, Window,
};
use crate::model::{Cut, Cutoffs, Order, Returns, Settings};
use crate::number::Number;
use crate::syntax::tree::NodeId;
use board::Board;
use tally::Tally;

/// How a tree is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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

    /// Whether it stops at α ≥ β or at α > β, so that the two rules may differ.
    pub fn has_rule_of_cutting(self) -> bool {
        !matches!(self, Self::Minimax | Self::Sss)
    }

    /// These settings, but those that mean nothing to the algorithm as it has them by its nature.
    #[must_use]
    pub fn fit(self, settings: &Settings) -> Settings {
        let mut fitted = *settings;
        if matches!(self, Self::AlphaBeta | Self::Negamax) {
            return fitted;
        }
        fitted.returns = Returns::FailSoft;
        fitted.cutoffs = if self == Self::Minimax { Cutoffs::None } else { Cutoffs::Deep };
        if !self.has_rule_of_cutting() {
            fitted.cut = Cut::AtLeast;
        }
        if self != Self::Pvs {
            fitted.window = Settings::default().window;
            fitted.window_span = None;
        }
        fitted
    }
}

/// What an algorithm did with a tree.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What it returned for the root.
    pub value: Number,
    /// How much it did.
    pub effort: Effort,
    entered: Vec<bool>,
}

impl Trial {
    /// Whether it entered the node or leaf at least once.
    pub fn entered(&self, node: NodeId) -> bool {
        self.entered[node.index()]
    }
}

/// Lets an algorithm search the tree of `search` under these settings, as far as they mean something to it, in the order
/// as written or with the children first that `best` names. The numbers in the settings are those of the search's own;
/// where there are unknown leaves, all of them are.
pub(super) fn trial(
    search: &Search<'_>,
    settings: &Settings,
    algorithm: Algorithm,
    best: Option<&BestOrder>,
) -> Result<Trial, AlgorithmError> {
    let view = &search.view;
    let settings = algorithm.fit(settings);
    if let Some(leaf) = search.first_unknown() {
        let recorded = recorded(search).filter(|_| algorithm == Algorithm::AlphaBeta && best.is_none());
        return recorded.ok_or(AlgorithmError::Unknown(leaf));
    }
    let written: Box<dyn SiblingOrder> = match settings.order {
        Order::LeftToRight => Box::new(LeftToRight),
        Order::RightToLeft => Box::new(RightToLeft::new(view.nodes())),
    };
    let order: Box<dyn SiblingOrder + '_> = match best {
        Some(best) => Box::new(BestFirst { written, best }),
        None => written,
    };
    let mut tally = Tally::new(view.kinds());
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
            let (leaf, rules) = (|leaf| view.number(leaf), rules(&settings, |number| number));
            Walk { view, leaf: &leaf, rules, order: &*order, chance: view }.run(&mut tally).map_err(limitation)?
        }
    };
    let (effort, entered) = tally.finish();
    Ok(Trial { value, effort, entered })
}

/// What alpha–beta did when the tree was searched for the record, where no unknown leaf leaves that open.
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
    tally: &mut Tally<'_>,
) -> Result<i64, AlgorithmError> {
    let view = &search.view;
    let board = Board { view, scale, order, rules };
    match algorithm {
        Algorithm::Minimax | Algorithm::AlphaBeta => {
            let leaf = |leaf| board.value(leaf);
            Walk { view, leaf: &leaf, rules, order, chance: &NoChance }.run(tally).map_err(limitation)
        }
        Algorithm::Negamax => Ok(negamax::search(&board, tally)),
        Algorithm::Pvs => pvs::search(&board, tally),
        Algorithm::Mtdf => mtdf::search(&board, tally),
        Algorithm::Sss => Ok(sss::search(&board, tally)),
    }
}

fn rules<V: Value>(settings: &Settings, number: impl Fn(Number) -> V) -> Rules<V> {
    let window = |(alpha, beta)| Window { alpha: number(alpha), beta: number(beta) };
    Rules {
        cut: settings.cut,
        cutoffs: settings.cutoffs,
        window: window(settings.root_window()),
        range: settings.range.map(window),
    }
}

fn limitation(stop: Stop) -> AlgorithmError {
    match stop.reason {
        StopReason::Fault(_) => AlgorithmError::Inexact(stop.node),
        StopReason::Undecided => AlgorithmError::Unknown(stop.node),
    }
}
