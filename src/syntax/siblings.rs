//! Reads a text that differs from a sound one, a text without mistakes, only inside the braces of one node. Only the
//! children that the change touches are read, and one neighbour on each side.
//!
//! For the grammar, a text is a flat list of items, and a brace is an item of its own. So if the neighbours read the same
//! as before, and all mistakes lie between them, the text beyond them reads the same, too.

use std::{iter, mem};

use super::nodes::Nodes;
use super::reread::Reread;
use super::shift::Placed;
use super::splice::Splice;
use super::tree::{File, NodeId, Tree};
use super::{Children, Places, Read, mistaken, read_children};
use crate::source::{Change, Span};

/// A text without mistakes, and what was read of it.
#[derive(Clone, Copy)]
pub struct Sound<'a> {
    /// The text.
    pub text: &'a str,
    /// The result of [`super::parse`] for it.
    pub file: &'a File,
}

/// Brings a file up to date with the text `after` a change. There are no findings; up to `limit` can be added. The file
/// is then what [`super::parse`] makes of the text. Returns `None`, and leaves the file as it was, if the old or the new
/// text has mistakes, or if reading some children of one node is not enough.
///
/// Linear in the text that is read, in the nodes of the tree, and in what comes after the change.
pub fn reread_children(file: &mut File, before: &str, after: &str, change: Change, limit: usize) -> Option<Reread> {
    let sound = Sound { text: before, file };
    let patch = Patch::read(sound, after, change, limit, &Places::default()).filter(|patch| patch.wrong.is_none())?;
    let trees = patch.tree..patch.tree + 1;
    let Read { findings, .. } = patch.put(file);
    Some(Reread { findings, trees, replaced: 1 })
}

/// Gives the same result as [`super::read_in_layouts`]. Returns `None` if reading some children of one node is not enough.
///
/// Linear in the text that is read, and in the file.
pub(super) fn read_like(sound: Sound<'_>, text: &str, limit: usize, stand_ins: &Places) -> Option<Read> {
    let change = Change::between(sound.text, text);
    let patch = Patch::read(sound, text, change, limit, stand_ins)?;
    let mut file = sound.file.clone();
    let Read { findings, layout, passed_over, .. } = patch.put(&mut file);
    Some(Read { file, findings, layout, passed_over })
}

/// The changes that turn the file of a sound text into that of a new text.
struct Patch {
    /// The index of the changed tree in the file.
    tree: usize,
    change: Change,
    splice: Splice,
    /// What was read of the new text.
    read: Read,
    /// The smallest span that covers all mistakes in the new text, the findings about them, and their fixes.
    wrong: Option<Span>,
}

/// Parts of up to this many bytes are read by themselves even if they are a large part of the tree: that is quick.
const SMALL: usize = 1 << 14;

impl Patch {
    /// Reads some children of one node. Returns `None` if that may not be enough.
    fn read(sound: Sound<'_>, after: &str, change: Change, limit: usize, stand_ins: &Places) -> Option<Self> {
        let Sound { text, file } = sound;
        if file.mistaken.is_some() {
            return None;
        }
        let index = file.trees.partition_point(|tree| tree.span.end <= change.before.end);
        let tree = file.trees.get(index)?;
        let siblings = Siblings::around(&tree.nodes, change.before)?;
        // The children are read several times. If they are a large part of the tree, reading the tree is faster.
        if siblings.text.range().len() > SMALL.max(tree.span.range().len() / 4) {
            return None;
        }
        let old = siblings.read(text, siblings.text, 0, &Places::default())?;
        let mut read = siblings.read(after, siblings.text_after(change), limit, stand_ins)?;
        let (old, new) = (&old.file.trees[0], &read.file.trees[0]);
        let (splice, is_sealed) = (siblings.splice(new), siblings.are_sealed(old, new, change));
        let wrong = mistaken(&mut read, iter::empty());
        let is_certain =
            is_sealed && read.findings.is_complete() && wrong.is_none_or(|wrong| siblings.enclose(wrong, change));
        is_certain.then_some(Self { tree: index, change, splice, read, wrong })
    }

    /// Applies the changes to the file of the sound text. Returns the rest of what was read of the new text.
    fn put(self, file: &mut File) -> Read {
        let Self { tree, change, splice, mut read, .. } = self;
        let by = change.shift();
        file.settings.iter_mut().for_each(|setting| setting.shift(by));
        file.stray_questions.iter_mut().for_each(|question| question.shift(by));
        file.trees[tree..].iter_mut().for_each(|tree| tree.shift(by));
        put_children(&mut file.trees[tree], splice, read.file.trees.remove(0));
        (file.doubtful, file.mistaken) = (mem::take(&mut read.file.doubtful), read.file.mistaken);
        read
    }
}

/// Children of one node that follow each other: those that a change touches, and a neighbour on each side.
struct Siblings<'tree> {
    nodes: &'tree Nodes,
    parent: NodeId,
    /// Their text, from the neighbour before (or the opening brace) to the neighbour after (or the closing brace).
    text: Span,
    /// The neighbour before those that the change touches, if there is one.
    before: Option<NodeId>,
    /// The neighbour after them.
    after: Option<NodeId>,
}

impl<'tree> Siblings<'tree> {
    /// The siblings around what a change replaces; `None` if that is not in the braces of a node.
    fn around(nodes: &'tree Nodes, replaced: Span) -> Option<Self> {
        // The place of the leaf after a node is stored as the distance from the node's last leaf, so that distance must
        // not change. No leaf comes after the root.
        let is_before_last_leaf = |node: NodeId| replaced.end < nodes.span(last_leaf(nodes.end(node))).end;
        let mut around = nodes.around(replaced).into_iter().rev();
        let parent = around.find(|node| *node == NodeId::ROOT || is_before_last_leaf(*node))?;
        let children: Vec<NodeId> = nodes.children(parent).collect();
        let first_touched = children.partition_point(|child| nodes.span(*child).end < replaced.start);
        let first_after = children.partition_point(|child| nodes.span(*child).start <= replaced.end);
        let (before, after) = (children[..first_touched].last().copied(), children.get(first_after).copied());
        let start = before.map_or(nodes.brace(parent) + 1, |before| nodes.span(before).start);
        let text = Span::new(start, nodes.span(after.unwrap_or(parent)).end);
        Some(Self { nodes, parent, text, before, after })
    }

    /// Their text after the change.
    fn text_after(&self, change: Change) -> Span {
        Span::new(self.text.start, change.shift().place(self.text.end))
    }

    /// Reads them as a tree of their own, with their parent as its root; see [`read_children`].
    fn read(&self, text: &str, part: Span, limit: usize, stand_ins: &Places) -> Option<Read> {
        let (parent, brace) = (self.nodes.kind(self.parent), self.nodes.brace(self.parent));
        let children = Children { parent, brace, text: part, are_last: self.after.is_none() };
        read_children(text, children, limit, stand_ins)
    }

    /// Whether a part of the new text lies between the neighbours.
    fn enclose(&self, part: Span, change: Change) -> bool {
        let starts_after = |before| self.nodes.span(before).end < part.start;
        let ends_before = |after| part.end < change.shift().place(self.nodes.span(after).start);
        self.text_after(change).contains(part)
            && self.before.is_none_or(starts_after)
            && self.after.is_none_or(ends_before)
    }

    /// Whether the neighbours are read with the same result, and the tree's table of numbers keeps its order. `old` and
    /// `new` are the siblings as read before and after the change.
    fn are_sealed(&self, old: &Tree, new: &Tree, change: Change) -> bool {
        let first_child = |tree: &Tree| tree.nodes.children(NodeId::ROOT).next().map(|child| tree.nodes.span(child));
        let last_child = |tree: &Tree| tree.nodes.children(NodeId::ROOT).last().map(|child| tree.nodes.span(child));
        let end = |tree: &Tree| tree.nodes.span(last_leaf(NodeId::new(tree.nodes.len()))).end;
        let is_sealed_before = self.before.is_none() || first_child(old) == first_child(new);
        let is_sealed_after = match self.after {
            Some(_) => last_child(old).and_then(|child| change.moved(child)) == last_child(new),
            None => self.parent == NodeId::ROOT || change.shift().place(end(old)) == end(new),
        };
        is_sealed_before && is_sealed_after && old.nodes.literals.large() == new.nodes.literals.large()
    }

    /// Which nodes and leaves of the tree to replace, and with which ones in `read`.
    fn splice(&self, read: &Tree) -> Splice {
        let start = self.parent.next();
        let first = self.before.map_or(start, |before| self.nodes.end(before));
        let end = self.nodes.end(self.after.unwrap_or(self.parent));
        // In `read`, they follow the root.
        let taken = NodeId::new(first.index() - self.before.unwrap_or(start).index() + NodeId::ROOT.next().index());
        Splice { parent: self.parent, first, end, taken, taken_end: NodeId::new(read.nodes.len()) }
    }
}

/// The last leaf before the end of a subtree.
fn last_leaf(end: NodeId) -> NodeId {
    NodeId::new(end.index() - 1)
}

/// Puts newly read nodes and leaves into a tree.
fn put_children(tree: &mut Tree, splice: Splice, mut read: Tree) {
    tree.broken |= read.broken;
    tree.nodes.splice(splice, &read.nodes);
    tree.labels.splice(splice, &read.labels);
    let claims = read.claims.entries_mut();
    let operands = claims.flat_map(|claim| claim.form.operands_mut().iter_mut().chain(&mut claim.worth));
    for term in operands.chain(read.probabilities.entries_mut()) {
        term.adopt(&mut tree.nodes.literals, &read.nodes.literals);
    }
    tree.names.splice(splice, &read.names);
    tree.probabilities.splice(splice, &read.probabilities);
    tree.claims.splice(splice, &read.claims);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;
    use proptest::sample::{Index, select};
    use proptest::test_runner::TestRunner;

    use super::super::{parse, read_in_layouts};
    use super::*;
    use crate::source::offset;

    /// What is read again of this text when `typed` replaces the `removed` bytes before `|`.
    fn read_again(marked: &str, removed: usize, typed: &str) -> Option<String> {
        let (start, end) = marked.split_once('|').unwrap();
        let before = [start, end].concat();
        let after = [&start[..start.len() - removed], typed, end].concat();
        let (mut file, findings) = parse(&before, 0);
        assert_eq!(findings.tally().total(), 0, "{before}");
        let change = Change::between(&before, &after);
        let siblings = Siblings::around(&file.trees[0].nodes, change.before);
        let part = siblings.map(|siblings| siblings.text_after(change));
        reread_children(&mut file, &before, &after, change, 0).map(|_| part.unwrap().of(&after).to_string())
    }

    #[test]
    fn only_the_children_near_a_change_are_read() {
        let read = |marked, typed| read_again(marked, 0, typed);
        let expected = |text: &str| Some(text.to_string());
        assert_eq!(read("max { 3, 4, 5|, 6, 7 }", "0"), expected("4, 50, 6"));
        assert_eq!(read("max { |3, 4, 5 }", "1"), expected(" 13, 4"));
        assert_eq!(read("max { 3, 4, 5| }", "1"), expected("4, 51 }"));
        let nodes = "max { a: min { 3, 4 } b: min B| { 5, 6 } c: min { 7, 8 } d: min { 9, 10 } }";
        assert_eq!(read(nodes, "C = 5 pruned"), expected(&nodes[6..56].replace("B|", "BC = 5 pruned")));
        assert_eq!(read("max { 3, { 4, 5 } |{ 6, 7 } }", "// note\n"), expected("{ 4, 5 } // note\n{ 6, 7 } }"));
        assert_eq!(read("max { 3, 4|, 5, 6 }", " { 7, { 8, 9 } } 1"), expected("3, 4 { 7, { 8, 9 } } 1, 5"));
        assert_eq!(read_again("max { 3, { 4 } { 5, 6 }|, 7, 8 }", 14, ""), expected("3, , 7"));
        // The places after a node depend on its last leaf.
        assert_eq!(read("max { 1, 2, { 4, 5| }, 6, 7 }", "0"), expected("2, { 4, 50 }, 6"));
    }

    #[test]
    fn only_some_children_are_read_if_all_mistakes_are_between_neighbours() {
        let codes = |marked: &str, typed: &str| {
            let before = marked.replace('|', "");
            let (file, _) = parse(&before, 0);
            let after = marked.replace('|', typed);
            let read = read_like(Sound { text: &before, file: &file }, &after, 9, &Places::default())?;
            let found: Vec<_> = read.findings.finish().0.iter().map(|finding| finding.code.to_string()).collect();
            Some((found.join(" "), read.passed_over.len()))
        };
        let found = |codes: &str, signs| Some((codes.to_string(), signs));
        assert_eq!(codes("max { 3, 4|, 5, 6 }", " = 7"), found("E0105", 0));
        assert_eq!(codes("max { 3, 4|, 5, 6 }", "; 7"), found("", 1));
        assert_eq!(codes("max { min A { 3, 4 } min B| { 5, 6 } min C { 7 } }", " [3"), found("E0105", 0));
        assert_eq!(codes("max { min { 3, 4 } min { a: 5, |6, 7 } min { 8 } }", "b max { 1 } "), found("E0109", 0));
        // What these signs mean depends on the text after the neighbours.
        assert_eq!(codes("max { 3 4| inf inf 5 }", ";"), None);
        assert_eq!(codes("max { 3, 4,| 5, \"b\": 6 }", "‘"), None);
        assert_eq!(codes("max { 3 4 |5 6// >\n7 }", "<"), None);
        assert_eq!(codes("max { 3, |4, 5, 6 }", "b "), None, "the missing colon is noticed at 5, a neighbour");
        assert_eq!(codes("max { 3, 4|, 5, 6 }", ", }"), None);
        assert_eq!(codes("max { 3, 4|, 5, 6 }", ", expect value = 3"), None);
    }

    #[test]
    fn all_is_read_if_the_change_may_reach_further() {
        let is_read = |marked, typed| read_again(marked, 0, typed).is_some();
        let nodes = "max { { 3, 4 } { 5,| 6 } { 7, 8 } }";
        for typed in ["{", "}", "//", "/", "\"", "/// x\n", "expect value = 3", "tree", "min {", "} {", "} min {", ";"]
        {
            assert!(!is_read(nodes, typed), "{typed}");
        }
        assert!(!is_read("max { 3, 4,| 5,\n 6 }", "9 //"), "the comment hides a neighbour");
        assert!(!is_read("max { 3, { 4, 5 |pruned\n } 6 }", "//"), "the last leaf ends earlier");
        assert!(!is_read("max { 3, 4|, 5 }", ".5"), "the table gets a number");
        assert_eq!(read_again("max { 1/2, 2.5, 3, 1/2|, 4 }", 3, "2.5"), None, "the order of the table may differ");
        for typed in ["} //", "} range [0, 9] //", "} min { 4 } //"] {
            assert!(!is_read("max { 3, 4| }", typed), "{typed}");
            assert!(!is_read("tree { max { 3, 4| } }", typed), "{typed}");
        }
        // An invented brace may be placed inside a character.
        assert!(!is_read("max { 1,\u{A0}3, 4|, 5 }", "{"));
        assert!(!is_read("max { …3, 4|, a: 5 }", "}"));
        assert!(!is_read("max { 2|, {5}\u{A0}6 }", "}"));
        assert!(!is_read("max A { 3 } // no|te", "x"), "it is outside of all trees");
        assert!(!is_read("max A| { 3 }", "B"), "it is not in braces");
    }

    const AROUND: &[[&str; 2]] = &[
        ["allow tie\n/// Why?\ntree {\n max {", "} } min { 3 } range [0, 9]"],
        ["tree { expect value in [1, 9] or {5} {", "} expect line a b } // max"],
        ["max {", "}"],
        ["min{", "}\u{A0}max{ 2.5 }"],
    ];
    const HEADS: &[&str] = &["{", "max {", "min A {", "chance \"é\" = 2.5 {", "MAX B [-inf, 1/3] worth 2 pruned {"];
    const LABELS: &[&str] =
        &["", "", "", "a: ", "or: ", "nothing: ", "\"é b\" : ", "left 1/3: ", "0.5:", "as_long_as_no_other: "];
    const LEAVES: &[&str] =
        &["3", "-12", "inf", "2.5", "99999999999", "?x", "_", "...", "…", "7 pruned", "1/3 visited worth 0.5"];
    const GAPS: &[&str] =
        &[" ", " ", ", ", "\n  ", "\r\n", "\u{A0}", " // note\n", " // don’t \"x\" >\n", "                         "];
    const TYPED: &[&str] = &[
        "",
        "",
        "",
        "5",
        "0",
        " { 6 } ",
        "b: max { 1, 2 } ",
        "a",
        " ",
        ", ",
        "\n",
        "// x\n",
        "//",
        "///",
        "{",
        "}",
        "\"",
        "-",
        ".",
        "/",
        "?",
        "_",
        ":",
        "é",
        "0.5: ",
        "= 3 ",
        "[-inf, 5]",
        "worth 1/7 ",
        " pruned ",
        " 2.5 ",
        "min ",
        "tree { max {",
        "expect value = 3 ",
        "4 // ",
        "} // ",
        "} range [0, 9] // ",
        "} tree",
        "or",
        "= ",
        "[",
        "]",
        "(3",
        ">= 3",
        "plays",
        "eval",
        "worth ",
        "?1",
        "_x",
        "50%",
        "≤ ",
        " -> ",
        "− 3",
        "“a”",
        "‘",
        "“",
        "'",
        "`",
        "< ",
        ";",
        "; ",
        "#",
        "/* ",
        "max A B",
        "1.2.3",
        "1/0",
        "a: b: ",
        "depth 3",
        "allow tie",
        "ask",
        "window",
        "{}",
        "chance { 3 }",
        "mix {",
        "\n- ",
        "| ",
    ];

    /// The text of some children, nested a few levels deep.
    fn children() -> impl Strategy<Value = String> {
        let leaf =
            (select(LABELS), select(LEAVES), select(GAPS)).prop_map(|(label, leaf, gap)| [label, leaf, gap].concat());
        prop::collection::vec(leaf, 1..6).prop_map(|leaves| leaves.concat()).prop_recursive(5, 200, 6, |inner| {
            let node = (select(LABELS), select(HEADS), select(GAPS), inner.clone(), select(GAPS));
            let node = node.prop_map(|(label, head, gap, inner, end)| format!("{label}{head}{gap}{inner}}}{end}"));
            prop::collection::vec(prop_oneof![3 => node, 1 => inner], 1..6).prop_map(|parts| parts.concat())
        })
    }

    /// The whole result of a reading, as text.
    fn whole(Read { file, findings, layout, passed_over }: &Read) -> String {
        format!("{file:#?}\n{findings:#?}\n{layout:?}\n{passed_over:?}")
    }

    #[test]
    fn what_is_read_again_is_what_is_read_at_once() {
        let [changes, sound, like] = [const { Cell::new(0) }; 3];
        let add = |count: &Cell<usize>| count.set(count.get() + 1);
        let removed = prop_oneof![3 => 0..2_usize, 1 => 2..25_usize];
        let keystroke = (any::<Index>(), removed, select(TYPED), 0..8_u32);
        let all = (select(AROUND), children(), prop::collection::vec(keystroke, 40));
        let config = ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() };
        let outcome = TestRunner::new(config).run(&all, |(around, children, keystrokes)| {
            let before = format!("{}{children}{}", around[0], around[1]);
            let (file, _) = parse(&before, 0);
            for (at, removed, typed, meant) in keystrokes {
                let start = before.floor_char_boundary(at.index(before.len()));
                let end = before.ceil_char_boundary((start + removed).min(before.len()));
                let after = [&before[..start], typed, &before[end..]].concat();
                let fresh = |stand_ins| read_in_layouts(&after, Span::new(0, offset(after.len())), 9, stand_ins);
                let mut stand_ins = Places::default();
                stand_ins.add([Span::new(offset(start), offset(start) + meant)]);
                add(&changes);
                if let Some(again) = read_like(Sound { text: &before, file: &file }, &after, 9, &stand_ins) {
                    add(&like);
                    prop_assert_eq!(whole(&again), whole(&fresh(&stand_ins)), "{}", after);
                }
                let mut patched = file.clone();
                let change = Change::between(&before, &after);
                if reread_children(&mut patched, &before, &after, change, 9).is_some() {
                    add(&sound);
                    let fresh = fresh(&Places::default());
                    prop_assert!(fresh.findings.tally().total() == 0 && fresh.passed_over.is_empty(), "{}", after);
                    prop_assert_eq!(format!("{patched:#?}"), format!("{:#?}", fresh.file), "{}", after);
                }
            }
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
        let [changes, sound, like] = [changes, sound, like].map(Cell::into_inner);
        assert!(sound * 10 > changes && (like - sound) * 10 > changes, "{sound}, {like} of {changes} changes");
    }
}
