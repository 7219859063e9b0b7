//! Compares numbers that depend on unknown leaves. If a comparison does not have the same result in the whole region,
//! the region is split.

use std::cell::{Cell, RefCell};

use super::region::{Constraint, OrderedUnknowns, Region};
use crate::interrupt;
use crate::number::{Fault, Fraction, Number, Part};
use crate::search::SymbolicError;
use crate::search::values::shape::{Shape, Unknown};

/// The most work that is done, in units of a hundred to three hundred nanoseconds: under ten seconds.
const MOST_EFFORT: u64 = 30_000_000;

/// How much work is done between two checks for an interrupt.
const STEP: u64 = 50_000;

/// Knows the region of the unknowns. If a comparison does not have the same result in the whole region, the oracle goes
/// on with one part of it and puts off the rest.
#[derive(Debug)]
pub struct Oracle {
    region: RefCell<Region>,
    /// The constraints that were added to the first region to get this one.
    trail: RefCell<Vec<Constraint>>,
    /// The parts that were put off: how many constraints of the trail hold there, and the one that replaces the rest.
    pending: RefCell<Vec<(usize, Constraint)>>,
    first: Region,
    error: Cell<Option<SymbolicError>>,
    effort: Cell<u64>,
}

impl Oracle {
    /// Begins in this region.
    pub fn new(first: Region) -> Self {
        Self {
            region: RefCell::new(first.clone()),
            trail: RefCell::default(),
            pending: RefCell::default(),
            first,
            error: Cell::new(None),
            effort: Cell::new(0),
        }
    }

    /// A copy of the region as it is now.
    pub fn region(&self) -> Region {
        /// A copy that is kept costs more than a look.
        const KEPT: u64 = 100;
        let region = self.region.borrow().clone();
        self.spend(KEPT * region.size());
        region
    }

    /// Values of all unknowns in the region; `None` if they need too many digits.
    pub fn sample(&self) -> Option<Vec<Number>> {
        let region = self.region.borrow();
        self.spend(region.size());
        region.sample()
    }

    /// Counts work, and gives up if it is too much.
    pub fn spend(&self, effort: u64) {
        let before = self.effort.get();
        let after = before + effort;
        self.effort.set(after);
        if before / STEP != after / STEP {
            interrupt::check();
        }
        if after > MOST_EFFORT {
            let several = self.first.has_several();
            self.give_up::<()>(if several { SymbolicError::TooMany } else { SymbolicError::TooManyWays });
        }
    }

    /// How many regions are put off.
    pub fn pending(&self) -> usize {
        self.pending.borrow().len()
    }

    /// How often the first region was divided to get this one.
    pub fn divisions(&self) -> usize {
        self.trail.borrow().len()
    }

    /// What went wrong in this region. If anything did, later answers mean nothing.
    pub fn error(&self) -> Option<SymbolicError> {
        self.error.get()
    }

    pub(crate) fn give_up<T>(&self, error: SymbolicError) -> Option<T> {
        self.error.set(self.error.get().or(Some(error)));
        None
    }

    /// Begins again.
    pub(crate) fn restart(&self) {
        *self.region.borrow_mut() = self.first.clone();
        self.trail.borrow_mut().clear();
        self.pending.borrow_mut().clear();
        self.error.set(None);
    }

    /// Goes on with the region that was put off last; `false` if there is none.
    pub fn resume(&self) -> bool {
        let Some((common, instead)) = self.pending.borrow_mut().pop() else { return false };
        self.error.set(None);
        let mut trail = self.trail.borrow_mut();
        trail.truncate(common);
        trail.push(instead);
        let mut region = self.first.clone();
        let possible = trail.iter().all(|constraint| region.add(*constraint));
        self.spend(region.size() + trail.len() as u64);
        assert!(possible, "only what is possible is put off");
        *self.region.borrow_mut() = region;
        true
    }

    /// Goes on where `now` holds, and puts off the part where `instead` holds.
    fn split(&self, now: Constraint, instead: Constraint) {
        let mut trail = self.trail.borrow_mut();
        self.pending.borrow_mut().push((trail.len(), instead));
        trail.push(now);
        let possible = self.region.borrow_mut().add(now);
        assert!(possible, "a region is split into two that are not empty");
    }

    /// Goes on in a part of the region where the two compare in only one way.
    pub fn settle(&self, one: Shape, two: Shape) -> Option<()> {
        self.spend(1);
        let one_wins = self.at_least(&one, &two)?;
        if one_wins { self.at_least(&two, &one).map(|_| ()) } else { Some(()) }
    }

    /// Whether `one >= two`, everywhere in the region; `None` if the oracle has given up.
    pub(crate) fn at_least(&self, one: &Shape, two: &Shape) -> Option<bool> {
        /// The effort of comparing the ranges of two shapes.
        const COMPARISON: u64 = 2;
        if self.error.get().is_some() {
            return None;
        }
        match (one.line, two.line) {
            (None, None) => Some(one.least >= two.least),
            (Some(a), Some(b)) if a.unknown != b.unknown => self.at_least_of_two(one, two),
            (Some(line), _) | (_, Some(line)) => {
                self.spend(COMPARISON);
                self.at_least_by_range(one, two).or_else(|| self.at_least_of_one(one, two, line.unknown))
            }
        }
    }

    /// Like [`Self::at_least`], for shapes of the same unknown: the answer changes only where a shape bends or the two
    /// cross.
    fn at_least_of_one(&self, one: &Shape, two: &Shape, unknown: Unknown) -> Option<bool> {
        let crossings = [(one, two), (two, one)].into_iter().flat_map(|(line, other)| {
            let ends = [other.least, other.greatest];
            line.line.into_iter().flat_map(move |line| ends.into_iter().filter_map(move |end| line.crosses(end)))
        });
        let breaks = one.bends().chain(two.bends()).chain(crossings).chain(meeting(one, two));
        let Ok(breaks) = breaks.collect::<Result<Vec<Number>, Fault>>() else {
            return self.give_up(SymbolicError::TooLong);
        };
        self.divide(unknown, breaks, |x| Some(one.at_number(x)? >= two.at_number(x)?))
    }

    /// Like [`Self::at_least`], for shapes of two unknowns: compares two constants, an unknown and a constant, or the
    /// unknowns themselves.
    fn at_least_of_two(&self, one: &Shape, two: &Shape) -> Option<bool> {
        if let Some(answer) = self.at_least_by_range(one, two) {
            return Some(answer);
        }
        let (one, two) = (self.unbounded(one)?, self.unbounded(two)?);
        let (Some(a), Some(b)) = (one.line, two.line) else {
            return self.at_least(&one, &two);
        };
        if (a.constant, a.slope) != (b.constant, b.slope) {
            return self.give_up(SymbolicError::Mixed);
        }
        let rising = a.slope > Fraction::ZERO;
        let (high, low) = if rising { (a.unknown, b.unknown) } else { (b.unknown, a.unknown) };
        let wins = Constraint::Ordered(OrderedUnknowns { low, high, strict: false });
        let loses = Constraint::Ordered(OrderedUnknowns { low: high, high: low, strict: true });
        let region = self.region.borrow();
        self.spend(4 * region.size());
        let (may_win, may_lose) = (region.allows(wins), region.allows(loses));
        drop(region);
        if may_win && may_lose {
            self.split(wins, loses);
        }
        Some(may_win)
    }

    /// Whether `one >= two`, if their ranges decide it.
    fn at_least_by_range(&self, one: &Shape, two: &Shape) -> Option<bool> {
        let (one, two) = (self.range(one)?, self.range(two)?);
        if one.lower >= two.upper {
            Some(true)
        } else if one.intersection(two).is_none() {
            Some(false)
        } else {
            None
        }
    }

    /// The values that a shape can have in this region; `None` if an end has too many digits.
    fn range(&self, shape: &Shape) -> Option<Part> {
        let Some(line) = shape.line else { return Part::point(shape.least) };
        let part = self.region.borrow().part(line.unknown);
        let at = |end: Number| match end {
            Number::Finite(x) => line.at(x),
            infinite if line.slope > Fraction::ZERO => Some(infinite),
            infinite => Some(infinite.negated()),
        };
        let (lower, upper) = ((at(part.lower)?, part.has_lower), (at(part.upper)?, part.has_upper));
        let (lower, upper) = if lower.0 <= upper.0 { (lower, upper) } else { (upper, lower) };
        // Where a bound clamps the line, the end is included.
        let lower = lower.max((shape.least, true)).min((shape.greatest, true));
        let upper = upper.min((shape.greatest, true)).max((shape.least, true));
        Part::new(lower.0, lower.1, upper.0, upper.1)
    }

    /// Goes on in a part of the region where the shape is a line without bounds, or a constant.
    pub(crate) fn unbounded(&self, shape: &Shape) -> Option<Shape> {
        let Some(line) = shape.line else { return Some(*shape) };
        let free = Shape { least: Number::NegativeInfinity, greatest: Number::Infinity, line: Some(line) };
        for (bound, low) in [(shape.least, true), (shape.greatest, false)] {
            let bound = Shape::constant(bound);
            let checked = if low { self.at_least(&bound, &free)? } else { self.at_least(&free, &bound)? };
            if checked {
                return Some(bound);
            }
        }
        Some(free)
    }

    /// Goes on in a part where `truth` has one value. It may change only at these numbers.
    fn divide(
        &self,
        unknown: Unknown,
        mut breaks: Vec<Number>,
        truth: impl Fn(Number) -> Option<bool>,
    ) -> Option<bool> {
        let whole = self.region.borrow().part(unknown);
        breaks.retain(|at| whole.contains(*at));
        breaks.sort_unstable();
        breaks.dedup();
        let pieces = pieces(whole, &breaks);
        let answer = |piece: &Part| piece.sample().and_then(&truth);
        let Some(first) = answer(&pieces[0]) else { return self.give_up(SymbolicError::TooLong) };
        for (before, piece) in pieces.iter().zip(&pieces[1..]) {
            let Some(next) = answer(piece) else { return self.give_up(SymbolicError::TooLong) };
            if next != first {
                let now = Part { upper: before.upper, has_upper: before.has_upper, ..whole };
                let instead = Part { lower: piece.lower, has_lower: piece.has_lower, ..whole };
                self.split(Constraint::Within(unknown, now), Constraint::Within(unknown, instead));
                break;
            }
        }
        Some(first)
    }
}

/// The point where the lines of two shapes meet, if there is exactly one.
fn meeting(one: &Shape, two: &Shape) -> Option<Result<Number, Fault>> {
    let (a, b) = (one.line?, two.line?);
    let meet = || b.constant.minus(a.constant)?.over(a.slope.minus(b.slope)?).map(Number::Finite);
    (a.slope != b.slope).then(meet)
}

/// The points in `breaks`, which lie in `whole` in ascending order, and the open intervals between them.
fn pieces(whole: Part, breaks: &[Number]) -> Vec<Part> {
    let mut pieces = Vec::with_capacity(2 * breaks.len() + 1);
    let mut rest = Some(whole);
    for at in breaks {
        let within = |part: Option<Part>| part.and_then(|part| rest?.intersection(part));
        pieces.extend(within(Part::below(*at, false)));
        pieces.extend(Part::point(*at));
        rest = within(Part::above(*at, false));
    }
    pieces.extend(rest);
    pieces
}
