//! Numbers that depend on an unknown leaf.
//!
//! On MAX and MIN nodes every value that depends on an unknown `x` is `x` clamped between two bounds; above chance
//! nodes it is a line `a + b·x` clamped between two bounds.

use crate::number::{Fault, Fraction, Number};

/// An unknown by its place among those of its tree. Leaves with the same name are one unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unknown(pub u32);

impl Unknown {
    /// Its place, as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The line `constant + slope · x`; the slope is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    pub(crate) unknown: Unknown,
    pub(crate) constant: Fraction,
    pub(crate) slope: Fraction,
}

impl Line {
    /// Whether this is the unknown itself, so that nothing has to be computed.
    fn is_plain(&self) -> bool {
        (self.constant, self.slope) == (Fraction::ZERO, Fraction::ONE)
    }

    /// The value of the line if the unknown is `x`.
    pub(crate) fn at(&self, x: Fraction) -> Option<Number> {
        if self.is_plain() {
            return Some(Number::Finite(x));
        }
        self.slope.times(x).and_then(|rise| rise.plus(self.constant)).ok().map(Number::Finite)
    }

    /// The value of the unknown at which the line has this value.
    pub(crate) fn crosses(&self, value: Number) -> Option<Result<Number, Fault>> {
        if self.is_plain() {
            return value.finite().map(|_| Ok(value));
        }
        let value = value.finite()?;
        let x = value.minus(self.constant).and_then(|rise| rise.over(self.slope));
        Some(x.map(Number::Finite))
    }
}

/// A number that depends on at most one unknown: a line clamped between two bounds, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// An infinite bound bounds nothing.
    pub(crate) least: Number,
    pub(crate) greatest: Number,
    /// `None` if both bounds are the same.
    pub(crate) line: Option<Line>,
}

impl Shape {
    /// A number that depends on nothing.
    pub fn constant(number: Number) -> Self {
        Self { least: number, greatest: number, line: None }
    }

    /// The unknown itself.
    pub fn unknown(unknown: Unknown) -> Self {
        let line = Line { unknown, constant: Fraction::ZERO, slope: Fraction::ONE };
        Self { least: Number::NegativeInfinity, greatest: Number::Infinity, line: Some(line) }
    }

    /// The number if the unknowns have these values; `None` if it has too many digits.
    pub fn at(&self, point: &[Number]) -> Option<Number> {
        self.line.map_or(Some(self.least), |line| self.at_number(point[line.unknown.index()]))
    }

    /// Like [`Self::at`], if its unknown is `x`.
    pub(crate) fn at_number(&self, x: Number) -> Option<Number> {
        let Some(line) = self.line else { return Some(self.least) };
        let free = line.at(x.finite().expect("unknowns are finite"))?;
        Some(free.max(self.least).min(self.greatest))
    }

    fn between(least: Number, greatest: Number, line: Option<Line>) -> Self {
        Self { least, greatest, line: line.filter(|_| least != greatest) }
    }

    /// The greater of both, if it is a line clamped between two bounds.
    pub(crate) fn greater(&self, other: &Self) -> Option<Self> {
        let line = self.common_line(other)?;
        Some(Self::between(self.least.max(other.least), self.greatest.max(other.greatest), line))
    }

    pub(crate) fn lesser(&self, other: &Self) -> Option<Self> {
        let line = self.common_line(other)?;
        Some(Self::between(self.least.min(other.least), self.greatest.min(other.greatest), line))
    }

    /// The line of both, unless they have two different lines.
    fn common_line(&self, other: &Self) -> Option<Option<Line>> {
        match (self.line, other.line) {
            (Some(one), Some(two)) if one != two => None,
            (one, two) => Some(one.or(two)),
        }
    }

    /// The values of the unknown at which the line may meet a bound.
    pub(crate) fn bends(&self) -> impl Iterator<Item = Result<Number, Fault>> {
        let ends = [self.least, self.greatest];
        self.line.into_iter().flat_map(move |line| ends.into_iter().filter_map(move |end| line.crosses(end)))
    }

    /// Applies an increasing function to the bounds and the line.
    pub(crate) fn map(
        &self,
        number: impl Fn(Number) -> Result<Number, Fault>,
        line: impl Fn(Line) -> Result<Line, Fault>,
    ) -> Result<Self, Fault> {
        let line = self.line.map(line).transpose()?;
        Ok(Self::between(number(self.least)?, number(self.greatest)?, line))
    }

    pub(crate) fn negated(&self) -> Self {
        let line =
            self.line.map(|line| Line { constant: line.constant.negated(), slope: line.slope.negated(), ..line });
        Self { least: self.greatest.negated(), greatest: self.least.negated(), line }
    }
}
