//! Reads a search of a whole region at a sample: for certain values of the unknown leaves.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::number::Number;
use crate::search::Search;
use crate::search::values::shape::Shape;
use crate::search::walk::window::Window;
use crate::syntax::tree::NodeId;

/// The sample, and the minimax values that depend on it.
#[derive(Debug)]
pub(crate) struct Filling {
    /// The minimax values that depend on the unknowns.
    dependent: Rc<HashMap<NodeId, Shape>>,
    /// The values of the unknowns; empty until a sample is chosen.
    point: Vec<Number>,
    /// Whether a requested number had too many digits.
    out_of_reach: Cell<bool>,
}

impl Filling {
    pub(crate) fn new(dependent: Rc<HashMap<NodeId, Shape>>) -> Self {
        Self { dependent, point: Vec::new(), out_of_reach: Cell::new(false) }
    }

    /// The value of a node that depends on the unknowns.
    pub(crate) fn value(&self, node: NodeId) -> Option<Number> {
        self.dependent.get(&node).map(|shape| self.number(*shape))
    }

    /// The value of a shape; 0 if it has too many digits, which is remembered.
    pub(crate) fn number(&self, shape: Shape) -> Number {
        shape.at(&self.point).unwrap_or_else(|| {
            self.out_of_reach.set(true);
            Number::ZERO
        })
    }
}

/// Methods for searches of a region only.
impl Search<'_> {
    /// From now on, answers for these values of the unknowns.
    pub fn sample_at(&mut self, point: Vec<Number>) {
        self.fewest = OnceCell::new();
        if let Some(filling) = &mut self.filling {
            filling.point = point;
        }
    }

    /// The minimax value of a node as a function of an unknown.
    pub fn value_shape(&self, node: NodeId) -> Shape {
        let dependent = self.filling.as_ref().and_then(|filling| filling.dependent.get(&node));
        dependent.copied().unwrap_or_else(|| Shape::constant(self.ends(node).0))
    }

    /// The entry window of a node as functions of unknowns; `None` if it was not entered.
    pub fn window_shape(&self, node: NodeId) -> Option<Window<Shape>> {
        let record = self.record();
        let visit = record.visits.at(node)?;
        Some(Window { alpha: record.shape(visit.alpha)?, beta: record.shape(visit.beta)? })
    }

    /// What a fail-soft search returns, as a function of an unknown; `None` if it did not enter the node.
    pub fn fail_soft_shape(&self, node: NodeId) -> Option<Shape> {
        let record = self.record();
        record.shape(record.visits.at(node)?.returned)
    }

    /// Whether a requested number had too many digits; then the answers so far mean nothing.
    pub fn is_out_of_reach(&self) -> bool {
        self.filling.as_ref().is_some_and(|filling| filling.out_of_reach.get())
    }
}
