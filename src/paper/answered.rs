//! The picture of a tree with a student's answers at its nodes, before they are marked.

use super::marked::{dash, number};
use crate::claim::ClaimKind;
use crate::diagnostic::Findings;
use crate::diagnostic::render::printable;
use crate::grade::{Exercise, GradedItem, GradedTree};
use crate::model::{FileSettings, ResolvedTree, clipped};
use crate::render::{MOST_UNFOLDED, Outline, Part, Scene, Texts, annotated};
use crate::syntax::parse;
use crate::syntax::tree::NodeId;

/// The tree of an exercise with the answers at its nodes, as they were given; `None` if it is too large to be drawn.
pub(crate) fn answered_picture(exercise: &Exercise, tree: &GradedTree) -> Option<Scene> {
    let text = exercise.text();
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, exercise.project(), &mut findings);
    let tree_in_file = &file.trees[number(&file, tree)?];
    let game = ResolvedTree::new(text, tree_in_file, &settings, &mut Findings::new(0));
    if game.nodes().len() > MOST_UNFOLDED {
        return None;
    }
    let mut texts = vec![Texts::default(); game.nodes().len()];
    let mut pruned = vec![false; texts.len()];
    for node in game.nodes().interior() {
        texts[node.index()].name = game.name(node).map(|name| printable(&name));
    }
    for item in tree.questions.iter().flat_map(|question| &question.items) {
        if let (Some(node), Some(answer)) = (item.node, &item.answer) {
            pruned[node.index()] |= item.is_mark;
            write(&mut texts, node, item, &printable(&clipped(answer)));
        }
    }
    leaves(&game, &mut texts);
    let mut scene = annotated(&game, &Outline::new(&game, Part::WHOLE), &texts);
    dash(&mut scene, &pruned);
    Some(scene)
}

fn write(texts: &mut [Texts], node: NodeId, item: &GradedItem, answer: &str) {
    let texts = &mut texts[node.index()];
    let (line, answer) = match item.kind {
        // The picture shows it by dashes.
        _ if item.is_mark => return,
        Some(ClaimKind::Window) => (&mut texts.window, answer.to_string()),
        Some(ClaimKind::Plays) => (&mut texts.value, format!("plays {answer}")),
        Some(ClaimKind::AtMost) => (&mut texts.value, format!("≤{}", unsigned(answer))),
        Some(ClaimKind::AtLeast) => (&mut texts.value, format!("≥{}", unsigned(answer))),
        _ => (&mut texts.value, unsigned(answer).to_string()),
    };
    *line = Some(line.take().map_or_else(|| answer.clone(), |before| format!("{before}; {answer}")));
}

/// An answer without its sign. If an exercise asks what the search returns, the sign is a part of the answer.
fn unsigned(answer: &str) -> &str {
    answer.trim_start_matches(['=', '<', '>', '≤', '≥', ' '])
}

/// Writes the numbers of the leaves.
fn leaves(game: &ResolvedTree<'_>, texts: &mut [Texts]) {
    for leaf in game.nodes().all().filter(|node| game.nodes().is_leaf(*node)) {
        texts[leaf.index()].inside = Some(printable(game.head(leaf).of(game.text)));
    }
}
