//! The exact arithmetic of chance nodes: sums and weights.

use std::error::Error;
use std::fmt;

use super::{Fraction, Number};

/// A probability, or a sum of probabilities: from 0 to 1.
pub type Weight = Fraction;

/// Why there is no exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It needs more than 38 digits.
    TooLong,
    /// It is a sum of inf and -inf.
    OpposedInfinities,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "the result has too many digits to be held exactly",
            Self::OpposedInfinities => "inf and -inf cannot be added",
        })
    }
}

impl Error for Fault {}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self::Finite(Fraction::ZERO);

    /// The sum of two numbers.
    ///
    /// # Errors
    /// If it cannot be held exactly, or the numbers are inf and -inf.
    pub fn plus(self, other: Self) -> Result<Self, Fault> {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => a.plus(b).map(Self::Finite),
            (Self::Finite(_), infinite) | (infinite, Self::Finite(_)) => Ok(infinite),
            (a, b) if a == b => Ok(a),
            _ => Err(Fault::OpposedInfinities),
        }
    }

    /// The difference of two numbers.
    ///
    /// # Errors
    /// As for [`Self::plus`].
    pub fn minus(self, other: Self) -> Result<Self, Fault> {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => a.minus(b).map(Self::Finite),
            _ => self.plus(other.negated()),
        }
    }

    /// The number times a weight. Infinities stay as they are, except that 0 times any number is 0.
    ///
    /// # Errors
    /// If the product cannot be held exactly.
    pub fn times(self, weight: Weight) -> Result<Self, Fault> {
        match self {
            _ if weight == Weight::ZERO => Ok(Self::ZERO),
            Self::Finite(a) => a.times(weight).map(Self::Finite),
            infinite => Ok(infinite),
        }
    }

    /// The number divided by a positive weight.
    ///
    /// # Errors
    /// If the quotient cannot be held exactly.
    pub fn over(self, weight: Weight) -> Result<Self, Fault> {
        match self {
            Self::Finite(a) => a.over(weight).map(Self::Finite),
            infinite => Ok(infinite),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::NegativeInfinity => Self::Infinity,
            Self::Finite(a) => Self::Finite(a.negated()),
            Self::Infinity => Self::NegativeInfinity,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    fn weight(numerator: i128, denominator: i128) -> Weight {
        Weight::new(numerator, denominator).unwrap()
    }

    #[test]
    fn is_exact_or_not_at_all() {
        assert_eq!(number("0.1").plus(number("0.2")), Ok(number("0.3")));
        assert_eq!(number("1").times(weight(1, 3)), Ok(number("1/3")));
        assert_eq!(number("2").over(weight(2, 3)), Ok(number("3")));
        let long = number(&"9".repeat(38));
        assert_eq!(long.plus(long), Err(Fault::TooLong));
        assert_eq!(number("1/1000000007").times(weight(1, i128::MAX)), Err(Fault::TooLong));
    }

    #[test]
    fn every_number_has_one_with_the_other_sign() {
        let least = number("-170141183460469231731687303715884105727");
        assert_eq!(least.minus(number("1")), Err(Fault::TooLong));
        assert_eq!(number("-1/170141183460469231731687303715884105727").minus(number("1")), Err(Fault::TooLong));
    }

    #[test]
    fn infinities_stay_unless_opposed_or_weightless() {
        assert_eq!(Number::Infinity.plus(number("-5")), Ok(Number::Infinity));
        assert_eq!(Number::Infinity.plus(Number::NegativeInfinity), Err(Fault::OpposedInfinities));
        assert_eq!(Number::Infinity.minus(Number::Infinity), Err(Fault::OpposedInfinities));
        assert_eq!(Number::Infinity.times(Weight::ZERO), Ok(Number::ZERO));
        assert_eq!(Number::NegativeInfinity.over(weight(1, 2)), Ok(Number::NegativeInfinity));
    }
}
