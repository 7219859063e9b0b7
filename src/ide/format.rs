//! The style of all files, for a whole text or a part of it.
//!
//! The words of a text and of the same text in that style are the same, so the changes are what stands between two words,
//! and how keywords are spelt. What stays as it is is not touched, and nor are the cursors there.

use super::{Document, Edit};
use crate::format;
use crate::source::Span;
use crate::syntax::tokens;

/// What sets the text in the style of all files, in lines of at most `width` columns where that can be had; nothing where
/// it has errors of syntax. Linear.
pub fn format(document: &Document, width: usize) -> Vec<Edit> {
    format_range(document, Span::new(0, u32::MAX), width)
}

/// As [`format`], for the lines that lie in `within` at least in part, and what stands between them and the words around.
pub fn format_range(document: &Document, within: Span, width: usize) -> Vec<Edit> {
    let text = document.text();
    let Ok(formatted) = format::format(text, width) else { return Vec::new() };
    let lines = whole_lines(text, document.clamp_span(within));
    let (old, new) = (pieces(text), pieces(&formatted));
    if old.len() != new.len() {
        debug_assert!(false, "the formatter keeps all words");
        return Vec::new();
    }
    let is_touched = |span: Span| span.start <= lines.end && lines.start <= span.end;
    let changed = |(old, new): (Span, Span)| {
        let (written, meant) = (old.of(text), new.of(&formatted));
        (is_touched(old) && written != meant).then(|| Edit::new(old, meant))
    };
    old.into_iter().zip(new).filter_map(changed).collect()
}

/// The words of a text and what stands before, between and behind them, in order.
fn pieces(text: &str) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut behind = 0;
    for (_, span) in tokens(text) {
        pieces.extend([Span::new(behind, span.start), span]);
        behind = span.end;
    }
    pieces.push(Span::new(behind, end(text)));
    pieces
}

/// A part of a text, from the beginning of its first line to the end of its last.
fn whole_lines(text: &str, span: Span) -> Span {
    let start = text[..span.start as usize].rfind('\n').map_or(0, |end| end + 1);
    let rest = &text[span.end as usize..];
    let length = rest.find('\n').unwrap_or(rest.len());
    Span::new(end(&text[..start]), span.end + end(&rest[..length]))
}

fn end(text: &str) -> u32 {
    u32::try_from(text.len()).expect("texts are shorter than 4 GiB")
}
