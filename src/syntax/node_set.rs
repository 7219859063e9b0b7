//! Sets of nodes and leaves, stored as bits.

use std::ops::Range;

use super::nodes::NodeId;
use super::splice::Splice;
use crate::source::offset;

/// A set of nodes and leaves of one tree. It takes a bit and a half for each node and leaf up to its last member.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeSet {
    /// A bit for each node and leaf, the lowest for the first: 1 for a member.
    words: Vec<u64>,
    /// For each word, how many members come before it.
    before: Vec<u32>,
    len: u32,
}

/// How many nodes and leaves share a word.
const WORD: usize = u64::BITS as usize;

/// The bit of a node in its word.
fn bit(node: NodeId) -> u64 {
    1 << (node.index() % WORD)
}

impl NodeSet {
    /// An empty set with room for what another one holds, up to `most` nodes and leaves.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        let words = other.words.len().min(most.div_ceil(WORD));
        Self { words: Vec::with_capacity(words), before: Vec::with_capacity(words), len: 0 }
    }

    /// Adds a member. Members must be added in pre-order.
    pub(super) fn push(&mut self, node: NodeId) {
        debug_assert_eq!(self.count_before(node), self.len(), "members are added in pre-order");
        let word = node.index() / WORD;
        while self.words.len() <= word {
            self.words.push(0);
            self.before.push(self.len);
        }
        self.words[word] |= bit(node);
        self.len += 1;
    }

    /// How many members there are.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether a node or leaf is a member. O(1).
    pub(super) fn contains(&self, node: NodeId) -> bool {
        self.words.get(node.index() / WORD).is_some_and(|word| word & bit(node) != 0)
    }

    /// How many members come before a place in pre-order. O(1).
    pub(super) fn count_before(&self, place: NodeId) -> usize {
        let word = place.index() / WORD;
        let Some(members) = self.words.get(word) else { return self.len() };
        (self.before[word] + (members & (bit(place) - 1)).count_ones()) as usize
    }

    /// The place of a node or leaf among the members; `None` if it is not a member. O(1).
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.contains(node).then(|| self.count_before(node))
    }

    /// Where the members in a part of pre-order are among all members. O(1).
    pub(super) fn positions(&self, nodes: Range<NodeId>) -> Range<usize> {
        self.count_before(nodes.start)..self.count_before(nodes.end)
    }

    /// All members, in pre-order.
    pub(super) fn iter(&self) -> Members<'_> {
        self.of_words(0)
    }

    /// The members from a place on, in pre-order.
    fn starting_at(&self, place: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.of_words(place.index() / WORD).skip_while(move |member| *member < place)
    }

    /// The members from a word on, in pre-order.
    fn of_words(&self, first: usize) -> Members<'_> {
        Members { words: &self.words, word: first, rest: self.words.get(first).copied().unwrap_or(0) }
    }

    /// Replaces some members with members of another set. Linear in what comes after them.
    pub(super) fn splice(&mut self, splice: Splice, other: &Self) {
        let after: Vec<NodeId> = self.starting_at(splice.end).collect();
        self.truncate(splice.first);
        let taken = other.starting_at(splice.taken).take_while(|member| *member < splice.taken_end);
        taken.for_each(|member| self.push(splice.inserted_as(member)));
        after.into_iter().for_each(|member| self.push(splice.moved(member)));
    }

    /// Removes the members from a place on.
    fn truncate(&mut self, place: NodeId) {
        self.len = offset(self.count_before(place));
        self.words.truncate(place.index() / WORD + 1);
        if let Some(last) = self.words.get_mut(place.index() / WORD) {
            *last &= bit(place) - 1;
        }
        while self.words.pop_if(|word| *word == 0).is_some() {}
        self.before.truncate(self.words.len());
    }
}

/// The members of a set, in pre-order.
pub(super) struct Members<'s> {
    words: &'s [u64],
    /// The word that is being read.
    word: usize,
    /// Its members that are still to come.
    rest: u64,
}

impl Iterator for Members<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        while self.rest == 0 {
            self.rest = *self.words.get(self.word + 1)?;
            self.word += 1;
        }
        let member = NodeId::new(self.word * WORD + self.rest.trailing_zeros() as usize);
        // This clears the lowest bit that is set.
        self.rest &= self.rest - 1;
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_set_is_like_a_list_of_its_members(
            members in prop_oneof![
                // A few far apart; any number of the first 200; all up to some place.
                prop::collection::btree_set(0..2_000_usize, 0..10),
                prop::collection::btree_set(0..200_usize, 0..200),
                (0..200_usize).prop_map(|end| (0..end).collect()),
            ],
        ) {
            let mut set = NodeSet::default();
            members.iter().for_each(|member| set.push(NodeId::new(*member)));
            prop_assert_eq!(set.len(), members.len());
            prop_assert_eq!(set.iter().map(NodeId::index).collect::<Vec<_>>(), Vec::from_iter(members.clone()));
            for place in 0..2_100 {
                let node = NodeId::new(place);
                prop_assert_eq!(set.contains(node), members.contains(&place));
                prop_assert_eq!(set.count_before(node), members.range(..place).count());
                prop_assert_eq!(set.position(node), members.iter().position(|member| *member == place));
            }
        }

        #[test]
        fn a_splice_makes_the_set_of_the_new_members(
            members in prop::collection::btree_set(0..300_usize, 0..60),
            others in prop::collection::btree_set(0..300_usize, 0..60),
            replaced in prop::array::uniform2(1..300_usize),
            taken in prop::array::uniform2(1..300_usize),
        ) {
            let set = |members: &[usize]| {
                let mut set = NodeSet::default();
                members.iter().for_each(|member| set.push(NodeId::new(*member)));
                set
            };
            let ordered = |[one, other]: [usize; 2]| (one.min(other), one.max(other));
            let ((first, end), (other, other_end)) = (ordered(replaced), ordered(taken));
            let before = members.range(..first).copied();
            let inserted = others.range(other..other_end).map(|member| member - other + first);
            let after = members.range(end..).map(|member| member - end + first + other_end - other);
            let expected: Vec<usize> = before.chain(inserted).chain(after).collect();
            let [first, end, taken, taken_end] = [first, end, other, other_end].map(NodeId::new);
            let mut spliced = set(&Vec::from_iter(members));
            let splice = Splice { parent: NodeId::ROOT, first, end, taken, taken_end };
            spliced.splice(splice, &set(&Vec::from_iter(others)));
            prop_assert_eq!(format!("{spliced:?}"), format!("{:?}", set(&expected)));
        }
    }
}
