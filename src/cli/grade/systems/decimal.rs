//! Numbers of marks as decimals that every system reads.

use gametree::number::{Fraction, Number};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// At most this many digits after the point.
const PLACES: usize = 6;

/// A number as a decimal with a point, without an exponent and without zeros at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal(pub(super) Fraction);

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(text) = Number::Finite(self.0).rounded(PLACES) else {
            // A fraction that does not fit with six more digits has no use for them.
            return write!(f, "{}", self.0.numerator() / self.0.denominator());
        };
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

impl Serialize for Decimal {
    /// `serde_json` would write small numbers with an exponent.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_short_and_have_no_exponent() {
        let written = |above, below| Decimal(Fraction::new(above, below).unwrap()).to_string();
        assert_eq!(written(3, 1), "3");
        assert_eq!(written(100, 1), "100");
        assert_eq!(written(5, 2), "2.5");
        assert_eq!(written(16, 17), "0.941176");
        assert_eq!(written(1, 1_000_000), "0.000001");
        assert_eq!(written(1, 100_000_000), "0");
        assert_eq!(written(-1, 100_000_000), "0");
        assert_eq!(written(-1, 3), "-0.333333");
        assert_eq!(written(10_i128.pow(30), 1), "1000000000000000000000000000000");
        let json = serde_json::to_string(&[Decimal(Fraction::new(1, 1_000_000).unwrap())]).unwrap();
        assert_eq!(json, "[0.000001]");
    }
}
