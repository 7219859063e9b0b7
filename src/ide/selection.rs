//! Expands a selection step by step: from a word to its claim, its node, the siblings, the parent, and finally the
//! file.

use std::collections::HashMap;

use super::Document;
use super::document::foremost;
use crate::grade::answer::{expected, operand};
use crate::model::ResolvedTree;
use crate::source::{Span, offset};
use crate::syntax::tree::{NodeId, Setting, Tree};

/// At most this many of the innermost nodes are offered, and the root. Each part is one level of nesting in the answer,
/// and many JSON parsers accept no more than 128 levels.
const MOST_NODES: usize = 12;

/// For each offset, the parts of the text around it that can be selected, innermost first. Each part lies in the next.
pub fn selections(document: &Document, offsets: &[u32]) -> Vec<Vec<Span>> {
    let text = document.text();
    let mut games = HashMap::new();
    let of_offset = |at: &u32| {
        let at = document.clamp(*at);
        let touching = document.tokens().touching_with_comments(text, Span::empty(at));
        let place = foremost(text, touching).map_or(Span::empty(at), |(_, span)| span);
        let mut parts = vec![Span::new(0, offset(text.len()))];
        match tree_at(&document.file().trees, place.start) {
            Some(tree) => add_tree(games.entry(tree.span).or_insert_with(|| document.game(tree)), place, &mut parts),
            None => add_settings(&document.file().settings, &mut parts),
        }
        parts.push(place);
        nested(parts, place)
    };
    offsets.iter().map(of_offset).collect()
}

/// The parts that contain a place, innermost first, each within the next.
fn nested(parts: Vec<Span>, place: Span) -> Vec<Span> {
    let mut nested: Vec<Span> = Vec::new();
    for part in parts.into_iter().filter(|part| part.contains(place)) {
        if nested.last().is_none_or(|outer| outer.contains(part) && *outer != part) {
            nested.push(part);
        }
    }
    nested.reverse();
    nested
}

/// The tree whose text or question is at a place.
fn tree_at(trees: &[Tree], at: u32) -> Option<&Tree> {
    let after = trees.partition_point(|tree| with_question(tree).start <= at);
    trees[..after].last().filter(|tree| at <= tree.span.end)
}

fn with_question(tree: &Tree) -> Span {
    tree.question.first().map_or(tree.span, |question| question.to(tree.span))
}

/// Adds a tree with and without its question, then its parts that may contain the place, outermost first.
fn add_tree(game: &ResolvedTree<'_>, place: Span, parts: &mut Vec<Span>) {
    let tree = game.tree;
    parts.extend([with_question(tree), tree.span]);
    add_settings(&tree.settings, parts);
    parts.extend(tree.asks.iter().map(|ask| ask.span));
    for expectation in &tree.expectations {
        parts.push(expectation.span);
        parts.extend(expected(expectation));
    }
    for node in game.node_at(place.start).iter().flat_map(|node| path(game, *node)) {
        add_node(game, node, place, parts);
    }
}

/// The root, the nearest nodes above a node, and the node itself.
fn path(game: &ResolvedTree<'_>, node: NodeId) -> Vec<NodeId> {
    let mut path = vec![node];
    while let Some(last) = path.last().copied().filter(|last| *last != NodeId::ROOT && path.len() < MOST_NODES) {
        path.push(game.parent(last));
    }
    path.push(NodeId::ROOT);
    path.reverse();
    path
}

/// Adds a node with and without its label; then all its children together, or the parts of its head.
fn add_node(game: &ResolvedTree<'_>, node: NodeId, place: Span, parts: &mut Vec<Span>) {
    let nodes = game.nodes();
    parts.extend([nodes.span(node), game.tree.own_span(node)]);
    let is_below = !nodes.is_leaf(node) && nodes.brace(node) < place.start;
    if is_below {
        let (first, last) = (nodes.children(node).next(), nodes.children(node).last());
        parts.extend(first.zip(last).map(|(first, last)| nodes.span(first).to(nodes.span(last))));
        return;
    }
    parts.push(game.head(node));
    for (_, claim) in game.tree.claims.of(node) {
        parts.push(claim.span);
        parts.extend(operand(claim));
    }
}

fn add_settings(settings: &[Setting], parts: &mut Vec<Span>) {
    parts.extend(settings.iter().map(|setting| setting.span));
}
