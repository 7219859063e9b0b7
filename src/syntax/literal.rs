//! The numbers of a tree, in few bytes.

use crate::number::{Distinct, Number, Packed, Unpacked};

/// A number of a tree in four bytes: a small integer as it is, any other by its place in a table of distinct numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal(Packed);

/// The numbers of one tree that are not small integers, each once.
#[derive(Clone, Debug, Default)]
pub struct Literals(Distinct<Number>);

impl Literals {
    pub(super) fn with_capacity(numbers: usize) -> Self {
        Self(Distinct::with_capacity(numbers))
    }

    /// Stores a number.
    pub fn insert(&mut self, number: Number) -> Literal {
        let small = number.to_integer().and_then(Literal::integer);
        small.unwrap_or_else(|| Literal(self.0.pack(number)))
    }

    /// Stores a number of another tree.
    pub(super) fn adopt(&mut self, literal: Literal, others: &Self) -> Literal {
        if literal.small().is_some() { literal } else { self.insert(others.get(literal)) }
    }

    /// The number that was stored.
    pub fn get(&self, literal: Literal) -> Number {
        match literal.0.unpack() {
            Unpacked::Integer(integer) => Number::integer(integer),
            Unpacked::Place(place) => self.large()[place],
        }
    }

    /// The numbers in the table: all that are stored, except the small integers.
    pub fn large(&self) -> &[Number] {
        self.0.numbers()
    }
}

impl Literal {
    /// What a column of a tree keeps of it.
    pub(super) fn bits(self) -> u32 {
        self.0.bits()
    }

    /// The inverse of [`Literal::bits`].
    pub(super) fn from_bits(bits: u32) -> Self {
        Self(Packed::from_bits(bits))
    }

    /// The literal of an integer that is known to be small.
    pub(super) fn small_integer(n: i32) -> Self {
        Self(Packed::small_integer(n))
    }

    /// The literal of a small integer; `None` if the number needs a place in the table.
    pub fn integer(n: i64) -> Option<Self> {
        Packed::integer(n).map(Self)
    }

    /// The value of a small integer.
    pub fn small(self) -> Option<i64> {
        match self.0.unpack() {
            Unpacked::Integer(integer) => Some(integer),
            Unpacked::Place(_) => None,
        }
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
