//! Lints of the tree itself: W0505 duplicate-name, W0509 single-child, W0510 same-player.

use foldhash::{HashMap, HashMapExt};

use super::case::Case;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::model::clipped;
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

pub(super) fn report(case: &Case<'_>, findings: &mut Findings) {
    duplicate_names(case, findings);
    let levels = &case.game.levels;
    let nodes = case.game.nodes();
    if levels.of(Code::SingleChild).is_none() && levels.of(Code::SamePlayer).is_none() {
        return;
    }
    for node in nodes.all().filter(|node| !nodes.kind(*node).is_leaf()) {
        if nodes.children(node).nth(1).is_none() {
            findings.report(levels, Code::SingleChild, || single_child(case, node));
        }
        let moves = nodes.kind(node) != Kind::Chance;
        let same = nodes.children(node).filter(|child| moves && nodes.kind(*child) == nodes.kind(node));
        for child in same {
            findings.report(levels, Code::SamePlayer, || same_player(case, node, child));
        }
    }
}

fn duplicate_names(case: &Case<'_>, findings: &mut Findings) {
    let names = case.game.tree.names.iter();
    let mut first: HashMap<_, Span> = HashMap::with_capacity(names.len());
    for (_, span) in names {
        let name = case.game.name_at(*span);
        if let Some(earlier) = first.get(&name) {
            findings.report(&case.game.levels, Code::DuplicateName, || {
                Diagnostic::new(Code::DuplicateName, format!("two nodes are called {}", clipped(&name)), *span)
                    .here("the second one")
                    .label(*earlier, "the first one")
                    .note("nothing that is claimed can refer to either of them by this name")
                    .help("give each node a name of its own")
            });
        } else {
            first.insert(name, *span);
        }
    }
}

fn single_child(case: &Case<'_>, node: NodeId) -> Diagnostic {
    let message = format!("{} has only one move", case.game.called(node));
    Diagnostic::new(Code::SingleChild, message, case.game.head(node)).help("add a move, or put its child in its place")
}

fn same_player(case: &Case<'_>, node: NodeId, child: NodeId) -> Diagnostic {
    let message = format!("{} moves twice in a row", case.game.nodes().kind(node).name());
    Diagnostic::new(Code::SamePlayer, message, case.game.head(child))
        .label(case.game.head(node), "the first move")
        .help("let the players take turns, or put the two nodes together")
}
