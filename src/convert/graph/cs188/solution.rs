//! The solution of a test: the move that the search chooses, and the states that it generates.

use std::collections::HashSet;

use super::property::Properties;
use super::{Game, Plain, Refusal};
use crate::convert::searched::searched;
use crate::diagnostic::{Code, clipped, listed};
use crate::model::quoted_if_needed;
use crate::syntax::tree::NodeId;

/// The keys of a solution that have a meaning. In early years of the course, `expanded` stands for `generated`.
const KEYS: [&str; 3] = ["action", "generated", "expanded"];

/// What has marks in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// Every node that the search skips.
    Skipped,
    /// One node of every state that the search generates. Some states have several nodes.
    Generated,
}

/// Adds what a solution says to the tree, as claims. The places of its mistakes are in the text of the solution.
pub(super) fn add_claims(
    text: &str,
    game: &Game,
    plain: &mut Plain,
    notes: &mut Vec<String>,
) -> Result<Marks, Refusal> {
    let solution = Properties::read(text, Code::MisreadSolution)?;
    solution.note_others(&KEYS, notes);
    let action = solution.word("action")?;
    let key = match (solution.get("generated"), solution.get("expanded")) {
        (Some(_), Some(second)) => {
            let finding = solution.fault("this solution has both `generated` and `expanded`", second);
            return Err(finding.help("delete one of them: they mean the same").into());
        }
        (None, None) if action.is_none() => {
            return Err(solution.fault("this solution has neither `action` nor `generated`", &text[..0]).into());
        }
        (generated, expanded) => generated.and(Some("generated")).or(expanded.and(Some("expanded"))),
    };
    let mut claims = Vec::new();
    if let Some(action) = action {
        refuse_unknown_move(&solution, action, plain)?;
        drop_names_like(action, plain, notes);
        claims.push((NodeId::ROOT, format!("plays {}", quoted_if_needed(action))));
    }
    let mut marks = Marks::Skipped;
    if let Some(key) = key {
        let visible = Visible::of(game, plain);
        let generated = visible.states(game, &solution, key)?;
        claims.extend(visible.pruned(game, plain, &generated));
        if visible.has_shared() {
            marks = Marks::Generated;
            claims.extend(visible.visited(game, plain, &generated));
        } else {
            plain.expectations.push(format!("expect nodes = {}", generated.len()));
        }
    }
    plain.add_claims(claims);
    Ok(marks)
}

fn refuse_unknown_move(solution: &Properties, action: &str, plain: &Plain) -> Result<(), Refusal> {
    let moves: Vec<&str> = plain.children(NodeId::ROOT).filter_map(|child| plain.label(child)).collect();
    if moves.contains(&action) {
        return Ok(());
    }
    let moves: Vec<String> = moves.into_iter().map(clipped).collect();
    let finding = solution.fault(format!("{} is not a move at the start state", clipped(action)), action);
    Err(finding.help(format!("its moves are {}", listed(&moves))).into())
}

/// Takes away the name of each state that another move at the root leads to and that has the name of the best move.
/// Otherwise, the word could mean both moves.
fn drop_names_like(action: &str, plain: &mut Plain, notes: &mut Vec<String>) {
    let has_name = |child: &NodeId| plain.name(*child) == Some(action) && plain.label(*child) != Some(action);
    let same: Vec<NodeId> = plain.children(NodeId::ROOT).filter(has_name).collect();
    if !same.is_empty() {
        let name = clipped(action);
        notes.push(format!("the state {name} has no name in the tree, because another move is called {name}"));
    }
    same.into_iter().for_each(|child| plain.drop_name(child));
}

/// The nodes and leaves down to the depth limit.
struct Visible {
    nodes: Vec<NodeId>,
    /// How many of them each state has.
    counts: Vec<usize>,
}

impl Visible {
    fn of(game: &Game, plain: &Plain) -> Self {
        let nodes: Vec<NodeId> = plain.plies().filter(|(_, ply)| *ply <= game.limit).map(|(node, _)| node).collect();
        let mut counts = vec![0; game.graph.vertices.len()];
        nodes.iter().for_each(|node| counts[game.state(*node)] += 1);
        Self { nodes, counts }
    }

    /// Whether some state has several nodes.
    fn has_shared(&self) -> bool {
        self.counts.iter().any(|count| *count > 1)
    }

    /// The states that the solution lists.
    fn states(&self, game: &Game, solution: &Properties, key: &str) -> Result<HashSet<usize>, Refusal> {
        let mut states = HashSet::new();
        for name in solution.rows(key).flatten() {
            let shown = clipped(name);
            let Some(state) = game.graph.places.get(name) else {
                return Err(solution.fault(format!("the test has no state {shown}"), name).into());
            };
            if self.counts[*state] == 0 {
                let message = format!("the search cannot generate {shown}: no moves lead there before it stops");
                return Err(solution.fault(message, name).into());
            }
            states.insert(*state);
        }
        Ok(states)
    }

    /// A mark at each highest node whose state the search does not generate.
    fn pruned(&self, game: &Game, plain: &Plain, generated: &HashSet<usize>) -> Vec<(NodeId, String)> {
        let mut marks = Vec::new();
        let mut end = NodeId::ROOT;
        for node in &self.nodes {
            if *node >= end && !generated.contains(&game.state(*node)) {
                marks.push((*node, "pruned".to_string()));
                end = plain.end(*node);
            }
        }
        marks
    }

    /// A mark for each state that the search generates: at the first of its nodes that the search enters. If nodes share
    /// states, the number of nodes does not say how many states there are. The search also enters what is above a mark, so
    /// nothing there needs one.
    fn visited(&self, game: &Game, plain: &Plain, generated: &HashSet<usize>) -> Vec<(NodeId, String)> {
        let entered: Option<HashSet<NodeId>> =
            searched(plain, |search| self.nodes.iter().copied().filter(|node| search.entered(*node)).collect());
        let entered = entered.unwrap_or_default();
        let mut first: Vec<Option<NodeId>> = vec![None; self.counts.len()];
        for node in &self.nodes {
            let first = &mut first[game.state(*node)];
            if first.is_none_or(|first| !entered.contains(&first) && entered.contains(node)) {
                *first = Some(*node);
            }
        }
        let mut marked: Vec<NodeId> = generated.iter().filter_map(|state| first[*state]).collect();
        marked.sort();
        let has_mark_below = |place: usize| marked.get(place + 1).is_some_and(|next| *next < plain.end(marked[place]));
        let lowest = (0..marked.len()).filter(|place| !has_mark_below(*place));
        lowest.map(|place| (marked[place], "visited".to_string())).collect()
    }
}
