//! Signs that a tree is not the one its author meant. As long as there is one, no fix of a claim is applied unseen.

use std::cell::Cell;

use super::case::Case;
use super::quality::decimal_commas_in;
use num_traits::CheckedAdd;

use crate::diagnostic::{Diagnostic, clipped};
use crate::number::Weight;
use crate::source::{Span, line_breaks};
use crate::syntax::tree::{File, Kind, NodeId, Tree};

/// Whether a fix of a claim may be applied without a look at it.
pub(super) enum Doubt {
    None,
    /// Answers are asked for, or another finding says what is doubtful.
    Silent,
    /// What is doubtful, in words, until the first finding has said it.
    Told(Cell<Option<String>>),
}

impl Doubt {
    /// Linear in the tree.
    pub(super) fn about(case: &Case<'_>, file: &File) -> Self {
        if case.game.tree.asks() || decimal_commas_in(case).next().is_some() {
            return Self::Silent;
        }
        let beside = beside_a_bare_root(case.game.text, case.game.tree, file);
        let note = beside.then(|| {
            "the root ends with its `}`, and the `{` next to it begins another tree; if they belong together, put braces \
             around them"
                .to_string()
        });
        note.or_else(|| probabilities_as_leaves(case)).map_or(Self::None, |note| Self::Told(Cell::new(Some(note))))
    }

    /// The finding about a claim as this doubt allows it.
    pub(super) fn mention(&self, finding: Diagnostic) -> Diagnostic {
        match self {
            Self::None => finding,
            Self::Silent => finding.uncertain(),
            Self::Told(note) => match note.take() {
                Some(note) => finding.note_first(note).uncertain(),
                None => finding.uncertain(),
            },
        }
    }

    pub(super) fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// Whether a tree and the next one, or the one before, stand so close that they may be parts of one: on the same line or
/// the next, the second without a player.
fn beside_a_bare_root(text: &str, tree: &Tree, file: &File) -> bool {
    let place = file.trees.partition_point(|other| other.span.start < tree.span.start);
    let around = &file.trees[place.saturating_sub(1)..file.trees.len().min(place + 2)];
    around.windows(2).any(|pair| {
        let gap = Span::new(pair[0].span.end, pair[1].span.start).of(text);
        let is_close = gap.trim().is_empty() && line_breaks(gap).count() < 2;
        is_close && pair[1].span.of(text).starts_with('{')
    })
}

/// The first chance node at which every other leaf may be a probability, in words.
fn probabilities_as_leaves(case: &Case<'_>) -> Option<String> {
    let nodes = case.game.nodes();
    let node = nodes.of_kind(Kind::Chance).find(|node| is_in_pairs(case, *node))?;
    let mut children = nodes.children(node);
    let (probability, value) = (children.next()?, children.next()?);
    let label = case.game.label(probability).map(|label| format!("{label} ")).unwrap_or_default();
    Some(format!(
        "every other leaf at {} looks like a probability; a probability comes before the colon: `{}`",
        case.game.called(node),
        clipped(&format!("{label}{}: {}", nodes.value(probability), nodes.value(value)))
    ))
}

/// Whether the children of a chance node are leaves without probabilities, and the first of each pair add up to 1.
fn is_in_pairs(case: &Case<'_>, node: NodeId) -> bool {
    let nodes = case.game.nodes();
    let children: Vec<NodeId> = nodes.children(node).collect();
    let is_plain = |child: &NodeId| {
        let label = case.game.tree.labels.get(*child);
        nodes.kind(*child) == Kind::Value && label.is_none_or(|label| label.probability.is_none())
    };
    if children.len() < 4 || !children.len().is_multiple_of(2) || !children.iter().all(is_plain) {
        return false;
    }
    let (none, one) = (Weight::from_integer(0), Weight::from_integer(1));
    let share = |child: &NodeId| nodes.value(*child).finite().filter(|share| *share > none && *share < one);
    let sum = children.iter().step_by(2).try_fold(none, |sum, child| sum.checked_add(&share(child)?));
    sum == Some(one)
}
