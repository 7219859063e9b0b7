//! A picture as SVG.
//!
//! It uses plain classes with plain values: other programs that read SVG know no custom properties. Texts are text. Each
//! figure and edge has the number of its node, as in the JSON of `eval`.

use std::fmt::{self, Write};

use quick_xml::escape::escape;

use super::lettering::{Lettering, Role};
use super::measure::Length;
use super::scene::{Edge, Figure, Point, Scene, Shape, Strike};
use crate::syntax::tree::NodeId;

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
pub(crate) struct Pixels(pub(crate) Length);

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
    scene.rows.iter().for_each(|row| push_text(&mut svg, row));
    scene.edges.iter().for_each(|edge| push_edge(&mut svg, edge));
    scene.strikes.iter().for_each(|strike| push_strike(&mut svg, strike));
    scene.figures.iter().for_each(|figure| push_figure(&mut svg, figure));
    scene.caption.iter().for_each(|caption| push_text(&mut svg, caption));
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

fn push_text(svg: &mut String, lettering: &Lettering) {
    push_text_of(svg, lettering, None);
}

/// `order_of` is the leaf that has the number of an order.
fn push_text_of(svg: &mut String, lettering: &Lettering, order_of: Option<NodeId>) {
    let class = match lettering.role {
        Role::Row => "row",
        Role::Move => "move",
        Role::Value => "value",
        Role::Bound => "value bound",
        Role::Name => "name",
        Role::Long => "name long",
        Role::Window => "window",
        Role::Order => "order",
        Role::Caption => "caption",
    };
    let (x, y) = (Pixels(lettering.at.x), Pixels(lettering.at.y));
    let data = order_of.map_or_else(String::new, |leaf| format!(" data-order=\"{}\"", leaf.index()));
    let _ = writeln!(svg, "<text class=\"{class}\"{data} x=\"{x}\" y=\"{y}\">{}</text>", escape(&lettering.text));
}

/// Lines, as the data of a path.
fn path(lines: &[[Point; 2]]) -> String {
    lines.iter().map(|[from, to]| format!("M{from}L{to}")).collect()
}

fn push_edge(svg: &mut String, edge: &Edge) {
    let class = match (edge.is_principal, edge.is_skipped) {
        (true, _) => "edge pv",
        (_, true) => "edge skipped",
        _ => "edge",
    };
    let (node, path) = (edge.node.index(), path(&edge.lines()));
    let _ = writeln!(svg, "<g class=\"{class}\" data-edge=\"{node}\"><path d=\"{path}\"/>");
    edge.lettering().iter().for_each(|lettering| push_text(svg, lettering));
    svg.push_str("</g>\n");
}

fn push_strike(svg: &mut String, strike: &Strike) {
    let (node, path) = (strike.node.index(), path(&strike.lines()));
    let _ = writeln!(svg, "<path class=\"strike\" data-cut=\"{node}\" d=\"{path}\"/>");
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
    let letterings = figure.letterings();
    let is_order = |lettering: &&Lettering| lettering.role == Role::Order;
    letterings.iter().filter(|lettering| !is_order(lettering)).for_each(|lettering| push_text(svg, lettering));
    svg.push_str("</g>\n");
    // It belongs to the search, not to the leaf.
    letterings.iter().filter(is_order).for_each(|lettering| push_text_of(svg, lettering, Some(figure.node)));
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
