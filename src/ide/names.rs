//! The definitions and uses of the names, labels and unknowns of a tree.

use std::collections::BTreeSet;

use super::Document;
use crate::claim::{Claims, Target, without_mark};
use crate::model::ResolvedTree;
use crate::source::Span;
use crate::syntax::tree::{Kind, Tree};

/// One place where something is defined or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) target: Target,
    pub(super) is_definition: bool,
}

/// A place where the name at the cursor is defined or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name, without the `?` of an unknown.
    pub span: Span,
    /// Whether it is defined here.
    pub is_definition: bool,
}

/// Where the name, label or unknown at `offset` is defined; for a value that names a move, the leaf. Linear.
pub fn definition(document: &Document, offset: u32) -> Option<Span> {
    references(document, offset).iter().find(|reference| reference.is_definition).map(|reference| reference.span)
}

/// All places where the name, label or unknown at `offset` is defined or used, in order. Linear.
pub fn references(document: &Document, offset: u32) -> Vec<Reference> {
    let Some((tree, here)) = occurrence_at(document, offset) else { return Vec::new() };
    let occurrences = occurrences(&document.game(tree)).into_iter().filter(|other| other.target == here.target);
    occurrences.map(|other| Reference { span: other.span, is_definition: other.is_definition }).collect()
}

/// What is defined or used at an offset or directly before it, and its tree.
pub(super) fn occurrence_at(document: &Document, offset: u32) -> Option<(&Tree, Occurrence)> {
    let offset = document.clamp(offset);
    // The `?` before the name of an unknown is part of it.
    let offset = if document.text()[offset as usize..].starts_with('?') { offset + 1 } else { offset };
    let tree = document.tree_at(offset)?;
    let mut touching = occurrences(&document.game(tree));
    touching.retain(|occurrence| occurrence.span.start <= offset && offset <= occurrence.span.end);
    // If two meet at the cursor, the one after it counts.
    touching.pop().map(|occurrence| (tree, occurrence))
}

/// All places of a tree where a name, a label or an unknown is defined or used, and the leaves that claims refer to by
/// their values; in order. Linear.
pub(super) fn occurrences(game: &ResolvedTree<'_>) -> Vec<Occurrence> {
    let used = Claims::of(game).references;
    let mut found = Vec::with_capacity(used.len());
    let mut declare = |span: Span, target: Target| found.push(Occurrence { span, target, is_definition: true });
    game.tree.label_names().for_each(|(node, span)| declare(span, Target::Label(node)));
    game.tree.names.iter().for_each(|(node, span)| declare(*span, Target::Name(node)));
    for leaf in game.nodes().of_kind(Kind::Unknown) {
        if let Some(first) = game.name_of_unknown(leaf).and_then(|name| game.unknown_called(&name)) {
            declare(without_mark(game.text, game.head(leaf)), Target::Unknown(first));
        }
    }
    let by_value: BTreeSet<Target> = used.iter().map(|used| used.target).collect();
    for target in by_value {
        if let Target::Leaf(leaf) = target {
            declare(game.head(leaf), target);
        }
    }
    found.extend(used.iter().map(|used| Occurrence { span: used.span, target: used.target, is_definition: false }));
    found.sort_by_key(|occurrence| occurrence.span);
    found
}
