//! A picture before it is drawn: its figures, edges and texts, each with its place.

use super::layout::{LABEL_PLACE, Room, axes};
use super::lettering::{Lettering, Role};
use super::measure::{Font, Length};
use super::outline::{Item, Outline};
use super::text::{Show, Texts, Writer};
use super::words;
use crate::diagnostic::counted;
use crate::model::ResolvedTree;
use crate::syntax::tree::{Kind, NodeId};

/// The fonts of a picture.
pub(super) mod fonts {
    use super::Font;

    pub(in crate::render) const VALUE: Font = Font { size: 1_600, bold: true };
    pub(in crate::render) const BOUND: Font = Font { size: 1_350, bold: true };
    pub(in crate::render) const LEAF: Font = Font { size: 1_400, bold: true };
    pub(in crate::render) const NAME: Font = Font { size: 1_300, bold: true };
    pub(in crate::render) const WINDOW: Font = Font { size: 1_150, bold: false };
    pub(in crate::render) const LABEL: Font = Font { size: 1_200, bold: true };
    pub(in crate::render) const CAPTION: Font = Font { size: 1_200, bold: false };
}

/// A place in the picture, in hundredths of a pixel from the axis and the middle of the first item; down is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// To the right.
    pub x: Length,
    /// Down.
    pub y: Length,
}

/// The shape of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// MAX: a triangle that points upward.
    Up,
    /// MIN: a triangle that points downward.
    Down,
    /// Chance.
    Circle,
    /// A leaf.
    Box,
    /// A folded subtree.
    Stack,
}

/// A node, a leaf or a folded subtree.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The node; of a folded subtree, the one at its top.
    pub node: NodeId,
    /// Its shape.
    pub shape: Shape,
    /// The middle of its upper edge.
    pub top: Point,
    /// Half its width.
    pub half: Length,
    /// Its height.
    pub height: Length,
    /// What is written in it and beside it.
    pub texts: Texts,
    /// Below an evaluated leaf: how many leaves were evaluated up to here.
    pub place: Option<u64>,
    /// Whether it does not matter here: a cutoff skips it, it is below the depth limit, or it has probability 0.
    pub is_skipped: bool,
}

/// The edge from a node to one of its children.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The figure at its upper end, as a place among the figures.
    pub parent: usize,
    /// The child.
    pub node: NodeId,
    /// At the parent.
    pub from: Point,
    /// At the child.
    pub to: Point,
    /// The move and its probability.
    pub label: Option<Label>,
    /// Whether the child is skipped.
    pub is_skipped: bool,
    /// Whether it is on the principal variation.
    pub is_principal: bool,
}

/// A text in the middle of an edge.
#[derive(Clone, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// Half its width.
    pub half: Length,
}

/// The mark of a cutoff, across the edges that it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The node whose search ended.
    pub node: NodeId,
    /// Its left end.
    pub left: Point,
    /// Its right end.
    pub right: Point,
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of the tree.
    pub title: String,
    /// The picture in words.
    pub description: String,
    /// The upper left corner.
    pub start: Point,
    /// The lower right corner.
    pub end: Point,
    /// The names of the rows that belong to one player.
    pub rows: Vec<Lettering>,
    /// The edges, in pre-order of their children: the edge to a figure is one place before it, since the first figure has
    /// none.
    pub edges: Vec<Edge>,
    /// The figures, in pre-order.
    pub figures: Vec<Figure>,
    /// One for each cutoff.
    pub strikes: Vec<Strike>,
    /// The rules and the counts.
    pub caption: Option<Lettering>,
    /// Whether it has room for answers, and none of them.
    pub is_blank: bool,
}

/// From the upper edges of one row to the middle of its triangles.
const MIDDLE: Length = 2_000;
/// The height of triangles.
const HEIGHT: Length = 4_000;
const LEAF_HEIGHT: Length = 2_600;
/// Between two rows; more if edges have labels.
const ROW: Length = 8_400;
const ROW_WITH_LABELS: Length = 10_000;
/// Between a figure and what is written beside it.
const BESIDE: Length = 400;
const MARGIN: Length = 1_200;

/// How many leaves are folded, in words.
fn folded(leaves: usize) -> String {
    counted(leaves as u64, "leaf", "leaves")
}

/// Makes a scene from an outline.
struct Builder<'a> {
    game: &'a ResolvedTree<'a>,
    writer: Writer<'a>,
    outline: &'a Outline,
}

impl Scene {
    /// Lays out the items of an outline. Linear.
    pub fn new(writer: Writer<'_>, outline: &Outline, has_caption: bool) -> Self {
        let builder = Builder { game: writer.game, writer, outline };
        let mut figures = builder.figures();
        let labels: Vec<Option<Label>> = builder.labels();
        let rooms: Vec<Room> =
            figures.iter().zip(&labels).map(|(figure, label)| room(figure, label.as_ref())).collect();
        let axes = axes(&outline.ends, &rooms);
        let row = if labels.iter().any(Option::is_some) { ROW_WITH_LABELS } else { ROW };
        for ((figure, axis), item) in figures.iter_mut().zip(&axes).zip(&outline.items) {
            let ply = Length::try_from(item.ply).unwrap_or(Length::MAX / ROW_WITH_LABELS);
            figure.top = Point { x: *axis, y: ply * row - MIDDLE };
        }
        let edges = builder.edges(&figures, labels);
        let strikes = builder.strikes(&edges);
        let title = words::title(writer.game);
        let description = words::description(&writer, outline);
        let (start, end) = (Point { x: 0, y: 0 }, Point { x: 0, y: 0 });
        let is_blank = matches!(writer.show, Show::Blank);
        let rows = Vec::new();
        let mut scene = Self { title, description, start, end, rows, edges, figures, strikes, caption: None, is_blank };
        scene.find_corners();
        scene.name_rows(&builder);
        scene.add_caption(words::caption(&writer).filter(|_| has_caption));
        scene
    }

    /// The corners around figures, labels and what is written beside and below the figures.
    fn find_corners(&mut self) {
        let (mut start, mut end) = (Point { x: 0, y: 0 }, Point { x: 0, y: 0 });
        for figure in &self.figures {
            let room = room(figure, None);
            let below = if figure.place.is_some() { 1_400 } else { 0 };
            start.x = start.x.min(figure.top.x - room.left);
            start.y = start.y.min(figure.top.y);
            end.x = end.x.max(figure.top.x + room.right);
            end.y = end.y.max(figure.top.y + figure.height + below);
        }
        for label in self.edges.iter().filter_map(|edge| edge.label.as_ref()) {
            start.x = start.x.min(label.at.x - label.half);
            end.x = end.x.max(label.at.x + label.half);
        }
        self.start = Point { x: start.x - MARGIN, y: start.y - MARGIN };
        self.end = Point { x: end.x + MARGIN, y: end.y + MARGIN };
    }

    /// Writes MAX or MIN at the left margin of each row in which only that player moves.
    fn name_rows(&mut self, builder: &Builder<'_>) {
        let names = builder.row_names();
        let width = names.iter().flatten().map(|name| fonts::CAPTION.width(name) + 200).max().unwrap_or(0);
        if width == 0 {
            return;
        }
        self.start.x -= width + MARGIN;
        let x = self.start.x + MARGIN;
        let mut rows: Vec<Option<Length>> = vec![None; names.len()];
        for (figure, item) in self.figures.iter().zip(&builder.outline.items) {
            rows[item.ply] = Some(figure.top.y + MIDDLE + 450);
        }
        let notes = names.into_iter().zip(rows).filter_map(|(name, y)| Some((name?, y?)));
        self.rows =
            notes.map(|(name, y)| Lettering { role: Role::Row, at: Point { x, y }, text: name.to_string() }).collect();
    }

    fn add_caption(&mut self, caption: Option<String>) {
        let Some(text) = caption else { return };
        let at = Point { x: self.start.x + MARGIN, y: self.end.y + 1_600 };
        self.end.x = self.end.x.max(at.x + fonts::CAPTION.width(&text) + MARGIN);
        self.end.y = at.y + MARGIN;
        self.caption = Some(Lettering { role: Role::Caption, at, text });
    }
}

/// The room of a figure, with what is written beside it.
fn room(figure: &Figure, label: Option<&Label>) -> Room {
    let label = label.map(|label| label.half);
    let right = figure.half + beside_width(figure);
    Room { left: figure.half, right, label, is_leaf: figure.shape == Shape::Box }
}

/// How wide what is written beside a figure is, with the gap before it.
pub(super) fn beside_width(figure: &Figure) -> Length {
    let Texts { name, value, window, .. } = &figure.texts;
    let width = |text: &Option<String>, font: Font| text.as_deref().map(|text| font.width(text));
    let lines = [width(name, fonts::NAME), width(value, fonts::NAME), width(window, fonts::WINDOW)];
    lines.into_iter().flatten().max().map_or(0, |widest| BESIDE + widest)
}

impl Builder<'_> {
    /// The figures, not yet at their places.
    fn figures(&self) -> Vec<Figure> {
        let mut figures: Vec<Figure> =
            self.outline.items.iter().map(|item| self.figure(item.node, item.folded)).collect();
        let widest = |shapes: &[Shape]| {
            let inside = figures.iter().filter(|figure| shapes.contains(&figure.shape));
            inside.map(|figure| inside_width(&figure.texts)).max().unwrap_or(0)
        };
        // A triangle is 9/16 as wide where its text begins as at its base.
        let triangle = (widest(&[Shape::Up, Shape::Down]) + 200) * 16 / 18;
        let (triangle, circle) = (triangle.max(2_300), (widest(&[Shape::Circle]) / 2 + 600).max(2_000));
        for figure in &mut figures {
            match figure.shape {
                Shape::Up | Shape::Down => (figure.half, figure.height) = (triangle, HEIGHT),
                Shape::Circle => (figure.half, figure.height) = (circle, 2 * circle),
                Shape::Box | Shape::Stack => {}
            }
        }
        figures
    }

    fn figure(&self, node: NodeId, fold: Option<usize>) -> Figure {
        let kind = self.game.nodes().kind(node);
        let shape = match kind {
            _ if fold.is_some() => Shape::Stack,
            Kind::Max => Shape::Up,
            Kind::Min => Shape::Down,
            Kind::Chance => Shape::Circle,
            Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank | Kind::Hidden => Shape::Box,
        };
        let texts = match fold {
            Some(leaves) => Texts { inside: Some(folded(leaves)), ..Texts::default() },
            None if kind.is_leaf() => Texts { inside: Some(self.writer.of_leaf(node)), ..Texts::default() },
            None => self.writer.of_node(node),
        };
        let text = texts.inside.as_deref().map_or(0, |inside| fonts::LEAF.width(inside));
        let least = if kind == Kind::Blank { 1_700 } else { 1_400 };
        let place = match self.writer.show {
            Show::Search(_, moment) => moment.of(node).place.filter(|_| kind.is_leaf()),
            Show::Blank | Show::Values(_) => None,
        };
        Figure {
            node,
            shape,
            top: Point { x: 0, y: 0 },
            half: (text / 2 + 700).max(least),
            height: LEAF_HEIGHT,
            texts,
            place,
            is_skipped: self.writer.is_skipped(node),
        }
    }

    /// The labels of the edges to the items, not yet at their places.
    fn labels(&self) -> Vec<Option<Label>> {
        let label = |(place, node): (usize, NodeId)| {
            let text = self.writer.of_edge(node).filter(|_| place > 0)?;
            let half = (fonts::LABEL.width(&text) + 1) / 2;
            Some(Label { text, at: Point { x: 0, y: 0 }, half })
        };
        self.outline.items.iter().map(|item| item.node).enumerate().map(label).collect()
    }

    fn edges(&self, figures: &[Figure], labels: Vec<Option<Label>>) -> Vec<Edge> {
        let principal = self.principal();
        let (part, whole) = LABEL_PLACE;
        let items = self.outline.items.iter().zip(figures).zip(labels).skip(1);
        let edge = |((item, figure), label): ((&Item, &Figure), Option<Label>)| {
            let parent = &figures[item.parent];
            let from = Point { x: parent.top.x, y: parent.top.y + parent.height };
            let to = figure.top;
            let at = Point { x: from.x + (to.x - from.x) * part / whole, y: from.y + (to.y - from.y) * part / whole };
            let label = label.map(|label| Label { at, ..label });
            let is_principal = principal.binary_search(&item.node).is_ok();
            Edge { parent: item.parent, node: item.node, from, to, label, is_skipped: figure.is_skipped, is_principal }
        };
        items.map(edge).collect()
    }

    /// The nodes on the principal variation, from the top down, if the search has ended.
    fn principal(&self) -> Vec<NodeId> {
        let Show::Search(search, moment) = self.writer.show else { return Vec::new() };
        let first = Some(NodeId::ROOT).filter(|_| moment.is_last);
        std::iter::successors(first, |node| search.first_best_move(*node)).collect()
    }

    /// A mark for each cutoff, at 3/10 of the way down, or nearer to the node if it would be too wide there.
    fn strikes(&self, edges: &[Edge]) -> Vec<Strike> {
        let Show::Search(_, moment) = self.writer.show else { return Vec::new() };
        let places = 0..self.outline.items.len();
        places.filter_map(|place| self.strike(place, edges).filter(|strike| moment.of(strike.node).is_cut)).collect()
    }

    fn strike(&self, place: usize, edges: &[Edge]) -> Option<Strike> {
        const WIDEST: Length = 5_600;
        const BEYOND: Length = 700;
        let node = self.outline.items[place].node;
        // The edge to an item is one place before it: the first item has none.
        let below = || self.outline.children(place).map(|child| &edges[child - 1]);
        let cut = || below().filter(|edge| edge.is_skipped).map(|edge| edge.to.x - edge.from.x);
        let (left, right) = (cut().min()?, cut().max()?);
        let edge = below().next()?;
        let height = edge.to.y - edge.from.y;
        let down = (height * 3 / 10).min(height * WIDEST / (right - left).max(1)).max(height / 10);
        let at = |x: Length| x * down / height;
        // No edge that was searched is touched.
        let searched = || below().filter(|edge| !edge.is_skipped).map(|edge| edge.to.x - edge.from.x);
        let before = searched().filter(|x| *x < left).max().map(|x| (at(x) + at(left)) / 2);
        let after = searched().filter(|x| *x > right).min().map(|x| (at(x) + at(right)) / 2);
        let left = before.map_or(at(left) - BEYOND, |middle| middle.max(at(left) - BEYOND));
        let right = after.map_or(at(right) + BEYOND, |middle| middle.min(at(right) + BEYOND));
        let y = edge.from.y + down;
        Some(Strike {
            node,
            left: Point { x: edge.from.x + left, y: y + 150 },
            right: Point { x: edge.from.x + right, y: y - 150 },
        })
    }

    /// For each row, the player who moves at all its nodes; `None` if there are no nodes, or different players.
    fn row_names(&self) -> Vec<Option<&'static str>> {
        let rows = self.outline.items.iter().map(|item| item.ply + 1).max().unwrap_or(0);
        let mut players: Vec<Vec<Kind>> = vec![Vec::new(); rows];
        for item in self.outline.items.iter().filter(|item| item.folded.is_none()) {
            let kind = self.game.nodes().kind(item.node);
            if !kind.is_leaf() && !players[item.ply].contains(&kind) {
                players[item.ply].push(kind);
            }
        }
        let name = |players: Vec<Kind>| match players[..] {
            [only @ (Kind::Max | Kind::Min)] => Some(only.name()),
            _ => None,
        };
        players.into_iter().map(name).collect()
    }
}

/// How wide the text in a figure is.
fn inside_width(texts: &Texts) -> Length {
    let font = if texts.has_bound() { fonts::BOUND } else { fonts::VALUE };
    texts.inside.as_deref().map_or(0, |text| font.width(text))
}
