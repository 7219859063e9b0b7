//! `eval --format json`: one object for each tree, its nodes written one by one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use serde::{Serialize, Serializer};

use super::{Algorithm, Answer, Move};
use crate::model::{self, Choice};
use crate::number::Number;
use crate::search::{Bound, Fate, Window};
use crate::syntax::tree::{Kind, NodeId};

/// Writes the JSON object of a tree. Linear in its nodes; nothing is gathered beforehand.
///
/// # Errors
/// Those of the writer.
pub fn to_json(answer: &Answer<'_>, writer: impl io::Write) -> io::Result<()> {
    Ok(serde_json::to_writer(writer, &Tree::new(answer))?)
}

#[derive(Serialize)]
struct Tree<'a> {
    name: Option<String>,
    settings: Settings,
    value: Option<Text>,
    plays: Option<Vec<String>>,
    line: Option<Vec<String>>,
    leaves: Leaves,
    nodes: Nodes,
    cutoffs: Option<u64>,
    branches: Option<u64>,
    unknowns: BTreeMap<&'a str, Option<String>>,
    tree: NodeList<'a>,
}

/// The settings of a search.
#[derive(Serialize)]
pub(super) struct Settings {
    algorithm: &'static str,
    cut: &'static str,
    search: &'static str,
    order: &'static str,
    cutoffs: &'static str,
    window: Ends,
    range: Option<Ends>,
    depth: Option<u64>,
}

#[derive(Serialize)]
struct Leaves {
    total: Option<u64>,
    evaluated: Option<u64>,
    fewest: Option<u64>,
}

#[derive(Serialize)]
struct Nodes {
    total: Option<u64>,
    entered: Option<u64>,
}

impl Settings {
    pub(super) fn new(algorithm: Algorithm, settings: &model::Settings) -> Self {
        Self {
            algorithm: algorithm.name(),
            cut: settings.cut.name(),
            search: settings.returns.name(),
            order: settings.order.name(),
            cutoffs: settings.cutoffs.name(),
            window: (Text(settings.window.0), Text(settings.window.1)),
            range: settings.range.map(|(lower, upper)| (Text(lower), Text(upper))),
            depth: settings.depth,
        }
    }
}

/// A number in the notation of the language.
pub(super) struct Text(pub(super) Number);
type Ends = (Text, Text);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn ends(window: Window<Number>) -> Ends {
    (Text(window.alpha), Text(window.beta))
}

impl<'a> Tree<'a> {
    fn new(answer: &'a Answer<'_>) -> Self {
        let Answer { game, search, .. } = answer;
        let counts = search.counts();
        let total_leaves = answer.total_leaves();
        let labels = |moves: Vec<Move>| moves.into_iter().map(|step| label(answer, step)).collect();
        let nodes = game.nodes();
        // Where nobody moves there is no best move.
        let root_moves = answer.best_moves(NodeId::ROOT).filter(|_| search.kind(NodeId::ROOT) != Kind::Chance);
        let unknown = nodes.of_kind(Kind::Unknown);
        Self {
            name: answer.title(),
            settings: Settings::new(answer.algorithm, search.settings()),
            value: search.value(NodeId::ROOT).map(Text),
            plays: root_moves.map(labels),
            line: answer.principal_variation().map(labels),
            leaves: Leaves {
                total: total_leaves,
                evaluated: counts.map(|counts| counts.leaves),
                fewest: search.fewest_leaves(),
            },
            nodes: Nodes {
                total: total_leaves.map(|_| search.visible().count() as u64),
                entered: counts.map(|counts| counts.nodes),
            },
            cutoffs: counts.map(|counts| counts.cutoffs),
            branches: counts.map(|counts| counts.branches),
            unknowns: unknown
                .map(|leaf| (game.unknown(leaf).trim_start_matches('?'), None))
                .filter(|(name, _)| !name.is_empty())
                .collect(),
            tree: NodeList(answer),
        }
    }
}

/// A move by its label or name, else by its place.
fn label(answer: &Answer<'_>, step: Move) -> String {
    let name = answer.game.label(step.child).or_else(|| answer.game.name(step.child));
    name.map_or_else(|| step.place.to_string(), Cow::into_owned)
}

/// Every node and leaf in pre-order, written as they come.
struct NodeList<'a>(&'a Answer<'a>);

impl Serialize for NodeList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nodes = self.0.game.nodes();
        // For each node that is open, its end and how many children of it have come.
        let mut open: Vec<(NodeId, NodeId, usize)> = Vec::new();
        serializer.collect_seq(nodes.all().map(|node| {
            while open.last().is_some_and(|(_, end, _)| *end <= node) {
                open.pop();
            }
            let (parent, place) = match open.last_mut() {
                None => (None, 0),
                Some((parent, _, children)) => {
                    *children += 1;
                    (Some(*parent), *children - 1)
                }
            };
            open.push((node, nodes.end(node), 0));
            Node::new(self.0, node, parent, place)
        }))
    }
}

#[derive(Serialize)]
struct Node<'a> {
    parent: Option<usize>,
    index: usize,
    kind: &'static str,
    name: Option<Cow<'a, str>>,
    #[serde(rename = "move")]
    label: Option<Cow<'a, str>>,
    value: Option<Text>,
    entered: Option<bool>,
    window: Option<Ends>,
    #[serde(rename = "final")]
    last: Option<Ends>,
    returned: Option<Text>,
    bound: Option<&'static str>,
    plays: Option<Vec<usize>>,
    why: Option<&'static str>,
    span: (u32, u32),
}

impl<'a> Node<'a> {
    fn new(answer: &'a Answer<'_>, node: NodeId, parent: Option<NodeId>, index: usize) -> Self {
        let Answer { game, search, algorithm, .. } = answer;
        let has_windows = *algorithm != Algorithm::Minimax;
        let fate = search.fate(node);
        let span = game.nodes().span(node);
        Self {
            parent: parent.map(NodeId::index),
            index,
            kind: kind(game.nodes().kind(node)),
            name: game.name(node),
            label: game.label(node),
            value: search.value(node).map(Text),
            entered: match fate {
                Fate::Entered(_) => Some(true),
                Fate::Skipped(_) => Some(false),
                Fate::Open => None,
            },
            window: search.window(node).filter(|_| has_windows).map(ends),
            last: search.final_window(node).filter(|_| has_windows).map(ends),
            returned: search.returned(node).map(Text),
            bound: search.bound(node).map(Bound::name),
            plays: answer.best_moves(node).map(|moves| moves.iter().map(|step| step.place).collect()),
            why: match fate {
                Fate::Skipped(cause) => Some(cause.name()),
                _ => None,
            },
            span: (span.start, span.end),
        }
    }
}

/// What a node or leaf is, in one word.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
        Kind::Value => "leaf",
        Kind::Unknown => "unknown",
        Kind::Elided => "elided",
        Kind::Blank => "blank",
        Kind::Hidden => "hidden",
    }
}
