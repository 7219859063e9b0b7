//! Numbers for a search on unknown leaves: one search serves a whole region of their values.

use super::oracle::Oracle;
use crate::number::{Fault, Fraction, Number, Weight};
use crate::search::SymbolicError;
use crate::search::values::shape::{Line, Shape, Unknown};
use crate::search::values::value::{Value, Weighed};

/// A shape together with the oracle that knows its region; constants need none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'o> {
    shape: Shape,
    oracle: Option<&'o Oracle>,
}

impl PartialEq for Form<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
    }
}

impl<'o> Form<'o> {
    /// A number that depends on nothing.
    pub(crate) fn constant(number: Number) -> Self {
        Self { shape: Shape::constant(number), oracle: None }
    }

    /// An unknown that the oracle knows.
    pub(crate) fn unknown(unknown: Unknown, oracle: &'o Oracle) -> Self {
        Self { shape: Shape::unknown(unknown), oracle: Some(oracle) }
    }

    /// The oracle of either; two constants have none.
    fn oracle(self, other: Self) -> Option<&'o Oracle> {
        self.oracle.or(other.oracle)
    }

    /// The sum of two shapes that both depend on an unknown, which must be the same.
    fn plus_dependent(self, other: Self, oracle: &'o Oracle) -> Option<Shape> {
        let (one, two) = (oracle.unbounded(&self.shape)?, oracle.unbounded(&other.shape)?);
        let (Some(a), Some(b)) = (one.line, two.line) else {
            let sum = Self { shape: one, ..self }.plus(Self { shape: two, ..other });
            return sum.map_or_else(|_| oracle.give_up(SymbolicError::TooLong), |sum| Some(sum.shape));
        };
        if a.unknown != b.unknown {
            return oracle.give_up(SymbolicError::Mixed);
        }
        let (Ok(constant), Ok(slope)) = (a.constant.plus(b.constant), a.slope.plus(b.slope)) else {
            return oracle.give_up(SymbolicError::TooLong);
        };
        if slope == Fraction::ZERO {
            return Some(Shape::constant(Number::Finite(constant)));
        }
        Some(Shape { line: Some(Line { constant, slope, ..a }), ..one })
    }
}

impl Value for Form<'_> {
    type Number = Shape;
    const NEGATIVE_INFINITY: Self = Self {
        shape: Shape { least: Number::NegativeInfinity, greatest: Number::NegativeInfinity, line: None },
        oracle: None,
    };
    const INFINITY: Self =
        Self { shape: Shape { least: Number::Infinity, greatest: Number::Infinity, line: None }, oracle: None };

    fn at_least(self, other: Self) -> Option<bool> {
        match self.oracle(other) {
            None => Some(self.shape.least >= other.shape.least),
            Some(oracle) => oracle.at_least(&self.shape, &other.shape),
        }
    }

    fn exceeds(self, other: Self) -> Option<bool> {
        other.at_least(self).map(|other_wins| !other_wins)
    }

    fn greater(self, other: Self) -> Self {
        match self.shape.greater(&other.shape) {
            Some(shape) => Self { shape, oracle: self.oracle(other) },
            // If the oracle has given up, any answer will do.
            None if self.at_least(other) == Some(false) => other,
            None => self,
        }
    }

    fn lesser(self, other: Self) -> Self {
        match self.shape.lesser(&other.shape) {
            Some(shape) => Self { shape, oracle: self.oracle(other) },
            None if self.at_least(other) == Some(false) => self,
            None => other,
        }
    }

    fn known(self) -> Option<Shape> {
        Some(self.shape)
    }

    fn ends(self) -> (Shape, Shape) {
        (self.shape, self.shape)
    }
}

impl Weighed for Form<'_> {
    const ZERO: Self = Self { shape: Shape { least: Number::ZERO, greatest: Number::ZERO, line: None }, oracle: None };

    fn plus(self, other: Self) -> Result<Self, Fault> {
        let oracle = self.oracle(other);
        let (form, constant) = match (self.shape.line, other.shape.line) {
            (Some(_), Some(_)) => {
                let shape = oracle.and_then(|oracle| self.plus_dependent(other, oracle)).ok_or(Fault::TooLong)?;
                return Ok(Self { shape, oracle });
            }
            (None, None) => return Ok(Self::constant(self.shape.least.plus(other.shape.least)?)),
            (Some(_), None) => (self, other.shape.least),
            (None, Some(_)) => (other, self.shape.least),
        };
        let Number::Finite(shift) = constant else { return Ok(Self::constant(constant)) };
        let moved = |line: Line| Ok(Line { constant: line.constant.plus(shift)?, ..line });
        Ok(Self { shape: form.shape.map(|end| end.plus(constant), moved)?, oracle })
    }

    fn minus(self, other: Self) -> Result<Self, Fault> {
        self.plus(Self { shape: other.shape.negated(), ..other })
    }

    fn times(self, weight: Weight) -> Result<Self, Fault> {
        if weight == Weight::ZERO {
            return Ok(Self::ZERO);
        }
        let scaled = |line: Line| {
            let (constant, slope) = (line.constant.times(weight)?, line.slope.times(weight)?);
            Ok(Line { constant, slope, ..line })
        };
        Ok(Self { shape: self.shape.map(|end| end.times(weight), scaled)?, ..self })
    }

    fn over(self, weight: Weight) -> Result<Self, Fault> {
        let scaled = |line: Line| {
            let (constant, slope) = (line.constant.over(weight)?, line.slope.over(weight)?);
            Ok(Line { constant, slope, ..line })
        };
        Ok(Self { shape: self.shape.map(|end| end.over(weight), scaled)?, ..self })
    }

    fn is_infinite(self) -> bool {
        self.shape.line.is_none() && self.shape.least.finite().is_none()
    }
}
