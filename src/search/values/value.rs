use std::fmt::Debug;

use crate::number::{Fault, Number, Weight};

/// What a search compares: a number, or what is known about one.
///
/// Comparisons answer `None` if they cannot be decided. Comparisons of numbers always can, at no extra cost.
pub trait Value: Copy + Debug + PartialEq {
    /// The numbers that the values are made of.
    type Number: Copy + PartialEq;
    /// Less than every other number of the language.
    const NEGATIVE_INFINITY: Self;
    /// Greater than every other number of the language.
    const INFINITY: Self;

    /// Whether `self >= other`.
    fn at_least(self, other: Self) -> Option<bool>;
    /// Whether `self > other`.
    fn exceeds(self, other: Self) -> Option<bool>;
    /// The greater of both.
    #[must_use]
    fn greater(self, other: Self) -> Self;
    /// The lesser of both.
    #[must_use]
    fn lesser(self, other: Self) -> Self;
    /// The number, if it is known.
    fn known(self) -> Option<Self::Number>;
    /// The least and the greatest number that it can be.
    fn ends(self) -> (Self::Number, Self::Number);
}

/// A value that chance nodes can weigh and add.
pub trait Weighed: Value {
    /// The value 0.
    const ZERO: Self;

    /// The sum of two values.
    ///
    /// # Errors
    /// As for [`Number::plus`].
    fn plus(self, other: Self) -> Result<Self, Fault>;
    /// The difference of two values.
    ///
    /// # Errors
    /// As for [`Number::minus`].
    fn minus(self, other: Self) -> Result<Self, Fault>;
    /// The value times a weight.
    ///
    /// # Errors
    /// As for [`Number::times`].
    fn times(self, weight: Weight) -> Result<Self, Fault>;
    /// The value divided by a positive weight.
    ///
    /// # Errors
    /// As for [`Number::over`].
    fn over(self, weight: Weight) -> Result<Self, Fault>;
    /// Whether this is certainly one of the infinities.
    fn is_infinite(self) -> bool;
}

/// A number that can be the end of an interval.
pub trait Ordered: Copy + Debug + Ord {
    /// The least of all.
    const LEAST: Self;
    /// The greatest of all.
    const GREATEST: Self;
}

impl Ordered for i64 {
    const LEAST: Self = Self::MIN;
    const GREATEST: Self = Self::MAX;
}

impl Ordered for Number {
    const LEAST: Self = Self::NegativeInfinity;
    const GREATEST: Self = Self::Infinity;
}

impl<N: Ordered> Value for N {
    type Number = Self;
    const NEGATIVE_INFINITY: Self = Self::LEAST;
    const INFINITY: Self = Self::GREATEST;

    fn at_least(self, other: Self) -> Option<bool> {
        Some(self >= other)
    }

    fn exceeds(self, other: Self) -> Option<bool> {
        Some(self > other)
    }

    fn greater(self, other: Self) -> Self {
        self.max(other)
    }

    fn lesser(self, other: Self) -> Self {
        self.min(other)
    }

    fn known(self) -> Option<Self> {
        Some(self)
    }

    fn ends(self) -> (Self, Self) {
        (self, self)
    }
}

impl Weighed for Number {
    const ZERO: Self = Self::ZERO;

    fn plus(self, other: Self) -> Result<Self, Fault> {
        self.plus(other)
    }

    fn minus(self, other: Self) -> Result<Self, Fault> {
        self.minus(other)
    }

    fn times(self, weight: Weight) -> Result<Self, Fault> {
        self.times(weight)
    }

    fn over(self, weight: Weight) -> Result<Self, Fault> {
        self.over(weight)
    }

    fn is_infinite(self) -> bool {
        self.finite().is_none()
    }
}

/// A number of which only bounds are known, such as the result of a search that has met an unknown leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval<N> {
    least: N,
    greatest: N,
    /// The number is certainly finite, though a bound may be infinite.
    finite: bool,
}

impl<N: Ordered> Interval<N> {
    /// A known number.
    pub fn exactly(value: N) -> Self {
        Self { least: value, greatest: value, finite: value != N::LEAST && value != N::GREATEST }
    }

    /// Any finite number between the two.
    pub fn finite_within(least: N, greatest: N) -> Self {
        Self { least, greatest, finite: true }
    }
}

impl<N: Ordered> Value for Interval<N> {
    type Number = N;
    const NEGATIVE_INFINITY: Self = Self { least: N::LEAST, greatest: N::LEAST, finite: false };
    const INFINITY: Self = Self { least: N::GREATEST, greatest: N::GREATEST, finite: false };

    fn at_least(self, other: Self) -> Option<bool> {
        if self.least >= other.greatest {
            Some(true)
        } else if self.greatest < other.least
            || (self.finite && other == Self::INFINITY)
            || (other.finite && self == Self::NEGATIVE_INFINITY)
        {
            Some(false)
        } else {
            None
        }
    }

    fn exceeds(self, other: Self) -> Option<bool> {
        other.at_least(self).map(|other_wins| !other_wins)
    }

    fn greater(self, other: Self) -> Self {
        match (self == Self::NEGATIVE_INFINITY, other == Self::NEGATIVE_INFINITY) {
            (true, _) => return other,
            (_, true) => return self,
            _ => {}
        }
        Self {
            least: self.least.max(other.least),
            greatest: self.greatest.max(other.greatest),
            finite: self.finite && other.finite,
        }
    }

    fn lesser(self, other: Self) -> Self {
        match (self == Self::INFINITY, other == Self::INFINITY) {
            (true, _) => return other,
            (_, true) => return self,
            _ => {}
        }
        Self {
            least: self.least.min(other.least),
            greatest: self.greatest.min(other.greatest),
            finite: self.finite && other.finite,
        }
    }

    fn known(self) -> Option<N> {
        (self.least == self.greatest).then_some(self.least)
    }

    fn ends(self) -> (N, N) {
        (self.least, self.greatest)
    }
}

impl Interval<Number> {
    fn new(least: Result<Number, Fault>, greatest: Result<Number, Fault>, finite: bool) -> Result<Self, Fault> {
        Ok(Self { least: least?, greatest: greatest?, finite })
    }
}

impl Weighed for Interval<Number> {
    const ZERO: Self = Self { least: Number::ZERO, greatest: Number::ZERO, finite: true };

    fn plus(self, other: Self) -> Result<Self, Fault> {
        match (self.is_infinite() && other.finite, other.is_infinite() && self.finite) {
            (true, _) => return Ok(self),
            (_, true) => return Ok(other),
            _ => {}
        }
        let finite = self.finite && other.finite;
        Self::new(self.least.plus(other.least), self.greatest.plus(other.greatest), finite)
    }

    fn minus(self, other: Self) -> Result<Self, Fault> {
        let finite = self.finite && other.finite;
        Self::new(self.least.minus(other.greatest), self.greatest.minus(other.least), finite)
    }

    fn times(self, weight: Weight) -> Result<Self, Fault> {
        Self::new(self.least.times(weight), self.greatest.times(weight), self.finite || weight == Weight::ZERO)
    }

    fn over(self, weight: Weight) -> Result<Self, Fault> {
        Self::new(self.least.over(weight), self.greatest.over(weight), self.finite)
    }

    fn is_infinite(self) -> bool {
        self == Self::INFINITY || self == Self::NEGATIVE_INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_decide_only_what_is_certain() {
        let three = Interval::exactly(3);
        let any: Interval<i64> = Interval::finite_within(i64::MIN, i64::MAX);
        assert_eq!(three.at_least(any), None);
        assert_eq!(any.at_least(Interval::NEGATIVE_INFINITY), Some(true));
        assert_eq!(any.exceeds(Interval::NEGATIVE_INFINITY), Some(true), "unknown values are finite");
        assert_eq!(any.at_least(Interval::INFINITY), Some(false));
        assert_eq!(Interval::NEGATIVE_INFINITY.greater(any).at_least(Interval::INFINITY), Some(false));
        let at_least_three = three.greater(any);
        assert_eq!(at_least_three.at_least(three), Some(true));
        assert_eq!(at_least_three.exceeds(three), None);
        assert_eq!(at_least_three.known(), None);
        assert_eq!(at_least_three.lesser(three).known(), Some(3));
        assert_eq!(any.greater(Interval::INFINITY).at_least(Interval::INFINITY), Some(true));
    }

    #[test]
    fn intervals_are_weighed_end_by_end() {
        let half = Weight::new(1, 2).unwrap();
        let unknown = Interval::finite_within(Number::integer(-2), Number::integer(4));
        let sum = unknown.times(half).and_then(|share| share.plus(Interval::exactly(Number::integer(1))));
        assert_eq!(sum, Ok(Interval::finite_within(Number::ZERO, Number::integer(3))));
    }
}
