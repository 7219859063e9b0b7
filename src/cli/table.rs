//! Reads tables from CSV files: class lists and gradebooks.

use std::path::Path;

use super::read::{decode, read_bytes};

/// The most that is read of a table, in bytes.
const LONGEST: usize = 64 << 20;

/// A table whose first row names its columns.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// A row with as many cells as there are columns.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) line: u64,
    pub(super) cells: Vec<String>,
}

impl Table {
    /// Reads a file whose cells are separated by commas, semicolons or tabs.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        Self::of(&decode(read_bytes(path, LONGEST)?)?)
    }

    fn of(text: &str) -> Result<Self, String> {
        // With CRLF, the reader counts the lines of records wrongly.
        let text = &text.replace("\r\n", "\n");
        // The reader would take the rest of the file for one cell.
        if text.matches('"').count() % 2 == 1 {
            return Err("a quotation mark in it is never closed".to_string());
        }
        let mut reader = csv::ReaderBuilder::new();
        reader.delimiter(separator(text)).has_headers(false).flexible(true);
        let mut records = reader.from_reader(text.as_bytes()).into_records();
        let cells = |record: &csv::StringRecord| -> Vec<String> { record.iter().map(str::to_string).collect() };
        let columns = match records.next() {
            Some(record) => cells(&record.map_err(|error| error.to_string())?),
            None => return Err("it is empty".to_string()),
        };
        let mut rows = Vec::new();
        for record in records {
            let record = record.map_err(|error| error.to_string())?;
            let line = record.position().map_or(0, csv::Position::line);
            // Some programs end the table with a line of nothing but separators, or leave empty cells out at the end.
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            if record.len() > columns.len() {
                return Err(format!("line {line} has {} cells, but there are {} columns", record.len(), columns.len()));
            }
            let mut cells = cells(&record);
            cells.resize(columns.len(), String::new());
            rows.push(Row { line, cells });
        }
        Ok(Self { columns, rows })
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The number of the column with a name, in upper or lower case. Fails if there are several.
    pub(super) fn column(&self, name: &str) -> Result<Option<usize>, String> {
        let is_named = |column: &String| column.trim().eq_ignore_ascii_case(name);
        let mut found = self.columns.iter().enumerate().filter(|(_, column)| is_named(column)).map(|(place, _)| place);
        match (found.next(), found.next()) {
            (Some(_), Some(_)) => Err(format!("it has several columns named `{name}`")),
            (first, _) => Ok(first),
        }
    }

    /// Like [`Self::column`], with an error that says which columns there are.
    pub(super) fn needed_column(&self, name: &str) -> Result<usize, String> {
        self.column(name)?.ok_or_else(|| {
            let columns: Vec<String> = self.columns.iter().map(|column| format!("`{}`", column.trim())).collect();
            format!("it has no column `{name}`; its columns are {}", columns.join(", "))
        })
    }
}

/// The sign between cells: the one that occurs most in the first line.
pub(super) fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // The last of several greatest.
    b"\t;,".iter().copied().max_by_key(count).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        Table::of(text).unwrap().rows.into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn the_separator_is_found() {
        for text in
            ["id,name\n1,\"A, B\"\n", "id;name\r\n1;A, B\r\n", "id\tname\n1\tA, B", "id,name\n\n1,\"A, B\"\n,\n"]
        {
            assert_eq!(cells(text), [["1", "A, B"]], "{text}");
        }
        assert_eq!(cells("id\n1\n2\n"), [["1"], ["2"]]);
    }

    #[test]
    fn cells_keep_quotes_and_lines() {
        assert_eq!(cells("id,name\n\"a\"\"b\",\"two\nlines\"\nc\n"), [["a\"b", "two\nlines"], ["c", ""]]);
        let table = Table::of("id,name\n\"a\",\"two\nlines\"\nc,d\n").unwrap();
        let lines = |table: Table| table.rows().iter().map(|row| row.line).collect::<Vec<_>>();
        assert_eq!(lines(table), [2, 4]);
        assert_eq!(lines(Table::of("id,name\r\n\"a\",\"two\r\nlines\"\r\nc,d\r\n").unwrap()), [2, 4]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        assert_eq!(Table::of("").unwrap_err(), "it is empty");
        let unclosed = "id,reason\n1,\"half\n2,x\n";
        assert_eq!(Table::of(unclosed).unwrap_err(), "a quotation mark in it is never closed");
        assert_eq!(Table::of("id,name\n1,2,3\n").unwrap_err(), "line 2 has 3 cells, but there are 2 columns");
        let table = Table::of(" ID ,name\n").unwrap();
        assert_eq!(["id", "Name", "mark"].map(|name| table.column(name).unwrap()), [Some(0), Some(1), None]);
        assert_eq!(table.needed_column("mark").unwrap_err(), "it has no column `mark`; its columns are `ID`, `name`");
    }
}
