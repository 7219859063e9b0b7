//! The exact numbers of the language: fractions, and the two infinities.

mod arithmetic;
mod fraction;
mod packed;
mod parse;
mod set;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

pub use arithmetic::{Fault, Weight};
pub use fraction::{Fraction, least_common_multiple};
pub(crate) use packed::{Distinct, Packed, Unpacked};
pub use parse::{Malformed, decimals};
pub use set::{Part, Set};

/// An exact number, ordered by value. Finite numbers are fractions of two `i128`.
///
/// ```
/// use gametree::number::Number;
///
/// let third: Number = "1/3".parse()?;
/// assert!(third > "0.333".parse()? && third < Number::Infinity);
/// assert_eq!(third.plus(third)?.to_string(), "2/3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `-inf`, less than every other number.
    NegativeInfinity,
    /// Every other number.
    Finite(Fraction),
    /// `inf`, greater than every other number.
    Infinity,
}

impl Number {
    /// The integer `n`.
    pub fn integer(n: i64) -> Self {
        Self::Finite(n.into())
    }

    /// The fraction `numerator / denominator`; `None` if the denominator is 0.
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Self> {
        Fraction::new(numerator.into(), denominator.into()).map(Self::Finite)
    }

    /// The fraction of a finite number.
    pub fn finite(self) -> Option<Fraction> {
        match self {
            Self::Finite(fraction) => Some(fraction),
            Self::NegativeInfinity | Self::Infinity => None,
        }
    }

    /// The number as an `i64`, if it is an integer that fits.
    pub fn to_integer(self) -> Option<i64> {
        let fraction = self.finite().filter(|fraction| fraction.is_integer())?;
        i64::try_from(fraction.numerator()).ok()
    }

    /// The nearest decimal with so many places; `None` for an infinity, or if it has too many digits.
    pub fn rounded(self, places: usize) -> Option<String> {
        self.finite()?.rounded(places)
    }
}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Finite(fraction) => fraction.hash(state),
            infinite => infinite.side().hash(state),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => a.cmp(b),
            _ => self.side().cmp(&other.side()),
        }
    }
}

impl Number {
    /// -1, 0 or 1 for minus infinity, a finite number, infinity.
    fn side(self) -> i8 {
        match self {
            Self::NegativeInfinity => -1,
            Self::Finite(_) => 0,
            Self::Infinity => 1,
        }
    }
}

impl fmt::Display for Number {
    /// The language's own notation: `3`, `-2.75`, `1/3`, `inf`. A short decimal if there is one, otherwise a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeInfinity => f.pad("-inf"),
            Self::Finite(fraction) => fraction.fmt(f),
            Self::Infinity => f.pad("inf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn orders_as_on_the_number_line() {
        let rising = ["-inf", "-2", "-1/3", "0", "0.3", "1/3", "0.34", "1", "inf"].map(number);
        assert!(rising.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn is_exact() {
        assert_eq!(number("0.30"), number("3/10"));
        assert_eq!(number("-0"), number("0"));
        assert_eq!(number("2/4"), number("0.5"));
    }

    #[test]
    fn is_rounded_to_the_nearest_decimal() {
        for (exact, places, rounded) in [
            ("10/3", 2, "3.33"),
            ("-10/3", 0, "-3"),
            ("7", 1, "7.0"),
            ("-1/100", 1, "0.0"),
            ("1/200", 2, "0.01"),
            ("-0.05", 2, "-0.05"),
        ] {
            assert_eq!(number(exact).rounded(places).as_deref(), Some(rounded), "{exact}");
        }
        assert_eq!(number("inf").rounded(1), None);
        assert_eq!(number("1/3").rounded(40), None);
    }

    #[test]
    fn is_written_as_the_language_writes_it() {
        for text in ["0", "-3", "2.75", "-0.5", "1/3", "-10/3", "inf", "-inf", "0.001"] {
            assert_eq!(number(text).to_string(), text);
        }
        assert_eq!(number("1/1024").to_string(), "0.0009765625");
        assert_eq!(number("1/1048576").to_string(), "1/1048576", "twenty places");
        assert_eq!(format!("{:>5}|", number("1.5")), "  1.5|");
    }
}
