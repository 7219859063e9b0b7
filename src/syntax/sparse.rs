//! A table of what only a few nodes have.

use std::ops::Range;

use super::nodes::NodeId;
use super::splice::Splice;

/// A table of what only a few nodes have, sorted by node.
#[derive(Clone, Debug)]
pub struct Sparse<T> {
    entries: Vec<(NodeId, T)>,
}

impl<T> Default for Sparse<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T> Sparse<T> {
    /// An empty table with room for as many entries as another one has, up to `most`.
    pub(super) fn with_room_of(other: &Self, most: usize) -> Self {
        Self { entries: Vec::with_capacity(other.entries.len().min(most)) }
    }

    /// Adds an entry; nodes come in pre-order.
    pub(crate) fn push(&mut self, node: NodeId, entry: T) {
        debug_assert!(self.entries.last().is_none_or(|(last, _)| *last <= node), "entries come in pre-order");
        self.entries.push((node, entry));
    }

    /// Removes the entries of a node. Returns whether there were any.
    pub(crate) fn remove(&mut self, node: NodeId) -> bool {
        let before = self.entries.len();
        self.entries.retain(|(other, _)| *other != node);
        self.entries.len() < before
    }

    /// The first entry of a node. O(log entries).
    pub fn get(&self, node: NodeId) -> Option<&T> {
        self.of(node).first().map(|(_, entry)| entry)
    }

    /// The entry of a node that has only one, to change it. O(log entries); O(1) for the last one.
    pub(super) fn get_mut(&mut self, node: NodeId) -> Option<&mut T> {
        let last = self.entries.len().wrapping_sub(1);
        let is_last = self.entries.get(last).is_some_and(|(other, _)| *other == node);
        let first = if is_last { last } else { self.first_of(node) };
        self.entries.get_mut(first).filter(|(other, _)| *other == node).map(|(_, entry)| entry)
    }

    /// All entries of a node. O(log entries).
    pub fn of(&self, node: NodeId) -> &[(NodeId, T)] {
        let start = self.first_of(node);
        let length = self.entries[start..].iter().take_while(|(other, _)| *other == node).count();
        &self.entries[start..start + length]
    }

    /// Where the entries of a node are, or would be.
    fn first_of(&self, node: NodeId) -> usize {
        self.entries.partition_point(|(other, _)| *other < node)
    }

    /// Replaces the entries of some nodes with entries of another table.
    pub(super) fn splice(&mut self, splice: Splice, other: &Self)
    where
        T: Clone,
    {
        let taken = other.entries[other.within(splice.all_taken())].iter();
        let taken = taken.map(|(node, entry)| (splice.inserted_as(*node), entry.clone()));
        let replaced = self.within(splice.replaced());
        self.entries[replaced.end..].iter_mut().for_each(|(node, _)| *node = splice.moved(*node));
        self.entries.splice(replaced, taken);
    }

    /// Where the entries of some nodes are, or would be.
    fn within(&self, nodes: Range<NodeId>) -> Range<usize> {
        self.first_of(nodes.start)..self.first_of(nodes.end)
    }

    /// All entries without their nodes.
    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|(_, entry)| entry)
    }

    /// All entries, in pre-order of their nodes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (NodeId, &T)> {
        self.entries.iter().map(|(node, entry)| (*node, entry))
    }
}
