//! Guesses from the indentation which brace is missing or extra, for files whose braces do not match.

use std::collections::BTreeMap;

use super::token::Token;
use super::tokens::tokens_in;
use crate::source::{LINE_ENDS, Span, line_end, lines, offset};

/// The first pair of braces within `region` whose closing brace begins a line that is indented less than the line of
/// the opening brace: most probably it closes an outer brace. Linear in the region.
pub(super) fn misaligned(text: &str, region: Span) -> Option<(Span, Span)> {
    let mut open: Vec<(Span, usize)> = Vec::new();
    let mut line = Line::new(text, region.start as usize);
    for (token, span) in tokens_in(text, region) {
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

/// Whether lines at the margin after an unclosed brace may begin further trees: its children are indented, or there is
/// a question text in `whole`. Linear in that text.
pub(super) fn may_hold_trees(text: &str, whole: Span) -> bool {
    is_indented(text, Span::new(whole.start, whole.start + 1)) || whole.of(text).contains("///")
}

/// Whether the lines in a pair of braces are indented, so that a line at the margin is outside them. Assumed if the
/// opening brace does not end its line.
pub(super) fn is_indented(text: &str, opening: Span) -> bool {
    let inner = &text[opening.end as usize..];
    let rest = inner.trim_start_matches([' ', '\t']);
    let ends_line = rest.is_empty() || rest.starts_with(LINE_ENDS) || rest.starts_with("//");
    let first = || lines(inner).skip(1).find(|line| !line.trim().is_empty());
    !ends_line || first().is_none_or(|line| line.starts_with([' ', '\t', '}']))
}

/// Where to insert the brace that closes `opening`, and the text to insert: after the lines that are indented more than
/// the line of the opening brace, but not after `limit`. Linear in the text between.
pub(super) fn missing(text: &str, opening: Span, limit: u32) -> (u32, String) {
    let own = Line::new(text, opening.start as usize);
    let inner = &text[opening.end as usize..limit as usize];
    let mut end = opening.end as usize;
    let mut at = opening.end as usize;
    for (number, line) in lines(inner).enumerate() {
        let content = line.trim_end();
        // In text without indentation, a line that can only be a child is inside.
        let is_child = content.trim_start().starts_with(|c: char| c == '{' || c == '-' || c.is_ascii_digit());
        let is_level = blanks(line) == own.indentation && is_child;
        let is_outside = number > 0 && !content.is_empty() && blanks(line) <= own.indentation && !is_level;
        if is_outside {
            break;
        }
        if !content.is_empty() {
            end = at + content.len();
        }
        at += line.len();
    }
    let is_one_line = !text[opening.end as usize..end].contains(LINE_ENDS);
    let indentation = &text[own.start..own.start + own.indentation];
    (offset(end), if is_one_line { " }".to_string() } else { format!("{}{indentation}}}", line_end(text)) })
}

/// A closing brace in `region` that is probably extra: according to the indentation, the text after it is still inside
/// the braces that it closes. Linear in the region.
pub(super) fn too_early(text: &str, region: Span) -> Option<Span> {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut last_closed: BTreeMap<usize, Span> = BTreeMap::new();
    // The brace before the current token, if its opening brace is on an earlier line, and the indentation of that line.
    let mut closed: Option<(Span, usize)> = None;
    let mut line = Line::new(text, region.start as usize);
    for (token, span) in tokens_in(text, region) {
        let (indentation, first) = line.indentation(text, span.start as usize);
        let before = closed.take();
        match token {
            Token::CloseBrace => {
                let (opened, line_start) = open.pop()?;
                if first && indentation > opened {
                    return last_closed.get(&indentation).copied().or(Some(span));
                }
                last_closed.insert(opened, span);
                closed = Some((span, opened)).filter(|_| line_start != line.start);
            }
            _ if first && before.is_some_and(|(_, opened)| indentation > opened) => {
                return before.map(|(span, _)| span);
            }
            Token::OpenBrace => open.push((indentation, line.start)),
            _ => {}
        }
    }
    None
}

/// The place after the closing brace that leaves `wanted` braces open, if all `depth` braces that are open at `from`
/// are closed before the next tree. Linear in the text up to there.
pub(super) fn closed_after(text: &str, from: u32, depth: usize, wanted: usize) -> Option<u32> {
    let mut depth = depth;
    let mut place = None;
    let mut inner = 0_usize;
    let rest = Span::new(from, offset(text.len()));
    for (token, span) in tokens_in(text, rest) {
        match token {
            Token::Tree => return None,
            Token::OpenBrace => inner += 1,
            Token::CloseBrace if inner > 0 => inner -= 1,
            Token::CloseBrace => {
                depth -= 1;
                if depth == wanted {
                    place = Some(span.end);
                }
                if depth == 0 {
                    return place;
                }
            }
            _ => {}
        }
    }
    None
}

/// The line that is being read; places must come in ascending order.
struct Line {
    start: usize,
    indentation: usize,
    read_to: usize,
}

impl Line {
    fn new(text: &str, at: usize) -> Self {
        /// In bytes. Longer lines are hardly indented, and are not read back to their beginning for every brace.
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
