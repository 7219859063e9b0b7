//! Pictures of trees: which part of a tree is drawn, what is shown of its answers, where everything is, and how it is
//! written in each format.

pub mod layout;
pub mod measure;
mod moment;
mod outline;
mod scene;
mod svg;
mod text;
mod words;

pub use moment::{Moment, NodeState, Progress};
pub use outline::{Item, MOST_UNFOLDED, Outline, Part};
pub use scene::{Edge, Figure, Label, Note, Point, Scene, Shape, Strike};
pub use svg::{Theme, to_svg};
pub use text::{Show, Texts, Windows};

use crate::model::ResolvedTree;
use text::Writer;

/// A picture of a tree, laid out. Linear in what is drawn.
pub fn picture(
    game: &ResolvedTree<'_>,
    outline: &Outline,
    show: Show<'_>,
    windows: Windows,
    has_caption: bool,
) -> Scene {
    Scene::new(Writer { game, show, windows }, outline, has_caption)
}
