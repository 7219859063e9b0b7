//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): null windows only, each pass a test of the last result.
//!
//! A pass asks whether the root is worth at least a guess, and returns a bound. The bound is the next guess, until the
//! bounds meet. As in the literature the passes share a memory of the bounds that were proved for each node, so a node
//! that they decide is not searched again. The first guess is 0, or the number in `range` that is nearest to it.

use super::AlgorithmError;
use super::board::Board;
use super::tally::EffortTally;
use crate::number::Number;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

/// The proved bounds on the value of each node.
struct Memory(Vec<Window<i64>>);

/// A node that is being tested, with the best result of its children so far.
struct TestFrame {
    node: NodeId,
    kind: Kind,
    best: i64,
}

/// The value of the root.
///
/// # Errors
/// If the search takes too many steps: there may be as many passes as different values, each through the whole tree.
pub(super) fn search(board: &Board<'_>, tally: &mut EffortTally<'_>) -> Result<i64, AlgorithmError> {
    let mut memory = Memory(vec![Window::full(); board.view.nodes().len()]);
    let Window { alpha: mut lower, beta: mut upper } = board.rules.window;
    let mut guess = board.scale.scaled(Number::ZERO).clamp(lower, upper);
    loop {
        // A test of the lower bound itself would ask what is known already.
        let tested = if !board.finds_equal() && guess == lower { guess + 1 } else { guess };
        let result = memory.test(board, tally, tested)?;
        if result >= tested {
            lower = result;
        }
        if result < tested || (board.finds_equal() && result == tested) {
            upper = result;
        }
        if lower >= upper {
            return Ok(result);
        }
        guess = result;
        tally.search_again();
    }
}

impl Memory {
    /// One pass: whether the root is worth at least `tested`. Returns a fail-soft bound on one side of it. Under
    /// `cut alpha > beta` the pass can also find that the root is worth exactly `tested`.
    fn test(&mut self, board: &Board<'_>, tally: &mut EffortTally<'_>, tested: i64) -> Result<i64, AlgorithmError> {
        let mut frames: Vec<TestFrame> = Vec::new();
        let mut node = NodeId::ROOT;
        loop {
            tally.step()?;
            let mut result = match self.recall(node, board, tested) {
                Some(bound) => bound,
                None => {
                    tally.enter(node);
                    let kind = board.kind(node);
                    if !kind.is_leaf() {
                        let best = if kind == Kind::Max { i64::MIN } else { i64::MAX };
                        frames.push(TestFrame { node, kind, best });
                        node = board.first(node);
                        continue;
                    }
                    let value = board.value(node);
                    self.0[node.index()] = Window { alpha: value, beta: value };
                    value
                }
            };
            loop {
                let Some(frame) = frames.last_mut() else {
                    return Ok(result);
                };
                let ends = match frame.kind {
                    Kind::Max => {
                        frame.best = frame.best.max(result);
                        board.ends(frame.best, tested)
                    }
                    _ => {
                        frame.best = frame.best.min(result);
                        frame.best < tested
                    }
                };
                if let Some(next) = board.after(frame.node, node).filter(|_| !ends) {
                    node = next;
                    break;
                }
                (node, result) = (frame.node, frame.best);
                self.remember(node, board, tested, result);
                frames.pop();
            }
        }
    }

    /// The bound that decides a test without a search, if there is one.
    fn recall(&self, node: NodeId, board: &Board<'_>, tested: i64) -> Option<i64> {
        let Window { alpha: lower, beta: upper } = self.0[node.index()];
        if board.ends(lower, tested) || lower == upper {
            return Some(lower);
        }
        (upper < tested).then_some(upper)
    }

    /// Remembers what a test has proved about a node.
    fn remember(&mut self, node: NodeId, board: &Board<'_>, tested: i64, result: i64) {
        let known = &mut self.0[node.index()];
        if result >= tested {
            known.alpha = result;
        }
        if result < tested || (board.finds_equal() && result == tested) {
            known.beta = result;
        }
    }
}
