//! Where the window of a chance node's child comes from, under Star1 (Ballard 1983).

use std::fmt;

use super::Context;
use crate::diagnostic::Annotate;
use crate::model::Order;
use crate::number::{Fault, Number, Weight};
use crate::search::Side;
use crate::syntax::tree::NodeId;

/// The parts of the formula for one end of the window of a chance node's child.
struct Formula {
    /// The same end of the chance node's own window.
    bound: Number,
    /// The weighted sum of the children searched before.
    so_far: Number,
    /// The weight of the children that come after.
    rest: Weight,
    /// The end of the `range` that those may be worth.
    extreme: Number,
    /// The weight of the child.
    weight: Weight,
}

impl Context<'_> {
    /// Points at the chance node above `child`, and says how its window gives the child this end of the child's.
    pub(super) fn label_star1<E: Annotate>(&self, explained: E, child: NodeId, side: Side) -> E {
        let chance = self.game.parent(child);
        let Some(end) = self.proofs.window_end(child, side) else { return explained };
        let (place, called, formula) = (self.game.head(chance), self.game.called(child), self.formula(child, side));
        match formula.filter(|formula| formula.result() == Ok(end)) {
            Some(formula) => {
                let (reach, most) = match side {
                    Side::Alpha => ("exceed", "most"),
                    Side::Beta => ("stay below", "least"),
                };
                let Formula { bound, so_far, rest, extreme, .. } = formula;
                let chance = self.game.called(chance);
                let why = format!("{side} = {end}: for {chance} to {reach} {bound}, {called} must {reach} {formula}");
                let rest = match rest == Weight::ZERO {
                    true => String::new(),
                    false => format!(", and {extreme} is the {most} that the rest can be worth"),
                };
                explained.label(place, why).note(format!("in this formula, {so_far} is the sum so far{rest}"))
            }
            None => {
                let (which, narrower) = match side {
                    Side::Alpha => ("lower", "higher"),
                    Side::Beta => ("upper", "lower"),
                };
                let why = format!(
                    "{side} = {end} is the {which} end of the `range`: the window here gives no {narrower} {side}"
                );
                explained.label(place, why)
            }
        }
    }

    /// `None` if a value is not known, or has no exact sum.
    fn formula(&self, child: NodeId, side: Side) -> Option<Formula> {
        let (search, chance) = (self.search, self.game.parent(child));
        let weight_of = |node: NodeId| search.view().weight(node);
        let range = search.settings().range?;
        let extreme = if side == Side::Alpha { range.1 } else { range.0 };
        let is_before = |node: &NodeId| match search.settings().order {
            Order::LeftToRight => *node < child,
            Order::RightToLeft => *node > child,
        };
        let (mut so_far, mut rest) = (Number::ZERO, Weight::ONE.minus(weight_of(child)).ok()?);
        let weighty = search.children(chance).filter(|node| weight_of(*node) != Weight::ZERO);
        for node in weighty.filter(is_before) {
            so_far = so_far.plus(search.fail_soft(node)?.times(weight_of(node)).ok()?).ok()?;
            rest = rest.minus(weight_of(node)).ok()?;
        }
        let bound = self.proofs.window_end(chance, side)?;
        Some(Formula { bound, so_far, rest, extreme, weight: weight_of(child) })
    }
}

impl Formula {
    fn result(&self) -> Result<Number, Fault> {
        self.bound.minus(self.so_far)?.minus(self.extreme.times(self.rest)?)?.over(self.weight)
    }
}

/// `(6 - 1.5 - 0.25 · 10) / 0.25`
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bound, so_far, rest, extreme, weight } = self;
        write!(f, "({bound} - {}", operand(so_far))?;
        if *rest != Weight::ZERO {
            write!(f, " - {} · {}", operand(rest), operand(extreme))?;
        }
        write!(f, ") / {}", operand(weight))
    }
}

/// A number in a formula: in brackets if it has a sign or is a fraction.
fn operand(number: &impl fmt::Display) -> String {
    let written = number.to_string();
    if written.contains(['-', '/']) { format!("({written})") } else { written }
}
