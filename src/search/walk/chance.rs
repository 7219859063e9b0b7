//! Chance nodes: weighted sums, and the windows and cutoffs of Star1 (Ballard 1983).

use super::view::View;
use super::window::Window;
use crate::number::{Fault, Weight};
use crate::search::values::value::Weighed;
use crate::syntax::tree::NodeId;

/// The arithmetic of chance nodes, for the searches that need it.
pub trait Chance<V> {
    /// The weight of a child.
    fn weight(&self, child: NodeId) -> Weight;
    /// `sum + weight · value`
    fn add(&self, sum: Option<V>, weight: Weight, value: V) -> Result<V, Fault>;
    /// The window of the next child of `node`, if the child has this `weight` and all values lie in `range`.
    fn child_window(&self, node: &Sum<V>, weight: Weight, range: Window<V>) -> Result<Window<V>, Fault>;
}

/// A chance node that is being searched.
#[derive(Clone, Copy, Debug)]
pub struct Sum<V> {
    /// Its entry window.
    pub window: Window<V>,
    /// The weighted sum of the children searched so far; `None` before the first.
    pub so_far: Option<V>,
    /// The weight of the children that are still to be searched.
    pub rest: Weight,
}

/// The weight that is still to come after a child of this weight.
pub(crate) fn remaining(rest: Weight, weight: Weight) -> Weight {
    // From the left or from the right, the denominators here divide those that were met when the weights were added up.
    rest.minus(weight).expect("the weights of all children sum to 1")
}

/// For trees without chance nodes.
pub struct NoChance;

impl<V> Chance<V> for NoChance {
    fn weight(&self, _: NodeId) -> Weight {
        unreachable!("the tree has no chance nodes")
    }

    fn add(&self, _: Option<V>, _: Weight, _: V) -> Result<V, Fault> {
        unreachable!("the tree has no chance nodes")
    }

    fn child_window(&self, _: &Sum<V>, _: Weight, _: Window<V>) -> Result<Window<V>, Fault> {
        unreachable!("the tree has no chance nodes")
    }
}

impl<V: Weighed> Chance<V> for View<'_> {
    fn weight(&self, child: NodeId) -> Weight {
        self.weight(child)
    }

    fn add(&self, sum: Option<V>, weight: Weight, value: V) -> Result<V, Fault> {
        sum.unwrap_or(V::ZERO).plus(value.times(weight)?)
    }

    fn child_window(&self, node: &Sum<V>, weight: Weight, range: Window<V>) -> Result<Window<V>, Fault> {
        let rest = remaining(node.rest, weight);
        let end = |bound: V, extreme: V, open: V| {
            let (so_far, others) = (node.so_far.unwrap_or(V::ZERO), extreme.times(rest)?);
            if bound.is_infinite() || so_far.is_infinite() || others.is_infinite() {
                return Ok(open);
            }
            bound.minus(so_far)?.minus(others)?.over(weight)
        };
        let alpha = end(node.window.alpha, range.beta, V::NEGATIVE_INFINITY)?;
        let beta = end(node.window.beta, range.alpha, V::INFINITY)?;
        Ok(Window { alpha: alpha.greater(range.alpha), beta: beta.lesser(range.beta) })
    }
}
