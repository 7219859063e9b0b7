//! Lists that begin with the name of their node: `('A', ('B', 3), ('C', 5))`, `('A', None, ('B', 3))`.
//!
//! With `None` or a number second, that is the static evaluation of the node.

use super::bracket::{Form, Item};
use super::lists::children;
use super::value::{add_leaf, number, opponent, unquoted};
use super::{Assumed, Inner, Options, Plain, Refusal, misread, one_leaf, shown};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::Kind;

/// Reads the items of a list. Linear, and not recursive.
pub(super) fn read(text: &str, items: &[Item], options: &Options) -> Result<(Plain, Assumed), Refusal> {
    // In this notation, the value of a node that has children is its static evaluation.
    let values = Options { inner: options.inner.or(Some(Inner::Evaluation)), ..Options::default() };
    let mut plain = Plain::default();
    let mut ends: Vec<usize> = Vec::new();
    let mut pending = vec![0];
    while let Some(place) = pending.pop() {
        while ends.last().is_some_and(|end| *end <= place) {
            ends.pop();
            plain.close();
        }
        let parts: Vec<usize> = children(items, place).collect();
        let Some((name, parts)) = parts.split_first().filter(|(name, _)| is_name(items[**name])) else {
            return Err(not_a_node(text, items[place]));
        };
        let name = unquoted(text, items[*name].span).into_owned();
        let (evaluation, below) = match parts.split_first() {
            Some((first, below)) if !items[*first].form.is_list() => (Some(items[*first]), below),
            _ => (None, parts),
        };
        if below.is_empty() {
            let value = evaluation.ok_or_else(|| {
                let message = format!("{name} has neither children nor a value");
                Diagnostic::new(Code::NeitherChildrenNorValue, message, items[place].span)
            })?;
            add_leaf(&mut plain, text, value, options)?;
            if !ends.is_empty() {
                let leaf = plain.last();
                plain.set_label(leaf, name);
            }
            continue;
        }
        let kind = match plain.innermost() {
            Some(parent) => opponent(plain.kind(parent)).unwrap_or(Kind::Max),
            None => options.root(),
        };
        let node = plain.open(kind);
        plain.set_name(node, name);
        if let Some(evaluation) = evaluation.filter(|item| !matches!(item.span.of(text), "None" | "null")) {
            plain.set_claims(node, values.inner(number(text, evaluation.span)?, evaluation.span)?);
        }
        ends.push(items[place].end as usize);
        pending.extend(below.iter().rev());
    }
    ends.iter().for_each(|_| plain.close());
    if plain.len() == 1 {
        return Err(one_leaf(items[0].span));
    }
    Ok((plain, options.assumed()))
}

fn is_name(item: Item) -> bool {
    matches!(item.form, Form::Text | Form::Word)
}

fn not_a_node(text: &str, item: Item) -> Refusal {
    let message = match item.form.is_list() {
        true => "this list does not begin with the name of its node".to_string(),
        false => format!("`{}` stands where a list with a name is expected", shown(text, item.span)),
    };
    misread(message, item.span).help("write `('A', ('B', 3))`").into()
}
