//! Reads a text again after a change: only the trees that the change can have affected, where that is certain.
//!
//! Each tree is read by itself, apart from mistakes: these can take in or break trees before and after them. So the
//! trees with mistakes and those that were changed are read again, with two neighbours on each side. If the neighbours
//! are read as before, so is everything beyond them.

use std::mem;
use std::ops::Range;

use super::builder::Layout;
use super::shift::Places;
use super::tree::{File, Setting, Tree};
use super::{Read, read};
use crate::diagnostic::Findings;
use crate::source::{Change, LINE_ENDS, Span, offset};

/// What was read again of a file.
pub struct Reread {
    /// The findings of the parser.
    pub findings: Findings,
    /// Where the trees are that were read again.
    pub trees: Range<usize>,
    /// How many trees were there before.
    pub before: usize,
}

/// Brings a file up to date with a text after a change; at most `limit` findings are kept. The result is what
/// [`super::parse`] makes of the text. Returns `None` if all of the text must be read; the file must not be used then.
///
/// Linear in the trees that are read again, apart from moving the others.
pub fn reread(file: &mut File, text: &str, change: Change, limit: usize) -> Option<Reread> {
    let window = Window::of(file, text, change)?;
    let Read { file: mut part, findings, layout } = read(text, window.part, limit);
    let is_certain = part.pasted.is_empty()
        && window.is_sealed(file, &part, change)
        && (layout == Layout::Free || window.ignores_layout(file, text, change));
    if !is_certain {
        return None;
    }
    let Window { trees, settings, .. } = window;
    let replaced = Reread { findings, trees: trees.start..trees.start + part.trees.len(), before: trees.len() };
    if settings.is_empty() {
        part.trees.iter_mut().for_each(|tree| tree.inherited += settings.start);
    } else {
        file.literals = mem::take(&mut part.literals);
    }
    let by = change.shift();
    file.trees[trees.end..].iter_mut().for_each(|tree| tree.shift(by));
    file.settings[settings.end..].iter_mut().for_each(|setting| setting.shift(by));
    let is_within = |question: &Span| window.before.contains(*question);
    let at = file.stray_questions.partition_point(|question| question.end <= window.before.start);
    file.stray_questions.retain(|question| !is_within(question));
    file.stray_questions[at..].iter_mut().for_each(|question| question.shift(by));
    file.stray_questions.splice(at..at, part.stray_questions);
    file.trees.splice(trees, part.trees);
    file.settings.splice(settings, part.settings);
    (file.doubtful, file.pasted, file.mistaken) = (part.doubtful, part.pasted, part.mistaken);
    Some(replaced)
}

/// The part of a text that is read again.
struct Window {
    /// In the text before the change.
    before: Span,
    /// In the text after it.
    part: Span,
    /// Its trees before the change.
    trees: Range<usize>,
    /// Its settings outside of trees before the change: all of the file, or none.
    settings: Range<usize>,
}

/// How many trees are read on each side of those that may differ.
const NEIGHBOURS: usize = 2;

impl Window {
    /// The window for a change; `None` if it would hold all of the text or some of the file's settings.
    fn of(file: &File, text: &str, change: Change) -> Option<Self> {
        let trees = &file.trees;
        let broken = trees.iter().filter(|tree| tree.broken).map(|tree| tree.span);
        let wrong = broken.chain(file.mistaken).fold(change.before, Span::to);
        let first = trees.partition_point(|tree| tree.span.end < wrong.start).saturating_sub(NEIGHBOURS);
        let end = trees.partition_point(|tree| tree.span.start <= wrong.end) + NEIGHBOURS;
        let start = at_margin(file, text, first)?;
        let beginning = start.checked_sub(1).map_or(0, |_| beginning(&trees[start]));
        let end = end.min(trees.len());
        let shift = change.shift();
        let finish = trees.get(end).and_then(|_| trees[..end].last()).map(|last| last.span.end);
        let part = Span::new(beginning, finish.map_or(offset(text.len()), |finish| shift.place(finish)));
        let before = Span::new(beginning, finish.unwrap_or(u32::MAX));
        let is_usable = beginning < change.before.start || beginning == 0;
        let is_usable = is_usable && finish.is_none_or(|finish| finish > change.before.end);
        let settings = settings_within(&file.settings, before, change)?;
        let holds_all = start == 0 && finish.is_none();
        (is_usable && !holds_all).then_some(Self { before, part, trees: start..end, settings })
    }

    /// Whether what was read of the part says for certain how the rest is read: the trees at its ends are as they were,
    /// and all mistakes are between them. Then the trees beyond are without mistakes, too.
    fn is_sealed(&self, file: &File, part: &File, change: Change) -> bool {
        let (old, new) = (&file.trees[self.trees.clone()], &part.trees[..]);
        let (opens, closes) = (self.trees.start > 0, self.trees.end < file.trees.len());
        let is_same = |(one, other): (&Tree, &Tree)| {
            let span = change.moved(one.span) == Some(other.span);
            span && one.nodes.len() == other.nodes.len() && !one.broken && !other.broken
        };
        let wrong = [Some(change.after), part.mistaken];
        let wrong = || wrong.into_iter().flatten();
        let mut first = old.iter().zip(new).take(NEIGHBOURS - 1);
        let mut last = old.iter().rev().zip(new.iter().rev()).take(NEIGHBOURS);
        if old.len().min(new.len()) < NEIGHBOURS {
            return false;
        }
        let (first_end, last_start) = (new[0].span.end, new[new.len() - NEIGHBOURS].span.start);
        let beginning_holds = !opens || first.all(is_same) && wrong().all(|place| place.start > first_end);
        let end_holds = !closes || last.all(is_same) && wrong().all(|place| place.end < last_start);
        beginning_holds && end_holds && part.settings.len() == self.settings.len()
    }

    /// Whether the trees outside the window are read alike in all layouts: nothing in them begins at the margin.
    fn ignores_layout(&self, file: &File, text: &str, change: Change) -> bool {
        let starts_line = |place: u32| place == 0 || text[..place as usize].ends_with(LINE_ENDS);
        let is_indented = |tree: &Tree, place: &dyn Fn(u32) -> u32| {
            let mut inner = tree.nodes.all().map(|node| tree.nodes.span(node).start);
            inner.all(|start| start == tree.span.start || !starts_line(place(start)))
        };
        let shift = change.shift();
        file.trees[..self.trees.start].iter().all(|tree| is_indented(tree, &|place| place))
            && file.trees[self.trees.end..].iter().all(|tree| is_indented(tree, &|place| shift.place(place)))
    }
}

/// Where a tree begins, with its question.
fn beginning(tree: &Tree) -> u32 {
    tree.question.first().map_or(tree.span.start, |question| question.start)
}

/// The last tree up to `first` that begins a line, where the text is still the same; `None` if it is far.
fn at_margin(file: &File, text: &str, first: usize) -> Option<usize> {
    /// The builder looks at so many trees for the one whose brace is wrong.
    const MOST: usize = 20;
    let starts_line =
        |place: u32| place == 0 || text.as_bytes().get(place as usize - 1).is_some_and(|c| b"\r\n".contains(c));
    let trees = file.trees.get(..=first).unwrap_or(&file.trees);
    let found = trees.iter().rev().take(MOST).position(|tree| starts_line(tree.span.start));
    match found {
        Some(back) => Some(trees.len() - 1 - back),
        None => (trees.len() < MOST).then_some(0),
    }
}

/// The settings in a part of a text; `None` if these are only some of all, or if the change may have touched them.
fn settings_within(settings: &[Setting], part: Span, change: Change) -> Option<Range<usize>> {
    let start = settings.partition_point(|setting| setting.span.start < part.start);
    let end = settings.partition_point(|setting| setting.span.start < part.end);
    let is_untouched = |setting: &Setting| change.moved(setting.span).is_some();
    let is_usable = start == end || (start == 0 && end == settings.len() && settings.iter().all(is_untouched));
    is_usable.then_some(start..end)
}
