//! The interval in which the evaluated leaves prove the value of a node to lie.

use super::procedure::Takes;
use crate::number::{Fault, Number, Weight};
use crate::search::{Bound, Window};

/// What is proved about a node so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proven {
    ends: Option<Window<Number>>,
    /// An end has no exact value, so nothing is proved.
    is_lost: bool,
}

impl Proven {
    /// About a node of which no child has been searched.
    pub(super) fn nothing() -> Self {
        Self { ends: None, is_lost: false }
    }

    pub(super) fn point(value: Number) -> Self {
        Self::within(Window { alpha: value, beta: value })
    }

    pub(super) fn within(ends: Window<Number>) -> Self {
        Self { ends: Some(ends), is_lost: false }
    }

    /// Joins what is proved about a child that has this weight, or about all those that are skipped.
    pub(super) fn join(&mut self, takes: Takes, weight: Weight, child: Self) {
        self.is_lost |= child.is_lost;
        let Some(child) = child.ends else { return };
        let ends = match (self.ends, takes) {
            (before, Takes::Mean) => {
                let before = before.unwrap_or(Window { alpha: Number::ZERO, beta: Number::ZERO });
                let alpha = sum(before.alpha, weight, child.alpha, Number::NegativeInfinity);
                let beta = sum(before.beta, weight, child.beta, Number::Infinity);
                alpha.and_then(|alpha| Ok(Window { alpha, beta: beta? }))
            }
            (None, _) => Ok(child),
            (Some(ends), Takes::Greatest) => {
                Ok(Window { alpha: ends.alpha.max(child.alpha), beta: ends.beta.max(child.beta) })
            }
            (Some(ends), Takes::Least) => {
                Ok(Window { alpha: ends.alpha.min(child.alpha), beta: ends.beta.min(child.beta) })
            }
        };
        match ends {
            Ok(ends) => self.ends = Some(ends),
            Err(_) => self.is_lost = true,
        }
    }

    /// How a result bounds the value; `None` if that is lost. With slips, the result may not be an end of the interval;
    /// then it only matters whether the search failed low or high.
    pub(super) fn bound(&self, result: Number, (failed_low, failed_high): (bool, bool)) -> Option<Bound> {
        let ends = self.ends.filter(|_| !self.is_lost)?;
        Some(match (ends.alpha == result, ends.beta == result) {
            (true, true) => Bound::Exact,
            (true, false) => Bound::Lower,
            (false, true) => Bound::Upper,
            (false, false) if failed_low => Bound::Upper,
            (false, false) if failed_high => Bound::Lower,
            (false, false) => Bound::Exact,
        })
    }
}

/// An end of a sum; `open` if it has no bound.
fn sum(before: Number, weight: Weight, end: Number, open: Number) -> Result<Number, Fault> {
    match end.times(weight).and_then(|part| before.plus(part)) {
        Err(Fault::OpposedInfinities) => Ok(open),
        other => other,
    }
}
