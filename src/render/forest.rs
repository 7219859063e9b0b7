//! A tree in the bracket code of the LaTeX package `forest`, for those who want to go on editing it. `forest` places the
//! nodes.

use std::fmt::Write;

use super::measure::Length;
use super::scene::{Figure, Scene, Shape, beside_width};
use super::tex::{COLORS, FONTS, Latex, edge_style, figure_style, tex};

const STYLES: &str = r"\tikzset{
  gt triangle/.style={isosceles triangle, isosceles triangle apex angle=60, inner sep=1pt, minimum height=8mm},
  gt max/.style={gt triangle, shape border rotate=90, draw=gtmax, fill=gtmaxfill},
  gt min/.style={gt triangle, shape border rotate=270, draw=gtmin, fill=gtminfill},
  gt chance/.style={circle, inner sep=1pt, minimum size=8mm, draw=gtchance, fill=gtchancefill},
  gt leaf/.style={rectangle, rounded corners=2pt, draw=gtline},
  gt skipped/.style={draw=gtskipped, text=gtline, dashed, fill=white},
  gt edge/.style={draw=gtline}, gt skipped edge/.style={draw=gtskipped, dashed}, gt pv/.style={draw=black, very thick},
  gt move/.style={midway, fill=white, inner sep=1pt, font=\footnotesize}}
";

/// The least room between siblings, and between the plies.
const SPACE: &str = "  where n children=0{s sep=2mm}{s sep=9mm, l sep=11mm}";
/// The room of [`SPACE`] between the children of a node.
const LEAST_ROOM: Length = 3_400;

/// Writes a scene as brackets.
pub fn to_forest(scene: &Scene, latex: Latex) -> String {
    let mut brackets = format!("% {}\n", scene.title);
    brackets.extend(scene.caption.iter().map(|caption| format!("% {}\n", caption.text)));
    let _ = write!(brackets, "\\begingroup\n{COLORS}{STYLES}\\begin{{forest}}\n{SPACE}");
    // The figures around the current one.
    let mut around: Vec<usize> = Vec::new();
    let rooms = rooms(scene);
    for (place, figure) in scene.figures.iter().enumerate() {
        let parent = place.checked_sub(1).map(|edge| scene.edges[edge].parent);
        while around.last().is_some_and(|last| Some(*last) != parent) {
            around.pop();
            brackets.push(']');
        }
        let _ = write!(brackets, "\n{}[{}", "  ".repeat(around.len()), node(scene, place, figure));
        if rooms[place] > LEAST_ROOM {
            let _ = write!(brackets, ", s sep={}bp", rooms[place] * 3 / 400);
        }
        around.push(place);
    }
    brackets.push_str(&"]".repeat(around.len()));
    brackets.push_str("\n\\end{forest}\n\\endgroup\n");
    match latex {
        Latex::Fragment => brackets,
        Latex::Document => format!(
            "\\documentclass[border=3mm]{{standalone}}\n\\usepackage[edges]{{forest}}\n\\usetikzlibrary{{shapes.geometric}}\n\
             {FONTS}\\begin{{document}}\n{brackets}\\end{{document}}\n"
        ),
    }
}

/// For each figure, the room that its children need between them. `forest` measures the figures alone: not what is written
/// beside them, nor the labels in the middle of the edges.
fn rooms(scene: &Scene) -> Vec<Length> {
    let mut rooms = vec![0; scene.figures.len()];
    for (place, edge) in scene.edges.iter().enumerate().rev() {
        let child = place + 1;
        let figure = &scene.figures[child];
        // Half way down, the edges are half as far apart as the children.
        let label = edge.label.as_ref().map_or(0, |label| 4 * label.half - 2 * figure.half);
        let beside = beside_width(figure) + LEAST_ROOM / 4;
        rooms[edge.parent] = rooms[edge.parent].max(rooms[child]).max(label).max(beside);
    }
    rooms
}

/// The text and the options of a node.
fn node(scene: &Scene, place: usize, figure: &Figure) -> String {
    let texts = &figure.texts;
    let mut node = format!("{{{}}}, {}", texts.inside.as_deref().map_or_else(String::new, tex), figure_style(figure));
    if figure.shape == Shape::Stack {
        node.push_str(", double");
    }
    if figure.is_skipped {
        node.push_str(", gt skipped");
    }
    let beside: Vec<String> =
        [&texts.name, &texts.value, &texts.window].into_iter().flatten().map(|line| tex(line)).collect();
    if !beside.is_empty() {
        let lines = beside.join("\\\\");
        let _ = write!(node, ", label={{[align=left, font=\\footnotesize]right:{{{lines}}}}}");
    }
    if let Some(edge) = place.checked_sub(1).map(|edge| &scene.edges[edge]) {
        let _ = write!(node, ", edge={{{}}}", edge_style(edge));
        if let Some(label) = &edge.label {
            let _ = write!(node, ", edge label={{node[gt move]{{{}}}}}", tex(&label.text));
        }
    }
    node
}
