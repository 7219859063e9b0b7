//! Principal variation search, also called NegaScout (Reinefeld 1983; Marsland and Campbell 1982).
//!
//! The first child of a node is searched with the node's window. Every other child is scouted first, with a null window
//! that only asks whether it is better than the best so far. If it is, and the result lies inside the window, the child
//! is searched again for its value. As in Reinefeld's version, this is not done in the last two plies, where the result
//! of the scout is the value.

use super::AlgorithmError;
use super::board::{Board, turned, turned_window};
use super::tally::EffortTally;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

/// A node that is being searched, with its numbers as its player sees them.
struct PvsFrame {
    node: NodeId,
    player: Kind,
    window: Window<i64>,
    best: i64,
    /// Its child is being scouted with a null window.
    scouting: bool,
}

/// The fail-soft result of the root, from MAX's side.
///
/// # Errors
/// If the search takes too many steps: where every ply is searched again, the work can grow with the square of the
/// depth.
pub(super) fn search(board: &Board<'_>, tally: &mut EffortTally<'_>) -> Result<i64, AlgorithmError> {
    let mut frames: Vec<PvsFrame> = Vec::new();
    let mut node = NodeId::ROOT;
    let mut window = turned_window(board.rules.window, Kind::Max, board.kind(node));
    loop {
        tally.step()?;
        tally.enter(node);
        let player = board.kind(node);
        if !player.is_leaf() {
            frames.push(PvsFrame { node, player, window, best: i64::MIN, scouting: false });
            node = board.first(node);
            window = turned_window(window, player, player_at(board, node, player));
            continue;
        }
        let (mut result, mut seen_by) = (board.value(node), Kind::Max);
        loop {
            let Some(frame) = frames.last_mut() else {
                return Ok(turned(result, seen_by, Kind::Max));
            };
            let player = frame.player;
            if let Some((next, handed)) = frame.advance(board, tally, node, turned(result, seen_by, player)) {
                node = next;
                window = turned_window(handed, player, player_at(board, node, player));
                break;
            }
            (node, result, seen_by) = (frame.node, frame.best, player);
            frames.pop();
        }
    }
}

impl PvsFrame {
    /// Takes the result of a child. Returns the child to search next, with its window; `None` if the node is done.
    fn advance(
        &mut self,
        board: &Board<'_>,
        tally: &mut EffortTally<'_>,
        child: NodeId,
        result: i64,
    ) -> Option<(NodeId, Window<i64>)> {
        let Window { alpha, beta } = self.window;
        let within = result > alpha && !board.ends(result, beta);
        if self.scouting && within && !is_settled(board, self.player, child) {
            self.scouting = false;
            tally.search_again();
            // The scout has proved that the child is worth at least its result.
            return Some((child, Window { alpha: result, beta }));
        }
        self.best = self.best.max(result);
        let next = board.after(self.node, child).filter(|_| !board.ends(self.best, beta))?;
        self.window.alpha = alpha.max(self.best);
        let null = board.null_window(self.window.alpha);
        self.scouting = null != self.window;
        Some((next, null))
    }
}

/// The player at a node; a leaf is seen by the player at the node above.
fn player_at(board: &Board<'_>, node: NodeId, above: Kind) -> Kind {
    match board.kind(node) {
        kind if kind.is_leaf() => above,
        kind => kind,
    }
}

/// Whether a child that a scout found to be better is worth exactly what it returned: it is a leaf, or a node of the
/// other player with only leaves below it, all of which were evaluated.
fn is_settled(board: &Board<'_>, player: Kind, child: NodeId) -> bool {
    let kind = board.kind(child);
    kind.is_leaf() || (kind != player && board.view.children(child).all(|below| board.kind(below).is_leaf()))
}
