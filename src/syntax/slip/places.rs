//! Places of a text that may overlap, and what lies in them.

use crate::source::Span;

/// Places, ordered for looking things up in them. A look takes time with the logarithm of their number.
#[derive(Default)]
pub(crate) struct Places {
    /// The places in the order of their starts.
    places: Vec<Span>,
    /// For each place, the greatest end of all up to it.
    ends: Vec<u32>,
}

impl Places {
    pub(crate) fn add(&mut self, more: impl IntoIterator<Item = Span>) {
        self.places.extend(more);
        self.places.sort_unstable();
        let greatest = self.places.iter().scan(0, |end: &mut u32, place| {
            *end = place.end.max(*end);
            Some(*end)
        });
        self.ends = greatest.collect();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether one of the places shares a part of the text with this one.
    pub(crate) fn overlap(&self, span: Span) -> bool {
        self.end_of_those_before(span.end) > span.start
    }

    /// Whether this place begins or ends inside one of the places.
    pub(super) fn are_cut_by(&self, span: Span) -> bool {
        [span.start, span.end].iter().any(|end| self.end_of_those_before(*end) > *end)
    }

    /// The greatest end of the places that begin before an offset; 0 if none does.
    fn end_of_those_before(&self, offset: u32) -> u32 {
        let count = self.places.partition_point(|place| place.start < offset);
        count.checked_sub(1).map_or(0, |last| self.ends[last])
    }

    /// The places, moved to a text in which theirs begins at `start`.
    pub(super) fn moved(self, start: u32) -> Self {
        let mut moved = Self::default();
        moved.add(self.places.into_iter().map(|place| super::moved(place, start)));
        moved
    }
}
