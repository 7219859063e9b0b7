//! Trees that are written as edges between named nodes.

mod aima;
mod cs188;
mod edges;
mod nyu;

use std::collections::HashMap;

pub(super) use aima::read as read_aima;
pub(super) use cs188::{Agent, read as read_cs188};
pub(super) use edges::read as read_edges;
pub(super) use nyu::read as read_nyu;

use super::value::opponent;
use super::{Assumed, Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped, counted, listed};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::Kind;

/// A named node or leaf.
#[derive(Clone, Debug)]
struct Vertex {
    name: String,
    /// Where it is first named.
    span: Span,
    player: Option<Kind>,
    value: Option<(Number, Span)>,
    children: Vec<Edge>,
    /// The nodes that lead to it.
    parents: Vec<usize>,
}

/// A move to a child.
#[derive(Clone, Debug)]
struct Edge {
    label: Option<String>,
    probability: Option<Number>,
    child: usize,
}

/// Nodes and the moves between them, in the order of the text.
#[derive(Clone, Debug, Default)]
struct Graph {
    vertices: Vec<Vertex>,
    places: HashMap<String, usize>,
    /// Who moves at each ply, if the notation says it for all nodes at once.
    turns: Option<Turns>,
}

/// MAX moves first, and then each of the other agents, round after round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    pub(super) agents: usize,
    pub(super) others: Kind,
}

impl Turns {
    /// Who moves at a ply.
    pub(super) fn at(self, ply: usize) -> Kind {
        if ply.is_multiple_of(self.agents) { Kind::Max } else { self.others }
    }
}

impl Graph {
    /// The node with a name; it is added if it is new.
    fn vertex(&mut self, name: &str, span: Span) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.add(name, span);
        self.places.insert(name.to_string(), place);
        place
    }

    /// A leaf without a name.
    fn leaf(&mut self, span: Span) -> usize {
        self.add("", span)
    }

    fn add(&mut self, name: &str, span: Span) -> usize {
        let (children, parents) = (Vec::new(), Vec::new());
        self.vertices.push(Vertex { name: name.to_string(), span, player: None, value: None, children, parents });
        self.vertices.len() - 1
    }

    fn connect(&mut self, parent: usize, edge: Edge) {
        self.vertices[edge.child].parents.push(parent);
        self.vertices[parent].children.push(edge);
    }

    fn set_value(&mut self, vertex: usize, value: Number, span: Span) -> Result<(), Refusal> {
        let vertex = &mut self.vertices[vertex];
        if let Some((_, first)) = vertex.value {
            let message = format!("{} has a second value", clipped(&vertex.name));
            return Err(misread(message, span).label(first, "the first one").into());
        }
        vertex.value = Some((value, span));
        Ok(())
    }

    /// Writes all as one tree, from the only node to which no move leads or from `root`. Nodes that are shared are written
    /// out at each of their parents. Linear in the tree, and not recursive.
    fn unfold(
        &self,
        root: Option<usize>,
        options: &Options,
        notes: &mut Vec<String>,
    ) -> Result<(Plain, Assumed), Refusal> {
        let root = root.map_or_else(|| self.root(), Ok)?;
        let order = self.children_first(root)?;
        self.refuse_unreached(&order)?;
        self.unfold_below(root, &order, options, notes).map(|(plain, assumed, _)| (plain, assumed))
    }

    /// Writes what is below a root as one tree. `order` has these nodes, each after its children. Also returns which of them
    /// each node and leaf of the tree is.
    fn unfold_below(
        &self,
        root: usize,
        order: &[usize],
        options: &Options,
        notes: &mut Vec<String>,
    ) -> Result<(Plain, Assumed, Vec<usize>), Refusal> {
        self.refuse_large(root, order, options)?;
        self.note_shared(order, notes);
        let mut plain = Plain::default();
        let mut assumed = Assumed::Nothing;
        let mut places = Vec::new();
        // What is still to be written; `None` closes a node.
        let mut pending = vec![Some((root, None))];
        while let Some(next) = pending.pop() {
            let Some((place, edge)) = next else {
                plain.close();
                continue;
            };
            let vertex = &self.vertices[place];
            places.push(place);
            if vertex.children.is_empty() {
                self.add_leaf(&mut plain, vertex, edge)?;
                continue;
            }
            let player = vertex.player.or_else(|| self.turns.map(|turns| turns.at(plain.ply())));
            let kind = match (player, plain.innermost()) {
                (Some(kind), _) => kind,
                (None, None) => {
                    assumed = options.assumed();
                    options.root()
                }
                (None, Some(parent)) => opponent(plain.kind(parent)).ok_or_else(|| self.no_player(vertex))?,
            };
            let node = plain.open(kind);
            plain.set_name(node, vertex.name.as_str());
            add_edge(&mut plain, edge);
            if let Some((value, span)) = vertex.value {
                plain.set_claims(node, options.inner(value, span)?);
            }
            pending.push(None);
            pending.extend(vertex.children.iter().rev().map(|edge| Some((edge.child, Some(edge)))));
        }
        Ok((plain, assumed, places))
    }

    fn add_leaf(&self, plain: &mut Plain, vertex: &Vertex, edge: Option<&Edge>) -> Result<(), Refusal> {
        let Some((value, _)) = vertex.value else {
            let shown = clipped(&vertex.name);
            let parent = vertex.parents.first().map(|parent| clipped(&self.vertices[*parent].name));
            let which = parent.map_or(shown.clone(), |parent| format!("{shown}, a child of {parent},"));
            let message = format!("{which} has neither children nor a value");
            return Err(Diagnostic::new(Code::NeitherChildrenNorValue, message, vertex.span).into());
        };
        let leaf = plain.leaf(value);
        // A leaf has no name in the language: its name says which move leads to it.
        match edge.and_then(|edge| edge.label.as_deref()) {
            _ if vertex.name.is_empty() => {}
            None if edge.is_some() => plain.set_label(leaf, vertex.name.as_str()),
            None => {}
            Some(label) => plain.lost_names += usize::from(label != vertex.name),
        }
        add_edge(plain, edge);
        Ok(())
    }

    fn no_player(&self, vertex: &Vertex) -> Refusal {
        let message = format!("{} comes after a chance node, so it must say who moves", clipped(&vertex.name));
        misread(message, vertex.span).into()
    }

    /// The only node to which no move leads.
    fn root(&self) -> Result<usize, Refusal> {
        let roots: Vec<usize> =
            (0..self.vertices.len()).filter(|place| self.vertices[*place].parents.is_empty()).collect();
        match roots.as_slice() {
            [root] => Ok(*root),
            [] if self.vertices.is_empty() => {
                let message = "there is no node in this text";
                Err(misread(message, Span::default()).into())
            }
            // Every node has a parent, so going down from some node comes back to it.
            [] => self.children_first(0).map(|_| 0),
            [first, others @ ..] => {
                let names: Vec<String> = roots.iter().take(5).map(|root| clipped(&self.vertices[*root].name)).collect();
                let more = if roots.len() > 5 { ", …" } else { "" };
                let message = format!("no move leads to these nodes: {}{more}", listed(&names));
                let finding = Diagnostic::new(Code::SeveralStarts, message, self.vertices[*first].span);
                let finding = others.first().map_or(finding.clone(), |other| {
                    finding.label(self.vertices[*other].span, "this could be the root, too")
                });
                Err(finding.help("a tree has one root: add the move that leads to each of the others").into())
            }
        }
    }

    /// The nodes below a root, each after its children.
    fn children_first(&self, root: usize) -> Result<Vec<usize>, Refusal> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            OnPath,
            Done,
        }
        let mut states = vec![State::New; self.vertices.len()];
        let mut order = Vec::new();
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        states[root] = State::OnPath;
        while let Some((place, next)) = path.pop() {
            let Some(edge) = self.vertices[place].children.get(next) else {
                states[place] = State::Done;
                order.push(place);
                continue;
            };
            path.push((place, next + 1));
            match states[edge.child] {
                State::New => {
                    states[edge.child] = State::OnPath;
                    path.push((edge.child, 0));
                }
                State::OnPath => return Err(self.circle(&path, edge.child)),
                State::Done => {}
            }
        }
        Ok(order)
    }

    /// A node that is below itself.
    fn circle(&self, path: &[(usize, usize)], first: usize) -> Refusal {
        const MOST: usize = 6;
        let from = path.iter().position(|(place, _)| *place == first).unwrap_or(0);
        let names: Vec<String> = path[from..].iter().map(|(place, _)| clipped(&self.vertices[*place].name)).collect();
        let shown = clipped(&self.vertices[first].name);
        let way =
            if names.len() > MOST { format!("{} → …", names[..MOST].join(" → ")) } else { names.join(" → ") };
        let message = format!("{shown} lies below itself: {way} → {shown}");
        Diagnostic::new(Code::BelowItself, message, self.vertices[first].span)
            .help("a tree has no cycles: delete one of these moves")
            .into()
    }

    /// Which nodes are in `order`.
    fn reached(&self, order: &[usize]) -> Vec<bool> {
        let mut reached = vec![false; self.vertices.len()];
        order.iter().for_each(|place| reached[*place] = true);
        reached
    }

    /// Refuses nodes to which no moves lead from the root.
    fn refuse_unreached(&self, order: &[usize]) -> Result<(), Refusal> {
        let Some(lost) = self.reached(order).iter().position(|reached| !reached) else { return Ok(()) };
        // It may lie on a circle of its own.
        self.children_first(lost)?;
        let message = format!("no moves lead from the root to {}", clipped(&self.vertices[lost].name));
        Err(Diagnostic::new(Code::SeveralStarts, message, self.vertices[lost].span)
            .help("add the move that leads to it, or delete it")
            .into())
    }

    fn refuse_large(&self, root: usize, order: &[usize], options: &Options) -> Result<(), Refusal> {
        let mut sizes = vec![0_usize; self.vertices.len()];
        for place in order {
            let below = self.vertices[*place].children.iter().map(|edge| sizes[edge.child]);
            sizes[*place] = below.fold(1, usize::saturating_add);
        }
        if sizes[root] <= options.most_unfolded {
            return Ok(());
        }
        let most = options.most_unfolded as u64;
        let message = format!(
            "with shared nodes written out at each of their parents, the tree has more than {}",
            counted(most, "node", "nodes")
        );
        Err(Diagnostic::new(Code::TooMuchSharing, message, self.vertices[root].span)
            .help("if this is meant, raise --unfold-limit")
            .into())
    }

    /// Says which nodes are written more than once.
    fn note_shared(&self, order: &[usize], notes: &mut Vec<String>) {
        const MOST: usize = 3;
        let reached = self.reached(order);
        let parents = |vertex: &Vertex| -> Vec<usize> {
            vertex.parents.iter().copied().filter(|parent| reached[*parent]).collect()
        };
        let vertices = order.iter().rev().map(|place| &self.vertices[*place]);
        let shared: Vec<(&Vertex, Vec<usize>)> =
            vertices.map(|vertex| (vertex, parents(vertex))).filter(|(_, parents)| parents.len() > 1).collect();
        for (vertex, all) in shared.iter().take(MOST) {
            let mut parents = all.clone();
            parents.dedup();
            let parents: Vec<String> = parents.iter().map(|parent| clipped(&self.vertices[*parent].name)).collect();
            let parents = if parents.len() > MOST { format!("{} nodes", parents.len()) } else { listed(&parents) };
            let name = clipped(&vertex.name);
            notes.push(match all.iter().all(|parent| *parent == all[0]) {
                true => format!("several moves of {parents} lead to {name}; it is written out for each of them"),
                false => format!("{name} is shared by {parents}; it is written out at each of them"),
            });
        }
        if shared.len() > MOST {
            let more = counted((shared.len() - MOST) as u64, "other node is", "other nodes are");
            notes.push(format!("{more} shared, too"));
        }
    }
}

fn add_edge(plain: &mut Plain, edge: Option<&Edge>) {
    let Some(edge) = edge else { return };
    let last = plain.last();
    if let Some(label) = &edge.label {
        plain.set_label(last, label.as_str());
    }
    if let Some(probability) = edge.probability {
        plain.set_probability(last, probability);
    }
}
