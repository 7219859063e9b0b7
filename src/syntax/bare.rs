//! The pieces of a run of [`Token::Bare`](super::token::Token::Bare): braces and whole numbers.

use std::ops::Range;

use super::run::{end_of, is_blank};
use crate::source::offset;

/// A brace, with its place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Brace {
    Open(usize),
    Close(usize),
}

/// A number of up to nine digits.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShortNumber {
    pub(super) value: i32,
    /// Where it begins in the run.
    pub(super) start: usize,
    pub(super) length: u32,
}

/// Takes a run apart.
pub(super) struct BarePieces<'text> {
    run: &'text [u8],
    /// Where the next piece begins.
    next: usize,
}

impl<'text> BarePieces<'text> {
    pub(super) fn new(run: &'text str) -> Self {
        let run = run.as_bytes();
        Self { run, next: end_of(run, 0, is_blank) }
    }

    /// Whether all pieces have been taken.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.run.len()
    }

    /// Takes the next piece if it is a brace.
    pub(super) fn brace(&mut self) -> Option<Brace> {
        let brace = match self.run.get(self.next)? {
            b'{' => Brace::Open(self.next),
            b'}' => Brace::Close(self.next),
            _ => return None,
        };
        self.take(1);
        Some(brace)
    }

    /// Takes the next piece if it is a number, and returns its place. In a run, digits follow every `-`.
    pub(super) fn number(&mut self) -> Option<Range<usize>> {
        let (start, sign) = (self.next, usize::from(self.run.get(self.next) == Some(&b'-')));
        let end = end_of(self.run, start + sign, |byte| byte.is_ascii_digit());
        (end > start).then(|| {
            self.take(end - start);
            start..end
        })
    }

    /// Takes the next piece if it is a number of up to nine digits.
    pub(super) fn short_number(&mut self) -> Option<ShortNumber> {
        let start = self.next;
        let text = &self.run[start..];
        let (value, length) = text.first_chunk().and_then(up_to_seven_bytes).or_else(|| up_to_nine_digits(text))?;
        self.take(length as usize);
        Some(ShortNumber { value, start, length })
    }

    fn take(&mut self, length: usize) {
        self.next += length;
        while self.run.get(self.next).is_some_and(|byte| is_blank(*byte)) {
            self.next += 1;
        }
    }
}

/// The integer at the beginning of a text, and how many bytes it has; `None` if there is none, or if it has more than
/// nine digits. In a run, digits follow every `-`.
fn up_to_nine_digits(text: &[u8]) -> Option<(i32, u32)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let end = end_of(text, sign, |byte| byte.is_ascii_digit());
    let digits = &text[sign..end];
    let value = || digits.iter().fold(0, |value, digit| value * 10 + i32::from(digit - b'0'));
    (1..=9).contains(&digits.len()).then(|| (if sign == 1 { -value() } else { value() }, offset(end)))
}

/// Like [`up_to_nine_digits`], for an integer of at most seven bytes, including the sign. Reads all bytes at once,
/// without a branch that would be hard to predict. A `-` alone, which no run has, is read as 0.
fn up_to_seven_bytes(text: &[u8; 8]) -> Option<(i32, u32)> {
    let is_negative = text[0] == b'-';
    let bytes = u64::from_le_bytes(*text) ^ 0x3030_3030_3030_3030;
    // A sign is read as a zero.
    let digits = if is_negative { bytes & !0xFF } else { bytes };
    // The highest bit of each byte that is not a digit. Carries can set further bits, but only after the first of these.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() / 8;
    if !(1..8).contains(&length) {
        return None;
    }
    // Leading zeros make the number eight digits long. The digits are joined into pairs, the pairs into fours, and the
    // fours into one number.
    let ones = digits << (8 * (8 - length));
    let pairs = (ones * 10 + (ones >> 8)) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
    let value = (fours * 10_000 + (fours >> 32)) & 0xFFFF_FFFF;
    let value = i32::try_from(value).expect("at most seven digits");
    Some((if is_negative { -value } else { value }, length))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::token::Token;
    use super::*;
    use crate::number::Number;

    /// The pieces of a run as tokens, with their places.
    pub(in super::super) fn pieces(run: &str) -> Vec<(Token, Range<usize>)> {
        let mut pieces = BarePieces::new(run);
        let mut found = Vec::new();
        loop {
            found.push(if let Some(brace) = pieces.brace() {
                match brace {
                    Brace::Open(place) => (Token::OpenBrace, place..place + 1),
                    Brace::Close(place) => (Token::CloseBrace, place..place + 1),
                }
            } else if let Some(ShortNumber { value, start, length }) = pieces.short_number() {
                let place = start..start + length as usize;
                assert_eq!(run[place.clone()].parse(), Ok(Number::integer(value.into())), "{run}");
                (Token::Number, place)
            } else if let Some(place) = pieces.number() {
                assert!(place.len() > 9, "a short number");
                (Token::Number, place)
            } else {
                assert!(pieces.is_empty(), "all of it is taken");
                return found;
            });
        }
    }

    #[test]
    fn the_pieces_of_a_run_are_those_that_single_tokens_would_be() {
        use Token::{CloseBrace, Number, OpenBrace};
        let expected = [
            (Number, 0..1),
            (Number, 3..6),
            (OpenBrace, 7..8),
            (Number, 8..9),
            (Number, 9..11),
            (CloseBrace, 11..12),
            (Number, 13..22),
            (Number, 23..43),
            (CloseBrace, 43..44),
        ];
        assert_eq!(pieces("3, -12\n{8-5} 999999999 -9223372036854775808}"), expected);
    }

    #[test]
    fn a_number_can_be_taken_without_its_value() {
        let mut pieces = BarePieces::new(" -3 45}");
        assert_eq!([pieces.number(), pieces.number(), pieces.number()], [Some(1..3), Some(4..6), None]);
        assert_eq!((pieces.short_number(), pieces.brace(), pieces.brace()), (None, Some(Brace::Close(6)), None));
    }

    #[test]
    fn a_number_is_the_same_whatever_follows_it() {
        // These include the neighbours of the digits in ASCII, and bytes whose highest bit is set.
        const AFTER: [&str; 10] = ["", "}", ",", "/", ":", "-4", " 5 6 7 8 9", "\u{7f}", "é", "∞∞∞"];
        for number in (1..=12).flat_map(|length| {
            ["0", "1", "9", "1234567890123"].map(|digits| digits.repeat(length)[..length].to_string())
        }) {
            for after in AFTER {
                // A short text is read digit by digit.
                for end in ["", "        "] {
                    for sign in ["", "-"] {
                        let text = format!("{sign}{number}{after}{end}").into_bytes();
                        let read = text.first_chunk().and_then(up_to_seven_bytes).or_else(|| up_to_nine_digits(&text));
                        let value = || format!("{sign}{number}").parse().unwrap();
                        let value = (number.len() <= 9).then(|| (value(), offset(sign.len() + number.len())));
                        assert_eq!(read, value, "{sign}{number}{after}{end}");
                    }
                }
            }
        }
    }
}
