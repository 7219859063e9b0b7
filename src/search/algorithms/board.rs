//! A tree as the algorithms for two players see it: MAX and MIN nodes, integers at the leaves, an order of children.

use crate::model::Cut;
use crate::search::values::scale::Scale;
use crate::search::walk::alpha_beta::Rules;
use crate::search::walk::order::SiblingOrder;
use crate::search::walk::view::View;
use crate::search::walk::window::Window;
use crate::syntax::tree::{Kind, NodeId};

/// A tree of MAX and MIN nodes whose values are scaled to integers, and the rules of its search.
pub(super) struct Board<'a> {
    pub(super) view: &'a View<'a>,
    pub(super) scale: &'a Scale,
    pub(super) order: &'a dyn SiblingOrder,
    pub(super) rules: Rules<i64>,
}

impl Board<'_> {
    pub(super) fn kind(&self, node: NodeId) -> Kind {
        self.view.kind(node)
    }

    /// The value of a leaf, from MAX's side.
    pub(super) fn value(&self, leaf: NodeId) -> i64 {
        self.view.scaled(self.scale, leaf)
    }

    /// The child that is searched first.
    pub(super) fn first(&self, node: NodeId) -> NodeId {
        self.order.first(self.view.nodes(), node)
    }

    /// The child that is searched after `child`.
    pub(super) fn after(&self, node: NodeId, child: NodeId) -> Option<NodeId> {
        self.order.after(self.view.nodes(), node, child)
    }

    /// Whether the cut rule ends a search: `high` has reached `low`.
    pub(super) fn ends(&self, high: i64, low: i64) -> bool {
        match self.rules.cut {
            Cut::AtLeast => high >= low,
            Cut::Above => high > low,
        }
    }

    /// Whether a test can find that a value equals what it is tested against: it can if equality does not end a search.
    pub(super) fn finds_equal(&self) -> bool {
        match self.rules.cut {
            Cut::AtLeast => false,
            Cut::Above => true,
        }
    }

    /// The window that only asks whether a value is more than `alpha`. No integer lies inside it. Under
    /// `cut alpha > beta` its ends are equal, so that every other value ends the search.
    pub(super) fn null_window(&self, alpha: i64) -> Window<i64> {
        let beta = match self.rules.cut {
            Cut::AtLeast => alpha + 1,
            Cut::Above => alpha,
        };
        Window { alpha, beta }
    }
}

/// A number as the player `to` sees it, if `from` sees it as `value`: for both, more is better.
///
/// The complement reverses the order of all integers and exchanges the infinities, which are the least and the
/// greatest; the least integer has no negative.
pub(super) fn turned(value: i64, from: Kind, to: Kind) -> i64 {
    if from == to { value } else { !value }
}

/// A window as the player `to` sees it, if `from` sees it as `window`.
pub(super) fn turned_window(window: Window<i64>, from: Kind, to: Kind) -> Window<i64> {
    let Window { alpha, beta } = window;
    if from == to { window } else { Window { alpha: turned(beta, from, to), beta: turned(alpha, from, to) } }
}
