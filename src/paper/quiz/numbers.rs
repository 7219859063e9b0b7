//! Numbers as Moodle compares them: as floating-point numbers within a tolerance, or as texts.

use std::collections::HashSet;

use crate::number::{Fraction, Number, decimals as written_decimals};

/// The most digits of a number that Moodle compares without an error: PHP treats numbers that agree in 14 digits as equal.
const MOST_DIGITS: usize = 12;
/// The most decimals that students have to write.
const MOST_DECIMALS: usize = 9;
/// How many decimals beyond the required ones are accepted when Moodle compares a number as text.
const MORE_DECIMALS: usize = 2;

/// A number as Moodle reads it, if it is exact there and has at most this many decimals.
pub(super) fn exact(number: Number, decimals: usize) -> Option<String> {
    let text = number.finite()?.to_string();
    (digits(&text) <= MOST_DIGITS && written_decimals(&text)? <= decimals).then_some(text)
}

/// How many decimals students must write so that a rounded number is not mistaken for one of the others: at least two, and
/// enough for two digits that are not leading zeros. A number with fewer decimals needs no more. `None` if more than
/// [`MOST_DECIMALS`] are needed.
pub(super) fn decimals(written: Number, others: &[Number]) -> Option<usize> {
    let number = written.finite()?;
    let is_told_apart = |places: usize| {
        let unit = 10_i128.checked_pow(u32::try_from(places).ok()?).and_then(|power| Fraction::new(1, power))?;
        let least = unit.times(Fraction::from(10_u64)).ok()?;
        let distance = |other: Fraction| other.minus(number).ok().map(|distance| distance.max(distance.negated()));
        let differs = |other: Number| {
            other.finite().is_none_or(|other| other == number || distance(other).is_some_and(|it| it > unit))
        };
        let is_seen = number.is_integer() || number >= least || number <= least.negated();
        Some(is_seen && others.iter().copied().all(differs))
    };
    let is_enough = |places: &usize| exact(written, *places).is_some() || is_told_apart(*places) == Some(true);
    (2..=MOST_DECIMALS).find(is_enough)
}

/// A number as Moodle reads it: exact, or with a few more decimals than students write. `None` if it has too many digits.
pub(super) fn written(number: Number, decimals: usize) -> Option<String> {
    if let Some(exact) = exact(number, decimals) {
        return Some(exact);
    }
    let text = number.rounded(decimals + MORE_DECIMALS)?;
    (digits(&text) <= MOST_DIGITS + MORE_DECIMALS).then_some(text)
}

fn digits(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_digit).count()
}

/// The greatest error of a number that is rounded to this many decimals.
pub(super) fn tolerance(decimals: usize) -> String {
    format!("0.{}5", "0".repeat(decimals))
}

/// All accepted spellings of a number, for students who must write this many decimals. Moodle shows the first one.
pub(super) fn spelled(number: Number, decimals: usize) -> Vec<String> {
    const INFINITE: [&str; 4] = ["inf", "∞", "oo", "infinity"];
    let finite = match number {
        Number::Infinity => return INFINITE.iter().flat_map(|word| [word.to_string(), format!("+{word}")]).collect(),
        Number::NegativeInfinity => {
            return INFINITE.iter().flat_map(|word| ["-", "−"].map(|sign| format!("{sign}{word}"))).collect();
        }
        Number::Finite(finite) => finite,
    };
    let mut spellings = Vec::new();
    if finite.is_integer() {
        spellings.extend([number.to_string(), format!("{number}.0")]);
    } else {
        let is_short = |text: &String| !text.contains('/');
        spellings.extend(Some(number.to_string()).filter(is_short));
        spellings.extend((decimals..=decimals + MORE_DECIMALS).filter_map(|places| number.rounded(places)));
        spellings.push(format!("{}/{}", finite.numerator(), finite.denominator()));
    }
    let without_zero: Vec<String> =
        spellings.iter().filter_map(|text| text.strip_prefix('0').map(str::to_string)).collect();
    spellings.extend(without_zero.into_iter().filter(|text| text.starts_with('.')));
    let with_commas: Vec<String> = spellings.iter().map(|text| text.replace('.', ",")).collect();
    spellings.extend(with_commas);
    let with_signs: Vec<String> = spellings
        .iter()
        .map(|text| text.strip_prefix('-').map_or_else(|| format!("+{text}"), |digits| format!("−{digits}")))
        .collect();
    spellings.extend(with_signs);
    without_repetitions(spellings)
}

/// The spellings, each only once.
pub(super) fn without_repetitions(mut spellings: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    spellings.retain(|text| seen.insert(text.clone()));
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn only_short_decimals_are_exact() {
        let exact = |text: &str| exact(number(text), 2);
        assert_eq!(exact("-2.50").as_deref(), Some("-2.5"));
        assert_eq!(exact("123456789012").as_deref(), Some("123456789012"));
        for long in ["1234567890123", "1.125", "1/3", "inf"] {
            assert_eq!(exact(long), None, "{long}");
        }
    }

    #[test]
    fn so_many_decimals_are_asked_for_that_a_number_is_told_apart() {
        let decimals = |of: &str, others: &[&str]| {
            let others: Vec<Number> = others.iter().map(|other| number(other)).collect();
            decimals(number(of), &others)
        };
        assert_eq!(decimals("10/3", &["3", "10/3", "inf"]), Some(2));
        assert_eq!(decimals("1.125", &["1.12"]), Some(3), "then it is exact");
        assert_eq!(decimals("0.001", &[]), Some(3));
        assert_eq!(decimals("1/300", &[]), Some(4), "two decimals would be 0.00");
        assert_eq!(decimals("10/3", &["3.334"]), Some(4), "3.33 is as near to 3.334");
        assert_eq!(decimals("0", &["1/300"]), Some(2), "it is exact");
        assert_eq!(decimals("1/1000000000000", &[]), None);
        assert_eq!((written(number("10/3"), 2).as_deref(), tolerance(2).as_str()), (Some("3.3333"), "0.005"));
    }

    #[test]
    fn students_write_numbers_in_many_ways() {
        let spelled = |number: Number| spelled(number, 2);
        assert_eq!(spelled(number("5")), ["5", "5.0", "5,0", "+5", "+5.0", "+5,0"]);
        assert!(spelled(number("0.5")).contains(&".5".to_string()));
        let all = spelled(number("-10/3"));
        assert_eq!(all[0], "-3.33");
        for way in ["-10/3", "-3,333", "−3.33", "−10/3"] {
            assert!(all.iter().any(|spelling| spelling == way), "{way}");
        }
        assert!(!all.contains(&"-3.3".to_string()));
        assert!(spelled(Number::NegativeInfinity).contains(&"−∞".to_string()));
        assert_eq!(spelled(Number::Infinity)[..2], ["inf", "+inf"]);
    }
}
