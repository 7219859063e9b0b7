//! A picture as SVG.
//!
//! It uses plain classes with plain values: other programs that read SVG know no custom properties. Texts are text. Each
//! figure and edge has the number of its node, as in the JSON of `eval`.

use std::fmt::{self, Write};

use quick_xml::escape::escape;

use super::measure::Length;
use super::scene::{Edge, Figure, Label, Point, Scene, Shape, Strike};

/// In which colours a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's screen is set: light or dark.
    #[default]
    Auto,
    /// On white.
    Light,
    /// On black.
    Dark,
}

/// A length as a number of pixels.
struct Pixels(Length);

impl fmt::Display for Pixels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / 100, self.0.abs() % 100);
        match (part, part % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", part / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// Two lengths, as they are written in a path.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Pixels(self.x), Pixels(self.y))
    }
}

const LIGHT: &str = include_str!("style/light.css");
const DARK: &str = include_str!("style/dark.css");

/// Draws a scene. The ids in it begin with `prefix`, so that several pictures can be on one page.
pub fn to_svg(scene: &Scene, theme: Theme, prefix: &str) -> String {
    let (start, width, height) = (scene.start, scene.end.x - scene.start.x, scene.end.y - scene.start.y);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gt\" viewBox=\"{start} {} {}\" width=\"{}\" height=\"{}\" \
         role=\"img\" aria-labelledby=\"{prefix}-title {prefix}-desc\">",
        Pixels(width),
        Pixels(height),
        Pixels(width),
        Pixels(height),
    );
    let (title, description) = (escape(&scene.title), escape(&scene.description));
    let _ =
        writeln!(svg, "<title id=\"{prefix}-title\">{title}</title><desc id=\"{prefix}-desc\">{description}</desc>");
    push_style(&mut svg, theme);
    for row in &scene.rows {
        push_text(&mut svg, "row", row.at, &row.text);
    }
    scene.edges.iter().for_each(|edge| push_edge(&mut svg, edge));
    scene.strikes.iter().for_each(|strike| push_strike(&mut svg, strike));
    scene.figures.iter().for_each(|figure| push_figure(&mut svg, figure));
    if let Some(caption) = &scene.caption {
        push_text(&mut svg, "caption", caption.at, &caption.text);
    }
    svg.push_str("</svg>\n");
    svg
}

fn push_style(svg: &mut String, theme: Theme) {
    let dark = match theme {
        Theme::Light => String::new(),
        Theme::Dark => DARK.to_string(),
        Theme::Auto => format!("@media (prefers-color-scheme:dark){{\n{DARK}}}\n"),
    };
    let _ = writeln!(svg, "<style>\n{LIGHT}{dark}</style>");
}

fn push_text(svg: &mut String, class: &str, at: Point, text: &str) {
    let (x, y) = (Pixels(at.x), Pixels(at.y));
    let _ = writeln!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
}

fn push_edge(svg: &mut String, edge: &Edge) {
    let class = match (edge.is_principal, edge.is_skipped) {
        (true, _) => "edge pv",
        (_, true) => "edge skipped",
        _ => "edge",
    };
    let _ = write!(svg, "<g class=\"{class}\" data-edge=\"{}\"><path d=\"M{}", edge.node.index(), edge.from);
    if let Some(label) = &edge.label {
        let [before, after] = around(edge, label);
        let _ = write!(svg, "L{before}M{after}");
    }
    let _ = writeln!(svg, "L{}\"/>", edge.to);
    if let Some(label) = &edge.label {
        push_text(svg, "move", Point { y: label.at.y + 420, ..label.at }, &label.text);
    }
    svg.push_str("</g>\n");
}

/// Where an edge ends before its label, and where it goes on after it.
fn around(edge: &Edge, label: &Label) -> [Point; 2] {
    const HIGH: Length = 900;
    const BESIDE: Length = 400;
    let (dx, dy) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y);
    let at = |y: Length| Point { x: label.at.x + if dy == 0 { 0 } else { dx * y / dy }, y: label.at.y + y };
    // An edge that is nearly level leaves the label at its sides.
    let high = match dx {
        0 => HIGH,
        _ => HIGH.min((label.half + BESIDE) * dy.abs() / dx.abs()),
    };
    [at(-high), at(high)]
}

fn push_strike(svg: &mut String, strike: &Strike) {
    let line = |dy: Length| {
        let end = |point: Point| Point { y: point.y + dy, ..point };
        format!("M{}L{}", end(strike.left), end(strike.right))
    };
    let node = strike.node.index();
    let _ = writeln!(svg, "<path class=\"strike\" data-cut=\"{node}\" d=\"{}{}\"/>", line(-300), line(300));
}

fn push_figure(svg: &mut String, figure: &Figure) {
    let class = match figure.shape {
        Shape::Up => "max",
        Shape::Down => "min",
        Shape::Circle => "chance",
        Shape::Box => "leaf",
        Shape::Stack => "leaf stack",
    };
    let skipped = if figure.is_skipped { " skipped" } else { "" };
    let _ = writeln!(svg, "<g class=\"node {class}{skipped}\" data-node=\"{}\">", figure.node.index());
    push_shape(svg, figure);
    push_texts(svg, figure);
    svg.push_str("</g>\n");
}

fn push_shape(svg: &mut String, figure: &Figure) {
    let Figure { top: Point { x, y }, half, height, .. } = *figure;
    let (left, right, bottom) = (Pixels(x - half), Pixels(x + half), Pixels(y + height));
    let (x, top) = (Pixels(x), Pixels(y));
    let _ = match figure.shape {
        Shape::Up => writeln!(svg, "<path class=\"shape\" d=\"M{x} {top}L{right} {bottom}L{left} {bottom}Z\"/>"),
        Shape::Down => writeln!(svg, "<path class=\"shape\" d=\"M{left} {top}L{right} {top}L{x} {bottom}Z\"/>"),
        Shape::Circle => {
            let middle = Pixels(y + half);
            writeln!(svg, "<circle class=\"shape\" cx=\"{x}\" cy=\"{middle}\" r=\"{}\"/>", Pixels(half))
        }
        Shape::Box => push_box(svg, figure, 0),
        Shape::Stack => [600, 300, 0].into_iter().try_for_each(|shift| push_box(svg, figure, shift)),
    };
}

fn push_box(svg: &mut String, figure: &Figure, shift: Length) -> fmt::Result {
    let Figure { top: Point { x, y }, half, height, .. } = *figure;
    let (x, y) = (Pixels(x - half + shift), Pixels(y + shift));
    let (width, height) = (Pixels(2 * half), Pixels(height));
    writeln!(svg, "<rect class=\"shape\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>")
}

fn push_texts(svg: &mut String, figure: &Figure) {
    let Figure { top: Point { x, y }, half, height, ref texts, .. } = *figure;
    if let Some(inside) = texts.inside.as_deref().filter(|inside| !inside.is_empty()) {
        let class = if inside.starts_with(['≤', '≥']) { "value bound" } else { "value" };
        let baseline = match figure.shape {
            Shape::Up => 3_350,
            Shape::Down => 1_850,
            Shape::Circle => half + 560,
            Shape::Box | Shape::Stack => 1_790,
        };
        push_text(svg, class, Point { x, y: y + baseline }, inside);
    }
    let beside = x + half + 400;
    let lines = [("name", &texts.name), ("name", &texts.value), ("window", &texts.window)];
    let lines: Vec<(&str, &String)> =
        lines.into_iter().filter_map(|(class, text)| Some((class, text.as_ref()?))).collect();
    let mut baseline = y + if lines.len() == 1 { 2_400 } else { 1_700 };
    for (class, text) in lines {
        push_text(svg, class, Point { x: beside, y: baseline }, text);
        baseline += 1_450;
    }
    if let Some(place) = figure.place {
        push_text(svg, "order", Point { x, y: y + height + 1_150 }, &place.to_string());
    }
}
