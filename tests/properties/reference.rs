//! Alpha–beta a second time, straight from the definition of the language.
//!
//! All of it is recursive, plain and slow. It shares with the crate only the numbers, the words for results, and the
//! values of the settings. A new value does not compile until the reference defines what it means.

use std::collections::BTreeMap;

use gametree::model::{Cut, Cutoffs, Order, Returns};
use gametree::number::{Fault, Number, Weight};
use gametree::search::{Bound, Counts};

use crate::tree::{Player, Tree, weighted_sum};

/// A lower and an upper end: a window (α, β), or what is proved of a value.
pub(crate) type Ends = (Number, Number);

/// Where every value lies.
pub(crate) const EVERYTHING: Ends = (Number::NegativeInfinity, Number::Infinity);

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// `cut`.
    pub(crate) cut: Cut,
    /// `search`.
    pub(crate) returns: Returns,
    /// `order`.
    pub(crate) order: Order,
    /// `cutoffs`.
    pub(crate) cutoffs: Cutoffs,
    /// `window`.
    pub(crate) window: Ends,
    /// `range`.
    pub(crate) range: Option<Ends>,
    /// `depth`.
    pub(crate) depth: Option<usize>,
}

impl Rules {
    /// What holds where a tree sets nothing.
    pub(crate) const DEFAULT: Self = Self {
        cut: Cut::AtLeast,
        returns: Returns::FailSoft,
        order: Order::LeftToRight,
        cutoffs: Cutoffs::Deep,
        window: EVERYTHING,
        range: None,
        depth: None,
    };

    /// Where all values are known to lie.
    pub(crate) fn known(&self) -> Ends {
        self.range.unwrap_or(EVERYTHING)
    }

    /// The window at the root: `window` ∩ `range`.
    pub(crate) fn start(&self) -> Ends {
        (self.window.0.max(self.known().0), self.window.1.min(self.known().1))
    }

    /// Whether equality is not enough for a cutoff.
    pub(crate) fn is_strict(&self) -> bool {
        match self.cut {
            Cut::AtLeast => false,
            Cut::Above => true,
        }
    }

    /// These siblings in the order of the search.
    pub(crate) fn in_order<T>(&self, mut siblings: Vec<T>) -> Vec<T> {
        match self.order {
            Order::LeftToRight => {}
            Order::RightToLeft => siblings.reverse(),
        }
        siblings
    }

    /// Whether a search stops at `high` ≥ `low`, or `high` > `low`.
    pub(crate) fn stop(&self, high: Number, low: Number) -> bool {
        match self.cutoffs {
            Cutoffs::Deep | Cutoffs::Shallow => self.reaches(high, low),
            Cutoffs::None => false,
        }
    }

    /// Whether `high` has reached `low`, by the cut rule.
    pub(crate) fn reaches(&self, high: Number, low: Number) -> bool {
        if self.is_strict() { high > low } else { high >= low }
    }

    /// How the answer of a node or leaf that was searched with this window stands to its value.
    fn bound(&self, (alpha, beta): Ends, answer: Answer) -> Bound {
        let Answer { fail_soft, proven: (least, greatest) } = answer;
        let (failed_low, failed_high) = (self.reaches(alpha, fail_soft), self.reaches(fail_soft, beta));
        if least == greatest {
            assert_eq!(fail_soft, least, "an exact result is the value");
            Bound::Exact
        } else if failed_low {
            assert_eq!(fail_soft, greatest, "a result that failed low is the upper end");
            Bound::Upper
        } else {
            assert!(failed_high, "a result within the window is exact");
            assert_eq!(fail_soft, least, "a result that failed high is the lower end");
            Bound::Lower
        }
    }

    /// The window that `player` hands to a child.
    fn handed(&self, player: Player, child: &Tree, (alpha, beta): Ends) -> Ends {
        let to_opponent = matches!(child, Tree::Node(other, ..) if *other != player);
        match (self.cutoffs, player) {
            (Cutoffs::None, _) => self.start(),
            (Cutoffs::Shallow, Player::Max) if to_opponent => (alpha, self.known().1),
            (Cutoffs::Shallow, Player::Min) if to_opponent => (self.known().0, beta),
            (Cutoffs::Deep | Cutoffs::Shallow, _) => (alpha, beta),
        }
    }

    /// The window that a chance node hands to a child of this weight, by the rule of Star1.
    fn handed_by_chance(&self, weight: Weight, sum: &Sum) -> Ends {
        let (least, most) = match (self.cutoffs, self.range) {
            (Cutoffs::None, _) => return self.start(),
            (Cutoffs::Deep | Cutoffs::Shallow, None) => return EVERYTHING,
            (Cutoffs::Deep | Cutoffs::Shallow, Some(range)) => range,
        };
        // (bound − S − R·extreme) / p; `None` where that is infinite.
        let needed = |bound: Number, extreme: Number| {
            let rest = exact(extreme.times(sum.rest));
            let finite = [bound, rest, sum.so_far].into_iter().all(|number| number.finite().is_some());
            finite.then(|| exact(exact(exact(bound.minus(sum.so_far)).minus(rest)).over(weight)))
        };
        let (alpha, beta) = sum.window;
        let alpha = needed(alpha, most).unwrap_or(Number::NegativeInfinity);
        let beta = needed(beta, least).unwrap_or(Number::Infinity);
        (alpha.max(least), beta.min(most))
    }

    /// What a chance node returns at once although children remain, by the rule of Star1.
    fn star1(&self, sum: &Sum) -> Option<Number> {
        let (least, most) = self.range?;
        // Nothing is known where inf and -inf are still possible together.
        let with_rest = |extreme: Number| possible(sum.so_far.plus(exact(extreme.times(sum.rest))));
        let upper = with_rest(most).filter(|upper| self.stop(sum.window.0, *upper));
        upper.or_else(|| with_rest(least).filter(|lower| self.stop(*lower, sum.window.1)))
    }
}

/// A chance node on the way through its children.
struct Sum {
    /// The window when the search entered.
    window: Ends,
    /// S
    so_far: Number,
    /// R
    rest: Weight,
}

fn exact<N>(number: Result<N, Fault>) -> N {
    number.expect("a sum that can be held exactly")
}

/// A number, or nothing where it would be inf and -inf together.
fn possible(number: Result<Number, Fault>) -> Option<Number> {
    (number != Err(Fault::OpposedInfinities)).then(|| exact(number))
}

/// What the search of a node or leaf tells the node above it.
#[derive(Clone, Copy)]
struct Answer {
    fail_soft: Number,
    /// Between which ends the evaluated leaves prove the value to lie.
    proven: Ends,
}

/// What a search finds out at a node or leaf that it enters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Visit {
    /// The window when it enters.
    pub(crate) window: Ends,
    /// What a fail-soft search returns.
    pub(crate) fail_soft: Number,
    /// What is returned, after the clamp of `fail-hard`.
    pub(crate) returned: Number,
    /// How that, before the clamp, stands to the value.
    pub(crate) bound: Bound,
    /// The window when it leaves, narrowed by what the children returned.
    pub(crate) final_window: Ends,
}

/// The course of a whole search; nodes and leaves go by their places in pre-order.
#[derive(Default)]
pub(crate) struct Course {
    /// What became of the nodes and leaves that were entered.
    pub(crate) visits: BTreeMap<usize, Visit>,
    /// The order in which they were entered.
    pub(crate) sequence: Vec<usize>,
    /// The child that caused the cutoff at a node.
    pub(crate) refutations: BTreeMap<usize, usize>,
    /// How many leaves were evaluated.
    pub(crate) leaves: u64,
    /// How many leaves there are in each of the subtrees that cutoffs skipped.
    skipped: Vec<u64>,
}

impl Course {
    /// Searches a tree that is cut at the depth limit.
    pub(crate) fn of(tree: &Tree, rules: &Rules) -> Self {
        let mut course = Self::default();
        course.enter(rules, tree, 0, rules.start());
        course
    }

    /// How much was done.
    pub(crate) fn counts(&self) -> Counts {
        let count = |length: usize| u64::try_from(length).expect("small trees");
        Counts {
            leaves: self.leaves,
            nodes: count(self.sequence.len()),
            cutoffs: count(self.refutations.len()),
            branches: count(self.skipped.len()),
            pruned: Some(self.skipped.iter().sum()),
        }
    }

    /// Searches the node or leaf at `place`.
    fn enter(&mut self, rules: &Rules, tree: &Tree, place: usize, window: Ends) -> Answer {
        self.sequence.push(place);
        let places = tree.places(place).into_iter();
        let (answer, final_window) = match tree {
            Tree::Leaf(value) | Tree::Limit(value, _) => {
                self.leaves += 1;
                (Answer { fail_soft: *value, proven: (*value, *value) }, window)
            }
            Tree::Node(player, _, children) => {
                self.enter_moves(rules, *player, places.zip(children).collect(), place, window)
            }
            Tree::Chance(_, children) => {
                (self.enter_chances(rules, places.zip(children).collect(), place, window), window)
            }
        };
        let interior = matches!(tree, Tree::Node(..) | Tree::Chance(..));
        let clamped = answer.fail_soft.clamp(window.0, window.1);
        let returned = match rules.returns {
            Returns::FailHard if interior => clamped,
            Returns::FailSoft | Returns::FailHard => answer.fail_soft,
        };
        let bound = rules.bound(window, answer);
        self.visits.insert(place, Visit { window, fail_soft: answer.fail_soft, returned, bound, final_window });
        answer
    }

    /// Searches the children of a MAX or MIN node: what comes of it, and how they narrow its window.
    fn enter_moves(
        &mut self,
        rules: &Rules,
        player: Player,
        children: Vec<(usize, &Tree)>,
        place: usize,
        mut window: Ends,
    ) -> (Answer, Ends) {
        let (mut results, mut proofs) = (Vec::new(), Vec::new());
        let mut children = rules.in_order(children).into_iter();
        while let Some((at, child)) = children.next() {
            let Answer { fail_soft, proven } = self.enter(rules, child, at, rules.handed(player, child, window));
            results.push(fail_soft);
            proofs.push(proven);
            match player {
                Player::Max => window.0 = window.0.max(fail_soft),
                Player::Min => window.1 = window.1.min(fail_soft),
            }
            if children.len() > 0 && rules.stop(window.0, window.1) {
                self.refutations.insert(place, at);
                proofs.push(rules.known());
                self.skipped.extend(children.map(|(_, skipped)| skipped.leaves()));
                break;
            }
        }
        let least = player.best(proofs.iter().map(|proven| proven.0));
        let greatest = player.best(proofs.iter().map(|proven| proven.1));
        (Answer { fail_soft: player.best(results.into_iter()), proven: (least, greatest) }, window)
    }

    /// Searches the children of a chance node.
    fn enter_chances(
        &mut self,
        rules: &Rules,
        mut children: Vec<(usize, &(Weight, Tree))>,
        place: usize,
        window: Ends,
    ) -> Answer {
        children.retain(|(_, (weight, _))| *weight != Weight::ZERO);
        let mut sum = Sum { window, so_far: Number::ZERO, rest: Weight::ONE };
        let mut proofs = Vec::new();
        let mut early = None;
        let mut children = rules.in_order(children).into_iter();
        while let Some((at, (weight, child))) = children.next() {
            sum.rest = exact(sum.rest.minus(*weight));
            let Answer { fail_soft, proven } = self.enter(rules, child, at, rules.handed_by_chance(*weight, &sum));
            sum.so_far = exact(sum.so_far.plus(exact(fail_soft.times(*weight))));
            proofs.push((*weight, proven));
            early = rules.star1(&sum).filter(|_| children.len() > 0);
            if early.is_some() {
                self.refutations.insert(place, at);
                proofs.push((sum.rest, rules.known()));
                self.skipped.extend(children.map(|(_, (_, skipped))| skipped.leaves()));
                break;
            }
        }
        let ends = |end: fn(&Ends) -> Number| -> Vec<(Weight, Number)> {
            proofs.iter().map(|(weight, proven)| (*weight, end(proven))).collect()
        };
        let least = possible(weighted_sum(&ends(|proven| proven.0))).unwrap_or(Number::NegativeInfinity);
        let greatest = possible(weighted_sum(&ends(|proven| proven.1))).unwrap_or(Number::Infinity);
        Answer { fail_soft: early.unwrap_or(sum.so_far), proven: (least, greatest) }
    }
}
