//! The values of leaves, one by one or many at once.

use super::view::View;
use crate::search::values::scale::Scale;
use crate::search::values::value::Value;
use crate::syntax::tree::{Kind, NodeId};

/// The values of the leaves of a tree, and of the nodes at its depth limit.
pub trait LeafValues<V: Value> {
    /// The value of a leaf.
    fn value(&self, leaf: NodeId) -> V;

    /// The value of a MAX or MIN node whose children are the leaves from `first` up to, but without, `end`. Linear in
    /// their number.
    fn best(&self, kind: Kind, first: NodeId, end: NodeId) -> V {
        one_by_one(kind, first, end, |leaf| self.value(leaf))
    }
}

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

/// The scaled numbers of a tree whose leaves are all known.
#[derive(Clone, Copy, Debug)]
pub struct ScaledLeaves<'v> {
    view: &'v View<'v>,
    scale: &'v Scale,
}

impl<'v> ScaledLeaves<'v> {
    /// The leaves of a tree; the scale must have been made for it.
    pub fn new(view: &'v View<'v>, scale: &'v Scale) -> Self {
        Self { view, scale }
    }
}

impl LeafValues<i64> for ScaledLeaves<'_> {
    fn value(&self, leaf: NodeId) -> i64 {
        self.view.scaled(self.scale, leaf)
    }

    fn best(&self, kind: Kind, first: NodeId, end: NodeId) -> i64 {
        // Most leaves are small integers as they are written. Their column is compared many bytes at a time.
        let small = match self.scale {
            Scale::Denominator(common) if !self.view.is_cut() => {
                self.view.nodes().best_small(kind, first, end).map(|best| best * common)
            }
            _ => None,
        };
        small.unwrap_or_else(|| one_by_one(kind, first, end, |leaf| self.value(leaf)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::{Defaults, FileSettings, ResolvedTree};
    use crate::syntax::parse;

    const NUMBERS: &[&str] = &["0", "3", "-4", "250", "-1", "1073741823", "-1073741823"];
    const OTHERS: &[&str] = &["1073741824", "0.5", "-1/3", "inf", "-inf", "9223372036854775807", "1/1000000007"];

    proptest! {
        #[test]
        fn leaves_are_worth_the_same_at_once_and_one_by_one(
            numbers in prop::collection::vec(prop::sample::select(NUMBERS), 1..40),
            other in prop::option::of((prop::sample::select(OTHERS), any::<prop::sample::Index>())),
            depth in prop::sample::select(&["", "depth 1", "depth 9"][..]),
        ) {
            let mut numbers = numbers;
            if let Some((other, place)) = other {
                numbers.insert(place.index(numbers.len() + 1), other);
            }
            let text = format!("tree {{ {depth} max {{ {} }} }}", numbers.join(" "));
            let (file, mut findings) = parse(&text, 9);
            let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
            let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut findings);
            let view = View::of(&game, &game.settings).unwrap();
            let scale = Scale::fit(view.nodes(), &[]);
            let leaves = ScaledLeaves::new(&view, &scale);
            let (first, end) = (NodeId::ROOT.next(), view.nodes().end(NodeId::ROOT));
            for kind in [Kind::Max, Kind::Min] {
                let expected = one_by_one(kind, first, end, |leaf| scale.scaled(view.number(leaf)));
                prop_assert_eq!(leaves.best(kind, first, end), expected, "{}", text);
            }
        }
    }
}
