//! Which nodes of a tree are drawn, and which subtrees are folded.

use crate::model::ResolvedTree;
use crate::syntax::tree::NodeId;

/// Trees with more nodes and leaves than this are folded, unless all of them are wanted.
pub const MOST_UNFOLDED: usize = 600;

/// Which part of a tree is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The node at the top.
    pub from: NodeId,
    /// How many plies below it are drawn; what is below them is folded.
    pub plies: Option<usize>,
    /// Draws everything, however large the tree is.
    pub all: bool,
}

impl Part {
    /// The whole tree.
    pub const WHOLE: Self = Self { from: NodeId::ROOT, plies: None, all: false };
}

/// Something that is drawn: a node, a leaf or a folded subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The node; of a folded subtree, the one at its top.
    pub node: NodeId,
    /// The item above it; the first item is its own parent.
    pub parent: usize,
    /// How many plies it is below the first item.
    pub ply: usize,
    /// If the subtree is folded: how many leaves it has.
    pub folded: Option<usize>,
}

/// What is drawn of a tree, in pre-order.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The items.
    pub items: Vec<Item>,
    /// For each item, the end of its subtree in `items`.
    pub ends: Vec<usize>,
    /// Whether subtrees are folded because there are too many nodes.
    pub is_shortened: bool,
}

impl Outline {
    /// Picks what to draw. Linear in the part of the tree.
    pub fn new(game: &ResolvedTree<'_>, part: Part) -> Self {
        let plies = plies(game, part.from);
        let wanted = part.plies.unwrap_or(usize::MAX);
        let limit = if part.all { wanted } else { wanted.min(most_plies(&plies)) };
        let nodes = game.nodes();
        let (mut items, mut ends) = (Vec::new(), Vec::new());
        // The items around the current node, from the top.
        let mut around: Vec<usize> = Vec::new();
        let mut node = part.from;
        while node < nodes.end(part.from) {
            let ply = plies[node.index() - part.from.index()];
            close(&mut around, ply, &mut ends, items.len());
            let is_folded = ply >= limit && !nodes.is_leaf(node);
            items.push(Item {
                node,
                parent: around.last().copied().unwrap_or(0),
                ply,
                folded: is_folded.then(|| leaves_below(game, node)),
            });
            around.push(ends.len());
            ends.push(0);
            node = if is_folded { nodes.end(node) } else { node.next() };
        }
        close(&mut around, 0, &mut ends, items.len());
        Self { items, ends, is_shortened: limit < wanted }
    }

    /// The place of a node among the items, if it is drawn.
    pub fn place(&self, node: NodeId) -> Option<usize> {
        self.items.binary_search_by_key(&node, |item| item.node).ok()
    }

    /// The items below another one, one ply down.
    pub fn children(&self, place: usize) -> impl Iterator<Item = usize> + Clone {
        let next = |child: &usize| self.ends.get(*child).copied();
        std::iter::successors(Some(place + 1), next).take_while(move |child| *child < self.ends[place])
    }
}

/// Ends the items that are not around something in this ply.
fn close(around: &mut Vec<usize>, ply: usize, ends: &mut [usize], end: usize) {
    while around.len() > ply {
        ends[around.pop().expect("it is not empty")] = end;
    }
}

/// How many plies each node is below the one at the top.
fn plies(game: &ResolvedTree<'_>, from: NodeId) -> Vec<usize> {
    let nodes = game.nodes();
    let mut plies = Vec::with_capacity(nodes.end(from).index() - from.index());
    let mut around: Vec<NodeId> = Vec::new();
    let mut node = from;
    while node < nodes.end(from) {
        while around.last().is_some_and(|end| *end <= node) {
            around.pop();
        }
        plies.push(around.len());
        around.push(nodes.end(node));
        node = node.next();
    }
    plies
}

/// The greatest number of plies that fit in a picture; 0 if not even the children of the root do.
fn most_plies(plies: &[usize]) -> usize {
    let deepest = plies.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0; deepest + 1];
    plies.iter().for_each(|ply| counts[*ply] += 1);
    let mut drawn = 0;
    let mut fits = |count: &usize| {
        drawn += count;
        drawn <= MOST_UNFOLDED
    };
    match counts.iter().take_while(|count| fits(count)).count() {
        all if all > deepest => usize::MAX,
        fitting => fitting - 1,
    }
}

fn leaves_below(game: &ResolvedTree<'_>, node: NodeId) -> usize {
    let nodes = game.nodes();
    let below = (node.index()..nodes.end(node).index()).map(NodeId::new);
    below.filter(|node| nodes.is_leaf(*node)).count()
}
