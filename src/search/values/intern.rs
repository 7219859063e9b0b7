//! Stores the numbers of a search in four bytes each.

use super::scale::Scale;
use super::shape::Shape;
use crate::number::{Distinct, Number, Packed, Unpacked};

/// A number in a column of results. Equal numbers of one search have equal entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedValue(Packed);

impl PackedValue {
    /// A number that is not known.
    pub(crate) const OPEN: Self = Self(Packed::RESERVED[0]);
    const NEGATIVE_INFINITY: Self = Self(Packed::RESERVED[1]);
    const INFINITY: Self = Self(Packed::RESERVED[2]);
}

/// Turns the numbers of a search into entries of columns.
pub(crate) trait Intern<N> {
    /// The entry of a number; for `None`, [`PackedValue::OPEN`].
    fn intern(&mut self, number: Option<N>) -> PackedValue;
    /// The numbers that the entries refer to.
    fn finish(self) -> Numbers;
}

/// Turns the numbers that a search compares back into numbers of the language.
pub(crate) trait Translate<N> {
    /// The number of the language.
    fn number(&self, number: N) -> Number;
}

/// For scaled numbers: small ones are stored as they are, the others in a table.
pub(crate) struct InternScaled {
    scale: Scale,
    large: Distinct<i64>,
}

impl InternScaled {
    pub(crate) fn new(scale: Scale) -> Self {
        Self { scale, large: Distinct::default() }
    }
}

impl Translate<i64> for InternScaled {
    fn number(&self, number: i64) -> Number {
        self.scale.number(number)
    }
}

impl Intern<i64> for InternScaled {
    #[inline]
    fn intern(&mut self, number: Option<i64>) -> PackedValue {
        // Most numbers are small, and this is called several times for each node.
        if let Some(small) = number.and_then(Packed::integer) {
            return PackedValue(small);
        }
        match number {
            None => PackedValue::OPEN,
            Some(i64::MIN) => PackedValue::NEGATIVE_INFINITY,
            Some(i64::MAX) => PackedValue::INFINITY,
            Some(number) => PackedValue(self.large.pack(number)),
        }
    }

    fn finish(self) -> Numbers {
        Numbers::Scaled(self.scale, self.large.into_numbers())
    }
}

/// For exact numbers, all in a table.
pub(crate) struct InternExact(Distinct<Number>);

impl InternExact {
    pub(crate) fn new() -> Self {
        Self(Distinct::default())
    }
}

impl Translate<Number> for InternExact {
    fn number(&self, number: Number) -> Number {
        number
    }
}

impl Intern<Number> for InternExact {
    fn intern(&mut self, number: Option<Number>) -> PackedValue {
        number.map_or(PackedValue::OPEN, |number| PackedValue(self.0.pack(number)))
    }

    fn finish(self) -> Numbers {
        Numbers::Exact(self.0.into_numbers())
    }
}

/// For numbers that depend on unknown leaves, all in a table.
pub(crate) struct InternShapes(Distinct<Shape>);

impl InternShapes {
    pub(crate) fn new() -> Self {
        Self(Distinct::default())
    }
}

impl Intern<Shape> for InternShapes {
    fn intern(&mut self, shape: Option<Shape>) -> PackedValue {
        shape.map_or(PackedValue::OPEN, |shape| PackedValue(self.0.pack(shape)))
    }

    fn finish(self) -> Numbers {
        Numbers::Shapes(self.0.into_numbers())
    }
}

/// The numbers that the entries of columns refer to.
#[derive(Debug)]
pub(crate) enum Numbers {
    /// The scale, and the scaled integers that are too large for a column.
    Scaled(Scale, Vec<i64>),
    /// All numbers.
    Exact(Vec<Number>),
    /// All numbers, each as a function of an unknown leaf.
    Shapes(Vec<Shape>),
}

impl Numbers {
    /// The scaled number of an entry; `None` if it is open or if numbers are not scaled.
    pub(crate) fn scaled(&self, kept: PackedValue) -> Option<i64> {
        let Self::Scaled(_, large) = self else { return None };
        match kept {
            PackedValue::OPEN => None,
            PackedValue::NEGATIVE_INFINITY => Some(i64::MIN),
            PackedValue::INFINITY => Some(i64::MAX),
            kept => Some(match kept.0.unpack() {
                Unpacked::Integer(integer) => integer,
                Unpacked::Place(place) => large[place],
            }),
        }
    }

    /// The number of an entry; `None` if it is open or depends on unknown leaves.
    pub(crate) fn number(&self, kept: PackedValue) -> Option<Number> {
        match (self, kept.0.unpack()) {
            (Self::Scaled(scale, _), _) => self.scaled(kept).map(|scaled| scale.number(scaled)),
            (Self::Exact(numbers), Unpacked::Place(place)) => numbers.get(place).copied(),
            _ => None,
        }
    }

    /// The shape of an entry that depends on unknown leaves; `None` if it is open or a plain number.
    pub(crate) fn shape(&self, kept: PackedValue) -> Option<Shape> {
        match (self, kept.0.unpack()) {
            _ if kept == PackedValue::OPEN => None,
            (Self::Shapes(shapes), Unpacked::Place(place)) => Some(shapes[place]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scaled_number_comes_back_and_equal_ones_are_equal() {
        let limit = Packed::LARGEST;
        let numbers = [0, -1, limit, -limit, limit + 1, -limit - 1, i64::MIN + 1, i64::MAX - 1, i64::MIN, i64::MAX];
        let mut intern = InternScaled::new(Scale::Denominator(1));
        let kept: Vec<PackedValue> = numbers.iter().map(|number| intern.intern(Some(*number))).collect();
        for (number, kept) in numbers.iter().zip(&kept) {
            assert_eq!(intern.intern(Some(*number)), *kept);
        }
        assert_eq!(intern.intern(None), PackedValue::OPEN);
        let scale = Scale::Denominator(1);
        let intern = intern.finish();
        for (number, kept) in numbers.iter().zip(&kept) {
            assert_eq!(intern.number(*kept), Some(scale.number(*number)));
        }
        assert_eq!(intern.number(PackedValue::OPEN), None);
    }
}
