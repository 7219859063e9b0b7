//! Looking at a search of a whole region where the unknown leaves have certain values.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::number::Number;
use crate::search::Search;
use crate::search::values::shape::Shape;
use crate::search::walk::window::Window;
use crate::syntax::tree::NodeId;

/// The values of the unknown leaves that are looked at, and what depends on them.
#[derive(Debug)]
pub(crate) struct Filling {
    /// The minimax values that depend on the unknowns.
    dependent: Rc<HashMap<NodeId, Shape>>,
    /// The values of the unknowns; none as long as nothing is looked at.
    point: Vec<Number>,
    /// A number that was asked for has too many digits.
    out_of_reach: Cell<bool>,
}

impl Filling {
    pub(crate) fn new(dependent: Rc<HashMap<NodeId, Shape>>) -> Self {
        Self { dependent, point: Vec::new(), out_of_reach: Cell::new(false) }
    }

    /// Whether the value of a node depends on the unknowns.
    pub(crate) fn concerns(&self, node: NodeId) -> bool {
        self.dependent.contains_key(&node)
    }

    /// The value of a node that depends on the unknowns.
    pub(crate) fn value(&self, node: NodeId) -> Option<Number> {
        self.dependent.get(&node).map(|shape| self.number(*shape))
    }

    /// What a shape is worth; 0 where that has too many digits, which is remembered.
    pub(crate) fn number(&self, shape: Shape) -> Number {
        shape.at(&self.point).unwrap_or_else(|| {
            self.out_of_reach.set(true);
            Number::ZERO
        })
    }
}

/// What can be asked of a search of a region; of other searches it is not asked.
impl Search<'_> {
    /// Looks at the search from now on where the unknowns have these values.
    pub fn sample_at(&mut self, point: Vec<Number>) {
        self.fewest = OnceCell::new();
        if let Some(filling) = &mut self.filling {
            filling.point = point;
        }
    }

    /// The minimax value of a node as it depends on the unknowns.
    pub fn value_shape(&self, node: NodeId) -> Shape {
        let dependent = self.filling.as_ref().and_then(|filling| filling.dependent.get(&node));
        dependent.copied().unwrap_or_else(|| Shape::constant(self.ends(node).0))
    }

    /// The entry window of a node as it depends on the unknowns; `None` where it was not entered.
    pub fn window_shape(&self, node: NodeId) -> Option<Window<Shape>> {
        let alpha = self.numbers.shape(self.record.alpha[node.index()])?;
        let beta = self.numbers.shape(self.record.beta[node.index()])?;
        Some(Window { alpha, beta })
    }

    /// What a fail-soft search returns, as it depends on the unknowns; `None` where it did not enter.
    pub fn fail_soft_shape(&self, node: NodeId) -> Option<Shape> {
        self.numbers.shape(self.record.returned[node.index()])
    }

    /// Whether a number that was asked for has too many digits to be held: then what was said means nothing.
    pub fn is_out_of_reach(&self) -> bool {
        self.filling.as_ref().is_some_and(|filling| filling.out_of_reach.get())
    }
}
