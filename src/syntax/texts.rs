//! Stores where the texts of nodes and leaves are. Most leaves take little more than a byte.

use super::nodes::NodeId;
use super::sparse::Sparse;
use crate::source::{Shift, Span};

/// The texts of the nodes and leaves of one tree. Most leaves are short and begin soon after the text before them, so
/// one byte holds the gap and the length.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    /// For each leaf, the step from its anchor to it. The anchor depends on the entry just before it in pre-order: the
    /// end of a leaf, or the opening brace of a node. For each node, [`Step::NODE`].
    steps: Vec<Step>,
    /// For each [`BLOCK`] of nodes and leaves, what comes before it, and which of its entries are nodes.
    blocks: Vec<Block>,
    /// The texts of the leaves whose gap or length does not fit into a step: those with [`Step::FAR`].
    far: Sparse<Span>,
    /// The texts of the nodes.
    outlines: Vec<Outline>,
    /// The anchor of the next leaf.
    anchor: u32,
}

/// How many nodes and leaves share a block. Finding a place takes at most this many steps.
const BLOCK: usize = u64::BITS as usize;

/// What comes before a block of nodes and leaves, and which entries of the block are nodes.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The anchor of the first leaf, if the block begins with one.
    anchor: u32,
    /// How many nodes come before the block.
    nodes: u32,
    /// A bit for each node or leaf, the lowest for the first: 1 for a node.
    are_nodes: u64,
}

/// The gap before a leaf and the length of its text, in four bits each. Two special values stand for a node and for a
/// leaf in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step(u8);

impl Step {
    /// The greatest gap and the greatest length. The gap 15 is kept for the two special values below.
    const MOST: u32 = 14;
    /// A node, not a leaf.
    const NODE: Self = Self(0xFE);
    /// A leaf whose text is in the table.
    const FAR: Self = Self(0xFF);

    /// The step from an anchor to a text; [`Step::FAR`] if it does not fit.
    fn new(anchor: u32, text: Span) -> Self {
        // A text that begins before its anchor has a very large gap here.
        let (gap, length) = (text.start.wrapping_sub(anchor), text.end - text.start);
        if gap > Self::MOST || length > Self::MOST {
            return Self::FAR;
        }
        Self(u8::try_from(gap << 4 | length).expect("each has four bits"))
    }

    /// The text of a leaf that has this step and the given anchor.
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
    start: u32,
    /// Its opening brace; until it has one, the end of its head.
    pub(super) brace: u32,
    /// Its end.
    end: u32,
}

impl Outline {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

impl Texts {
    /// No texts, with room for as many as another tree has, up to `most`.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        let room = |length: usize| length.min(most);
        Self {
            steps: Vec::with_capacity(room(other.steps.len())),
            blocks: Vec::with_capacity(room(other.blocks.len())),
            far: Sparse::with_room_of(&other.far, most),
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
            let nodes = u32::try_from(self.outlines.len()).expect("a tree has fewer nodes than its text has bytes");
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

    /// Moves the end of the last leaf. Does nothing if the last entry is a node.
    pub(super) fn finish_leaf(&mut self, end: u32) {
        let Some(last) = self.steps.len().checked_sub(1).filter(|last| self.steps[*last] != Step::NODE) else { return };
        let leaf = NodeId::new(last);
        if let Some(text) = self.far.get_mut(leaf) {
            text.end = end;
        } else {
            let anchor = self.anchor(last);
            let text = Span::new(self.steps[last].text(anchor).start, end);
            self.steps[last] = Step::new(anchor, text);
            if self.steps[last] == Step::FAR {
                self.far.push(leaf, text);
            }
        }
        self.anchor = end;
    }

    /// The text of a leaf. Takes at most [`BLOCK`] steps. If this leaf or one before it in the block is in the table,
    /// the table is searched, too.
    pub(super) fn leaf(&self, leaf: NodeId) -> Span {
        match self.steps[leaf.index()] {
            Step::FAR => self.in_table(leaf),
            step => step.text(self.anchor(leaf.index())),
        }
    }

    /// The texts of all leaves in pre-order. Linear, and faster than looking up each one.
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
        *self.far.get(leaf).expect("the text of every far leaf is in the table")
    }

    /// How many nodes there are.
    pub(super) fn node_count(&self) -> usize {
        self.outlines.len()
    }

    /// The place of a node among all nodes. O(1).
    pub(super) fn ordinal(&self, node: NodeId) -> usize {
        let Block { nodes, are_nodes, .. } = self.blocks[node.index() / BLOCK];
        let before = are_nodes & ((1 << (node.index() % BLOCK)) - 1);
        (nodes + before.count_ones()) as usize
    }

    /// The last node before a place in pre-order. Takes one step for each block between them.
    pub(super) fn interior_before(&self, place: NodeId) -> Option<NodeId> {
        let mut block = place.index() / BLOCK;
        let before = (1 << (place.index() % BLOCK)) - 1;
        let mut nodes = self.blocks.get(block).map_or(0, |block| block.are_nodes & before);
        while nodes == 0 {
            block = block.checked_sub(1)?;
            nodes = self.blocks[block].are_nodes;
        }
        Some(NodeId::new(block * BLOCK + nodes.ilog2() as usize))
    }

    /// The texts of all nodes, in pre-order.
    pub(super) fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// The text of a node. O(1).
    pub(super) fn outline(&self, node: NodeId) -> Outline {
        self.outlines[self.ordinal(node)]
    }

    /// Moves all texts.
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

    /// A node or leaf to add.
    #[derive(Clone, Debug)]
    enum Entry {
        /// A leaf: the gap before it, which is negative if it begins before the last end; its length; and how much
        /// longer a mark makes it.
        Leaf { gap: i32, length: u32, mark: Option<u32> },
        /// A node: the gap before it, the length of its head, and how far its brace is from the head, if it has one.
        Node { gap: u32, length: u32, brace: Option<u32> },
    }

    fn entry() -> impl Strategy<Value = Entry> {
        // Most gaps and lengths fit into a step. Some are close to the limit, on either side.
        let number = || prop_oneof![8 => 0..10_u32, 2 => 13..17_u32, 1 => 200..70_000_u32];
        let gap = prop_oneof![20 => number().prop_map(u32::cast_signed), 1 => -20..0_i32];
        prop_oneof![
            7 => (gap, number(), prop::option::weighted(0.1, number()))
                .prop_map(|(gap, length, mark)| Entry::Leaf { gap, length, mark }),
            2 => (number(), number(), prop::option::weighted(0.9, number()))
                .prop_map(|(gap, length, brace)| Entry::Node { gap, length, brace }),
        ]
    }

    /// The texts that were stored, and the texts that are expected.
    #[derive(Default)]
    struct Both {
        texts: Texts,
        leaves: Vec<(NodeId, Span)>,
        nodes: Vec<(NodeId, Outline)>,
    }

    impl Both {
        fn of(entries: &[Entry]) -> Self {
            let mut both = Self::default();
            let mut end = 100;
            for (place, entry) in (0..).map(NodeId::new).zip(entries) {
                end = both.push(place, entry, end);
            }
            for (node, outline) in &mut both.nodes {
                outline.end = end + outline.start;
                both.texts.close(*node, outline.end);
            }
            both
        }

        /// Adds an entry after `end`. Returns the later of `end` and the end of the entry.
        fn push(&mut self, place: NodeId, entry: &Entry, end: u32) -> u32 {
            match *entry {
                Entry::Leaf { gap, length, mark } => {
                    let start = end.checked_add_signed(gap).expect("no text begins before the first");
                    let mut text = Span::new(start, start + length);
                    self.texts.push_leaf(text);
                    if let Some(mark) = mark {
                        text.end += mark;
                        self.texts.finish_leaf(text.end);
                    }
                    self.leaves.push((place, text));
                    text.end.max(end)
                }
                Entry::Node { gap, length, brace } => {
                    let head = Span::new(end + gap, end + gap + length);
                    self.texts.push_node(head);
                    let brace = brace.map_or(head.end, |gap| {
                        self.texts.open(head.end + gap);
                        head.end + gap
                    });
                    // This does nothing, because the last entry is a node.
                    self.texts.finish_leaf(brace + 1);
                    self.nodes.push((place, Outline { start: head.start, brace, end: brace }));
                    brace
                }
            }
        }

        /// Checks that all texts are the expected ones, moved by `moved`.
        fn agree(&self, moved: u32) -> Result<(), TestCaseError> {
            let expected = |text: Span| Span::new(text.start + moved, text.end + moved);
            let leaves: Vec<Span> = self.leaves.iter().map(|(_, text)| expected(*text)).collect();
            prop_assert_eq!(self.texts.leaves().collect::<Vec<_>>(), leaves);
            for (leaf, text) in &self.leaves {
                prop_assert_eq!(self.texts.leaf(*leaf), expected(*text));
            }
            for (ordinal, (node, outline)) in self.nodes.iter().enumerate() {
                prop_assert_eq!(self.texts.ordinal(*node), ordinal);
                let found = self.texts.outline(*node);
                prop_assert_eq!(found.span(), expected(outline.span()));
                prop_assert_eq!(found.brace, outline.brace + moved);
            }
            Ok(())
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_text_is_found_again(entries in prop::collection::vec(entry(), 0..300)) {
            let mut both = Both::of(&entries);
            both.agree(0)?;
            both.texts.shift(Change::between("", "abc").shift());
            both.agree(3)?;
            both.texts.shift(Change::between("abc", "").shift());
            both.agree(0)?;
        }

        #[test]
        fn the_node_before_each_place_is_found(entries in prop::collection::vec(entry(), 0..300)) {
            let both = Both::of(&entries);
            let mut before = None;
            for place in (0..=entries.len()).map(NodeId::new) {
                prop_assert_eq!(both.texts.interior_before(place), before);
                if both.nodes.iter().any(|(node, _)| *node == place) {
                    before = Some(place);
                }
            }
        }
    }
}
