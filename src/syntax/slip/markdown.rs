//! Markdown around a tree, as it is copied from a page.

use super::{Advice, Slip};
use crate::diagnostic::{Code, Edit};
use crate::source::{LINE_ENDS, Span, offset};

/// Fences: what is outside them is no tree, but for comments.
pub(super) fn find(text: &str) -> Vec<Slip> {
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
        let is_prose = !is_fence && open.is_none() && !content.is_empty() && !content.starts_with("//");
        has_prose |= is_prose;
        if is_fence || is_prose {
            outside.push(line);
        }
    }
    let Some(first) = first_fence else { return Vec::new() };
    let content = Span::new(first.start, first.start + offset(first.of(text).trim_end_matches(LINE_ENDS).len()));
    let advice = match has_prose {
        false => Advice::Certain("delete the lines with the fences".to_string()),
        true => Advice::Probable("delete the lines with the fences, and the text outside them".to_string()),
    };
    let mut slip = Slip::new(Code::UnexpectedCharacter, "a Markdown fence is not part of a tree", content, advice);
    for line in outside {
        slip.mend.push(Edit::new(line, ""));
        slip.read(line, "", text);
    }
    vec![slip]
}

/// Whether a line opens or closes a block of code, and with which sign.
fn fence(line: &str) -> Option<char> {
    let line = line.trim_start_matches([' ', '\t', '>']);
    ['`', '~'].into_iter().find(|sign| line.chars().take_while(|c| c == sign).count() >= 3)
}

/// The lines of a text, each with its end.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    text.split_inclusive('\n').scan(0, |start, line| {
        let span = Span::new(*start, *start + offset(line.len()));
        *start = span.end;
        Some(span)
    })
}
