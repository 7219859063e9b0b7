//! A text, parsed once, with everything that editors ask about it.

use std::sync::OnceLock;

use super::Edit;
use crate::check::{self, Report};
use crate::diagnostic::{Findings, applied};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::source::{self, LineIndex, Span};
use crate::syntax::tree::{File, NodeId, Tree};
use crate::syntax::{Token, TokenTable, parse, tokens};

/// At most this many findings of one file are shown.
const MOST_FINDINGS: usize = 100;

/// A parsed text. Everything else about it is worked out when it is first needed; trees are resolved at each request.
#[derive(Debug)]
pub struct Document {
    text: String,
    file: File,
    project: Defaults,
    settings: FileSettings,
    /// The findings of the parser and of the settings.
    parse_findings: Findings,
    lines: OnceLock<LineIndex>,
    tokens: OnceLock<TokenTable>,
    was_exercise: bool,
    is_exercise: OnceLock<bool>,
    report: OnceLock<Report>,
    discreet_report: OnceLock<Report>,
}

impl Document {
    /// Reads a text, which must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
    pub fn new(text: String, project: Defaults) -> Self {
        let (file, mut parse_findings) = parse(&text, MOST_FINDINGS);
        let settings = FileSettings::read(&text, &file, &project, &mut parse_findings);
        Self {
            text,
            file,
            project,
            settings,
            parse_findings,
            lines: OnceLock::new(),
            tokens: OnceLock::new(),
            was_exercise: false,
            is_exercise: OnceLock::new(),
            report: OnceLock::new(),
            discreet_report: OnceLock::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where its lines begin; found at the first call.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Where its lines begin, if that was needed before. Drops the rest of the document.
    pub fn into_lines(self) -> Option<LineIndex> {
        self.lines.into_inner()
    }

    /// Its tokens; found at the first call.
    pub(super) fn tokens(&self) -> &TokenTable {
        self.tokens.get_or_init(|| TokenTable::new(&self.text))
    }

    /// The report of `check` on it; made at the first call.
    pub fn report(&self) -> &Report {
        let check = || check::check_file(&self.text, &self.file, &self.settings, self.parse_findings.clone());
        self.report.get_or_init(check)
    }

    /// The report to show: in an exercise it says less than [`Self::report`], unless answers may be `reveal`ed.
    pub fn report_to(&self, reveal: bool) -> &Report {
        if !self.hides_answers(reveal) {
            return self.report();
        }
        let check = || check::check_exercise(&self.text, &self.file, &self.settings, self.parse_findings.clone());
        self.discreet_report.get_or_init(check)
    }

    /// Whether the text asks something, with a blank or an `ask`. This works even with syntax errors, which are common
    /// while the user is typing.
    pub fn is_exercise(&self) -> bool {
        let is_well_formed = self.parse_findings.tally().total() == 0;
        let asks = || match is_well_formed {
            true => self.file.trees.iter().any(Tree::asks),
            false => self.tokens().all().iter().any(|(token, _)| asks(*token)),
        };
        *self.is_exercise.get_or_init(asks)
    }

    /// Hides answers if the text `was` an exercise, even if its last blank is gone: the student is about to answer it.
    #[must_use]
    pub fn once_an_exercise(self, was: bool) -> Self {
        Self { was_exercise: was, ..self }
    }

    /// Whether computed answers must not be shown: the text is or was an exercise, and answers may not be `reveal`ed.
    pub fn hides_answers(&self, reveal: bool) -> bool {
        !reveal && (self.was_exercise || self.is_exercise())
    }

    /// The report on another text under the same project settings; at most `limit` findings are kept.
    pub(super) fn report_on(&self, text: &str, limit: usize) -> Report {
        check::check(text, &self.project, limit)
    }

    /// The parsed file.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// A tree of this file with everything in it resolved.
    pub(super) fn game<'a>(&'a self, tree: &'a Tree) -> ResolvedTree<'a> {
        ResolvedTree::new(&self.text, tree, &self.settings, &mut Findings::new(0))
    }

    /// The document after these edits, which do not overlap and come in order.
    pub(super) fn edited(&self, edits: &[Edit]) -> Self {
        Self::new(applied(&self.text, edits), self.project.clone())
    }

    /// The tree at a place, its ends included.
    pub(super) fn tree_at(&self, offset: u32) -> Option<&Tree> {
        let after = self.file.trees.partition_point(|tree| tree.span.start <= offset);
        self.file.trees[..after].last().filter(|tree| offset <= tree.span.end)
    }

    /// The nearest character boundary at or before an offset, which may be inside a character or after the text.
    pub(super) fn clamp(&self, offset: u32) -> u32 {
        source::offset(self.text.floor_char_boundary(offset as usize))
    }

    /// Like [`Self::clamp`], for both ends.
    pub(super) fn clamp_span(&self, span: Span) -> Span {
        let (start, end) = (self.clamp(span.start), self.clamp(span.end));
        Span::new(start.min(end), end)
    }

    /// The word, number or sign at an offset; if two meet there, see [`foremost`].
    pub(super) fn token_at(&self, offset: u32) -> Option<(Token, Span)> {
        foremost(&self.text, self.tokens().touching(Span::empty(offset)).iter().copied())
    }
}

/// The second of two tokens that meet at a place, unless only the first is a word or number.
pub(super) fn foremost<T>(text: &str, mut touching: impl Iterator<Item = (T, Span)>) -> Option<(T, Span)> {
    let first = touching.next()?;
    let is_sign = |(_, span): &(T, Span)| is_sign(text, *span);
    Some(touching.next().filter(|second| !is_sign(second) || is_sign(&first)).unwrap_or(first))
}

/// Whether a token is neither a word nor a number.
fn is_sign(text: &str, token: Span) -> bool {
    !token.of(text).contains(|c: char| c.is_alphanumeric() || c == '_')
}

/// Whether a text asks something, with a blank or an `ask`. It may have syntax errors. Linear.
pub fn is_exercise(text: &str) -> bool {
    tokens(text).any(|(token, _)| asks(token))
}

fn asks(token: Token) -> bool {
    matches!(token, Token::Blank | Token::Ask)
}

/// The innermost node or leaf of a tree that contains an offset; the end of a node is not part of it. Linear.
pub(super) fn node_at(game: &ResolvedTree<'_>, offset: u32) -> Option<NodeId> {
    let nodes = game.nodes();
    let (mut before, mut after) = (0, nodes.len());
    while before < after {
        let middle = usize::midpoint(before, after);
        if nodes.span(NodeId::new(middle)).start <= offset { before = middle + 1 } else { after = middle }
    }
    let mut node = NodeId::new(before.checked_sub(1)?);
    while nodes.span(node).end <= offset {
        if node == NodeId::ROOT {
            return None;
        }
        node = game.parent(node);
    }
    Some(node)
}
