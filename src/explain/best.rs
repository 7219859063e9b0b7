//! The best moves at a node, and the best child so far before each child is searched.
//!
//! Many findings may ask about the same node, so the answers are kept: the children of a node are compared only once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use foldhash::HashMap;

use crate::model::{Order, ResolvedTree};
use crate::number::Number;
use crate::search::Search;
use crate::syntax::tree::{Kind, NodeId};

pub(crate) struct Best<'a> {
    game: &'a ResolvedTree<'a>,
    search: &'a Search<'a>,
    moves: RefCell<HashMap<NodeId, Rc<Moves>>>,
    /// For each node asked about, and each of its children: the best child before that child was searched.
    before: RefCell<HashMap<NodeId, HashMap<NodeId, NodeId>>>,
}

/// The best moves at a node, in file order; empty if they depend on unknown leaves.
#[derive(Default)]
pub(crate) struct Moves {
    pub(crate) nodes: Vec<NodeId>,
    names: OnceCell<Vec<String>>,
}

impl<'a> Best<'a> {
    pub(crate) fn new(game: &'a ResolvedTree<'a>, search: &'a Search<'a>) -> Self {
        Self { game, search, moves: RefCell::default(), before: RefCell::default() }
    }

    pub(crate) fn moves(&self, node: NodeId) -> Rc<Moves> {
        let found = || Moves { nodes: self.search.best_moves(node).unwrap_or_default(), names: OnceCell::new() };
        Rc::clone(self.moves.borrow_mut().entry(node).or_insert_with(|| Rc::new(found())))
    }

    /// The child of `parent` with the best return before `child` was searched, and that return.
    pub(crate) fn before(&self, parent: NodeId, child: NodeId) -> Option<(NodeId, Number)> {
        let mut before = self.before.borrow_mut();
        let best = *before.entry(parent).or_insert_with(|| self.best_before_each(parent)).get(&child)?;
        Some((best, self.search.fail_soft(best)?))
    }

    fn best_before_each(&self, parent: NodeId) -> HashMap<NodeId, NodeId> {
        let mut children: Vec<NodeId> = self.search.children(parent).collect();
        let backwards = match self.search.settings().order {
            Order::LeftToRight => false,
            Order::RightToLeft => true,
        };
        if backwards {
            children.reverse();
        }
        let mut best: Option<(NodeId, Number)> = None;
        let mut before = HashMap::default();
        for child in children {
            before.extend(best.map(|(best, _)| (child, best)));
            let Some(returned) = self.search.fail_soft(child) else { continue };
            let is_better = best.is_none_or(|(_, so_far)| match self.search.kind(parent) {
                // Among equal returns, the child that comes first in the file wins.
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

    /// The names of the best moves at a node; moves without a unique name are left out.
    pub(crate) fn names<'m>(&self, moves: &'m Moves) -> &'m [String] {
        let named = || moves.nodes.iter().filter_map(|node| self.game.unique_move(*node)).collect();
        moves.names.get_or_init(named)
    }
}
