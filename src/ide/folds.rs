//! What can be folded away: trees, nodes, comments of several lines.

use super::Document;
use crate::source::{Span, line_breaks};
use crate::syntax::tree::NodeId;

/// A part of the text that goes over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From what stays to be seen to the end.
    pub span: Span,
    /// What it is.
    pub kind: FoldKind,
}

/// What is folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A tree or a node.
    Region,
    /// Comments, or the text of a question.
    Comment,
}

/// All that can be folded away, in the order of its places. Of several that begin on one line, as of a chain of nodes,
/// it is the first.
pub fn folds(document: &Document) -> Vec<Fold> {
    let lines = Lines::of(document.text());
    let mut spans = Vec::new();
    for tree in &document.file().trees {
        spans.push(tree.span);
        let nodes = &tree.nodes;
        let interior = |node: &NodeId| !nodes.kind(*node).is_leaf();
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
    folds.extend(lines.comments().map(|span| Fold { span, kind: FoldKind::Comment }));
    folds.sort_by_key(|fold| fold.span.start);
    folds
}

/// The lines of a text.
struct Lines<'a> {
    text: &'a str,
    /// Where each line begins.
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let offset = |at: usize| u32::try_from(at).expect("texts are shorter than 4 GiB");
        let behind = line_breaks(text).map(offset);
        Self { text, starts: std::iter::once(0).chain(behind).collect() }
    }

    /// The line of a place, counted from 0.
    fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|start| *start <= offset) - 1
    }

    /// What stands on a line, without blanks around it.
    fn content(&self, line: usize) -> Span {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).map_or(self.text.len(), |end| *end as usize);
        let content = &self.text[start as usize..end];
        let before = content.len() - content.trim_start().len();
        let behind = content.trim_end().len().max(before);
        let at = |bytes: usize| start + u32::try_from(bytes).expect("texts are shorter than 4 GiB");
        Span::new(at(before), at(behind))
    }

    /// Each run of two and more lines that are nothing but comments.
    fn comments(&self) -> impl Iterator<Item = Span> {
        let is_comment = |line: &usize| self.content(*line).of(self.text).starts_with("//");
        let mut line = 0;
        std::iter::from_fn(move || {
            while line < self.starts.len() {
                let first = line;
                line += (line..self.starts.len()).take_while(is_comment).count();
                if line > first + 1 {
                    return Some(self.content(first).to(self.content(line - 1)));
                }
                line = line.max(first + 1);
            }
            None
        })
    }
}
