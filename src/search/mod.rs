//! Minimax, alpha–beta and the critical tree.

mod alpha_beta;
mod fewest;
mod minimax;
mod order;
mod record;
mod scale;
mod value;

pub use alpha_beta::{Listener, Rules, Undecided, Window, alpha_beta};
pub use fewest::fewest_leaves;
pub use minimax::minimax;
pub use order::{LeftToRight, RightToLeft, SiblingOrder};
pub use record::{Bound, Counts, Cutoff, Fate};
pub use scale::Scale;
pub use value::{Interval, OPEN, Value};

use crate::model::{Game, Order, Returns, Settings};
use crate::number::Number;
use crate::syntax::tree::{Kind, NodeId, Nodes};
use record::{Record, Recorder};

/// The minimax values of a tree and the course of the search through it.
pub struct Search<'g> {
    nodes: &'g Nodes,
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
    pub fn of(game: &'g Game<'_>) -> Self {
        Self::new(game.nodes(), &game.settings)
    }

    /// Evaluates a tree and searches it under the given settings. Linear in its nodes.
    pub fn new(nodes: &'g Nodes, settings: &'g Settings) -> Self {
        let (alpha, beta) = settings.window;
        let scale = Scale::fit(nodes, &[alpha, beta]);
        let known = nodes.all().all(|node| matches!(nodes.kind(node), Kind::Max | Kind::Min | Kind::Value));
        let (values, record) = if known {
            run(nodes, settings, &scale, |value| value, |leaf| scale.leaf(nodes, leaf))
        } else {
            run(nodes, settings, &scale, Interval::exactly, |leaf| match nodes.kind(leaf) {
                Kind::Value => Interval::exactly(scale.leaf(nodes, leaf)),
                _ => Interval::any_finite(),
            })
        };
        let Ends { least, greatest } = values;
        Self { nodes, settings, scale, least, greatest, record }
    }

    /// The minimax value of a node; `None` where unknown leaves leave it open.
    pub fn value(&self, node: NodeId) -> Option<Number> {
        let (least, greatest) = self.ends(node);
        (least == greatest).then(|| self.scale.number(least))
    }

    /// The least and the greatest that a node may be worth, scaled.
    fn ends(&self, node: NodeId) -> (i64, i64) {
        let least = self.least[node.index()];
        (least, self.greatest.as_ref().map_or(least, |greatest| greatest[node.index()]))
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
        if self.settings.returns == Returns::FailSoft || self.nodes.kind(node).is_leaf() {
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
            Fate::Skipped | Fate::Open => None,
        }
    }

    /// The window at the end of the node's search: MAX [max(α, r), β], MIN mirrored; a leaf's is its entry window.
    pub fn final_window(&self, node: NodeId) -> Option<Window<Number>> {
        let Window { alpha, beta } = self.window(node)?;
        let result = self.fail_soft(node)?;
        Some(match self.nodes.kind(node) {
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

    /// The best moves at an interior node: every child that is worth as much as the node. `None` where unknown leaves
    /// leave open of some child whether it is one.
    pub fn best_moves(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let at_max = self.nodes.kind(node) == Kind::Max;
        // Seen from MIN, less is better: both ends change places and signs.
        let ends = |child: NodeId| match self.ends(child) {
            (least, greatest) if at_max => (least, greatest),
            (least, greatest) => (!greatest, !least),
        };
        let children = || self.nodes.children(node).map(|child| (child, ends(child)));
        let certain = children().map(|(_, (least, _))| least).max()?;
        // The most that a child may be worth, and the most that any other child may be.
        let mut most = (i64::MIN, i64::MIN);
        for (_, (_, greatest)) in children() {
            most = (most.0.max(greatest), most.1.max(greatest.min(most.0)));
        }
        let mut best = Vec::new();
        for (child, (least, greatest)) in children() {
            let others = if greatest == most.0 { most.1 } else { most.0 };
            if greatest < certain {
                continue;
            }
            if least < others {
                return None;
            }
            best.push(child);
        }
        Some(best)
    }

    /// The nodes and leaves in the order in which the search entered them.
    ///
    /// Meaningful up to the place where an unknown leaf leaves the search open; see [`Self::counts`].
    pub fn sequence(&self) -> Vec<NodeId> {
        let entered = |node: &NodeId| self.entered(*node);
        if !self.record.right_to_left {
            return self.nodes.all().filter(entered).collect();
        }
        let mut sequence = Vec::new();
        let mut pending = vec![NodeId::ROOT];
        while let Some(node) = pending.pop() {
            sequence.push(node);
            pending.extend(self.nodes.children(node).filter(entered));
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

fn run<V: Value>(
    nodes: &Nodes,
    settings: &Settings,
    scale: &Scale,
    exactly: impl Fn(i64) -> V,
    leaf: impl Fn(NodeId) -> V,
) -> (Ends, Record) {
    let values = minimax(nodes, leaf);
    let (alpha, beta) = settings.window;
    let window = Window { alpha: exactly(scale.scaled(alpha)), beta: exactly(scale.scaled(beta)) };
    let rules = Rules { cut: settings.cut, cutoffs: settings.cutoffs, window };
    let right_to_left = settings.order == Order::RightToLeft;
    let mut recorder = Recorder::new(nodes, right_to_left);
    let outcome = if right_to_left {
        alpha_beta(nodes, &values, &rules, &RightToLeft::new(nodes), &mut recorder)
    } else {
        alpha_beta(nodes, &values, &rules, &LeftToRight, &mut recorder)
    };
    let record = recorder.finish(outcome.is_ok());
    let least = values.iter().map(|value| value.ends().0).collect();
    let greatest = values.iter().any(|value| value.known() == OPEN);
    let greatest = greatest.then(|| values.iter().map(|value| value.ends().1).collect());
    (Ends { least, greatest }, record)
}
