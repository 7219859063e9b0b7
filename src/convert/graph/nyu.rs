//! Lines `a: [b, c]` for the children of a node, and `b=4` for the value of a leaf.

use super::super::value::number;
use super::{Assumed, Edge, Graph, Options, Plain, Refusal};
use crate::convert::misread;
use crate::source::{Span, lines, offset};

/// Reads the lines. Linear, and not recursive.
pub(in crate::convert) fn read(
    text: &str,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<(Plain, Assumed), Refusal> {
    let mut graph = Graph::default();
    let mut start = 0;
    for line in lines(text) {
        let content = line.split('#').next().unwrap_or_default().trim_start_matches('\u{feff}');
        let at = start + (line.len() - line.trim_start_matches('\u{feff}').len());
        start += line.len();
        let span = |part: &str| {
            let from = at + (part.as_ptr() as usize - content.as_ptr() as usize);
            Span::new(offset(from), offset(from + part.len()))
        };
        if let Some((name, list)) = content.split_once(':') {
            let parent = graph.vertex(name.trim(), span(name.trim()));
            add_children(&mut graph, parent, list.trim(), &span)?;
        } else if let Some((name, value)) = content.split_once('=') {
            let vertex = graph.vertex(name.trim(), span(name.trim()));
            let place = span(value.trim());
            graph.set_value(vertex, number(text, place)?, place)?;
        } else if !content.trim().is_empty() {
            let message = "this line has neither the children of a node nor the value of a leaf";
            return Err(misread(message, span(content.trim())).help("write `a: [b, c]` or `b=4`").into());
        }
    }
    graph.unfold(None, options, notes)
}

fn add_children(graph: &mut Graph, parent: usize, list: &str, span: &impl Fn(&str) -> Span) -> Result<(), Refusal> {
    let refuse = |message: &str, part: &str| misread(message, span(part));
    let Some(inside) = list.strip_prefix('[').and_then(|list| list.strip_suffix(']')) else {
        return Err(refuse("the children of a node are written in brackets", list).help("write `a: [b, c]`").into());
    };
    if !graph.vertices[parent].children.is_empty() {
        let finding = refuse("the children of this node are already known", list);
        return Err(finding.label(graph.vertices[parent].span, "from here on").into());
    }
    for name in inside.split(',') {
        if name.trim().is_empty() {
            return Err(refuse("a name is missing here", list).into());
        }
        let child = graph.vertex(name.trim(), span(name.trim()));
        graph.connect(parent, Edge { label: None, probability: None, child });
    }
    Ok(())
}
