//! Trees that are drawn with slashes.

use super::{Advice, Reading, Slip, lines};
use crate::diagnostic::Code;
use crate::source::{Span, offset};
use crate::syntax::token::Token;
use crate::syntax::tokens;

/// Finds the drawings: drawn lines with the text between them, and the lines directly above and below.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let text = reading.text.as_ref();
    if !text.contains('\\') {
        return Vec::new();
    }
    let lines: Vec<Span> = lines(text).collect();
    let is_text = |line: &usize| is_text(lines[*line].of(text));
    let is_drawn = |line: &usize| is_drawn(lines[*line].of(text));
    let mut slip: Option<Slip> = None;
    let mut next = 0;
    while let Some(first) = (next..lines.len()).find(is_drawn) {
        let drawing = (first..lines.len()).take_while(|line| is_drawn(line) || is_text(line));
        let last = drawing.filter(is_drawn).last().unwrap_or(first);
        let top = first.checked_sub(1).filter(is_text).unwrap_or(first);
        let bottom = Some(last + 1).filter(|line| *line < lines.len() && is_text(line)).unwrap_or(last);
        let place = place(text, lines[top], lines[bottom]);
        match &mut slip {
            Some(slip) => slip.add(place),
            None => slip = Some(place),
        }
        next = last + 1;
    }
    slip.into_iter().collect()
}

/// A drawing from its top line to its bottom line.
fn place(text: &str, top: Span, bottom: Span) -> Slip {
    let content = top.of(text).trim_end();
    let start = top.start + offset(content.len() - content.trim_start().len());
    let first = Span::new(start, top.start + offset(content.len()));
    let advice = Advice::Help(
        "write each node with its children in braces: `max A { min B { 3, 5 } min C { 2, 8 } }`".to_string(),
    );
    let message = "this looks like a drawing: a tree is written with braces";
    let mut slip = Slip::new(Code::UnexpectedCharacter, message, first, advice);
    slip.read(top.to(bottom), "", text);
    slip
}

/// Whether a line may be text in a drawing, such as the names of nodes. A line with a brace may be part of a tree, and
/// one that begins like a setting or an expectation is more than a name.
fn is_text(line: &str) -> bool {
    let is_player = |token| matches!(token, Token::Max | Token::Min | Token::Chance);
    let first = tokens(line).next().map(|(token, _)| token);
    let is_written = first.is_some_and(|token| token.begins_something() && !is_player(token));
    let line = line.trim_start();
    !line.is_empty() && !line.starts_with("//") && !line.contains(['{', '}']) && !is_written
}

/// Whether a line consists only of the branches of a drawing, with at least one `/`, `\` or `|`.
fn is_drawn(line: &str) -> bool {
    if line.trim_start().starts_with("//") {
        return false;
    }
    let signs = || line.chars().filter(|c| !c.is_whitespace());
    signs().next().is_some() && signs().all(|c| "/\\|_-+".contains(c)) && signs().any(|c| "/\\|".contains(c))
}
