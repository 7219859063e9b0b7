//! Stores where the texts of nodes and leaves are. Most leaves take little more than a byte.

use super::node_set::NodeSet;
use super::nodes::{Kind, NodeId};
use super::sparse::Sparse;
use super::splice::{Splice, indices};
use super::step::Step;
use crate::source::{Shift, Span};

/// The texts of the nodes and leaves of one tree. Most leaves are short and begin soon after the text before them, so
/// one byte holds the gap and the length.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    /// For each leaf, the step from its anchor to it. The anchor depends on the entry just before it in pre-order: the
    /// end of a leaf, or the opening brace of a node. For each node, its kind.
    steps: Vec<Step>,
    /// For each [`BLOCK`] of nodes and leaves, the anchor of its first entry. It is used only if this entry is a leaf.
    anchors: Vec<u32>,
    /// The texts of the leaves whose gap or length does not fit into a step: those with [`Step::FAR`].
    far: Sparse<Span>,
    /// Which entries are nodes.
    nodes: NodeSet,
    /// The texts of the nodes.
    outlines: Vec<Outline>,
    /// The anchor of the next leaf.
    anchor: u32,
}

/// How many nodes and leaves share a block. Finding a place takes at most this many steps.
const BLOCK: usize = 64;

/// The step from an anchor to the text of a leaf.
fn step(anchor: u32, text: Span) -> Step {
    // If the text begins before the anchor, the gap wraps around and becomes very large.
    Step::new(text.start.wrapping_sub(anchor), text.end - text.start)
}

/// The text of the leaf at a step from an anchor.
fn text(step: Step, anchor: u32) -> Span {
    let start = anchor + step.gap();
    Span::new(start, start + step.length())
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
            anchors: Vec::with_capacity(room(other.anchors.len())),
            far: Sparse::with_room_of(&other.far, most),
            nodes: NodeSet::with_room_of(&other.nodes, most),
            outlines: Vec::with_capacity(room(other.outlines.len())),
            ..Self::default()
        }
    }

    /// Adds the text of a leaf.
    #[inline]
    pub(super) fn push_leaf(&mut self, text: Span) {
        let leaf = self.steps.len();
        self.begin_entry(text.start);
        let step = step(self.anchor, text);
        self.steps.push(step);
        if step == Step::FAR {
            self.far.push(NodeId::new(leaf), text);
        }
        self.anchor = text.end;
    }

    /// Adds the text of a node, of which only the head is known.
    pub(super) fn push_node(&mut self, kind: Kind, head: Span) {
        let node = self.steps.len();
        self.begin_entry(head.start);
        self.nodes.push(NodeId::new(node));
        self.steps.push(Step::of_node(kind));
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
            self.anchors.push(self.anchor);
        }
    }

    /// Gives the last node its brace, before anything in it is added.
    pub(super) fn open(&mut self, brace: u32) {
        debug_assert!(self.steps.last().is_some_and(|last| last.is_node()));
        if let Some(outline) = self.outlines.last_mut() {
            outline.brace = brace;
            self.anchor = brace;
        }
    }

    /// Ends the text of a node.
    pub(super) fn close(&mut self, node: NodeId, end: u32) {
        self.outlines[self.nodes.count_before(node)].end = end;
    }

    /// Moves the end of the last leaf. Does nothing if the last entry is a node.
    pub(super) fn finish_leaf(&mut self, end: u32) {
        let Some(last) = self.steps.len().checked_sub(1).filter(|last| !self.steps[*last].is_node()) else { return };
        let leaf = NodeId::new(last);
        if let Some(text) = self.far.get_mut(leaf) {
            text.end = end;
        } else {
            let anchor = self.anchor(last);
            let text = Span::new(anchor + self.steps[last].gap(), end);
            self.steps[last] = step(anchor, text);
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
            step => text(step, self.anchor(leaf.index())),
        }
    }

    /// The texts of all leaves in pre-order. Linear, and faster than looking up each one.
    pub(super) fn leaves(&self) -> impl Iterator<Item = Span> + '_ {
        let (mut outlines, mut far) = (self.outlines.iter(), self.far.iter());
        let mut anchor = self.anchors.first().copied().unwrap_or(0);
        self.steps.iter().filter_map(move |step| {
            let text = match *step {
                node if node.is_node() => {
                    anchor = outlines.next()?.brace;
                    return None;
                }
                Step::FAR => *far.next()?.1,
                step => text(step, anchor),
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
                node if node.is_node() => return self.outline(NodeId::new(before)).brace + distance,
                Step::FAR => return self.in_table(NodeId::new(before)).end + distance,
                step => distance += step.gap() + step.length(),
            }
        }
        self.anchors[block] + distance
    }

    fn in_table(&self, leaf: NodeId) -> Span {
        *self.far.get(leaf).expect("the text of every far leaf is in the table")
    }

    /// The kind of a node; `None` for a leaf. O(1).
    pub(super) fn node(&self, entry: NodeId) -> Option<Kind> {
        self.steps[entry.index()].node()
    }

    /// Whether an entry is a node. O(1).
    pub(super) fn is_node(&self, entry: NodeId) -> bool {
        self.steps[entry.index()].is_node()
    }

    /// Which entries are nodes.
    pub(super) fn nodes(&self) -> &NodeSet {
        &self.nodes
    }

    /// The texts of all nodes, in pre-order.
    pub(super) fn outlines(&self) -> &[Outline] {
        &self.outlines
    }

    /// The text of a node. O(1).
    pub(super) fn outline(&self, node: NodeId) -> Outline {
        self.outlines[self.nodes.count_before(node)]
    }

    /// Replaces the texts of some nodes and leaves with those of another tree. The gaps before the first and after the
    /// last must be as long as in the other tree.
    pub(super) fn splice(&mut self, splice: Splice, other: &Self) {
        let taken = &other.steps[indices(splice.all_taken())];
        self.steps.splice(indices(splice.replaced()), taken.iter().copied());
        let outlines = &other.outlines[other.nodes.positions(splice.all_taken())];
        self.outlines.splice(self.nodes.positions(splice.replaced()), outlines.iter().copied());
        self.nodes.splice(splice, &other.nodes);
        self.far.splice(splice, &other.far);
        self.anchors.truncate(splice.first.index().div_ceil(BLOCK));
        for block in self.anchors.len()..self.steps.len().div_ceil(BLOCK) {
            self.anchors.push(self.anchor_after(block * BLOCK - 1));
        }
        self.anchor = self.anchor_after(self.steps.len() - 1);
    }

    /// The anchor of the entry after this one.
    fn anchor_after(&self, entry: usize) -> u32 {
        let entry = NodeId::new(entry);
        if self.is_node(entry) { self.outline(entry).brace } else { self.leaf(entry).end }
    }

    /// Moves all texts.
    pub(super) fn shift(&mut self, by: Shift) {
        if self.steps.is_empty() {
            return;
        }
        self.anchors.iter_mut().chain([&mut self.anchor]).for_each(|place| *place = by.place(*place));
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
        /// A node: its kind, the gap before it, the length of its head, and how far its brace is from the head, if it
        /// has one.
        Node { kind: Kind, gap: u32, length: u32, brace: Option<u32> },
    }

    fn entry() -> impl Strategy<Value = Entry> {
        // Most gaps and lengths fit into a step. Some are close to the limit, on either side.
        let number = || prop_oneof![8 => 0..10_u32, 2 => 13..17_u32, 1 => 200..70_000_u32];
        let kind = prop::sample::select(&[Kind::Max, Kind::Min, Kind::Chance][..]);
        let gap = prop_oneof![20 => number().prop_map(u32::cast_signed), 1 => -20..0_i32];
        prop_oneof![
            7 => (gap, number(), prop::option::weighted(0.1, number()))
                .prop_map(|(gap, length, mark)| Entry::Leaf { gap, length, mark }),
            2 => (kind, number(), number(), prop::option::weighted(0.9, number()))
                .prop_map(|(kind, gap, length, brace)| Entry::Node { kind, gap, length, brace }),
        ]
    }

    /// The texts that were stored, and the texts that are expected.
    #[derive(Default)]
    struct Both {
        texts: Texts,
        leaves: Vec<(NodeId, Span)>,
        nodes: Vec<(NodeId, Kind, Outline)>,
    }

    impl Both {
        fn of(entries: &[Entry]) -> Self {
            let mut both = Self::default();
            let mut end = 100;
            for (place, entry) in (0..).map(NodeId::new).zip(entries) {
                end = both.push(place, entry, end);
            }
            for (node, _, outline) in &mut both.nodes {
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
                Entry::Node { kind, gap, length, brace } => {
                    let head = Span::new(end + gap, end + gap + length);
                    self.texts.push_node(kind, head);
                    let brace = brace.map_or(head.end, |gap| {
                        self.texts.open(head.end + gap);
                        head.end + gap
                    });
                    // This does nothing, because the last entry is a node.
                    self.texts.finish_leaf(brace + 1);
                    self.nodes.push((place, kind, Outline { start: head.start, brace, end: brace }));
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
                prop_assert_eq!((self.texts.node(*leaf), self.texts.is_node(*leaf)), (None, false));
                prop_assert_eq!(self.texts.leaf(*leaf), expected(*text));
            }
            for (ordinal, (node, kind, outline)) in self.nodes.iter().enumerate() {
                prop_assert_eq!((self.texts.node(*node), self.texts.is_node(*node)), (Some(*kind), true));
                prop_assert_eq!(self.texts.nodes().position(*node), Some(ordinal));
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
    }
}
