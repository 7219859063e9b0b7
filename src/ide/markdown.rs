//! Escapes text for Markdown. A file may have anything in a name, and none of it must be read as Markdown or HTML: the
//! editor of a reader would load a picture in it.

/// The characters that can begin markup within a line of Markdown.
const MARKUP: &[char] = &['\\', '`', '$', '^', '*', '_', '[', ']', '<', '&', '~', '!', '#', '|'];

/// Text as code within a line.
pub(super) fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    match text {
        // Markdown does not read an empty pair of fences as code.
        "" => "` `".to_string(),
        text if text.contains('`') => format!("{fence} {text} {fence}"),
        text => format!("{fence}{text}{fence}"),
    }
}

/// Lines as a block of code. The last one must end with a line end.
pub(super) fn block(lines: &str) -> String {
    let fence = "`".repeat(3.max(longest_run(lines) + 1));
    format!("{fence}text\n{lines}{fence}")
}

/// Prose such as the text of a finding. Parts between backticks become code.
pub(super) fn prose(words: &str) -> String {
    let pieces: Vec<&str> = words.split('`').collect();
    let is_paired = pieces.len() % 2 == 1 && pieces[1..].iter().rev().skip(1).all(|piece| !piece.is_empty());
    if !is_paired {
        return escaped(words);
    }
    let piece = |(place, piece): (usize, &&str)| if place % 2 == 1 { code(piece) } else { escaped(piece) };
    pieces.iter().enumerate().map(piece).collect()
}

/// A text with all markup escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        escaped.extend(MARKUP.contains(&character).then_some('\\'));
        escaped.push(character);
    }
    escaped
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_a_fence_that_is_not_in_it() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a`b"), "`` a`b ``");
        assert_eq!(code("``"), "``` `` ```");
        assert_eq!(code(""), "` `");
        assert_eq!(block("a\n"), "```text\na\n```");
        assert_eq!(block("```\n"), "````text\n```\n````");
    }

    #[test]
    fn words_are_text_but_for_what_they_have_as_code() {
        assert_eq!(prose("under `cut alpha > beta` it <b>is</b>"), "under `cut alpha > beta` it \\<b>is\\</b>");
        assert_eq!(prose("![](x) is worth 3"), "\\!\\[\\](x) is worth 3");
        assert_eq!(prose("the name `a`![](x)`"), "the name \\`a\\`\\!\\[\\](x)\\`", "nobody knows what is code here");
        assert_eq!(prose("`a``b`"), "\\`a\\`\\`b\\`", "these would be one");
    }
}
