//! A number for each node of a tree, in a column.

use super::intern::PackedValue;
use crate::syntax::tree::NodeId;

/// A number for each node, all open at first. Memory is only touched where something is set.
#[derive(Clone, Debug)]
pub(crate) struct Column(Vec<u32>);

impl Column {
    /// A column with this many entries, all open.
    pub(crate) fn open(entries: usize) -> Self {
        // Fresh memory is 0 already, and costs nothing until it is written to, so an open entry is stored as 0.
        Self(vec![bits(PackedValue::OPEN); entries])
    }

    pub(crate) fn get(&self, node: NodeId) -> PackedValue {
        PackedValue::from_bits(!self.0[node.index()])
    }

    pub(crate) fn set(&mut self, node: NodeId, value: PackedValue) {
        self.0[node.index()] = bits(value);
    }
}

const fn bits(value: PackedValue) -> u32 {
    !value.bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_open_until_it_is_set() {
        let node = NodeId::ROOT.next();
        let mut column = Column::open(3);
        assert_eq!(column.get(node), PackedValue::OPEN);
        column.set(node, PackedValue::INFINITY);
        assert_eq!((column.get(NodeId::ROOT), column.get(node)), (PackedValue::OPEN, PackedValue::INFINITY));
    }

    #[test]
    fn what_is_open_needs_no_memory() {
        assert_eq!(bits(PackedValue::OPEN), 0);
    }
}
