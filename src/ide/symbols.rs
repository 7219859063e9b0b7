//! Symbols: the trees of a file, their nodes, and the leaves that have a name or label.

use super::Document;
use crate::model::{ResolvedTree, clipped};
use crate::source::Span;
use crate::syntax::first_token;
use crate::syntax::tree::NodeId;

/// At most this many symbols are listed; there are files with millions of nodes.
const MOST_SYMBOLS: usize = 100_000;

/// A tree, node or leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// Whether the name comes from the file.
    pub is_named: bool,
    /// What it is.
    pub detail: String,
    /// What sort of thing it is.
    pub kind: SymbolKind,
    /// The whole tree, node or leaf.
    pub span: Span,
    /// The part that represents it, such as its name.
    pub selection: Span,
    /// The number of symbols that contain it.
    pub level: usize,
}

/// What sort of thing a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A tree.
    Tree,
    /// A node with moves.
    Node,
    /// A leaf.
    Leaf,
}

/// The trees of a file, their nodes, and the leaves that have a label or are unknowns with a name. The first hundred
/// thousand, in pre-order. Linear.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    for tree in &document.file().trees {
        let game = document.game(tree);
        let level = usize::from(tree.has_braces());
        symbols.extend((level > 0).then(|| tree_symbol(&game)));
        add_nodes(&game, level, &mut symbols);
        if symbols.len() >= MOST_SYMBOLS {
            break;
        }
    }
    symbols
}

fn tree_symbol(game: &ResolvedTree<'_>) -> Symbol {
    let tree = game.tree;
    let title = tree.title.map(|title| clipped(&game.name_at(title))).filter(|title| !title.trim().is_empty());
    Symbol {
        is_named: title.is_some(),
        name: title.unwrap_or_else(|| "unnamed tree".to_string()),
        detail: "tree".to_string(),
        kind: SymbolKind::Tree,
        span: tree.span,
        selection: tree.title.unwrap_or_else(|| first_token(game.text, tree.span)),
        level: 0,
    }
}

fn add_nodes(game: &ResolvedTree<'_>, level: usize, symbols: &mut Vec<Symbol>) {
    let nodes = game.nodes();
    let mut open: Vec<NodeId> = Vec::new();
    for node in nodes.all() {
        if symbols.len() >= MOST_SYMBOLS {
            return;
        }
        while open.last().is_some_and(|above| nodes.end(*above) <= node) {
            open.pop();
        }
        symbols.extend(node_symbol(game, node, level + open.len()));
        if !nodes.is_leaf(node) {
            open.push(node);
        }
    }
}

/// A node, or a leaf with a name of its own.
fn node_symbol(game: &ResolvedTree<'_>, node: NodeId, level: usize) -> Option<Symbol> {
    let nodes = game.nodes();
    let kind = nodes.kind(node);
    let name = game.tree.names.get(node).copied();
    let label = game.tree.label_name(node);
    let head = game.head(node);
    if kind.is_leaf() && label.is_none() && game.name_of_unknown(node).is_none() {
        return None;
    }
    let what = if kind.is_leaf() { clipped(head.of(game.text)) } else { kind.name().to_string() };
    let shown = |span: Span| clipped(&game.name_at(span));
    let called = name.or(label).map(shown).filter(|name| !name.trim().is_empty());
    let detail = match (name, label) {
        (Some(_), Some(label)) => format!("{}: {what}", shown(label)),
        _ => what.clone(),
    };
    Some(Symbol {
        is_named: called.is_some() || kind.is_leaf(),
        name: called.unwrap_or(what),
        detail,
        kind: if kind.is_leaf() { SymbolKind::Leaf } else { SymbolKind::Node },
        span: nodes.span(node),
        selection: name.or(label).unwrap_or(head),
        level,
    })
}
