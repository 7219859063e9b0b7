//! The style of all files, for a whole text or a part of it. What stays as it is is not touched, and nor are the cursors
//! there.

use super::{Document, Edit};
use crate::diagnostic::applied;
use crate::format::{self, Obstacle};
use crate::source::{LINE_ENDS, Span, offset};

/// More changes than these become one: editors take long over many, and there are no cursors to be spared in all places.
const MOST_CHANGES: usize = 1000;

/// What sets the text in the style of all files, in lines of at most `width` columns where that can be had. Linear.
///
/// # Errors
///
/// A text with errors of syntax is not formatted.
pub fn format(document: &Document, width: usize) -> Result<Vec<Edit>, Obstacle> {
    Ok(few(document.text(), changes(document, width)?))
}

/// As [`format()`], for the lines that lie in `within` at least in part, and what stands between them and the words around.
///
/// # Errors
///
/// As there.
pub fn format_range(document: &Document, within: Span, width: usize) -> Result<Vec<Edit>, Obstacle> {
    let lines = whole_lines(document.text(), document.clamp_span(within));
    let mut changes = changes(document, width)?;
    changes.retain(|change| change.span.start <= lines.end && lines.start <= change.span.end);
    Ok(few(document.text(), changes))
}

fn changes(document: &Document, width: usize) -> Result<Vec<Edit>, Obstacle> {
    let text = document.text();
    Ok(format::changes(text, &format::format(text, width)?))
}

/// These changes of a text, as one where they are many.
fn few(text: &str, changes: Vec<Edit>) -> Vec<Edit> {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return changes };
    if changes.len() <= MOST_CHANGES {
        return changes;
    }
    let whole = Span::new(first.span.start, last.span.end);
    let changed = applied(text, &changes);
    let unchanged_behind = text.len() - whole.range().end;
    let new = &changed[whole.range().start..changed.len() - unchanged_behind];
    vec![Edit::new(whole, new)]
}

/// A part of a text, from the beginning of its first line to the end of its last.
fn whole_lines(text: &str, span: Span) -> Span {
    let start = text[..span.start as usize].rfind(LINE_ENDS).map_or(0, |end| end + 1);
    let rest = &text[span.end as usize..];
    let length = rest.find(LINE_ENDS).unwrap_or(rest.len());
    Span::new(offset(start), span.end + offset(length))
}
