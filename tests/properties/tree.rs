//! Trees as plain recursive data, and what they are worth.

use gametree::number::{Fault, Number, Weight};
use gametree::search::Cause;

/// Who moves at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Max,
    Min,
}

impl Player {
    /// The number that the player likes best.
    pub(crate) fn best(self, numbers: impl Iterator<Item = Number>) -> Number {
        let best = match self {
            Self::Max => numbers.max(),
            Self::Min => numbers.min(),
        };
        best.expect("every node has children")
    }
}

/// A tree; every interior node has a static evaluation.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Leaf(Number),
    /// A node at the depth limit with its static evaluation, and how many nodes and leaves are hidden below it.
    Limit(Number, usize),
    Node(Player, Number, Vec<Tree>),
    Chance(Number, Vec<(Weight, Tree)>),
}

impl Tree {
    fn branches(&self) -> Vec<&Self> {
        match self {
            Self::Leaf(_) | Self::Limit(..) => Vec::new(),
            Self::Node(_, _, children) => children.iter().collect(),
            Self::Chance(_, children) => children.iter().map(|(_, child)| child).collect(),
        }
    }

    pub(crate) fn is_leaf(&self) -> bool {
        matches!(self, Self::Leaf(_) | Self::Limit(..))
    }

    /// What a search sees that goes `plies` deep.
    pub(crate) fn cut(&self, plies: usize) -> Self {
        match self {
            Self::Leaf(_) | Self::Limit(..) => self.clone(),
            Self::Node(_, eval, _) | Self::Chance(eval, _) if plies == 0 => Self::Limit(*eval, self.size() - 1),
            Self::Node(player, eval, children) => {
                Self::Node(*player, *eval, children.iter().map(|child| child.cut(plies - 1)).collect())
            }
            Self::Chance(eval, children) => {
                Self::Chance(*eval, children.iter().map(|(weight, child)| (*weight, child.cut(plies - 1))).collect())
            }
        }
    }

    /// How many nodes and leaves there are.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Limit(_, hidden) => 1 + hidden,
            _ => 1 + self.branches().into_iter().map(Self::size).sum::<usize>(),
        }
    }

    /// How many leaves there are that do not have probability 0; a node at the depth limit counts as one.
    pub(crate) fn leaves(&self) -> u64 {
        match self {
            Self::Leaf(_) | Self::Limit(..) => 1,
            Self::Node(_, _, children) => children.iter().map(Self::leaves).sum(),
            Self::Chance(_, children) => weighty(children).map(|(_, child)| child.leaves()).sum(),
        }
    }

    /// Whether it has chance nodes.
    pub(crate) fn has_chance(&self) -> bool {
        matches!(self, Self::Chance(..)) || self.branches().into_iter().any(Self::has_chance)
    }

    /// The minimax value, if every expectation is a number.
    pub(crate) fn try_value(&self) -> Result<Number, Fault> {
        match self {
            Self::Leaf(value) | Self::Limit(value, _) => Ok(*value),
            Self::Node(player, _, children) => {
                let values = children.iter().map(Self::try_value).collect::<Result<Vec<Number>, Fault>>()?;
                Ok(player.best(values.into_iter()))
            }
            Self::Chance(_, children) => {
                let parts = children.iter().map(|(weight, child)| Ok((*weight, child.try_value()?)));
                weighted_sum(&parts.collect::<Result<Vec<_>, Fault>>()?)
            }
        }
    }

    /// The minimax value.
    pub(crate) fn value(&self) -> Number {
        self.try_value().expect("every expectation is a number")
    }

    /// Every node and leaf in pre-order; `None` stands for those that are hidden below the depth limit.
    pub(crate) fn pre_order(&self) -> Vec<Option<&Self>> {
        let hidden = if let Self::Limit(_, hidden) = self { *hidden } else { 0 };
        let below = self.branches().into_iter().flat_map(Self::pre_order);
        std::iter::once(Some(self)).chain(below).chain(vec![None; hidden]).collect()
    }

    /// For every node and leaf in pre-order, why no search whatever enters it.
    pub(crate) fn never_entered(&self) -> Vec<Option<Cause>> {
        let mut causes = vec![None];
        match self {
            Self::Leaf(_) => {}
            Self::Limit(_, hidden) => causes.extend(vec![Some(Cause::Depth); *hidden]),
            Self::Node(_, _, children) => causes.extend(children.iter().flat_map(Self::never_entered)),
            Self::Chance(_, children) => {
                for (weight, child) in children {
                    let otherwise = (*weight == Weight::ZERO).then_some(Cause::Probability);
                    causes.extend(child.never_entered().into_iter().map(|cause| cause.or(otherwise)));
                }
            }
        }
        causes
    }

    /// The places in pre-order of the children of this node, if its own is `place`.
    pub(crate) fn places(&self, place: usize) -> Vec<usize> {
        let mut next = place + 1;
        let mut places = Vec::new();
        for child in self.branches() {
            places.push(next);
            next += child.size();
        }
        places
    }

    /// This tree with the children of all nodes in every order.
    pub(crate) fn orders(&self) -> Vec<Self> {
        match self {
            Self::Leaf(_) | Self::Limit(..) => vec![self.clone()],
            Self::Node(player, eval, children) => {
                let arrangements = arrangements(children, &Self::orders).into_iter();
                arrangements.map(|children| Self::Node(*player, *eval, children)).collect()
            }
            Self::Chance(eval, children) => {
                let orders =
                    |(weight, child): &(Weight, Self)| child.orders().into_iter().map(|tree| (*weight, tree)).collect();
                let arrangements = arrangements(children, &orders).into_iter();
                arrangements.map(|children| Self::Chance(*eval, children)).collect()
            }
        }
    }
}

/// These siblings in every order, each of them with all that is below it in every order.
fn arrangements<T: Clone>(siblings: &[T], orders: &impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    if siblings.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, sibling) in siblings.iter().enumerate() {
        let tails = arrangements(&[&siblings[..place], &siblings[place + 1..]].concat(), orders);
        for head in orders(sibling) {
            all.extend(tails.iter().map(|tail| [std::slice::from_ref(&head), tail].concat()));
        }
    }
    all
}

/// The children of a chance node that a search enters.
pub(crate) fn weighty(children: &[(Weight, Tree)]) -> impl Iterator<Item = &(Weight, Tree)> {
    children.iter().filter(|(weight, _)| *weight != Weight::ZERO)
}

/// The sum of numbers, each times its weight.
pub(crate) fn weighted_sum(parts: &[(Weight, Number)]) -> Result<Number, Fault> {
    parts.iter().try_fold(Number::ZERO, |sum, (weight, number)| sum.plus(number.times(*weight)?))
}
