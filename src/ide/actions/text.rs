//! How parts of a text are taken away, and lines added.

use crate::ide::Edit;
use crate::source::{LINE_ENDS, Span};

/// Takes a part of the text away: with its line if it stands there alone, else with the blanks before it.
pub(super) fn removal(text: &str, span: Span) -> Edit {
    let (before, behind) = (&text[..span.start as usize], &text[span.end as usize..]);
    let kept = before.trim_end_matches([' ', '\t']);
    let start = at(kept.len());
    let rest = behind.trim_start_matches([' ', '\t']);
    let line_end = ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end));
    let alone = kept.is_empty() || kept.ends_with(LINE_ENDS);
    let end = match line_end.filter(|_| alone) {
        Some(line_end) => span.end + at(behind.len() - rest.len() + line_end.len()),
        None => span.end,
    };
    Edit::new(Span::new(start, end), "")
}

/// Writes something behind a place, on a line of its own if `whole` goes over several.
pub(super) fn insertion(text: &str, whole: Span, place: u32, words: &str) -> Edit {
    if !whole.of(text).contains(LINE_ENDS) {
        return Edit::new(Span::empty(place), format!(" {words}"));
    }
    Edit::new(Span::empty(place), format!("\n{}{words}", indent(text, whole.start) + "    "))
}

/// The blanks that the line of a place begins with.
fn indent(text: &str, place: u32) -> String {
    let line = text[..place as usize].rfind(LINE_ENDS).map_or(0, |end| end + 1);
    text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

fn at(bytes: usize) -> u32 {
    u32::try_from(bytes).expect("texts are shorter than 4 GiB")
}
