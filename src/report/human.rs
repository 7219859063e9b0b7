//! The answer in a few lines for people.

use std::fmt::Write;

use super::{Algorithm, Answer, Move, Work};
use crate::diagnostic::render::printable;
use crate::diagnostic::{counted, listed};
use crate::model::{Choice, Cutoffs, Settings, clipped};
use crate::syntax::tree::{Kind, NodeId};

/// At most this many moves of a line or best moves are shown; the rest are counted.
const MOST_MOVES: usize = 30;

/// The answer of a tree: its value, best moves, principal variation and the work of the search. About a kilobyte at
/// most.
pub fn to_text(answer: &Answer<'_>, place: &str) -> String {
    let mut text = heading(answer, place);
    let mut row = |key: &str, value: String| {
        let _ = writeln!(text, "  {key:<8}{value}");
    };
    let search = &answer.search;
    match search.value(NodeId::ROOT) {
        Some(value) => row("value", value.to_string()),
        None => row("value", format!("open: {}", open_reason(answer))),
    }
    if let Some(best) = answer.best_moves(NodeId::ROOT).filter(|best| !best.is_empty()) {
        row("plays", moves(answer, &best, " or "));
    }
    if let Some(line) = answer.principal_variation().filter(|line| !line.is_empty()) {
        row("line", moves(answer, &line, " "));
    }
    row("leaves", leaves(answer));
    if let Some(work) = answer.work() {
        let cutoffs = work.cutoffs.map_or_else(String::new, |cutoffs| counted(cutoffs, "cutoff, ", "cutoffs, "));
        let branches = counted(work.branches, "subtree or leaf skipped", "subtrees and leaves skipped");
        let all = search.view().visible_count();
        row("entered", format!("{} of {all} nodes and leaves; {cutoffs}{branches}", work.nodes));
        if let Some(again) = again(answer.algorithm, &work) {
            row("again", again);
        }
    }
    if let Some(sets) = sets(answer) {
        row("claims", sets);
    }
    if let Some(rules) = rules(answer) {
        row("rules", rules);
    }
    text
}

/// The title of a tree and its place, in a line.
pub(super) fn heading(answer: &Answer<'_>, place: &str) -> String {
    let title = answer.title().map_or_else(|| "unnamed tree".to_string(), |title| clipped(&title));
    format!("{title}  ({})\n", printable(place))
}

/// The values of the unknown leaves for which the claims of the tree hold.
fn sets(answer: &Answer<'_>) -> Option<String> {
    if answer.claims.is_empty() {
        return None;
    }
    let solved = answer.solved()?;
    let sets = solved.sets().map(|(name, set)| Some(format!("{} in {}", clipped(&name), set?)));
    let sets: Vec<String> = sets.take(MOST_MOVES).collect::<Option<_>>()?;
    (!sets.is_empty()).then(|| format!("hold for {}", listed(&sets)))
}

fn open_reason(answer: &Answer<'_>) -> String {
    match answer.search.first_open() {
        Some(leaf) if answer.game.nodes().kind(leaf) == Kind::Elided => {
            "it depends on what `...` stands for".to_string()
        }
        Some(leaf) => format!("it depends on {}", answer.game.called(leaf)),
        None => "it depends on a leaf whose value is not known".to_string(),
    }
}

/// The names of these moves.
pub(super) fn moves(answer: &Answer<'_>, moves: &[Move], between: &str) -> String {
    let rest = moves.len().saturating_sub(MOST_MOVES);
    let called = |step: &Move| {
        let named = answer.game.move_name(step.child).map(|name| clipped(&name));
        named.unwrap_or_else(|| format!("#{}", step.place + 1))
    };
    let mut text = moves[..moves.len() - rest].iter().map(called).collect::<Vec<_>>().join(between);
    if rest > 0 {
        let _ = write!(text, " … ({rest} more)");
    }
    text
}

fn leaves(answer: &Answer<'_>) -> String {
    let total = answer.total_leaves();
    let Some(work) = answer.work() else {
        return format!(
            "{}; how many are evaluated is open",
            total.map_or_else(|| "not all known".to_string(), |total| format!("{total} in all"))
        );
    };
    let of = total.map_or_else(String::new, |total| format!(" of {total}"));
    let mut text = format!("{}{of} evaluated", work.leaves);
    if let Some(pruned) = work.pruned {
        let _ = write!(text, ", {pruned} pruned");
    }
    let has_cutoffs = answer.algorithm != Algorithm::Minimax && answer.search.settings().cutoffs != Cutoffs::None;
    if let Some(fewest) = answer.search.fewest_leaves().filter(|_| has_cutoffs) {
        let _ = write!(text, "; under the best order {fewest}");
    }
    text
}

/// How often PVS and MTD(f) searched again; `None` for other algorithms.
fn again(algorithm: Algorithm, work: &Work) -> Option<String> {
    match algorithm {
        Algorithm::Pvs => {
            let searches = counted(work.researches, "child searched again", "children searched again");
            Some(format!("{searches}; {} in all", counted(work.evaluations, "evaluation", "evaluations")))
        }
        Algorithm::Mtdf => Some(counted(work.researches, "pass after the first", "passes after the first")),
        _ => None,
    }
}

/// The algorithm and the settings that are not the defaults, and the settings of the file that the algorithm ignores.
fn rules(answer: &Answer<'_>) -> Option<String> {
    let settings = unusual(answer.search.settings());
    let mut words = match answer.algorithm {
        Algorithm::Minimax => return Some("plain minimax".to_string()),
        Algorithm::AlphaBeta => Vec::new(),
        other => vec![other.name().to_string()],
    };
    words.extend(settings.iter().map(|(_, word)| word.clone()));
    if answer.trial.is_some() {
        let is_used = |name| settings.iter().any(|(other, _)| *other == name);
        let ignored = unusual(&answer.game.settings).into_iter().filter(|(name, _)| !is_used(*name));
        words.extend(ignored.map(|(_, word)| format!("without {word}")));
    }
    (!words.is_empty()).then(|| words.join(", "))
}

/// The settings that are not the defaults, each as its name and the words that set it.
pub(super) fn unusual(settings: &Settings) -> Vec<(&'static str, String)> {
    let usual = Settings::default();
    let mut words = Vec::new();
    let mut add = |name, value: String| words.push((name, format!("{name} {value}")));
    if settings.cut != usual.cut {
        add("cut", format!("alpha {} beta", settings.cut.name()));
    }
    if settings.returns != usual.returns {
        add("search", settings.returns.name().to_string());
    }
    if settings.order != usual.order {
        add("order", settings.order.name().to_string());
    }
    if settings.cutoffs != usual.cutoffs {
        add("cutoffs", settings.cutoffs.name().to_string());
    }
    if settings.window != usual.window {
        add("window", format!("[{}, {}]", settings.window.0, settings.window.1));
    }
    if let Some((lower, upper)) = settings.range {
        add("range", format!("[{lower}, {upper}]"));
    }
    if let Some(depth) = settings.depth {
        add("depth", depth.to_string());
    }
    words
}
