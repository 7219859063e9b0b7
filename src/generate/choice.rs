//! The numbers that leaves may have.

use std::str::FromStr;

use crate::number::Number;

/// With more numbers than this, a list of them takes too much memory.
const MOST: usize = 100_000;

/// Finite numbers in ascending order, each once: `0..9`, `2,3,5,7,11`, `0,1/2,1`, `-9..-1,1..9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice(Vec<Number>);

impl Choice {
    /// These numbers, in ascending order, each once.
    pub fn new(mut numbers: Vec<Number>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Self(numbers)
    }

    /// The numbers.
    pub fn numbers(&self) -> &[Number] {
        &self.0
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let finite = |word: &str| {
            let number: Option<Number> = word.trim().parse().ok();
            number.filter(|number| number.finite().is_some()).ok_or_else(|| format!("`{word}` is no finite number"))
        };
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let Some((first, last)) = part.split_once("..") else {
                numbers.push(finite(part)?);
                continue;
            };
            let (first, last) = (finite(first)?, finite(last)?);
            let (Some(first), Some(last)) = (first.to_integer(), last.to_integer()) else {
                return Err(format!("the ends of `{part}` must be whole numbers; list other numbers, such as 0,1/2,1"));
            };
            if last < first {
                return Err(format!("nothing lies between {first} and {last}; write {last}..{first}"));
            }
            if last.abs_diff(first) >= MOST as u64 {
                return Err(format!("`{part}` has more than {MOST} numbers"));
            }
            numbers.extend((first..=last).map(Number::integer));
        }
        Ok(Self::new(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_listed_in_order() {
        let read = |text: &str| -> Vec<String> {
            text.parse::<Choice>().unwrap().numbers().iter().map(Number::to_string).collect()
        };
        assert_eq!(read("0..3"), ["0", "1", "2", "3"]);
        assert_eq!(read("-2..-1, 1..2,2"), ["-2", "-1", "1", "2"]);
        assert_eq!(read("1,1/2,0.25"), ["0.25", "0.5", "1"]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (text, reason) in [
            ("", "`` is no finite number"),
            ("1,inf", "`inf` is no finite number"),
            ("1..x", "`x` is no finite number"),
            ("0.5..2", "the ends of `0.5..2` must be whole numbers; list other numbers, such as 0,1/2,1"),
            ("9..0", "nothing lies between 9 and 0; write 0..9"),
            ("0..100000", "`0..100000` has more than 100000 numbers"),
        ] {
            assert_eq!(text.parse::<Choice>().unwrap_err(), reason);
        }
    }
}
