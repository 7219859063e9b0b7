//! How numbers are kept in columns of eight bytes each.

use std::collections::HashMap;

use super::scale::Scale;
use crate::number::Number;

/// Stands in a column of results for what is not known. No number is kept as it.
pub(super) const OPEN: i64 = i64::MIN + 1;

/// Turns the numbers of a search into entries of a column.
pub(super) trait Keep<N> {
    /// The entry of a number, or [`OPEN`]. Equal numbers have equal entries.
    fn keep(&mut self, number: Option<N>) -> i64;
}

/// For numbers that are scaled: they are their own entries.
pub(super) struct Scaled;

impl Keep<i64> for Scaled {
    fn keep(&mut self, number: Option<i64>) -> i64 {
        number.unwrap_or(OPEN)
    }
}

/// For exact numbers: the entries are places in a table.
#[derive(Default)]
pub(super) struct Table {
    numbers: Vec<Number>,
    places: HashMap<Number, i64>,
}

impl Table {
    pub(super) fn into_scale(self) -> Scale {
        Scale::Table(self.numbers)
    }
}

impl Keep<Number> for Table {
    fn keep(&mut self, number: Option<Number>) -> i64 {
        let Some(number) = number else { return OPEN };
        let numbers = &mut self.numbers;
        *self.places.entry(number).or_insert_with(|| {
            numbers.push(number);
            i64::try_from(numbers.len() - 1).expect("fewer numbers than bytes of memory")
        })
    }
}
