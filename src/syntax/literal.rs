//! The numbers of a tree, in few bytes.

use std::fmt;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::number::Number;

/// A number of a tree in four bytes: a small integer itself, or the place of any other number in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal(u32);

/// The numbers of one tree that are not small integers, each once.
#[derive(Clone, Default)]
pub struct Literals {
    table: Vec<Number>,
    /// The place of each number in the table.
    places: HashTable<u32>,
    hasher: RandomState,
}

impl fmt::Debug for Literals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.table).finish()
    }
}

impl Literals {
    pub(super) fn with_capacity(numbers: usize) -> Self {
        let (table, places) = (Vec::with_capacity(numbers), HashTable::with_capacity(numbers));
        Self { table, places, hasher: RandomState::default() }
    }

    /// Stores a number.
    pub fn insert(&mut self, number: Number) -> Literal {
        number.to_integer().and_then(Literal::integer).unwrap_or_else(|| {
            let Self { table, places, hasher } = self;
            let hash = hasher.hash_one(number);
            let found = places.find(hash, |place| table[*place as usize] == number);
            let place = found.copied().unwrap_or_else(|| {
                let place = u32::try_from(table.len()).expect("fewer numbers than bytes of text");
                table.push(number);
                places.insert_unique(hash, place, |place| hasher.hash_one(table[*place as usize]));
                place
            });
            Literal(place << 1 | 1)
        })
    }

    /// The number that was stored.
    pub fn get(&self, literal: Literal) -> Number {
        literal.small().map_or_else(|| self.table[(literal.0 >> 1) as usize], Number::integer)
    }

    /// The numbers in the table: all stored numbers except the small integers.
    pub fn large(&self) -> &[Number] {
        &self.table
    }
}

impl Literal {
    /// Integers from `-LARGEST` to `LARGEST` need no entry in a table.
    const LARGEST: i64 = (1 << 30) - 1;

    /// How a column of a tree stores it.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// The literal with these [`Literal::bits`].
    pub(super) fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The literal of a small integer; `None` if the integer needs a place in the table.
    pub fn integer(n: i64) -> Option<Self> {
        let small = i32::try_from(n).ok().filter(|_| (-Self::LARGEST..=Self::LARGEST).contains(&n))?;
        Some(Self((small << 1).cast_unsigned()))
    }

    /// The value of a small integer.
    pub fn small(self) -> Option<i64> {
        (self.0 & 1 == 0).then(|| i64::from(self.0.cast_signed() >> 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_hold_every_number() {
        let mut literals = Literals::default();
        for text in ["0", "-1", "1073741823", "-1073741824", "1/3", "inf", "99999999999", "-9223372036854775808"] {
            let number: Number = text.parse().unwrap();
            let literal = literals.insert(number);
            assert_eq!(literals.get(literal), number);
            assert_eq!(literals.insert(number), literal, "stored once");
        }
        assert_eq!(literals.large().len(), 5);
    }
}
