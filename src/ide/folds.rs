//! The parts of a text that can be folded: trees, nodes, and comments of several lines.

use super::Document;
use crate::source::{LineIndex, Span};
use crate::syntax::tree::NodeId;

/// A part of the text that covers several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// The whole part. Its first line stays visible.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

/// What sort of part is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A tree or a node.
    Region,
    /// Comments, or the text of a question.
    Comment,
}

/// All parts that can be folded, in the order of the text. If several trees or nodes begin on one line, only the first
/// can be folded.
pub fn folds(document: &Document) -> Vec<Fold> {
    let lines = document.lines();
    let mut spans = Vec::new();
    for tree in &document.file().trees {
        spans.push(tree.span);
        let nodes = &tree.nodes;
        let interior = |node: &NodeId| !nodes.is_leaf(*node);
        spans.extend(nodes.all().filter(interior).map(|node| nodes.span(node)));
    }
    let mut last = None;
    spans.retain(|span| {
        let (first, end) = (lines.line(span.start), lines.line(span.end));
        let fresh = first < end && last != Some(first);
        last = if fresh { Some(first) } else { last };
        fresh
    });
    let mut folds: Vec<Fold> = spans.into_iter().map(|span| Fold { span, kind: FoldKind::Region }).collect();
    folds.extend(comments(document.text(), lines).map(|span| Fold { span, kind: FoldKind::Comment }));
    folds.sort_by_key(|fold| fold.span.start);
    folds
}

/// Each run of two or more lines that contain only comments.
fn comments(text: &str, lines: &LineIndex) -> impl Iterator<Item = Span> {
    let is_comment = |line: &usize| content(text, lines, *line).of(text).starts_with("//");
    let mut line = 0;
    std::iter::from_fn(move || {
        while line < lines.lines() {
            let first = line;
            line += (line..lines.lines()).take_while(is_comment).count();
            if line > first + 1 {
                return Some(content(text, lines, first).to(content(text, lines, line - 1)));
            }
            line = line.max(first + 1);
        }
        None
    })
}

/// The content of a line, without the blanks around it.
fn content(text: &str, lines: &LineIndex, line: usize) -> Span {
    let line = lines.line_span(text, line).unwrap_or_default();
    let content = line.of(text);
    let before = content.len() - content.trim_start().len();
    let end = content.trim_end().len().max(before);
    let at = |bytes: usize| line.start + u32::try_from(bytes).expect("texts are shorter than 4 GiB");
    Span::new(at(before), at(end))
}
