//! Sets of finite numbers: unions of intervals and points.

use std::fmt;

use super::{Fraction, Number};

/// The finite numbers from `lower` to `upper`; never empty, and an infinite end is never in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The lower end.
    pub lower: Number,
    /// Whether `lower` itself is in it.
    pub has_lower: bool,
    /// The upper end.
    pub upper: Number,
    /// Whether `upper` itself is in it.
    pub has_upper: bool,
}

impl Part {
    /// Every finite number.
    pub const EVERYTHING: Self =
        Self { lower: Number::NegativeInfinity, has_lower: false, upper: Number::Infinity, has_upper: false };

    /// The finite numbers between two ends, with or without the ends; `None` if there are none.
    pub fn new(lower: Number, has_lower: bool, upper: Number, has_upper: bool) -> Option<Self> {
        let finite = |end: Number| end.finite().is_some();
        let (has_lower, has_upper) = (has_lower && finite(lower), has_upper && finite(upper));
        let some = lower < upper || (lower == upper && has_lower && has_upper);
        some.then_some(Self { lower, has_lower, upper, has_upper })
    }

    /// The finite numbers from `lower` to `upper`, including the ends that are finite.
    pub fn closed(lower: Number, upper: Number) -> Option<Self> {
        Self::new(lower, true, upper, true)
    }

    /// One number, if it is finite.
    pub fn point(number: Number) -> Option<Self> {
        Self::closed(number, number)
    }

    /// The numbers below `end`, with or without `end` itself.
    pub fn below(end: Number, with_end: bool) -> Option<Self> {
        Self::new(Number::NegativeInfinity, false, end, with_end)
    }

    /// The numbers above `end`, with or without `end` itself.
    pub fn above(end: Number, with_end: bool) -> Option<Self> {
        Self::new(end, with_end, Number::Infinity, false)
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: Number) -> bool {
        Self::point(number).is_some_and(|point| self.intersection(point).is_some())
    }

    /// Whether it is one number.
    pub fn is_point(&self) -> bool {
        self.lower == self.upper
    }

    /// The numbers in both.
    pub fn intersection(self, other: Self) -> Option<Self> {
        // If ends are equal, the one that excludes the end decides.
        let lower = (self.lower, !self.has_lower).max((other.lower, !other.has_lower));
        let upper = (self.upper, self.has_upper).min((other.upper, other.has_upper));
        Self::new(lower.0, !lower.1, upper.0, upper.1)
    }

    /// The numbers of this part that are less than all in `other`.
    fn before(self, other: Self) -> Option<Self> {
        self.intersection(Self::below(other.lower, !other.has_lower)?)
    }

    /// The numbers of this part that are greater than all in `other`.
    fn after(self, other: Self) -> Option<Self> {
        self.intersection(Self::above(other.upper, !other.has_upper)?)
    }

    /// Both as one part, if nothing lies between them; `self` must not begin after `other`.
    fn joined(self, other: Self) -> Option<Self> {
        let touches = other.lower < self.upper || (other.lower == self.upper && (self.has_upper || other.has_lower));
        let (upper, has_upper) = (self.upper, self.has_upper).max((other.upper, other.has_upper));
        touches.then_some(Self { upper, has_upper, ..self })
    }

    /// A number in it that is easy to read: an end, a whole number, or one with few decimals. `None` if the numbers in
    /// it have too many digits.
    pub fn sample(&self) -> Option<Number> {
        if self.has_lower || self.has_upper {
            return Some(if self.has_lower { self.lower } else { self.upper });
        }
        let whole = |integer: i128| Fraction::new(integer, 1).map(Number::Finite);
        match (self.lower, self.upper) {
            (Number::Finite(lower), Number::Finite(upper)) => between(lower, upper).map(Number::Finite),
            (Number::Finite(lower), _) => floor(lower).checked_add(1).and_then(whole),
            (_, Number::Finite(upper)) => whole((upper.numerator() - 1).div_euclid(upper.denominator())),
            _ => Some(Number::ZERO),
        }
    }
}

/// The greatest integer that is not above a fraction.
fn floor(fraction: Fraction) -> i128 {
    fraction.numerator().div_euclid(fraction.denominator())
}

/// A number strictly between two, with as few decimals as possible; `None` if it needs too many digits.
fn between(lower: Fraction, upper: Fraction) -> Option<Fraction> {
    /// With more decimals, a fraction is as easy to read.
    const MOST_DECIMALS: u32 = 12;
    for decimals in 0..=MOST_DECIMALS {
        let unit = 10_i64.pow(decimals);
        let Ok(scaled) = lower.times(unit.into()) else { break };
        let next = floor(scaled).checked_add(1).and_then(|next| Fraction::new(next, unit.into()));
        match next {
            Some(next) if next < upper => return Some(next),
            Some(_) => {}
            None => break,
        }
    }
    let numerator = lower.numerator().checked_add(upper.numerator())?;
    Fraction::new(numerator, lower.denominator().checked_add(upper.denominator())?)
}

/// A set of finite numbers: finitely many intervals and points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    /// In ascending order; between two of them lies a number that is in neither.
    parts: Vec<Part>,
}

impl Set {
    /// The union of these parts.
    pub fn of(mut parts: Vec<Part>) -> Self {
        parts.sort_by_key(|part| (part.lower, !part.has_lower));
        let mut joined: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            match joined.last_mut().and_then(|last| Some((last.joined(part)?, last))) {
                Some((whole, last)) => *last = whole,
                None => joined.push(part),
            }
        }
        Self { parts: joined }
    }

    /// Its intervals and points, in ascending order; between two of them lies a number that is in neither.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: Number) -> bool {
        self.parts.iter().any(|part| part.contains(number))
    }

    /// The numbers in both. Linear in the product of their parts.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let pairs = self.parts.iter().flat_map(|one| other.parts.iter().map(move |two| one.intersection(*two)));
        Self::of(pairs.flatten().collect())
    }

    /// The numbers in this set and not in `other`. Linear in the product of their parts.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let mut left = Vec::new();
        for part in &self.parts {
            let mut rest = Some(*part);
            for taken in &other.parts {
                let Some(current) = rest else { break };
                left.extend(current.before(*taken));
                rest = current.after(*taken);
            }
            left.extend(rest);
        }
        Self::of(left)
    }
}

impl From<Part> for Set {
    fn from(part: Part) -> Self {
        Self { parts: vec![part] }
    }
}

impl fmt::Display for Set {
    /// The notation of the language: `(-inf, 3) or {5, 6} or [7, inf)`, `nothing`, `anything`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        if self.parts == [Part::EVERYTHING] {
            return f.write_str("anything");
        }
        let mut after_point = false;
        for (place, part) in self.parts.iter().enumerate() {
            if after_point && !part.is_point() {
                f.write_str("}")?;
            }
            match (place, after_point && part.is_point()) {
                (0, _) => {}
                (_, true) => f.write_str(", ")?,
                (_, false) => f.write_str(" or ")?,
            }
            if part.is_point() {
                write!(f, "{}{}", if after_point { "" } else { "{" }, part.lower)?;
            } else {
                let (open, close) = (if part.has_lower { '[' } else { '(' }, if part.has_upper { ']' } else { ')' });
                write!(f, "{open}{}, {}{close}", part.lower, part.upper)?;
            }
            after_point = part.is_point();
        }
        if after_point { f.write_str("}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    /// `[3, 5)`, `{3}`
    fn part(text: &str) -> Part {
        let inner = &text[1..text.len() - 1];
        let (lower, upper) = inner.split_once(", ").unwrap_or((inner, inner));
        let closed = text.starts_with('{');
        let (has_lower, has_upper) = (closed || text.starts_with('['), closed || text.ends_with(']'));
        Part::new(number(lower), has_lower, number(upper), has_upper).unwrap()
    }

    fn set(parts: &[&str]) -> Set {
        Set::of(parts.iter().map(|text| part(text)).collect())
    }

    #[test]
    fn parts_that_touch_are_joined() {
        assert_eq!(set(&["[5, 7)", "{7}", "(1, 2)"]).to_string(), "(1, 2) or [5, 7]");
        assert_eq!(set(&["(3, 5)", "(5, 7)"]).to_string(), "(3, 5) or (5, 7)");
        assert_eq!(set(&["(-inf, 3]", "(3, inf)"]).to_string(), "anything");
        assert_eq!(set(&["[1, 9]", "[2, 3]", "{9}"]).to_string(), "[1, 9]");
    }

    #[test]
    fn is_written_as_the_language_writes_it() {
        assert_eq!(set(&[]).to_string(), "nothing");
        assert_eq!(set(&["{5}", "{6}", "(-inf, 3)", "[7, inf)"]).to_string(), "(-inf, 3) or {5, 6} or [7, inf)");
        assert_eq!(set(&["{1/3}", "(2, 3)", "{4}"]).to_string(), "{1/3} or (2, 3) or {4}");
    }

    #[test]
    fn nothing_is_lost_between_a_set_and_what_is_without_it() {
        let (all, some) = (set(&["[0, 9]", "{12}"]), set(&["(-inf, 1)", "{3}", "[5, 6)", "(8, inf)"]));
        assert_eq!(all.without(&some).to_string(), "[1, 3) or (3, 5) or [6, 8]");
        assert_eq!(all.intersection(&some).to_string(), "[0, 1) or {3} or [5, 6) or (8, 9] or {12}");
        for quarter in -4..56 {
            let at = Number::fraction(quarter, 4).unwrap();
            assert_eq!(all.without(&some).contains(at), all.contains(at) && !some.contains(at), "{at}");
            assert_eq!(all.intersection(&some).contains(at), all.contains(at) && some.contains(at), "{at}");
        }
    }

    #[test]
    fn samples_lie_within_and_are_easily_read() {
        for (text, sample) in [
            ("(5, 7]", "7"),
            ("(5, 7)", "6"),
            ("(5, 6)", "5.1"),
            ("(5, 5.1)", "5.01"),
            ("(-inf, 2.5)", "2"),
            ("(-inf, 2)", "1"),
            ("(-1.5, inf)", "-1"),
            ("(-inf, inf)", "0"),
            ("(1/3, 333333333333334/1000000000000001)", "333333333333335/1000000000000004"),
        ] {
            assert_eq!(part(text).sample(), Some(number(sample)), "{text}");
            assert!(part(text).contains(number(sample)), "{text}");
        }
        for far in [i128::MAX, -i128::MAX].map(|far| Fraction::new(far, 2).unwrap()) {
            let above = Part::above(Number::Finite(far), false).unwrap();
            let below = Part::below(Number::Finite(far), false).unwrap();
            assert!([above, below].iter().all(|part| part.sample().is_some_and(|sample| part.contains(sample))));
        }
        let long = Number::Finite(Fraction::new(i128::MAX - 1, i128::MAX).unwrap());
        assert_eq!(Part::new(long, false, Number::integer(1), false).unwrap().sample(), None);
        let least = Number::Finite(Fraction::new(-i128::MAX, 1).unwrap());
        assert_eq!(Part::below(least, false).unwrap().sample(), None);
    }
}
