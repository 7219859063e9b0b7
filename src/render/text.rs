//! What is written in and beside the nodes of a picture.

use crate::claim::{Asked, asks};
use crate::diagnostic::render::printable;
use crate::model::ResolvedTree;
use crate::number::Number;
use crate::search::{Bound, Cause, Extent, Search, VisitStatus, Window};
use crate::syntax::tree::{Claim, ClaimForm, Kind, NodeId, TermKind};

use super::moment::{Moment, NodeState, Progress};

/// What a picture shows of the answers.
#[derive(Clone, Copy)]
pub enum Show<'a> {
    /// Nothing: the tree, with room to write.
    Blank,
    /// The minimax values.
    Values(&'a Search<'a>),
    /// A moment of the search.
    Search(&'a Search<'a>, &'a Moment),
}

/// Which window of a node is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Windows {
    /// The window with which the search enters the node.
    #[default]
    Entry,
    /// The window when the search leaves the node.
    Final,
    /// None.
    None,
}

/// The texts of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// In the node: its value or a bound.
    pub inside: Option<String>,
    /// Beside it, at the top.
    pub name: Option<String>,
    /// Beside it, below the name: a value that is too long for the inside.
    pub value: Option<String>,
    /// Beside it, at the bottom.
    pub window: Option<String>,
}

impl Texts {
    /// Whether what is in the node is a bound, not a value.
    pub fn has_bound(&self) -> bool {
        self.inside.as_deref().is_some_and(is_bound)
    }
}

/// Whether the text of a result is that of a bound.
pub(super) fn is_bound(text: &str) -> bool {
    text.starts_with(['≤', '≥'])
}

/// Longer values are written beside their nodes.
const MOST_INSIDE: usize = 6;

/// Room for a window: brackets with wide blanks.
const EMPTY_WINDOW: &str = "[\u{2003}\u{2003},\u{2003}\u{2003}]";

/// Writes the texts of the nodes of one picture.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    pub(super) game: &'a ResolvedTree<'a>,
    pub(super) show: Show<'a>,
    pub(super) windows: Windows,
    /// If the picture is to have room for other texts: these, for each node. A leaf without one keeps its own.
    pub(super) room: Option<&'a [Texts]>,
}

impl Writer<'_> {
    /// The texts of an interior node.
    pub fn of_node(&self, node: NodeId) -> Texts {
        if let Some(room) = self.room {
            return room[node.index()].clone();
        }
        let name = self.name(node);
        let (value, window) = match self.show {
            Show::Blank => (None, self.has_room_for_window(node).then(|| EMPTY_WINDOW.to_string())),
            Show::Values(search) => (Some(value_of(search, node)), None),
            Show::Search(_, moment) => (result(moment.of(node)), self.window(moment.of(node))),
        };
        let is_long = value.as_ref().is_some_and(|value| value.chars().count() > MOST_INSIDE);
        let (inside, value) = if is_long { (None, value) } else { (value, None) };
        Texts { inside, name, value, window }
    }

    /// The name of a node, without characters that would be invisible or would change what is around them.
    pub(super) fn name(&self, node: NodeId) -> Option<String> {
        self.game.name(node).map(|name| printable(&name))
    }

    /// The text of a leaf.
    pub fn of_leaf(&self, leaf: NodeId) -> String {
        if let Some(inside) = self.room.and_then(|room| room[leaf.index()].inside.clone()) {
            return inside;
        }
        match self.game.nodes().kind(leaf) {
            Kind::Value => number(self.game.nodes().value(leaf)),
            Kind::Unknown => printable(self.game.unknown(leaf)),
            Kind::Elided => "…".to_string(),
            Kind::Max | Kind::Min | Kind::Chance | Kind::Blank | Kind::Hidden => String::new(),
        }
    }

    /// The label of the edge to a node: the move, and the probability as it is written.
    pub fn of_edge(&self, node: NodeId) -> Option<String> {
        let probability = self.game.tree.probability(node).filter(|term| matches!(term.kind, TermKind::Number(_)));
        let probability = probability.map(|term| term.span.of(self.game.text).to_string());
        let parts = [self.game.label(node).map(|label| printable(&label)), probability];
        Some(parts.into_iter().flatten().collect::<Vec<String>>().join(" ")).filter(|label| !label.is_empty())
    }

    /// Whether a node does not matter here: a cutoff skips it, it is below the depth limit, or it has probability 0.
    pub(super) fn is_skipped(&self, node: NodeId) -> bool {
        let never = |status| matches!(status, VisitStatus::Skipped(Cause::Depth | Cause::Probability));
        match self.show {
            Show::Blank => false,
            Show::Values(search) => never(search.status(node)),
            Show::Search(search, moment) => moment.of(node).progress == Progress::Skipped || never(search.status(node)),
        }
    }

    fn window(&self, state: &NodeState) -> Option<String> {
        let window = match (self.windows, state.progress) {
            (Windows::None, _) => None,
            (_, Progress::Open) | (Windows::Final, _) => state.window,
            (Windows::Entry, _) => state.entry,
        };
        window.map(interval)
    }

    /// Whether the exercise asks for the window of a node. Where it asks for all windows, there is room at every node, since
    /// the search may not enter some of them.
    fn has_room_for_window(&self, node: NodeId) -> bool {
        let mut claims = self.game.tree.claims.of(node).iter().map(|(_, claim)| claim);
        let is_question = |claim: &Claim| claim.worth.is_some() || claim.form.asks();
        asks(self.game, Asked::Windows)
            || claims.any(|claim| matches!(claim.form, ClaimForm::Window(..)) && is_question(claim))
    }
}

/// What the search has found out about a node.
fn result(state: &NodeState) -> Option<String> {
    let sign = match (state.progress, state.bound) {
        (Progress::Done, Some(Bound::Upper)) => "≤",
        (Progress::Done, Some(Bound::Lower)) => "≥",
        _ => "",
    };
    state.v.map(|v| format!("{sign}{}", extent(v)))
}

/// The minimax value, or what is known about it.
fn value_of(search: &Search<'_>, node: NodeId) -> String {
    let (least, greatest) = search.ends(node);
    extent(Extent { least, greatest })
}

pub(super) fn extent(Extent { least, greatest }: Extent) -> String {
    if least == greatest { number(least) } else { format!("{} to {}", number(least), number(greatest)) }
}

fn interval(Window { alpha, beta }: Window<Extent>) -> String {
    format!("[{}, {}]", extent(alpha), extent(beta))
}

/// A number with a true minus sign, and with ∞.
pub(super) fn number(number: Number) -> String {
    number.to_string().replace('-', "−").replace("inf", "∞")
}
