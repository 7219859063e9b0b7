//! Where the nodes of a picture are, from left to right.
//!
//! A tidy tree drawing (Reingold and Tilford 1981; in linear time for any number of children: Buchheim, Jünger and Leipert
//! 2002), with items of different widths and with labels on the edges: siblings are as close as their subtrees allow,
//! each parent is in the middle above its first and its last child, and small subtrees between large ones are spread
//! evenly. Subtrees with the same rooms are placed in the same way wherever they occur.
//!
//! It is done twice, from the left and from the right, and the mean is taken. So the mirror image of a tree is drawn as the
//! mirror image of its picture. All conditions are linear, so the mean fulfils them, too.

use super::measure::Length;

/// The room that a node or leaf needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// To the left of its axis.
    pub left: Length,
    /// To the right of its axis.
    pub right: Length,
    /// Half the width of the label of the edge to it.
    pub label: Option<Length>,
    /// Whether it is a leaf: leaves with the same parent are closer to each other.
    pub is_leaf: bool,
}

/// Between two subtrees.
const GAP: Length = 2_100;
/// Between two leaves with the same parent.
const LEAF_GAP: Length = 1_100;
/// Between two labels.
const LABEL_GAP: Length = 800;
/// Where on its edge a label is: 3/5 of the way down.
pub const LABEL_PLACE: (Length, Length) = (3, 5);
/// Farther away than anything in a picture.
const FAR: Length = 1 << 50;

/// The axis of each item, in hundredths of a pixel from that of the root. The items are in pre-order; `ends` has the end
/// of each one's subtree. Linear, and not recursive.
pub fn axes(ends: &[usize], rooms: &[Room]) -> Vec<Length> {
    let from_left = Pass { ends, rooms, from_right: false }.offsets();
    let from_right = Pass { ends, rooms, from_right: true }.offsets();
    let mut axes = vec![0; ends.len()];
    for parent in 0..ends.len() {
        for child in children(ends, parent) {
            axes[child] = axes[parent] + (from_left[child] - from_right[child]) / 2;
        }
    }
    axes
}

/// The children of an item, from left to right.
fn children(ends: &[usize], parent: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(parent + 1), |child| ends.get(*child).copied())
        .take_while(move |child| *child < ends[parent])
}

/// One side of the outline of a subtree. It has a band for each row of items, and between them one for the labels of the
/// edges.
#[derive(Debug, Default)]
struct Contour {
    /// The places of the bands, from the bottom up, relative to `origin`.
    places: Vec<Length>,
    origin: Length,
}

impl Contour {
    fn height(&self) -> usize {
        self.places.len()
    }

    /// The place in a band, counted from the top.
    fn at(&self, band: usize) -> Length {
        self.places[self.places.len() - 1 - band] + self.origin
    }

    fn set(&mut self, band: usize, place: Length) {
        let index = self.places.len() - 1 - band;
        self.places[index] = place - self.origin;
    }

    /// Adds a band at the top.
    fn push(&mut self, place: Length) {
        self.places.push(place - self.origin);
    }

    /// This outline with the bands of another one in front of it. Takes as many steps as the lower one has bands.
    fn covered_by(mut self, front: Self) -> Self {
        if front.height() >= self.height() {
            return front;
        }
        for band in 0..front.height() {
            self.set(band, front.at(band));
        }
        self
    }
}

/// A placed subtree, or several next to each other.
#[derive(Debug, Default)]
struct Placed {
    left: Contour,
    right: Contour,
}

/// One layout, with the first child as far to the left as it can be, or the last one as far to the right.
struct Pass<'a> {
    ends: &'a [usize],
    rooms: &'a [Room],
    /// Lays out the mirror image.
    from_right: bool,
}

impl Pass<'_> {
    /// The axis of each item relative to its parent's, in the mirror image if that is laid out.
    fn offsets(&self) -> Vec<Length> {
        let mut offsets = vec![0; self.ends.len()];
        // The subtrees that are placed but have no parent yet, from right to left.
        let mut placed: Vec<Placed> = Vec::new();
        for parent in (0..self.ends.len()).rev() {
            let mut below: Vec<usize> = children(self.ends, parent).collect();
            let mut subtrees = placed.split_off(placed.len() - below.len());
            if self.from_right {
                below.reverse();
            } else {
                subtrees.reverse();
            }
            let mut siblings = Siblings::new(self, &below);
            subtrees.into_iter().for_each(|subtree| siblings.add(subtree));
            let (axes, mut forest) = siblings.finish();
            for (child, axis) in below.iter().zip(&axes) {
                offsets[*child] = *axis;
            }
            if !below.is_empty() {
                let [left, right] = self.labels(&below, &axes);
                forest.left.push(left);
                forest.right.push(right);
            }
            let [left, right] = self.sides(parent);
            forest.left.push(-left);
            forest.right.push(right);
            placed.push(forest);
        }
        offsets
    }

    /// The room of an item to the left and to the right.
    fn sides(&self, item: usize) -> [Length; 2] {
        let Room { left, right, .. } = self.rooms[item];
        if self.from_right { [right, left] } else { [left, right] }
    }

    /// How far the labels of the edges to these children reach to the left and to the right of their parent's axis.
    fn labels(&self, below: &[usize], axes: &[Length]) -> [Length; 2] {
        let (part, whole) = LABEL_PLACE;
        let mut reach = [FAR, -FAR];
        for (child, axis) in below.iter().zip(axes) {
            if let Some(half) = self.rooms[*child].label {
                let middle = axis * part / whole;
                reach = [reach[0].min(middle - half), reach[1].max(middle + half)];
            }
        }
        reach
    }
}

/// The children of one node, placed one after another.
struct Siblings<'a> {
    pass: &'a Pass<'a>,
    below: &'a [usize],
    /// The axes of those that are placed; that of the first is 0.
    axes: Vec<Length>,
    /// The last one whose edge has a label.
    labelled: Option<usize>,
    forest: Placed,
    /// The siblings that the next one can meet, from left to right, with the heights of their subtrees. Each is higher
    /// than those to its right.
    visible: Vec<(usize, usize)>,
    /// For each sibling, what is added to the shift of those to its left, and how much less each further one gets.
    spread: Vec<(Length, Length)>,
}

/// Shares of a shift are kept in fractions of a hundredth.
const FINE: Length = 1 << 12;

impl<'a> Siblings<'a> {
    fn new(pass: &'a Pass<'a>, below: &'a [usize]) -> Self {
        let spread = vec![(0, 0); below.len()];
        Self {
            pass,
            below,
            axes: Vec::with_capacity(below.len()),
            labelled: None,
            forest: Placed::default(),
            visible: Vec::new(),
            spread,
        }
    }

    /// Places the next sibling to the right of all others.
    fn add(&mut self, mut subtree: Placed) {
        let place = self.axes.len();
        let height = subtree.left.height();
        let axis = if place == 0 { 0 } else { self.axis(place, &subtree) };
        subtree.left.origin += axis;
        subtree.right.origin += axis;
        let Placed { left, right } = std::mem::take(&mut self.forest);
        self.forest = Placed { left: subtree.left.covered_by(left), right: right.covered_by(subtree.right) };
        while self.visible.last().is_some_and(|(_, lower)| *lower <= height) {
            self.visible.pop();
        }
        self.visible.push((place, height));
        self.axes.push(axis);
        if self.pass.rooms[self.below[place]].label.is_some() {
            self.labelled = Some(place);
        }
    }

    /// The axis of a subtree at which it is as near as its neighbours allow. If one farther away stops it, those between
    /// get their shares of the shift.
    fn axis(&mut self, place: usize, subtree: &Placed) -> Length {
        let mut axis = self.axes[place - 1].max(self.beside_label(place));
        let mut neighbours = self.visible.iter().rev();
        let mut neighbour = neighbours.next().copied().unwrap_or_default();
        for band in 0..self.forest.right.height().min(subtree.left.height()) {
            while neighbour.1 <= band {
                neighbour = neighbours.next().copied().unwrap_or((0, usize::MAX));
            }
            let nearest = self.forest.right.at(band) + self.gap(place, band) - subtree.left.at(band);
            if nearest > axis {
                let between = Length::try_from(place - neighbour.0).unwrap_or(Length::MAX);
                let share = (nearest - axis) * FINE / between;
                self.spread[place].0 += (nearest - axis) * FINE;
                self.spread[place].1 -= share;
                self.spread[neighbour.0].1 += share;
                axis = nearest;
            }
        }
        axis
    }

    /// The axis at which the label of a sibling is next to that of the nearest one before it; if it has no label, that of
    /// its neighbour.
    fn beside_label(&self, place: usize) -> Length {
        let label = |place: usize| self.pass.rooms[self.below[place]].label;
        let (part, whole) = LABEL_PLACE;
        match (self.labelled, label(place)) {
            (Some(before), Some(half)) => {
                let halves = label(before).unwrap_or(0) + half;
                self.axes[before] + ((halves + LABEL_GAP) * whole).div_euclid(part) + 1
            }
            _ => self.axes[place - 1],
        }
    }

    /// The space between two subtrees in a band.
    fn gap(&self, place: usize, band: usize) -> Length {
        let is_leaf = |place: usize| self.pass.rooms[self.below[place]].is_leaf;
        match band {
            0 if is_leaf(place - 1) && is_leaf(place) => LEAF_GAP,
            _ if band % 2 == 1 => LABEL_GAP,
            _ => GAP,
        }
    }

    /// Spreads the smaller subtrees. Returns the axes and the outline, relative to the middle between the first and the
    /// last axis.
    fn finish(mut self) -> (Vec<Length>, Placed) {
        let (mut shift, mut change) = (0, 0);
        for (axis, (shifted, less)) in self.axes.iter_mut().zip(&self.spread).rev() {
            *axis += shift / FINE;
            change += less;
            shift += shifted + change;
        }
        let middle = self.axes.last().copied().unwrap_or(0) / 2;
        self.axes.iter_mut().for_each(|axis| *axis -= middle);
        self.forest.left.origin -= middle;
        self.forest.right.origin -= middle;
        (self.axes, self.forest)
    }
}
