//! Pictures of trees: which part of a tree is drawn, what is shown of its answers, where everything is, and how it is
//! written in each format.

mod code;
mod dot;
mod forest;
mod html;
pub mod layout;
mod lettering;
pub mod measure;
mod mermaid;
mod moment;
mod outline;
mod page;
mod plain;
mod question;
mod scene;
mod steps;
mod svg;
mod tex;
mod text;
mod tikz;
mod words;

pub use dot::to_dot;
pub use forest::to_forest;
pub use html::SearchPage;
pub use lettering::{Lettering, Role};
pub use mermaid::to_mermaid;
pub use moment::{Moment, NodeState, Progress};
pub use outline::{Item, MOST_UNFOLDED, Outline, Part};
pub(crate) use page::Page;
pub use page::{is_page, still_page};
pub use plain::to_text;
pub use scene::{Edge, Figure, Label, Point, Scene, Shape, Strike};
pub use steps::MOST_STEPS;
pub(crate) use svg::Pixels;
pub use svg::{Theme, to_svg};
pub use tex::Latex;
pub(crate) use tex::{FONTS, tex};
pub use text::{Show, Texts, Windows};
pub use tikz::to_tikz;

use crate::model::ResolvedTree;
use text::Writer;
pub(crate) use words::question_text;

/// A picture of a tree, laid out. Linear in what is drawn.
pub fn picture(
    game: &ResolvedTree<'_>,
    outline: &Outline,
    show: Show<'_>,
    windows: Windows,
    has_caption: bool,
) -> Scene {
    Scene::new(Writer { game, show, windows, room: None }, outline, has_caption)
}

/// A picture of a tree with other texts: for each node, those in it and beside it. A leaf without a text keeps its own.
pub(crate) fn annotated(game: &ResolvedTree<'_>, outline: &Outline, texts: &[Texts]) -> Scene {
    Scene::new(Writer { game, show: Show::Blank, windows: Windows::None, room: Some(texts) }, outline, false)
}
