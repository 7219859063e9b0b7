//! How many of something are wished for.

use std::fmt;
use std::str::FromStr;

/// So many at least, and maybe so many at most: `16`, `15..18`, `2..`, `..4`; both ends are included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The fewest.
    pub least: u64,
    /// The most; `None` if there is no limit.
    pub most: Option<u64>,
}

impl Amount {
    /// So many or more.
    pub fn at_least(least: u64) -> Self {
        Self { least, most: None }
    }

    /// What two amounts have in common; its least is greater than its most if that is nothing.
    pub(super) fn and(self, other: Self) -> Self {
        let most = self.most.into_iter().chain(other.most).min();
        Self { least: self.least.max(other.least), most }
    }

    /// Whether a number is neither too small nor too great.
    pub fn contains(self, number: u64) -> bool {
        self.least <= number && self.most.is_none_or(|most| number <= most)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { least, most: Some(most) } if least == most => write!(f, "{least}"),
            Self { least, most: Some(most) } => write!(f, "{least}..{most}"),
            Self { least, most: None } => write!(f, "{least}.."),
        }
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no number such as 16, and no range such as 15..18, 2.. or ..4");
        let number = |end: &str| end.trim().parse::<u64>().map_err(|_| wrong());
        let Some((least, most)) = text.split_once("..") else {
            return number(text).map(|number| Self { least: number, most: Some(number) });
        };
        let (least, most) = (least.trim(), most.trim());
        let amount = match (least.is_empty(), most.is_empty()) {
            (true, true) => return Err(wrong()),
            (false, true) => Self::at_least(number(least)?),
            (true, false) => Self { least: 0, most: Some(number(most)?) },
            (false, false) => Self { least: number(least)?, most: Some(number(most)?) },
        };
        match amount.most {
            Some(most) if most < amount.least => {
                Err(format!("nothing lies between {} and {most}; write {most}..{}", amount.least, amount.least))
            }
            _ => Ok(amount),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written() {
        for (text, written) in [("16", "16"), ("15..18", "15..18"), ("2..", "2.."), ("..4", "0..4"), (" 1 .. 1", "1")] {
            assert_eq!(text.parse::<Amount>().unwrap().to_string(), written);
        }
        for text in ["", "..", "x", "-1", "1...2", "18446744073709551616", "1.5"] {
            assert!(text.parse::<Amount>().unwrap_err().contains("is no number"), "{text}");
        }
        assert_eq!("4..2".parse::<Amount>().unwrap_err(), "nothing lies between 4 and 2; write 2..4");
    }

    #[test]
    fn both_ends_are_included() {
        let amount: Amount = "2..4".parse().unwrap();
        assert_eq!([1, 2, 4, 5].map(|number| amount.contains(number)), [false, true, true, false]);
        assert!(Amount::at_least(2).contains(u64::MAX));
    }
}
