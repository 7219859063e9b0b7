//! Where the answers belong in the text of a sheet.

use serde::Serialize;

use super::words::Places;
use crate::claim::{Asked, ClaimKind};
use crate::grade::marks::AskedTree;
use crate::grade::questions::{Asks, Question};
use crate::model::ResolvedTree;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};
use crate::syntax::{Token, tokens_in};

/// A place for an answer.
pub(super) struct Field {
    /// The blank that the answer replaces, or the empty place where it is inserted.
    pub(super) at: Span,
    /// The node that it is about.
    pub(super) node: Option<NodeId>,
    /// What is written beside it; may be empty.
    pub(super) label: String,
    /// How it is answered.
    pub(super) entry: Entry,
    /// How the answer is written.
    pub(super) written: Written,
}

/// How a field is answered.
pub(super) enum Entry {
    /// A number, or several words.
    Text,
    /// Two numbers.
    Window,
    /// `=`, `<=` or `>=`, and a number.
    Returns,
    /// One of these moves.
    Move(Vec<String>),
    /// Yes or no.
    Mark,
}

/// How an answer is written into the text. The script of the page reads it.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Written {
    before: &'static str,
    /// Between the two parts of an answer.
    between: &'static str,
    after: &'static str,
    /// What is written if there is no answer.
    empty: &'static str,
}

const BLANK: Written = Written { before: "", between: "", after: "", empty: "_" };
const NONE: Written = Written { before: "", between: "", after: "", empty: "" };

/// The fields of a question, in the order of the text.
pub(super) fn fields(tree: &AskedTree<'_>, places: &Places<'_>, question: &Question) -> Vec<Field> {
    let game = tree.game();
    match question.asks {
        Asks::Every(asked) => everywhere(tree, places, asked),
        Asks::Leaves => game
            .nodes()
            .of_kind(Kind::Blank)
            .map(|leaf| Field {
                at: game.head(leaf),
                node: Some(leaf),
                label: places.called(leaf),
                entry: Entry::Text,
                written: BLANK,
            })
            .collect(),
        Asks::Claim(node, kind) => blanks(game, question.span, Some(node), kind == ClaimKind::Plays),
        Asks::Expected(kind) => blanks(game, question.span, None, kind == ClaimKind::Plays),
        Asks::Set(leaf) => blanks(game, question.span, Some(leaf), false),
    }
}

/// A field for each blank of a claim.
fn blanks(game: &ResolvedTree<'_>, span: Span, node: Option<NodeId>, is_move: bool) -> Vec<Field> {
    let blanks: Vec<Span> =
        tokens_in(game.text, span).filter(|(token, _)| *token == Token::Blank).map(|(_, span)| span).collect();
    let label = |place: usize| if blanks.len() == 2 { ["α", "β"][place] } else { "" };
    let field = |(place, at): (usize, &Span)| Field {
        at: *at,
        node,
        label: label(place).to_string(),
        entry: if is_move { Entry::Move(moves(game, node.unwrap_or(NodeId::ROOT))) } else { Entry::Text },
        written: BLANK,
    };
    blanks.iter().enumerate().map(field).collect()
}

/// A field at each node that students may think of: which of them have an answer is a part of the question.
fn everywhere(tree: &AskedTree<'_>, places: &Places<'_>, asked: Asked) -> Vec<Field> {
    let game = tree.game();
    let nodes = game.nodes();
    let is_place = |node: &NodeId| match (asked, nodes.kind(*node)) {
        (Asked::Pruned, _) => *node != NodeId::ROOT,
        (_, kind) if kind.is_leaf() => false,
        (Asked::Plays, kind) => kind != Kind::Chance,
        _ => true,
    };
    let field = |node: NodeId| {
        let (entry, written) = match asked {
            Asked::Pruned => (Entry::Mark, Written { before: " pruned", ..NONE }),
            Asked::Values => (Entry::Text, Written { before: " = ", ..NONE }),
            Asked::Windows => (Entry::Window, Written { before: " [", between: ", ", after: "]", ..NONE }),
            Asked::Returns => (Entry::Returns, Written { before: " ", between: " ", ..NONE }),
            Asked::Plays => (Entry::Move(moves(game, node)), Written { before: " plays ", ..NONE }),
        };
        let end = game.head(node).end;
        Field { at: Span::new(end, end), node: Some(node), label: places.called(node), entry, written }
    };
    nodes.all().filter(is_place).filter(|node| !tree.has_own(*node, asked)).map(field).collect()
}

/// The moves of a node, as a claim names them. A move without a name of its own cannot be claimed.
fn moves(game: &ResolvedTree<'_>, node: NodeId) -> Vec<String> {
    let written = |child: NodeId| {
        let name = game.tree.label_name(child).or_else(|| game.tree.names.get(child).copied());
        let leaf = || (game.nodes().kind(child) == Kind::Value).then(|| game.head(child));
        name.or_else(leaf).map(|span| span.of(game.text).to_string())
    };
    game.nodes().children(node).filter_map(written).collect()
}
