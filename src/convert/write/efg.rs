//! Games as Gambit and OpenSpiel read them: what both understand, and nothing that only one does.
//!
//! So every node has an information set and every leaf an outcome of its own, every move has a label that no other move
//! of its node has, and nothing is escaped.

use std::collections::HashSet;
use std::fmt::Write;

use super::{Plain, Unwritable};
use crate::number::{Number, Weight};
use crate::syntax::tree::{Kind, NodeId};

/// The signs that not every reader understands in a text.
const SIGNS: [char; 2] = ['"', '\\'];

/// Writes a tree with a line for each node and leaf.
pub(super) fn write(plain: &Plain) -> Result<String, Unwritable> {
    let mut text = String::with_capacity(plain.len() * 30);
    let title = plain.title.as_deref().unwrap_or_default();
    let _ = writeln!(text, "EFG 2 R {} {{ \"MAX\" \"MIN\" }}", quoted(title));
    if !plain.comments.is_empty() {
        let _ = writeln!(text, "{}", quoted(&plain.comments.join("\n")));
    }
    // How many nodes of MAX, MIN and chance there are so far, and how many leaves.
    let (mut sets, mut leaves) = ([0; 3], 0);
    for node in plain.all() {
        let kind = plain.kind(node);
        if kind.is_leaf() {
            leaves += 1;
            let value = payoff(plain, node)?;
            let _ = writeln!(text, "t \"\" {leaves} \"\" {{ {value}, {} }}", value.negated());
            continue;
        }
        let (place, who) = match kind {
            Kind::Max => (0, "p"),
            Kind::Min => (1, "p"),
            _ => (2, "c"),
        };
        sets[place] += 1;
        let player = if kind == Kind::Chance { String::new() } else { format!(" {}", place + 1) };
        let name = quoted(plain.name(node).unwrap_or_default());
        let _ = write!(text, "{who} {name}{player} {} \"\" {{ ", sets[place]);
        moves(plain, node, &mut text)?;
        text.push_str("} 0\n");
    }
    Ok(text)
}

/// How many texts of a tree have signs that are replaced.
pub(super) fn altered(plain: &Plain) -> usize {
    let texts = plain.all().flat_map(|node| [plain.name(node), plain.label(node)]);
    let above = plain.title.iter().chain(&plain.comments).map(String::as_str);
    texts.flatten().chain(above).filter(|text| text.contains(SIGNS)).count()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", replaced(text))
}

fn replaced(text: &str) -> String {
    text.replace(SIGNS[0], "'").replace(SIGNS[1], "/")
}

fn payoff(plain: &Plain, leaf: NodeId) -> Result<Number, Unwritable> {
    let value = plain.value(leaf).unwrap_or(Number::ZERO);
    match value.finite() {
        Some(_) => Ok(value),
        None => Err(Unwritable(format!("an .efg file has finite payoffs, but a leaf is worth {value}; change it"))),
    }
}

/// Writes the labels of the moves at a node, with their probabilities if they are chance's.
fn moves(plain: &Plain, node: NodeId, text: &mut String) -> Result<(), Unwritable> {
    let children: Vec<NodeId> = plain.children(node).collect();
    let mut probabilities = probabilities(plain, node, &children)?.into_iter();
    for label in labels(plain, &children) {
        let _ = write!(text, "\"{label}\" ");
        probabilities.next().into_iter().for_each(|probability| _ = write!(text, "{probability} "));
    }
    Ok(())
}

/// A label for each move. A move without one gets its number, or a larger one if another move is called so.
fn labels(plain: &Plain, children: &[NodeId]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut own = |child: &NodeId| {
        let label = plain.label(*child).map(replaced).filter(|label| !label.is_empty())?;
        taken.insert(label.clone()).then_some(label)
    };
    let labels: Vec<Option<String>> = children.iter().map(&mut own).collect();
    let mut last = 0;
    let numbered = (1..).zip(labels).map(|(place, label)| {
        label.unwrap_or_else(|| {
            last = place.max(last + 1);
            while !taken.insert(last.to_string()) {
                last += 1;
            }
            last.to_string()
        })
    });
    numbered.collect()
}

/// The probabilities of chance's moves; none at the nodes of players.
fn probabilities(plain: &Plain, node: NodeId, children: &[NodeId]) -> Result<Vec<Number>, Unwritable> {
    let given: Vec<Number> = children.iter().filter_map(|child| plain.probability(*child)).collect();
    let refuse = |reason: &str| Err(Unwritable(reason.to_string()));
    match (plain.kind(node) == Kind::Chance, given.as_slice()) {
        (false, []) => Ok(given),
        (false, _) => refuse("a move of MAX or MIN has a probability, but only chance's moves can"),
        (true, []) => {
            let equal = i128::try_from(children.len()).ok().and_then(|moves| Weight::new(1, moves));
            Ok(vec![equal.map_or(Number::ZERO, Number::Finite); children.len()])
        }
        (true, _) => {
            let sum = given.iter().try_fold(Number::ZERO, |sum, probability| sum.plus(*probability));
            let is_sound = given.len() == children.len() && given.iter().all(|given| *given >= Number::ZERO);
            match sum == Ok(Number::integer(1)) && is_sound {
                true => Ok(given),
                false => refuse("a chance node needs a probability of 0 or more for each move; they must add up to 1"),
            }
        }
    }
}
