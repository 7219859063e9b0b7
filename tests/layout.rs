//! What is true of every layout: nothing overlaps, order is kept, parents are in the middle, equal subtrees are placed
//! alike, and mirrored trees in mirrored places.

use gametree::render::layout::{Room, axes};
use gametree::render::measure::Length;
use proptest::prelude::*;

/// A tree: the ends of the subtrees in pre-order, and the room of each item.
#[derive(Clone, Debug)]
struct Tree {
    ends: Vec<usize>,
    rooms: Vec<Room>,
}

impl Tree {
    /// Makes a tree from how much deeper or higher each item is than the one before it.
    fn new(steps: &[(usize, Room)]) -> Self {
        let (mut ends, mut around) = (vec![0], vec![0]);
        for (step, _) in &steps[1..] {
            let depth = 1 + step % (around.len().min(4));
            let keep = around.len() + 1 - depth;
            for closed in around.drain(keep..) {
                ends[closed] = ends.len();
            }
            around.push(ends.len());
            ends.push(0);
        }
        for open in around {
            ends[open] = steps.len();
        }
        let rooms = steps.iter().map(|(_, room)| *room).collect();
        let mut tree = Self { ends, rooms };
        for item in 0..tree.ends.len() {
            tree.rooms[item].is_leaf = tree.ends[item] == item + 1;
        }
        tree
    }

    fn children(&self, parent: usize) -> Vec<usize> {
        let next = |child: &usize| self.ends.get(*child).copied();
        std::iter::successors(Some(parent + 1), next).take_while(|child| *child < self.ends[parent]).collect()
    }

    /// The items of each ply, from left to right.
    fn plies(&self) -> Vec<Vec<usize>> {
        let mut plies = vec![vec![0]];
        loop {
            let below: Vec<usize> = plies.last().unwrap().iter().flat_map(|item| self.children(*item)).collect();
            if below.is_empty() {
                return plies;
            }
            plies.push(below);
        }
    }

    /// The mirror image, with the place of each of its items in this tree.
    fn mirrored(&self) -> (Self, Vec<usize>) {
        let (mut order, mut pending) = (Vec::new(), vec![0]);
        while let Some(item) = pending.pop() {
            order.push(item);
            pending.extend(self.children(item));
        }
        let ends = (0..order.len()).map(|place| place + self.ends[order[place]] - order[place]).collect();
        let turned =
            |item: &usize| Room { left: self.rooms[*item].right, right: self.rooms[*item].left, ..self.rooms[*item] };
        (Self { ends, rooms: order.iter().map(turned).collect() }, order)
    }
}

fn room() -> impl Strategy<Value = Room> {
    let label = prop::option::of(0..4_000_i64);
    (1_000..4_000_i64, 1_000..9_000_i64, label).prop_map(|(left, right, label)| Room {
        left,
        right,
        label,
        is_leaf: false,
    })
}

fn tree(most: usize) -> impl Strategy<Value = Tree> {
    prop::collection::vec((0..100_usize, room()), 1..most).prop_map(|steps| Tree::new(&steps))
}

/// Rounding may move an item by a hundredth of a pixel for each ply.
fn slack(tree: &Tree) -> Length {
    2 * Length::try_from(tree.plies().len()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn nothing_overlaps_and_order_is_kept(tree in tree(80)) {
        let axes = axes(&tree.ends, &tree.rooms);
        for ply in tree.plies() {
            for pair in ply.windows(2) {
                let (left, right) = (pair[0], pair[1]);
                let gap = axes[right] - tree.rooms[right].left - axes[left] - tree.rooms[left].right;
                prop_assert!(gap >= 1_100 - slack(&tree), "{left} and {right}: {gap}");
            }
        }
    }

    #[test]
    fn labels_do_not_overlap(tree in tree(80)) {
        let axes = axes(&tree.ends, &tree.rooms);
        for ply in tree.plies() {
            let labels: Vec<(Length, Length)> = ply
                .iter()
                .flat_map(|parent| tree.children(*parent).into_iter().map(move |child| (*parent, child)))
                .filter_map(|(parent, child)| {
                    let middle = axes[parent] + (axes[child] - axes[parent]) * 3 / 5;
                    let half = tree.rooms[child].label?;
                    Some((middle - half, middle + half))
                })
                .collect();
            for pair in labels.windows(2) {
                // The place of each label is rounded, too.
                prop_assert!(pair[1].0 - pair[0].1 >= 800 - slack(&tree) - 2, "{pair:?}");
            }
        }
    }

    #[test]
    fn parents_are_in_the_middle_above_their_children(tree in tree(80)) {
        let axes = axes(&tree.ends, &tree.rooms);
        for parent in 0..tree.ends.len() {
            if let [first, .., last] = tree.children(parent)[..] {
                prop_assert!((axes[first] + axes[last] - 2 * axes[parent]).abs() <= 2);
            }
        }
    }

    #[test]
    fn the_mirror_image_is_placed_in_mirrored_places(tree in tree(60)) {
        let (mirrored, order) = tree.mirrored();
        let (own, other) = (axes(&tree.ends, &tree.rooms), axes(&mirrored.ends, &mirrored.rooms));
        for (place, item) in order.iter().enumerate() {
            prop_assert!((own[*item] + other[place]).abs() <= slack(&tree), "{item}");
        }
    }

    #[test]
    fn equal_subtrees_are_placed_alike(tree in tree(30), between in tree(10)) {
        // A root with the same subtree twice, and another one between them.
        let mut ends = vec![0];
        let mut rooms = vec![Room::default()];
        for part in [&tree, &between, &tree] {
            let start = ends.len();
            ends.extend(part.ends.iter().map(|end| start + end));
            rooms.extend(&part.rooms);
        }
        ends[0] = ends.len();
        let axes = axes(&ends, &rooms);
        let last = 1 + tree.ends.len() + between.ends.len();
        for item in 1..tree.ends.len() {
            prop_assert_eq!(axes[1 + item] - axes[1], axes[last + item] - axes[last]);
        }
    }
}

#[test]
fn a_deep_tree_and_a_wide_one_are_laid_out() {
    const MANY: usize = 100_000;
    let rooms = vec![Room { left: 1_000, right: 1_000, label: None, is_leaf: true }; MANY];
    let chain = axes(&vec![MANY; MANY], &rooms);
    assert!(chain.iter().all(|axis| *axis == 0));
    let mut ends: Vec<usize> = (1..=MANY).collect();
    ends[0] = MANY;
    let wide = axes(&ends, &rooms);
    assert!(wide[1..].windows(2).all(|pair| pair[1] - pair[0] == 3_100), "leaves are as close as they can be");
}
