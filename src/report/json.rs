//! `eval --format json`: one object for each tree, its nodes written one by one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use serde::{Serialize, Serializer};

use super::compare::{Comparison, Contest, Outcome};
use super::{Algorithm, Answer, Move};
use crate::model::{self, Choice, Cut};
use crate::number::Number;
use crate::search::{Bound, Effort, VisitStatus, Window};
use crate::syntax::tree::{Kind, NodeId};

/// Writes the JSON object of a tree. Linear in its nodes, which are written without being collected first.
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
    evaluations: Option<u64>,
    researches: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compare: Option<Vec<Row<'a>>>,
    unknowns: BTreeMap<Cow<'a, str>, Option<String>>,
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

/// The outcome of one algorithm under one rule in one order; without numbers if the algorithm cannot search the tree.
#[derive(Serialize)]
struct Row<'a> {
    algorithm: &'static str,
    cut: Option<&'static str>,
    order: &'static str,
    value: Option<Text>,
    leaves: Option<u64>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
    researches: Option<u64>,
    refused: Option<&'a str>,
}

impl<'a> Row<'a> {
    fn new(contest: &Contest, order: &'static str, outcome: &'a Outcome) -> Self {
        let done = outcome.as_ref().ok();
        let count = |of: fn(&Effort) -> u64| done.map(|(_, effort)| of(effort));
        Self {
            algorithm: contest.algorithm.name(),
            cut: contest.cut.map(Cut::name),
            order,
            value: done.map(|(value, _)| Text(*value)),
            leaves: count(|effort| effort.leaves),
            evaluations: count(|effort| effort.evaluations),
            nodes: count(|effort| effort.nodes),
            researches: count(|effort| effort.researches),
            refused: outcome.as_ref().err().map(String::as_str),
        }
    }
}

fn rows(comparison: &Comparison) -> Vec<Row<'_>> {
    let rows = comparison
        .contests
        .iter()
        .flat_map(|contest| [Row::new(contest, "written", &contest.written), Row::new(contest, "best", &contest.best)]);
    rows.collect()
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
        let search = &answer.search;
        let work = answer.work();
        let total_leaves = answer.total_leaves();
        let labels = |moves: Vec<Move>| moves.into_iter().map(|step| label(answer, step)).collect();
        // A chance node at the root has no best move.
        let root_moves = answer.best_moves(NodeId::ROOT).filter(|_| search.kind(NodeId::ROOT) != Kind::Chance);
        Self {
            name: answer.title(),
            settings: Settings::new(answer.algorithm, search.settings()),
            value: search.value(NodeId::ROOT).map(Text),
            plays: root_moves.map(labels),
            line: answer.principal_variation().map(labels),
            leaves: Leaves {
                total: total_leaves,
                evaluated: work.map(|work| work.leaves),
                fewest: search.fewest_leaves(),
            },
            nodes: Nodes {
                total: total_leaves.map(|_| search.view().visible_count()),
                entered: work.map(|work| work.nodes),
            },
            cutoffs: work.and_then(|work| work.cutoffs),
            branches: work.map(|work| work.branches),
            evaluations: work.map(|work| work.evaluations),
            researches: work.map(|work| work.researches),
            compare: answer.comparison.as_ref().map(rows),
            unknowns: unknowns(answer),
            tree: NodeList(answer),
        }
    }
}

/// Each unknown that has a name, with its set if that is known.
fn unknowns<'a>(answer: &'a Answer<'_>) -> BTreeMap<Cow<'a, str>, Option<String>> {
    if let Some(solved) = answer.solved() {
        return solved.sets().collect();
    }
    let leaves = answer.game.nodes().of_kind(Kind::Unknown);
    leaves.filter_map(|leaf| Some((answer.game.name_of_unknown(leaf)?, None))).collect()
}

/// A move by its label or name, otherwise by its index.
fn label(answer: &Answer<'_>, step: Move) -> String {
    let name = answer.game.label(step.child).or_else(|| answer.game.name(step.child));
    name.map_or_else(|| step.place.to_string(), Cow::into_owned)
}

/// Every node and leaf in pre-order, written one by one.
struct NodeList<'a>(&'a Answer<'a>);

impl Serialize for NodeList<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nodes = self.0.game.nodes();
        // For each open node: the node, its end, and how many of its children have been written.
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
        let Answer { game, search, .. } = answer;
        let (has_windows, has_returns) = (answer.has_windows(), answer.has_returns());
        let status = answer.status(node);
        let span = game.nodes().span(node);
        Self {
            parent: parent.map(NodeId::index),
            index,
            kind: kind(game.nodes().kind(node)),
            name: game.name(node),
            label: game.label(node),
            value: search.value(node).map(Text),
            entered: match status {
                VisitStatus::Entered => Some(true),
                VisitStatus::Skipped(_) => Some(false),
                VisitStatus::Open => None,
            },
            window: search.window(node).filter(|_| has_windows).map(ends),
            last: search.final_window(node).filter(|_| has_windows).map(ends),
            returned: search.returned(node).filter(|_| has_returns).map(Text),
            bound: search.bound(node).filter(|_| has_returns).map(Bound::name),
            plays: answer.best_moves(node).map(|moves| moves.iter().map(|step| step.place).collect()),
            why: match status {
                VisitStatus::Skipped(cause) => Some(cause.name()),
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
