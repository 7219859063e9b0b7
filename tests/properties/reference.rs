//! Minimax, alpha–beta and the fewest leaves a second time, straight from the definition of the language.
//!
//! All of it is recursive and plain, and slow. It shares with the crate only the numbers and the words for results.

use std::collections::BTreeMap;

use gametree::number::Number;
use gametree::search::{Bound, Counts};

/// Who moves at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    Max,
    Min,
}

impl Player {
    pub(crate) fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The number that the player likes best.
    fn best(self, numbers: impl Iterator<Item = Number>) -> Number {
        let best = match self {
            Self::Max => numbers.max(),
            Self::Min => numbers.min(),
        };
        best.expect("every node has children")
    }
}

/// A tree without chance nodes.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Leaf(Number),
    Node(Player, Vec<Tree>),
}

impl Tree {
    fn branches(&self) -> &[Self] {
        match self {
            Self::Leaf(_) => &[],
            Self::Node(_, children) => children,
        }
    }

    /// How many nodes and leaves there are.
    pub(crate) fn size(&self) -> usize {
        1 + self.branches().iter().map(Self::size).sum::<usize>()
    }

    /// How many leaves there are.
    pub(crate) fn leaves(&self) -> u64 {
        match self {
            Self::Leaf(_) => 1,
            Self::Node(_, children) => children.iter().map(Self::leaves).sum(),
        }
    }

    /// The minimax value.
    pub(crate) fn value(&self) -> Number {
        match self {
            Self::Leaf(value) => *value,
            Self::Node(player, children) => player.best(children.iter().map(Self::value)),
        }
    }

    /// Every node and leaf in pre-order.
    pub(crate) fn pre_order(&self) -> Vec<&Self> {
        let below = self.branches().iter().flat_map(Self::pre_order);
        std::iter::once(self).chain(below).collect()
    }

    /// The children, each behind its place in pre-order, where this node is at `place`.
    fn children(&self, place: usize) -> Vec<(usize, &Self)> {
        let mut next = place + 1;
        let mut children = Vec::new();
        for child in self.branches() {
            children.push((next, child));
            next += child.size();
        }
        children
    }

    /// This tree with the children of all nodes in every order.
    pub(crate) fn orders(&self) -> Vec<Self> {
        match self {
            Self::Leaf(_) => vec![self.clone()],
            Self::Node(player, children) => {
                arrangements(children).into_iter().map(|children| Self::Node(*player, children)).collect()
            }
        }
    }
}

/// These siblings in every order, each of them with all that is below it in every order.
fn arrangements(siblings: &[Tree]) -> Vec<Vec<Tree>> {
    if siblings.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (place, sibling) in siblings.iter().enumerate() {
        let tails = arrangements(&[&siblings[..place], &siblings[place + 1..]].concat());
        for head in sibling.orders() {
            all.extend(tails.iter().map(|tail| [std::slice::from_ref(&head), tail].concat()));
        }
    }
    all
}

/// A lower and an upper end: a window (α, β), or what is proved of a value.
pub(crate) type Ends = (Number, Number);

/// Where every value lies.
pub(crate) const EVERYTHING: Ends = (Number::NegativeInfinity, Number::Infinity);

/// From how far above a cutoff may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Deep,
    Shallow,
    Nowhere,
}

/// The settings of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// `cut alpha > beta` instead of `>=`.
    pub(crate) strict: bool,
    /// `search fail-hard` instead of `fail-soft`.
    pub(crate) hard: bool,
    /// `order right-to-left` instead of `left-to-right`.
    pub(crate) reversed: bool,
    /// `cutoffs`.
    pub(crate) reach: Reach,
    /// `window`.
    pub(crate) window: Ends,
}

impl Rules {
    /// What holds where a tree sets nothing.
    pub(crate) const DEFAULT: Self =
        Self { strict: false, hard: false, reversed: false, reach: Reach::Deep, window: EVERYTHING };

    /// Whether a node with this window is searched no further.
    fn stop(&self, (alpha, beta): Ends) -> bool {
        self.reach != Reach::Nowhere && if self.strict { alpha > beta } else { alpha >= beta }
    }

    /// How the answer of a node or leaf that was searched with this window stands to its value.
    fn bound(&self, (alpha, beta): Ends, answer: Answer) -> Bound {
        let Answer { fail_soft, proven: (least, greatest) } = answer;
        let failed_low = if self.strict { fail_soft < alpha } else { fail_soft <= alpha };
        let failed_high = if self.strict { fail_soft > beta } else { fail_soft >= beta };
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
        let to_opponent = matches!(child, Tree::Node(other, _) if *other != player);
        match (self.reach, player) {
            (Reach::Nowhere, _) => self.window,
            (Reach::Shallow, Player::Max) if to_opponent => (alpha, Number::Infinity),
            (Reach::Shallow, Player::Min) if to_opponent => (Number::NegativeInfinity, beta),
            _ => (alpha, beta),
        }
    }
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
    /// Searches a tree.
    pub(crate) fn of(tree: &Tree, rules: &Rules) -> Self {
        let mut course = Self::default();
        course.enter(rules, tree, 0, rules.window);
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
        let (answer, returned, final_window) = match tree {
            Tree::Leaf(value) => {
                self.leaves += 1;
                (Answer { fail_soft: *value, proven: (*value, *value) }, *value, window)
            }
            Tree::Node(player, _) => {
                let (answer, final_window) = self.enter_children(rules, *player, tree, place, window);
                let clamped = answer.fail_soft.clamp(window.0, window.1);
                (answer, if rules.hard { clamped } else { answer.fail_soft }, final_window)
            }
        };
        let bound = rules.bound(window, answer);
        self.visits.insert(place, Visit { window, fail_soft: answer.fail_soft, returned, bound, final_window });
        answer
    }

    /// Searches the children of a node: what comes of it, and how they narrow its window.
    fn enter_children(
        &mut self,
        rules: &Rules,
        player: Player,
        node: &Tree,
        place: usize,
        mut window: Ends,
    ) -> (Answer, Ends) {
        let mut children = node.children(place);
        if rules.reversed {
            children.reverse();
        }
        let (mut results, mut proofs) = (Vec::new(), Vec::new());
        let mut children = children.into_iter();
        while let Some((at, child)) = children.next() {
            let Answer { fail_soft, proven } = self.enter(rules, child, at, rules.handed(player, child, window));
            results.push(fail_soft);
            proofs.push(proven);
            match player {
                Player::Max => window.0 = window.0.max(fail_soft),
                Player::Min => window.1 = window.1.min(fail_soft),
            }
            if children.len() > 0 && rules.stop(window) {
                self.refutations.insert(place, at);
                proofs.push(EVERYTHING);
                self.skipped.extend(children.map(|(_, skipped)| skipped.leaves()));
                break;
            }
        }
        let least = player.best(proofs.iter().map(|proven| proven.0));
        let greatest = player.best(proofs.iter().map(|proven| proven.1));
        (Answer { fail_soft: player.best(results.into_iter()), proven: (least, greatest) }, window)
    }
}

/// The critical tree of Knuth and Moore: what it takes to prove a value of the root.
pub(crate) struct Critical {
    root_value: Number,
}

impl Critical {
    /// That of the root's own value.
    pub(crate) fn of(root: &Tree) -> Self {
        Self { root_value: root.value() }
    }

    /// How many leaves it takes to show that a node has the value of the root, if it has.
    pub(crate) fn exact(&self, tree: &Tree) -> u64 {
        let Tree::Node(player, children) = tree else { return 1 };
        let others = |chosen: usize| -> u64 {
            let others = children.iter().enumerate().filter(|(place, _)| *place != chosen);
            others.map(|(_, other)| self.no_better(*player, other)).sum()
        };
        let deciding = children.iter().enumerate().filter(|(_, child)| child.value() == self.root_value);
        deciding.map(|(place, child)| self.exact(child) + others(place)).min().expect("one child has the value")
    }

    /// How many leaves it takes to show that a node is no better for a player than the root, if that is so.
    ///
    /// For MAX the language calls this "below", for MIN "above".
    pub(crate) fn no_better(&self, player: Player, tree: &Tree) -> u64 {
        let most = player.best([Number::NegativeInfinity, Number::Infinity].into_iter());
        let no_better = |child: &&Tree| player.best([child.value(), self.root_value].into_iter()) == self.root_value;
        match tree {
            _ if self.root_value == most => 0,
            Tree::Leaf(_) => 1,
            Tree::Node(mover, children) if *mover == player => {
                children.iter().map(|child| self.no_better(player, child)).sum()
            }
            Tree::Node(_, children) => {
                let enough = children.iter().filter(no_better).map(|child| self.no_better(player, child));
                enough.min().expect("one child is no better")
            }
        }
    }
}
