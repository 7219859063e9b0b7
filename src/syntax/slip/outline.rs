//! A tree written as an outline: one node per line, children indented, no braces.

use super::{Advice, Reading, Slip, lines};
use crate::diagnostic::{Code, Edit};
use crate::number::Number;
use crate::source::{Span, offset};
use crate::syntax::is_plain_name;
use crate::syntax::token::Token;

/// Longer outlines are not written out in a help.
const MOST_LINES: usize = 20;

/// A line of an outline.
struct Line<'text> {
    indentation: usize,
    content: &'text str,
}

/// Finds a text of several lines, some of them indented, that has players but no braces or brackets.
pub(super) fn find(reading: &Reading<'_>) -> Vec<Slip> {
    use Token::{Chance, CloseBrace, Max, Min, OpenBrace, OpenBracket, OpenParenthesis, Tree};
    let (text, tokens) = (reading.text.as_ref(), reading.tokens());
    let has = |wanted: &[Token]| tokens.iter().any(|(token, _)| wanted.contains(token));
    if has(&[OpenBrace, CloseBrace, OpenBracket, OpenParenthesis, Tree]) || !has(&[Max, Min, Chance]) {
        return Vec::new();
    }
    let (first, last) = (tokens[0].1, tokens[tokens.len() - 1].1);
    let outline: Vec<Line<'_>> = lines(text).filter_map(|line| Line::of(line.of(text))).collect();
    let is_indented = outline.windows(2).any(|pair| pair[1].indentation > pair[0].indentation);
    if outline.len() < 2 || !is_indented {
        return Vec::new();
    }
    let whole = first.to(last);
    let message = "this looks like an outline: braces say which children a node has";
    let example = "write each node with its children in braces: `max A { min B { 3, 5 } min C { 2, 8 } }`";
    let head = Span::new(whole.start, whole.start + offset(outline[0].content.len()));
    let mut slip = Slip::new(Code::MissingBrace, message, head, Advice::Help(example.to_string()));
    slip.read(whole, "", text);
    if let Some(written) = written(&outline) {
        slip.advice = Advice::Probable(format!("write `{written}`"));
        slip.fix.push(Edit::new(whole, written));
    }
    vec![slip]
}

impl<'text> Line<'text> {
    /// `None` for an empty line or a comment.
    fn of(line: &'text str) -> Option<Self> {
        let content = line.trim();
        let is_empty = content.is_empty() || content.starts_with("//");
        (!is_empty).then_some(Self { indentation: line.len() - line.trim_start().len(), content })
    }

    /// The line as the head of a node, if it names a player: `A: max` is `max A`.
    fn head(&self) -> Option<String> {
        let words: Vec<&str> = self.content.split([' ', ':', '\t']).filter(|word| !word.is_empty()).collect();
        let is_player = |word: &str| matches!(word.to_lowercase().as_str(), "max" | "min" | "chance");
        let is_name = |word: &str| is_plain_name(word);
        match words[..] {
            [player] if is_player(player) => Some(player.to_lowercase()),
            [name, player] if is_player(player) && is_name(name) => Some(format!("{} {name}", player.to_lowercase())),
            [player, name] if is_player(player) && is_name(name) => Some(format!("{} {name}", player.to_lowercase())),
            _ => None,
        }
    }
}

/// The outline with braces; `None` if it is long, or if a line is neither the head of a node nor leaves.
fn written(outline: &[Line<'_>]) -> Option<String> {
    if outline.len() > MOST_LINES {
        return None;
    }
    let mut text = String::new();
    let mut open: Vec<usize> = Vec::new();
    for (place, line) in outline.iter().enumerate() {
        while open.last().is_some_and(|indentation| *indentation >= line.indentation) {
            open.pop();
            text += " }";
        }
        if place > 0 && open.is_empty() {
            return None;
        }
        let has_children = outline.get(place + 1).is_some_and(|next| next.indentation > line.indentation);
        text += if text.is_empty() { "" } else { " " };
        match line.head().filter(|_| has_children) {
            Some(head) => {
                text += &format!("{head} {{");
                open.push(line.indentation);
            }
            None if is_leaves(line.content) && !has_children => text += line.content,
            None => return None,
        }
    }
    Some(text + &" }".repeat(open.len()))
}

fn is_leaves(line: &str) -> bool {
    line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).all(|word| word.parse::<Number>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(text: &str) -> Option<String> {
        let [slip] = &find(&Reading::new(text))[..] else { return None };
        Some(slip.fix.first()?.text.clone())
    }

    #[test]
    fn an_outline_is_put_into_braces() {
        assert_eq!(
            fixed("A: max\n B: min\n   3, 5\n C: min\n   2\n").as_deref(),
            Some("max A { min B { 3, 5 } min C { 2 } }")
        );
        assert_eq!(fixed("max\n  min\n    3 5\n  4").as_deref(), Some("max { min { 3 5 } 4 }"));
        assert_eq!(fixed("max A\n  whatever\n"), None, "neither a node nor leaves");
        assert_eq!(fixed("max A { 3, 5 }\n  min"), None, "there are braces");
    }
}
