//! Nested lists.

use super::{Plain, Unwritable, decimal, takes_turns};
use crate::number::Number;
use crate::syntax::tree::{Kind, NodeId};

/// How a language writes lists.
pub(super) struct Style {
    open: char,
    close: char,
    separator: &'static str,
    /// The quotes around the name of a player.
    quotes: &'static str,
    /// Whether the player stands first in each list, even if the players take turns.
    names_players: bool,
    /// How it writes a number; `None` if it has no such number.
    number: fn(Number) -> Option<String>,
}

pub(super) const JSON: Style =
    Style { open: '[', close: ']', separator: ", ", quotes: "\"", names_players: false, number: decimal };

pub(super) const PYTHON: Style = Style {
    number: |value| {
        let other = || match value {
            Number::Infinity => "float('inf')".to_string(),
            Number::NegativeInfinity => "float('-inf')".to_string(),
            Number::Finite(fraction) => format!("Fraction({}, {})", fraction.numerator(), fraction.denominator()),
        };
        Some(decimal(value).unwrap_or_else(other))
    },
    ..JSON
};

pub(super) const LISP: Style = Style {
    open: '(',
    close: ')',
    separator: " ",
    quotes: "",
    names_players: true,
    // Scheme rounds `(max 0.5 1)` to a decimal, so decimals are written as fractions.
    number: |value| {
        Some(match value {
            Number::Infinity => "+inf.0".to_string(),
            Number::NegativeInfinity => "-inf.0".to_string(),
            Number::Finite(fraction) if fraction.denominator() == 1 => fraction.numerator().to_string(),
            Number::Finite(fraction) => format!("{}/{}", fraction.numerator(), fraction.denominator()),
        })
    },
};

/// Writes a tree on one line.
pub(super) fn write(plain: &Plain, style: &Style) -> Result<String, Unwritable> {
    if plain.extras().probabilities > 0 {
        let reason = "lists have no probabilities; to write the tree with them, use --to json";
        return Err(Unwritable(reason.to_string()));
    }
    let is_plain = plain.kind(NodeId::ROOT) == Kind::Max && takes_turns(plain);
    let names_players = style.names_players || !is_plain || has_two_readings(plain);
    let mut text = String::with_capacity(plain.len() * 5);
    let mut ends: Vec<NodeId> = Vec::new();
    for node in plain.all() {
        while ends.last().is_some_and(|end| *end <= node) {
            ends.pop();
            text.push(style.close);
        }
        if !text.is_empty() && !text.ends_with(style.open) {
            text.push_str(style.separator);
        }
        let kind = plain.kind(node);
        if kind.is_leaf() {
            text.push_str(&leaf(plain, node, style)?);
            continue;
        }
        ends.push(plain.end(node));
        text.push(style.open);
        if names_players {
            let player = if kind == Kind::Chance { "chance" } else { kind.name() };
            text.push_str(&format!("{0}{1}{0}", style.quotes, player.to_lowercase()));
        }
    }
    text.extend(ends.iter().map(|_| style.close));
    text.push('\n');
    Ok(text)
}

/// Whether a list would begin with a number and go on with lists, so that the number could be the value of the root.
fn has_two_readings(plain: &Plain) -> bool {
    let mut children = plain.children(NodeId::ROOT).map(|child| plain.kind(child).is_leaf());
    children.next() == Some(true) && children.next() == Some(false) && !children.any(|is_leaf| is_leaf)
}

fn leaf(plain: &Plain, leaf: NodeId, style: &Style) -> Result<String, Unwritable> {
    let Some(value) = plain.value(leaf) else { return Ok(String::new()) };
    (style.number)(value)
        .ok_or_else(|| Unwritable(format!("JSON has no number {value}; to write it, use --to python or --to sexpr")))
}
