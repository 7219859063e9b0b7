//! Maps the numbers of a tree to `i64` and back, without loss.
//!
//! Minimax and alpha–beta on MAX and MIN nodes only compare numbers, so any map that keeps their order will do.

use std::collections::BTreeSet;

use crate::number::{Number, least_common_multiple};
use crate::syntax::tree::{Kind, Literal, NodeId, Nodes};

/// How the numbers of one tree are mapped to `i64`; infinities become its ends.
#[derive(Clone, Debug)]
pub enum Scale {
    /// Each number times the least common denominator.
    Denominator(i64),
    /// Each number's rank among all of them, for trees whose common denominator is too large.
    Ranks(Vec<Number>),
}

/// Scaled numbers stay within this distance of 0, far from the ends of `i64`.
const FARTHEST: i128 = 1 << 61;

impl Scale {
    /// A scale for all numbers on the leaves of a tree and those in `others`.
    pub fn fit(nodes: &Nodes, others: &[Number]) -> Self {
        /// The largest of the integers that are not in the table of large numbers.
        const LARGEST_SMALL: i128 = 1 << 30;
        let numbers = || nodes.literals.large().iter().chain(others).filter_map(|number| number.finite());
        let denominator = numbers().try_fold(1_i128, |common, fraction| {
            let common = least_common_multiple(common, fraction.denominator())?;
            (common <= FARTHEST / LARGEST_SMALL).then_some(common)
        });
        let fits = |common: i128| {
            numbers().all(|fraction| {
                fraction
                    .numerator()
                    .checked_mul(common / fraction.denominator())
                    .is_some_and(|n| n.unsigned_abs() < FARTHEST.unsigned_abs())
            })
        };
        match denominator.filter(|common| fits(*common)).and_then(|common| i64::try_from(common).ok()) {
            Some(common) => Self::Denominator(common),
            None => Self::ranks(nodes, others),
        }
    }

    fn ranks(nodes: &Nodes, others: &[Number]) -> Self {
        let leaves = nodes.all().filter(|node| nodes.kind(*node) == Kind::Value).map(|leaf| nodes.value(leaf));
        let finite = |number: &Number| number.finite().is_some();
        let sorted: BTreeSet<Number> = leaves.chain(others.iter().copied()).filter(finite).collect();
        Self::Ranks(sorted.into_iter().collect())
    }

    /// The scaled number. The scale must have been made for it.
    pub fn scaled(&self, number: Number) -> i64 {
        let fraction = match number {
            Number::NegativeInfinity => return i64::MIN,
            Number::Infinity => return i64::MAX,
            Number::Finite(fraction) => fraction,
        };
        match self {
            Self::Denominator(common) => {
                let scaled = fraction.numerator() * (i128::from(*common) / fraction.denominator());
                i64::try_from(scaled).expect("the scale was made for this number")
            }
            Self::Ranks(sorted) => {
                let rank = sorted.binary_search(&number).expect("the scale was made for this number");
                i64::try_from(rank).expect("fewer numbers than bytes of memory")
            }
        }
    }

    /// The number that was scaled to `scaled`.
    pub fn number(&self, scaled: i64) -> Number {
        match (scaled, self) {
            (i64::MIN, _) => Number::NegativeInfinity,
            (i64::MAX, _) => Number::Infinity,
            (whole, Self::Denominator(1)) => Number::integer(whole),
            (_, Self::Denominator(common)) => Number::fraction(scaled, *common).expect("denominators are positive"),
            (_, Self::Ranks(sorted)) => sorted[usize::try_from(scaled).expect("ranks are not negative")],
        }
    }

    /// The scaled value of a leaf with a number.
    pub(crate) fn leaf(&self, nodes: &Nodes, leaf: NodeId) -> i64 {
        let literal = nodes.literal(leaf);
        match (self, literal.small()) {
            (Self::Denominator(common), Some(small)) => small * common,
            _ => self.large_leaf(nodes, literal),
        }
    }

    /// A function of its own, so that the loops over small numbers stay short.
    #[inline(never)]
    fn large_leaf(&self, nodes: &Nodes, literal: Literal) -> i64 {
        self.scaled(nodes.literals.get(literal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn scale(text: &str, others: &[&str]) -> (Scale, Vec<Number>) {
        let (file, _) = parse(text, 0);
        let nodes = &file.trees[0].nodes;
        let others: Vec<Number> = others.iter().map(|other| other.parse().unwrap()).collect();
        let leaves = nodes.all().filter(|node| nodes.kind(*node) == Kind::Value).map(|leaf| nodes.value(leaf));
        let numbers = leaves.chain(others.iter().copied()).collect();
        (Scale::fit(nodes, &others), numbers)
    }

    #[test]
    fn keeps_every_number_and_the_order() {
        let primes = "max { 1/1000000007 1/1000000009 1/1000000021 -2 inf }";
        let long = format!("max {{ {} -{} 0.5 }}", "9".repeat(38), "9".repeat(38));
        for text in ["max { 3 -2 0.25 1/3 inf -inf 99999999999 }", primes, &long] {
            let (scale, mut numbers) = scale(text, &["-7/2", "inf"]);
            for number in &numbers {
                assert_eq!(scale.number(scale.scaled(*number)), *number, "{text}");
            }
            numbers.sort();
            assert!(numbers.is_sorted_by_key(|number| scale.scaled(*number)), "{text}");
        }
    }

    #[test]
    fn takes_ranks_only_where_it_must() {
        assert!(matches!(scale("max { 1 2 }", &[]).0, Scale::Denominator(1)));
        assert!(matches!(scale("max { 0.5 1/3 }", &[]).0, Scale::Denominator(6)));
        let primes = "max { 1/1000000007 1/1000000009 1/1000000021 }";
        assert!(matches!(scale(primes, &[]).0, Scale::Ranks(_)));
    }
}
