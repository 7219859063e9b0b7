//! What the grammar's actions call: makes the flat tree, item by item.
//!
//! The nesting of braces is kept in [`super::structure`], the wording of syntax errors in [`super::syntax_error`].

use std::cell::{Cell, OnceCell};
use std::{iter, mem};

use super::bare::{BarePieces, Brace, ShortNumber};
use super::name::{check_quoted, reserved_label};
use super::nesting::Nesting;
use super::run::{LabelWithin, Leaves};
use super::slip::{Places, is_about_stand_in};
use super::tree::{
    Ask, Claim, ClaimForm, Expectation, File, Form, Kind, Literal, Literals, NodeId, Setting, SettingKind,
};
use super::tree::{Term, TermKind, Tree};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::number::{Malformed, Number};
use crate::source::{LineIndex, Span, offset, starts_line};

/// How far the layout of the text is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layout {
    /// Not at all. Only braces count.
    Free,
    /// A root or question text at the left margin begins a new tree, whatever is still open. This layout is for reading
    /// a file again if its braces do not match, so that a tree with a missing brace does not swallow the trees below it.
    RootsAtMargin,
}

/// What a list of names and numbers belongs to.
pub(super) enum ListHead {
    Expect(u32, Term),
    Allow(u32),
}

/// A label whose child has not been read.
pub(super) struct PendingLabel {
    pub(super) name: Option<Span>,
    pub(super) probability: Option<Term>,
    /// All of it, as far as it has been read.
    pub(super) span: Span,
}

pub(super) struct Builder<'text> {
    pub(super) text: &'text str,
    /// The lines of the text, which only some findings need.
    lines: OnceCell<LineIndex>,
    pub(super) layout: Layout,
    pub(super) findings: Findings,
    /// The places whose text only stands for what the author meant. Nothing is reported about them.
    pub(super) stand_ins: &'text Places,
    pub(super) file: File,
    /// The tree that is being read.
    pub(super) tree: Tree,
    pub(super) nesting: Nesting,
    /// Set if an unclosed brace has swallowed what may be further trees.
    pub(super) swallowed_trees: &'text Cell<bool>,
    /// The label that waits for its child.
    pub(super) label: Option<PendingLabel>,
    /// Question texts that wait for their tree.
    questions: Vec<Span>,
    list: Option<(ListHead, Vec<Term>)>,
    /// The end of the last syntax error, so that one mistake is not reported twice.
    pub(super) last_error_end: Option<u32>,
    /// Whether a setting of the file could not be read, so that the meaning of the trees below is unknown.
    pub(super) settings_in_doubt: bool,
}

impl<'text> Builder<'text> {
    /// Keeps at most `limit` findings.
    pub(super) fn new(
        text: &'text str,
        layout: Layout,
        limit: usize,
        swallowed_trees: &'text Cell<bool>,
        stand_ins: &'text Places,
    ) -> Self {
        Self {
            text,
            lines: OnceCell::new(),
            layout,
            findings: Findings::new(limit),
            stand_ins,
            file: File::default(),
            tree: Tree::default(),
            nesting: Nesting::default(),
            swallowed_trees,
            label: None,
            questions: Vec::new(),
            list: None,
            last_error_end: None,
            settings_in_doubt: false,
        }
    }

    /// Prepares to read only children of a node of this kind, whose brace is at this place.
    pub(super) fn begin_children(&mut self, parent: Kind, brace: u32) {
        self.begin_node(parent, Span::new(brace, brace + 1), None);
        self.open(brace);
    }

    /// Closes everything that is still open at the end of what was read, and returns the file.
    pub(super) fn finish(mut self, end: u32) -> (File, Findings) {
        self.item();
        self.close_all(Span::empty(end));
        self.file.stray_questions.extend(stretch(&self.questions));
        (self.file, self.findings)
    }

    /// The number of the line of a place, from 1.
    pub(super) fn line(&self, at: u32) -> usize {
        self.lines.get_or_init(|| LineIndex::new(self.text)).line(at) + 1
    }

    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.tree.broken = true;
        self.file.doubtful.push(finding.primary.span.start);
        match is_about_stand_in(&finding, self.stand_ins) {
            true => self.findings.withhold(),
            false => self.findings.add(finding),
        }
    }

    /// Notes a mistake that may not be reported.
    pub(super) fn passed_silently(&mut self, place: Span) {
        self.file.mistaken = Some(self.file.mistaken.map_or(place, |mistaken| mistaken.to(place)));
    }

    // Operands.

    pub(super) fn number_term(&mut self, start: u32, end: u32) -> Term {
        let span = Span::new(start, end);
        let number = self.number(span);
        let kind = TermKind::Number(self.literals().insert(number));
        Term { span, kind }
    }

    pub(super) fn name_term(&mut self, start: u32, end: u32) -> Term {
        let span = Span::new(start, end);
        self.check_text(span);
        Term { span, kind: TermKind::Name }
    }

    pub(super) fn unknown_term(&self, start: u32, end: u32) -> Term {
        Term { span: Span::new(start, end), kind: TermKind::Unknown }
    }

    pub(super) fn blank_term(&self, start: u32, end: u32) -> Term {
        Term { span: Span::new(start, end), kind: TermKind::Blank }
    }

    /// The number at `span`; 0, with a finding, if it is malformed.
    fn number(&mut self, span: Span) -> Number {
        span.of(self.text).parse().unwrap_or_else(|malformed| {
            self.settings_in_doubt |= !self.nesting.in_tree();
            self.report(malformed_number(span.of(self.text), span, &malformed, str::to_string));
            Number::integer(0)
        })
    }

    fn check_text(&mut self, span: Span) {
        if self.text.as_bytes()[span.start as usize] == b'"'
            && let Some(finding) = check_quoted(self.text, span)
        {
            // A text without a closing quote swallows the rest of its line. What is missing there is no second mistake.
            self.last_error_end = Some(span.end);
            self.report(finding);
            self.expect_no_brace();
        }
    }

    /// The table for the numbers at this place: that of the tree or, outside trees, of the file.
    fn literals(&mut self) -> &mut Literals {
        if self.nesting.in_tree() { &mut self.tree.nodes.literals } else { &mut self.file.literals }
    }

    // Items.

    /// A new item begins, so an open list ends here.
    pub(super) fn item(&mut self) {
        if let Some((head, terms)) = self.list.take() {
            self.end_list(head, terms, None);
        }
    }

    pub(super) fn question(&mut self, span: Span) {
        self.item();
        self.nesting.went_beyond = true;
        if self.layout == Layout::RootsAtMargin && starts_line(self.text, span.start) {
            self.close_all(span);
        }
        self.drop_label();
        if self.nesting.in_tree() {
            let goes_on = |last: &Span| Span::new(last.end, span.start).of(self.text).trim().is_empty();
            match self.file.stray_questions.last_mut() {
                Some(last) if goes_on(last) => last.end = span.end,
                _ => self.file.stray_questions.push(span),
            }
        } else {
            self.questions.push(span);
        }
    }

    /// Takes the question texts read so far, for the tree that begins.
    pub(super) fn take_questions(&mut self) -> Vec<Span> {
        mem::take(&mut self.questions)
    }

    pub(super) fn edge(&mut self, name: Span) {
        self.item();
        self.check_text(name);
        self.drop_label();
        self.label = Some(PendingLabel { name: Some(name), probability: None, span: name });
    }

    pub(super) fn edge_number(&mut self, number: Term) {
        if let Some(label) = &mut self.label {
            label.probability = Some(number);
            label.span = label.span.to(number.span);
        }
    }

    pub(super) fn probability(&mut self, number: Term, colon: u32) {
        self.item();
        self.drop_label();
        let span = Span::new(number.span.start, colon);
        self.label = Some(PendingLabel { name: None, probability: Some(number), span });
    }

    pub(super) fn colon(&mut self, end: u32) {
        if let Some(label) = &mut self.label {
            label.span.end = end;
        }
    }

    pub(super) fn leaf(&mut self, kind: Kind, span: Span) {
        self.item();
        if self.nesting.awaits_brace() && self.label.is_none() {
            return; // It is between a head with an error and its brace.
        }
        if self.nesting.is_outermost() && self.is_cascade(span.start) {
            self.drop_label();
            self.last_error_end = Some(span.end);
            self.passed_silently(span);
            return;
        }
        let number = (kind == Kind::Value).then(|| self.number(span));
        self.begin_child(span);
        let whole = self.label_span(span);
        let literal = number.map(|number| self.tree.nodes.literals.insert(number));
        let leaf = self.tree.nodes.push_leaf(kind, literal, whole);
        self.attach_label(leaf, whole.start, span.start);
        if self.nesting.is_outermost() {
            self.lone_leaf(leaf, whole);
        }
    }

    /// A run of braces with nothing but whole numbers between them.
    pub(super) fn bare(&mut self, span: Span) {
        self.item();
        let at = |place: usize| span.start + offset(place);
        let mut pieces = BarePieces::new(span.of(self.text));
        loop {
            let is_plain = self.layout == Layout::Free && self.label.is_none() && self.nesting.takes_children();
            // Here, every number of up to nine digits is a plain leaf, so it goes straight into the columns.
            if is_plain {
                let short = iter::from_fn(|| pieces.short_number());
                self.tree.nodes.push_plain_leaves(short.map(|ShortNumber { value, start, length }| {
                    let start = at(start);
                    (Literal::small_integer(value), Span::new(start, start + length))
                }));
            }
            if let Some(number) = pieces.number() {
                self.leaf(Kind::Value, Span::new(at(number.start), at(number.end)));
                continue;
            }
            match pieces.brace() {
                Some(Brace::Open(place)) if is_plain => self.open_plain(at(place)),
                Some(Brace::Open(place)) => self.open(at(place)),
                Some(Brace::Close(place)) => self.close(at(place + 1)),
                None => break,
            }
        }
        debug_assert!(pieces.is_empty(), "a run has only numbers and braces");
    }

    /// A run of leaves between two braces, with labels or without.
    pub(super) fn leaves(&mut self, span: Span) {
        let at = |place: usize| span.start + offset(place);
        for (label, number) in Leaves::new(span.of(self.text)) {
            if let Some(LabelWithin { name, colon, .. }) = label {
                self.edge(Span::new(at(name.start), at(name.end)));
                self.colon(at(colon));
            }
            self.leaf(Kind::Value, Span::new(at(number.start), at(number.end)));
        }
    }

    /// A mark after the last leaf.
    pub(super) fn mark(&mut self, form: ClaimForm, span: Span, worth: Option<Term>) {
        if self.nesting.awaits_brace() || self.tree.nodes.is_empty() {
            return;
        }
        let leaf = NodeId::new(self.tree.nodes.len() - 1);
        self.tree.nodes.finish_leaf(worth.map_or(span.end, |worth| worth.span.end));
        self.tree.claims.push(leaf, Claim { span, form, worth });
    }

    pub(super) fn head(&mut self, kind: Kind, span: Span, name: Option<Span>) {
        self.item();
        if let Some(name) = name {
            self.check_text(name);
        }
        self.begin_node(kind, span, name);
    }

    pub(super) fn claim(&mut self, form: ClaimForm, span: Span, worth: Option<Term>) {
        if let Some(node) = self.nesting.pending_node() {
            self.tree.claims.push(node, Claim { span, form, worth });
        }
    }

    pub(super) fn tree(&mut self, span: Span) {
        self.item();
        if self.text[span.end as usize..].trim_start().starts_with(':') {
            // This is not a tree but a label that needs quotes. The parser's error at the colon has the same cause.
            self.report(reserved_label(self.text, span));
            self.last_error_end = Some(span.end);
            return;
        }
        self.nesting.went_beyond = true;
        self.close_all(span);
        self.begin_tree(span);
    }

    pub(super) fn title(&mut self, span: Span) {
        self.check_text(span);
        if let Some(first) = self.tree.title {
            let finding = Diagnostic::new(Code::UnexpectedToken, "a tree has one name", span)
                .primary_label("a second name")
                .label(first, "the name");
            self.report(finding);
        }
        self.tree.title = Some(span);
    }

    pub(super) fn setting(&mut self, span: Span, kind: SettingKind) {
        match self.item_with_numbers() {
            true => self.place_setting(Setting { span, kind }),
            false => self.settings_in_doubt = true,
        }
    }

    /// Like [`Self::item`], for an item whose numbers are already stored. Returns false, and marks the current tree as
    /// broken, if ending the list before it closed or reopened a tree: then the numbers are in another table.
    fn item_with_numbers(&mut self) -> bool {
        let table = |builder: &Self| (builder.nesting.in_tree(), builder.tree.span.start);
        let before = table(self);
        self.item();
        let is_usable = table(self) == before;
        self.tree.broken |= !is_usable;
        is_usable
    }

    fn place_setting(&mut self, setting: Setting) {
        if !self.nesting.in_tree() {
            self.nesting.went_beyond = true;
            self.file.settings.push(setting);
        } else if self.reach_tree_level(setting.span, "a setting") {
            self.tree.settings.push(setting);
        }
    }

    pub(super) fn expectation(&mut self, span: Span, subject: Term, form: Form, worth: Option<Term>) {
        if self.item_with_numbers() && self.reach_tree_level(span, "an expectation") {
            self.tree.expectations.push(Expectation { span, subject, form, worth });
        }
    }

    pub(super) fn ask(&mut self, span: Span, subject: Span, worth: Option<Term>) {
        if self.item_with_numbers() && self.reach_tree_level(span, "a question") {
            self.tree.asks.push(Ask { span, subject, worth });
        }
    }

    // Lists.

    pub(super) fn list(&mut self, head: ListHead, first: Term) {
        match self.item_with_numbers() {
            true => self.list = Some((head, vec![first])),
            false => self.settings_in_doubt |= matches!(head, ListHead::Allow(_)),
        }
    }

    pub(super) fn list_item(&mut self, term: Term) {
        if let Some((_, terms)) = &mut self.list {
            terms.push(term);
        }
    }

    pub(super) fn list_worth(&mut self, worth: Term) {
        if let Some((head, terms)) = self.list.take() {
            self.end_list(head, terms, Some(worth));
        }
    }

    /// The beginning of the expectation whose list is still open.
    pub(super) fn expectation_with_list(&self) -> Option<u32> {
        match self.list {
            Some((ListHead::Expect(start, _), _)) => Some(start),
            _ => None,
        }
    }

    fn end_list(&mut self, head: ListHead, terms: Vec<Term>, worth: Option<Term>) {
        let end = terms.last().map_or(0, |term| term.span.end);
        match (head, worth) {
            (ListHead::Allow(start), None) => {
                self.place_setting(Setting { span: Span::new(start, end), kind: SettingKind::Allow(terms) });
            }
            (ListHead::Allow(start), Some(worth)) => {
                let place = Span::new(start, worth.span.end);
                let message = "a setting is worth no marks";
                self.report(Diagnostic::new(Code::OutOfPlace, message, worth.span).label(place, "this setting"));
            }
            (ListHead::Expect(start, subject), worth) => {
                let span = Span::new(start, end);
                if self.reach_tree_level(span, "an expectation") {
                    self.tree.expectations.push(Expectation { span, subject, form: Form::List(terms), worth });
                }
            }
        }
    }
}

/// From the first of these places to the last.
fn stretch(spans: &[Span]) -> Option<Span> {
    Some(spans.first()?.to(*spans.last()?))
}

/// The error in something that should be a number; `spelt` writes a number as the file does.
pub(crate) fn malformed_number(
    written: &str,
    span: Span,
    malformed: &Malformed,
    spelt: fn(&str) -> String,
) -> Diagnostic {
    let shown = if written.chars().count() > 40 { "this number" } else { &format!("`{written}`") };
    let finding = |code| Diagnostic::new(code, malformed.in_words(shown), span);
    match malformed {
        Malformed::Notation { suggestion: Some(suggestion), .. } => {
            let written = spelt(suggestion);
            finding(Code::MalformedNumber).fix(format!("write `{written}`"), span, written)
        }
        Malformed::Notation { suggestion: None, .. } => {
            finding(Code::MalformedNumber).help("numbers are written `3`, `-2.5`, `1/3` or `inf`")
        }
        Malformed::ZeroDenominator => {
            finding(Code::MalformedNumber).help("for an unbounded value write `inf` or `-inf`")
        }
        Malformed::TooLong => finding(Code::NumberTooLong).help("numbers may have up to 38 digits"),
    }
}
