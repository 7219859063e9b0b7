//! Reads a tree in another notation and writes it in this language, for the help of a slip.
//!
//! Does not read notations that are long or ambiguous.

use std::fmt::Write as _;

use super::notation::player;
use super::written::{NAMES, PLAYERS, Written};
use crate::source::Span;
use crate::syntax::is_plain_name;
use crate::syntax::token::Token;

/// Larger trees are not written out in a help.
const MOST_NODES: usize = 50;

/// A tree, or a part of it.
#[derive(Default)]
pub(super) struct Pasted {
    label: Option<String>,
    pub(super) player: Option<&'static str>,
    name: Option<String>,
    /// The value of a leaf, or the claimed value of a node.
    value: Option<String>,
    /// None for a leaf.
    children: Vec<Self>,
}

impl Pasted {
    /// The tree in this language. If the notation does not say who moves at the root, the root begins with `player`.
    pub(super) fn written(&self, player: Option<&str>) -> String {
        let mut text = String::new();
        if let Some(label) = &self.label {
            let _ = write!(text, "{label}: ");
        }
        if self.children.is_empty() {
            return text + self.value.as_deref().unwrap_or_default();
        }
        if let Some(player) = self.player.or(player) {
            let _ = write!(text, "{player} ");
            if let Some(name) = &self.name {
                let _ = write!(text, "{name} ");
            }
            if let Some(value) = &self.value {
                let _ = write!(text, "= {value} ");
            }
        }
        let separator = if self.children.iter().all(|child| child.children.is_empty()) { ", " } else { " " };
        let children: Vec<String> = self.children.iter().map(|child| child.written(None)).collect();
        let _ = write!(text, "{{ {} }}", children.join(separator));
        text
    }

    /// Whether it is known who moves here.
    fn says_who_moves(&self) -> bool {
        self.player.is_some() || self.children.is_empty()
    }

    /// This node with these children; `None` if there are none, or if it is not known who moves at them.
    fn with(self, children: Vec<Self>) -> Option<Self> {
        let known = self.player != Some("chance") || children.iter().all(Self::says_who_moves);
        let named = self.player.is_some() || (self.name.is_none() && self.value.is_none());
        (!children.is_empty() && known && named).then_some(Self { children, ..self })
    }
}

/// Reads the tokens of a tree. It stops after [`MOST_NODES`] nodes, which also limits its recursion.
pub(super) struct Reader<'text> {
    at: Written<'text>,
    nodes: usize,
}

impl<'text> Reader<'text> {
    /// A reader for a tree that takes all of these tokens.
    pub(super) fn new(text: &'text str, tokens: &'text [(Token, Span)]) -> Self {
        Self { at: Written { text, tokens, place: 0 }, nodes: 0 }
    }

    /// The whole tree; `None` if it is too long or ambiguous.
    pub(super) fn read(mut self) -> Option<Pasted> {
        let tree = self.item()?;
        (!tree.children.is_empty() && self.at.token(0).is_none()).then_some(tree)
    }

    fn peek(&self) -> Option<Token> {
        Some(self.at.token(0)?.0)
    }

    /// Takes a token, and returns its text.
    fn take(&mut self) -> Option<&'text str> {
        let (_, span) = self.at.token(0)?;
        self.at.place += 1;
        Some(span.of(self.at.text))
    }

    /// Takes a name or a quoted text, and returns it as this language writes it.
    fn take_name(&mut self) -> Option<String> {
        let name = self.take()?.trim_matches('"');
        Some(if is_plain_name(name) { name.to_string() } else { format!("\"{name}\"") })
    }

    fn item(&mut self) -> Option<Pasted> {
        use Token::{
            Chance, Colon, Elided, Max, Min, Name, Number, OpenBrace, OpenBracket, OpenParenthesis, String, Unknown,
        };
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        if self.at.is(0, NAMES) && self.at.is(1, &[Colon]) {
            let label = self.take_name();
            self.at.place += 1;
            return Some(Pasted { label, ..self.item()? });
        }
        match self.peek()? {
            Number | Unknown | Elided => Some(Pasted { value: self.take().map(str::to_string), ..Pasted::default() }),
            Max | Min | Chance | Name if self.at.is(1, &[OpenParenthesis, OpenBracket]) => {
                let player = Some(player(self.take()?)?);
                let list = self.list()?;
                Pasted { player, ..Pasted::default() }.with(list.children)
            }
            OpenBrace if self.at.is(1, &[String]) => self.object(),
            OpenBrace | OpenBracket | OpenParenthesis => self.list(),
            _ => None,
        }
    }

    /// A list in brackets of any kind. `(max …)` and `["max", …]` begin with their player.
    fn list(&mut self) -> Option<Pasted> {
        use Token::{Colon, OpenBracket, OpenParenthesis};
        let end = self.peek()?.closing();
        self.at.place += 1;
        let is_call = self.at.touches_next() && self.at.is(1, &[OpenParenthesis, OpenBracket]);
        let mut node = Pasted::default();
        if (self.at.is(0, PLAYERS) || self.at.is(0, NAMES)) && !self.at.is(1, &[Colon]) && !is_call {
            node.player = Some(player(self.take()?.trim_matches('"'))?);
            // `(max { 3, 5 })` is a node in parentheses.
            if self.at.is(0, &[Token::OpenBrace]) {
                return None;
            }
        }
        node.with(self.items(end)?)
    }

    /// The items up to a closing bracket.
    fn items(&mut self, end: Token) -> Option<Vec<Pasted>> {
        let mut items = Vec::new();
        while self.peek()? != end {
            items.push(self.item()?);
        }
        self.at.place += 1;
        Some(items)
    }

    /// A JSON object: `{"max": […]}`, or with a key for each part of a node: `{"player": "max", "children": […]}`.
    fn object(&mut self) -> Option<Pasted> {
        use Token::{Colon, Number, OpenBracket, String};
        self.at.place += 1;
        let (mut node, mut children) = (Pasted::default(), Vec::new());
        while self.peek()? != Token::CloseBrace {
            let key = self.take()?.trim_matches('"').to_lowercase();
            if !self.at.is(0, &[Colon]) {
                return None;
            }
            self.at.place += 1;
            match (key.as_str(), self.peek()?) {
                ("player" | "type" | "kind" | "node", String) => {
                    node.player = Some(player(self.take()?.trim_matches('"'))?);
                }
                ("name" | "id", String) => node.name = self.take_name(),
                ("label" | "move" | "action", String) => node.label = self.take_name(),
                ("value" | "utility" | "score", Number) => node.value = self.take().map(str::to_string),
                ("children" | "moves" | "successors" | "actions", OpenBracket) => children = self.bracketed()?,
                (key, token) => {
                    node.player = Some(player(key)?);
                    if token == String {
                        node.name = self.take_name();
                    } else {
                        children = self.bracketed()?;
                    }
                }
            }
        }
        self.at.place += 1;
        if children.is_empty() && node.value.is_some() { Some(node) } else { node.with(children) }
    }

    fn bracketed(&mut self) -> Option<Vec<Pasted>> {
        if self.peek()? != Token::OpenBracket {
            return None;
        }
        self.at.place += 1;
        self.items(Token::CloseBracket)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Reading;
    use super::*;

    fn read(text: &str) -> Option<String> {
        Some(Reader::new(text, Reading::new(text).tokens()).read()?.written(Some("max")))
    }

    #[test]
    fn reads_lists_lisp_calls_and_json() {
        for (pasted, written) in [
            ("[[3, 5], [2, 8]]", "max { { 3, 5 } { 2, 8 } }"),
            ("((3 5) 4)", "max { { 3, 5 } 4 }"),
            ("(min (max 3 5) (max 2 8))", "min { max { 3, 5 } max { 2, 8 } }"),
            ("Max(Min(3,12,8), Min(2,4))", "max { min { 3, 12, 8 } min { 2, 4 } }"),
            (r#"["max", 3, ["min", 2, 9]]"#, "max { 3 min { 2, 9 } }"),
            (r#"{"max": [3, {"min": [2, 9]}]}"#, "max { 3 min { 2, 9 } }"),
            (
                r#"{"player": "max", "name": "A", "children": [{"type": "min", "value": 4, "children": [5, 4]}, {"value": 2}]}"#,
                "max A { min = 4 { 5, 4 } 2 }",
            ),
            (r#"{"max": "A", "value": 5, "children": [5, 6]}"#, "max A = 5 { 5, 6 }"),
            ("(a: 3, b: (4 5))", "max { a: 3 b: { 4, 5 } }"),
        ] {
            assert_eq!(read(pasted).as_deref(), Some(written), "{pasted}");
        }
    }

    #[test]
    fn what_may_mean_several_trees_is_not_read() {
        let long = format!("[{}]", "3, ".repeat(60));
        for pasted in ["3", "[]", "[a, b]", "(chance (3 5) 2)", "f(3, 5)", r#"{"color": "red"}"#, "[3, [5]", &long] {
            assert_eq!(read(pasted), None, "{pasted}");
        }
    }
}
