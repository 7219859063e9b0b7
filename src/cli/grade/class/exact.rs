//! Exact sums of marks, which can be written as JSON and added up in any order.

use std::collections::BTreeMap;

use gametree::number::{Fraction, Number};
use serde::{Deserialize, Serialize};

/// A number of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Exact(pub(super) Fraction);

impl From<Exact> for String {
    fn from(Exact(number): Exact) -> Self {
        number.to_string()
    }
}

impl TryFrom<String> for Exact {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = text.parse::<Number>().ok().and_then(Number::finite);
        number.map(Self).ok_or_else(|| format!("`{text}` is not a number of marks"))
    }
}

/// A sum of marks; `None` as soon as it has no exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Sum(Option<Exact>);

impl Default for Sum {
    fn default() -> Self {
        Self(Some(Exact(Fraction::ZERO)))
    }
}

impl Sum {
    pub(super) fn add(&mut self, number: Option<Fraction>) {
        self.0 = self.value().zip(number).and_then(|(sum, number)| sum.plus(number).ok()).map(Exact);
    }

    pub(super) fn value(self) -> Option<Fraction> {
        self.0.map(|Exact(number)| number)
    }
}

/// The sums from which the correlation of the marks of a question with all other marks follows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Moments {
    count: u64,
    pub(super) own: Sum,
    rest: Sum,
    own_squared: Sum,
    rest_squared: Sum,
    product: Sum,
}

impl Moments {
    pub(super) fn add(&mut self, own: Fraction, rest: Option<Fraction>) {
        self.count += 1;
        self.own.add(Some(own));
        self.rest.add(rest);
        self.own_squared.add(own.times(own).ok());
        self.rest_squared.add(rest.and_then(|rest| rest.times(rest).ok()));
        self.product.add(rest.and_then(|rest| own.times(rest).ok()));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.own.add(other.own.value());
        self.rest.add(other.rest.value());
        self.own_squared.add(other.own_squared.value());
        self.rest_squared.add(other.rest_squared.value());
        self.product.add(other.product.value());
    }

    /// The mean of the marks of the question.
    pub(super) fn mean(&self) -> Option<Fraction> {
        self.own.value()?.over(whole(self.count)).ok()
    }

    /// The correlation; `None` if all marks of the question, or all other marks, are equal.
    pub(super) fn correlation(&self) -> Option<f64> {
        let count = whole(self.count);
        let spread = |product: Sum, one: Sum, other: Sum| {
            let products = product.value()?.times(count).ok()?;
            products.minus(one.value()?.times(other.value()?).ok()?).ok()
        };
        let own = spread(self.own_squared, self.own, self.own)?;
        let rest = spread(self.rest_squared, self.rest, self.rest)?;
        if own == Fraction::ZERO || rest == Fraction::ZERO {
            return None;
        }
        Some(float(spread(self.product, self.own, self.rest)?) / (float(own) * float(rest)).sqrt())
    }
}

/// How many students have each number of marks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Distribution(BTreeMap<Exact, u64>);

impl Distribution {
    pub(super) fn add(&mut self, marks: Fraction) {
        *self.0.entry(Exact(marks)).or_default() += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (marks, count) in &other.0 {
            *self.0.entry(*marks).or_default() += count;
        }
    }

    pub(super) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    pub(super) fn mean(&self) -> Option<Fraction> {
        let sum = self
            .0
            .iter()
            .try_fold(Fraction::ZERO, |sum, (Exact(marks), count)| sum.plus(marks.times(whole(*count)).ok()?).ok());
        sum?.over(whole(self.count())).ok()
    }

    /// The marks below which so many quarters of the students are. Between two students, in proportion.
    pub(super) fn quartile(&self, quarters: u64) -> Option<Fraction> {
        let place = self.count().checked_sub(1)? * quarters;
        let (lower, upper) = (self.at(place / 4)?, self.at(place.div_ceil(4))?);
        let part = whole(place % 4).over(whole(4)).ok()?;
        lower.plus(upper.minus(lower).ok()?.times(part).ok()?).ok()
    }

    /// The marks at a place in their order.
    fn at(&self, place: u64) -> Option<Fraction> {
        let mut before = 0;
        let found = self.0.iter().find(|(_, count)| {
            before += **count;
            place < before
        });
        found.map(|(Exact(marks), _)| *marks)
    }

    /// How many students are in each tenth of the marks; full marks belong to the last.
    pub(super) fn histogram(&self, worth: Fraction) -> [u64; 10] {
        let mut tenths = [0; 10];
        for (Exact(marks), count) in &self.0 {
            let is_below = |tenth: &u64| {
                let end = worth.times(whole(tenth + 1)).and_then(|end| end.over(whole(10)));
                end.is_ok_and(|end| *marks < end)
            };
            let tenth = (0..9_u64).find(is_below).unwrap_or(9);
            tenths[usize::try_from(tenth).unwrap_or(9)] += count;
        }
        tenths
    }
}

pub(super) fn whole(number: u64) -> Fraction {
    Fraction::new(number.into(), 1).unwrap_or(Fraction::ZERO)
}

fn float(number: Fraction) -> f64 {
    number.numerator() as f64 / number.denominator() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_and_means_are_exact() {
        let mut marks = Distribution::default();
        [1, 2, 2, 7].into_iter().for_each(|number| marks.add(whole(number)));
        let words = |number: Option<Fraction>| number.unwrap().to_string();
        assert_eq!([1, 2, 3].map(|quarters| words(marks.quartile(quarters))), ["1.75", "2", "3.25"]);
        assert_eq!(words(marks.mean()), "3");
        assert_eq!(marks.histogram(whole(7)), [0, 1, 2, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(Distribution::default().quartile(2), None);
    }

    #[test]
    fn marks_that_rise_together_are_correlated() {
        let correlation = |pairs: &[(u64, u64)]| {
            let mut moments = Moments::default();
            pairs.iter().for_each(|(own, rest)| moments.add(whole(*own), Some(whole(*rest))));
            moments.correlation()
        };
        assert_eq!(correlation(&[(0, 1), (1, 3), (2, 5)]), Some(1.0));
        assert_eq!(correlation(&[(0, 5), (1, 3), (2, 1)]), Some(-1.0));
        assert_eq!(correlation(&[(1, 5), (1, 3)]), None);
        assert_eq!(correlation(&[]), None);
    }
}
