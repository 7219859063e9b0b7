//! The tree drawn in text: value, entry window, bound and verdict at each node, in 80 columns and 16 colours.

use std::fmt::Write;

use unicode_width::UnicodeWidthChar;

use super::Answer;
use super::paint::{COLUMNS, Paint};
use super::strokes::strokes;
use crate::claim::{About, Claim, Verdict};
use crate::model::clipped;
use crate::search::{Bound, Cause, Side, VisitStatus};
use crate::syntax::tree::{Kind, NodeId};

/// At most this many nodes and leaves are drawn; the rest are counted.
const MOST_NODES: usize = 2_000;

/// The pieces of a line, each with its colour.
type Pieces = Vec<(Paint, String)>;

/// Draws the tree, one line for each node or leaf; at most about 500 kilobytes.
pub fn draw(answer: &Answer<'_>, color: bool) -> String {
    let nodes = answer.game.nodes();
    let mut text = String::new();
    // The ends of the subtrees that contain the current node.
    let mut around: Vec<NodeId> = Vec::new();
    let verdicts = verdicts(answer);
    for node in nodes.all().take(MOST_NODES) {
        while around.last().is_some_and(|end| *end <= node) {
            around.pop();
        }
        let mut pieces = vec![(Paint::Faint, format!("  {}", strokes(&around, nodes.end(node))))];
        pieces.extend(line(answer, node, &verdicts));
        paint(&mut text, &pieces, color);
        around.push(nodes.end(node));
    }
    if nodes.len() > MOST_NODES {
        let _ = writeln!(text, "  … and {} more nodes and leaves", nodes.len() - MOST_NODES);
    }
    text
}

/// Writes a line. If it is wider than [`COLUMNS`], it is cut off and ends with `…`.
fn paint(text: &mut String, pieces: &[(Paint, String)], color: bool) {
    let width = |c: char| c.width().unwrap_or(0);
    let whole: usize = pieces.iter().flat_map(|(_, piece)| piece.chars()).map(width).sum();
    let mut left = if whole <= COLUMNS { COLUMNS } else { COLUMNS - 1 };
    for (paint, piece) in pieces {
        let mut shown = String::new();
        for c in piece.chars() {
            if width(c) > left {
                left = 0;
                break;
            }
            left -= width(c);
            shown.push(c);
        }
        text.push_str(&paint.over(&shown, color));
    }
    text.push_str(if whole > COLUMNS { "…\n" } else { "\n" });
}

fn line(answer: &Answer<'_>, node: NodeId, verdicts: &[(NodeId, Verdict, String)]) -> Pieces {
    let game = answer.game;
    let kind = game.nodes().kind(node);
    let mut pieces = Vec::new();
    if let Some(label) = game.label(node) {
        pieces.push((Paint::Plain, format!("{}: ", clipped(&label))));
    }
    match kind {
        Kind::Value => pieces.push((Paint::Bold, game.nodes().value(node).to_string())),
        Kind::Unknown => pieces.push((Paint::Bold, clipped(game.unknown(node)))),
        Kind::Elided => pieces.push((Paint::Bold, "...".to_string())),
        Kind::Blank => pieces.push((Paint::Bold, "_".to_string())),
        Kind::Max | Kind::Min | Kind::Chance | Kind::Hidden => {
            let name = game.name(node).map_or_else(String::new, |name| format!(" {}", clipped(&name)));
            pieces.push((Paint::Plain, format!("{}{name}", kind.name())));
            pieces.extend(answer.search.value(node).map(|value| (Paint::Bold, format!(" = {value}"))));
        }
    }
    if let Some(visit) = visit(answer, node) {
        let paint = if matches!(answer.status(node), VisitStatus::Entered) { Paint::Plain } else { Paint::Faint };
        pieces.push((paint, format!(" {visit}")));
    }
    pieces.extend(verdict_at(node, verdicts));
    pieces
}

/// What the search did at a node: its entry window and what it returned, or why it never entered the node.
fn visit(answer: &Answer<'_>, node: NodeId) -> Option<String> {
    let search = &answer.search;
    match answer.status(node) {
        VisitStatus::Skipped(Cause::Cutoff) => return Some("(pruned)".to_string()),
        VisitStatus::Skipped(Cause::Depth) => return Some("(below the depth limit)".to_string()),
        VisitStatus::Skipped(Cause::Probability) => return Some("(probability 0)".to_string()),
        VisitStatus::Open => return Some("(open)".to_string()),
        VisitStatus::Entered => {}
    }
    if !answer.has_windows() || answer.search.kind(node).is_leaf() {
        return None;
    }
    let window = search.window(node)?;
    let mut text = format!("[{}, {}]", window.alpha, window.beta);
    // A chance node can stop on either side.
    let (sign, side) = match search.bound(node)? {
        Bound::Exact => return Some(text),
        Bound::Lower => ("≥", Side::Beta),
        Bound::Upper => ("≤", Side::Alpha),
    };
    let _ = write!(text, " returns {sign} {}", search.returned(node)?);
    if let Some(cutoff) = search.cutoff_at(node) {
        let _ = write!(text, ", {side}-cutoff after {}", answer.game.called(cutoff.refutation));
    }
    Some(text)
}

/// The verdict on the claims at a node: `✓` if there are any and all hold, otherwise each that fails.
fn verdict_at(node: NodeId, verdicts: &[(NodeId, Verdict, String)]) -> Pieces {
    let start = verdicts.partition_point(|(other, ..)| *other < node);
    let own: Vec<_> = verdicts[start..].iter().take_while(|(other, ..)| *other == node).collect();
    if !own.is_empty() && own.iter().all(|(_, verdict, _)| *verdict == Verdict::Holds) {
        return vec![(Paint::Good, " ✓".to_string())];
    }
    let fails = own.into_iter().filter(|(_, verdict, _)| *verdict == Verdict::Fails);
    fails.map(|(_, _, claim)| (Paint::Bad, format!(" ✗ {claim}"))).collect()
}

/// The verdicts on all claims on nodes and leaves, sorted by node.
fn verdicts(answer: &Answer<'_>) -> Vec<(NodeId, Verdict, String)> {
    let game = answer.game;
    let judged = |claim: &Claim| (claim.node, claim.judge(game, &answer.search), clipped(claim.span.of(game.text)));
    let drawn = answer.claims.at_nodes().iter().take_while(|claim| claim.node.index() < MOST_NODES);
    // Claims about the search are about alpha–beta.
    drawn.filter(|claim| answer.has_returns() || claim.kind.about() == About::Values).map(judged).collect()
}
