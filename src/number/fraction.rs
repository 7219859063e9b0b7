//! The exact fractions behind finite numbers.

use std::fmt;
use std::hash::{Hash, Hasher};

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use super::Fault;

/// An exact fraction of two `i128` in lowest terms, ordered by value. Its denominator is positive, and neither part is
/// ever `i128::MIN`, so each fraction has a negative.
#[derive(Clone, Copy, Debug, Eq, PartialOrd, Ord)]
pub struct Fraction(Ratio<i128>);

impl Fraction {
    /// The fraction 0.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));

    /// The fraction 1.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// The fraction `numerator / denominator`; `None` if the denominator is 0, or one of the two is `i128::MIN`.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        // Most parts are short, and 64 bits take a fraction of the time of 128.
        let (Ok(above), Ok(below)) = (i64::try_from(numerator), i64::try_from(denominator)) else {
            return Self::long(numerator, denominator);
        };
        if below == 0 {
            return None;
        }
        let (numerator, denominator) = Ratio::new(above.unsigned_abs(), below.unsigned_abs()).into_raw();
        let numerator = i128::from(numerator);
        let numerator = if (above < 0) == (below < 0) { numerator } else { -numerator };
        Some(Self(Ratio::new_raw(numerator, denominator.into())))
    }

    /// Like [`Self::new`]. It is apart since it would slow down the short case.
    #[cold]
    fn long(numerator: i128, denominator: i128) -> Option<Self> {
        let possible = denominator != 0 && numerator != i128::MIN && denominator != i128::MIN;
        possible.then(|| Self(Ratio::new(numerator, denominator)))
    }

    /// The numerator, which has the sign.
    pub fn numerator(self) -> i128 {
        *self.0.numer()
    }

    /// The denominator, which is positive.
    pub fn denominator(self) -> i128 {
        *self.0.denom()
    }

    /// Whether it is a whole number.
    pub fn is_integer(self) -> bool {
        self.denominator() == 1
    }

    /// The sum of two fractions.
    ///
    /// # Errors
    /// If it cannot be held exactly.
    pub fn plus(self, other: Self) -> Result<Self, Fault> {
        held(self.0.checked_add(&other.0))
    }

    /// The difference of two fractions.
    ///
    /// # Errors
    /// As for [`Self::plus`].
    pub fn minus(self, other: Self) -> Result<Self, Fault> {
        held(self.0.checked_sub(&other.0))
    }

    /// The product of two fractions.
    ///
    /// # Errors
    /// As for [`Self::plus`].
    pub fn times(self, other: Self) -> Result<Self, Fault> {
        held(self.0.checked_mul(&other.0))
    }

    /// The fraction divided by another.
    ///
    /// # Errors
    /// As for [`Self::plus`], and if the other is 0.
    pub fn over(self, other: Self) -> Result<Self, Fault> {
        held(self.0.checked_div(&other.0))
    }

    /// The fraction with the other sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The nearest decimal with so many places; `None` if it has too many digits.
    pub(super) fn rounded(self, places: usize) -> Option<String> {
        let unit = 10_i128.checked_pow(u32::try_from(places).ok()?)?;
        let units = self.0.checked_mul(&Ratio::from_integer(unit))?.round().to_integer();
        let sign = if units < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", units.unsigned_abs(), places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        Some(format!("{sign}{whole}{point}{decimals}"))
    }

    /// The fraction in decimal notation, if that ends within [`MOST_DECIMALS`] places.
    fn decimal(self) -> Option<String> {
        let (numerator, denominator) = (self.numerator().unsigned_abs(), self.denominator().unsigned_abs());
        let (whole, mut remainder) = (numerator / denominator, numerator % denominator);
        let mut places = String::new();
        while remainder != 0 && places.len() < MOST_DECIMALS {
            remainder = remainder.checked_mul(10)?;
            places.push_str(&(remainder / denominator).to_string());
            remainder %= denominator;
        }
        let sign = if self.numerator() < 0 { "-" } else { "" };
        match (remainder, places.is_empty()) {
            (0, true) => Some(format!("{sign}{whole}")),
            (0, false) => Some(format!("{sign}{whole}.{places}")),
            _ => None,
        }
    }
}

/// The most decimal places that are written out; a fraction that needs more is written as `a/b`.
const MOST_DECIMALS: usize = 12;

/// The least common multiple of two positive numbers; `None` if it does not fit into an `i128`.
///
/// ```
/// use gametree::number::least_common_multiple;
///
/// assert_eq!(least_common_multiple(4, 6), Some(12));
/// assert_eq!(least_common_multiple(i128::MAX, 2), None);
/// ```
pub fn least_common_multiple(one: i128, other: i128) -> Option<i128> {
    let (mut divisor, mut rest) = (one, other);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (one / divisor).checked_mul(other)
}

/// A result as a fraction. `i128::MIN` is too long: its negative does not fit.
fn held(result: Option<Ratio<i128>>) -> Result<Fraction, Fault> {
    result.filter(|ratio| *ratio.numer() != i128::MIN).map(Fraction).ok_or(Fault::TooLong)
}

impl From<i64> for Fraction {
    fn from(integer: i64) -> Self {
        Self(Ratio::from_integer(integer.into()))
    }
}

impl From<u64> for Fraction {
    fn from(integer: u64) -> Self {
        Self(Ratio::from_integer(integer.into()))
    }
}

/// In lowest terms equal fractions have equal parts. `Ratio` would compare and hash whole continued fractions.
impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        (self.numerator(), self.denominator()) == (other.numerator(), other.denominator())
    }
}

impl Hash for Fraction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numerator(), self.denominator()).hash(state);
    }
}

impl fmt::Display for Fraction {
    /// The language's own notation: `3`, `-2.75`, `1/3`. A short decimal if there is one, otherwise a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.decimal().unwrap_or_else(|| self.0.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_in_lowest_terms_whatever_its_length_and_signs() {
        let short = i128::from(u64::MAX);
        let parts = [0, 1, 4, 6, short - 1, short, short + 1, short * 2, i128::MAX];
        let parts = parts.into_iter().flat_map(|part| [part, -part]);
        for (numerator, denominator) in parts.clone().flat_map(|one| parts.clone().map(move |other| (one, other))) {
            let exact = (denominator != 0).then(|| Fraction(Ratio::new(numerator, denominator)));
            assert_eq!(Fraction::new(numerator, denominator), exact, "{numerator}/{denominator}");
        }
    }

    #[test]
    fn every_fraction_has_a_negative() {
        assert_eq!(Fraction::new(i128::MIN, 3), None);
        assert_eq!(Fraction::new(3, i128::MIN), None);
        let (least, two) = (Fraction::new(-i128::MAX, 1).unwrap(), Fraction::from(2_u64));
        assert_eq!(least.minus(Fraction::ONE), Err(Fault::TooLong));
        let quarter = Fraction::new(-(1 << 126), 1).unwrap();
        assert_eq!(quarter.times(two), Err(Fault::TooLong));
        assert_eq!(quarter.over(Fraction::new(1, 2).unwrap()), Err(Fault::TooLong));
        assert_eq!(Fraction::new(1, 1 << 64).unwrap().over(Fraction::from(i64::MIN)), Err(Fault::TooLong));
        assert_eq!(Fraction::ONE.over(Fraction::ZERO), Err(Fault::TooLong));
    }
}
