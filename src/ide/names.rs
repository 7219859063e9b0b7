//! Where the names, labels and unknowns of a tree are given, and where they are used.

use std::collections::BTreeSet;

use super::Document;
use crate::model::{ResolvedTree, Subject};
use crate::source::Span;
use crate::syntax::normal;
use crate::syntax::tree::{ClaimKind, Form, Kind, NodeId, Term, TermKind, Tree};

/// What is referred to, within one tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Named {
    /// A node or leaf by its label.
    Label(NodeId),
    /// A node by its name.
    Name(NodeId),
    /// An unknown by its name, without `?`.
    Unknown(String),
    /// A leaf by its value.
    Leaf(NodeId),
}

/// One place where something is given or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) span: Span,
    pub(super) named: Named,
    pub(super) declares: bool,
}

/// A place where what stands at the cursor is given or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name, without the `?` of an unknown.
    pub span: Span,
    /// Whether it is given here.
    pub declares: bool,
}

/// Where the name, label or unknown at `offset` is given; of a value that means a move, the leaf. Linear.
pub fn definition(document: &Document, offset: u32) -> Option<Span> {
    references(document, offset).iter().find(|reference| reference.declares).map(|reference| reference.span)
}

/// All places where the name, label or unknown at `offset` is given or used, in order. Linear.
pub fn references(document: &Document, offset: u32) -> Vec<Reference> {
    let Some((tree, here)) = occurrence_at(document, offset) else { return Vec::new() };
    let occurrences = occurrences(&document.game(tree)).into_iter().filter(|other| other.named == here.named);
    occurrences.map(|other| Reference { span: other.span, declares: other.declares }).collect()
}

/// What is given or used at an offset, which may be directly behind it, and in which tree.
pub(super) fn occurrence_at(document: &Document, offset: u32) -> Option<(&Tree, Occurrence)> {
    let offset = document.clamp(offset);
    // The mark before the name of an unknown is a part of it.
    let offset = if document.text()[offset as usize..].starts_with('?') { offset + 1 } else { offset };
    let tree = document.tree_at(offset)?;
    let mut touching = occurrences(&document.game(tree));
    touching.retain(|occurrence| occurrence.span.start <= offset && offset <= occurrence.span.end);
    // Of two that meet at the cursor it is the one behind it.
    touching.pop().map(|occurrence| (tree, occurrence))
}

/// All places of a tree where a name, a label or an unknown is given or used, and the leaves that are called by their
/// values; in order. Linear.
pub(super) fn occurrences(game: &ResolvedTree<'_>) -> Vec<Occurrence> {
    let tree = game.tree;
    if game.nodes().is_empty() {
        return Vec::new();
    }
    let mut found = uses(game);
    let by_value: BTreeSet<Named> =
        found.iter().map(|used| used.named.clone()).filter(|named| matches!(named, Named::Leaf(_))).collect();
    let mut declare = |span: Span, named: Named| found.push(Occurrence { span, named, declares: true });
    for (node, label) in tree.labels.iter() {
        if let Some(span) = label.name {
            declare(span, Named::Label(node));
        }
    }
    tree.names.iter().for_each(|(node, span)| declare(*span, Named::Name(node)));
    for leaf in game.nodes().of_kind(Kind::Unknown) {
        if let Some(name) = game.name_of_unknown(leaf) {
            declare(without_mark(game, game.head(leaf)), Named::Unknown(name.into_owned()));
        }
    }
    for named in by_value {
        if let Named::Leaf(leaf) = named {
            declare(game.head(leaf), named);
        }
    }
    found.sort_by_key(|occurrence| occurrence.span);
    found
}

/// The places where something is referred to.
fn uses(game: &ResolvedTree<'_>) -> Vec<Occurrence> {
    let mut found = Vec::new();
    let mut refer = |term: Term, node: Option<NodeId>| {
        let named = node.and_then(|node| called_by(game, term, node));
        found.extend(named.map(|named| Occurrence { span: without_mark(game, term.span), named, declares: false }));
        node
    };
    for (node, claim) in game.tree.claims.iter() {
        if let ClaimKind::Plays(term) = claim.kind {
            refer(term, game.move_meant(node, term));
        }
    }
    for expectation in &game.tree.expectations {
        let subject = expectation.subject;
        match (Subject::called(subject.span.of(game.text)), &expectation.form) {
            (_, Form::In(_)) => {
                let name = normal(subject.span.of(game.text).trim_start_matches('?'));
                refer(Term { kind: TermKind::Unknown, ..subject }, game.unknown_called(&name));
            }
            (Some(Subject::Plays | Subject::Line), Form::List(terms)) => {
                let mut node = Some(NodeId::ROOT);
                for term in terms {
                    node = refer(*term, node.and_then(|node| game.move_meant(node, *term)));
                }
            }
            (Some(Subject::Visits | Subject::Enters), Form::List(terms)) => {
                for term in terms {
                    refer(*term, game.item_meant(*term));
                }
            }
            // Numbers refer to nothing, and neither does a list after a word that takes no list.
            (_, Form::Equal(_) | Form::Near(_)) => {}
            (Some(Subject::Value | Subject::Fewest | Subject::Count(_)) | None, Form::List(_)) => {}
        }
    }
    found
}

/// By what a node is called in a reference to it.
fn called_by(game: &ResolvedTree<'_>, term: Term, node: NodeId) -> Option<Named> {
    match (term.kind, game.name_of_unknown(node)) {
        (TermKind::Blank, _) => None,
        (TermKind::Unknown, Some(name)) => Some(Named::Unknown(name.into_owned())),
        (TermKind::Number(_) | TermKind::Unknown, _) => Some(Named::Leaf(node)),
        (TermKind::Name, unknown) => {
            let name = game.name_at(term.span);
            if game.label(node).as_ref() == Some(&name) {
                Some(Named::Label(node))
            } else if game.name(node).as_ref() == Some(&name) {
                Some(Named::Name(node))
            } else {
                unknown.map(|name| Named::Unknown(name.into_owned()))
            }
        }
    }
}

/// A name without the `?` that stands before that of an unknown.
fn without_mark(game: &ResolvedTree<'_>, span: Span) -> Span {
    let has_name = span.of(game.text).strip_prefix('?').is_some_and(|name| !name.is_empty());
    if has_name { Span::new(span.start + 1, span.end) } else { span }
}
