//! A picture for Graphviz. Each node has its place, so `neato -n2` draws it as it is in SVG; `dot` places the nodes itself
//! and keeps the order of the children.

use std::fmt::Write;

use super::measure::Length;
use super::scene::{Edge, Figure, Point, Scene, Shape};
use super::svg::Pixels;

/// Lines in quotes. Neither the codes of Graphviz, which begin with `\`, nor those of HTML mean anything in them.
fn quoted(lines: &[&str]) -> String {
    let escape = |line: &&str| line.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;");
    format!("\"{}\"", lines.iter().map(escape).collect::<Vec<String>>().join("\\n"))
}

/// Writes a scene as an undirected graph.
pub fn to_dot(scene: &Scene) -> String {
    let mut dot = format!("// Draw it with: neato -n2 -Tsvg FILE\ngraph {} {{\n", quoted(&[&scene.title]));
    dot.push_str("  graph [ordering=out, splines=line, forcelabels=true, fontname=Helvetica, fontsize=9]\n");
    dot.push_str("  node [fontname=\"Helvetica-Bold\", fontsize=11, fixedsize=true, style=filled, fillcolor=white]\n");
    dot.push_str("  edge [fontname=Helvetica, fontsize=9, color=\"#64748b\"]\n");
    if let Some(caption) = &scene.caption {
        let _ = writeln!(dot, "  graph [label={}, labelloc=b, labeljust=l]", quoted(&[&caption.text]));
    }
    scene.figures.iter().for_each(|figure| push_figure(&mut dot, figure));
    scene.edges.iter().for_each(|edge| push_edge(&mut dot, scene, edge));
    dot.push_str("}\n");
    dot
}

fn push_figure(dot: &mut String, figure: &Figure) {
    let Figure { top: Point { x, y }, half, height, shape, ref texts, .. } = *figure;
    let (name, color, fill) = match shape {
        Shape::Up => ("triangle", "#1d4ed8", "#dbe8fd"),
        Shape::Down => ("invtriangle", "#b4480c", "#fde3d3"),
        Shape::Circle => ("circle", "#15803d", "#dcf3e3"),
        Shape::Box => ("box", "#64748b", "#ffffff"),
        Shape::Stack => ("box3d", "#64748b", "#ffffff"),
    };
    let skipped =
        if figure.is_skipped { ", style=\"filled,dashed\", fillcolor=white, fontcolor=\"#64748b\"" } else { "" };
    // A pixel is 3/4 of a point, and an inch has 72 points. Up is positive.
    let points = |length: Length| Pixels(length * 3 / 4);
    let inches = |length: Length| Pixels(length / 96);
    let _ = write!(
        dot,
        "  n{} [shape={name}, pos=\"{},{}!\", width={}, height={}, label={}, color=\"{color}\", fillcolor=\"{fill}\"",
        figure.node.index(),
        points(x),
        points(-(y + height / 2)),
        inches(2 * half),
        inches(height),
        quoted(&[texts.inside.as_deref().unwrap_or_default()]),
    );
    let beside: Vec<&str> =
        [&texts.name, &texts.value, &texts.window].into_iter().flatten().map(String::as_str).collect();
    if !beside.is_empty() {
        let _ = write!(dot, ", xlabel={}", quoted(&beside));
    }
    let _ = writeln!(dot, "{skipped}]");
}

fn push_edge(dot: &mut String, scene: &Scene, edge: &Edge) {
    let parent = scene.figures[edge.parent].node;
    let is_cut = scene.strikes.binary_search_by_key(&parent, |strike| strike.node).is_ok();
    let _ = write!(dot, "  n{} -- n{} [", parent.index(), edge.node.index());
    if let Some(label) = &edge.label {
        let _ = write!(dot, "label={}, ", quoted(&[&label.text]));
    }
    dot.push_str(match (edge.is_principal, edge.is_skipped) {
        (true, _) => "penwidth=3, color=black]\n",
        // Graphviz has no mark across several edges.
        (_, true) if is_cut => "style=dashed, color=\"#dc2626\"]\n",
        (_, true) => "style=dashed, color=\"#94a3b8\"]\n",
        _ => "penwidth=1]\n",
    });
}
