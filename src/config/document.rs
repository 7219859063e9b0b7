//! Reads the text as TOML: its tables, and its syntax errors.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, Error};

use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{LineIndex, Span, offset};

/// A key or a value of the document, with its place.
pub(super) type Key<'a> = Spanned<DeString<'a>>;
pub(super) type Value<'a> = Spanned<DeValue<'a>>;

/// A text that was read as TOML, as far as possible.
pub(super) struct TomlDocument<'a> {
    pub(super) table: DeTable<'a>,
    /// The syntax errors, each slip once.
    pub(super) slips: Vec<Diagnostic>,
    /// Where each slip is: keys and values there may be misread.
    unclear: Vec<Span>,
}

/// A key with its whole value.
struct Statement {
    key: Span,
    whole: Span,
}

impl<'a> TomlDocument<'a> {
    pub(super) fn read(text: &'a str) -> Self {
        let (table, mut errors) = DeTable::parse_recoverable(text);
        let mut document = Self { table: table.into_inner(), slips: Vec::new(), unclear: Vec::new() };
        if errors.is_empty() {
            return document;
        }
        errors.sort_by_key(|error| error.span().map_or(0, |span| span.start));
        let mut statements = Vec::new();
        list_statements(text, &document.table, &mut statements);
        statements.sort_by_key(|statement| statement.whole);
        let lines = LineIndex::new(text);
        for error in &errors {
            document.add(text, error, &statements, &lines);
        }
        document
    }

    /// Adds the finding for a line or a statement, once.
    fn add(&mut self, text: &str, error: &Error, statements: &[Statement], lines: &LineIndex) {
        let span = place(text, error.span().unwrap_or_default());
        let before = statements.partition_point(|statement| statement.whole.start <= span.start);
        let around = statements[..before].last().filter(|statement| span.start <= statement.whole.end);
        let line = |at: u32| lines.line_span(text, lines.line(at)).unwrap_or_default();
        let first = line(around.map_or(span.start, |statement| statement.whole.start));
        // A value that does not end on its line may have swallowed what follows, and the lines below the head of a
        // table belong to it.
        let goes_on =
            around.map_or(first.of(text).trim_start().starts_with('['), |statement| line(statement.whole.end) != first);
        let end = if goes_on { offset(text.len()) } else { first.end };
        let is_known = self.unclear.iter().any(|slip| slip.start == first.start);
        self.unclear.push(Span::new(first.start, end));
        if is_known {
            return;
        }
        let finding = match unquoted(text, first, error) {
            Some(value) => {
                let quoted = format!("\"{}\"", value.of(text));
                let key = text[first.start as usize..value.start as usize].trim_start();
                Diagnostic::new(Code::NotToml, "a text needs quotes", value).fix(
                    format!("write `{}`", clipped(&format!("{key}{quoted}"))),
                    value,
                    quoted,
                )
            }
            None => Diagnostic::new(Code::NotToml, error.message(), span),
        };
        self.slips.push(match around.filter(|_| goes_on) {
            Some(statement) => {
                let key = clipped(statement.key.of(text));
                finding.label(statement.key, format!("this is still read as the value of {key}"))
            }
            None => finding,
        });
    }

    /// Whether a slip may have changed the meaning here.
    pub(super) fn is_unclear(&self, place: Span) -> bool {
        self.unclear.iter().any(|unclear| unclear.contains(place))
    }
}

/// The value on a line with a key, if it was meant as a text and only lacks the quotes.
fn unquoted(text: &str, line: Span, error: &Error) -> Option<Span> {
    let (key, rest) = line.of(text).split_once('=')?;
    let value = rest.split('#').next().unwrap_or_default();
    let start = line.start + offset(key.len() + 1 + value.len() - value.trim_start().len());
    let span = Span::new(start, start + offset(value.trim().len()));
    let is_bare = !value.contains(['"', '\'', '[', ']', '{', '}', ',', '\\']) && !value.trim().is_empty();
    // A word such as `fail-hard` is reported as a misspelt `false`.
    let is_meant = error.message().contains("must be quoted") || value.trim().starts_with(char::is_alphabetic);
    (is_bare && is_meant).then_some(span)
}

/// A range from the TOML parser as a span of the text.
pub(super) fn place(text: &str, range: Range<usize>) -> Span {
    let byte = |at: usize| offset(text.floor_char_boundary(at));
    Span::new(byte(range.start), byte(range.end.max(range.start)))
}

/// Lists the keys whose values are not tables. Recursive, but the TOML parser limits how deep tables nest.
fn list_statements(text: &str, table: &DeTable<'_>, statements: &mut Vec<Statement>) {
    for (key, value) in table {
        match value.get_ref() {
            DeValue::Table(inner) => list_statements(text, inner, statements),
            _ => {
                let key = place(text, key.span());
                statements.push(Statement { key, whole: key.to(place(text, value.span())) });
            }
        }
    }
}
