//! How the numbers that a search meets are kept: four bytes each.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;

use super::form::Shape;
use super::scale::Scale;
use crate::number::Number;

/// A number in a column of results. Equal numbers of one search have equal entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept(u32);

impl Kept {
    /// Stands for what is not known.
    pub(super) const OPEN: Self = Self(u32::MAX);
    const NEGATIVE_INFINITY: Self = Self(u32::MAX - 2);
    const INFINITY: Self = Self(u32::MAX - 4);
    /// Scaled integers from `-LARGEST` to `LARGEST` are their own entries, shifted by one: even. Places in a table are
    /// odd, and so are the constants above.
    const LARGEST: i64 = (1 << 30) - 1;

    fn small(integer: i64) -> Option<Self> {
        let within = (-Self::LARGEST..=Self::LARGEST).contains(&integer);
        within.then(|| Self((i32::try_from(integer).expect("within LARGEST") << 1).cast_unsigned()))
    }

    fn at(place: usize) -> Self {
        let place = u32::try_from(place).ok().filter(|place| *place < Self::INFINITY.0 >> 1);
        Self(place.expect("two billion different numbers do not fit into memory") << 1 | 1)
    }

    /// What [`Self::small`] or [`Self::at`] was made of.
    fn entry(self) -> Entry {
        if self.0 & 1 == 0 {
            Entry::Small(i64::from(self.0.cast_signed() >> 1))
        } else {
            Entry::At((self.0 >> 1) as usize)
        }
    }
}

enum Entry {
    Small(i64),
    At(usize),
}

/// Turns the numbers of a search into entries of columns.
pub(super) trait Keep<N> {
    /// The entry of a number, or [`Kept::OPEN`].
    fn keep(&mut self, number: Option<N>) -> Kept;
    /// What the entries stand for.
    fn finish(self) -> Numbers;
}

/// Numbers, each with the place it was given at its first mention.
struct Distinct<N> {
    numbers: Vec<N>,
    places: HashMap<N, usize>,
}

impl<N: Copy + Eq + Hash> Distinct<N> {
    fn new() -> Self {
        Self { numbers: Vec::new(), places: HashMap::new() }
    }

    fn place(&mut self, number: N) -> usize {
        let numbers = &mut self.numbers;
        *self.places.entry(number).or_insert_with(|| {
            numbers.push(number);
            numbers.len() - 1
        })
    }
}

/// For scaled numbers: small ones are kept as they are, the others in a table.
pub(super) struct KeepScaled {
    scale: Scale,
    large: Distinct<i64>,
}

impl KeepScaled {
    pub(super) fn new(scale: Scale) -> Self {
        Self { scale, large: Distinct::new() }
    }
}

impl Keep<i64> for KeepScaled {
    fn keep(&mut self, number: Option<i64>) -> Kept {
        match number {
            None => Kept::OPEN,
            Some(i64::MIN) => Kept::NEGATIVE_INFINITY,
            Some(i64::MAX) => Kept::INFINITY,
            Some(number) => Kept::small(number).unwrap_or_else(|| Kept::at(self.large.place(number))),
        }
    }

    fn finish(self) -> Numbers {
        Numbers::Scaled(self.scale, self.large.numbers)
    }
}

/// For exact numbers: all of them in a table.
pub(super) struct KeepExact(Distinct<Number>);

impl KeepExact {
    pub(super) fn new() -> Self {
        Self(Distinct::new())
    }
}

impl Keep<Number> for KeepExact {
    fn keep(&mut self, number: Option<Number>) -> Kept {
        number.map_or(Kept::OPEN, |number| Kept::at(self.0.place(number)))
    }

    fn finish(self) -> Numbers {
        Numbers::Exact(self.0.numbers)
    }
}

/// For numbers that depend on unknown leaves: all of them in a table.
pub(super) struct KeepShapes(Distinct<Shape>);

impl KeepShapes {
    pub(super) fn new() -> Self {
        Self(Distinct::new())
    }
}

impl Keep<Shape> for KeepShapes {
    fn keep(&mut self, shape: Option<Shape>) -> Kept {
        shape.map_or(Kept::OPEN, |shape| Kept::at(self.0.place(shape)))
    }

    fn finish(self) -> Numbers {
        Numbers::Shapes(self.0.numbers, Cell::new(false))
    }
}

/// What the entries of columns stand for.
#[derive(Debug)]
pub(super) enum Numbers {
    /// Scaled integers, and those that are too large to stand in a column.
    Scaled(Scale, Vec<i64>),
    /// All numbers.
    Exact(Vec<Number>),
    /// All numbers as they depend on unknown leaves, and whether one was asked for that has too many digits.
    Shapes(Vec<Shape>, Cell<bool>),
}

impl Numbers {
    /// The order of the numbers that were kept, where the unknown leaves have the values of `point`; what is open has
    /// none.
    pub(super) fn compare(&self, a: Kept, b: Kept, point: &[Number]) -> Option<Ordering> {
        match (a.entry(), b.entry()) {
            _ if a == b && a != Kept::OPEN => Some(Ordering::Equal),
            (Entry::Small(a), Entry::Small(b)) => Some(a.cmp(&b)),
            _ => Some(self.number(a, point)?.cmp(&self.number(b, point)?)),
        }
    }

    /// The number that was kept, where the unknown leaves have the values of `point`; `None` where it is open.
    pub(super) fn number(&self, kept: Kept, point: &[Number]) -> Option<Number> {
        Some(match (kept, self) {
            (Kept::OPEN, _) => return None,
            (Kept::NEGATIVE_INFINITY, Self::Scaled(..)) => Number::NegativeInfinity,
            (Kept::INFINITY, Self::Scaled(..)) => Number::Infinity,
            (kept, numbers) => match (kept.entry(), numbers) {
                (Entry::Small(integer), Self::Scaled(scale, _)) => scale.number(integer),
                (Entry::At(place), Self::Scaled(scale, large)) => scale.number(large[place]),
                (Entry::At(place), Self::Exact(numbers)) => numbers[place],
                (Entry::At(place), Self::Shapes(shapes, out_of_reach)) => {
                    shapes[place].at(point).unwrap_or_else(|| {
                        out_of_reach.set(true);
                        Number::ZERO
                    })
                }
                (Entry::Small(_), _) => unreachable!("only scaled numbers stand in columns as they are"),
            },
        })
    }

    /// The number that was kept as it depends on the unknown leaves; `None` where it is open, and for plain numbers.
    pub(super) fn shape(&self, kept: Kept) -> Option<Shape> {
        match (self, kept.entry()) {
            _ if kept == Kept::OPEN => None,
            (Self::Shapes(shapes, _), Entry::At(place)) => Some(shapes[place]),
            _ => None,
        }
    }

    /// Whether a number was asked for that has too many digits; it was taken for 0.
    pub(super) fn is_out_of_reach(&self) -> bool {
        matches!(self, Self::Shapes(_, out_of_reach) if out_of_reach.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scaled_number_comes_back_and_equal_ones_are_equal() {
        let limit = Kept::LARGEST;
        let numbers = [0, -1, limit, -limit, limit + 1, -limit - 1, i64::MIN + 1, i64::MAX - 1, i64::MIN, i64::MAX];
        let mut keep = KeepScaled::new(Scale::Denominator(1));
        let kept: Vec<Kept> = numbers.iter().map(|number| keep.keep(Some(*number))).collect();
        for (number, kept) in numbers.iter().zip(&kept) {
            assert_eq!(keep.keep(Some(*number)), *kept);
        }
        assert_eq!(keep.keep(None), Kept::OPEN);
        let scale = Scale::Denominator(1);
        let keep = keep.finish();
        for (number, kept) in numbers.iter().zip(&kept) {
            assert_eq!(keep.number(*kept, &[]), Some(scale.number(*number)));
        }
        assert_eq!(keep.number(Kept::OPEN, &[]), None);
    }
}
