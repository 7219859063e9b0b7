use std::ops::Range;

/// A range of bytes in a source text, half open; texts are shorter than 4 GiB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one; never less than `start`.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Self {
        debug_assert!(start <= end, "a span ends before it starts");
        Self { start, end }
    }

    /// The empty span at `at`.
    pub fn empty(at: u32) -> Self {
        Self::new(at, at)
    }

    /// The same span in the text from byte `start` on.
    ///
    /// # Panics
    ///
    /// If the span begins before `start`.
    #[must_use]
    pub fn back(self, start: u32) -> Self {
        Self::new(self.start - start, self.end - start)
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Whether `other` lies within this span.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The part of `text` that this span covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }

    /// The span as a range of byte offsets.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
