//! The dictionaries `succs`, from each node to its moves, and `utils`, from each leaf to its value.

use super::super::bracket::{Form, Item, scan};
use super::super::lists::children;
use super::super::literal::assigned;
use super::super::value::{number, number_of_call, unquoted};
use super::{Assumed, Edge, Graph, Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::clipped;
use crate::source::{Span, lines};

/// Reads the two dictionaries. Linear, and not recursive.
pub(in crate::convert) fn read(
    text: &str,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<(Plain, Assumed), Refusal> {
    let mut graph = Graph::default();
    let moves = dictionary(text, "succs")?;
    for (key, place) in entries(&moves) {
        let parent = graph.vertex(&unquoted(text, key), key);
        if !graph.vertices[parent].children.is_empty() {
            let message = format!("the moves of `{}` are already known", clipped(key.of(text)));
            return Err(misread(message, key).into());
        }
        for (label, place) in entries_in(&moves, place) {
            let child = graph.vertex(&unquoted(text, moves[place].span), moves[place].span);
            graph.connect(parent, Edge { label: Some(unquoted(text, label).into_owned()), probability: None, child });
        }
    }
    let values = dictionary(text, "utils")?;
    for (key, place) in entries(&values) {
        let item = values[place];
        let called = number_of_call(text, &values[place..item.end as usize]).filter(|_| item.form == Form::Call);
        let value = called.map_or_else(|| number(text, item.span), Ok)?;
        let leaf = graph.vertex(&unquoted(text, key), key);
        graph.set_value(leaf, value, item.span)?;
    }
    let root = initial(text).and_then(|name| graph.places.get(name.as_str()).copied());
    graph.unfold(root, options, notes)
}

/// The items of a dictionary that is assigned to a variable.
fn dictionary(text: &str, variable: &str) -> Result<Vec<Item>, Refusal> {
    let place = assigned(text, variable).ok_or_else(|| {
        let message = format!("nothing is assigned to `{variable}`");
        misread(message, Span::default())
    })?;
    scan(text, place).map(|(items, _)| items)
}

fn entries(items: &[Item]) -> impl Iterator<Item = (Span, usize)> + '_ {
    entries_in(items, 0)
}

/// The keys of a dictionary, with the places of what they name.
fn entries_in(items: &[Item], list: usize) -> impl Iterator<Item = (Span, usize)> + '_ {
    let keys = children(items, list).filter(|place| items[*place].form == Form::Key);
    keys.map(|place| (items[place].span, place + 1)).filter(|(_, value)| *value < items.len())
}

/// The name that is assigned to `initial`: that of the root.
fn initial(text: &str) -> Option<String> {
    let written = lines(text).find_map(|line| line.trim().strip_prefix("initial")?.trim_start().strip_prefix('='))?;
    let name = written.split('#').next().unwrap_or_default().trim().trim_matches(['"', '\'']);
    Some(name.to_string())
}
