//! The texts and the lines of a scene, each with its place, for the formats that place everything themselves.

use super::measure::Length;
use super::scene::{Edge, Figure, Label, Point, Shape, Strike};

/// What a text says, which decides how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The player of a row.
    Row,
    /// A move, with its probability.
    Move,
    /// A value.
    Value,
    /// A bound of a value.
    Bound,
    /// The name of a node.
    Name,
    /// A value that does not fit into its node.
    Long,
    /// A window.
    Window,
    /// As which leaf a leaf was evaluated.
    Order,
    /// The rules and the counts.
    Caption,
}

/// A text at its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettering {
    /// What it says.
    pub role: Role,
    /// On its baseline: its middle if [`Role::is_centred`], otherwise its left end.
    pub at: Point,
    /// The text; never empty.
    pub text: String,
}

impl Role {
    /// Whether its text has its place in the middle.
    pub fn is_centred(self) -> bool {
        match self {
            Self::Move | Self::Value | Self::Bound | Self::Order => true,
            Self::Row | Self::Name | Self::Long | Self::Window | Self::Caption => false,
        }
    }
}

impl Figure {
    /// What is written in it, beside it and below it.
    pub fn letterings(&self) -> Vec<Lettering> {
        let Self { top: Point { x, y }, half, height, ref texts, .. } = *self;
        let inside = texts.inside.as_deref().filter(|inside| !inside.is_empty()).map(|inside| {
            let role = if texts.has_bound() { Role::Bound } else { Role::Value };
            let baseline = match self.shape {
                Shape::Up => 3_350,
                Shape::Down => 1_850,
                Shape::Circle => half + 560,
                Shape::Box | Shape::Stack => 1_790,
            };
            Lettering { role, at: Point { x, y: y + baseline }, text: inside.to_string() }
        });
        let lines = [(Role::Name, &texts.name), (Role::Long, &texts.value), (Role::Window, &texts.window)];
        let lines = lines.into_iter().filter_map(|(role, text)| Some((role, text.as_ref()?)));
        let first = y + if lines.clone().count() == 1 { 2_400 } else { 1_700 };
        let mut letterings: Vec<Lettering> = (0..)
            .zip(lines)
            .map(|(line, (role, text))| {
                let at = Point { x: x + half + 400, y: first + line * 1_450 };
                Lettering { role, at, text: text.clone() }
            })
            .collect();
        // In the order in which they are read: `A 3 [2, 5]`.
        let place = usize::from(texts.name.is_some());
        inside.into_iter().for_each(|inside| letterings.insert(place, inside));
        letterings.extend(self.place.map(|place| Lettering {
            role: Role::Order,
            at: Point { x, y: y + height + 1_150 },
            text: place.to_string(),
        }));
        letterings
    }
}

impl Edge {
    /// Its line, which is broken where its label is.
    pub fn lines(&self) -> Vec<[Point; 2]> {
        match &self.label {
            Some(label) => {
                let [before, after] = self.around(label);
                vec![[self.from, before], [after, self.to]]
            }
            None => vec![[self.from, self.to]],
        }
    }

    /// Its label.
    pub fn lettering(&self) -> Option<Lettering> {
        let label = self.label.as_ref()?;
        let at = Point { y: label.at.y + 420, ..label.at };
        Some(Lettering { role: Role::Move, at, text: label.text.clone() })
    }

    /// Where the line ends before its label, and where it goes on after it.
    fn around(&self, label: &Label) -> [Point; 2] {
        const HIGH: Length = 900;
        const BESIDE: Length = 400;
        let (dx, dy) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let at = |y: Length| Point { x: label.at.x + if dy == 0 { 0 } else { dx * y / dy }, y: label.at.y + y };
        // A line that is nearly level leaves the label at its sides.
        let high = match dx {
            0 => HIGH,
            _ => HIGH.min((label.half + BESIDE) * dy.abs() / dx.abs()),
        };
        [at(-high), at(high)]
    }
}

impl Strike {
    /// Its two strokes.
    pub fn lines(&self) -> [[Point; 2]; 2] {
        let shifted = |dy: Length| [self.left, self.right].map(|point| Point { y: point.y + dy, ..point });
        [shifted(-300), shifted(300)]
    }
}
