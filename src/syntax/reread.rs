//! Reads a text again after a change: only the trees that the change may have affected, if that is certain.
//!
//! Each tree is read by itself, unless there are mistakes, because a mistake can swallow or break the trees around it.
//! So the trees with changes or mistakes are read again, with two neighbours on each side. If the neighbours are read
//! as they were before, so are all trees beyond them.

use std::ops::Range;

use super::builder::Layout;
use super::shift::Placed;
use super::tree::{File, Setting, Tree};
use super::{Read, read};
use crate::diagnostic::Findings;
use crate::source::{Change, Shift, Span, offset, starts_line};

/// What was read again of a file.
pub struct Reread {
    /// The findings of the parser.
    pub findings: Findings,
    /// The trees that were read again, by their places in the file.
    pub trees: Range<usize>,
    /// How many trees they replace.
    pub replaced: usize,
}

/// Brings a file up to date with a text after a change; at most `limit` findings are kept. The result is what
/// [`super::parse`] makes of the text, apart from numbers in the table of the file that no setting uses.
///
/// Returns `None`, and leaves the file as it was, if all of the text must be read. Linear in what is read again, apart
/// from moving the trees after it.
pub fn reread_trees(file: &mut File, text: &str, change: Change, limit: usize) -> Option<Reread> {
    let window = Window::of(file, text, change)?;
    let Read { file: part, findings, layout, .. } = read(text, window.part, limit, None);
    let is_certain = part.pasted.is_empty()
        && window.is_sealed(file, &part, change)
        && (layout == Layout::Free || window.ignores_layout(file, text, change));
    is_certain.then(|| {
        let (start, replaced) = (window.trees.start, window.trees.len());
        let trees = start..start + part.trees.len();
        window.replace(file, part, change);
        Reread { findings, trees, replaced }
    })
}

/// The part of a text that is read again.
struct Window {
    /// The part in the text before the change.
    before: Span,
    /// The part in the text after it.
    part: Span,
    /// The trees that were in it before the change.
    trees: Range<usize>,
    /// The settings that were in it, outside of its trees: all of the file, or none.
    settings: Range<usize>,
}

/// How many trees are read on each side of those that may differ.
const NEIGHBOURS: usize = 2;

impl Window {
    /// The window for a change; `None` if it would hold all of the text, or some but not all of the file's settings.
    fn of(file: &File, text: &str, change: Change) -> Option<Self> {
        let trees = &file.trees;
        let broken = trees.iter().filter(|tree| tree.broken).map(|tree| tree.span);
        let wrong = broken.chain(file.mistaken).fold(change.before, Span::to);
        let first = trees.partition_point(|tree| tree.span.end < wrong.start).saturating_sub(NEIGHBOURS);
        let end = trees.partition_point(|tree| tree.span.start <= wrong.end) + NEIGHBOURS;
        let start = at_margin(trees, text, first)?;
        if start == 0 && end >= trees.len() {
            return None;
        }
        let from = if start == 0 { 0 } else { beginning(&trees[start]) };
        let (before, part) = match trees.get(end) {
            Some(_) => {
                let to = trees[end - 1].span.end;
                (Span::new(from, to), Span::new(from, change.shift().place(to)))
            }
            None => (Span::new(from, u32::MAX), Span::new(from, offset(text.len()))),
        };
        let settings = settings_within(&file.settings, before)?;
        Some(Self { before, part, trees: start..end.min(trees.len()), settings })
    }

    /// Whether the part shows for certain that the rest is read as before: the trees at both ends of the part are
    /// unchanged, and all mistakes lie between them. Then the trees beyond are without mistakes, too.
    fn is_sealed(&self, file: &File, part: &File, change: Change) -> bool {
        let (old, new) = (&file.trees[self.trees.clone()], &part.trees[..]);
        if old.len().min(new.len()) < NEIGHBOURS {
            return false;
        }
        let wrong = part.mistaken.map_or(change.after, |mistaken| mistaken.to(change.after));
        let is_same = |(one, other): (&Tree, &Tree)| {
            let span = change.moved(one.span) == Some(other.span);
            span && one.nodes.len() == other.nodes.len() && !one.broken && !other.broken
        };
        let beginning_holds = || is_same((&old[0], &new[0])) && wrong.start > new[0].span.end;
        // A mistake can swallow trees after it, so two trees must be unchanged at the end, but only one at the
        // beginning.
        let end_holds = || {
            let mut last = old.iter().rev().zip(new.iter().rev()).take(NEIGHBOURS);
            last.all(is_same) && wrong.end < new[new.len() - NEIGHBOURS].span.start
        };
        (self.trees.start == 0 || beginning_holds())
            && (self.trees.end == file.trees.len() || end_holds())
            && self.keeps_settings(file, part, change)
    }

    /// Whether the settings in the part are those that were there before.
    fn keeps_settings(&self, file: &File, part: &File, change: Change) -> bool {
        let settings = &file.settings[self.settings.clone()];
        let is_untouched = |(one, other): (&Setting, &Setting)| change.moved(one.span) == Some(other.span);
        settings.len() == part.settings.len() && settings.iter().zip(&part.settings).all(is_untouched)
    }

    /// Whether the trees outside the window are read alike in all layouts: nothing in them begins at the margin.
    fn ignores_layout(&self, file: &File, text: &str, change: Change) -> bool {
        let is_indented = |tree: &Tree, moved: &dyn Fn(u32) -> u32| {
            let starts = tree.nodes.leaf_spans().chain(tree.nodes.interior_spans()).map(|span| span.start);
            starts.filter(|start| *start != tree.span.start).all(|start| !starts_line(text, moved(start)))
        };
        let by = change.shift();
        file.trees[..self.trees.start].iter().all(|tree| is_indented(tree, &|place| place))
            && file.trees[self.trees.end..].iter().all(|tree| is_indented(tree, &|place| by.place(place)))
    }

    /// Puts what was read of the part in the place of what was there, and moves what comes after it.
    fn replace(self, file: &mut File, mut part: File, change: Change) {
        let by = change.shift();
        if self.settings.is_empty() {
            part.trees.iter_mut().for_each(|tree| tree.inherited += self.settings.start);
        } else {
            file.literals = part.literals;
        }
        let start = file.stray_questions.partition_point(|question| question.start < self.before.start);
        let end = file.stray_questions.partition_point(|question| question.start < self.before.end);
        replace_in(&mut file.stray_questions, start..end, part.stray_questions, by);
        replace_in(&mut file.settings, self.settings, part.settings, by);
        replace_in(&mut file.trees, self.trees, part.trees, by);
        (file.doubtful, file.pasted, file.mistaken) = (part.doubtful, part.pasted, part.mistaken);
    }
}

/// Replaces some of a list, and moves what comes after them.
fn replace_in<P: Placed>(all: &mut Vec<P>, replaced: Range<usize>, by_these: Vec<P>, shift: Shift) {
    all[replaced.end..].iter_mut().for_each(|each| each.shift(shift));
    all.splice(replaced, by_these);
}

/// Where a tree begins, with its question.
fn beginning(tree: &Tree) -> u32 {
    tree.question.first().map_or(tree.span.start, |question| question.start)
}

/// The last tree, up to the one at `first`, that begins a line or is the file's first tree; `None` if none is near. The
/// change has not moved any of these trees, except perhaps the file's first tree. That one does not need to begin a
/// line.
fn at_margin(trees: &[Tree], text: &str, first: usize) -> Option<usize> {
    /// If a brace is wrong, the builder looks at up to this many trees before it for one that begins a line.
    const MOST: usize = 20;
    let mut near = (first.saturating_sub(MOST)..=first).rev();
    near.find(|tree| *tree == 0 || starts_line(text, trees[*tree].span.start))
}

/// The settings in a part of a text; `None` if these are some of all settings, but not all.
fn settings_within(settings: &[Setting], part: Span) -> Option<Range<usize>> {
    let start = settings.partition_point(|setting| setting.span.start < part.start);
    let end = settings.partition_point(|setting| setting.span.start < part.end);
    (start == end || end - start == settings.len()).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// How many trees of a text are read again after a change, if not all.
    fn read_again(before: &str, after: &str) -> Option<usize> {
        let (mut file, _) = parse(before, 100);
        reread_trees(&mut file, after, Change::between(before, after), 100).map(|reread| reread.trees.len())
    }

    #[test]
    fn a_change_in_a_tree_reads_that_tree_and_two_on_each_side() {
        let tree = |number: usize| format!("tree \"{number}\" {{\n    max {{ 3, {number} }}\n}}\n");
        let text: String = (0..500).map(tree).collect();
        let typed = |old: &str, new: &str| text.replacen(old, new, 1);
        assert_eq!(read_again(&text, &typed("3, 250 }", "3, 2507 }")), Some(5));
        assert_eq!(read_again(&text, &typed("3, 250 }", "3, 250")), Some(5), "a brace is missing");
        assert_eq!(read_again(&typed("3, 250 }", "3, 250"), &text), Some(5), "the brace is there again");
        assert_eq!(read_again(&text, &typed("3, 250 }", "3, 250 } }")), Some(5), "a brace is left over");
        assert_eq!(read_again(&text, &typed("3, 250 }", "3; 250 }")), Some(5), "a sign of another language");
        assert_eq!(read_again(&text, &typed("\n}\ntree \"250\"", "\n} max { 3 }\ntree \"250\"")), Some(6));
        assert_eq!(read_again(&text, &typed("3, 0 }", "3, 1 }")), Some(3));
        assert_eq!(
            read_again(&text, &typed("tree \"250\"", "reveal never tree \"250\"")),
            None,
            "it may hide all below"
        );
        let set = format!("allow tie // no more\n{text}");
        assert_eq!(read_again(&set, &set.replacen("more", "other", 1)), Some(2), "only a comment differs");
        assert_eq!(read_again(&set, &set.replacen("tie", "tie no-cutoff", 1)), None, "other lints are allowed");
        assert_eq!(read_again("max { 3 }", "max { 4 }"), None);
        // The quotation mark closes in the last tree, which is not among the neighbours.
        let line = "max { 1 } max { 2 } max { 3 } max { 4 } max { 5 } max { 6 } max { \"b\": 7 }";
        assert_eq!(read_again(line, &line.replacen('3', "30", 1)), Some(5));
        assert_eq!(read_again(line, &line.replacen('3', "3 ‘", 1)), None);
        // What is found in a tree may depend on whether it is the only one.
        let pair = "max { 3 }\n\nmin { 4 }\n";
        assert_eq!(read_again("max { 3 }\n\n", pair), None);
        assert_eq!(read_again(pair, "max { 3 }\n\n"), None);
    }
}
