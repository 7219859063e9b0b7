//! Which brace was forgotten: a guess from the indentation, for files whose braces do not match.

use super::lexer::Lexer;
use super::token::Token;
use crate::source::{LINE_ENDS, Span};

/// The first pair of braces within `region` of which the closing one begins a line that is indented less than the line
/// of the opening one: most probably it closes a brace further out. Linear in the region.
pub(super) fn misaligned(text: &str, region: Span) -> Option<(Span, Span)> {
    let region_text = region.of(text);
    let mut open: Vec<(Span, usize)> = Vec::new();
    let mut line = Line::new(text, region.start as usize);
    for token in Lexer::new(region_text) {
        let Ok((start, token, end)) = token;
        let span = Span::new(start + region.start, end + region.start);
        match token {
            Token::OpenBrace => open.push((span, line.indentation(text, span.start as usize).0)),
            Token::CloseBrace => {
                let (indentation, first) = line.indentation(text, span.start as usize);
                match open.pop() {
                    Some((opening, expected)) if first && indentation < expected => return Some((opening, span)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    None
}

/// The line that is being read; places come in rising order.
struct Line {
    start: usize,
    indentation: usize,
    read_to: usize,
}

impl Line {
    fn new(text: &str, at: usize) -> Self {
        /// Whoever writes longer lines does not indent, and is not read back to the beginning for every brace.
        const LONGEST: usize = 1000;
        let from = text.floor_char_boundary(at.saturating_sub(LONGEST));
        let start = text[from..at].rfind(LINE_ENDS).map_or(from, |newline| from + newline + 1);
        Self { start, indentation: blanks(&text[start..]), read_to: at }
    }

    /// How far the line of the byte at `at` is indented, and whether that byte is the first on it.
    fn indentation(&mut self, text: &str, at: usize) -> (usize, bool) {
        if let Some(newline) = text[self.read_to..at].rfind(LINE_ENDS) {
            self.start = self.read_to + newline + 1;
            self.indentation = blanks(&text[self.start..]);
        }
        self.read_to = at;
        (self.indentation, self.start + self.indentation == at)
    }
}

fn blanks(line: &str) -> usize {
    line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}
