//! Signs that a tree is not the one its author meant. If there is one, no fix of a claim is safe.

use std::cell::Cell;

use super::quality::decimal_commas_in;
use crate::diagnostic::{Diagnostic, clipped};
use crate::explain::Context;
use crate::number::Weight;
use crate::source::{Span, line_breaks};
use crate::syntax::tree::{File, Kind, NodeId, Tree};

/// Whether fixes of claims may be applied automatically.
pub(super) enum Doubt {
    None,
    /// They may not, and no note says why: the tree asks for answers, or another finding reports what is doubtful.
    Silent,
    /// They may not. A note on the first finding says why.
    WithNote(Cell<Option<String>>),
}

impl Doubt {
    /// Looks for signs of doubt. Linear in the nodes of the tree.
    pub(super) fn about(context: &Context<'_>, file: &File) -> Self {
        if context.game.tree.asks() || decimal_commas_in(context).next().is_some() {
            return Self::Silent;
        }
        let beside = beside_a_bare_root(context.game.text, context.game.tree, file);
        let note = beside.then(|| {
            "a root ends with its `}`, so the `{` after it begins another tree; if the two belong together, put braces \
             around both"
                .to_string()
        });
        note.or_else(|| probabilities_as_leaves(context))
            .map_or(Self::None, |note| Self::WithNote(Cell::new(Some(note))))
    }

    /// Makes the fixes of a finding unsafe if there is doubt, and adds the note to the first finding.
    pub(super) fn mention(&self, finding: Diagnostic) -> Diagnostic {
        match self {
            Self::None => finding,
            Self::Silent => finding.uncertain(),
            Self::WithNote(note) => match note.take() {
                Some(note) => finding.note_first(note).uncertain(),
                None => finding.uncertain(),
            },
        }
    }

    pub(super) fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// Whether this tree and the one before or after it may be two parts of one tree: the second begins with a brace, on
/// the line where the first ends or on the next line.
fn beside_a_bare_root(text: &str, tree: &Tree, file: &File) -> bool {
    let place = file.trees.partition_point(|other| other.span.start < tree.span.start);
    let around = &file.trees[place.saturating_sub(1)..file.trees.len().min(place + 2)];
    around.windows(2).any(|pair| {
        let gap = Span::new(pair[0].span.end, pair[1].span.start).of(text);
        let is_close = gap.trim().is_empty() && line_breaks(gap).count() < 2;
        is_close && pair[1].span.of(text).starts_with('{')
    })
}

/// A note about the first chance node at which every other leaf may be a probability.
fn probabilities_as_leaves(context: &Context<'_>) -> Option<String> {
    let nodes = context.game.nodes();
    let node = nodes.of_kind(Kind::Chance).find(|node| is_in_pairs(context, *node))?;
    let mut children = nodes.children(node);
    let (probability, value) = (children.next()?, children.next()?);
    let label = context.game.label(probability).map(|label| format!("{label} ")).unwrap_or_default();
    Some(format!(
        "every other leaf at {} looks like a probability; a probability comes before the colon: `{}`",
        context.game.called(node),
        clipped(&format!("{label}{}: {}", nodes.value(probability), nodes.value(value)))
    ))
}

/// Whether the children of a chance node are leaves without probabilities, in pairs whose first leaves add up to 1.
fn is_in_pairs(context: &Context<'_>, node: NodeId) -> bool {
    let nodes = context.game.nodes();
    let children: Vec<NodeId> = nodes.children(node).collect();
    let is_plain =
        |child: &NodeId| nodes.kind(*child) == Kind::Value && context.game.tree.probability(*child).is_none();
    if children.len() < 4 || !children.len().is_multiple_of(2) || !children.iter().all(is_plain) {
        return false;
    }
    let possible = |share: &Weight| *share > Weight::ZERO && *share < Weight::ONE;
    let share = |child: &NodeId| nodes.value(*child).finite().filter(possible);
    let sum = children.iter().step_by(2).try_fold(Weight::ZERO, |sum, child| sum.plus(share(child)?).ok());
    sum == Some(Weight::ONE)
}
