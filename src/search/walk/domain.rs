//! The numbers that a tree is searched on: scaled integers, exact fractions, or intervals of either.

use super::alpha_beta::{Listener, Rules, Walk};
use super::chance::{Chance, NoChance};
use super::leaves::{LeafValues, ScaledLeaves};
use super::order::{LeftToRight, RightToLeft};
use super::view::{Contents, View};
use super::window::Window;
use crate::model::{Order, Settings};
use crate::number::Number;
use crate::search::Stop;
use crate::search::values::intern::{Intern, InternExact, InternScaled, Translate};
use crate::search::values::scale::Scale;
use crate::search::values::value::{Interval, Ordered, Value, Weighed};
use crate::syntax::tree::{Kind, NodeId};

/// A task to perform on a tree, generic over the numbers that it is searched on.
pub(crate) trait DomainVisitor<'v> {
    /// The result of the task.
    type Outcome;

    /// Performs the task. `intern` translates the numbers to those of the language.
    fn perform<V: Value, C: Chance<V>, K: Intern<V::Number> + Translate<V::Number>>(
        self,
        domain: &Domain<'v, V, C, impl LeafValues<V>>,
        intern: K,
    ) -> Self::Outcome;
}

/// A tree with the numbers that it is searched on.
pub(crate) struct Domain<'v, V, C, F> {
    pub(crate) view: &'v View<'v>,
    pub(crate) chance: &'v C,
    pub(crate) rules: Rules<V>,
    pub(crate) leaves: F,
    pub(crate) right_to_left: bool,
}

impl<'v, V: Value, C: Chance<V>, F: LeafValues<V>> Domain<'v, V, C, F> {
    pub(crate) fn new(
        view: &'v View<'v>,
        settings: &Settings,
        chance: &'v C,
        number: impl Fn(Number) -> V,
        leaves: F,
    ) -> Self {
        let window = |(alpha, beta)| Window { alpha: number(alpha), beta: number(beta) };
        let range = settings.range.map(window);
        let rules =
            Rules { cut: settings.cut, cutoffs: settings.cutoffs, window: window(settings.root_window()), range };
        let right_to_left = match settings.order {
            Order::LeftToRight => false,
            Order::RightToLeft => true,
        };
        Self { view, chance, rules, leaves, right_to_left }
    }

    /// Searches the tree and calls the listener for each event.
    pub(crate) fn walk(&self, listener: &mut impl Listener<V>) -> Result<V, Stop> {
        let Self { view, chance, rules, leaves, right_to_left } = self;
        if *right_to_left {
            let order = RightToLeft::new(view.nodes());
            Walk { view, leaves, rules: *rules, order: &order, chance: *chance }.run(listener)
        } else {
            Walk { view, leaves, rules: *rules, order: &LeftToRight, chance: *chance }.run(listener)
        }
    }
}

/// Performs a task on a tree, on the numbers that suit what the tree contains.
pub(crate) fn perform<'v, T: DomainVisitor<'v>>(
    view: &'v View<'v>,
    contents: Contents,
    settings: &Settings,
    task: T,
) -> T::Outcome {
    let known = !contents.is_open();
    match (contents.chance.is_some(), known) {
        (false, known) => scaled(view, settings, known, task),
        (true, true) => exact(view, settings, |number| number, |leaf: NodeId| view.number(leaf), task),
        (true, false) => exact(
            view,
            settings,
            Interval::exactly,
            |leaf: NodeId| match view.kind(leaf) {
                Kind::Value => Interval::exactly(view.number(leaf)),
                _ => unknown(settings, |end| end),
            },
            task,
        ),
    }
}

/// A tree without chance nodes, on scaled numbers.
fn scaled<'v, T: DomainVisitor<'v>>(view: &'v View<'v>, settings: &Settings, known: bool, task: T) -> T::Outcome {
    let ends = [settings.window, settings.range.unwrap_or(settings.window)];
    let ends = ends.into_iter().flat_map(|(lower, upper)| [lower, upper]);
    // MTD(f) begins with 0.
    let others: Vec<Number> = ends.chain([Number::ZERO]).chain(view.evaluations()).collect();
    let scale = Scale::fit(view.nodes(), &others);
    let intern = InternScaled::new(scale.clone());
    let number = |number| scale.scaled(number);
    if known {
        let domain = Domain::new(view, settings, &NoChance, number, ScaledLeaves::new(view, &scale));
        return task.perform(&domain, intern);
    }
    let leaves = |leaf: NodeId| match view.kind(leaf) {
        Kind::Value => Interval::exactly(view.scaled(&scale, leaf)),
        _ => unknown(settings, number),
    };
    task.perform(&Domain::new(view, settings, &NoChance, |end| Interval::exactly(number(end)), leaves), intern)
}

/// A tree with chance nodes, on exact fractions.
fn exact<'v, V: Weighed + Value<Number = Number>, T: DomainVisitor<'v>>(
    view: &'v View<'v>,
    settings: &Settings,
    number: impl Fn(Number) -> V,
    leaves: impl LeafValues<V>,
    task: T,
) -> T::Outcome {
    task.perform(&Domain::new(view, settings, view, number, leaves), InternExact::new())
}

/// The values that an unknown leaf can have.
fn unknown<N: Ordered>(settings: &Settings, number: impl Fn(Number) -> N) -> Interval<N> {
    let (least, greatest) = settings.bounds();
    Interval::finite_within(number(least), number(greatest))
}
