//! An object for each node, as [`crate::convert::Format::Json`] reads them.

use super::{Plain, decimal};
use crate::number::Number;
use crate::syntax::tree::NodeId;

/// Writes a tree on one line.
pub(super) fn write(plain: &Plain) -> String {
    let mut text = String::with_capacity(plain.len() * 20);
    if let Some(title) = &plain.title {
        text.push_str(&format!("{{\"title\": {}, \"root\": ", quoted(title)));
    }
    let mut ends: Vec<NodeId> = Vec::new();
    for node in plain.all() {
        while ends.last().is_some_and(|end| *end <= node) {
            ends.pop();
            text.push_str("]}");
        }
        if text.ends_with('}') {
            text.push_str(", ");
        }
        let kind = plain.kind(node);
        let mut fields = Vec::new();
        if !kind.is_leaf() {
            fields.push(format!("\"player\": \"{}\"", kind.name().to_lowercase()));
        }
        let texts = [("name", plain.name(node)), ("move", plain.label(node))];
        fields.extend(texts.iter().filter_map(|(key, text)| Some(format!("\"{key}\": {}", quoted((*text)?)))));
        let numbers =
            [("probability", plain.probability(node)), ("value", plain.value(node)), ("eval", plain.evaluation(node))];
        fields.extend(numbers.iter().filter_map(|(key, value)| Some(format!("\"{key}\": {}", number((*value)?)))));
        text.push('{');
        text.push_str(&fields.join(", "));
        if kind.is_leaf() {
            text.push('}');
        } else {
            text.push_str(", \"children\": [");
            ends.push(plain.end(node));
        }
    }
    ends.iter().for_each(|_| text.push_str("]}"));
    text.push_str(if plain.title.is_some() { "}\n" } else { "\n" });
    text
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// JSON has neither infinities nor fractions: they are texts.
fn number(value: Number) -> String {
    decimal(value).unwrap_or_else(|| quoted(&value.to_string()))
}
