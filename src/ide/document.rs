//! A text with what is known of it.

use std::sync::OnceLock;

use crate::check::{self, Report};
use crate::diagnostic::Findings;
use crate::model::{Defaults, FileSettings, Game};
use crate::source::Span;
use crate::syntax::tree::{File, Tree};
use crate::syntax::{Token, parse, tokens};

/// How many findings an editor shows of one file.
const MOST_FINDINGS: usize = 100;

/// A text with what is known of it. It is read once; what a tree means is worked out where it is asked for.
#[derive(Debug)]
pub struct Document {
    text: String,
    file: File,
    project: Defaults,
    settings: FileSettings,
    is_exercise: bool,
    report: OnceLock<Report>,
}

impl Document {
    /// Reads a text, which must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
    pub fn new(text: String, project: Defaults) -> Self {
        let (file, mut unread) = parse(&text, 0);
        let settings = FileSettings::read(&text, &file, &project, &mut unread);
        let asks = |(token, _): (Token, Span)| matches!(token, Token::Blank | Token::Ask);
        let is_exercise = tokens(&text).any(asks);
        Self { text, file, project, settings, is_exercise, report: OnceLock::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is to be said of it, as `check` says it; found at the first call.
    pub fn report(&self) -> &Report {
        self.report.get_or_init(|| self.check(MOST_FINDINGS))
    }

    /// As [`Self::report`], with as many findings as are wanted.
    pub fn check(&self, limit: usize) -> Report {
        check::check(&self.text, &self.project, limit)
    }

    /// Whether something is asked in it: a blank, or an `ask`. Also where it has errors of syntax, as it often has while
    /// somebody is typing.
    pub fn is_exercise(&self) -> bool {
        self.is_exercise
    }

    /// Whether what is worked out must not be shown: it is an exercise, and nobody has said that answers may be
    /// `reveal`ed.
    pub fn hides_answers(&self, reveal: bool) -> bool {
        self.is_exercise && !reveal
    }

    /// What the file says.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// A tree of this file with everything in it resolved.
    pub(super) fn game<'a>(&'a self, tree: &'a Tree) -> Game<'a> {
        Game::new(&self.text, tree, &self.settings, &mut Findings::new(0))
    }
}
