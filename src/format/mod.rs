//! One style for all files.
//!
//! A node of leaves is written on one line if it fits. Every other child gets a line of its own, and the heads and
//! braces of siblings are aligned. Only blanks, line breaks, commas and the case of keywords change.

mod align;
mod comment;
mod difference;
mod layout;
mod outline;
mod same;

use std::error::Error;
use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::syntax;
pub use difference::changes;
use outline::Outline;

/// The default width of lines, in columns.
pub const WIDTH: usize = 100;

/// Why a text is not formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatError {
    /// It has syntax errors, or braces that do not match. These are the findings.
    Syntax(Vec<Diagnostic>),
    /// The result would be longer than [`Source::LIMIT`].
    TooLong,
    /// The result would differ in meaning. This is a bug in the formatter.
    Changed,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax(_) => "a text with syntax errors is not formatted",
            Self::TooLong => "the formatted text would be 4 GiB or more",
            Self::Changed => "the formatted text would differ in meaning; this is a bug in gametree",
        })
    }
}

impl Error for FormatError {}

/// Formats a text in the one style of all files, in lines of at most `width` columns if possible.
///
/// The result is read again before it is returned: its words and comments are those of the text, in the same order.
/// Linear, without recursion.
///
/// # Errors
///
/// If the text has syntax errors, or if the result would be too long to be read again.
///
/// ```
/// use gametree::format::{WIDTH, format};
///
/// assert_eq!(format("max{{3 5}{2 8 pruned}}", WIDTH)?, "max { { 3, 5 } { 2, 8 pruned } }\n");
///
/// let error = format("max { 3", WIDTH).unwrap_err();
/// assert_eq!(error.to_string(), "a text with syntax errors is not formatted");
/// # Ok::<(), gametree::format::FormatError>(())
/// ```
pub fn format(text: &str, width: usize) -> Result<String, FormatError> {
    format_within(Source::LIMIT, text, width)
}

fn format_within(limit: usize, text: &str, width: usize) -> Result<String, FormatError> {
    let findings = errors(text);
    let outline = Outline::new(text).filter(|_| !findings.iter().any(|finding| finding.code.is_syntax()));
    let Some(outline) = outline else {
        return Err(FormatError::Syntax(findings));
    };
    let formatted = layout::write(text, &outline, width, limit).ok_or(FormatError::TooLong)?;
    let is_whole = !errors(&formatted).iter().any(|finding| finding.code.is_syntax());
    if is_whole && same::has_same_content(text, &formatted) { Ok(formatted) } else { Err(FormatError::Changed) }
}

/// The first few errors of syntax and structure in a text.
fn errors(text: &str) -> Vec<Diagnostic> {
    /// More findings than this do not help to find the first mistake.
    const MOST: usize = 100;
    syntax::parse(text, MOST).1.finish().0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_that_would_be_too_long_is_none() {
        let text = "max { min { 3 }\n min { 4 } } // end";
        let whole = format(text, WIDTH).unwrap();
        assert_eq!(format_within(whole.len(), text, WIDTH), Ok(whole.clone()));
        for limit in 0..whole.len() {
            assert_eq!(format_within(limit, text, WIDTH), Err(FormatError::TooLong), "{limit}");
        }
    }
}
