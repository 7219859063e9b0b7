//! The exact numbers of the language: fractions, and the two infinities.

mod arithmetic;
mod packed;
mod parse;
mod set;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_rational::Ratio;
use num_traits::CheckedMul;

pub use arithmetic::{Fault, Weight};
pub(crate) use packed::{Distinct, Packed, Unpacked};
pub use parse::{Malformed, decimals};
pub use set::{Part, Set};

/// An exact number, ordered by value. Finite numbers are fractions of two `i128` in lowest terms.
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
    /// A fraction; neither part is ever `i128::MIN`.
    Finite(Ratio<i128>),
    /// `inf`, greater than every other number.
    Infinity,
}

impl Number {
    /// The integer `n`.
    pub fn integer(n: i64) -> Self {
        Self::Finite(Ratio::from_integer(i128::from(n)))
    }

    /// The fraction `numerator / denominator`; `None` if the denominator is 0.
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Self> {
        (denominator != 0).then(|| {
            let ratio = reduced(numerator.unsigned_abs().into(), denominator.unsigned_abs().into());
            Self::Finite(if (numerator < 0) == (denominator < 0) { ratio } else { -ratio })
        })
    }

    /// The fraction of a finite number.
    pub fn finite(self) -> Option<Ratio<i128>> {
        match self {
            Self::Finite(ratio) => Some(ratio),
            Self::NegativeInfinity | Self::Infinity => None,
        }
    }

    /// The number as an `i64`, if it is an integer that fits.
    pub fn to_integer(self) -> Option<i64> {
        let ratio = self.finite().filter(Ratio::is_integer)?;
        i64::try_from(*ratio.numer()).ok()
    }

    /// The nearest decimal with so many places; `None` for an infinity, or if it has too many digits.
    pub fn rounded(self, places: usize) -> Option<String> {
        let unit = 10_i128.checked_pow(u32::try_from(places).ok()?)?;
        let units = self.finite()?.checked_mul(&Ratio::from_integer(unit))?.round().to_integer();
        let sign = if units < 0 { "-" } else { "" };
        let digits = format!("{:0>1$}", units.unsigned_abs(), places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        let point = if places == 0 { "" } else { "." };
        Some(format!("{sign}{whole}{point}{decimals}"))
    }
}

/// In lowest terms equal fractions have equal parts, so these are hashed. `Ratio` would hash its whole continued
/// fraction.
impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Finite(ratio) => (ratio.numer(), ratio.denom()).hash(state),
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

/// A fraction in lowest terms. The denominator must not be 0, and neither part negative.
fn reduced(numerator: i128, denominator: i128) -> Ratio<i128> {
    // Most parts are short, and 64 bits take a fraction of the time of 128.
    match (u64::try_from(numerator), u64::try_from(denominator)) {
        (Ok(numerator), Ok(denominator)) => {
            let (numerator, denominator) = Ratio::new(numerator, denominator).into_raw();
            Ratio::new_raw(numerator.into(), denominator.into())
        }
        _ => Ratio::new(numerator, denominator),
    }
}

/// The most decimal places that are written out; a fraction that needs more is written as `a/b`.
const MOST_DECIMALS: usize = 12;

impl fmt::Display for Number {
    /// The language's own notation: `3`, `-2.75`, `1/3`, `inf`. A short decimal if there is one, otherwise a fraction.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = match self {
            Self::NegativeInfinity => return f.pad("-inf"),
            Self::Infinity => return f.pad("inf"),
            Self::Finite(ratio) => ratio,
        };
        f.pad(&decimal(ratio).unwrap_or_else(|| ratio.to_string()))
    }
}

/// `ratio` in decimal notation, if that ends within [`MOST_DECIMALS`] places.
fn decimal(ratio: &Ratio<i128>) -> Option<String> {
    let denominator = ratio.denom().unsigned_abs();
    let mut remainder = ratio.numer().unsigned_abs() % denominator;
    let mut places = String::new();
    while remainder != 0 && places.len() < MOST_DECIMALS {
        remainder = remainder.checked_mul(10)?;
        places.push_str(&(remainder / denominator).to_string());
        remainder %= denominator;
    }
    let sign = if *ratio.numer() < 0 { "-" } else { "" };
    let whole = ratio.numer().unsigned_abs() / denominator;
    match (remainder, places.is_empty()) {
        (0, true) => Some(format!("{sign}{whole}")),
        (0, false) => Some(format!("{sign}{whole}.{places}")),
        _ => None,
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
    fn is_in_lowest_terms_whatever_its_length_and_signs() {
        let ends = [i64::MIN, i64::MIN + 1, -6, -1, 0, 1, 4, i64::MAX - 1, i64::MAX];
        for (numerator, denominator) in ends.into_iter().flat_map(|one| ends.map(|other| (one, other))) {
            let exact = (denominator != 0).then(|| Number::Finite(Ratio::new(numerator.into(), denominator.into())));
            assert_eq!(Number::fraction(numerator, denominator), exact, "{numerator}/{denominator}");
        }
        let long = i128::from(u64::MAX);
        let parts = [1, 6, long - 1, long, long + 1, long * 2, i128::MAX];
        for (numerator, denominator) in parts.into_iter().flat_map(|one| parts.map(|other| (one, other))) {
            let exact = Number::Finite(Ratio::new(numerator, denominator));
            assert_eq!(format!("{numerator}/{denominator}").parse(), Ok::<Number, Malformed>(exact));
        }
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
