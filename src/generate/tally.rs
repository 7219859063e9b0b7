//! How often each wish was granted, for those who find no tree.

use std::fmt;

use super::Wish;

/// How many of the first tries are counted: enough for a percentage.
const COUNTED: u64 = 2_000;

/// What became of the tries for an exercise.
#[derive(Clone, Debug)]
pub struct Tally {
    /// How many trees were tried.
    pub tried: u64,
    wishes: Vec<(Wish, Rate)>,
    /// Trees with all wishes that depend on the order of the leaves, whose leaves the numbers suffice for.
    numbers: Rate,
    /// Trees with all wishes and with numbers that `check` finds nothing wrong with, and whose key is complete.
    proofs: Rate,
}

/// How often something held.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    held: u64,
    tested: u64,
}

impl Rate {
    fn count(&mut self, held: bool) {
        self.held += u64::from(held);
        self.tested += 1;
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { held, tested } = *self;
        let thousandths = (held * 1000).checked_div(tested);
        let text = match thousandths {
            None => "not tested".to_string(),
            Some(0) if held > 0 => "< 0.1 %".to_string(),
            Some(0) => "never".to_string(),
            Some(rate @ ..100) => format!("{}.{} %", rate / 10, rate % 10),
            Some(rate) => format!("{} %", rate / 10),
        };
        f.pad(&text)
    }
}

impl Tally {
    pub(super) fn new(wishes: &[Wish]) -> Self {
        let wishes = wishes.iter().map(|wish| (*wish, Rate::default())).collect();
        Self { tried: 0, wishes, numbers: Rate::default(), proofs: Rate::default() }
    }

    /// Tests those wishes that are `tested` now; whether all hold. Of the first tries, every wish is tested, of the later
    /// ones only as many as must be.
    pub(super) fn test(&mut self, tested: impl Fn(&Wish) -> bool, holds: impl Fn(&Wish) -> bool) -> bool {
        let mut wishes = self.wishes.iter_mut().filter(|(wish, _)| tested(wish));
        if self.tried > COUNTED {
            return wishes.all(|(wish, _)| holds(wish));
        }
        wishes.fold(true, |all, (wish, rate)| {
            let held = holds(wish);
            rate.count(held);
            all && held
        })
    }

    /// Counts whether the numbers sufficed.
    pub(super) fn numbers_suffice(&mut self, suffice: bool) {
        self.numbers.count(suffice);
    }

    /// Counts whether the exercise was proved.
    pub(super) fn is_proved(&mut self, proved: bool) {
        self.proofs.count(proved);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows: Vec<(String, Rate)> = self.wishes.iter().map(|(wish, rate)| (wish.to_string(), *rate)).collect();
        if self.numbers.tested > 0 {
            rows.push(("of those, --values has enough numbers".to_string(), self.numbers));
        }
        if self.proofs.tested > 0 {
            rows.push(("of those, `gametree check` accepts".to_string(), self.proofs));
        }
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        write!(f, "no tree in {} tries; how often each wish was granted:", self.tried)?;
        rows.iter().try_for_each(|(name, rate)| write!(f, "\n  {name:width$}  {rate:>10}"))?;
        f.write_str("\nleave out the rarest wish, or raise --max-tries")
    }
}
