//! A source with a cursor in it, and what is found, drawn below its lines.

use std::fmt::Write;

use gametree::diagnostic::Findings;
use gametree::ide::Document;
use gametree::model::{Defaults, FileSettings, ResolvedTree, Shown};
use gametree::source::{LineIndex, Span};
use gametree::syntax::parse;
use gametree::syntax::tree::Tree;

use crate::files;

/// A source with a cursor.
pub(crate) struct Marked {
    pub(crate) document: Document,
    /// What is selected; empty where there is one cursor.
    pub(crate) selection: Span,
}

impl Marked {
    /// Takes the marks `$0` out of a source.
    pub(crate) fn new(source: &str) -> Self {
        let mut pieces = source.split("$0");
        let mut text = pieces.next().unwrap_or_default().to_string();
        let mut marks = Vec::new();
        for piece in pieces {
            marks.push(u32::try_from(text.len()).unwrap());
            text.push_str(piece);
        }
        let start = marks.first().copied().unwrap_or_default();
        let selection = Span::new(start, marks.last().copied().unwrap_or(start));
        Self { document: read(&text), selection }
    }

    /// Where the cursor is.
    pub(crate) fn offset(&self) -> u32 {
        self.selection.start
    }
}

/// Whether a tree of a text asks something.
pub(crate) fn is_exercise(text: &str) -> bool {
    parse(text, 0).0.trees.iter().any(Tree::asks)
}

/// Whether a tree of a text hides its answers from those who want to be shown what the file allows.
pub(crate) fn hides_answers(text: &str) -> bool {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let hides =
        |tree: &Tree| ResolvedTree::new(text, tree, &settings, &mut Findings::new(0)).hides_answers(Shown::AsSet);
    file.trees.iter().any(hides)
}

/// Reads a text without any project.
pub(crate) fn read(text: &str) -> Document {
    Document::new(text.to_string(), Defaults::default())
}

/// The lines of a text, each with what is found there below it: a line of `^` for a span, `|` for a place, and a word.
pub(crate) fn drawn(text: &str, found: &[(Span, String)]) -> String {
    let index = LineIndex::new(text);
    let mut drawn = String::new();
    for (number, content) in text.lines().enumerate() {
        let _ = writeln!(drawn, "{content}");
        for (span, word) in found {
            let (start, end) = (index.line_column(text, span.start), index.line_column(text, span.end));
            if start.line != number + 1 {
                continue;
            }
            let width = if end.line == start.line {
                end.column - start.column
            } else {
                content.chars().count() + 1 - start.column
            };
            let sign = if span.start == span.end { "|".to_string() } else { "^".repeat(width) };
            let further = if end.line > start.line { format!(" (to line {})", end.line) } else { String::new() };
            let marks = format!("{}{sign} {word}{further}", " ".repeat(start.column - 1));
            let _ = writeln!(drawn, "{}", marks.trim_end());
        }
    }
    drawn
}

/// The name and the text of every fixture and example.
pub(crate) fn fixtures() -> Vec<(String, String)> {
    let paths = files::below(&["tests/fixtures", "examples"], "tree");
    assert!(paths.len() > 50, "the fixtures are found");
    paths.iter().map(|path| (path.display().to_string(), files::read(path))).collect()
}
