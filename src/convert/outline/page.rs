//! Finds the outline in a text that may be a whole page of Markdown.

use std::cmp::Ordering;

use super::Refusal;
use super::entry::Entry;
use super::line::{Line, Mark};
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, lines};

/// The lists, drawings and code blocks of a text, and the lines outside them.
#[derive(Default)]
struct Page<'text> {
    blocks: Vec<Vec<Line<'text>>>,
    outside: Vec<Line<'text>>,
    /// The lines outside that no empty line separates from a block.
    beside: Vec<Line<'text>>,
    /// The sign and the length of the fence that has begun a code block.
    fence: Option<(char, usize)>,
    /// What marks the lines of the last block, if the block may still go on.
    open: Option<Mark>,
    /// Whether the line before is not empty.
    is_adjacent: bool,
}

/// The lines of the only outline in a text, and how many lines outside it there are.
pub(super) fn find(text: &str) -> Result<(Vec<Line<'_>>, usize), Refusal> {
    let Page { blocks, outside, beside, .. } = Page::of(text);
    if let [first, second, ..] = blocks.as_slice() {
        let message = "a second list, drawing or code block begins here";
        return Err(Diagnostic::new(Code::SeveralStarts, message, second[0].content)
            .label(first[0].content, "the first one")
            .help("keep only the one with the tree; write each tree into a file of its own")
            .into());
    }
    let is_entry = |line: &&Line| Entry::read(text, line.content).is_ok_and(|entry| entry.has_player_or_value());
    if let Some(line) = beside.iter().find(is_entry) {
        let message = "this line could be part of the tree, or text outside it";
        return Err(Diagnostic::new(Code::TwoReadings, message, line.content)
            .help(format!(
                "if `{}` is a part of the tree, mark it like the other lines; indent the lines below a node further",
                shown(text, line)
            ))
            .or_help("if it is not, separate it from the tree with an empty line")
            .into());
    }
    match blocks.into_iter().next() {
        Some(block) => Ok((block, outside.len())),
        None => Err(misread("there is no tree in this text", Span::default()).into()),
    }
}

/// Whether a text has a drawing, or nested lines of which one has a player or a number.
pub(in crate::convert) fn is_outline(text: &str) -> bool {
    Page::of(text).blocks.iter().any(|lines| {
        let entry = |line: &Line| Entry::read(text, line.content);
        let has = |mark: Mark| lines.iter().any(|line| line.mark == mark);
        let is_nested = lines.windows(2).any(|pair| pair[0].compare(&pair[1]) != Some(Ordering::Equal));
        let may_be = has(Mark::Item) || entry(&lines[0]).is_ok();
        let is_tree = may_be && lines.iter().any(|line| entry(line).is_ok_and(|entry| entry.has_player_or_value()));
        is_nested && (has(Mark::Branch) || is_tree)
    })
}

impl<'text> Page<'text> {
    fn of(text: &'text str) -> Self {
        let mut page = Self::default();
        let mut start = 0;
        for whole in lines(text) {
            let line = if start == 0 { whole.trim_start_matches('\u{feff}') } else { whole };
            page.add(line, start + whole.len() - line.len());
            start += whole.len();
        }
        page.blocks.retain(|block| !block.is_empty());
        if page.blocks.is_empty() {
            let all = std::mem::take(&mut page.outside);
            let all: Vec<Line> = all.into_iter().filter(|line| !is_comment(line.content.of(text))).collect();
            page.blocks.extend(Some(all).filter(|all| !all.is_empty()));
        }
        page
    }

    fn add(&mut self, line: &'text str, start: usize) {
        if let Some(fence) = fence(line, self.fence) {
            if self.fence.take().is_none() {
                self.fence = Some(fence);
                self.blocks.push(Vec::new());
            }
            (self.open, self.is_adjacent) = (None, false);
            return;
        }
        match Line::read(line, start) {
            Some(_) if self.fence.is_some() && is_comment(line.trim_start()) => {}
            Some(read) if self.fence.is_some() => self.extend(read),
            Some(read) => self.place(read),
            None if line.trim().is_empty() => self.is_adjacent = false,
            // The bars of a drawing.
            None => {}
        }
    }

    fn extend(&mut self, line: Line<'text>) {
        self.blocks.last_mut().into_iter().for_each(|block| block.push(line));
    }

    /// Adds a line that is in no code block.
    fn place(&mut self, line: Line<'text>) {
        let first = self.blocks.last().and_then(|block| block.first()).filter(|_| self.open.is_some());
        let is_inside = first.is_some_and(|first| matches!(first.compare(&line), None | Some(Ordering::Less)));
        if is_inside || (line.mark != Mark::Nothing && self.open == Some(line.mark)) {
            self.extend(line);
        } else if line.mark == Mark::Nothing {
            self.beside.extend(Some(line).filter(|_| self.open.is_some() && self.is_adjacent));
            self.open = None;
            self.outside.push(line);
        } else {
            self.begin(line);
        }
        self.is_adjacent = true;
    }

    /// Begins a list or a drawing. The line directly above a drawing is its root.
    fn begin(&mut self, line: Line<'text>) {
        let above = self.outside.last().copied().filter(|_| self.is_adjacent && self.open.is_none());
        self.blocks.push(Vec::new());
        if line.mark == Mark::Branch && above.is_some() {
            self.outside.pop();
            above.into_iter().for_each(|root| self.extend(root));
        } else {
            self.beside.extend(above);
        }
        self.extend(line);
        self.open = Some(line.mark);
    }
}

/// The content of a line as messages show it.
pub(super) fn shown(text: &str, line: &Line) -> String {
    clipped(line.content.of(text))
}

/// The fence on a line: it begins a code block, or ends the one that another fence has begun.
fn fence(line: &str, begun: Option<(char, usize)>) -> Option<(char, usize)> {
    let line = line.trim();
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let after = line.trim_start_matches(sign);
    let length = line.len() - after.len();
    let fits = match begun {
        Some((begun, least)) => sign == begun && length >= least && after.is_empty(),
        // ```` ```3``` ```` is code inside a line.
        None => sign == '~' || !after.contains('`'),
    };
    (length >= 3 && fits).then_some((sign, length))
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//")
}
