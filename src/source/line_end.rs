use super::{LINE_ENDS, offset};

/// Every line break, the longest first.
const LINE_BREAKS: [&str; 3] = ["\r\n", "\n", "\r"];

/// The line break for lines that are added to a text: that of its first line, `\n` or `\r\n`.
pub fn line_end(text: &str) -> &'static str {
    let first = text.find(LINE_ENDS).map_or("", |end| leading_line_break(&text[end..]));
    if first == "\r\n" { "\r\n" } else { "\n" }
}

/// The line break that a text begins with; empty if it begins with something else.
pub fn leading_line_break(text: &str) -> &'static str {
    LINE_BREAKS.into_iter().find(|line_break| text.starts_with(line_break)).unwrap_or_default()
}

/// The line break that a text ends with; empty if it ends with something else.
pub fn trailing_line_break(text: &str) -> &'static str {
    LINE_BREAKS.into_iter().find(|line_break| text.ends_with(line_break)).unwrap_or_default()
}

/// The beginning of the line that contains a place.
pub fn line_start(text: &str, place: u32) -> u32 {
    text[..place as usize].rfind(LINE_ENDS).map_or(0, |end| offset(end + 1))
}

/// Whether a line begins at a place.
pub fn starts_line(text: &str, place: u32) -> bool {
    place == 0 || text[..place as usize].ends_with(LINE_ENDS)
}
