//! Negamax (Knuth and Moore 1975): alpha–beta seen from the player to move, so that every player wants the most.
//!
//! A result is turned around only where the player changes: a player who moves twice in a row sees it unchanged.

use super::board::{Board, turned, turned_window};
use super::tally::EffortTally;
use crate::model::Cutoffs;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

/// A node that is being searched, with its numbers as its player sees them.
struct NegamaxFrame {
    node: NodeId,
    player: Kind,
    window: Window<i64>,
    best: i64,
}

/// The fail-soft result of the root, from MAX's side. Enters the same nodes as alpha–beta, each once.
pub(super) fn search(board: &Board<'_>, tally: &mut EffortTally<'_>) -> i64 {
    let mut frames: Vec<NegamaxFrame> = Vec::new();
    let mut node = NodeId::ROOT;
    let mut window = turned_window(board.rules.window, Kind::Max, board.kind(node));
    loop {
        tally.enter(node);
        let player = board.kind(node);
        if !player.is_leaf() {
            let frame = NegamaxFrame { node, player, window, best: i64::MIN };
            node = board.first(node);
            window = child_window(board, &frame, node);
            frames.push(frame);
            continue;
        }
        // Nobody moves at a leaf: its value is written from MAX's side.
        let (mut result, mut seen_by) = (board.value(node), Kind::Max);
        loop {
            let Some(frame) = frames.last_mut() else {
                return turned(result, seen_by, Kind::Max);
            };
            frame.best = frame.best.max(turned(result, seen_by, frame.player));
            let ends = match board.rules.cutoffs {
                Cutoffs::Deep | Cutoffs::Shallow => board.ends(frame.best, frame.window.beta),
                Cutoffs::None => false,
            };
            if let Some(next) = board.after(frame.node, node).filter(|_| !ends) {
                frame.window.alpha = frame.window.alpha.max(frame.best);
                node = next;
                window = child_window(board, frame, node);
                break;
            }
            (node, result, seen_by) = (frame.node, frame.best, frame.player);
            frames.pop();
        }
    }
}

/// The window that a node hands to a child, as the child's player sees it.
fn child_window(board: &Board<'_>, frame: &NegamaxFrame, child: NodeId) -> Window<i64> {
    let player = frame.player;
    let other = match board.kind(child) {
        kind if kind.is_leaf() => player,
        kind => kind,
    };
    let window = match board.rules.cutoffs {
        Cutoffs::Deep => frame.window,
        Cutoffs::None => turned_window(board.rules.window, Kind::Max, player),
        Cutoffs::Shallow if other == player => frame.window,
        Cutoffs::Shallow => {
            let widest = turned_window(board.rules.range.unwrap_or(Window::full()), Kind::Max, player);
            Window { beta: widest.beta, ..frame.window }
        }
    };
    turned_window(window, player, other)
}
