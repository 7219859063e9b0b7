//! Why there is no sheet for an exercise.

use std::error::Error;
use std::fmt;

use crate::format::FormatError;
use crate::source::Span;

/// Why there is no sheet for an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SheetError {
    /// The exercise asks nothing.
    NothingAsked,
    /// The exercise has errors of syntax, or names, settings or claims that cannot be read.
    Faulty,
    /// A claim that students are given answers a question.
    GivenAway {
        /// The claim.
        place: Span,
        /// The claim as it is written.
        given: String,
        /// The question, in words.
        asked: String,
    },
    /// The sheet cannot be formatted.
    Unformatted(FormatError),
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingAsked => f.write_str("this file asks nothing: it has no blank, `ask` or `worth`"),
            Self::Faulty => f.write_str("the exercise has errors; `gametree check --reveal` shows them"),
            Self::GivenAway { given, asked, .. } => write!(f, "`{given}` gives away the answer to {asked}"),
            Self::Unformatted(error) => error.fmt(f),
        }
    }
}

impl Error for SheetError {}
