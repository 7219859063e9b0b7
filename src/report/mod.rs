//! The answer of a tree as people and programs read it: value, best moves, principal variation, what was searched.

mod draw;
mod human;
mod json;
mod paint;
pub mod trace;

pub use draw::draw;
pub use human::to_text;
pub use json::to_json;

use crate::model::{Cut, Cutoffs, Game, Order, Returns, Settings};
use crate::number::Number;
use crate::search::{Obstacle, Search};
use crate::syntax::tree::{Kind, NodeId};

/// How a tree is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Every leaf is looked up; there are no windows.
    Minimax,
    /// The search that the settings describe.
    #[default]
    AlphaBeta,
}

impl Algorithm {
    /// The name of the algorithm.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
        }
    }
}

/// What is to be set otherwise than the file says.
#[derive(Clone, Copy, Debug, Default)]
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
    /// The settings of a tree with these changes.
    pub fn apply(&self, settings: &Settings) -> Settings {
        let mut changed = Settings {
            cut: self.cut.unwrap_or(settings.cut),
            returns: self.returns.unwrap_or(settings.returns),
            order: self.order.unwrap_or(settings.order),
            cutoffs: self.cutoffs.unwrap_or(settings.cutoffs),
            window: self.window.unwrap_or(settings.window),
            range: settings.range,
            depth: self.depth.or(settings.depth),
            window_span: if self.window.is_some() { None } else { settings.window_span },
        };
        if self.algorithm == Algorithm::Minimax {
            changed.cutoffs = Cutoffs::None;
            changed.window = Settings::default().window;
        }
        changed
    }
}

/// A tree with its evaluation, from which every report is made.
pub struct Answer<'a> {
    game: &'a Game<'a>,
    search: Search<'a>,
    algorithm: Algorithm,
}

/// A child with its place among its siblings, counted from 0.
#[derive(Clone, Copy)]
struct Move {
    child: NodeId,
    place: usize,
}

impl<'a> Answer<'a> {
    /// Evaluates a tree under `settings`, which are the game's own or changed by [`Overrides`].
    ///
    /// # Errors
    /// As for [`Search::new`].
    pub fn new(game: &'a Game<'a>, settings: &'a Settings, algorithm: Algorithm) -> Result<Self, Obstacle> {
        let search = Search::new(game, settings)?;
        Ok(Self { game, search, algorithm })
    }

    /// Whether the tree has an answer: nothing about it depends on an unknown leaf.
    pub fn is_complete(&self) -> bool {
        self.search.value(NodeId::ROOT).is_some() && self.search.counts().is_some()
    }

    fn title(&self) -> Option<String> {
        self.game.tree.title.map(|title| self.game.name_at(title).into_owned())
    }

    /// How many leaves the tree has; `None` where `...` hides some.
    fn total_leaves(&self) -> Option<u64> {
        let leaves = || self.search.visible().map(|node| self.search.kind(node)).filter(|kind| kind.is_leaf());
        leaves().all(|kind| kind != Kind::Elided).then(|| leaves().count() as u64)
    }

    fn moves_at(&self, node: NodeId) -> impl Iterator<Item = Move> {
        self.search.children(node).enumerate().map(|(place, child)| Move { child, place })
    }

    /// The best moves at a node; none where nobody moves, `None` where an unknown leaf leaves them open.
    fn best_moves(&self, node: NodeId) -> Option<Vec<Move>> {
        if !matches!(self.search.kind(node), Kind::Max | Kind::Min) {
            return Some(Vec::new());
        }
        let best = self.search.best_moves(node)?;
        Some(self.moves_at(node).filter(|step| best.binary_search(&step.child).is_ok()).collect())
    }

    /// The first best move at each step, down to a leaf, the depth limit or a chance node; `None` where an unknown leaf
    /// leaves it open.
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
