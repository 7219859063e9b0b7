//! The answer in a few lines for people.

use std::fmt::Write;

use super::{Algorithm, Answer, Move};
use crate::diagnostic::counted;
use crate::diagnostic::render::printable;
use crate::model::{Choice, Settings, clipped};
use crate::syntax::tree::{Kind, NodeId};

/// How many moves of a line, or best moves, are shown before the rest is counted.
const MOST_MOVES: usize = 30;

/// The answer of a tree: its value, best moves, principal variation and what the search did. About a kilobyte at most.
pub fn to_text(answer: &Answer<'_>, place: &str) -> String {
    let title = answer.title().map_or_else(|| "unnamed tree".to_string(), |title| clipped(&title));
    let mut text = format!("{title}  ({})\n", printable(place));
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
    if let Some(counts) = search.counts() {
        let cutoffs = counted(counts.cutoffs, "cutoff", "cutoffs");
        let branches = counted(counts.branches, "subtree or leaf skipped", "subtrees and leaves skipped");
        row("nodes", format!("{} of {} entered; {cutoffs}, {branches}", counts.nodes, search.visible().count()));
    }
    if let Some(settings) = unusual(answer.algorithm, search.settings()) {
        row("rules", settings);
    }
    text
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

fn moves(answer: &Answer<'_>, moves: &[Move], between: &str) -> String {
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
    let Some(counts) = answer.search.counts() else {
        return format!(
            "{}; how many are evaluated is open",
            total.map_or_else(|| "not all known".to_string(), |total| format!("{total} in all"))
        );
    };
    let of = total.map_or_else(String::new, |total| format!(" of {total}"));
    let mut text = format!("{}{of} evaluated", counts.leaves);
    if let Some(pruned) = counts.pruned {
        let _ = write!(text, ", {pruned} pruned");
    }
    if let Some(fewest) = answer.search.fewest_leaves() {
        let _ = write!(text, "; under the best order {fewest}");
    }
    text
}

/// The settings that are not the usual ones.
pub(super) fn unusual(algorithm: Algorithm, settings: &Settings) -> Option<String> {
    let usual = Settings::default();
    let mut words = Vec::new();
    if algorithm == Algorithm::Minimax {
        return Some("plain minimax".to_string());
    }
    if settings.cut != usual.cut {
        words.push(format!("cut alpha {} beta", settings.cut.name()));
    }
    if settings.returns != usual.returns {
        words.push(format!("search {}", settings.returns.name()));
    }
    if settings.order != usual.order {
        words.push(format!("order {}", settings.order.name()));
    }
    if settings.cutoffs != usual.cutoffs {
        words.push(format!("cutoffs {}", settings.cutoffs.name()));
    }
    if settings.window != usual.window {
        words.push(format!("window [{}, {}]", settings.window.0, settings.window.1));
    }
    if let Some((lower, upper)) = settings.range {
        words.push(format!("range [{lower}, {upper}]"));
    }
    if let Some(depth) = settings.depth {
        words.push(format!("depth {depth}"));
    }
    (!words.is_empty()).then(|| words.join(", "))
}
