//! A picture in text, one line for each figure.

use std::fmt::Write;

use super::scene::{Edge, Figure, Scene, Shape};
use crate::report::strokes;

/// Room for an answer.
const ROOM: &str = "____";

/// Writes a scene as lines of text.
pub fn to_text(scene: &Scene) -> String {
    let ends = ends(scene);
    let mut text = format!("{}\n\n", scene.title);
    // The ends of the subtrees that contain the current figure.
    let mut around: Vec<usize> = Vec::new();
    for (place, figure) in scene.figures.iter().enumerate() {
        while around.last().is_some_and(|end| *end <= place) {
            around.pop();
        }
        let edge = place.checked_sub(1).map(|edge| &scene.edges[edge]);
        let _ = writeln!(text, "{}{}", strokes(&around, ends[place]), line(scene, figure, edge));
        around.push(ends[place]);
    }
    if let Some(caption) = &scene.caption {
        let _ = writeln!(text, "\n{}", caption.text);
    }
    text
}

/// For each figure, the end of its subtree.
fn ends(scene: &Scene) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..=scene.figures.len()).collect();
    for (place, edge) in scene.edges.iter().enumerate().rev() {
        ends[edge.parent] = ends[edge.parent].max(ends[place + 1]);
    }
    ends
}

fn line(scene: &Scene, figure: &Figure, edge: Option<&Edge>) -> String {
    let texts = &figure.texts;
    let player = match figure.shape {
        Shape::Up => Some("MAX"),
        Shape::Down => Some("MIN"),
        Shape::Circle => Some("chance"),
        Shape::Box | Shape::Stack => None,
    };
    let inside = texts.inside.as_deref().filter(|inside| !inside.is_empty());
    // Where there is nothing in a blank picture, an answer belongs.
    let value = inside.or(texts.value.as_deref()).or(scene.is_blank.then_some(ROOM));
    let window = texts.window.as_deref().map(|window| window.replace('\u{2003}', "__"));
    let is_cut = scene.strikes.binary_search_by_key(&figure.node, |strike| strike.node).is_ok();
    let notes = [
        (is_cut, "(cutoff)"),
        (figure.is_skipped, "(skipped)"),
        (edge.is_some_and(|edge| edge.is_principal), "(principal variation)"),
    ];
    let notes = notes.into_iter().filter_map(|(is_so, note)| is_so.then_some(note));
    let words = [player, texts.name.as_deref(), value, window.as_deref()].into_iter().flatten().chain(notes);
    let label = edge.and_then(|edge| edge.label.as_ref()).map_or_else(String::new, |label| format!("{}: ", label.text));
    label + &words.collect::<Vec<&str>>().join(" ")
}
