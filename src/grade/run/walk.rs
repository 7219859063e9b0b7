//! The search of a run: alpha–beta, in which each answer of the student takes the place of the result of its step.

use super::answers::Answers;
use super::procedure::{Handing, Standing, Takes, WrittenValue, WrittenWindow};
use super::proven::Proven;
use super::tree::SeenTree;
use super::{Return, Step, Visit};
use crate::interrupt::Pace;
use crate::model::Returns;
use crate::number::{Fault, Number, Weight};
use crate::search::{Bound, Counts, Search, Window};
use crate::syntax::tree::NodeId;

/// The search of a tree.
pub(super) struct Walk<'r> {
    pub(super) tree: &'r SeenTree<'r>,
    pub(super) answers: &'r Answers,
    /// The right search.
    pub(super) truth: &'r Search<'r>,
    /// The values of the run, unless they are what the search returns.
    pub(super) values: Option<&'r [Option<Step<Number>>]>,
}

/// What a search did.
pub(super) struct Course {
    /// What it did at each node; `None` where it did not enter.
    pub(super) visits: Vec<Option<Visit>>,
    /// The nodes and leaves in the order in which it entered them.
    pub(super) enters: Vec<NodeId>,
    /// The leaves in the order in which it evaluated them.
    pub(super) leaves: Vec<NodeId>,
    pub(super) counts: Counts,
}

/// A node that is being searched.
struct Frame<'r> {
    node: NodeId,
    standing: Standing,
    children: &'r [(NodeId, Weight)],
    /// The window as it is written.
    window: Step<Window<Number>>,
    proven: Proven,
    /// After how many children the student has stopped, if the answers tell.
    own_stop: Option<usize>,
    /// After how many children the rule has said that the search stops.
    expected_stop: Option<usize>,
}

/// What a node or leaf tells the node above it.
struct Left {
    returned: Return,
    proven: Proven,
    /// Its window at the end.
    window: Window<Number>,
}

impl<'r> Walk<'r> {
    /// Searches the tree. Linear, and not recursive.
    ///
    /// # Errors
    /// If a sum has no exact value.
    pub(super) fn run(&self) -> Result<Course, Fault> {
        let leaves_below = self.tree.leaves();
        let mut course = Course {
            visits: vec![None; self.tree.view.nodes().len()],
            enters: Vec::new(),
            leaves: Vec::new(),
            counts: Counts { pruned: Some(0), ..Counts::default() },
        };
        let mut pace = Pace::default();
        let mut frames: Vec<Frame<'r>> = Vec::new();
        let mut root = self.tree.procedure.window;
        let (mut node, mut handed) = (NodeId::ROOT, root);
        loop {
            pace.step();
            course.enters.push(node);
            course.counts.nodes += 1;
            let window = self.window(node, handed);
            let entry = self.entry(handed, window);
            if frames.is_empty() {
                root = entry;
            }
            let mut left = match self.tree.takes(node) {
                Some(takes) => {
                    let frame = self.open(node, takes, window, entry);
                    let first = frame.children.first().copied();
                    frames.push(frame);
                    let Some(first) = first else { unreachable!("every node has a child that may be searched") };
                    (node, handed) = self.child(&frames, root, first)?;
                    continue;
                }
                None => self.evaluate(&mut course, node, window, entry),
            };
            loop {
                let Some(mut frame) = frames.pop() else { return Ok(course) };
                let searched = self.add(&mut frame, &left)?;
                let remaining = &frame.children[searched..];
                if !remaining.is_empty() && !self.stops(&mut frame, frames.last())? {
                    let next = frame.children[searched];
                    frames.push(frame);
                    (node, handed) = self.child(&frames, root, next)?;
                    break;
                }
                let skipped = &frame.children[searched..];
                course.counts.cutoffs += u64::from(!skipped.is_empty());
                course.counts.branches += skipped.len() as u64;
                let leaves: u64 = skipped.iter().map(|(child, _)| leaves_below[child.index()]).sum();
                course.counts.pruned = course.counts.pruned.map(|pruned| pruned + leaves);
                left = self.leave(&mut course, frame)?;
            }
        }
    }

    /// The window as it is written at a node, if it is written when the search enters.
    fn window(&self, node: NodeId, handed: Window<Number>) -> Step<Window<Number>> {
        Step { expected: handed, own: self.answers.windows.get(&node).copied().unwrap_or(handed) }
    }

    /// The window that a node begins with.
    fn entry(&self, handed: Window<Number>, written: Step<Window<Number>>) -> Window<Number> {
        match self.tree.procedure.written_window {
            WrittenWindow::AtEntry => written.own,
            WrittenWindow::AtEnd => handed,
        }
    }

    fn open(&self, node: NodeId, takes: Takes, window: Step<Window<Number>>, entry: Window<Number>) -> Frame<'r> {
        let kind = self.tree.view.kind(node);
        let children = self.tree.children(node);
        let own_stop = self.answers.skips.get(&node).and_then(|skipped| self.tree.stop(children, skipped));
        Frame {
            node,
            standing: self.tree.procedure.open(kind, takes, node == NodeId::ROOT, entry),
            children,
            window,
            proven: Proven::nothing(),
            own_stop: own_stop.filter(|searched| *searched > 0),
            expected_stop: None,
        }
    }

    fn evaluate(&self, course: &mut Course, leaf: NodeId, window: Step<Window<Number>>, entry: Window<Number>) -> Left {
        course.leaves.push(leaf);
        course.counts.leaves += 1;
        let number = self.tree.number(leaf);
        let expected = self.result(entry, number, Some(Bound::Exact), true);
        let own = self.own(leaf, expected);
        course.visits[leaf.index()] = Some(Visit { window, entry, returned: Step { expected, own }, stop: None });
        Left { returned: own, proven: self.proven(expected, own, Proven::point(number)), window: entry }
    }

    /// The child to search next, with the window that it is handed.
    fn child(
        &self,
        frames: &[Frame<'_>],
        root: Window<Number>,
        (child, weight): (NodeId, Weight),
    ) -> Result<(NodeId, Window<Number>), Fault> {
        let Some(Frame { standing, .. }) = frames.last() else { unreachable!("a child has a node above it") };
        let takes = self.tree.takes(child);
        Ok((child, self.tree.procedure.handed(&self.tree.view, root, standing, takes, weight)?))
    }

    /// Adds what the child that was left last has returned. Returns how many children have been searched.
    fn add(&self, frame: &mut Frame<'_>, left: &Left) -> Result<usize, Fault> {
        let standing = &mut frame.standing;
        if self.tree.procedure.handing == Handing::Leaking {
            standing.current = left.window;
        }
        let (_, weight) = frame.children[standing.searched];
        self.tree.procedure.add(standing, weight, left.returned.passed)?;
        frame.proven.join(standing.takes, weight, left.proven);
        Ok(standing.searched)
    }

    /// Whether the search of a node stops although children remain.
    fn stops(&self, frame: &mut Frame<'_>, above: Option<&Frame<'_>>) -> Result<bool, Fault> {
        let searched = frame.standing.searched;
        let above = above.map(|above| &above.standing);
        if frame.expected_stop.is_none() && self.tree.procedure.stops(&frame.standing, above)? {
            frame.expected_stop = Some(searched);
        }
        Ok(frame.own_stop.or(frame.expected_stop) == Some(searched))
    }

    fn leave(&self, course: &mut Course, mut frame: Frame<'_>) -> Result<Left, Fault> {
        let Frame { node, standing, .. } = frame;
        let count = frame.children.len();
        let mut result = standing.result.unwrap_or(Number::ZERO);
        if standing.searched < count {
            let rest = self.tree.procedure.range.unwrap_or(Window::full());
            frame.proven.join(standing.takes, standing.rest, Proven::within(rest));
            if standing.takes == Takes::Mean {
                result = self.tree.procedure.star1(&standing)?.unwrap_or(result);
            }
        }
        let bound = frame.proven.bound(result, self.tree.procedure.fails(standing.entry, result));
        let expected = self.result(standing.entry, result, bound, false);
        let own = self.own(node, expected);
        let window = match self.tree.procedure.written_window {
            WrittenWindow::AtEntry => frame.window,
            WrittenWindow::AtEnd => self.window(node, standing.current),
        };
        let stop = Step { expected: frame.expected_stop.unwrap_or(count), own: standing.searched };
        let visit = Visit { window, entry: standing.entry, returned: Step { expected, own }, stop: Some(stop) };
        course.visits[node.index()] = Some(visit);
        Ok(Left { returned: own, proven: self.proven(expected, own, frame.proven), window: standing.current })
    }

    /// What the search of a node or leaf returns.
    fn result(&self, entry: Window<Number>, result: Number, bound: Option<Bound>, is_leaf: bool) -> Return {
        let (failed_low, failed_high) = self.tree.procedure.fails(entry, result);
        let within = result.max(entry.alpha).min(entry.beta);
        let shown = match self.tree.procedure.returns {
            Returns::FailHard if !is_leaf => within,
            Returns::FailSoft | Returns::FailHard => result,
        };
        let passed = match self.tree.procedure.written_value {
            WrittenValue::ReturnedWithinWindow if !is_leaf => within,
            _ => result,
        };
        let bound = match bound {
            Some(Bound::Exact) if shown > result => Some(Bound::Upper),
            Some(Bound::Exact) if shown < result => Some(Bound::Lower),
            other => other,
        };
        Return { passed, shown, bound, failed_low, failed_high }
    }

    /// What the student lets a node return: the answer about the return; or that about the value, if it is a slip.
    fn own(&self, node: NodeId, expected: Return) -> Return {
        if let Some(claimed) = self.answers.returns.get(&node) {
            return if expected.accepts(*claimed) { expected } else { Return::claimed(*claimed) };
        }
        let Some(value) = self.answers.values.get(&node).copied() else { return expected };
        let is_slip = match self.values {
            Some(values) => {
                let carried_on = values[node.index()].map(|value| value.expected);
                Some(value) != carried_on && Some(value) != self.truth.value(node)
            }
            None => value != expected.passed,
        };
        if is_slip { Return::exactly(value) } else { expected }
    }

    /// What the student takes for proven about a node.
    fn proven(&self, expected: Return, own: Return, proven: Proven) -> Proven {
        if own == expected {
            return proven;
        }
        let Window { alpha, beta } = self.tree.procedure.range.unwrap_or(Window::full());
        match own.bound {
            Some(Bound::Upper) => Proven::within(Window { alpha, beta: own.passed }),
            Some(Bound::Lower) => Proven::within(Window { alpha: own.passed, beta }),
            _ => Proven::point(own.passed),
        }
    }
}
