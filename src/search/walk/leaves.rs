//! The values of leaves, one by one or many at once.

use super::view::View;
use crate::search::values::scale::Scale;
use crate::search::values::value::Value;
use crate::syntax::tree::{Kind, NodeId};

/// The values of the leaves of a tree, and of the nodes at its depth limit.
pub trait LeafValues<V: Value> {
    /// The value of a leaf.
    fn value(&self, leaf: NodeId) -> V;

    /// The best value for a MAX or MIN node of the leaves from `first` to just before `end`. Linear in their number.
    fn best(&self, kind: Kind, first: NodeId, end: NodeId) -> V {
        one_by_one(kind, first, end, |leaf| self.value(leaf))
    }
}

/// Not inlined, so that the loops that compare several leaves at a time stay short.
#[inline(never)]
fn one_by_one<V: Value>(kind: Kind, first: NodeId, end: NodeId, value: impl Fn(NodeId) -> V) -> V {
    let values = (first.index()..end.index()).map(|leaf| value(NodeId::new(leaf)));
    match kind {
        Kind::Min => values.fold(V::INFINITY, V::lesser),
        _ => values.fold(V::NEGATIVE_INFINITY, V::greater),
    }
}

impl<V: Value, F: Fn(NodeId) -> V> LeafValues<V> for F {
    fn value(&self, leaf: NodeId) -> V {
        self(leaf)
    }
}

/// The scaled numbers of the leaves of a tree, if all of them are known or filled.
#[derive(Clone, Copy, Debug)]
pub struct ScaledLeaves<'v> {
    view: &'v View<'v>,
    scale: &'v Scale,
}

impl<'v> ScaledLeaves<'v> {
    /// No leaf may be unknown, unless it is filled. The scale must have been made for the tree.
    pub fn new(view: &'v View<'v>, scale: &'v Scale) -> Self {
        Self { view, scale }
    }
}

impl LeafValues<i64> for ScaledLeaves<'_> {
    fn value(&self, leaf: NodeId) -> i64 {
        self.view.scaled(self.scale, leaf)
    }

    #[inline]
    fn best(&self, kind: Kind, first: NodeId, end: NodeId) -> i64 {
        // Most leaves are small integers. If all of these are, their stored numbers are compared, several at a time.
        if let Scale::Denominator(common) = self.scale
            && !self.view.differs()
            && let Some(best) = self.view.nodes().best_small(kind, first, end)
        {
            // The factor is positive, so it keeps the order.
            return best * common;
        }
        one_by_one(kind, first, end, |leaf| self.value(leaf))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Defaults, FileSettings, ResolvedTree};
    use crate::number::Number;
    use crate::syntax::parse;
    use crate::syntax::tree::Sparse;

    const SMALL: &[&str] = &["0", "3", "-4", "250", "-1", "1073741823", "-1073741823"];
    const OTHERS: &[&str] = &["1073741824", "0.5", "-1/3", "inf", "-inf", "9223372036854775807", "1/1000000007"];
    // What follows the leaves: nothing, a node at the depth limit, or a node that the search enters.
    const BESIDE: &[(&str, &str)] = &[("", ""), ("depth 1", "min eval 7 { 3 }"), ("depth 9", "min { 3, -1000 }")];

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_best_leaf_is_the_same_at_once_and_one_by_one(
            numbers in prop::collection::vec(prop::sample::select(SMALL), 1..40),
            other in prop::option::of((prop::sample::select(OTHERS), any::<prop::sample::Index>())),
            (depth, beside) in prop::sample::select(BESIDE),
        ) {
            let mut numbers = numbers;
            if let Some((other, place)) = other {
                numbers.insert(place.index(numbers.len() + 1), other);
            }
            let text = format!("tree {{ {depth} max {{ {} {beside} }} }}", numbers.join(" "));
            let (file, mut findings) = parse(&text, 9);
            let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
            let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
            prop_assert_eq!(findings.tally().total(), 0, "{}", text);
            let view = View::of(&game, &game.settings).unwrap();
            let scale = Scale::fit(view.nodes(), &[Number::integer(7)]);
            let leaves = ScaledLeaves::new(&view, &scale);
            let first = NodeId::ROOT.next();
            let end = NodeId::new(first.index() + numbers.len());
            for kind in [Kind::Max, Kind::Min] {
                let expected = one_by_one(kind, first, end, |leaf| scale.scaled(view.number(leaf)));
                prop_assert_eq!(leaves.best(kind, first, end), expected, "{}", text);
            }
        }
    }

    #[test]
    fn a_filled_leaf_is_worth_what_it_is_filled_with() {
        let (file, _) = parse("max { 3, ?, -4 }", 0);
        let weights = Sparse::default();
        let mut values = Sparse::default();
        let first = NodeId::ROOT.next();
        values.push(first.next(), Number::integer(8));
        let view = View::whole(&file.trees[0].nodes, &weights).filled(&values);
        let scale = Scale::fit(view.nodes(), &[Number::integer(8)]);
        assert_eq!(ScaledLeaves::new(&view, &scale).best(Kind::Max, first, NodeId::new(4)), 8);
    }
}
