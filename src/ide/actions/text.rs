//! How parts of a text are taken away, and lines added.

use crate::ide::Edit;
use crate::source::{LINE_ENDS, Span, line_end, offset};

/// Takes a part of the text away: with its line if it stands there alone, else with the blanks before it.
pub(super) fn removal(text: &str, span: Span) -> Edit {
    let (before, behind) = (&text[..span.start as usize], &text[span.end as usize..]);
    let kept = before.trim_end_matches([' ', '\t']);
    let start = offset(kept.len());
    let rest = behind.trim_start_matches([' ', '\t']);
    let line_end = ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end));
    let alone = kept.is_empty() || kept.ends_with(LINE_ENDS);
    let end = match line_end.filter(|_| alone) {
        Some(line_end) => span.end + offset(behind.len() - rest.len() + line_end.len()),
        None => span.end,
    };
    Edit::new(Span::new(start, end), "")
}

/// Writes something behind a place, on a line of its own if `whole` goes over several. A comment stays with what it stands
/// behind.
pub(super) fn insertion(text: &str, whole: Span, place: u32, words: &str) -> Edit {
    if !whole.of(text).contains(LINE_ENDS) {
        return Edit::new(Span::empty(place), format!(" {words}"));
    }
    let rest = &text[place as usize..];
    let line = rest.split(LINE_ENDS).next().unwrap_or_default();
    let is_comment = line.trim_start_matches([' ', '\t']).starts_with("//");
    let place = if is_comment { place + offset(line.len()) } else { place };
    let (end, indent) = (line_end(text), indent(text, whole.start));
    Edit::new(Span::empty(place), format!("{end}{indent}    {words}"))
}

/// Writes something on a line of its own before a place, and leaves one blank behind it.
pub(super) fn insertion_above(text: &str, place: u32, words: &str) -> Edit {
    let end = line_end(text);
    Edit::new(Span::empty(place), format!("{words}{end}{end}"))
}

/// The blanks that the line of a place begins with.
fn indent(text: &str, place: u32) -> String {
    let line = text[..place as usize].rfind(LINE_ENDS).map_or(0, |end| end + 1);
    text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}
