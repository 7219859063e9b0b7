//! What a line of an outline says of a node or of leaves: `l: MIN L`, `heads 1/4: 8`, `A (max)`, `A = 5`, `3, 5`.

use super::super::bracket::begins_number;
use super::super::value::{player, read_number};
use super::Refusal;
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::source::{Span, offset};
use crate::syntax::is_plain_name;
use crate::syntax::tree::Kind;

/// What a line says.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    /// The move that leads there.
    pub(super) label: Option<String>,
    /// The number before the colon: the probability of that move after a chance node, and otherwise its label.
    pub(super) probability: Option<Span>,
    pub(super) player: Option<(Kind, Span)>,
    pub(super) name: Option<(String, Span)>,
    /// Several values are leaves without labels.
    pub(super) values: Vec<Span>,
    /// The word `leaf`.
    pub(super) leaf: Option<Span>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Player(Kind),
    /// The word `leaf` or `terminal`.
    Leaf,
    /// A number or an unknown.
    Value,
    /// A word without quotes.
    Name,
    /// Words in quotes.
    Text,
    Colon,
    Equals,
    Open,
    Close,
    Comma,
}

impl Part {
    /// What a word without quotes is. `None` if it is only signs.
    fn of(word: &str) -> Option<Self> {
        match player(word) {
            Some(kind) => Some(Self::Player(kind)),
            None if ["leaf", "terminal"].contains(&word.to_lowercase().as_str()) => Some(Self::Leaf),
            None if word.starts_with('?') || begins_number(word) || read_number(word).is_some() => Some(Self::Value),
            None => word.contains(char::is_alphanumeric).then_some(Self::Name),
        }
    }
}

/// A name or label as an outline writes it: as JSON writes texts, unless it is one word that can only be a name.
pub(in crate::convert) fn quoted(name: &str) -> String {
    let is_bare = is_plain_name(name) && Part::of(name) == Some(Part::Name);
    if is_bare { name.to_string() } else { serde_json::Value::from(name).to_string() }
}

type Parts<'p> = &'p [(Part, Span)];

impl Entry {
    pub(super) fn read(text: &str, line: Span) -> Result<Self, Refusal> {
        let parts = split(text, line)?;
        let mut entry = Self::default();
        if parts.iter().all(|(part, _)| matches!(part, Part::Value | Part::Comma)) {
            entry.values = leaves(&parts)?;
            return Ok(entry);
        }
        match parts.iter().position(|(part, _)| *part == Part::Colon) {
            Some(colon) => {
                entry.before_colon(text, &parts[..colon], parts[colon].1)?;
                entry.node_or_leaf(text, &parts[colon + 1..])?;
            }
            None => entry.node_or_leaf(text, &parts)?,
        }
        Ok(entry)
    }

    /// Whether this is certainly no prose.
    pub(super) fn has_player_or_value(&self) -> bool {
        self.player.is_some() || !self.values.is_empty()
    }

    /// Reads what is before a colon: the move, or as much of the node as `MAX S:`.
    fn before_colon(&mut self, text: &str, parts: Parts<'_>, colon: Span) -> Result<(), Refusal> {
        let is_of_node = |(part, _): &(Part, Span)| matches!(part, Part::Player(_) | Part::Leaf);
        match parts {
            [] => Err(misread("there is no label before this colon", colon)
                .help("write the label of the move before the colon, or delete the colon")
                .into()),
            [(Part::Value, number)] => {
                self.probability = Some(*number);
                Ok(())
            }
            [(part @ (Part::Name | Part::Text), span), rest @ ..] if matches!(rest, [] | [(Part::Value, _)]) => {
                self.label = Some(word(text, *part, *span)?);
                self.probability = rest.first().map(|(_, number)| *number);
                Ok(())
            }
            parts if parts.iter().any(is_of_node) => self.node_or_leaf(text, parts),
            [(_, first), ..] => {
                let whole = first.to(parts[parts.len() - 1].1);
                Err(misread("only a label and a probability can come before a colon", whole)
                    .help(format!("if all of it is the label, write it in quotes: `{}`", in_quotes(text, whole)))
                    .into())
            }
        }
    }

    /// Reads a player, a name and a value, as far as they are there.
    fn node_or_leaf(&mut self, text: &str, parts: Parts<'_>) -> Result<(), Refusal> {
        let mut open = None;
        for (place, (part, span)) in parts.iter().copied().enumerate() {
            let before = place.checked_sub(1).map(|before| parts[before].0);
            match part {
                Part::Player(kind) if self.player.is_none() => self.player = Some((kind, span)),
                Part::Leaf if self.leaf.is_none() => self.leaf = Some(span),
                Part::Value if self.values.is_empty() => self.values.push(span),
                Part::Name if before == Some(Part::Equals) && self.values.is_empty() => self.values.push(span),
                Part::Name | Part::Text if self.name.is_none() && self.values.is_empty() => {
                    self.name = Some((word(text, part, span)?, span));
                }
                Part::Name | Part::Text => return Err(self.second_name(text, &parts[place..])),
                Part::Equals if matches!(parts.get(place + 1), Some((Part::Value | Part::Name, _))) => {}
                Part::Open if open.is_none() => open = Some(span),
                Part::Close if open.take().is_some() => {}
                Part::Comma if open.is_some() => {}
                _ => return Err(self.unexpected(text, part, span)),
            }
        }
        match open {
            Some(open) => {
                Err(misread("this parenthesis is never closed", open).help("write `)` after the word").into())
            }
            None => Ok(()),
        }
    }

    /// Refuses a name after another name or after the value.
    fn second_name(&self, text: &str, parts: Parts<'_>) -> Refusal {
        let span = parts[0].1;
        let Some((_, first)) = self.name.as_ref().filter(|_| self.values.is_empty()) else {
            let finding = misread("nothing can follow the value", span);
            return finding.help("write the name before the value, or delete it").into();
        };
        let last = parts.iter().take_while(|(part, _)| *part == Part::Name).last().map_or(span, |(_, last)| *last);
        let whole = first.to(last);
        misread("a second name is on this line", span)
            .label(*first, "the first one")
            .help(format!("if all of it is one name, write it in quotes: `{}`", in_quotes(text, whole)))
            .into()
    }

    /// Refuses a part that has no meaning where it is.
    fn unexpected(&self, text: &str, part: Part, span: Span) -> Refusal {
        let (message, help) = match part {
            Part::Player(_) => ("a second player is on this line", "delete one, or write it in quotes if it is a name"),
            Part::Value => ("a second value is on this line", "write each leaf on a line of its own"),
            Part::Comma => ("commas can separate only leaves", "write each leaf on a line of its own, below its node"),
            Part::Colon => {
                ("a second colon is on this line", "if a label or a name has a colon in it, write it in quotes")
            }
            Part::Equals => ("there is no value after this sign", "write the value after the sign, or delete the sign"),
            _ => ("this is in the wrong place", "delete it, or write the whole name in quotes"),
        };
        misread(message, span).primary_label(format!("`{}`", clipped(span.of(text)))).help(help).into()
    }
}

/// The values of a line of leaves, with a comma and a space between them: without, they could be one number.
fn leaves(parts: Parts<'_>) -> Result<Vec<Span>, Refusal> {
    let refuse = |span: Span, help: &str| {
        let finding = Diagnostic::new(Code::TwoReadings, "these may be several leaves, or one number", span);
        Err(finding.help(help).or_help("if they are one number, write it without spaces and commas: `3.5`").into())
    };
    for pair in parts.windows(2) {
        let ((before, first), (after, second)) = (pair[0], pair[1]);
        let both = first.to(second);
        match (before, after) {
            (Part::Value, Part::Value) => return refuse(both, "for several leaves, write commas between them: `3, 5`"),
            (Part::Comma, Part::Value) if first.end == second.start => {
                return refuse(both, "for several leaves, write a space after each comma: `3, 5`");
            }
            (Part::Comma, Part::Comma) => {
                return Err(misread("there is no value before this comma", second).help("delete it").into());
            }
            _ => {}
        }
    }
    if let Some((_, comma)) = parts.first().filter(|(part, _)| *part == Part::Comma) {
        return Err(misread("there is no value before this comma", *comma).help("delete it").into());
    }
    Ok(parts.iter().filter(|(part, _)| *part == Part::Value).map(|(_, span)| *span).collect())
}

/// Words of a line as one text in quotes.
fn in_quotes(text: &str, span: Span) -> String {
    clipped(&format!("\"{}\"", span.of(text).replace('"', "")))
}

/// A name or label without its quotes.
fn word(text: &str, part: Part, span: Span) -> Result<String, Refusal> {
    let written = span.of(text);
    if part == Part::Name {
        return Ok(written.to_string());
    }
    if written.len() < 2 || !written.ends_with('"') {
        let finding = misread("this text has no closing quote on its line", span);
        return Err(finding.help("write `\"` at its end").into());
    }
    serde_json::from_str(written).map_err(|_| {
        misread("this text in quotes is not written as in JSON", span)
            .help(r#"write `\\` for a backslash, `\"` for a quotation mark, and `\t` for a tab"#)
            .into()
    })
}

/// The parts of a line.
fn split(text: &str, line: Span) -> Result<Vec<(Part, Span)>, Refusal> {
    let mut parts = Vec::new();
    let mut at = line.start as usize;
    let end = line.end as usize;
    while let Some(first) = text[at..end].chars().next() {
        let rest = &text[at..end];
        let length = match first {
            '"' => quoted_length(rest),
            _ if is_of_word(first) => rest.find(|sign| !is_of_word(sign)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let span = Span::new(offset(at), offset(at + length));
        let part = match first {
            '"' => Some(Part::Text),
            ':' => Some(Part::Colon),
            '=' => Some(Part::Equals),
            '(' => Some(Part::Open),
            ')' => Some(Part::Close),
            ',' => Some(Part::Comma),
            _ if is_of_word(first) => Part::of(span.of(text)),
            _ => None,
        };
        match part {
            Some(part) => parts.push((part, span)),
            None if first.is_whitespace() => {}
            None => {
                let message = format!("gametree cannot read `{}` here", clipped(span.of(text)));
                let follows_value = parts.last().is_some_and(|(part, _)| *part == Part::Value);
                let help = match first {
                    _ if follows_value => "write the value as one number; gametree does not calculate",
                    '-' | '−' | '+' => "write a sign directly before its number, or delete it",
                    _ => "if it is a part of a name, write the name in quotes; if not, delete it",
                };
                return Err(misread(message, span).help(help).into());
            }
        }
        at += length;
    }
    Ok(parts)
}

/// Whether a character can be in a word without quotes.
fn is_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || "_'’-−+./?∞".contains(sign)
}

/// The length of the text in quotes at the beginning of a line. Without the second quote, it is all of the line.
fn quoted_length(text: &str) -> usize {
    let mut signs = text.char_indices().skip(1);
    while let Some((place, sign)) = signs.next() {
        match sign {
            '\\' => _ = signs.next(),
            '"' => return place + 1,
            _ => {}
        }
    }
    text.len()
}
