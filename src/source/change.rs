use super::{Span, offset};

/// How a text differs from an earlier one: one piece of it was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was replaced, in the earlier text.
    pub before: Span,
    /// What replaced it, in the later text.
    pub after: Span,
}

/// How far the text after a change has moved, in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The end of the change in the earlier text. What comes before it has not moved.
    from: u32,
    /// A negative shift is stored as a wrapped `u32`.
    by: u32,
}

impl Shift {
    /// Where a place outside the change is now. For a place inside it, the result is meaningless.
    pub fn place(self, place: u32) -> u32 {
        if place < self.from { place } else { place.wrapping_add(self.by) }
    }

    /// Like [`Self::place`], for both ends of a span. The span may contain the change.
    pub fn span(self, span: Span) -> Span {
        Span { start: self.place(span.start), end: self.place(span.end) }
    }
}

impl Change {
    /// The smallest change that makes one text the other. Linear in their length.
    pub fn between(before: &str, after: &str) -> Self {
        let (one, other) = (before.as_bytes(), after.as_bytes());
        let start = before.floor_char_boundary(common(one.chunks(BLOCK).zip(other.chunks(BLOCK)), |(one, other)| {
            one.iter().zip(other).take_while(|(one, other)| one == other).count()
        }));
        // A character that is only half the same belongs to the change.
        let start = after.floor_char_boundary(start);
        let (one, other) = (&one[start..], &other[start..]);
        let same = common(one.rchunks(BLOCK).zip(other.rchunks(BLOCK)), |(one, other)| {
            one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
        });
        let end = before.ceil_char_boundary(before.len() - same);
        let same = before.len() - end;
        Self {
            before: Span::new(offset(start), offset(end)),
            after: Span::new(offset(start), offset(after.len() - same)),
        }
    }

    /// How far the text that follows the change has moved.
    pub fn shift(self) -> Shift {
        Shift { from: self.before.end, by: self.after.end.wrapping_sub(self.before.end) }
    }

    /// The span in the later text of the text in a span of the earlier one; `None` if the change may have touched it.
    pub fn moved(self, span: Span) -> Option<Span> {
        if span.end < self.before.start {
            return Some(span);
        }
        (span.start > self.before.end).then(|| self.shift().span(span))
    }
}

/// Bytes that are compared at once.
const BLOCK: usize = 256;

/// How many bytes two texts share before they differ. The texts come as pairs of blocks; `within` counts the shared
/// bytes in the first pair that differs.
fn common<'t>(
    blocks: impl Iterator<Item = (&'t [u8], &'t [u8])>,
    within: impl Fn((&'t [u8], &'t [u8])) -> usize,
) -> usize {
    let mut same = 0;
    for (one, other) in blocks {
        if one != other {
            return same + within((one, other));
        }
        same += one.len();
    }
    same
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn a_change_makes_one_text_the_other(
            parts in prop::array::uniform4("[aé∞𝛼\n]{0,3}"),
            length in 0_usize..600,
        ) {
            let [start, one, other, end] = parts;
            let same = "x".repeat(length);
            let (before, after) = (format!("{start}{same}{one}{same}{end}"), format!("{start}{same}{other}{same}{end}"));
            let Change { before: was, after: is } = Change::between(&before, &after);
            let made = [&before[..was.start as usize], is.of(&after), &before[was.end as usize..]].concat();
            prop_assert_eq!(made, after);
            prop_assert!(was.range().len() <= one.len() && is.range().len() <= other.len());
        }
    }

    #[test]
    fn what_is_after_a_change_moves_and_what_it_touches_has_no_place() {
        let change = Change::between("max { 3, 5 }", "max { 30, 5 }");
        assert_eq!((change.before, change.after), (Span::new(7, 7), Span::new(7, 8)));
        assert_eq!(change.moved(Span::new(0, 3)), Some(Span::new(0, 3)));
        assert_eq!(change.moved(Span::new(9, 10)), Some(Span::new(10, 11)));
        assert_eq!([Span::new(6, 7), Span::new(7, 8), Span::new(0, 12)].map(|span| change.moved(span)), [None; 3]);
        assert_eq!(Change::between("abc", "bc").moved(Span::new(2, 3)), Some(Span::new(1, 2)));
    }
}
