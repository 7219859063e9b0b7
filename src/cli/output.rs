//! Where results go.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};

use super::Color;

/// The most that one command prints for people.
const MOST_FOR_PEOPLE: usize = 1_000_000;

/// Results on standard output or in a file, buffered.
pub(super) struct Output {
    writer: Box<dyn Write>,
    /// Whether colours are wanted.
    pub(super) color: bool,
    printed: usize,
}

impl Output {
    pub(super) fn open(path: Option<&str>, color: Color) -> io::Result<Self> {
        let (writer, terminal): (Box<dyn Write>, bool) = match path {
            Some(path) => (Box::new(BufWriter::new(create(path)?)), false),
            None => (Box::new(BufWriter::new(io::stdout().lock())), io::stdout().is_terminal()),
        };
        Ok(Self { writer, color: wants_color(color, terminal), printed: 0 })
    }

    /// Prints text for people; `false` once the limit of what they can read is reached, and nothing is printed.
    pub(super) fn print(&mut self, text: &str) -> io::Result<bool> {
        if self.printed + text.len() > MOST_FOR_PEOPLE {
            return Ok(false);
        }
        self.printed += text.len();
        self.writer.write_all(text.as_bytes())?;
        Ok(true)
    }

    /// Prints a line that is needed whatever was printed before it.
    pub(super) fn print_last(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.writer, "{line}")
    }

    /// The writer itself, for formats that programs read.
    pub(super) fn raw(&mut self) -> &mut dyn Write {
        &mut self.writer
    }

    /// Writes out what is buffered; errors that come late show here.
    pub(super) fn close(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn create(path: &str) -> io::Result<File> {
    File::create(path).map_err(|error| io::Error::other(format!("{path}: {error}")))
}

fn wants_color(color: Color, terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) => false,
        Color::Auto => set("CLICOLOR_FORCE") || terminal,
    }
}
