//! A table with a row for each move: `parent,move,child,player,value,probability`.

use super::super::value::{number_in, player};
use super::{Assumed, Edge, Graph, Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::clipped;
use crate::source::{Span, offset};

/// The columns that have a meaning.
const COLUMNS: [&str; 6] = ["parent", "child", "move", "player", "value", "probability"];

/// Reads the table. Linear, and not recursive.
pub(in crate::convert) fn read(
    text: &str,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<(Plain, Assumed), Refusal> {
    // Every byte keeps its place, and each line ends as the reader of tables expects.
    let text = &text.replace('\r', "\n");
    let is_header = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let header = text.trim_start_matches('\u{feff}').lines().find(is_header).unwrap_or_default();
    let separator = [b'\t', b';'].into_iter().find(|sign| header.as_bytes().contains(sign)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new();
    reader.delimiter(separator).has_headers(false).flexible(true).trim(csv::Trim::All).comment(Some(b'#'));
    let mut records = reader.from_reader(text.trim_start_matches('\u{feff}').as_bytes()).into_records();
    let shift = text.len() - text.trim_start_matches('\u{feff}').len();
    let header = records.next().and_then(Result::ok).unwrap_or_default();
    let columns = columns(&header, notes)?;
    let mut graph = Graph::default();
    for record in records {
        let record = record.map_err(|error| misread(format!("this is no table: {error}"), Span::default()))?;
        let from = shift + record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
        // The place of a record can be in the middle of the line end before it.
        let from = text.len() - text[from..].trim_start_matches('\n').len();
        let row = Span::new(offset(from), offset(from + text[from..].lines().next().unwrap_or_default().len()));
        let row = Row { record: &record, columns: &columns, text, span: row };
        if record.len() > header.len() {
            let message = format!("this row has {} cells, and the header has {}", record.len(), header.len());
            return Err(misread(message, row.span)
                .help("if a cell contains the separator, put the cell in quotes")
                .into());
        }
        row.add(&mut graph)?;
    }
    graph.unfold(None, options, notes)
}

/// Where each column with a meaning is.
fn columns(header: &csv::StringRecord, notes: &mut Vec<String>) -> Result<[Option<usize>; 6], Refusal> {
    let names: Vec<String> = header.iter().map(|name| name.trim().to_lowercase()).collect();
    if let Some(twice) = COLUMNS.iter().find(|column| names.iter().filter(|name| name == *column).count() > 1) {
        let message = format!("two columns are called `{twice}`");
        return Err(misread(message, Span::default()).into());
    }
    for name in names.iter().filter(|name| !name.is_empty() && !COLUMNS.contains(&name.as_str())) {
        notes.push(format!("the column `{}` is ignored", clipped(name)));
    }
    Ok(COLUMNS.map(|column| names.iter().position(|name| name == column)))
}

struct Row<'a> {
    record: &'a csv::StringRecord,
    columns: &'a [Option<usize>; 6],
    text: &'a str,
    span: Span,
}

impl Row<'_> {
    /// The cell of a column, and its place if it is found in the row.
    fn cell(&self, column: usize) -> Option<(&str, Span)> {
        let cell = self.columns[column].and_then(|place| self.record.get(place)).filter(|cell| !cell.is_empty())?;
        let written = self.span.of(self.text);
        let span = written.find(cell).map_or(self.span, |at| {
            let start = self.span.start + offset(at);
            Span::new(start, start + offset(cell.len()))
        });
        Some((cell, span))
    }

    fn add(&self, graph: &mut Graph) -> Result<(), Refusal> {
        let refuse = |message: String, span: Span| misread(message, span);
        let child = match (self.cell(1), self.cell(4)) {
            (Some((child, span)), _) => graph.vertex(child, span),
            (None, Some(_)) => graph.leaf(self.span),
            (None, None) => {
                return Err(refuse("this row has neither a child nor a value".to_string(), self.span).into());
            }
        };
        if let Some((parent, span)) = self.cell(0) {
            let parent = graph.vertex(parent, span);
            let probability = self.cell(5).map(|(cell, span)| number_in(cell, span)).transpose()?;
            let label = self.cell(2).map(|(label, _)| label.to_string());
            graph.connect(parent, Edge { label, probability, child });
        } else if let Some((_, span)) = self.cell(2).or(self.cell(5)) {
            return Err(refuse("this row has a move, but no parent".to_string(), span).into());
        }
        if let Some((word, span)) = self.cell(3) {
            let kind = player(word);
            if kind.is_none() && !["leaf", "terminal"].contains(&word.to_lowercase().as_str()) {
                let finding = refuse(format!("`{}` is not a player", clipped(word)), span);
                return Err(finding.help("write `max`, `min` or `chance`").into());
            }
            let before = graph.vertices[child].player;
            if before.is_some_and(|before| Some(before) != kind) {
                return Err(refuse("an earlier row names another player for this node".to_string(), span).into());
            }
            graph.vertices[child].player = kind;
        }
        if let Some((cell, span)) = self.cell(4) {
            graph.set_value(child, number_in(cell, span)?, span)?;
        }
        Ok(())
    }
}
