//! What a claim compares: where these numbers compare in one way only, its verdict is the same.

use crate::model::{Claim, ClaimKind, Expectation, ExpectationKind, Near, Pattern, ResolvedTree};
use crate::number::Number;
use crate::search::{Search, Shape};
use crate::syntax::tree::{Kind, NodeId};

use super::ClaimRef;

type Pairs = Vec<(Shape, Shape)>;

/// Whether a claim is judged by minimax values and not only by the course of the search.
pub(super) fn needs_values(game: &ResolvedTree<'_>, which: ClaimRef) -> bool {
    use ExpectationKind::{Fewest, Line, Near, Plays, Value};
    match which {
        ClaimRef::Claim(place) => {
            matches!(game.claims[place].kind, ClaimKind::Equal(_) | ClaimKind::Near(_) | ClaimKind::Plays(_))
        }
        ClaimRef::Expectation(place) => {
            matches!(game.expectations[place].kind, Value(_) | Near(_) | Plays(_) | Line(_) | Fewest(_))
        }
    }
}

/// The pairs of numbers whose order decides about a claim, as `judge` looks at them.
pub(super) fn compared(game: &ResolvedTree<'_>, search: &Search<'_>, which: ClaimRef) -> Pairs {
    match which {
        ClaimRef::Claim(place) => of_claim(search, &game.claims[place]),
        ClaimRef::Expectation(place) => of_expectation(search, &game.expectations[place]),
    }
}

fn of_claim(search: &Search<'_>, claim: &Claim) -> Pairs {
    let node = claim.node;
    match &claim.kind {
        ClaimKind::Pruned | ClaimKind::Visited => Pairs::new(),
        ClaimKind::Equal(value) => vec![with(search.value_shape(node), *value)],
        ClaimKind::Near(near) => near_pairs(search, node, near),
        ClaimKind::Plays(child) => vec![(search.value_shape(*child), search.value_shape(node))],
        ClaimKind::AtMost(value) | ClaimKind::AtLeast(value) => bound_pairs(search, node, *value),
        ClaimKind::Window(alpha, beta) => {
            let window = search.window_shape(node);
            window.map_or_else(Pairs::new, |window| vec![with(window.alpha, *alpha), with(window.beta, *beta)])
        }
    }
}

fn of_expectation(search: &Search<'_>, expectation: &Expectation) -> Pairs {
    let root = NodeId::ROOT;
    match &expectation.kind {
        ExpectationKind::Value(value) => vec![with(search.value_shape(root), *value)],
        ExpectationKind::Near(near) => near_pairs(search, root, near),
        ExpectationKind::Plays(child) => vec![(search.value_shape(*child), search.value_shape(root))],
        ExpectationKind::Line(steps) => {
            let from = std::iter::once(root).chain(steps.iter().map(|step| step.child));
            let value = |node| search.value_shape(node);
            from.zip(steps).map(|(node, step)| (value(step.child), value(node))).collect()
        }
        ExpectationKind::Count(..) => Pairs::new(),
        ExpectationKind::Fewest(_) => critical_pairs(search),
        ExpectationKind::Visits(items) => listed_pairs(search, items, search.leaf_sequence()),
        ExpectationKind::Enters(items) => listed_pairs(search, items, search.sequence()),
    }
}

fn with(shape: Shape, number: Number) -> (Shape, Shape) {
    (shape, Shape::constant(number))
}

fn near_pairs(search: &Search<'_>, node: NodeId, near: &Near) -> Pairs {
    let value = search.value_shape(node);
    vec![with(value, near.least), with(value, near.greatest)]
}

/// A return is compared with what is claimed and with the window, and under `fail-hard` the window with the claim.
fn bound_pairs(search: &Search<'_>, node: NodeId, claimed: Number) -> Pairs {
    let Some((returned, window)) = search.fail_soft_shape(node).zip(search.window_shape(node)) else {
        return Pairs::new();
    };
    vec![
        (returned, window.alpha),
        (returned, window.beta),
        with(returned, claimed),
        with(window.alpha, claimed),
        with(window.beta, claimed),
    ]
}

/// An unknown leaf that is listed by a number must have that value.
fn listed_pairs(search: &Search<'_>, items: &[Pattern], sequence: &[NodeId]) -> Pairs {
    let leaves = items.iter().zip(sequence).filter(|(_, node)| search.kind(**node).is_leaf());
    leaves.filter_map(|(item, leaf)| Some(with(search.fail_soft_shape(*leaf)?, item.value?))).collect()
}

/// The critical tree compares every value with that of the root, or of the child of a chance node above it; and these
/// with the ends of the range.
fn critical_pairs(search: &Search<'_>) -> Pairs {
    let nodes = search.view().nodes();
    let mut targets = vec![NodeId::ROOT; nodes.len()];
    let mut pairs = Pairs::new();
    for node in search.visible() {
        let target = targets[node.index()];
        pairs.push((search.value_shape(node), search.value_shape(target)));
        if target == node {
            let ends =
                search.settings().range.map_or([Number::NegativeInfinity, Number::Infinity], <[Number; 2]>::from);
            pairs.extend(ends.map(|end| with(search.value_shape(node), end)));
        }
        for child in search.children(node) {
            targets[child.index()] = if search.kind(node) == Kind::Chance { child } else { target };
        }
    }
    pairs
}
