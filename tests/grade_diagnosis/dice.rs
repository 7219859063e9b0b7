//! Random exercises, and random slips of the students who solve them.

use std::fmt::Write;

use gametree::grade::faults::{BlankRuns, Diagnosis, Fault, Other};
use gametree::grade::run::{Answers, Asked, Claimed, Item, Run};
use gametree::model::Order;
use gametree::number::{Number, Weight};
use gametree::search::{Bound, Search};
use gametree::syntax::tree::{Kind, NodeId};

/// Random numbers, the same in every run of the tests.
pub(crate) struct Dice(pub(crate) u64);

/// What the questions of an exercise ask: claims at every node, and the number of leaves evaluated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Questions {
    pub(crate) nodes: Asked,
    pub(crate) leaves: bool,
}

/// What exercises ask: each in turn.
pub(crate) const QUESTIONS: [Questions; 5] = {
    let marks = Asked { values: false, windows: false, returns: false, plays: false, pruned: true };
    let windows = Asked { windows: true, ..marks };
    let values = Asked { values: true, ..windows };
    let returns = Asked { returns: true, ..windows };
    let moves = Asked { values: true, plays: true, ..marks };
    [
        Questions { nodes: values, leaves: false },
        Questions { nodes: Asked { plays: true, ..values }, leaves: true },
        Questions { nodes: returns, leaves: false },
        Questions { nodes: moves, leaves: true },
        Questions { nodes: windows, leaves: true },
    ]
};

/// The answers of a student.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) nodes: Answers,
    pub(crate) leaves: Option<u64>,
}

/// A question that a slip can be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Node(Item),
    Leaves,
}

impl Sheet {
    /// The sheet of a student who does what this run does.
    pub(crate) fn of(run: &Run<'_>, asked: Questions) -> Self {
        Self { nodes: run.sheet(asked.nodes), leaves: asked.leaves.then(|| run.counts().leaves) }
    }

    /// The faults that it shows.
    pub(crate) fn named(&self, blank: &BlankRuns<'_>) -> Vec<Fault> {
        let mut diagnosis = Diagnosis::default();
        let expects = |run: &Run<'_>| Some(Some(run.counts().leaves) == self.leaves);
        let leaves = self.leaves.map(|_| Other { expects: &expects, is_count: true });
        diagnosis.add(blank, &self.nodes, leaves.as_slice());
        diagnosis.named()
    }

    /// Copies one answer.
    pub(crate) fn copy(&mut self, place: Place, from: &Self) {
        let Place::Node(item) = place else {
            self.leaves = from.leaves;
            return;
        };
        let (node, from, to) = (item.node(), &from.nodes, &mut self.nodes);
        match item {
            Item::Value(_) => drop(to.values.insert(node, from.values[&node])),
            Item::Window(_) => drop(to.windows.insert(node, from.windows[&node])),
            Item::Return(_) => drop(to.returns.insert(node, from.returns[&node])),
            Item::Plays(_) => drop(to.plays.insert(node, from.plays[&node].clone())),
            Item::Stop(_) => drop(to.skips.insert(node, from.skips[&node].clone())),
        }
    }

    fn places(&self) -> Vec<Place> {
        self.nodes.items().map(Place::Node).chain(self.leaves.map(|_| Place::Leaves)).collect()
    }
}

impl Dice {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        of[usize::try_from(self.below(of.len() as u64)).unwrap()].clone()
    }

    /// An exercise: a tree of three or four plies, under any rules.
    pub(crate) fn exercise(&mut self) -> String {
        let mut text = String::from("tree {\n");
        for [usual, other] in [
            ["cut alpha >= beta", "cut alpha > beta"],
            ["search fail-soft", "search fail-hard"],
            ["order left-to-right", "order right-to-left"],
            ["cutoffs deep", "cutoffs shallow"],
        ] {
            writeln!(text, "{}", if self.one_in(4) { other } else { usual }).unwrap();
        }
        let least = if self.one_in(4) { -9 } else { 0 };
        let has_chance = self.one_in(3);
        if has_chance && self.one_in(2) {
            writeln!(text, "range [{least}, {}]", least + 19).unwrap();
        }
        let plies = 3 + self.below(2);
        let depth = self.one_in(4).then(|| plies - 1);
        if let Some(depth) = depth {
            writeln!(text, "depth {depth}").unwrap();
        }
        let mut shape = Shape { plies, depth, least, has_chance };
        let max = !self.one_in(3);
        text += &self.tree(&mut shape, 0, max);
        text + "\n}"
    }

    fn tree(&mut self, shape: &mut Shape, above: u64, max: bool) -> String {
        let is_early = above > 1 && self.one_in(8);
        if above == shape.plies || is_early {
            return self.leaf(shape).to_string();
        }
        let is_chance = shape.has_chance && above > 0 && self.one_in(3);
        let mut head = if is_chance {
            "chance"
        } else if max {
            "max"
        } else {
            "min"
        }
        .to_string();
        if shape.depth.is_some() && above > 0 {
            write!(head, " eval {}", self.leaf(shape)).unwrap();
        }
        let count = 2 + self.below(2);
        let shares: &[&str] = match (is_chance, count, self.below(3)) {
            (false, ..) => &["", "", ""],
            (_, 2, 0) => &["1/2:", "1/2:"],
            (_, 2, 1) => &["1/4:", "3/4:"],
            (_, 2, _) => &["0.9:", "0.1:"],
            (_, _, 0) => &["1/3:", "1/3:", "1/3:"],
            (_, _, 1) => &["1/2:", "1/4:", "1/4:"],
            (_, _, _) => &["0.2:", "0.3:", "0.5:"],
        };
        let children = shares[..usize::try_from(count).unwrap()].iter();
        let children = children.map(|share| format!("{share} {}", self.tree(shape, above + 1, !max)));
        format!("{head} {{ {} }}", children.collect::<Vec<_>>().join(", "))
    }

    fn leaf(&mut self, shape: &Shape) -> i64 {
        shape.least + i64::try_from(self.below(20)).unwrap()
    }

    /// Changes an answer that is not among those `changed` before; `None` if it happened to stay the same.
    pub(crate) fn slip(&mut self, search: &Search<'_>, sheet: &mut Sheet, changed: &[Place]) -> Option<Place> {
        let place = self.any(&sheet.places());
        if changed.contains(&place) {
            return None;
        }
        let before = sheet.clone();
        match place {
            Place::Leaves => {
                let leaves = sheet.leaves.unwrap_or_default();
                sheet.leaves = Some((leaves + 1 + self.below(4)).saturating_sub(2));
            }
            Place::Node(item) => self.slip_at(search, &mut sheet.nodes, item),
        }
        (before.nodes != sheet.nodes || before.leaves != sheet.leaves).then_some(place)
    }

    fn slip_at(&mut self, search: &Search<'_>, answers: &mut Answers, item: Item) {
        let node = item.node();
        let number = self.number(search);
        let children: Vec<NodeId> = search.children(node).collect();
        match item {
            Item::Value(_) => drop(answers.values.insert(node, number)),
            Item::Window(_) => {
                let window = answers.windows.get_mut(&node).unwrap();
                if self.one_in(2) { window.alpha = number } else { window.beta = number }
            }
            Item::Return(_) => {
                let Claimed { bound, value } = answers.returns[&node];
                let other = self.any(&[Bound::Exact, Bound::Upper, Bound::Lower]);
                let claimed =
                    if self.one_in(2) { Claimed { bound: other, value } } else { Claimed { bound, value: number } };
                answers.returns.insert(node, claimed);
            }
            Item::Plays(_) => drop(answers.plays.insert(node, vec![self.any(&children)])),
            Item::Stop(_) => {
                let is_chance = search.kind(node) == Kind::Chance;
                let may_be_searched = |child: &NodeId| !is_chance || search.view().weight(*child) > Weight::ZERO;
                let mut children: Vec<NodeId> = children.into_iter().filter(may_be_searched).collect();
                if search.settings().order == Order::RightToLeft {
                    children.reverse();
                }
                let searched = 1 + usize::try_from(self.below(children.len() as u64)).unwrap();
                answers.skips.insert(node, children.into_iter().skip(searched).collect());
            }
        }
    }

    /// A number that a careless student could write: half of the time, one that occurs in the tree.
    fn number(&mut self, search: &Search<'_>) -> Number {
        let anything = Number::integer(i64::try_from(self.below(20)).unwrap());
        let here: Vec<Number> = search.visible().filter_map(|node| search.value(node)).collect();
        if self.one_in(2) { anything } else { self.any(&here) }
    }
}

/// What the trees of an exercise have in common.
struct Shape {
    plies: u64,
    depth: Option<u64>,
    least: i64,
    has_chance: bool,
}
