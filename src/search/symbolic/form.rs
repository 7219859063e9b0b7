//! Numbers that depend on an unknown leaf.
//!
//! On MAX and MIN nodes whatever a search meets of an unknown `x` is `x` held between two bounds; above chance nodes it
//! is a line `a + b·x` held between two bounds. So one search on such forms serves a whole region of values.

use std::hash::{Hash, Hasher};

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use super::oracle::Oracle;
use super::region::Unknown;
use crate::number::{Fault, Number, Weight};
use crate::search::SymbolicError;
use crate::search::values::value::{Value, Weighed};

/// The line `constant + slope · x`; the slope is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) unknown: Unknown,
    pub(crate) constant: Ratio<i128>,
    pub(crate) slope: Ratio<i128>,
}

/// A part of a line, unless it is one of those without a counterpart with the other sign.
pub(crate) fn checked(ratio: Option<Ratio<i128>>) -> Option<Ratio<i128>> {
    ratio.filter(|ratio| *ratio.numer() != i128::MIN)
}

/// See the `Hash` of [`Number`].
impl Hash for Line {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.unknown, Number::Finite(self.constant), Number::Finite(self.slope)).hash(state);
    }
}

impl Line {
    /// Whether this is the unknown itself, so that nothing needs to be computed.
    fn is_plain(&self) -> bool {
        (self.constant.numer(), self.slope.numer(), self.slope.denom()) == (&0, &1, &1)
    }

    fn checked(self) -> Option<Self> {
        checked(Some(self.constant)).and(checked(Some(self.slope))).map(|_| self)
    }

    /// The value of the line if the unknown is `x`.
    pub(crate) fn at(&self, x: Ratio<i128>) -> Option<Number> {
        if self.is_plain() {
            return Some(Number::Finite(x));
        }
        checked(self.slope.checked_mul(&x)?.checked_add(&self.constant)).map(Number::Finite)
    }

    /// The value of the unknown at which the line has this value.
    pub(crate) fn crosses(&self, value: Number) -> Option<Result<Number, Fault>> {
        if self.is_plain() {
            return value.finite().map(|_| Ok(value));
        }
        let value = value.finite()?;
        let x = checked(value.checked_sub(&self.constant).and_then(|rise| rise.checked_div(&self.slope)));
        Some(x.map(Number::Finite).ok_or(Fault::TooLong))
    }
}

/// A number that depends on one unknown at most: a line held between two bounds, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// An infinite bound bounds nothing.
    pub(crate) least: Number,
    pub(crate) greatest: Number,
    /// `None` where both bounds are the same.
    pub(crate) line: Option<Line>,
}

impl Shape {
    /// A number that depends on nothing.
    pub fn constant(number: Number) -> Self {
        Self { least: number, greatest: number, line: None }
    }

    /// The unknown itself.
    pub fn unknown(unknown: Unknown) -> Self {
        let line = Line { unknown, constant: Ratio::new_raw(0, 1), slope: Ratio::new_raw(1, 1) };
        Self { least: Number::NegativeInfinity, greatest: Number::Infinity, line: Some(line) }
    }

    /// The number where the unknowns have these values; `None` where it has too many digits.
    pub fn at(&self, point: &[Number]) -> Option<Number> {
        self.line.map_or(Some(self.least), |line| self.at_number(point[line.unknown.index()]))
    }

    /// As [`Self::at`], where its unknown is `x`.
    pub(crate) fn at_number(&self, x: Number) -> Option<Number> {
        let Some(line) = self.line else { return Some(self.least) };
        let free = line.at(x.finite().expect("unknowns are finite"))?;
        Some(free.max(self.least).min(self.greatest))
    }

    fn between(least: Number, greatest: Number, line: Option<Line>) -> Self {
        Self { least, greatest, line: line.filter(|_| least != greatest) }
    }

    /// The greater of both, if a line held between two bounds can say it.
    fn greater(&self, other: &Self) -> Option<Self> {
        let line = self.common_line(other)?;
        Some(Self::between(self.least.max(other.least), self.greatest.max(other.greatest), line))
    }

    fn lesser(&self, other: &Self) -> Option<Self> {
        let line = self.common_line(other)?;
        Some(Self::between(self.least.min(other.least), self.greatest.min(other.greatest), line))
    }

    /// The line of both, where they have not two different ones.
    fn common_line(&self, other: &Self) -> Option<Option<Line>> {
        match (self.line, other.line) {
            (Some(one), Some(two)) if one != two => None,
            (one, two) => Some(one.or(two)),
        }
    }

    /// Where, as its unknown grows, it may begin or cease to be the line.
    pub(crate) fn bends(&self) -> impl Iterator<Item = Result<Number, Fault>> {
        let ends = [self.least, self.greatest];
        self.line.into_iter().flat_map(move |line| ends.into_iter().filter_map(move |end| line.crosses(end)))
    }

    /// Applies an increasing function to the bounds and the line.
    fn map(
        &self,
        number: impl Fn(Number) -> Result<Number, Fault>,
        line: impl Fn(Line) -> Option<Line>,
    ) -> Result<Self, Fault> {
        let checked = |of: Line| Line::checked(line(of)?);
        let line = self.line.map(|of| checked(of).ok_or(Fault::TooLong)).transpose()?;
        Ok(Self::between(number(self.least)?, number(self.greatest)?, line))
    }

    fn negated(&self) -> Self {
        let line = self.line.map(|line| Line { constant: -line.constant, slope: -line.slope, ..line });
        Self { least: self.greatest.negated(), greatest: self.least.negated(), line }
    }
}

/// A shape together with the region for which it is meant; constants need none.
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

    /// An unknown of which the oracle knows.
    pub(crate) fn unknown(unknown: Unknown, oracle: &'o Oracle) -> Self {
        Self { shape: Shape::unknown(unknown), oracle: Some(oracle) }
    }

    /// The oracle that both depend on; two constants have none.
    fn oracle(self, other: Self) -> Option<&'o Oracle> {
        self.oracle.or(other.oracle)
    }

    /// The sum of two shapes that both depend on an unknown: on the same one.
    fn plus_other(self, other: Self, oracle: &'o Oracle) -> Option<Shape> {
        let (one, two) = (oracle.unbounded(&self.shape)?, oracle.unbounded(&other.shape)?);
        let (Some(a), Some(b)) = (one.line, two.line) else {
            let sum = Self { shape: one, ..self }.plus(Self { shape: two, ..other });
            return sum.map_or_else(|_| oracle.give_up(SymbolicError::TooLong), |sum| Some(sum.shape));
        };
        if a.unknown != b.unknown {
            return oracle.give_up(SymbolicError::Mixed);
        }
        let (constant, slope) = (checked(a.constant.checked_add(&b.constant)), checked(a.slope.checked_add(&b.slope)));
        let Some((constant, slope)) = constant.zip(slope) else { return oracle.give_up(SymbolicError::TooLong) };
        if slope == Ratio::from_integer(0) {
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
            // In trouble any answer will do.
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
                let shape = oracle.and_then(|oracle| self.plus_other(other, oracle)).ok_or(Fault::TooLong)?;
                return Ok(Self { shape, oracle });
            }
            (None, None) => return Ok(Self::constant(self.shape.least.plus(other.shape.least)?)),
            (Some(_), None) => (self, other.shape.least),
            (None, Some(_)) => (other, self.shape.least),
        };
        let Number::Finite(shift) = constant else { return Ok(Self::constant(constant)) };
        let moved = |line: Line| Some(Line { constant: line.constant.checked_add(&shift)?, ..line });
        Ok(Self { shape: form.shape.map(|end| end.plus(constant), moved)?, oracle })
    }

    fn minus(self, other: Self) -> Result<Self, Fault> {
        self.plus(Self { shape: other.shape.negated(), ..other })
    }

    fn times(self, weight: Weight) -> Result<Self, Fault> {
        if *weight.numer() == 0 {
            return Ok(Self::ZERO);
        }
        let scaled = |line: Line| {
            let (constant, slope) = (line.constant.checked_mul(&weight)?, line.slope.checked_mul(&weight)?);
            Some(Line { constant, slope, ..line })
        };
        Ok(Self { shape: self.shape.map(|end| end.times(weight), scaled)?, ..self })
    }

    fn over(self, weight: Weight) -> Result<Self, Fault> {
        let scaled = |line: Line| {
            let (constant, slope) = (line.constant.checked_div(&weight)?, line.slope.checked_div(&weight)?);
            Some(Line { constant, slope, ..line })
        };
        Ok(Self { shape: self.shape.map(|end| end.over(weight), scaled)?, ..self })
    }

    fn is_infinite(self) -> bool {
        self.shape.line.is_none() && self.shape.least.finite().is_none()
    }
}
