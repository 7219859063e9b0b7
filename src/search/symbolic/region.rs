//! Regions of values of unknown leaves: an interval for each, and an order between some.

use crate::number::{Number, Part};
use crate::search::values::shape::Unknown;

/// A condition that holds in a region.
#[derive(Clone, Copy, Debug)]
pub enum Constraint {
    /// The unknown lies in this part.
    Within(Unknown, Part),
    /// One unknown is at most as great as another.
    Ordered(OrderedUnknowns),
}

/// One unknown is at most as great as another.
#[derive(Clone, Copy, Debug)]
pub struct OrderedUnknowns {
    /// The lesser one.
    pub low: Unknown,
    /// The greater one.
    pub high: Unknown,
    /// Whether they cannot be equal.
    pub strict: bool,
}

/// The values that the unknowns can have together; never empty.
///
/// Each part contains exactly the values of its unknown: for every number in it there are values of the others.
#[derive(Clone, Debug)]
pub struct Region {
    /// The values that each unknown can have by itself.
    universe: Part,
    parts: Vec<Part>,
    order: Vec<OrderedUnknowns>,
}

impl Region {
    /// All `count` unknowns can be anything in `universe`.
    pub fn new(count: usize, universe: Part) -> Self {
        Self { universe, parts: vec![universe; count], order: Vec::new() }
    }

    /// Whether there are several unknowns.
    pub(crate) fn has_several(&self) -> bool {
        self.parts.len() > 1
    }

    /// An estimate of the work to change the region: each constraint may be compared with each other one.
    pub(crate) fn size(&self) -> u64 {
        (self.parts.len() + self.order.len() * self.order.len()) as u64
    }

    /// The values that an unknown can have.
    pub fn part(&self, unknown: Unknown) -> Part {
        self.parts[unknown.index()]
    }

    /// Whether an unknown is restricted.
    pub fn concerns(&self, unknown: Unknown) -> bool {
        let ordered = || self.order.iter().any(|ordered| [ordered.low, ordered.high].contains(&unknown));
        self.part(unknown) != self.universe || ordered()
    }

    /// Adds a constraint; `false` if nothing is left. The region is then useless.
    ///
    /// In the worst case quadratic in the constraints between unknowns.
    pub fn add(&mut self, constraint: Constraint) -> bool {
        match constraint {
            Constraint::Within(unknown, part) => self.restrict(unknown, Some(part)) && self.propagate(),
            Constraint::Ordered(ordered) => {
                let cycle = self.path(ordered.high, ordered.low);
                if cycle.is_some_and(|strict| strict || ordered.strict) {
                    return false;
                }
                self.order.push(ordered);
                self.propagate()
            }
        }
    }

    /// Whether a constraint can be added.
    pub fn allows(&self, constraint: Constraint) -> bool {
        self.clone().add(constraint)
    }

    fn restrict(&mut self, unknown: Unknown, to: Option<Part>) -> bool {
        let part = &mut self.parts[unknown.index()];
        match to.and_then(|to| part.intersection(to)) {
            Some(left) => *part = left,
            None => return false,
        }
        true
    }

    /// Narrows the parts of ordered unknowns by each other's ends, until nothing changes.
    fn propagate(&mut self) -> bool {
        loop {
            let before = self.order.iter().map(|ordered| (self.part(ordered.low), self.part(ordered.high)));
            let before: Vec<_> = before.collect();
            for OrderedUnknowns { low, high, strict } in self.order.clone() {
                let (lower, upper) = (self.part(low), self.part(high));
                let below = Part::below(upper.upper, !strict && upper.has_upper);
                let above = Part::above(lower.lower, !strict && lower.has_lower);
                if !self.restrict(low, below) || !self.restrict(high, above) {
                    return false;
                }
            }
            let after = self.order.iter().map(|ordered| (self.part(ordered.low), self.part(ordered.high)));
            if before.into_iter().eq(after) {
                return true;
            }
        }
    }

    /// `Some` if a chain of constraints makes `low` at most `high`: whether they cannot be equal.
    fn path(&self, low: Unknown, high: Unknown) -> Option<bool> {
        let mut reached = vec![(low, false)];
        let mut next = 0;
        while let Some((from, strict)) = reached.get(next).copied() {
            next += 1;
            for step in self.order.iter().filter(|step| step.low == from) {
                let state = (step.high, strict || step.strict);
                if !reached.contains(&state) {
                    reached.push(state);
                }
            }
        }
        let ends = reached.into_iter().filter(|(unknown, _)| *unknown == high).map(|(_, strict)| strict);
        ends.max()
    }

    /// Values of all unknowns in the region; `None` if they need too many digits.
    pub fn sample(&self) -> Option<Vec<Number>> {
        let mut left = self.clone();
        for place in 0..left.parts.len() {
            let number = left.parts[place].sample()?;
            left.parts[place] = Part::point(number)?;
            let possible = left.order.is_empty() || left.propagate();
            assert!(possible, "each part contains exactly the values of its unknown");
        }
        Some(left.parts.into_iter().map(|part| part.lower).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Unknown = Unknown(0);
    const Y: Unknown = Unknown(1);
    const Z: Unknown = Unknown(2);

    fn below(low: Unknown, high: Unknown, strict: bool) -> Constraint {
        Constraint::Ordered(OrderedUnknowns { low, high, strict })
    }

    fn closed(unknown: Unknown, lower: i64, upper: i64) -> Constraint {
        Constraint::Within(unknown, Part::closed(Number::integer(lower), Number::integer(upper)).unwrap())
    }

    #[test]
    fn each_part_is_what_its_unknown_may_be() {
        let mut region = Region::new(3, Part::EVERYTHING);
        assert!(region.add(below(X, Y, true)) && region.add(below(Y, Z, false)));
        assert!(region.add(closed(Z, 0, 5)) && region.add(closed(X, 3, 9)));
        let part = |lower, upper, has_lower, has_upper| {
            Part::new(Number::integer(lower), has_lower, Number::integer(upper), has_upper).unwrap()
        };
        assert_eq!(region.part(X), part(3, 5, true, false));
        assert_eq!(region.part(Y), part(3, 5, false, true));
        assert_eq!(region.part(Z), part(3, 5, false, true));
        let sample = region.sample().unwrap();
        assert!(sample[0] < sample[1] && sample[1] <= sample[2], "{sample:?}");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut region = Region::new(3, Part::EVERYTHING);
        assert!(region.add(below(X, Y, false)) && region.add(below(Y, Z, false)));
        assert!(!region.allows(below(Z, X, true)));
        assert!(region.allows(below(Z, X, false)), "all three are equal");
        assert!(region.add(closed(X, 3, 9)));
        assert!(!region.allows(closed(Z, 0, 2)));
        assert!(region.add(closed(Z, 3, 3)));
        assert_eq!(region.part(Y), Part::point(Number::integer(3)).unwrap());
        assert!(!region.allows(below(X, Z, true)));
    }
}
