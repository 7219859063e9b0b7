use std::fmt::Debug;

/// What a search compares: a number, or as much as is known of one.
///
/// Comparisons answer `None` where that cannot be decided. With numbers they always can, and cost nothing extra.
pub trait Value: Copy + Debug + PartialEq {
    /// Less than every number of the language but itself.
    const NEGATIVE_INFINITY: Self;
    /// Greater than every number of the language but itself.
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
    /// The number, where it is known, else [`OPEN`].
    fn known(self) -> i64;
    /// The least and the greatest number that it may be.
    fn ends(self) -> (i64, i64);
}

/// Stands in a column of results for what is not known. No number is scaled to it.
pub const OPEN: i64 = i64::MIN + 1;

impl Value for i64 {
    const NEGATIVE_INFINITY: Self = Self::MIN;
    const INFINITY: Self = Self::MAX;

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

    fn known(self) -> i64 {
        self
    }

    fn ends(self) -> (i64, i64) {
        (self, self)
    }
}

/// A number of which only bounds are known: what a search returns that has met an unknown leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    least: i64,
    greatest: i64,
}

impl Interval {
    /// A number that is known.
    pub fn exactly(value: i64) -> Self {
        Self { least: value, greatest: value }
    }

    /// Any finite number: below infinity, above minus infinity.
    pub fn any_finite() -> Self {
        Self { least: i64::MIN + 1, greatest: i64::MAX - 1 }
    }
}

impl Value for Interval {
    const NEGATIVE_INFINITY: Self = Self { least: i64::MIN, greatest: i64::MIN };
    const INFINITY: Self = Self { least: i64::MAX, greatest: i64::MAX };

    fn at_least(self, other: Self) -> Option<bool> {
        if self.least >= other.greatest {
            Some(true)
        } else if self.greatest < other.least {
            Some(false)
        } else {
            None
        }
    }

    fn exceeds(self, other: Self) -> Option<bool> {
        other.at_least(self).map(|other_wins| !other_wins)
    }

    fn greater(self, other: Self) -> Self {
        Self { least: self.least.max(other.least), greatest: self.greatest.max(other.greatest) }
    }

    fn lesser(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.min(other.greatest) }
    }

    fn known(self) -> i64 {
        if self.least == self.greatest { self.least } else { OPEN }
    }

    fn ends(self) -> (i64, i64) {
        (self.least, self.greatest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_decide_only_what_is_certain() {
        let (three, any) = (Interval::exactly(3), Interval::any_finite());
        assert_eq!(three.at_least(any), None);
        assert_eq!(any.at_least(Interval::NEGATIVE_INFINITY), Some(true));
        assert_eq!(any.exceeds(Interval::NEGATIVE_INFINITY), Some(true), "unknown values are finite");
        assert_eq!(any.at_least(Interval::INFINITY), Some(false));
        let at_least_three = three.greater(any);
        assert_eq!(at_least_three.at_least(three), Some(true));
        assert_eq!(at_least_three.exceeds(three), None);
        assert_eq!(at_least_three.known(), OPEN);
        assert_eq!(at_least_three.lesser(three).known(), 3);
    }
}
