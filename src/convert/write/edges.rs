//! A table with a row for each node and leaf, as [`crate::convert::Format::Edges`] reads it.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Plain;
use crate::diagnostic::counted;
use crate::number::Number;
use crate::syntax::tree::NodeId;

const HEADER: [&str; 6] = ["parent", "move", "child", "player", "value", "probability"];

/// Writes a tree, and says how its names differ. A row of a table names its parent, so each node needs a name of its
/// own; a leaf needs none.
pub(super) fn write(plain: &Plain, lost: &mut Vec<String>) -> String {
    let names = names(plain, lost);
    let mut writer = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(Vec::new());
    let mut add = |row: [&str; 6]| writer.write_record(row).expect("a vector takes every row");
    add(HEADER);
    let mut open: Vec<(NodeId, NodeId)> = Vec::new();
    for node in plain.all() {
        while open.last().is_some_and(|(end, _)| *end <= node) {
            open.pop();
        }
        let parent = open.last().map_or("", |(_, parent)| &names[parent.index()]);
        let written = |number: Option<Number>| number.map(|number| number.to_string()).unwrap_or_default();
        let (kind, name) = (plain.kind(node), &names[node.index()]);
        let player = if kind.is_leaf() { String::new() } else { kind.name().to_lowercase() };
        let label = plain.label(node).unwrap_or_default();
        add([parent, label, name, &player, &written(plain.value(node)), &written(plain.probability(node))]);
        if !kind.is_leaf() {
            open.push((plain.end(node), node));
        }
    }
    let bytes = writer.into_inner().expect("a vector takes every row");
    String::from_utf8(bytes).expect("the cells are texts")
}

/// The names in the table: those of the nodes, and new ones for nodes without a name of their own. Leaves have none.
fn names<'p>(plain: &'p Plain, lost: &mut Vec<String>) -> Vec<Cow<'p, str>> {
    // Tables are read without the blanks around a cell.
    let given: HashSet<&str> = plain.names().map(str::trim).collect();
    let mut used = HashSet::new();
    let mut new = (1_usize..).map(|number| format!("n{number}")).filter(|name| !given.contains(name.as_str()));
    let (mut unnamed, mut repeated) = (0, 0);
    let mut names = Vec::with_capacity(plain.len());
    for node in plain.all() {
        names.push(match plain.name(node).map(str::trim).filter(|name| !name.is_empty()) {
            _ if plain.kind(node).is_leaf() => Cow::Borrowed(""),
            Some(name) if used.insert(name) => Cow::Borrowed(name),
            name => {
                *if name.is_some() { &mut repeated } else { &mut unnamed } += 1;
                new.next().map(Cow::Owned).unwrap_or_default()
            }
        });
    }
    let is_surrounded = |word: &&str| word.trim() != *word;
    let labels = plain.all().filter_map(|node| plain.label(node));
    let surrounded = plain.names().chain(labels).filter(is_surrounded).count() as u64;
    let counts = [
        (repeated, counted(repeated, "repeated name", "repeated names")),
        (unnamed, format!("that {}", counted(unnamed, "node has no name", "nodes have no names"))),
        (surrounded, format!("the spaces around {}", counted(surrounded, "name or label", "names and labels"))),
    ];
    lost.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, words)| words));
    names
}
