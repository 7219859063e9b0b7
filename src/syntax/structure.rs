//! The nesting of braces: which node or tree an item belongs to. Each tree gets at most one finding about its nesting.

use std::mem;

use super::builder::{Builder, Layout, PendingLabel};
use super::nesting::{Frame, Owner};
use super::tree::{Kind, Label, NodeId, Tree};
use super::wording::{LABELLED_CHILD, closes_too_early, missing_brace, surplus_brace};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, offset, starts_line};

impl Builder<'_> {
    // Beginnings of trees and nodes.

    /// `tree`. Everything before it is already closed.
    pub(super) fn begin_tree(&mut self, span: Span) {
        self.start_tree(span);
        self.nesting.pending = Some(Frame { owner: Owner::Tree, place: span });
    }

    fn start_tree(&mut self, span: Span) {
        let empty = self.file.trees.last().map(Tree::with_room_of).unwrap_or_default();
        self.tree = Tree {
            span,
            question: self.take_questions(),
            inherited: self.file.settings.len(),
            broken: self.settings_in_doubt,
            ..empty
        };
        self.nesting.faulted = false;
        self.nesting.bare_reported = false;
    }

    /// The head of a node.
    pub(super) fn begin_node(&mut self, kind: Kind, span: Span, name: Option<Span>) {
        self.begin_child(span);
        let whole = self.label_span(span);
        let node = self.tree.nodes.push_node(kind, whole);
        self.attach_label(node, whole.start, span.start);
        if let Some(name) = name {
            self.tree.names.push(node, name);
        }
        self.nesting.pending = Some(Frame { owner: Owner::Node(node), place: span });
    }

    /// `{`: the brace of the head before it, or of a bare node.
    pub(super) fn open(&mut self, at: u32) {
        self.item();
        let brace = Span::new(at, at + 1);
        if self.nesting.pending.is_none() {
            let kind = self.bare_kind(brace);
            self.begin_node(kind, brace, None);
        }
        if let Some(mut frame) = self.nesting.pending.take() {
            if let Owner::Node(_) = frame.owner {
                self.tree.nodes.open(at);
            }
            frame.place = brace;
            self.nesting.frames.push(frame);
        }
    }

    /// Like [`Self::open`], for a bare node without a label that needs no checks here.
    pub(super) fn open_plain(&mut self, at: u32) {
        let brace = Span::new(at, at + 1);
        let kind = self.bare_kind(brace);
        let node = self.tree.nodes.push_node(kind, brace);
        self.tree.nodes.open(at);
        self.nesting.frames.push(Frame { owner: Owner::Node(node), place: brace });
    }

    /// The player of a bare node: the one opposite to its parent's.
    fn bare_kind(&mut self, brace: Span) -> Kind {
        match self.nesting.parent().map(|parent| self.tree.nodes.kind(parent)) {
            Some(Kind::Max) => Kind::Min,
            Some(Kind::Chance) => {
                self.tree.broken = true;
                if !mem::replace(&mut self.nesting.bare_reported, true) {
                    let finding = Diagnostic::new(Code::BareUnderChance, "nothing says who moves at this node", brace)
                        .note(
                            "a brace without a word means that the other player moves; after a chance node that could be either",
                        )
                        .help("write `max {` or `min {` here and at each sibling that is a bare brace");
                    self.report(finding);
                }
                Kind::Max
            }
            _ => Kind::Max,
        }
    }

    /// Prepares for a node or leaf at `span`: a root begins a tree, and a second root is an error.
    pub(super) fn begin_child(&mut self, span: Span) {
        self.supply_brace();
        let place = self.label_span(span);
        if self.layout == Layout::RootsAtMargin && self.label.is_none() && starts_line(self.text, place.start) {
            self.close_all(place);
        }
        if self.nesting.frames.is_empty() {
            if self.label.is_some() && self.nesting.last_close.is_some() {
                self.reopen(place, LABELLED_CHILD);
            } else {
                self.start_tree(place);
            }
        }
        if self.nesting.is_outermost() {
            if self.tree.nodes.is_empty() {
                self.refuse_root_label();
            } else {
                self.second_root(place);
            }
        }
    }

    /// No move leads to a root, so it has no label.
    fn refuse_root_label(&mut self) {
        if let Some(PendingLabel { span, .. }) = self.label.take().filter(|_| !self.nesting.faulted) {
            let finding = Diagnostic::new(Code::OutOfPlace, "the root of a tree has no label", span)
                .primary_label("a label is the move that leads to a child");
            self.report(match self.name_in_place_of_label(span) {
                Some(fix) => finding.with_fix(fix),
                None => finding.help("to name the root, write its name after the player: `max A { … }`"),
            });
        }
    }

    /// A second root. It is read as a child, since most often its node was closed too early.
    fn second_root(&mut self, place: Span) {
        let root = self.tree.nodes.span(NodeId::ROOT);
        if !self.nesting.faulted
            && let Some(brace) = super::brace::too_early(self.text, Span::new(root.start, place.end))
        {
            self.fault(|| closes_too_early(brace, place));
        }
        self.fault(|| {
            Diagnostic::new(Code::SeveralRoots, "a tree has one root", place)
                .primary_label("a second root")
                .label(Span::new(root.end.saturating_sub(1), root.end), "the first root ends here")
                .help("if an extra `}` before it closed the root, delete that brace; otherwise give each root its own `tree { … }`")
        });
        let owner = Owner::Node(NodeId::ROOT);
        if !self.tree.nodes.is_leaf(NodeId::ROOT) {
            self.nesting.frames.push(Frame { owner, place });
        }
    }

    pub(super) fn lone_leaf(&mut self, leaf: NodeId, span: Span) {
        let shown = span.of(self.text);
        let alone = self.nesting.frames.is_empty();
        self.fault(|| {
            Diagnostic::new(Code::OutOfPlace, "a leaf outside any node", span)
                .help(format!("write it in the braces of a node: `max {{ {} }}`", clipped(shown)))
        });
        if alone && leaf == NodeId::ROOT {
            self.tree = Tree::default();
        }
    }

    // Labels.

    /// `span` with the label before it.
    pub(super) fn label_span(&self, span: Span) -> Span {
        self.label.as_ref().map_or(span, |label| label.span.to(span))
    }

    /// Gives the pending label to a node or leaf. Its text begins at `start`, and what follows the label at `child`.
    pub(super) fn attach_label(&mut self, node: NodeId, start: u32, child: u32) {
        if let Some(PendingLabel { name, probability, .. }) = self.label.take() {
            self.tree.labels.push(node, start, Label { name, child });
            probability.into_iter().for_each(|probability| self.tree.probabilities.push(node, probability));
        }
    }

    /// Drops a label without a child, which the parser has already reported.
    pub(super) fn drop_label(&mut self) {
        self.label = None;
    }

    // Ends of trees and nodes.

    /// `}`.
    pub(super) fn close(&mut self, end: u32) {
        self.item();
        let brace = Span::new(end - 1, end);
        if self.label.take().is_some() {
            self.tree.broken = true;
        }
        if let Some(head) = self.nesting.pending.take() {
            self.fault(|| missing_brace(head.place));
            if self.nesting.frames.is_empty() {
                self.finish_tree(brace);
            }
            return;
        }
        match self.nesting.frames.pop() {
            None => self.surplus(brace),
            Some(Frame { owner: Owner::Tree, .. }) => self.finish_tree(brace),
            Some(Frame { owner: Owner::Node(node), place }) => {
                self.close_node(node, place, end);
                if self.nesting.frames.is_empty() {
                    self.finish_tree(brace);
                }
            }
        }
    }

    fn close_node(&mut self, node: NodeId, opening: Span, end: u32) {
        self.tree.nodes.close(node, end);
        if self.tree.nodes.end(node) == node.next() && !self.nesting.faulted && !self.tree.broken {
            let finding =
                Diagnostic::new(Code::EmptyNode, "a node needs at least one child", opening.to(Span::empty(end)))
                    .help("write its children in the braces, or `{ ... }` if they do not matter");
            self.report(finding);
        }
    }

    fn finish_tree(&mut self, brace: Span) {
        self.tree.span.end = brace.end;
        if self.tree.nodes.is_empty() && !self.nesting.faulted && !self.tree.broken {
            let finding = Diagnostic::new(Code::MissingRoot, "a tree without a root", self.tree.span)
                .help("write its root in the braces: `max { … }`");
            self.report(finding);
        }
        self.nesting.last_close = Some(brace);
        self.file.trees.push(mem::take(&mut self.tree));
    }

    fn surplus(&mut self, brace: Span) {
        self.passed_silently(brace);
        if self.nesting.forgiven > 0 {
            self.nesting.forgiven -= 1;
            return;
        }
        if !self.nesting.faulted {
            let from = self.last_margin_tree();
            let region = Span::new(self.file.trees.get(from).map_or(brace.start, |tree| tree.span.start), brace.end);
            let early = super::brace::too_early(self.text, region).filter(|early| *early != brace);
            self.findings.add(match (early, self.nesting.last_close) {
                (Some(early), _) => closes_too_early(early, brace),
                (None, last) => surplus_brace(brace, last),
            });
            let first = if early.is_some() { from } else { self.file.trees.len().saturating_sub(1) };
            self.file.trees.iter_mut().skip(first).for_each(|tree| tree.broken = true);
        }
        self.nesting.faulted = true;
    }

    /// The last tree that begins at the left margin: a tree that was closed too early may begin there.
    fn last_margin_tree(&self) -> usize {
        /// At most this many trees are searched.
        const MOST: usize = 20;
        let trees = self.file.trees.len();
        let mut last = (trees.saturating_sub(MOST)..trees).rev();
        last.find(|tree| starts_line(self.text, self.file.trees[*tree].span.start)).unwrap_or(trees.saturating_sub(1))
    }

    /// Closes every open brace, because something begins at `next` that cannot be inside a brace.
    pub(super) fn close_all(&mut self, next: Span) {
        let head = self.nesting.pending.take();
        if let Some(head) = head {
            self.fault(|| missing_brace(head.place));
        }
        if self.nesting.frames.is_empty() && head.is_none() {
            return;
        }
        self.unclosed(0, next);
        self.nesting.forgiven = self.nesting.frames.len();
        self.close_frames(0, next.start);
        let end = self.last_end(next.start);
        self.finish_tree(end);
    }

    /// Closes every open node of a tree, because `what` begins at `next` and belongs to the tree itself.
    fn close_nodes(&mut self, next: Span, what: &str) {
        let depth = self.nesting.frames.len();
        if depth > 1 {
            if !self.nesting.faulted
                && let Some(end) = super::brace::closed_after(self.text, next.end, depth, 1)
            {
                let misplaced = self.inside_node(next, what, end);
                self.fault(|| misplaced);
            }
            self.unclosed(1, next);
            self.close_frames(1, next.start);
        }
    }

    fn close_frames(&mut self, keep: usize, end: u32) {
        let end = self.last_end(end).end;
        while self.nesting.frames.len() > keep {
            if let Some(Frame { owner: Owner::Node(node), .. }) = self.nesting.frames.pop() {
                self.tree.nodes.close(node, end);
            }
        }
    }

    /// The end of the last text before `next`, as an empty span.
    fn last_end(&self, next: u32) -> Span {
        let before = self.text[..next as usize].trim_end().len();
        Span::empty(offset(before))
    }

    fn unclosed(&mut self, keep: usize, next: Span) {
        let Some(frame) = self.nesting.frames.get(keep).copied() else {
            return;
        };
        if self.layout == Layout::Free && !self.swallowed_trees.get() {
            let whole = Span::new(self.nesting.frames[0].place.start, next.start);
            self.swallowed_trees.set(super::brace::may_hold_trees(self.text, whole));
        }
        let region = Span::new(frame.place.start, next.start);
        let suspect = super::brace::misaligned(self.text, region);
        self.tree.broken = true;
        if !self.nesting.faulted {
            let finding = self.unclosed_brace(frame.place, suspect, next);
            self.fault(|| finding);
        }
    }

    // Findings about the nesting, at most one for each tree.

    /// Reports an error in the nesting, unless this tree already has one.
    fn fault(&mut self, describe: impl FnOnce() -> Diagnostic) {
        self.tree.broken = true;
        if !mem::replace(&mut self.nesting.faulted, true) {
            self.findings.add(describe());
        }
    }

    /// An error was reported that explains why braces do not match, so nothing is reported about them.
    pub(super) fn expect_no_brace(&mut self) {
        self.nesting.faulted = true;
        self.tree.broken = true;
    }

    /// The parser has reported an error in a head, so its missing brace is not reported.
    pub(super) fn head_was_reported(&mut self) {
        if self.nesting.pending.is_some() {
            self.expect_no_brace();
        }
    }

    /// Assumes the brace that is missing after a head, because what follows belongs inside it.
    fn supply_brace(&mut self) {
        if let Some(head) = self.nesting.pending.take() {
            self.fault(|| missing_brace(head.place));
            self.nesting.frames.push(head);
        }
    }

    /// Closes nodes up to the level of the tree, where settings and expectations belong; `false` if there is no tree.
    pub(super) fn reach_tree_level(&mut self, span: Span, what: &str) -> bool {
        self.nesting.went_beyond = true;
        self.drop_label();
        if self.nesting.awaits_tree_brace() {
            self.supply_brace();
        } else if let Some(head) = self.nesting.pending.take() {
            self.fault(|| missing_brace(head.place));
        }
        match self.nesting.frames.first().map(|frame| frame.owner) {
            None => self.reopen(span, what),
            Some(Owner::Tree) => {
                self.close_nodes(span, what);
                true
            }
            Some(Owner::Node(_)) => self.missing_tree(span, what),
        }
    }

    /// An expectation inside a root that has no `tree` around it.
    fn missing_tree(&mut self, span: Span, what: &str) -> bool {
        let outer = self.nesting.frames[0];
        let what = what.to_string();
        self.fault(|| {
            Diagnostic::new(Code::OutOfPlace, format!("{what} belongs to a tree, not to a node"), span)
                .primary_label("no `tree` around it")
                .label(outer.place, "this brace begins a node")
                .help("write `tree {` before the root, and `}` after the last line of the tree")
        });
        if self.nesting.frames.len() == 1 {
            self.nesting.frames[0].owner = Owner::Tree;
        }
        false
    }

    /// Something that belongs in a tree, but comes after the last tree was closed.
    fn reopen(&mut self, span: Span, what: &str) -> bool {
        let was_block = self.file.trees.last().is_some_and(|tree| is_block(self.text, tree.span));
        let reopened = if was_block { self.file.trees.pop() } else { None };
        if let (Some(mut tree), Some(last)) = (reopened, self.nesting.last_close) {
            tree.broken = true;
            let place = Span::new(tree.span.start, tree.span.start + 1);
            self.tree = tree;
            if !self.nesting.faulted {
                let finding = self.after_the_tree(span, what, last);
                self.fault(|| finding);
            }
            self.nesting.frames.push(Frame { owner: Owner::Tree, place });
        } else {
            if !mem::replace(&mut self.nesting.faulted, true) {
                self.findings.add(self.outside_any_tree(span, what));
            }
            if let Some(tree) = self.file.trees.last_mut() {
                tree.broken = true;
            }
            if what == LABELLED_CHILD {
                self.start_tree(span);
                self.tree.broken = true;
                self.nesting.faulted = true;
            }
        }
        false
    }
}

fn is_block(text: &str, tree: Span) -> bool {
    tree.of(text).get(.."tree".len()).is_some_and(|word| word.eq_ignore_ascii_case("tree"))
}
