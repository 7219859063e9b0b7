//! The tree drawn in text: value, entry window and verdict at each node.

use std::fmt::Write;

use super::{Algorithm, Answer};
use crate::judge::{self, Verdict};
use crate::model::clipped;
use crate::search::{Bound, Fate};
use crate::syntax::tree::{Kind, NodeId};

/// How many nodes and leaves are drawn before the rest is counted.
const MOST_NODES: usize = 2_000;
/// From this depth on the indentation does not grow; the depth is written out instead.
const DEEPEST: usize = 24;

/// Draws the tree, one line for each node or leaf; at most about 300 kilobytes.
pub fn draw(answer: &Answer<'_>) -> String {
    let nodes = answer.game.nodes();
    let mut text = String::new();
    // The ends of the subtrees around the node that is drawn.
    let mut around: Vec<NodeId> = Vec::new();
    let failed = failed_claims(answer);
    for node in nodes.all().take(MOST_NODES) {
        while around.last().is_some_and(|end| *end <= node) {
            around.pop();
        }
        let prefix = indentation(&around, nodes.end(node));
        let _ = writeln!(text, "  {prefix}{}", line(answer, node, &failed));
        around.push(nodes.end(node));
    }
    if nodes.len() > MOST_NODES {
        let _ = writeln!(text, "  … and {} more nodes and leaves", nodes.len() - MOST_NODES);
    }
    text
}

/// The strokes before a node: one column for each subtree around it, `└─` where it ends the innermost.
fn indentation(around: &[NodeId], end: NodeId) -> String {
    if around.len() > DEEPEST {
        return format!("{}({} deep) ", "│  ".repeat(3), around.len());
    }
    let Some((parent, further)) = around.split_last() else {
        return String::new();
    };
    let mut strokes = String::new();
    let mut inner = around.iter().skip(1);
    for outer in further {
        // A stroke goes on where more children of the outer subtree follow the inner one.
        let goes_on = inner.next().is_some_and(|inner| inner < outer);
        strokes.push_str(if goes_on { "│  " } else { "   " });
    }
    strokes.push_str(if end < *parent { "├─ " } else { "└─ " });
    strokes
}

fn line(answer: &Answer<'_>, node: NodeId, failed: &[(NodeId, String)]) -> String {
    let game = answer.game;
    let mut words = Vec::new();
    if let Some(label) = game.label(node) {
        words.push(format!("{}:", clipped(&label)));
    }
    let kind = game.nodes().kind(node);
    match kind {
        Kind::Value => words.push(game.nodes().value(node).to_string()),
        Kind::Unknown => words.push(clipped(game.unknown(node))),
        Kind::Elided => words.push("...".to_string()),
        Kind::Blank => words.push("_".to_string()),
        Kind::Max | Kind::Min | Kind::Chance => {
            words.push(kind.name().to_string());
            words.extend(game.name(node).map(|name| clipped(&name)));
            words.extend(answer.search.value(node).map(|value| format!("= {value}")));
        }
    }
    words.extend(course(answer, node));
    let start = failed.partition_point(|(other, _)| *other < node);
    let own = failed[start..].iter().take_while(|(other, _)| *other == node);
    words.extend(own.map(|(_, claim)| format!("✗ {claim}")));
    words.join(" ")
}

/// What the search did at a node: its entry window and what it returned, or that it never came.
fn course(answer: &Answer<'_>, node: NodeId) -> Option<String> {
    let search = &answer.search;
    match search.fate(node) {
        Fate::Skipped => return Some("(pruned)".to_string()),
        Fate::Open => return Some("(open)".to_string()),
        Fate::Entered(_) => {}
    }
    if answer.algorithm == Algorithm::Minimax || answer.game.nodes().kind(node).is_leaf() {
        return None;
    }
    let window = search.window(node)?;
    let mut text = format!("[{}, {}]", window.alpha, window.beta);
    let sign = match search.bound(node)? {
        Bound::Exact => return Some(text),
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    let _ = write!(text, " returns {sign} {}", search.returned(node)?);
    if let Some(cutoff) = search.cutoff_at(node) {
        let letter = if answer.game.nodes().kind(node) == Kind::Max { "β" } else { "α" };
        let _ = write!(text, ", {letter}-cutoff after {}", answer.game.called(cutoff.refutation));
    }
    Some(text)
}

/// The claims that do not hold, sorted by node.
fn failed_claims(answer: &Answer<'_>) -> Vec<(NodeId, String)> {
    let fails = |claim: &&crate::model::Claim| judge::claim(&answer.search, claim) == Verdict::Fails;
    let written = |claim: &crate::model::Claim| clipped(claim.span.of(answer.game.text));
    answer.game.claims.iter().filter(fails).map(|claim| (claim.node, written(claim))).collect()
}
