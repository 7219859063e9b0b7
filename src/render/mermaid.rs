//! A tree for Mermaid, which draws pictures in Markdown pages. Mermaid places the nodes, and does not always keep the order
//! of children.

use std::fmt::Write;

use super::scene::{Figure, Scene, Shape};

/// A text in quotes, for which Mermaid neither reads Markdown nor HTML: whatever might mean something is written as the
/// number of its character.
fn quoted(lines: &[&str]) -> String {
    let mut text = String::from("\"");
    for (place, line) in lines.iter().enumerate() {
        text.push_str(if place > 0 { "<br>" } else { "" });
        for character in line.chars() {
            let _ = match character {
                // Twice, since it takes the meaning of the next character away.
                '\\' => write!(text, "#92;#92;"),
                ' ' | '.' | ',' | '+' | '−' | '∞' | '≤' | '≥' | '…' => write!(text, "{character}"),
                _ if character.is_alphanumeric() => write!(text, "{character}"),
                _ => write!(text, "#{};", u32::from(character)),
            };
        }
    }
    text.push('"');
    text
}

/// Writes a scene as a flow chart.
pub fn to_mermaid(scene: &Scene) -> String {
    let mut mermaid = String::from("%% Mermaid may draw children in another order.\n");
    mermaid.extend(scene.caption.iter().map(|caption| format!("%% {}\n", caption.text)));
    mermaid.push_str("flowchart TB\n");
    for figure in &scene.figures {
        let _ =
            writeln!(mermaid, "  n{}@{{ shape: {}, label: {} }}", figure.node.index(), shape(figure), label(figure));
    }
    for edge in &scene.edges {
        let line = match (edge.is_principal, edge.is_skipped) {
            (true, _) => "===",
            (_, true) => "-.-",
            _ => "---",
        };
        let label = edge.label.as_ref().map_or_else(String::new, |label| format!("|{}|", quoted(&[&label.text])));
        let parent = scene.figures[edge.parent].node.index();
        let _ = writeln!(mermaid, "  n{parent} {line}{label} n{}", edge.node.index());
    }
    mermaid.push_str("  classDef max fill:#dbe8fd,stroke:#1d4ed8,color:#0f172a\n");
    mermaid.push_str("  classDef min fill:#fde3d3,stroke:#b4480c,color:#0f172a\n");
    mermaid.push_str("  classDef chance fill:#dcf3e3,stroke:#15803d,color:#0f172a\n");
    mermaid.push_str("  classDef leaf fill:#ffffff,stroke:#64748b,color:#0f172a\n");
    mermaid.push_str("  classDef skipped fill:#ffffff,stroke:#94a3b8,color:#64748b,stroke-dasharray:4 3\n");
    for figure in &scene.figures {
        let class = match figure.shape {
            _ if figure.is_skipped => "skipped",
            Shape::Up => "max",
            Shape::Down => "min",
            Shape::Circle => "chance",
            Shape::Box | Shape::Stack => "leaf",
        };
        let _ = writeln!(mermaid, "  class n{} {class}", figure.node.index());
    }
    mermaid
}

fn shape(figure: &Figure) -> &'static str {
    match figure.shape {
        Shape::Up => "tri",
        Shape::Down => "flip-tri",
        Shape::Circle => "circle",
        Shape::Box => "rounded",
        Shape::Stack => "procs",
    }
}

/// All texts of a figure, in one label: a Mermaid node has no other.
fn label(figure: &Figure) -> String {
    let texts = &figure.texts;
    let lines = [&texts.name, &texts.value, &texts.inside, &texts.window];
    let lines: Vec<&str> = lines.into_iter().flatten().map(String::as_str).filter(|line| !line.is_empty()).collect();
    quoted(if lines.is_empty() { &[" "] } else { &lines })
}
