//! Lints of the tree itself: W0505 duplicate-name, W0509 single-child, W0510 same-player, W0512 decimal-comma.

use foldhash::{HashMap, HashMapExt};

use crate::diagnostic::{Code, Diagnostic, Edit, Findings, Fix};
use crate::explain::Context;
use crate::model::clipped;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn report(context: &Context<'_>, findings: &mut Findings) {
    duplicate_names(context, findings);
    report_decimal_commas(context, findings);
    let levels = &context.game.levels;
    let nodes = context.game.nodes();
    if levels.of(Code::SingleChild).is_none() && levels.of(Code::SamePlayer).is_none() {
        return;
    }
    for node in nodes.interior() {
        if nodes.children(node).nth(1).is_none() {
            findings.report(levels, Code::SingleChild, || single_child(context, node));
        }
        let is_player = nodes.kind(node) != Kind::Chance;
        let same = nodes.children(node).filter(|child| is_player && nodes.kind(*child) == nodes.kind(node));
        for child in same {
            findings.report(levels, Code::SamePlayer, || same_player(context, node, child));
        }
    }
}

fn duplicate_names(context: &Context<'_>, findings: &mut Findings) {
    let names = context.game.tree.names.iter();
    let mut first: HashMap<_, Span> = HashMap::with_capacity(names.len());
    for (_, span) in names {
        let name = context.game.name_at(*span);
        if let Some(earlier) = first.get(&name) {
            findings.report(&context.game.levels, Code::DuplicateName, || {
                Diagnostic::new(Code::DuplicateName, format!("two nodes are called {}", clipped(&name)), *span)
                    .primary_label("the second one")
                    .label(*earlier, "the first one")
                    .note("nothing that is claimed can refer to either of them by this name")
                    .help("give each node a name of its own")
            });
        } else {
            first.insert(name, *span);
        }
    }
}

/// Reports leaves in pairs like `3,5 4,5`, once for each tree.
fn report_decimal_commas(context: &Context<'_>, findings: &mut Findings) {
    let mut commas = decimal_commas_in(context).peekable();
    let Some((pair, _)) = commas.peek().copied() else { return };
    findings.report(&context.game.levels, Code::DecimalComma, || {
        let edits: Vec<Edit> = commas.map(|(_, comma)| Edit::new(comma, ".")).collect();
        let message = "these pairs of leaves look like numbers with decimal commas";
        let fix = Fix {
            title: "if these are decimals, write points; if they are separate leaves, write a space after each comma"
                .to_string(),
            edits,
            safe: false,
        };
        Diagnostic::new(Code::DecimalComma, message, pair).primary_label("this is read as two leaves").with_fix(fix)
    });
}

/// The pairs of leaves in a tree that look like decimal numbers, each with its comma.
pub(super) fn decimal_commas_in<'c>(context: &'c Context<'_>) -> impl Iterator<Item = (Span, Span)> + 'c {
    let (text, nodes) = (context.game.text.as_bytes(), context.game.nodes());
    let is_joined = |(first, second): (Span, Span)| first.end + 1 == second.start && text[first.end as usize] == b',';
    // Few trees have such pairs, and this test is faster than looking for them.
    let has_joined = nodes.leaf_spans().zip(nodes.leaf_spans().skip(1)).any(is_joined);
    let inspected = if has_joined { nodes.interior_len() } else { 0 };
    nodes.interior().take(inspected).flat_map(|node| commas_within_pairs(context, node))
}

/// The pairs of leaves of a node, each with its comma, if the node has several pairs and no other children.
fn commas_within_pairs(context: &Context<'_>, node: NodeId) -> Vec<(Span, Span)> {
    let (text, nodes) = (context.game.text, context.game.nodes());
    let gap = |first: NodeId, second: NodeId| Span::new(nodes.span(first).end, nodes.span(second).start);
    const SIGNS: [char; 3] = ['-', '+', '−'];
    let is_whole = |leaf: NodeId, signs: &[char]| {
        let digits = nodes.span(leaf).of(text).trim_start_matches(signs);
        let is_bare = nodes.kind(leaf) == Kind::Value && !context.game.tree.has_label(leaf);
        is_bare && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut commas = Vec::new();
    let mut children = nodes.children(node);
    let mut last: Option<NodeId> = None;
    while let Some(first) = children.next() {
        let Some(second) = children.next() else { return Vec::new() };
        let comma = gap(first, second);
        let is_pair = comma.of(text) == "," && is_whole(first, &SIGNS) && is_whole(second, &[]);
        let is_apart = last.is_none_or(|last| !gap(last, first).of(text).contains(','));
        if !is_pair || !is_apart {
            return Vec::new();
        }
        commas.push((nodes.span(first).to(nodes.span(second)), comma));
        last = Some(second);
    }
    if commas.len() > 1 { commas } else { Vec::new() }
}

fn single_child(context: &Context<'_>, node: NodeId) -> Diagnostic {
    let message = format!("{} has only one move", context.game.called(node));
    Diagnostic::new(Code::SingleChild, message, context.game.head(node))
        .help("add a move, or put its child in its place")
}

fn same_player(context: &Context<'_>, node: NodeId, child: NodeId) -> Diagnostic {
    let message = format!("{} moves twice in a row", context.game.nodes().kind(node).name());
    Diagnostic::new(Code::SamePlayer, message, context.game.head(child))
        .label(context.game.head(node), "the first move")
        .help("let the players take turns, or put the two nodes together")
}
