//! What the quiz of a page asks before a step is shown.

use std::cmp::Ordering;

use serde::Serialize;

use super::text::{self, extent};
use crate::model::{Cutoffs, ResolvedTree, Settings};
use crate::search::{Bound, Event, Search, Step};
use crate::syntax::tree::{Kind, NodeId};

/// A question. The reason for its answer is the sentence of the step that answers it.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(super) struct Question {
    /// It is asked after so many steps; the next step answers it, or, after the last one, the whole search.
    before: usize,
    /// `window`, `cut`, `return` or `move`.
    kind: &'static str,
    /// The question, as a sentence.
    ask: String,
    /// For a window α and β; `on` or `cut`; for a return `exact`, `upper` or `lower` and the value; every best move.
    answer: Vec<String>,
    /// The moves to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

/// The questions that a step answers, in the order in which they are asked. `previous` is the step before it, and
/// `before` their number.
pub(super) fn questions(
    game: &ResolvedTree<'_>,
    settings: &Settings,
    previous: Option<&Event>,
    event: &Event,
    before: usize,
) -> Vec<Question> {
    let new = |kind, ask, answer| Question { before, kind, ask, answer, choices: Vec::new() };
    let parts = [goes_on(game, settings, previous, event), window(game, settings, event), returned(game, event)];
    parts.into_iter().flatten().map(|(kind, ask, answer)| new(kind, ask, answer)).collect()
}

/// The kind of a question, the question and its answer.
type Part = (&'static str, String, Vec<String>);

/// After a child of a MAX or MIN node with further children: whether the search of the node goes on.
fn goes_on(game: &ResolvedTree<'_>, settings: &Settings, previous: Option<&Event>, event: &Event) -> Option<Part> {
    let previous = previous.filter(|previous| matches!(previous.step, Step::Update { .. }))?;
    let answer = match event.step {
        Step::Cutoff { .. } => "cut",
        Step::Enter | Step::Evaluate => "on",
        Step::Update { .. } | Step::Add { .. } | Step::Return { .. } | Step::Stop(_) => return None,
    };
    let called = game.called(previous.node);
    let v = previous.v.map_or_else(String::new, |v| format!("v = {} at {called}. ", extent(v)));
    let ask = format!(
        "{v}{called} has children that have not been searched. Does the search go on with them, or is there a cutoff?"
    );
    (settings.cutoffs != Cutoffs::None).then(|| ("cut", ask, vec![answer.to_string()]))
}

/// The window with which the search enters a MAX or MIN node.
fn window(game: &ResolvedTree<'_>, settings: &Settings, event: &Event) -> Option<Part> {
    let (alpha, beta) = (event.window.alpha.known()?, event.window.beta.known()?);
    let is_player = matches!(game.nodes().kind(event.node), Kind::Max | Kind::Min);
    let is_asked = is_player && matches!(event.step, Step::Enter) && settings.cutoffs != Cutoffs::None;
    let ask = format!("The search enters {}. With which window?", game.called(event.node));
    is_asked.then(|| ("window", ask, vec![text::number(alpha), text::number(beta)]))
}

/// What the search of a node returns.
fn returned(game: &ResolvedTree<'_>, event: &Event) -> Option<Part> {
    let Step::Return { returned, bound } = event.step else { return None };
    let (number, v) = (returned.known()?, event.v?.known()?);
    // Where fail-hard returns an end of the window, that is no more than a bound, even of a value that is known.
    let bound = match (bound?, number.cmp(&v)) {
        (_, Ordering::Greater) | (Bound::Upper, Ordering::Equal) => "upper",
        (_, Ordering::Less) | (Bound::Lower, Ordering::Equal) => "lower",
        (Bound::Exact, Ordering::Equal) => "exact",
    };
    let called = game.called(event.node);
    let ask = format!(
        "The search leaves {called}. What does it return, and is that the exact value of {called}, an upper bound or a lower bound?"
    );
    Some(("return", ask, vec![bound.to_string(), text::number(number)]))
}

/// The question after the last step: the best moves at the root.
pub(super) fn last_question(game: &ResolvedTree<'_>, search: &Search<'_>, before: usize) -> Option<Question> {
    let root = NodeId::ROOT;
    let player = match game.nodes().kind(root) {
        kind @ (Kind::Max | Kind::Min) => kind.name(),
        _ => return None,
    };
    let called = |node: NodeId| match (game.label(node), game.name(node)) {
        (Some(label), _) => label.into_owned(),
        (None, Some(name)) => name.into_owned(),
        (None, None) => game.called(node),
    };
    let choices: Vec<String> = game.nodes().children(root).map(called).collect();
    let answer: Vec<String> = search.best_moves(root)?.into_iter().map(called).collect();
    let ask = format!("The search is complete. Which move is best for {player}?");
    let is_question = !answer.is_empty() && choices.len() > 1;
    is_question.then_some(Question { before, kind: "move", ask, answer, choices })
}
