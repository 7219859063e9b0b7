//! What is best at a node, and what was best there before one of its children was searched.
//!
//! Many findings may ask for the same node, so all of its children are looked at only once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use foldhash::HashMap;

use crate::model::{Game, Order};
use crate::number::Number;
use crate::search::Search;
use crate::syntax::tree::{Kind, NodeId};

pub(super) struct Best<'a> {
    game: &'a Game<'a>,
    search: &'a Search<'a>,
    moves: RefCell<HashMap<NodeId, Rc<Moves>>>,
    /// For each node that was asked for: for each child the one before it that had returned the best.
    before: RefCell<HashMap<NodeId, HashMap<NodeId, NodeId>>>,
}

/// The best moves at a node, in the order of the file; none where unknown leaves leave them open.
#[derive(Default)]
pub(super) struct Moves {
    pub(super) nodes: Vec<NodeId>,
    names: OnceCell<Vec<String>>,
}

impl<'a> Best<'a> {
    pub(super) fn new(game: &'a Game<'a>, search: &'a Search<'a>) -> Self {
        Self { game, search, moves: RefCell::default(), before: RefCell::default() }
    }

    pub(super) fn moves(&self, node: NodeId) -> Rc<Moves> {
        let found = || Moves { nodes: self.search.best_moves(node).unwrap_or_default(), names: OnceCell::new() };
        Rc::clone(self.moves.borrow_mut().entry(node).or_insert_with(|| Rc::new(found())))
    }

    /// The child of `parent` that had returned the best before `child` was searched, and what that is.
    pub(super) fn before(&self, parent: NodeId, child: NodeId) -> Option<(NodeId, Number)> {
        let mut before = self.before.borrow_mut();
        let best = *before.entry(parent).or_insert_with(|| self.best_before_each(parent)).get(&child)?;
        Some((best, self.search.fail_soft(best)?))
    }

    fn best_before_each(&self, parent: NodeId) -> HashMap<NodeId, NodeId> {
        let mut children: Vec<NodeId> = self.search.children(parent).collect();
        let backwards = self.search.settings().order == Order::RightToLeft;
        if backwards {
            children.reverse();
        }
        let mut best: Option<(NodeId, Number)> = None;
        let mut before = HashMap::default();
        for child in children {
            before.extend(best.map(|(best, _)| (child, best)));
            let Some(returned) = self.search.fail_soft(child) else { continue };
            let is_better = best.is_none_or(|(_, so_far)| match self.search.kind(parent) {
                // Of those that returned the same it is the first in the file.
                _ if returned == so_far => backwards,
                Kind::Max => returned > so_far,
                _ => returned < so_far,
            });
            if is_better {
                best = Some((child, returned));
            }
        }
        before
    }

    /// What the best moves at a node are called, those that have a name of their own.
    pub(super) fn names<'m>(&self, moves: &'m Moves) -> &'m [String] {
        let named = || moves.nodes.iter().filter_map(|node| self.game.unique_move(*node)).collect();
        moves.names.get_or_init(named)
    }
}
