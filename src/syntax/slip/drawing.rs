//! Trees that are drawn with slashes.

use super::{Advice, Reading, Slip, lines};
use crate::diagnostic::Code;
use crate::source::{Span, offset};

/// Finds the lines of a drawing, with the text between them.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let text = reading.text.as_ref();
    if !text.contains('\\') {
        return Vec::new();
    }
    let lines: Vec<Span> = lines(text).collect();
    let drawn: Vec<usize> = (0..lines.len()).filter(|line| is_drawn(lines[*line].of(text))).collect();
    let (Some(first), Some(last)) = (drawn.first(), drawn.last()) else { return Vec::new() };
    let is_empty = |line: usize| lines[line].of(text).trim().is_empty();
    let top = first.saturating_sub(1);
    let bottom = (last + 1).min(lines.len() - 1);
    let begin = if is_empty(top) { *first } else { top };
    let content = lines[begin].of(text).trim_end();
    let start = lines[begin].start + offset(content.len() - content.trim_start().len());
    let end = lines[begin].start + offset(content.len());
    let advice = Advice::Help(
        "write each node with its children in braces: `max A { min B { 3, 5 } min C { 2, 8 } }`".to_string(),
    );
    let message = "this looks like a drawing: a tree is written with braces";
    let mut slip = Slip::new(Code::UnexpectedCharacter, message, Span::new(start, end), advice);
    slip.read(lines[begin].to(lines[bottom]), "", text);
    vec![slip]
}

/// Whether a line consists only of the branches of a drawing, with at least one `/`, `\` or `|`.
fn is_drawn(line: &str) -> bool {
    if line.trim_start().starts_with("//") {
        return false;
    }
    let signs = || line.chars().filter(|c| !c.is_whitespace());
    signs().next().is_some() && signs().all(|c| "/\\|_-+".contains(c)) && signs().any(|c| "/\\|".contains(c))
}
