//! A picture in TikZ, for LaTeX. It is the SVG picture, point by point, and needs no package but TikZ.

use std::fmt::Write;

use super::lettering::{Lettering, Role};
use super::measure::Length;
use super::scene::{Figure, Point, Scene, Shape, Strike};
use super::svg::Pixels;
use super::tex::{COLORS, FONTS, Latex, edge_style, figure_style, tex};

/// The length of a pixel, and all styles. The fonts are set by size alone, so that the document can choose the family.
const STYLES: &str = r"\tikzset{gt/.style={x=0.75bp, y=-0.75bp, line join=round, inner sep=0, outer sep=0},
  gt max/.style={draw=gtmax, fill=gtmaxfill, line width=1.35bp},
  gt min/.style={draw=gtmin, fill=gtminfill, line width=1.35bp},
  gt chance/.style={draw=gtchance, fill=gtchancefill, line width=1.35bp},
  gt leaf/.style={draw=gtline, fill=white, line width=1bp},
  gt skipped/.style={draw=gtskipped, fill=white, dash pattern=on 3bp off 2.25bp},
  gt edge/.style={draw=gtline, line width=1.05bp},
  gt skipped edge/.style={draw=gtskipped, line width=1.05bp, dash pattern=on 3bp off 2.25bp},
  gt pv/.style={draw=black, line width=2.4bp},
  gt cut/.style={draw=gtcut, line width=1.65bp, line cap=round},
  gt row/.style={anchor=base west, font=\gtfont{9}, text=gtline},
  gt move/.style={anchor=base, font=\gtfont{9}},
  gt value/.style={anchor=base, font=\bfseries\gtfont{12}},
  gt bound/.style={anchor=base, font=\bfseries\gtfont{10}},
  gt leaf value/.style={anchor=base, font=\bfseries\gtfont{10.5}},
  gt name/.style={anchor=base west, font=\bfseries\gtfont{9.75}},
  gt window/.style={anchor=base west, font=\gtfont{8.6}, text=gtline},
  gt order/.style={anchor=base, font=\gtfont{7}, text=gtline},
  gt caption/.style={anchor=base west, font=\gtfont{9}, text=gtline}}
";

/// A point in the coordinates of TikZ.
fn at(point: Point) -> String {
    format!("({},{})", Pixels(point.x), Pixels(point.y))
}

/// Draws a scene.
pub fn to_tikz(scene: &Scene, latex: Latex) -> String {
    let picture = picture(scene);
    match latex {
        Latex::Fragment => picture,
        Latex::Document => {
            // A pixel is 0.75 bp.
            let points = |length: Length| Pixels(length * 3 / 4 + 1);
            let (width, height) = (points(scene.end.x - scene.start.x), points(scene.end.y - scene.start.y));
            format!(
                "\\documentclass{{article}}\n\\usepackage[paperwidth={width}bp, paperheight={height}bp, \
                 margin=0bp]{{geometry}}\n\\usepackage{{tikz}}\n{FONTS}\\pagestyle{{empty}}\n\\parindent=0bp\n\
                 \\topskip=0bp\n\\begin{{document}}\n{picture}\\end{{document}}\n"
            )
        }
    }
}

fn picture(scene: &Scene) -> String {
    let mut tikz = format!("% {}\n\\begingroup\n{COLORS}", scene.title);
    // Helvetica, if the document's fonts have it.
    tikz.push_str("\\providecommand\\gtfont[1]{\\fontfamily{phv}\\fontsize{#1}{#1}\\selectfont}%\n");
    tikz.push_str(STYLES);
    let _ = writeln!(tikz, "\\begin{{tikzpicture}}[gt]");
    let _ = writeln!(tikz, "\\useasboundingbox {} rectangle {};", at(scene.start), at(scene.end));
    scene.rows.iter().for_each(|row| push_text(&mut tikz, row, None));
    for edge in &scene.edges {
        for [from, to] in edge.lines() {
            let _ = writeln!(tikz, "\\draw[{}] {} -- {};", edge_style(edge), at(from), at(to));
        }
        edge.lettering().iter().for_each(|lettering| push_text(&mut tikz, lettering, None));
    }
    for [from, to] in scene.strikes.iter().flat_map(Strike::lines) {
        let _ = writeln!(tikz, "\\draw[gt cut] {} -- {};", at(from), at(to));
    }
    for figure in &scene.figures {
        push_figure(&mut tikz, figure);
        figure.letterings().iter().for_each(|lettering| push_text(&mut tikz, lettering, Some(figure.shape)));
    }
    scene.caption.iter().for_each(|caption| push_text(&mut tikz, caption, None));
    tikz.push_str("\\end{tikzpicture}\n\\endgroup\n");
    tikz
}

fn push_figure(tikz: &mut String, figure: &Figure) {
    let Figure { top: Point { x, y }, half, height, shape, .. } = *figure;
    let point = |x, y| at(Point { x, y });
    let style = format!("{}{}", figure_style(figure), if figure.is_skipped { ", gt skipped" } else { "" });
    let rectangle = |shift: Length| {
        let (from, to) = (point(x - half + shift, y + shift), point(x + half + shift, y + height + shift));
        format!("\\draw[{style}, rounded corners=4.5bp] {from} rectangle {to};\n")
    };
    let bottom = y + height;
    tikz.push_str(&match shape {
        Shape::Up => format!(
            "\\draw[{style}] {} -- {} -- {} -- cycle;\n",
            point(x, y),
            point(x + half, bottom),
            point(x - half, bottom)
        ),
        Shape::Down => {
            format!(
                "\\draw[{style}] {} -- {} -- {} -- cycle;\n",
                point(x - half, y),
                point(x + half, y),
                point(x, bottom)
            )
        }
        Shape::Circle => format!("\\draw[{style}] {} circle[radius={}];\n", point(x, y + half), Pixels(half)),
        Shape::Box => rectangle(0),
        Shape::Stack => [600, 300, 0].map(rectangle).concat(),
    });
}

/// `shape` is that of the figure to which the text belongs.
fn push_text(tikz: &mut String, lettering: &Lettering, shape: Option<Shape>) {
    let style = match (lettering.role, shape) {
        (Role::Value, Some(Shape::Box)) => "gt leaf value",
        (Role::Value, Some(Shape::Stack)) => "gt move",
        (Role::Value, _) => "gt value",
        (Role::Row, _) => "gt row",
        (Role::Move, _) => "gt move",
        (Role::Bound, _) => "gt bound",
        (Role::Name | Role::Long, _) => "gt name",
        (Role::Window, _) => "gt window",
        (Role::Order, _) => "gt order",
        (Role::Caption, _) => "gt caption",
    };
    let _ = writeln!(tikz, "\\node[{style}] at {} {{{}}};", at(lettering.at), tex(&lettering.text));
}
