//! Writes a tree in the language.

use std::collections::HashSet;
use std::fmt::Write;

use super::Plain;
use super::value::opponent;
use crate::format::{WIDTH, format};
use crate::model::quoted_if_needed;
use crate::syntax::is_plain_name;
use crate::syntax::tree::{Kind, NodeId};

/// Larger trees are written without indentation: four times as short.
const MOST_INDENTED: usize = 10_000;

/// The text of trees, in the style of the formatter unless it is large. Linear, and not recursive.
pub fn written(trees: &[Plain]) -> String {
    let texts: Vec<String> = trees.iter().map(written_tree).collect();
    texts.join("\n")
}

fn written_tree(plain: &Plain) -> String {
    let mut writer =
        Writer { plain, players: Players::WhereNeeded, text: String::with_capacity(plain.len() * 6), line: 0 };
    writer.comments();
    let repeats = has_repeats(plain.names());
    let is_braced = repeats || plain.title.is_some() || !plain.settings.is_empty() || !plain.expectations.is_empty();
    if is_braced {
        writer.head(repeats);
    }
    writer.tree();
    if is_braced {
        plain.expectations.iter().for_each(|expectation| _ = write!(writer.text, "\n{expectation}"));
        writer.text.push_str("\n}");
    }
    writer.text.push('\n');
    let text = writer.text;
    if plain.len() > MOST_INDENTED { text } else { format(&text, WIDTH).unwrap_or(text) }
}

/// A tree without comments, title and settings, on one line; `None` if it cannot be formatted.
pub(super) fn on_one_line(plain: &Plain, players: Players) -> Option<String> {
    let mut writer = Writer { plain, players, text: String::new(), line: 0 };
    writer.tree();
    format(&writer.text, usize::MAX).ok().map(|text| text.trim_end().to_string())
}

fn has_repeats<'n>(mut names: impl Iterator<Item = &'n str>) -> bool {
    let mut seen = HashSet::new();
    names.any(|name| !seen.insert(name))
}

/// At which nodes the player is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Players {
    /// Not at a node where only the other player can move.
    WhereNeeded,
    Everywhere,
}

struct Writer<'p> {
    plain: &'p Plain,
    players: Players,
    text: String,
    /// Where the current line begins.
    line: usize,
}

impl Writer<'_> {
    fn comments(&mut self) {
        for line in &self.plain.comments {
            let line: String = line.chars().filter(|character| !character.is_control()).collect();
            let _ = writeln!(self.text, "// {line}");
        }
        self.line = self.text.len();
    }

    fn head(&mut self, repeats: bool) {
        self.text.push_str("tree");
        if let Some(title) = &self.plain.title {
            let quoted = if is_plain_name(title) { format!("\"{title}\"") } else { quoted_if_needed(title) };
            let _ = write!(self.text, " {quoted}");
        }
        self.text.push_str(" {\n");
        if repeats {
            self.text.push_str("allow duplicate-name\n");
        }
        for setting in &self.plain.settings {
            let _ = writeln!(self.text, "{setting}");
        }
        self.line = self.text.len();
    }

    fn tree(&mut self) {
        // The open nodes: where each ends, and who moves there.
        let mut open: Vec<(NodeId, Kind)> = Vec::new();
        for node in self.plain.all() {
            while open.last().is_some_and(|(end, _)| *end <= node) {
                open.pop();
                self.text.push_str(" }");
            }
            self.separate();
            let kind = self.plain.kind(node);
            self.label(node);
            if kind.is_leaf() {
                self.leaf(node, kind);
            } else {
                self.node(node, kind, open.last().map(|(_, parent)| *parent));
                open.push((self.plain.end(node), kind));
            }
        }
        open.iter().for_each(|_| self.text.push_str(" }"));
    }

    /// A space or a new line after the last word.
    fn separate(&mut self) {
        if self.text.len() - self.line >= WIDTH {
            self.text.push('\n');
            self.line = self.text.len();
        } else if self.text.as_bytes().last().is_some_and(|last| *last != b'\n') {
            self.text.push(' ');
        }
    }

    fn label(&mut self, node: NodeId) {
        let label = self.plain.label(node).map(quoted_if_needed);
        let probability = self.plain.probability(node);
        let _ = match (label, probability) {
            (Some(label), Some(probability)) => write!(self.text, "{label} {probability}: "),
            (Some(label), None) => write!(self.text, "{label}: "),
            (None, Some(probability)) => write!(self.text, "{probability}: "),
            (None, None) => Ok(()),
        };
    }

    fn leaf(&mut self, leaf: NodeId, kind: Kind) {
        if let Some(small) = self.plain.small(leaf) {
            self.text.push_str(itoa::Buffer::new().format(small));
        } else {
            let _ = match (kind, self.plain.value(leaf)) {
                (_, Some(value)) => write!(self.text, "{value}"),
                (Kind::Elided, _) => write!(self.text, "..."),
                (Kind::Blank, _) => write!(self.text, "_"),
                _ => write!(self.text, "?{}", self.plain.name(leaf).unwrap_or_default()),
            };
        }
        self.claims(leaf);
    }

    /// The head of a node. If only the other player can move there, a brace can say it all.
    fn node(&mut self, node: NodeId, kind: Kind, parent: Option<Kind>) {
        let (name, claims) = (self.plain.name(node), self.plain.claims(node).next());
        let is_bare = self.players == Players::WhereNeeded
            && name.is_none()
            && claims.is_none()
            && parent.and_then(opponent) == Some(kind);
        if !is_bare {
            self.text.push_str(match kind {
                Kind::Min => "min",
                Kind::Chance => "chance",
                _ => "max",
            });
            if let Some(name) = name {
                let _ = write!(self.text, " {}", quoted_if_needed(name));
            }
            self.claims(node);
            self.text.push(' ');
        }
        self.text.push('{');
    }

    fn claims(&mut self, node: NodeId) {
        for claim in self.plain.claims(node) {
            let _ = write!(self.text, " {claim}");
        }
    }
}
