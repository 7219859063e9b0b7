//! Where the texts of nodes and leaves are, in little more than a byte for each leaf.

use super::nodes::NodeId;
use super::sparse::Sparse;
use crate::source::{Shift, Span, offset};

/// The texts of the nodes and leaves of one tree. Most leaves begin soon after what is before them and are short, so a
/// byte has both: the gap, and the length.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// For each leaf, its [`Step`] from its anchor: the end of the leaf before it, or the brace of the node before it.
    steps: Vec<Step>,
    /// For each [`BLOCK`] of nodes and leaves, what comes before it.
    blocks: Vec<Block>,
    /// The texts of the leaves whose gap or length does not fit into a step.
    far: Sparse<Span>,
    /// The texts of the nodes.
    outlines: Vec<Outline>,
    /// The anchor of the next leaf.
    anchor: u32,
}

/// How many nodes and leaves share a block. A place is found in as many steps at most.
const BLOCK: usize = u64::BITS as usize;

/// What comes before some nodes and leaves, and which of them are nodes.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The anchor of the first leaf, if the block begins with one.
    anchor: u32,
    /// How many nodes come before.
    nodes: u32,
    /// A bit for each node or leaf, the lowest for the first: 1 for a node.
    are_nodes: u64,
}

/// The gap before a leaf, and the length of its text, in four bits each; or a node; or a leaf in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u8);

impl Step {
    const MOST: u32 = 14;
    const NODE: Self = Self(0xFE);
    const FAR: Self = Self(0xFF);

    /// The step from an anchor to a text; [`Step::FAR`] if it does not fit.
    fn new(anchor: u32, text: Span) -> Self {
        let (gap, length) = (text.start.wrapping_sub(anchor), text.end - text.start);
        // `NODE` and `FAR` have a gap of 15, which is too much.
        if gap > Self::MOST || length > Self::MOST {
            return Self::FAR;
        }
        Self(u8::try_from(gap << 4 | length).expect("each has four bits"))
    }

    /// The text that begins after the gap from an anchor.
    fn text(self, anchor: u32) -> Span {
        let start = anchor + self.gap();
        Span::new(start, start + self.length())
    }

    fn gap(self) -> u32 {
        u32::from(self.0 >> 4)
    }

    fn length(self) -> u32 {
        u32::from(self.0 & 0xF)
    }
}

/// The text of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) start: u32,
    /// Its opening brace; until it has one, the end of its head.
    pub(super) brace: u32,
    /// Its end.
    pub(super) end: u32,
}

impl Places {
    /// No places, with room for as many as another tree has, up to `most`.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        let room = |length: usize| length.min(most);
        Self {
            steps: Vec::with_capacity(room(other.steps.len())),
            blocks: Vec::with_capacity(room(other.blocks.len())),
            outlines: Vec::with_capacity(room(other.outlines.len())),
            ..Self::default()
        }
    }

    /// Adds the text of a leaf.
    #[inline]
    pub(super) fn push_leaf(&mut self, text: Span) {
        let leaf = self.steps.len();
        self.begin_entry(text.start);
        let step = Step::new(self.anchor, text);
        self.steps.push(step);
        if step == Step::FAR {
            self.far.push(NodeId::new(leaf), text);
        }
        self.anchor = text.end;
    }

    /// Adds the text of a node, of which only the head is known.
    pub(super) fn push_node(&mut self, head: Span) {
        let node = self.steps.len();
        self.begin_entry(head.start);
        self.blocks[node / BLOCK].are_nodes |= 1 << (node % BLOCK);
        self.steps.push(Step::NODE);
        self.outlines.push(Outline { start: head.start, brace: head.end, end: head.end });
        self.anchor = head.end;
    }

    /// Prepares for the next node or leaf, whose text begins at `start`: begins a block if the last one is full.
    #[inline]
    fn begin_entry(&mut self, start: u32) {
        if self.steps.len().is_multiple_of(BLOCK) {
            if self.steps.is_empty() {
                self.anchor = start;
            }
            let nodes = offset(self.outlines.len());
            self.blocks.push(Block { anchor: self.anchor, nodes, are_nodes: 0 });
        }
    }

    /// Gives the last node its brace, before anything in it is added.
    pub(super) fn open(&mut self, brace: u32) {
        debug_assert_eq!(self.steps.last(), Some(&Step::NODE));
        if let Some(outline) = self.outlines.last_mut() {
            outline.brace = brace;
            self.anchor = brace;
        }
    }

    /// Ends the text of a node.
    pub(super) fn close(&mut self, node: NodeId, end: u32) {
        let ordinal = self.ordinal(node);
        self.outlines[ordinal].end = end;
    }

    /// Moves the end of the last leaf. Does nothing if the last is a node.
    pub(super) fn finish_leaf(&mut self, end: u32) {
        let Some(last) = self.steps.len().checked_sub(1).filter(|last| self.steps[*last] != Step::NODE) else { return };
        let leaf = NodeId::new(last);
        let text = Span::new(self.leaf(leaf).start, end);
        if let Some(known) = self.far.get_mut(leaf) {
            *known = text;
        } else {
            self.steps[last] = Step::new(self.anchor(last), text);
            if self.steps[last] == Step::FAR {
                self.far.push(leaf, text);
            }
        }
        self.anchor = end;
    }

    /// The text of a leaf. O(1), unless it is in the table.
    pub(super) fn leaf(&self, leaf: NodeId) -> Span {
        match self.steps[leaf.index()] {
            Step::FAR => self.in_table(leaf),
            step => step.text(self.anchor(leaf.index())),
        }
    }

    /// The texts of all leaves in pre-order. Linear, and faster than looking for each.
    pub(super) fn leaves(&self) -> impl Iterator<Item = Span> + '_ {
        let (mut outlines, mut far) = (self.outlines.iter(), self.far.iter());
        let mut anchor = self.blocks.first().map_or(0, |block| block.anchor);
        self.steps.iter().filter_map(move |step| {
            let text = match *step {
                Step::NODE => {
                    anchor = outlines.next()?.brace;
                    return None;
                }
                Step::FAR => *far.next()?.1,
                step => step.text(anchor),
            };
            anchor = text.end;
            Some(text)
        })
    }

    /// The place from which the gap before a leaf is measured.
    fn anchor(&self, leaf: usize) -> u32 {
        let block = leaf / BLOCK;
        let mut distance = 0;
        for before in (block * BLOCK..leaf).rev() {
            match self.steps[before] {
                Step::NODE => return self.outline(NodeId::new(before)).brace + distance,
                Step::FAR => return self.in_table(NodeId::new(before)).end + distance,
                step => distance += step.gap() + step.length(),
            }
        }
        self.blocks[block].anchor + distance
    }

    fn in_table(&self, leaf: NodeId) -> Span {
        *self.far.get(leaf).expect("the text of every leaf without a step is in the table")
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.outlines.len()
    }

    /// The place of a node among all nodes. O(1).
    pub(super) fn ordinal(&self, node: NodeId) -> usize {
        let Block { nodes, are_nodes, .. } = self.blocks[node.index() / BLOCK];
        let before = are_nodes & ((1 << (node.index() % BLOCK)) - 1);
        (nodes + before.count_ones()) as usize
    }

    /// The last node before a place in pre-order. O(1), unless there are many leaves between them.
    pub(super) fn node_before(&self, place: NodeId) -> Option<NodeId> {
        let mut block = place.index() / BLOCK;
        let before = (1 << (place.index() % BLOCK)) - 1;
        let mut nodes = self.blocks.get(block).map_or(0, |block| block.are_nodes & before);
        while nodes == 0 {
            block = block.checked_sub(1)?;
            nodes = self.blocks[block].are_nodes;
        }
        Some(NodeId::new(block * BLOCK + nodes.ilog2() as usize))
    }

    /// The text of a node. O(1).
    pub(super) fn outline(&self, node: NodeId) -> Outline {
        self.outlines[self.ordinal(node)]
    }

    /// Moves all places.
    pub(super) fn shift(&mut self, by: Shift) {
        if self.steps.is_empty() {
            return;
        }
        let blocks = self.blocks.iter_mut().map(|block| &mut block.anchor);
        blocks.chain([&mut self.anchor]).for_each(|place| *place = by.place(*place));
        for Outline { start, brace, end } in &mut self.outlines {
            [start, brace, end].into_iter().for_each(|place| *place = by.place(*place));
        }
        self.far.entries_mut().for_each(|text| *text = by.span(*text));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::source::Change;

    /// What is added, with the gap before it and its length.
    #[derive(Clone, Debug)]
    enum Entry {
        Leaf(u32, u32),
        /// A leaf whose end moves by this much in the end.
        MarkedLeaf(u32, u32, u32),
        /// A node with its brace, or without one.
        Node(u32, u32, Option<u32>),
    }

    fn entry() -> impl Strategy<Value = Entry> {
        // Most gaps and lengths fit into a step, and some just fit or just do not.
        let number = || prop_oneof![8 => 0..10_u32, 2 => 13..17_u32, 1 => 200..70_000_u32];
        prop_oneof![
            6 => (number(), number()).prop_map(|(gap, length)| Entry::Leaf(gap, length)),
            1 => (number(), number(), number()).prop_map(|(gap, length, more)| Entry::MarkedLeaf(gap, length, more)),
            2 => (number(), number(), prop::option::of(number()))
                .prop_map(|(gap, length, brace)| Entry::Node(gap, length, brace)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_text_is_found_again(entries in prop::collection::vec(entry(), 0..300)) {
            let mut places = Places::default();
            // The texts of the leaves, and those of the nodes with their braces.
            let (mut leaves, mut nodes) = (Vec::new(), Vec::new());
            let mut end = 7;
            for (place, entry) in (0..).map(NodeId::new).zip(&entries) {
                match *entry {
                    Entry::Leaf(gap, length) | Entry::MarkedLeaf(gap, length, _) => {
                        let mut text = Span::new(end + gap, end + gap + length);
                        places.push_leaf(text);
                        if let Entry::MarkedLeaf(.., more) = entry {
                            text.end += more;
                            places.finish_leaf(text.end);
                        }
                        leaves.push((place, text));
                        end = text.end;
                    }
                    Entry::Node(gap, length, brace) => {
                        let head = Span::new(end + gap, end + gap + length);
                        places.push_node(head);
                        end = head.end;
                        if let Some(gap) = brace {
                            end += gap;
                            places.open(end);
                        }
                        nodes.push((place, head.start, end));
                    }
                }
            }
            let shift = Change::between("", "abc").shift();
            for moved in [0, 3] {
                let texts = leaves.iter().map(|(_, text)| Span::new(text.start + moved, text.end + moved));
                prop_assert_eq!(places.leaves().collect::<Vec<_>>(), texts.collect::<Vec<_>>());
                for (leaf, text) in &leaves {
                    prop_assert_eq!(places.leaf(*leaf), Span::new(text.start + moved, text.end + moved));
                }
                for (ordinal, (node, start, brace)) in nodes.iter().enumerate() {
                    prop_assert_eq!(places.ordinal(*node), ordinal);
                    let outline = places.outline(*node);
                    prop_assert_eq!((outline.start, outline.brace), (start + moved, brace + moved));
                }
                places.shift(shift);
            }
            for place in (0..=entries.len()).map(NodeId::new) {
                let before = nodes.iter().map(|(node, ..)| *node).rfind(|node| *node < place);
                prop_assert_eq!(places.node_before(place), before);
            }
        }
    }
}
