//! The output of a command: standard output or a file.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use gametree::diagnostic::render::{is_printable, printable};

use super::read::read_text;
use super::replace::Replacement;
use super::{Color, Outcome, print_error};

/// The most that one command prints for people.
pub(super) const MOST_FOR_PEOPLE: usize = 1_000_000;

/// Results on standard output or in a file, buffered.
pub(super) struct Output {
    writer: BufWriter<Target>,
    /// Whether colours are wanted.
    pub(super) color: bool,
    terminal: bool,
    printed: usize,
}

/// The end of the stream.
struct Target {
    destination: Destination,
    /// Whether anything was written.
    begun: bool,
}

enum Destination {
    Standard,
    /// A pipe or a device, or a file behind one: it is appended to.
    Stream(File),
    /// A file whose folder allows no new file: it is overwritten in place.
    Old(File),
    /// A file that did not exist before.
    New(File, PathBuf),
    /// A new file that will replace an existing one.
    Replacement(Replacement),
}

impl Output {
    pub(super) fn open(path: Option<&Path>, color: Color) -> io::Result<Self> {
        // Opened by this name, a file would be overwritten from its beginning.
        let path = path.filter(|path| *path != Path::new("/dev/stdout"));
        let destination = match path {
            Some(path) => {
                Destination::open(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?
            }
            None => Destination::Standard,
        };
        let target = Target { destination, begun: false };
        let terminal = path.is_none() && io::stdout().is_terminal();
        Ok(Self { writer: BufWriter::new(target), color: wants_color(color, terminal), terminal, printed: 0 })
    }

    /// Prints text for people. Returns `false`, and prints nothing, if this would be more than they can read.
    pub(super) fn print(&mut self, text: &str) -> io::Result<bool> {
        if self.printed + text.len() > MOST_FOR_PEOPLE {
            return Ok(false);
        }
        self.printed += text.len();
        self.writer.write_all(text.as_bytes())?;
        // A progress bar may be drawn on the same terminal as soon as this returns.
        if self.terminal {
            self.writer.flush()?;
        }
        Ok(true)
    }

    /// Prints the text of a file unchanged, however long; on a terminal, like text for people.
    pub(super) fn print_source(&mut self, text: &str) -> io::Result<bool> {
        if self.terminal {
            let lines: String = text.lines().map(|line| printable(line) + "\n").collect();
            return self.print(&lines);
        }
        self.writer.write_all(text.as_bytes())?;
        Ok(true)
    }

    /// Prints a diff, like the text of a file, in colours if they are wanted.
    pub(super) fn print_diff(&mut self, diff: &str) -> io::Result<bool> {
        if !self.color {
            return self.print_source(diff);
        }
        let terminal = self.terminal;
        let paint = |(place, line): (usize, &str)| {
            let line = if terminal { printable(line) } else { line.to_string() };
            let code = match line.as_bytes().first() {
                // The two lines that name the file.
                _ if place < 2 => "1",
                Some(b'+') => "32",
                Some(b'-') => "31",
                Some(b'@') => "36",
                _ => "0",
            };
            format!("\u{1b}[{code}m{line}\u{1b}[0m\n")
        };
        let painted: String = diff.split_terminator('\n').enumerate().map(paint).collect();
        if terminal { self.print(&painted) } else { self.writer.write_all(painted.as_bytes()).map(|()| true) }
    }

    /// Prints a line even if the limit is reached.
    pub(super) fn print_last(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.writer, "{line}")
    }

    /// Prints how many trees or lines were left out, if any.
    pub(super) fn print_omitted(&mut self, number: u64, what: &str) -> io::Result<()> {
        if number == 0 { Ok(()) } else { self.print_last(&format!("… and {number} more {what}")) }
    }

    /// Whether it is printed on a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// The writer itself, for output that programs read.
    pub(super) fn raw(&mut self) -> &mut impl Write {
        &mut self.writer
    }

    /// A writer of JSON.
    pub(super) fn json(&mut self) -> Json<impl Write> {
        Json::new(&mut self.writer)
    }

    /// Writes the rest of the buffer, and returns late errors. If a command did not succeed and printed nothing, there
    /// is no result.
    pub(super) fn close(self, outcome: Outcome) -> io::Result<()> {
        let target = self.into_target()?;
        if target.begun || outcome == Outcome::Success { target.close() } else { target.close_without_result() }
    }

    /// Like [`Self::close`] if there is a result, else like [`Self::close_without_result`].
    pub(super) fn finish(self, outcome: Outcome, has_result: bool) -> io::Result<Outcome> {
        let closed = if has_result { self.close(outcome) } else { self.close_without_result() };
        closed.map(|()| outcome)
    }

    /// Like [`Self::close`], but without a result: an existing file stays as it was, and no new one remains.
    pub(super) fn close_without_result(self) -> io::Result<()> {
        self.into_target()?.close_without_result()
    }

    fn into_target(self) -> io::Result<Target> {
        self.writer.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// Writes a file, whole or not at all.
pub(super) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut output = Output::open(Some(path), Color::Never)?;
    output.raw().write_all(content.as_ref())?;
    output.close(Outcome::Success)
}

/// Writes a text into a new file. Returns `false`, and reports it, if that fails, or if the file is already there with
/// other contents.
pub(super) fn write_once(path: &Path, text: &str) -> bool {
    /// The most that is read of a file that is already there, in bytes.
    const LONGEST: usize = 64 << 20;
    if path.symlink_metadata().is_ok() {
        let same = path.is_file() && read_text(path, LONGEST).is_ok_and(|old| old == text);
        if !same {
            let path = path.display();
            print_error(&format!(
                "{path}: this file has other contents, so it was not overwritten; choose another name"
            ));
        }
        return same;
    }
    let written = write_file(path, text);
    written.inspect_err(|error| print_error(&format!("{}: not written: {error}", path.display()))).is_ok()
}

impl Destination {
    /// An existing file is replaced only when everything is written, so that a full disk does not destroy it.
    fn open(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_err() {
            return Ok(Self::New(File::create(path)?, path.to_path_buf()));
        }
        let is_file = path.metadata().map_or(true, |about| about.is_file());
        // A name such as /dev/stderr may lead to a file that others also write to.
        if !is_file || path.starts_with("/dev") {
            return Ok(Self::Stream(File::options().append(true).open(path)?));
        }
        match Replacement::of(path) {
            Ok(replacement) => Ok(Self::Replacement(replacement)),
            // If the folder allows no new file, the old one can still be overwritten.
            Err(_) => Ok(Self::Old(File::options().write(true).create(true).truncate(false).open(path)?)),
        }
    }
}

impl Target {
    /// Empties a file that is overwritten in place, before the first write.
    fn begin(&mut self) -> io::Result<()> {
        if let (Destination::Old(file), false) = (&self.destination, self.begun) {
            file.set_len(0)?;
        }
        self.begun = true;
        Ok(())
    }

    fn close(mut self) -> io::Result<()> {
        self.begin()?;
        self.flush()?;
        match self.destination {
            Destination::Replacement(replacement) => replacement.put_in_place(),
            _ => Ok(()),
        }
    }

    fn close_without_result(mut self) -> io::Result<()> {
        match self.destination {
            Destination::New(_, path) => fs::remove_file(path),
            _ => self.flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begin()?;
        match &mut self.destination {
            Destination::Standard => io::stdout().write(bytes),
            Destination::Stream(file) | Destination::Old(file) | Destination::New(file, _) => file.write(bytes),
            Destination::Replacement(replacement) => replacement.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.destination {
            Destination::Standard => io::stdout().flush(),
            Destination::Stream(file) | Destination::Old(file) | Destination::New(file, _) => file.flush(),
            Destination::Replacement(replacement) => replacement.flush(),
        }
    }
}

/// Writes JSON that is safe to print: characters that could confuse a terminal are written as `\u…`.
pub(super) struct Json<W>(W);

impl<W: Write> Write for Json<W> {
    /// Outside strings JSON is printable anyway, and strings arrive in pieces of whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !bytes.is_ascii() || bytes.contains(&0x7f) => self.write_text(text)?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Json<W> {
    pub(super) fn new(writer: W) -> Self {
        Self(writer)
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        for character in text.chars() {
            if character == '\n' || is_printable(character) {
                write!(self.0, "{character}")?;
            } else {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(self.0, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
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
