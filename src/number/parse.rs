//! Reads numbers in the notation of the language.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{Fraction, Number};

/// Why a text is not a number of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// The notation is not the language's.
    Notation {
        /// What is wrong: the rest of a sentence that begins with the number.
        reason: &'static str,
        /// The number in the language's notation, if it can be guessed.
        suggestion: Option<String>,
    },
    /// The denominator is 0.
    ZeroDenominator,
    /// The number needs more than 38 digits and cannot be held exactly.
    TooLong,
}

impl Malformed {
    /// What is wrong, as a sentence about `shown`, which is how readers see the number.
    pub(crate) fn in_words(&self, shown: &str) -> String {
        match self {
            Self::Notation { reason, .. } => format!("{shown} {reason}"),
            Self::ZeroDenominator => format!("{shown} divides by zero"),
            Self::TooLong => format!("{shown} has too many digits to be held exactly"),
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_words("the number"))?;
        match self {
            Self::Notation { suggestion: Some(suggestion), .. } => write!(f, ": write `{suggestion}`"),
            _ => Ok(()),
        }
    }
}

impl Error for Malformed {}

impl FromStr for Number {
    type Err = Malformed;

    /// Reads `3`, `-2`, `+3`, `1_000`, `2.75`, `1/3`, `inf`, `-inf`, also with `∞` and `−`.
    fn from_str(text: &str) -> Result<Self, Malformed> {
        if let Some(integer) = short_integer(text) {
            return Ok(Self::integer(integer));
        }
        let (negative, unsigned) = split_sign(text);
        if matches!(unsigned, "inf" | "∞") {
            return Ok(if negative { Self::NegativeInfinity } else { Self::Infinity });
        }
        let exact = if let Some((numerator, denominator)) = unsigned.split_once('/') {
            fraction(numerator, denominator)
        } else if let Some((whole, places)) = unsigned.split_once('.') {
            decimal(whole, places)
        } else {
            digits(unsigned).and_then(|integer| over(integer, 1))
        };
        match exact {
            Ok(exact) => Ok(Self::Finite(if negative { exact.negated() } else { exact })),
            Err(PartError::Zero) => Err(Malformed::ZeroDenominator),
            Err(PartError::TooLong) => Err(Malformed::TooLong),
            Err(PartError::Notation) => Err(diagnose(negative, unsigned)),
        }
    }
}

/// The fast path for most numbers: up to nine digits, perhaps after a `-`.
fn short_integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    let value = digits.iter().try_fold(0, |value, byte| Some(value * 10 + digit(*byte)?))?;
    Some(if negative { -value } else { value })
}

/// How many decimals a number is written with; `None` for fractions and infinities.
///
/// `2.30` has two, `2` has none. The text must be a number of the language.
pub fn decimals(text: &str) -> Option<usize> {
    let (_, unsigned) = split_sign(text);
    if unsigned.contains('/') || !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let places = unsigned.split_once('.').map_or("", |(_, places)| places);
    Some(places.bytes().filter(u8::is_ascii_digit).count())
}

/// Why a part of a number cannot be read.
enum PartError {
    Notation,
    Zero,
    TooLong,
}

fn split_sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix(['-', '−']) {
        (true, rest)
    } else {
        (false, text.strip_prefix('+').unwrap_or(text))
    }
}

/// Reads ASCII digits, with `_` allowed between two of them.
fn digits(text: &str) -> Result<i128, PartError> {
    let starts_and_ends_well = text.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with('_');
    if !starts_and_ends_well || text.contains("__") {
        return Err(PartError::Notation);
    }
    let mut value: i128 = 0;
    for byte in text.bytes().filter(|byte| *byte != b'_') {
        if !byte.is_ascii_digit() {
            return Err(PartError::Notation);
        }
        let longer = value.checked_mul(10).and_then(|value| value.checked_add(i128::from(byte - b'0')));
        value = longer.ok_or(PartError::TooLong)?;
    }
    Ok(value)
}

fn fraction(numerator: &str, denominator: &str) -> Result<Fraction, PartError> {
    over(digits(numerator)?, digits(denominator)?)
}

fn decimal(whole: &str, places: &str) -> Result<Fraction, PartError> {
    let (whole, numerator) = (digits(whole)?, digits(places)?);
    let count = places.bytes().filter(u8::is_ascii_digit).count();
    let scale = u32::try_from(count).ok().and_then(|count| 10_i128.checked_pow(count)).ok_or(PartError::TooLong)?;
    let shifted = whole.checked_mul(scale).and_then(|whole| whole.checked_add(numerator));
    over(shifted.ok_or(PartError::TooLong)?, scale)
}

/// The fraction of two parts that are not negative.
fn over(numerator: i128, denominator: i128) -> Result<Fraction, PartError> {
    Fraction::new(numerator, denominator).ok_or(PartError::Zero)
}

/// Explains a text that is not a number, and guesses what was meant.
fn diagnose(negative: bool, unsigned: &str) -> Malformed {
    let sign = if negative { "-" } else { "" };
    let checked = |candidate: String| candidate.parse::<Number>().is_ok().then(|| format!("{sign}{candidate}"));
    let (reason, suggestion) = if unsigned.starts_with('.') {
        ("lacks the digit before the point", checked(format!("0{unsigned}")))
    } else if let Some(whole) = unsigned.strip_suffix('.') {
        ("lacks a digit after the point", checked(whole.to_string()))
    } else if let Some((mantissa, exponent)) = unsigned.split_once(['e', 'E']).filter(|(_, e)| is_exponent(e)) {
        ("has an exponent, which is not used here", expand(mantissa, exponent).and_then(checked))
    } else if unsigned.contains('_') {
        ("has a `_` that is not between two digits", checked(unsigned.replace('_', "")))
    } else if unsigned.chars().any(char::is_alphabetic) {
        ("has letters in it; a label that begins with a digit needs quotes", None)
    } else {
        ("is not written as numbers are here", None)
    };
    Malformed::Notation { reason, suggestion }
}

fn is_exponent(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-', '−']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `1.5e3` as `1500`; `None` where that would be long, or is no number either.
fn expand(mantissa: &str, exponent: &str) -> Option<String> {
    const LONGEST: u32 = 20;
    let exponent: i32 = exponent.parse().ok().filter(|exponent: &i32| exponent.unsigned_abs() <= LONGEST)?;
    let mantissa = mantissa.parse::<Number>().ok()?.finite()?;
    let (numerator, denominator) = (mantissa.numerator(), mantissa.denominator());
    let power = 10_i128.checked_pow(exponent.unsigned_abs())?;
    let product = if exponent >= 0 {
        Fraction::new(numerator.checked_mul(power)?, denominator)
    } else {
        Fraction::new(numerator, denominator.checked_mul(power)?)
    };
    Some(product?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggestion(text: &str) -> Option<String> {
        match text.parse::<Number>() {
            Err(Malformed::Notation { suggestion, .. }) => suggestion,
            other => panic!("{text} is {other:?}"),
        }
    }

    #[test]
    fn reads_every_notation() {
        for (text, expected) in [
            ("3", Number::integer(3)),
            ("+3", Number::integer(3)),
            ("−2", Number::integer(-2)),
            ("1_000", Number::integer(1000)),
            ("2.75", Number::fraction(11, 4).unwrap()),
            ("-1/3", Number::fraction(-1, 3).unwrap()),
            ("∞", Number::Infinity),
            ("-inf", Number::NegativeInfinity),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn proposes_the_right_spelling() {
        assert_eq!(suggestion(".5").as_deref(), Some("0.5"));
        assert_eq!(suggestion("-.5").as_deref(), Some("-0.5"));
        assert_eq!(suggestion("1.").as_deref(), Some("1"));
        assert_eq!(suggestion("1e3").as_deref(), Some("1000"));
        assert_eq!(suggestion("2.5e-1").as_deref(), Some("0.25"));
        assert_eq!(suggestion("3a"), None);
        assert_eq!(suggestion("1__0").as_deref(), Some("10"));
        assert_eq!(suggestion("1e999"), None);
        assert_eq!(suggestion("1e-2147483648"), None);
        assert_eq!("1/0".parse::<Number>(), Err(Malformed::ZeroDenominator));
    }

    #[test]
    fn says_what_is_wrong() {
        let message = |text: &str| text.parse::<Number>().unwrap_err().to_string();
        assert_eq!(message(".5"), "the number lacks the digit before the point: write `0.5`");
        assert_eq!(message("1/0"), "the number divides by zero");
        assert_eq!(message(&"9".repeat(40)), "the number has too many digits to be held exactly");
    }

    #[test]
    fn holds_38_digits_and_refuses_more() {
        assert!("9".repeat(38).parse::<Number>().is_ok());
        assert_eq!("9".repeat(40).parse::<Number>(), Err(Malformed::TooLong));
        let places = format!("0.{}", "1".repeat(40));
        assert_eq!(places.parse::<Number>(), Err(Malformed::TooLong));
    }

    #[test]
    fn counts_the_decimals_as_written() {
        assert_eq!(decimals("2.30"), Some(2));
        assert_eq!(decimals("-2"), Some(0));
        assert_eq!(decimals("1/3"), None);
        assert_eq!(decimals("inf"), None);
    }
}
