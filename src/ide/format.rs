//! Formats a whole text or a part of it. The edits cover only what changes, so that cursors stay in place.

use super::{Document, Edit};
use crate::diagnostic::applied;
use crate::format::{self, FormatError};
use crate::source::{LINE_ENDS, Span, line_breaks, line_end, line_start, offset, trailing_line_break};

/// More changes than this become one, because editors are slow with many.
const MOST_CHANGES: usize = 1000;

/// The edits that format the text, in lines of at most `width` columns if possible. Linear.
///
/// # Errors
///
/// As for [`format::format`].
pub fn format(document: &Document, width: usize) -> Result<Vec<Edit>, FormatError> {
    Ok(few(document.text(), changes(document, width)?))
}

/// Like [`format()`], for the lines that `within` touches. The lines above and below stay as they are.
///
/// # Errors
///
/// As for [`format()`].
pub fn format_range(document: &Document, within: Span, width: usize) -> Result<Vec<Edit>, FormatError> {
    let text = document.text();
    let lines = whole_lines(text, document.clamp_span(within));
    let changes = changes(document, width)?.into_iter().filter_map(|change| part_within(text, change, lines));
    Ok(few(text, changes.collect()))
}

fn changes(document: &Document, width: usize) -> Result<Vec<Edit>, FormatError> {
    let text = document.text();
    Ok(format::changes(text, &format::format(text, width)?))
}

/// These changes of a text, joined into one if there are too many.
fn few(text: &str, changes: Vec<Edit>) -> Vec<Edit> {
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else { return changes };
    if changes.len() <= MOST_CHANGES {
        return changes;
    }
    let whole = Span::new(first.span.start, last.span.end);
    let changed = applied(text, &changes);
    let unchanged_after = text.len() - whole.range().end;
    let new = &changed[whole.range().start..changed.len() - unchanged_after];
    vec![Edit::new(whole, new)]
}

/// The lines that a part of a text touches, without the last line end. A selection of whole lines includes the last
/// line end, but not the line after it.
fn whole_lines(text: &str, span: Span) -> Span {
    let last = span.end - offset(trailing_line_break(span.of(text)).len());
    let rest = &text[last as usize..];
    let length = rest.find(LINE_ENDS).unwrap_or(rest.len());
    Span::new(line_start(text, span.start), last + offset(length))
}

/// The part of a change that lies within some lines. A change of the blanks at either end is cut there; a change that
/// would join these lines with their neighbours is left out.
fn part_within(text: &str, change: Edit, lines: Span) -> Option<Edit> {
    let Span { start, end } = change.span;
    let (begins_above, ends_below) = (start < lines.start, lines.end < end);
    let edit = match (begins_above, ends_below) {
        (false, false) => change,
        (true, false) if lines.start <= end => {
            let indent = change.text.rfind(LINE_ENDS).map(|at| &change.text[at + 1..])?;
            let blank_lines = |part: Span| line_breaks(part.of(text)).count();
            let wanted = line_breaks(&change.text).count().saturating_sub(blank_lines(Span::new(start, lines.start)));
            let kept = wanted.min(blank_lines(Span::new(lines.start, end)));
            Edit::new(Span::new(lines.start, end), line_end(text).repeat(kept) + indent)
        }
        (false, true) if start <= lines.end => {
            Edit::new(Span::new(start, lines.end), &change.text[..change.text.find(LINE_ENDS)?])
        }
        _ => return None,
    };
    (edit.span.of(text) != edit.text).then_some(edit)
}
