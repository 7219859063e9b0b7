//! Bytes as choices.

use std::slice::Iter;

/// Makes one choice for each byte. Behind the last byte everything is the first choice.
pub(crate) struct Choices<'b>(Iter<'b, u8>);

impl<'b> Choices<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes.iter())
    }

    /// A number below `count`, which is at most 256.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % count
    }

    /// One of these.
    pub(crate) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Yes or no; no behind the last byte.
    pub(crate) fn yes(&mut self) -> bool {
        self.below(2) == 1
    }

    /// An integer of any size, from eight bytes.
    pub(crate) fn integer(&mut self) -> i64 {
        i64::from_le_bytes(std::array::from_fn(|_| self.0.next().copied().unwrap_or(0)))
    }
}
