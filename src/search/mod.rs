//! Minimax, alpha–beta and the critical tree.

mod alpha_beta;
mod chance;
mod fewest;
mod keep;
mod minimax;
mod order;
mod record;
mod scale;
mod value;
mod view;

pub use alpha_beta::{Listener, Rules, Walk, Window};
pub use chance::{Chance, NoChance, Sum};
pub use fewest::fewest_leaves;
pub use minimax::minimax;
pub use order::{LeftToRight, RightToLeft, SiblingOrder};
pub use record::{Bound, Cause, Counts, Cutoff, Fate};
pub use scale::Scale;
pub use value::{Interval, Ordered, Value, Weighed};
pub use view::View;

use crate::model::{Game, Order, Returns, Settings};
use crate::number::{Fault, Number};
use crate::syntax::tree::{Kind, NodeId};
use keep::{Keep, OPEN, Scaled, Table};
use record::{Record, Recorder};

/// Where a search stopped before its end, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The node that was being searched.
    pub node: NodeId,
    /// Why it could not go on.
    pub reason: StopReason,
}

/// Why a search could not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// It came to a comparison that the unknown leaves it has met leave open.
    Undecided,
    /// A weighted sum has no exact value.
    Fault(Fault),
}

impl From<Fault> for StopReason {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Why a tree cannot be searched at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// This node stands at the depth limit and has no static evaluation.
    NoEvaluation(NodeId),
    /// The expectation at this chance node has no exact value.
    Fault(NodeId, Fault),
}

/// The minimax values of a tree and the course of the search through it.
pub struct Search<'g> {
    view: View<'g>,
    settings: &'g Settings,
    scale: Scale,
    /// The least that each node may be worth.
    least: Vec<i64>,
    /// The greatest that each node may be worth, where unknown leaves make that another number.
    greatest: Option<Vec<i64>>,
    record: Record,
}

impl<'g> Search<'g> {
    /// Evaluates the tree of `game` and searches it under its settings.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn of(game: &'g Game<'_>) -> Result<Self, Obstacle> {
        Self::new(game, &game.settings)
    }

    /// Evaluates a tree and searches it under the given settings. Linear in its nodes.
    ///
    /// # Errors
    /// Where a node at the depth limit has no static evaluation, or a chance node no exact expectation.
    pub fn new(game: &'g Game<'_>, settings: &'g Settings) -> Result<Self, Obstacle> {
        let (nodes, weights) = (game.nodes(), &game.weights);
        let view = match settings.depth {
            Some(limit) => {
                View::cut(nodes, weights, limit, |node| game.evaluation(node)).map_err(Obstacle::NoEvaluation)?
            }
            None => View::whole(nodes, weights),
        };
        let has = |wanted: fn(Kind) -> bool| view.visible().any(|node| wanted(view.kind(node)));
        let known = !has(|kind| matches!(kind, Kind::Unknown | Kind::Elided | Kind::Blank));
        let found = match (has(|kind| kind == Kind::Chance), known) {
            (false, known) => scaled(&view, settings, known),
            (true, true) => exact(&view, settings, |number| number, |leaf| view.number(leaf)),
            (true, false) => exact(&view, settings, Interval::exactly, |leaf| match view.kind(leaf) {
                Kind::Value => Interval::exactly(view.number(leaf)),
                _ => unknown(settings, |end| end),
            }),
        };
        let (scale, Ends { least, greatest }, record) = found.map_err(|(node, fault)| Obstacle::Fault(node, fault))?;
        Ok(Self { view, settings, scale, least, greatest, record })
    }

    /// What the search takes a node for: one at the depth limit is a leaf, those below are hidden.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.view.kind(node)
    }

    /// The children of a node, in the order of the file; none at the depth limit.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone + use<'g> {
        self.view.children(node)
    }

    /// Every node and leaf that is not hidden below the depth limit, in pre-order.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.view.visible()
    }

    /// The tree as it is searched.
    pub fn view(&self) -> &View<'g> {
        &self.view
    }

    /// The minimax value of a node; `None` where unknown leaves leave it open, and below the depth limit.
    pub fn value(&self, node: NodeId) -> Option<Number> {
        let (least, greatest) = self.ends(node);
        (self.kind(node) != Kind::Hidden && least == greatest).then_some(least)
    }

    /// The least and the greatest that a node may be worth, whatever the unknown leaves are.
    pub fn ends(&self, node: NodeId) -> (Number, Number) {
        let least = self.least[node.index()];
        let greatest = self.greatest.as_ref().map_or(least, |greatest| greatest[node.index()]);
        (self.scale.number(least), self.scale.number(greatest))
    }

    /// What became of the node.
    pub fn fate(&self, node: NodeId) -> Fate {
        self.record.fates[node.index()]
    }

    /// Whether the search entered the node for certain.
    pub fn entered(&self, node: NodeId) -> bool {
        matches!(self.fate(node), Fate::Entered(_))
    }

    /// The entry window of a node that was entered; `None` where it was not, or where an end is open.
    pub fn window(&self, node: NodeId) -> Option<Window<Number>> {
        let alpha = self.number(self.record.alpha[node.index()])?;
        let beta = self.number(self.record.beta[node.index()])?;
        Some(Window { alpha, beta })
    }

    /// What the search returned, after the clamp of `fail-hard`; `None` where it did not enter, or where that is open.
    pub fn returned(&self, node: NodeId) -> Option<Number> {
        let soft = self.fail_soft(node)?;
        if self.settings.returns == Returns::FailSoft || self.kind(node).is_leaf() {
            return Some(soft);
        }
        let Window { alpha, beta } = self.window(node)?;
        Some(soft.max(alpha).min(beta))
    }

    /// What a fail-soft search returns.
    pub fn fail_soft(&self, node: NodeId) -> Option<Number> {
        self.number(self.record.returned[node.index()])
    }

    /// How the return stands to the value; `None` where the node was not entered, or where that is open.
    pub fn bound(&self, node: NodeId) -> Option<Bound> {
        match self.fate(node) {
            Fate::Entered(bound) => bound,
            Fate::Skipped(_) | Fate::Open => None,
        }
    }

    /// The window at the end of the node's search: MAX [max(α, r), β], MIN mirrored; a leaf's is its entry window.
    pub fn final_window(&self, node: NodeId) -> Option<Window<Number>> {
        let Window { alpha, beta } = self.window(node)?;
        let result = self.fail_soft(node)?;
        Some(match self.kind(node) {
            Kind::Max => Window { alpha: alpha.max(result), beta },
            Kind::Min => Window { alpha, beta: beta.min(result) },
            _ => Window { alpha, beta },
        })
    }

    /// How much the search did; `None` where that depends on an unknown leaf or on what `...` hides.
    pub fn counts(&self) -> Option<Counts> {
        (self.record.complete && self.entered_elision().is_none()).then_some(self.record.counts)
    }

    /// A `...` that the search entered: what it would do inside is not known.
    pub fn entered_elision(&self) -> Option<NodeId> {
        self.record.entered_elision
    }

    /// The settings of the search.
    pub fn settings(&self) -> &Settings {
        self.settings
    }

    /// Every cutoff, sorted by node.
    pub fn cutoffs(&self) -> &[Cutoff] {
        &self.record.cutoffs
    }

    /// The cutoff at a node.
    pub fn cutoff_at(&self, node: NodeId) -> Option<Cutoff> {
        let cutoffs = &self.record.cutoffs;
        cutoffs.binary_search_by_key(&node, |cutoff| cutoff.node).ok().map(|place| cutoffs[place])
    }

    /// The first leaf the search met whose value is not known.
    pub fn first_open(&self) -> Option<NodeId> {
        self.record.first_open
    }

    /// The best moves at a MAX or MIN node: every child that is worth as much as the node. `None` where unknown leaves
    /// leave open of some child whether it is one, and at other nodes.
    pub fn best_moves(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let judged = self.judge_moves(node)?;
        let certain = judged.iter().all(|(_, best)| best.is_some());
        certain.then(|| judged.into_iter().filter(|(_, best)| *best == Some(true)).map(|(child, _)| child).collect())
    }

    /// Each child of a MAX or MIN node, with whether it is a best move; `None` where that is open.
    pub fn judge_moves(&self, node: NodeId) -> Option<Vec<(NodeId, Option<bool>)>> {
        let at_max = self.kind(node) == Kind::Max;
        if !at_max && self.kind(node) != Kind::Min {
            return None;
        }
        // Seen from MIN, less is better: both ends change places and signs.
        let ends = |child: NodeId| match self.ends(child) {
            (least, greatest) if at_max => (least, greatest),
            (least, greatest) => (greatest.negated(), least.negated()),
        };
        let children: Vec<_> = self.children(node).map(|child| (child, ends(child))).collect();
        let certain = children.iter().map(|(_, (least, _))| *least).max()?;
        // The most that a child may be worth, and the most that any other child may be.
        let mut most = (Number::NegativeInfinity, Number::NegativeInfinity);
        for (_, (_, greatest)) in &children {
            most = (most.0.max(*greatest), most.1.max((*greatest).min(most.0)));
        }
        let is_best = |least: Number, greatest: Number| {
            let others = if greatest == most.0 { most.1 } else { most.0 };
            match (greatest < certain, least >= others) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            }
        };
        Some(children.into_iter().map(|(child, (least, greatest))| (child, is_best(least, greatest))).collect())
    }

    /// The nodes and leaves in the order in which the search entered them.
    ///
    /// Meaningful up to the place where an unknown leaf leaves the search open; see [`Self::counts`].
    pub fn sequence(&self) -> Vec<NodeId> {
        let entered = |node: &NodeId| self.entered(*node);
        if !self.record.right_to_left {
            return self.view.visible().filter(entered).collect();
        }
        let mut sequence = Vec::new();
        let mut pending = vec![NodeId::ROOT];
        while let Some(node) = pending.pop() {
            sequence.push(node);
            pending.extend(self.children(node).filter(entered));
        }
        sequence
    }

    fn number(&self, scaled: i64) -> Option<Number> {
        (scaled != OPEN).then(|| self.scale.number(scaled))
    }
}

/// The least and the greatest that each node may be worth; the greatest only where they differ.
struct Ends {
    least: Vec<i64>,
    greatest: Option<Vec<i64>>,
}

/// What a search finds: the scale of its numbers, the minimax values, and the record.
type Found = Result<(Scale, Ends, Record), (NodeId, Fault)>;

/// Searches a tree without chance nodes, on scaled numbers.
fn scaled(view: &View<'_>, settings: &Settings, known: bool) -> Found {
    let ends = [settings.window, settings.range.unwrap_or(settings.window)];
    let others: Vec<Number> =
        ends.into_iter().flat_map(|(lower, upper)| [lower, upper]).chain(view.evaluations()).collect();
    let scale = Scale::fit(view.nodes(), &others);
    let number = |number| scale.scaled(number);
    let (values, record, Scaled) = if known {
        run(view, settings, &NoChance, Scaled, number, |leaf| scale.leaf(view, leaf))?
    } else {
        run(
            view,
            settings,
            &NoChance,
            Scaled,
            |end| Interval::exactly(number(end)),
            |leaf| match view.kind(leaf) {
                Kind::Value => Interval::exactly(scale.leaf(view, leaf)),
                _ => unknown(settings, number),
            },
        )?
    };
    Ok((scale, values, record))
}

/// Searches a tree with chance nodes, on exact fractions.
fn exact<V: Weighed + Value<Number = Number>>(
    view: &View<'_>,
    settings: &Settings,
    number: impl Fn(Number) -> V,
    leaf: impl Fn(NodeId) -> V,
) -> Found {
    let (values, record, table) = run(view, settings, view, Table::default(), number, leaf)?;
    Ok((table.into_scale(), values, record))
}

/// What an unknown leaf may be worth.
fn unknown<N: Ordered>(settings: &Settings, number: impl Fn(Number) -> N) -> Interval<N> {
    let (least, greatest) = settings.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
    Interval::finite_within(number(least), number(greatest))
}

fn run<V: Value, C: Chance<V>, K: Keep<V::Number>>(
    view: &View<'_>,
    settings: &Settings,
    chance: &C,
    mut keep: K,
    number: impl Fn(Number) -> V,
    leaf: impl Fn(NodeId) -> V,
) -> Result<(Ends, Record, K), (NodeId, Fault)> {
    let fault = |stop: Stop| match stop.reason {
        StopReason::Fault(fault) => Err((stop.node, fault)),
        StopReason::Undecided => Ok(()),
    };
    let values = match minimax(view, chance, leaf) {
        Ok(values) => values,
        Err(stop) => return fault(stop).map(|()| unreachable!("minimax decides nothing")),
    };
    let window = |(alpha, beta)| Window { alpha: number(alpha), beta: number(beta) };
    let range = settings.range.map(window);
    let rules = Rules { cut: settings.cut, cutoffs: settings.cutoffs, window: window(settings.root_window()), range };
    let right_to_left = settings.order == Order::RightToLeft;
    let least = values.iter().map(|value| keep.keep(Some(value.ends().0))).collect();
    let open = values.iter().any(|value| value.known().is_none());
    let greatest = open.then(|| values.iter().map(|value| keep.keep(Some(value.ends().1))).collect());
    let mut recorder = Recorder::new(view, chance, keep, range.unwrap_or(Window::full()), right_to_left);
    let outcome = if right_to_left {
        let order = RightToLeft::new(view.nodes());
        Walk { view, values: &values, rules, order: &order, chance }.run(&mut recorder)
    } else {
        Walk { view, values: &values, rules, order: &LeftToRight, chance }.run(&mut recorder)
    };
    let complete = outcome.is_ok();
    outcome.map(|_| ()).or_else(fault)?;
    let (record, keep) = recorder.finish(complete);
    Ok((Ends { least, greatest }, record, keep))
}
