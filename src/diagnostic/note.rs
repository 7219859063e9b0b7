//! The lines below a finding.

use std::fmt;

/// A line below a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Why it is so.
    Note(String),
    /// What to do about it.
    Help(String),
}

impl Note {
    /// The line without the word `note` or `help`.
    pub fn text(&self) -> &str {
        let (Self::Note(text) | Self::Help(text)) = self;
        text
    }

    /// Whether the line says what to do.
    pub fn is_help(&self) -> bool {
        matches!(self, Self::Help(_))
    }
}

/// The line as it is shown: `note: …` or `help: …`.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note(text) => write!(f, "note: {text}"),
            Self::Help(text) => write!(f, "help: {text}"),
        }
    }
}
