//! A graph-game test of the course CS188, with its solution, as [`crate::convert::Format::Cs188`] reads them.

mod words;

use std::fmt::Write;

use words::Words;

use super::super::graph::{Agent, Turns};
use super::super::searched::searched;
use super::{Plain, Unwritable, Written, decimal, lost_parts};
use crate::diagnostic::{clipped, counted, listed, ordinal};
use crate::number::Number;
use crate::search::Search;
use crate::syntax::tree::{Kind, NodeId};

/// Larger trees have no diagram.
const MOST_DRAWN: usize = 100;

/// Writes a tree as a test and its solution.
pub(super) fn write(plain: &Plain) -> Result<Written, Unwritable> {
    let turns = turns(plain)?;
    refuse_unequal_chances(plain)?;
    let agent = agent(plain, turns);
    let depth = Depth::of(plain, turns)?;
    let words = Words::of(plain);
    let text = test(plain, agent, turns, &depth, &words)?;
    let mut course = plain.clone();
    course.settings = [Some(agent.setting().to_string()), depth.setting].into_iter().flatten().collect();
    course.expectations.clear();
    let Some(answers) = searched(&course, |search| Answers::of(search, plain)) else {
        return Err(Unwritable("the search of this tree has no exact result".to_string()));
    };
    let mut lost = lost(plain, &words, &course.settings);
    lost.extend(answers.tie(&words));
    Ok(Written { text, solution: Some(answers.solution(&words)), lost })
}

/// What the search of the course finds out.
struct Answers {
    /// The best moves at the root. A program of the course chooses the first.
    best: Vec<NodeId>,
    generated: Vec<NodeId>,
}

impl Answers {
    fn of(search: &Search, plain: &Plain) -> Self {
        let best = search.best_moves(NodeId::ROOT).unwrap_or_default();
        Self { best, generated: plain.all().filter(|node| search.entered(*node)).collect() }
    }

    /// The text of the solution.
    fn solution(&self, words: &Words) -> String {
        let mut states: Vec<&str> = self.generated.iter().map(|node| words.state(*node)).collect();
        states.sort_unstable();
        let action = self.best.first().map_or("", |best| words.label(*best));
        format!("action: \"{action}\"\ngenerated: \"{}\"\n", states.join(" "))
    }

    /// Says that a solution names only one of several best moves.
    fn tie(&self, words: &Words) -> Option<String> {
        let moves: Vec<&str> = self.best.iter().map(|best| words.label(*best)).collect();
        (moves.len() > 1)
            .then(|| format!("that {} are equally good (the solution has only {})", listed(&moves), moves[0]))
    }
}

/// Who moves at each ply: MAX first in each round, and then each of the others.
fn turns(plain: &Plain) -> Result<Turns, Unwritable> {
    let nodes = || plain.plies().filter(|(node, _)| !plain.kind(*node).is_leaf());
    let others = if nodes().any(|(node, _)| plain.kind(node) == Kind::Chance) { Kind::Chance } else { Kind::Min };
    let next_round = nodes().filter(|(node, ply)| *ply > 1 && plain.kind(*node) == Kind::Max).map(|(_, ply)| ply).min();
    let plies = nodes().map(|(_, ply)| ply + 1).max();
    let turns = Turns { agents: next_round.or(plies).unwrap_or_default().max(2), others };
    let mut path: Vec<Kind> = Vec::new();
    for (node, ply) in nodes() {
        path.truncate(ply);
        let kind = plain.kind(node);
        if kind != turns.at(ply) {
            return Err(Unwritable(out_of_turn(&called(plain, node), kind, path.last().copied(), turns)));
        }
        path.push(kind);
    }
    Ok(turns)
}

/// Says why a node does not fit.
fn out_of_turn(node: &str, kind: Kind, parent: Option<Kind>, turns: Turns) -> String {
    let (player, others) = (kind.name(), turns.others.name());
    match parent {
        None => format!("cs188 wants MAX to move first; {node} is {player}"),
        Some(_) if kind == Kind::Min && turns.others == Kind::Chance => {
            format!("cs188 wants either MIN or chance beside MAX; {node} is MIN, and other nodes are chance")
        }
        Some(parent) if turns.agents == 2 => {
            format!("cs188 wants MAX and {others} to take turns; {node} is {player} below {}", parent.name())
        }
        Some(parent) => {
            let each = ordinal(turns.agents);
            format!(
                "cs188 wants MAX at every {each} ply, and {others} between; {node} is {player} below {}",
                parent.name()
            )
        }
    }
}

/// How messages call a node.
fn called(plain: &Plain, node: NodeId) -> String {
    plain.name(node).map_or_else(|| "a node".to_string(), clipped)
}

fn refuse_unequal_chances(plain: &Plain) -> Result<(), Unwritable> {
    for node in plain.all().filter(|node| plain.kind(*node) == Kind::Chance) {
        let mut probabilities = plain.children(node).map(|child| plain.probability(child));
        let first = probabilities.next();
        if !probabilities.all(|probability| Some(probability) == first) {
            let node = called(plain, node);
            return Err(Unwritable(format!(
                "in cs188, all moves of a chance node are equally likely; those of {node} are not"
            )));
        }
    }
    Ok(())
}

/// What is set last for a word.
fn set<'p>(plain: &'p Plain, word: &str) -> Option<&'p str> {
    plain.settings.iter().rev().find_map(|setting| setting.trim().strip_prefix(word)?.strip_prefix(' ')).map(str::trim)
}

fn agent(plain: &Plain, turns: Turns) -> Agent {
    match set(plain, "cutoffs") {
        _ if turns.others == Kind::Chance => Agent::Expectimax,
        Some("none") => Agent::Minimax,
        _ => Agent::AlphaBeta,
    }
}

/// Where the search stops.
struct Depth {
    rounds: usize,
    /// The setting that says so, if the tree is deeper.
    setting: Option<String>,
}

impl Depth {
    fn of(plain: &Plain, turns: Turns) -> Result<Self, Unwritable> {
        let height = plain.plies().map(|(_, ply)| ply).max().unwrap_or_default();
        let limit =
            set(plain, "depth").and_then(|written| written.parse::<usize>().ok()).filter(|limit| *limit < height);
        match limit {
            Some(limit) if !limit.is_multiple_of(turns.agents) => Err(Unwritable(format!(
                "cs188 counts its depth in rounds of {} plies, so it cannot have `depth {limit}`",
                turns.agents
            ))),
            Some(limit) => Ok(Self { rounds: limit / turns.agents, setting: Some(format!("depth {limit}")) }),
            None => Ok(Self { rounds: height.div_ceil(turns.agents), setting: None }),
        }
    }
}

/// The text of the test.
fn test(plain: &Plain, agent: Agent, turns: Turns, depth: &Depth, words: &Words) -> Result<String, Unwritable> {
    let leaves = plain.all().filter(|node| plain.kind(*node).is_leaf());
    let leaves: Vec<&str> = leaves.map(|leaf| words.state(leaf)).collect();
    let (mut successors, mut evaluation) = (String::new(), String::new());
    for node in plain.all() {
        let state = words.state(node);
        for child in plain.children(node) {
            let _ = writeln!(successors, "{state} {} {}", words.label(child), words.state(child));
        }
        if let Some(value) = plain.value(node).or_else(|| plain.evaluation(node)) {
            let _ = writeln!(evaluation, "{state} {}", number(value)?);
        }
    }
    let properties = [
        "class: \"GraphGameTreeTest\"".to_string(),
        format!("alg: \"{}\"", agent.name()),
        format!("depth: \"{}\"", depth.rounds),
        format!("num_agents: \"{}\"\n", turns.agents),
        format!("diagram: \"\"\"\n{}\"\"\"\n", diagram(plain, words)),
        format!("start_state: \"{}\"", words.state(NodeId::ROOT)),
        format!("win_states: \"{}\"", leaves.join(" ")),
        "lose_states: \"\"\n".to_string(),
        format!("successors: \"\"\"\n{successors}\"\"\"\n"),
        format!("evaluation: \"\"\"\n{evaluation}\"\"\"\n"),
    ];
    Ok(properties.join("\n"))
}

/// A number that a program of the course reads without rounding it into another.
fn number(value: Number) -> Result<String, Unwritable> {
    /// Decimals with so many digits are different floats if they are different.
    const MOST_DIGITS: usize = 15;
    let digits = |written: &str| {
        let digits: String = written.chars().filter(char::is_ascii_digit).collect();
        digits.trim_matches('0').len()
    };
    decimal(value).filter(|written| digits(written) <= MOST_DIGITS).ok_or_else(|| match value.finite() {
        None => Unwritable(format!("a leaf is worth {value}; cs188 has only finite numbers")),
        Some(_) => Unwritable(format!("cs188 has only decimals with up to {MOST_DIGITS} digits, and not {value}")),
    })
}

/// The tree for people who read the test: a line for each node and leaf.
fn diagram(plain: &Plain, words: &Words) -> String {
    if plain.len() > MOST_DRAWN {
        return format!("a tree with {}\n", counted(plain.len() as u64, "state", "states"));
    }
    let mut lines = String::new();
    for (node, ply) in plain.plies() {
        let label = if ply > 0 { format!("{}: ", words.label(node)) } else { String::new() };
        let about = match plain.value(node) {
            Some(value) => format!("= {value}"),
            None => format!("({})", plain.kind(node).name()),
        };
        let _ = writeln!(lines, "{}{label}{} {about}", "  ".repeat(ply), words.state(node));
    }
    lines
}

/// What the test does not have. It has the settings of the course.
fn lost(plain: &Plain, words: &Words, course: &[String]) -> Vec<String> {
    let extras = plain.extras();
    let evaluations = plain.all().filter(|node| plain.evaluation(*node).is_some()).count();
    let mut lost = lost_parts([
        (usize::from(plain.title.is_some()), "title", "titles"),
        (words.lost_names, "name", "names"),
        (words.lost_labels, "label", "labels"),
        (extras.claims - evaluations, "claim", "claims"),
    ]);
    let single_spaced = |setting: &String| setting.split_whitespace().collect::<Vec<_>>().join(" ");
    let settings: Vec<String> = plain.settings.iter().map(single_spaced).collect();
    lost.extend(settings.iter().filter(|setting| !course.contains(setting)).map(|setting| format!("`{setting}`")));
    if course.iter().any(|setting| setting.starts_with("cut ")) && set(plain, "cut").is_none() {
        lost.push("`cut alpha >= beta`".to_string());
    }
    lost
}
