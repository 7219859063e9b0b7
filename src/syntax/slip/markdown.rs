//! Markdown around a tree, as when it is copied from a page.

use super::{Advice, Reading, Slip, lines};
use crate::diagnostic::{Code, Edit};
use crate::source::Span;

/// Finds fences, and the text outside them, which is not part of a tree unless it is a comment.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    let text = reading.text.as_ref();
    if !text.contains("```") && !text.contains("~~~") {
        return Vec::new();
    }
    let mut outside = Vec::new();
    let mut has_prose = false;
    let mut first_fence = None;
    let mut open = None;
    for line in lines(text) {
        let fence = fence(line.of(text));
        let is_fence = fence.is_some() && (open.is_none() || fence == open);
        if is_fence {
            first_fence.get_or_insert(line);
            open = if open.is_none() { fence } else { None };
        }
        let content = line.of(text).trim_start();
        // A line with a brace may be part of a tree, so it is not deleted.
        let is_tree = content.contains(['{', '}']);
        let is_prose = !is_fence && !is_tree && open.is_none() && !content.is_empty() && !content.starts_with("//");
        has_prose |= is_prose;
        if is_fence || is_prose {
            outside.push(line);
        }
    }
    let Some(first) = first_fence else { return Vec::new() };
    let advice = match has_prose {
        false => Advice::Probable("delete the fence lines".to_string()),
        true => Advice::Probable("delete the fence lines and the text outside the fences".to_string()),
    };
    let mut slip = Slip::new(Code::UnexpectedCharacter, "a Markdown fence is not part of a tree", first, advice);
    for line in outside {
        slip.mend.push(Edit::new(with_end(text, line), ""));
        slip.read(line, "", text);
    }
    vec![slip]
}

/// The sign of the fence, if a line opens or closes a code block.
fn fence(line: &str) -> Option<char> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    ['`', '~'].into_iter().find(|sign| line.chars().take_while(|c| c == sign).count() >= 3)
}

/// A line with its line break.
fn with_end(text: &str, line: Span) -> Span {
    let rest = &text[line.end as usize..];
    let length = if rest.starts_with("\r\n") { 2 } else { u32::from(!rest.is_empty()) };
    Span::new(line.start, line.end + length)
}
