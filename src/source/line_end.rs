use super::LINE_ENDS;

/// What ends a line that is added to a text: the same as its first line has, `\n` or `\r\n`.
pub fn line_end(text: &str) -> &'static str {
    let first = text.find(LINE_ENDS).map_or("", |end| &text[end..]);
    if first.starts_with("\r\n") { "\r\n" } else { "\n" }
}
