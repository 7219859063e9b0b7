//! SSS* (Stockman 1979): best first, in the space of MAX's strategies.
//!
//! A list holds the open states. Each is a node that is alive or solved, with its merit: the most that a strategy of
//! MAX can still reach there. The state with the greatest merit comes next, among equals the leftmost. Stockman's six
//! cases are distinguished here by the player above a node, so the players need not take turns.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::board::Board;
use super::tally::EffortTally;
use crate::syntax::tree::{Kind, NodeId};

/// A place in the order of the search: 0 for the root, and less the further left.
type Rank = u32;

/// A state: its merit, its rank, and its node, which is solved or still alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    merit: i64,
    rank: Reverse<Rank>,
    solved: bool,
    node: NodeId,
}

/// The states that wait. A purged state stays in the heap until its turn, and is then skipped.
#[derive(Default)]
struct OpenList {
    heap: BinaryHeap<State>,
    waiting: BTreeMap<Rank, State>,
}

impl OpenList {
    fn push(&mut self, state: State) {
        self.heap.push(state);
        self.waiting.insert(state.rank.0, state);
    }

    fn pop(&mut self) -> Option<State> {
        while let Some(state) = self.heap.pop() {
            if self.waiting.get(&state.rank.0) == Some(&state) {
                self.waiting.remove(&state.rank.0);
                return Some(state);
            }
        }
        None
    }

    /// Removes every state from one rank up to another.
    fn purge(&mut self, from: Rank, to: Rank) {
        while let Some((rank, _)) = self.waiting.range(from..to).next() {
            let rank = *rank;
            self.waiting.remove(&rank);
        }
    }
}

/// A node's place in the order of the search, and the node above it.
struct Place {
    rank: Rank,
    parent: NodeId,
}

/// The value of the root. Each node is alive once and solved once, so the work for n nodes is O(n log n).
pub(super) fn search(board: &Board<'_>, tally: &mut EffortTally<'_>) -> i64 {
    let places = places(board);
    let state = |node: NodeId, solved, merit| State { merit, rank: Reverse(places[node.index()].rank), solved, node };
    let mut open = OpenList::default();
    open.push(state(NodeId::ROOT, false, board.rules.window.beta));
    while let Some(State { merit, node, solved, .. }) = open.pop() {
        // No strategy reaches more than this, and no value is less.
        if merit <= board.rules.window.alpha {
            return merit;
        }
        if !solved {
            tally.enter(node);
            match board.kind(node) {
                Kind::Max => {
                    let mut child = Some(board.first(node));
                    while let Some(alive) = child {
                        open.push(state(alive, false, merit));
                        child = board.after(node, alive);
                    }
                }
                Kind::Min => open.push(state(board.first(node), false, merit)),
                _ => open.push(state(node, true, merit.min(board.value(node)))),
            }
            continue;
        }
        if node == NodeId::ROOT {
            return merit;
        }
        let parent = places[node.index()].parent;
        if board.kind(parent) == Kind::Max {
            // No other child can be worth more.
            let first = places[parent.index()].rank;
            open.purge(first, first + size(board, parent));
            open.push(state(parent, true, merit));
        } else {
            let next = board.after(parent, node);
            open.push(next.map_or_else(|| state(parent, true, merit), |next| state(next, false, merit)));
        }
    }
    unreachable!("the root is solved before nothing is open")
}

/// How many ranks a subtree takes up. Hidden nodes count as well; nobody uses their ranks.
fn size(board: &Board<'_>, node: NodeId) -> Rank {
    Rank::try_from(board.view.nodes().end(node).index() - node.index()).expect("as many as nodes")
}

/// The place of every node, found by a walk in the order of the search.
fn places(board: &Board<'_>) -> Vec<Place> {
    let unplaced = || Place { rank: 0, parent: NodeId::ROOT };
    let mut places: Vec<Place> = board.view.nodes().all().map(|_| unplaced()).collect();
    let (mut node, mut rank) = (NodeId::ROOT, 0);
    loop {
        places[node.index()].rank = rank;
        if !board.kind(node).is_leaf() {
            let first = board.first(node);
            places[first.index()].parent = node;
            (node, rank) = (first, rank + 1);
            continue;
        }
        rank += size(board, node);
        loop {
            if node == NodeId::ROOT {
                return places;
            }
            let parent = places[node.index()].parent;
            if let Some(next) = board.after(parent, node) {
                places[next.index()].parent = parent;
                node = next;
                break;
            }
            node = parent;
        }
    }
}
