//! The graph-game tests of Berkeley's course CS188, with their solutions.
//!
//! ```text
//! start_state: "S"
//! successors: """
//! S Left l
//! S Right r
//! """
//! ```

mod property;
mod solution;

use std::collections::{HashMap, HashSet};

use property::Properties;
use solution::Marks;

use super::super::value::number_in;
use super::super::{Inner, written};
use super::{Edge, Graph, Options, Plain, Refusal, Turns};
use crate::check::check;
use crate::diagnostic::{Code, Diagnostic, clipped, counted, listed};
use crate::model::Defaults;
use crate::source::{LINE_ENDS, lines};
use crate::syntax::normal;
use crate::syntax::tree::{Kind, NodeId};

/// The keys of a test that have a meaning.
const KEYS: [&str; 11] = [
    "class",
    "alg",
    "agent",
    "depth",
    "num_agents",
    "start_state",
    "win_states",
    "lose_states",
    "successors",
    "evaluation",
    "diagram",
];

/// What a right test can raise: the course has a depth limit and its own cut rule, and a solution has one move.
const ALLOWED: [Code; 3] = [Code::UnreachableDepth, Code::ConventionDependent, Code::Tie];

/// The program that a test is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convert) enum Agent {
    Minimax,
    AlphaBeta,
    Expectimax,
}

impl Agent {
    /// Its name in a test. Other courses call it otherwise, such as `MyMinimaxWithAlphaBeta`.
    pub(in crate::convert) fn name(self) -> &'static str {
        match self {
            Self::Minimax => "MinimaxAgent",
            Self::AlphaBeta => "AlphaBetaAgent",
            Self::Expectimax => "ExpectimaxAgent",
        }
    }

    fn named(name: &str) -> Option<Self> {
        let words = [(Self::Expectimax, "Expectimax"), (Self::AlphaBeta, "AlphaBeta"), (Self::Minimax, "Minimax")];
        words.into_iter().find(|(_, word)| name.contains(word)).map(|(agent, _)| agent)
    }

    /// The setting for its search.
    pub(in crate::convert) fn setting(self) -> &'static str {
        match self {
            Self::Minimax | Self::Expectimax => "cutoffs none",
            Self::AlphaBeta => "cut alpha > beta",
        }
    }

    fn of(test: &Properties) -> Result<Self, Refusal> {
        let name = match (test.word("alg")?, test.word("agent")?) {
            (Some(name), None) | (None, Some(name)) => name,
            (None, None) => test.only("alg")?,
            (Some(_), Some(second)) => {
                return Err(test
                    .fault("this test has both `alg` and `agent`", second)
                    .help("delete one of them")
                    .into());
            }
        };
        Self::named(name).ok_or_else(|| {
            let finding = test.fault(format!("{} is not a known search program", clipped(name)), name);
            finding.help("write MinimaxAgent, AlphaBetaAgent or ExpectimaxAgent").into()
        })
    }
}

/// A test, and where its states stand in the tree.
struct Game {
    graph: Graph,
    /// The state of each node and leaf of the tree.
    places: Vec<usize>,
    /// The ply at which the search stops.
    limit: usize,
}

/// Reads a test, and its solution if the options have one. Linear, and not recursive.
pub(in crate::convert) fn read(text: &str, options: &Options, notes: &mut Vec<String>) -> Result<Plain, Refusal> {
    let test = Properties::read(text, Code::MisreadNotation)?;
    refuse_other_class(&test)?;
    let agent = Agent::of(&test)?;
    let agents = count(&test, "num_agents")?;
    let others = if agent == Agent::Expectimax { Kind::Chance } else { Kind::Min };
    let limit = count(&test, "depth")?.saturating_mul(agents);
    let mut graph = Graph { turns: Some(Turns { agents, others }), ..Graph::default() };
    let start = test.only("start_state")?;
    let root = graph.vertex(start, test.span(start));
    add_moves(&test, &mut graph, notes)?;
    add_evaluations(&test, &mut graph)?;
    if graph.vertices[root].children.is_empty() {
        let finding = test.fault(format!("the start state {} has no moves", clipped(start)), start);
        return Err(finding.help("name a state that has moves in `successors`").into());
    }
    test.note_others(&KEYS, notes);
    let unfolding =
        Options { inner: Some(Inner::Evaluation), most_unfolded: options.most_unfolded, ..Options::default() };
    let order = graph.children_first(root)?;
    note_unreached(&graph, &order, notes);
    let (mut plain, _, places) = graph.unfold_below(root, &order, &unfolding, notes)?;
    plain.settings.push(agent.setting().to_string());
    let game = Game { graph, places, limit };
    if plain.plies().any(|(_, ply)| ply > limit) {
        game.refuse_without_evaluation(&plain)?;
        plain.settings.push(format!("depth {limit}"));
    }
    let mut allowed = ALLOWED.to_vec();
    if let Some(solution) = &options.solution {
        let marks = solution::add_claims(solution, &game, &mut plain, notes)?;
        // If a state has several nodes, a solution does not say which of them the search skips.
        allowed.extend((marks == Marks::Generated).then_some(Code::UnreachableCutoff));
    }
    set(&mut plain.settings, &options.settings);
    allow(&mut plain, &allowed);
    let diagram = test.get("diagram").unwrap_or_default().trim_matches(LINE_ENDS);
    let diagram = lines(diagram).filter(|_| !diagram.is_empty());
    plain.comments = diagram.map(|line| line.trim_end().replace('\t', "    ")).collect();
    Ok(plain)
}

fn refuse_other_class(test: &Properties) -> Result<(), Refusal> {
    let class = test.only("class")?;
    let finding = match class {
        "GraphGameTreeTest" => return Ok(()),
        "PacmanGameTreeTest" => test.fault("this test plays Pacman on a board, so it has no tree", class),
        _ => test.fault(format!("a test of the class {} has no tree", clipped(class)), class),
    };
    Err(finding.help("convert a test of the class GraphGameTreeTest").into())
}

/// A whole number that is at least 1.
fn count(test: &Properties, key: &str) -> Result<usize, Refusal> {
    let word = test.only(key)?;
    let count: Option<u32> = word.parse().ok().filter(|count| *count > 0);
    count.map(|count| count as usize).ok_or_else(|| {
        let message = format!("`{key}` is `{}`, not a whole number above 0", clipped(word));
        Diagnostic::new(Code::NoNumberThere, message, test.span(word)).into()
    })
}

/// Adds the moves. None leads on from a state where the game is over.
fn add_moves(test: &Properties, graph: &mut Graph, notes: &mut Vec<String>) -> Result<(), Refusal> {
    let over = ["win_states", "lose_states"].into_iter().flat_map(|key| test.rows(key)).flatten();
    let over: HashSet<&str> = over.collect();
    let mut known: HashMap<(usize, String), &str> = HashMap::new();
    let mut after_end: Vec<String> = Vec::new();
    for row in test.rows("successors") {
        let [state, label, next] = row[..] else {
            let finding = test.fault("this line is not a state, a move and the next state", test.whole(&row));
            return Err(finding.help("write three words, such as `S Left L`").into());
        };
        let parent = graph.vertex(state, test.span(state));
        let child = graph.vertex(next, test.span(next));
        if let Some(first) = known.insert((parent, normal(label).into_owned()), label) {
            let finding = test.fault(format!("{} already has a move {}", clipped(state), clipped(label)), label);
            return Err(finding.label(test.span(first), "the first one").into());
        }
        if over.contains(state) {
            after_end.push(clipped(state));
        } else {
            graph.connect(parent, Edge { label: Some(label.to_string()), probability: None, child });
        }
    }
    if !after_end.is_empty() {
        let moves = counted(after_end.len() as u64, "move is", "moves are");
        after_end.dedup();
        notes.push(format!("{moves} left out, because the game is already over at {}", listed(&after_end)));
    }
    Ok(())
}

/// Says which states are left out.
fn note_unreached(graph: &Graph, order: &[usize], notes: &mut Vec<String>) {
    let reached = graph.reached(order);
    let unreached = graph.vertices.iter().zip(reached).filter(|(_, reached)| !reached);
    let unreached: Vec<String> = unreached.map(|(vertex, _)| clipped(&vertex.name)).collect();
    if !unreached.is_empty() {
        let states = counted(unreached.len() as u64, "state is", "states are");
        let names = listed(&unreached);
        notes.push(format!("{states} left out, because no moves lead there from the start state: {names}"));
    }
}

fn add_evaluations(test: &Properties, graph: &mut Graph) -> Result<(), Refusal> {
    for row in test.rows("evaluation") {
        let [state, value] = row[..] else {
            let finding = test.fault("this line is not a state and its value", test.whole(&row));
            return Err(finding.help("write two words, such as `L 4`").into());
        };
        let vertex = graph.vertex(state, test.span(state));
        let span = test.span(value);
        graph.set_value(vertex, number_in(value, span)?, span)?;
    }
    Ok(())
}

/// Adds the settings of the options. If the test has a setting for the same thing, the option replaces it.
fn set(settings: &mut Vec<String>, options: &[String]) {
    let word = |setting: &str| setting.split_whitespace().next().map(str::to_string);
    settings.retain(|own| options.iter().all(|option| word(option) != word(own)));
    settings.extend_from_slice(options);
}

/// Allows those of these lints that the tree raises.
fn allow(plain: &mut Plain, codes: &[Code]) {
    let report = check(&written(std::slice::from_ref(plain)), &Defaults::default(), 0);
    let raised = codes.iter().filter(|code| report.counts.of(**code) > 0);
    let lints: Vec<&str> = raised.filter_map(|code| code.lint()).collect();
    if !lints.is_empty() {
        plain.settings.push(format!("allow {}", lints.join(" ")));
    }
}

impl Game {
    /// The state of a node or leaf of the tree.
    fn state(&self, node: NodeId) -> usize {
        self.places[node.index()]
    }

    /// Refuses a node at the depth limit that has no evaluation. The search would ask for it.
    fn refuse_without_evaluation(&self, plain: &Plain) -> Result<(), Refusal> {
        let at_limit = plain.plies().filter(|(node, ply)| *ply == self.limit && !plain.kind(*node).is_leaf());
        let vertices = at_limit.map(|(node, _)| &self.graph.vertices[self.state(node)]);
        match { vertices }.find(|vertex| vertex.value.is_none()) {
            Some(vertex) => {
                let name = clipped(&vertex.name);
                let message = format!("the depth limit is at {name}, and {name} has no evaluation");
                Err(Diagnostic::new(Code::NeitherChildrenNorValue, message, vertex.span)
                    .help("add a line for it to `evaluation`, or raise `depth`")
                    .into())
            }
            None => Ok(()),
        }
    }
}
