//! A source with a cursor in it, and what is found, drawn below its lines.

use std::fmt::Write;

use gametree::ide::Document;
use gametree::model::{Defaults, FileSettings, ResolvedTree, Shown};
use gametree::source::{LineIndex, Span};
use gametree::syntax::parse;

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

/// Reads a text without any project.
pub(crate) fn read(text: &str) -> Document {
    Document::new(text.to_string(), Defaults::default())
}

/// Whether each tree of a text hides its answers from a reader.
fn hiding(text: &str, shown: Shown) -> Vec<bool> {
    let (file, mut findings) = parse(text, 9);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = |tree| ResolvedTree::new(text, tree, &settings, &mut findings);
    file.trees.iter().map(game).map(|game| game.hides_answers(shown)).collect()
}

/// Whether a tree of a text hides its answers from a reader.
pub(crate) fn hides_answers(text: &str, shown: Shown) -> bool {
    hiding(text, shown).contains(&true)
}

/// Whether a text has trees, and all of them hide their answers from who has set nothing.
pub(crate) fn all_hide_answers(text: &str) -> bool {
    let hiding = hiding(text, Shown::AsSet);
    !hiding.is_empty() && !hiding.contains(&false)
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
