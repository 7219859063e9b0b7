//! The form of a tree: who moves at each ply, and how many moves there are.

use std::collections::VecDeque;
use std::fmt::Write;
use std::ops::RangeInclusive;

use super::Stream;
use crate::syntax::tree::Kind;

/// How the probabilities of a chance node are distributed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Probabilities {
    /// All are equal; they are not written.
    #[default]
    Equal,
    /// 1/2, 1/4, … and the last two equal, in random order.
    Halves,
    /// Random multiples of 1/10.
    Tenths,
}

/// At which plies leaves are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeafDepth {
    /// Only at the last.
    #[default]
    Even,
    /// Some earlier: a node below the root is a leaf with probability 1/4.
    Uneven,
}

/// What the trees of a recipe look like, apart from their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The player who moves first: [`Kind::Max`] or [`Kind::Min`].
    pub first: Kind,
    /// How many moves each node of a ply has, for each ply from the root down.
    pub moves: Vec<RangeInclusive<usize>>,
    /// The plies of chance nodes, where nobody moves; the root is at ply 0.
    pub chance: Vec<usize>,
    /// The probabilities of chance nodes.
    pub probabilities: Probabilities,
    /// At which plies leaves are.
    pub leaf_depth: LeafDepth,
}

impl Form {
    /// The kind of the nodes at each ply. The players take turns; chance takes none of them.
    pub fn layers(&self) -> Vec<Kind> {
        let other = if self.first == Kind::Max { Kind::Min } else { Kind::Max };
        let mut players = [self.first, other].into_iter().cycle();
        let kind = |ply| if self.chance.contains(&ply) { Some(Kind::Chance) } else { players.next() };
        (0..self.moves.len()).filter_map(kind).collect()
    }

    /// The most leaves that a tree of this form can have.
    pub fn most_leaves(&self) -> u64 {
        self.moves.iter().fold(1, |leaves: u64, moves| leaves.saturating_mul(*moves.end() as u64))
    }
}

/// A tree without numbers.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// The nodes and leaves, level by level.
    nodes: Vec<Node>,
    leaves: usize,
}

#[derive(Clone, Debug)]
struct Node {
    /// [`Kind::Value`] for a leaf.
    kind: Kind,
    /// The place of the first child; the others follow it.
    first: usize,
    /// The probabilities of the children, unless they are equal or nobody needs any.
    weights: Vec<String>,
    children: usize,
}

impl Shape {
    /// Draws a tree of a form. With uneven leaves, at least one leaf is above the last ply and one is below it.
    pub(super) fn draw(form: &Form, stream: &mut Stream) -> Self {
        loop {
            if let Some(shape) = Self::try_draw(form, stream) {
                return shape;
            }
        }
    }

    fn try_draw(form: &Form, stream: &mut Stream) -> Option<Self> {
        let layers = form.layers();
        let mut shape = Self { nodes: Vec::new(), leaves: 0 };
        let (mut early, mut late) = (false, false);
        let mut pending = VecDeque::from([0]);
        while let Some(ply) = pending.pop_front() {
            let is_last = ply == layers.len();
            let is_early = form.leaf_depth == LeafDepth::Uneven && ply > 0 && !is_last && stream.below(4) == 0;
            let first = shape.nodes.len() + pending.len() + 1;
            if is_last || is_early {
                (early, late) = (early || is_early, late || is_last);
                shape.leaves += 1;
                shape.nodes.push(Node { kind: Kind::Value, first, weights: Vec::new(), children: 0 });
                continue;
            }
            let moves = &form.moves[ply];
            let children = moves.start() + stream.below(moves.end() - moves.start() + 1);
            let weights = match layers[ply] {
                Kind::Chance => weights(form.probabilities, children, stream),
                _ => Vec::new(),
            };
            pending.extend(std::iter::repeat_n(ply + 1, children));
            shape.nodes.push(Node { kind: layers[ply], first, weights, children });
        }
        (form.leaf_depth == LeafDepth::Even || early && late).then_some(shape)
    }

    /// How many leaves it has.
    pub(super) fn leaves(&self) -> usize {
        self.leaves
    }

    /// Writes the tree in the language, with these leaves from left to right; nodes are named level by level.
    pub(super) fn write(&self, leaves: &[String]) -> String {
        let mut text = String::new();
        let mut leaves = leaves.iter();
        let mut number = 0;
        let names: Vec<String> = self.nodes.iter().map(|node| named(node.kind, &mut number)).collect();
        // What remains to be written: nodes, each with its probability, and the ends of nodes.
        let mut pending = vec![Some((0, ""))];
        while let Some(next) = pending.pop() {
            let Some((place, weight)) = next else {
                text.push_str("} ");
                continue;
            };
            let node = &self.nodes[place];
            if !weight.is_empty() {
                let _ = write!(text, "{weight}: ");
            }
            if node.kind == Kind::Value {
                let _ = write!(text, "{} ", leaves.next().map_or("", String::as_str));
                continue;
            }
            let _ = write!(text, "{} {} {{ ", node.kind.name(), names[place]);
            pending.push(None);
            let weight = |child: usize| node.weights.get(child).map_or("", String::as_str);
            pending.extend((0..node.children).rev().map(|child| Some((node.first + child, weight(child)))));
        }
        text
    }
}

/// The name of the next node: A to Z, A2 to Z2, …; none for a leaf.
fn named(kind: Kind, number: &mut usize) -> String {
    const LETTERS: usize = 26;
    if kind == Kind::Value {
        return String::new();
    }
    let letter = char::from(b'A' + u8::try_from(*number % LETTERS).expect("one of 26 letters"));
    let round = *number / LETTERS;
    *number += 1;
    if round == 0 { letter.to_string() } else { format!("{letter}{}", round + 1) }
}

/// The probabilities of so many children, as they are written.
fn weights(probabilities: Probabilities, children: usize, stream: &mut Stream) -> Vec<String> {
    match probabilities {
        Probabilities::Equal => Vec::new(),
        Probabilities::Halves => {
            let mut halves: Vec<usize> = (1..children).collect();
            halves.extend(halves.last().copied());
            stream.shuffle(&mut halves);
            halves.into_iter().map(|power| format!("1/{}", 1_u64 << power)).collect()
        }
        Probabilities::Tenths => {
            // Where ten tenths are divided into parts of at least one.
            let cuts = stream.choose(children.saturating_sub(1), 9);
            let ends: Vec<usize> = cuts.into_iter().map(|cut| cut + 1).chain([10]).collect();
            let starts = [0].into_iter().chain(ends.iter().copied());
            starts.zip(&ends).map(|(start, end)| format!("0.{}", end - start)).collect()
        }
    }
}
