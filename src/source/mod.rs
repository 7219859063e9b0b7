//! Source texts and places in them.

mod change;
mod line_end;
mod line_index;
mod span;

pub use change::{Change, Shift};
pub use line_end::{leading_line_break, line_end, line_start, starts_line, trailing_line_break};
pub use line_index::{Encoding, LINE_ENDS, LineColumn, LineIndex, line_breaks, lines};
pub use span::Span;

/// A number of bytes as a place in a text, which fits into `u32`: see [`Source::LIMIT`].
///
/// # Panics
///
/// At 4 GiB.
pub fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).expect("texts are shorter than 4 GiB")
}

/// One source file: its name as shown to people, and its text.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name of the file in reports; usually its path as given.
    pub name: String,
    /// The whole text, at most [`Source::LIMIT`] bytes.
    pub text: String,
    /// The bytes of its path if they are not text; then the name is not exact.
    pub raw_path: Option<Vec<u8>>,
}

impl Source {
    /// The longest text, in bytes, whose places all fit into a [`Span`].
    pub const LIMIT: usize = u32::MAX as usize - 1;

    /// A source called `name` with the given text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), raw_path: None }
    }

    /// The bytes of its path, which identify it.
    pub fn path(&self) -> &[u8] {
        self.raw_path.as_deref().unwrap_or(self.name.as_bytes())
    }
}
