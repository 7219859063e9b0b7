//! Markdown around a tree, as when it is copied from a page.

use super::{Advice, Reading, Slip, lines};
use crate::diagnostic::{Code, Edit};
use crate::source::{Span, offset};
use crate::syntax::token::{RESERVED, Token};
use crate::syntax::tokens;

/// Finds fences, and the text outside them, which is not part of a tree unless it is a comment.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let text = reading.text.as_ref();
    if !text.contains("```") && !text.contains("~~~") {
        return Vec::new();
    }
    let (mut outside, mut marks) = (Vec::new(), Vec::new());
    let (mut has_prose, mut is_quoted) = (false, false);
    let mut first_fence = None;
    let mut open = None;
    // How many braces outside the fences are open.
    let mut depth = 0;
    for line in lines(text) {
        let (quote, content) = line.of(text).split_at(quote_marks(line.of(text)));
        let fence = fence(content);
        if fence.is_some() && (open.is_none() || fence == open) {
            first_fence.get_or_insert(line);
            is_quoted |= !quote.is_empty();
            open = if open.is_none() { fence } else { None };
            outside.push(line);
        } else if open.is_none() && is_prose(content, &mut depth) {
            has_prose = true;
            outside.push(line);
        } else if !quote.is_empty() {
            marks.push(Span::new(line.start, line.start + offset(quote.len())));
        }
    }
    let Some(first) = first_fence else { return Vec::new() };
    let title = match (has_prose, is_quoted) {
        (false, false) => "delete the fence lines",
        (true, false) => "delete the fence lines and the text outside the fences",
        (false, true) => "delete the fence lines, and the `>` before the other lines",
        (true, true) => "delete the fence lines, the text outside the fences, and the `>` before the other lines",
    };
    let advice = Advice::Probable(title.to_string());
    let mut slip = Slip::new(Code::UnexpectedCharacter, "a Markdown fence is not part of a tree", first, advice);
    for line in outside {
        slip.fix.push(Edit::new(with_end(text, line), ""));
        slip.read(line, "", text);
    }
    for mark in marks.into_iter().filter(|_| is_quoted) {
        slip.fix(mark, "", "", text);
    }
    vec![slip]
}

/// Whether a line outside the fences is no part of a tree: it has no braces, is not inside braces, and does not begin
/// with a word of the language. `depth` is how many braces are open before it and, afterwards, after it.
fn is_prose(line: &str, depth: &mut usize) -> bool {
    let is_inside = *depth > 0;
    let (mut has_brace, mut is_reserved) = (false, false);
    for (place, (token, span)) in tokens(line).enumerate() {
        has_brace |= matches!(token, Token::OpenBrace | Token::CloseBrace);
        is_reserved |= place == 0 && RESERVED.contains(&span.of(line).to_lowercase().as_str());
        match token {
            Token::OpenBrace => *depth += 1,
            Token::CloseBrace => *depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let line = line.trim_start();
    !is_inside && !has_brace && !is_reserved && !line.is_empty() && !line.starts_with("//")
}

/// The length of the quote marks that a line begins with, and of one blank after them.
fn quote_marks(line: &str) -> usize {
    let rest = line.trim_start_matches([' ', '\t', '>']);
    let marks = line[..line.len() - rest.len()].rfind('>').map_or(0, |last| last + 1);
    marks + usize::from(marks > 0 && line[marks..].starts_with(' '))
}

/// The sign of the fence, if a line opens or closes a code block.
fn fence(line: &str) -> Option<char> {
    let line = line.trim_start_matches([' ', '\t']);
    ['`', '~'].into_iter().find(|sign| line.chars().take_while(|c| c == sign).count() >= 3)
}

/// A line with its line break.
fn with_end(text: &str, line: Span) -> Span {
    let rest = &text[line.end as usize..];
    let length = if rest.starts_with("\r\n") { 2 } else { u32::from(!rest.is_empty()) };
    Span::new(line.start, line.end + length)
}
