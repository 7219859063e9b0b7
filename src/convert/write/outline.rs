//! A Markdown list, as [`crate::convert::Format::Outline`] reads it.

use std::fmt::Write;

use super::super::outline::quoted;
use super::{Plain, Unwritable};
use crate::syntax::tree::Kind;

/// An outline with more blanks before its lines is not written: their number grows with the square of the depth.
const MOST_BLANKS: usize = 100_000_000;

/// How far each ply is indented.
const STEP: usize = 2;

/// Writes a tree, a line for each node.
pub(super) fn write(plain: &Plain) -> Result<String, Unwritable> {
    refuse_deep(plain)?;
    let mut text = String::with_capacity(plain.len() * 12);
    for (node, ply) in plain.plies() {
        let _ = write!(text, "{:blanks$}-", "", blanks = STEP * ply);
        let kind = plain.kind(node);
        let label = plain.label(node).map(quoted);
        let probability = plain.probability(node).map(|probability| probability.to_string());
        let way: Vec<String> = label.into_iter().chain(probability).collect();
        if !way.is_empty() {
            let _ = write!(text, " {}:", way.join(" "));
        }
        let _ = match (kind, plain.value(node)) {
            (_, Some(value)) => write!(text, " {value}"),
            (Kind::Unknown, None) => write!(text, " ?{}", plain.name(node).unwrap_or_default()),
            _ => write!(text, " {}", kind.name()),
        };
        if !kind.is_leaf() {
            plain.name(node).into_iter().for_each(|name| _ = write!(text, " {}", quoted(name)));
        }
        text.push('\n');
    }
    Ok(text)
}

fn refuse_deep(plain: &Plain) -> Result<(), Unwritable> {
    let plies = || plain.plies().map(|(_, ply)| ply);
    let blanks = plies().fold(0_usize, |sum, ply| sum.saturating_add(STEP * ply));
    if blanks <= MOST_BLANKS {
        return Ok(());
    }
    let deepest = plies().max().unwrap_or_default();
    let reason = format!(
        "an outline indents each ply further, and this tree has {deepest} plies: it would begin its lines with {blanks} \
         spaces; to write the tree, use --to json"
    );
    Err(Unwritable(reason))
}
