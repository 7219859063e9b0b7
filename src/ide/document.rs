//! A text, parsed once, with everything that editors ask about it.

use std::sync::OnceLock;

use super::Edit;
use crate::check::{self, Report};
use crate::convert::parse;
use crate::diagnostic::{Findings, applied};
use crate::model::{Choice, Defaults, FileSettings, ResolvedTree, Reveal, Shown};
use crate::source::{self, LineIndex, Span};
use crate::syntax::tree::{File, Tree};
use crate::syntax::{Token, TokenTable, name_at};

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
    /// The reports for the three kinds of readers, in the order of [`Shown`].
    reports: [OnceLock<Report>; 3],
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
            reports: Default::default(),
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

    /// The report of `check` on it, for this reader; made at the first call.
    pub fn report(&self, shown: Shown) -> &Report {
        let check = || check::check_file(shown, &self.text, &self.file, &self.settings, self.parse_findings.clone());
        self.reports[shown as usize].get_or_init(check)
    }

    /// Whether answers of a tree of this document must not be shown to this reader. While there are syntax errors, which
    /// are common while the user is typing, a question or a `reveal` anywhere in the text hides the answers of all trees,
    /// except of those that have `reveal answers`.
    pub(super) fn hides_answers(&self, game: &ResolvedTree<'_>, shown: Shown) -> bool {
        if self.parse_findings.tally().total() == 0 {
            return game.hides_answers(shown);
        }
        let tokens = self.tokens().all();
        let settings =
            tokens.iter().zip(&tokens[1.min(tokens.len())..]).filter(|((token, _), _)| *token == Token::Reveal);
        let mut set = settings.map(|(_, (_, word))| Reveal::from_name(&name_at(&self.text, *word)));
        let hides = set.any(|reveal| reveal != Some(Reveal::Answers));
        let asks = || tokens.iter().any(|(token, _)| matches!(token, Token::Blank | Token::Ask));
        match shown {
            Shown::Everything => false,
            Shown::UnlessSet => hides || game.hides_answers(shown),
            Shown::AsSet => hides || game.hides_answers(shown) || game.reveal != Some(Reveal::Answers) && asks(),
        }
    }

    /// The report on another text under the same project settings; at most `limit` findings are kept.
    pub(super) fn report_on(&self, text: &str, shown: Shown, limit: usize) -> Report {
        check::check_showing(shown, text, &self.project, limit)
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
