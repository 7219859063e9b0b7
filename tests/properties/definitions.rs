//! PVS, MTD(f) and SSS* a second time, straight from their definitions: recursive, on the numbers themselves.
//!
//! There is no null window on fractions. What it asks, whether a value is more than α, is asked as such.

use std::collections::{BTreeMap, BTreeSet};

use gametree::model::Cutoffs;
use gametree::number::Number;

use crate::reference::{Ends, Rules};
use crate::tree::{Player, Tree};

/// What a search did; nodes and leaves go by their places in pre-order.
pub(crate) struct Work {
    pub(crate) value: Number,
    pub(crate) entered: BTreeSet<usize>,
    pub(crate) evaluations: u64,
    pub(crate) researches: u64,
}

impl Work {
    fn new() -> Self {
        Self { value: Number::ZERO, entered: BTreeSet::new(), evaluations: 0, researches: 0 }
    }

    fn enter(&mut self, tree: &Tree, place: usize) {
        self.entered.insert(place);
        self.evaluations += u64::from(tree.is_leaf());
    }
}

/// The children of a node with their places, in the order of the search.
fn children<'t>(tree: &'t Tree, place: usize, rules: &Rules) -> Vec<(usize, &'t Tree)> {
    let Tree::Node(_, _, children) = tree else { return Vec::new() };
    rules.in_order(tree.places(place).into_iter().zip(children).collect())
}

fn leaf_value(tree: &Tree) -> Option<Number> {
    match tree {
        Tree::Leaf(value) | Tree::Limit(value, _) => Some(*value),
        _ => None,
    }
}

/// These algorithms cut deep whatever is set.
fn stop(rules: &Rules, high: Number, low: Number) -> bool {
    match rules.cutoffs {
        Cutoffs::Deep | Cutoffs::Shallow | Cutoffs::None => rules.reaches(high, low),
    }
}

/// Principal variation search.
pub(crate) struct Pvs<'r> {
    rules: &'r Rules,
    work: Work,
}

impl Pvs<'_> {
    pub(crate) fn of(tree: &Tree, rules: &Rules) -> Work {
        let mut search = Pvs { rules, work: Work::new() };
        search.work.value = search.open(tree, 0, rules.start());
        search.work
    }

    /// Searches with a window.
    fn open(&mut self, tree: &Tree, place: usize, (mut alpha, mut beta): Ends) -> Number {
        self.work.enter(tree, place);
        let Tree::Node(player, ..) = tree else { return leaf_value(tree).expect("a leaf") };
        let mut best: Option<Number> = None;
        for (at, child) in children(tree, place, self.rules) {
            let mut result = match best {
                None => self.open(child, at, (alpha, beta)),
                Some(_) => match player {
                    Player::Max => self.scout(child, at, alpha, Player::Max),
                    Player::Min => self.scout(child, at, beta, Player::Min),
                },
            };
            if best.is_some() {
                let better = if *player == Player::Max { result > alpha } else { result < beta };
                let within = match player {
                    Player::Max => !stop(self.rules, result, beta),
                    Player::Min => !stop(self.rules, alpha, result),
                };
                if better && within && !settled(*player, child) {
                    self.work.researches += 1;
                    let window = if *player == Player::Max { (result, beta) } else { (alpha, result) };
                    result = self.open(child, at, window);
                }
            }
            let so_far = player.best(best.into_iter().chain([result]));
            best = Some(so_far);
            let ended = match player {
                Player::Max => stop(self.rules, so_far, beta),
                Player::Min => stop(self.rules, alpha, so_far),
            };
            if ended {
                break;
            }
            match player {
                Player::Max => alpha = alpha.max(so_far),
                Player::Min => beta = beta.min(so_far),
            }
        }
        best.expect("every node has children")
    }

    /// Asks whether a node is better for `who` than `bound`, and nothing else.
    fn scout(&mut self, tree: &Tree, place: usize, bound: Number, who: Player) -> Number {
        self.work.enter(tree, place);
        let Tree::Node(player, ..) = tree else { return leaf_value(tree).expect("a leaf") };
        let mut best: Option<Number> = None;
        for (at, child) in children(tree, place, self.rules) {
            let so_far = player.best(best.into_iter().chain([self.scout(child, at, bound, who)]));
            best = Some(so_far);
            // More than the bound, from the side of who asks, is an answer; so is not more, unless equality is no end.
            let (more, less) = match who {
                Player::Max => (so_far > bound, so_far < bound),
                Player::Min => (so_far < bound, so_far > bound),
            };
            let ended = if *player == who { more } else { less || (!self.rules.is_strict() && !more) };
            if ended {
                break;
            }
        }
        best.expect("every node has children")
    }
}

/// Whether the result of a scout that found a better child is its value.
fn settled(above: Player, child: &Tree) -> bool {
    match child {
        Tree::Node(player, _, children) => *player != above && children.iter().all(Tree::is_leaf),
        _ => true,
    }
}

/// MTD(f), with a memory of the bounds of every node.
pub(crate) struct Mtdf<'r> {
    rules: &'r Rules,
    work: Work,
    memory: BTreeMap<usize, Ends>,
}

impl Mtdf<'_> {
    pub(crate) fn of(tree: &Tree, rules: &Rules) -> Work {
        let mut search = Mtdf { rules, work: Work::new(), memory: BTreeMap::new() };
        let (mut lower, mut upper) = rules.known();
        let mut guess = Number::ZERO.clamp(lower, upper);
        loop {
            // At the lower bound itself the question is whether the value is more than that.
            let more = !rules.is_strict() && guess == lower;
            let result = search.test(tree, 0, guess, more);
            let high = if more { result > guess } else { result >= guess };
            let exact = rules.is_strict() && result == guess;
            lower = if high { result } else { lower };
            upper = if !high || exact { result } else { upper };
            guess = result;
            if lower >= upper {
                break;
            }
            search.work.researches += 1;
        }
        search.work.value = guess;
        search.work
    }

    /// Asks whether a node is worth at least `guess`, or `more`.
    fn test(&mut self, tree: &Tree, place: usize, guess: Number, more: bool) -> Number {
        let reached = |value: Number| if more { value > guess } else { value >= guess };
        let strict = self.rules.is_strict();
        let ends_max = |value: Number| if strict { value > guess } else { reached(value) };
        let (lower, upper) = self.memory.get(&place).copied().unwrap_or((Number::NegativeInfinity, Number::Infinity));
        if ends_max(lower) || lower == upper {
            return lower;
        }
        if !reached(upper) {
            return upper;
        }
        self.work.enter(tree, place);
        let Tree::Node(player, ..) = tree else {
            let value = leaf_value(tree).expect("a leaf");
            self.memory.insert(place, (value, value));
            return value;
        };
        let mut best: Option<Number> = None;
        for (at, child) in children(tree, place, self.rules) {
            let so_far = player.best(best.into_iter().chain([self.test(child, at, guess, more)]));
            best = Some(so_far);
            if if *player == Player::Max { ends_max(so_far) } else { !reached(so_far) } {
                break;
            }
        }
        let result = best.expect("every node has children");
        let known = self.memory.entry(place).or_insert((Number::NegativeInfinity, Number::Infinity));
        if reached(result) {
            known.0 = result;
        }
        if !reached(result) || (strict && result == guess) {
            known.1 = result;
        }
        result
    }
}

/// SSS*, with a list that is searched through for everything.
pub(crate) struct Sss;

/// A place in the order of the search: from the root down, the how-manieth child.
type Way = Vec<usize>;

impl Sss {
    pub(crate) fn of(tree: &Tree, rules: &Rules) -> Work {
        let mut work = Work::new();
        let mut open: Vec<(Way, bool, Number)> = vec![(Vec::new(), false, rules.known().1)];
        loop {
            let greatest = open.iter().map(|(_, _, merit)| *merit).max().expect("the root is solved in the end");
            let equal = open.iter().enumerate().filter(|(_, (_, _, merit))| *merit == greatest);
            let (next, _) = equal.min_by_key(|(_, (way, ..))| way.clone()).expect("one has the greatest merit");
            let (way, solved, merit) = open.remove(next);
            if merit == rules.known().0 {
                work.value = merit;
                return work;
            }
            let (place, node) = Self::at(tree, &way, rules);
            let below = |child: usize| [way.as_slice(), &[child]].concat();
            if !solved {
                work.enter(node, place);
                match node {
                    Tree::Node(Player::Max, _, children) => {
                        open.extend((0..children.len()).map(|child| (below(child), false, merit)));
                    }
                    Tree::Node(Player::Min, ..) => open.push((below(0), false, merit)),
                    leaf => open.push((way, true, merit.min(leaf_value(leaf).expect("a leaf")))),
                }
                continue;
            }
            let Some((child, above)) = way.split_last() else {
                work.value = merit;
                return work;
            };
            match Self::at(tree, above, rules).1 {
                Tree::Node(Player::Min, _, children) if child + 1 < children.len() => {
                    open.push(([above, &[child + 1]].concat(), false, merit));
                }
                Tree::Node(player, ..) => {
                    if *player == Player::Max {
                        open.retain(|(other, ..)| !other.starts_with(above));
                    }
                    open.push((above.to_vec(), true, merit));
                }
                _ => unreachable!("only nodes have children"),
            }
        }
    }

    fn at<'t>(tree: &'t Tree, way: &[usize], rules: &Rules) -> (usize, &'t Tree) {
        way.iter().fold((0, tree), |(place, node), child| children(node, place, rules)[*child])
    }
}
