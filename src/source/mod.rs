//! Source text and places in it.

mod line_index;
mod span;

pub use line_index::{LineColumn, LineIndex};
pub use span::Span;

/// One source file: its name as shown to people, and its text.
#[derive(Clone, Debug)]
pub struct Source {
    /// How the file is called in reports; usually its path as given.
    pub name: String,
    /// The whole text, at most [`Source::LIMIT`] bytes.
    pub text: String,
}

impl Source {
    /// The longest text, in bytes, whose places all fit into a [`Span`].
    pub const LIMIT: usize = u32::MAX as usize - 1;

    /// A source called `name` with the given text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}
