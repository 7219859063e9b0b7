//! Turns Markdown into plain text, for clients that show no Markdown.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// The text of some Markdown, without its markup.
pub(super) fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(piece) | Event::Code(piece) | Event::Html(piece) | Event::InlineHtml(piece) => {
                text.push_str(&piece);
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => text.push('\n'),
            Event::Start(Tag::Item) => {
                end_line(&mut text);
                text.push_str("- ");
            }
            Event::End(TagEnd::Item) => end_line(&mut text),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::CodeBlock | TagEnd::List(_)) => {
                end_line(&mut text);
                text.push('\n');
            }
            _ => {}
        }
    }
    text.truncate(text.trim_end().len());
    text
}

fn end_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_left_out_and_what_they_divide_stays_divided() {
        let markdown =
            "**MIN node** `` a`b ``, a\\*b &lt;\n\nvalue **2**\n\n- one\n- two\n\n```text\nx  = *\n```\n\n# Title\nend";
        let expected = "MIN node a`b, a*b <\n\nvalue 2\n\n- one\n- two\n\nx  = *\n\nTitle\n\nend";
        assert_eq!(plain(markdown), expected);
    }
}
