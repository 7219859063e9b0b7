//! The pictures of a tree: the page in which its search can be stepped through, and what can be saved of it.

use serde::Serialize;

use super::Document;
use crate::model::{ResolvedTree, Shown};
use crate::render::{Moment, Outline, Part, Scene, SearchPage, Show, Theme, Windows, picture, to_svg};
use crate::search::{Search, SearchError};
use crate::source::Span;
use crate::syntax::tree::NodeId;

/// A tree as pictures.
pub struct Drawn {
    /// Where the tree is.
    pub span: Span,
    /// Its pictures.
    pub pictures: Pictures,
}

/// The pictures of a tree. In JSON, they have the keys of the page, or of the picture.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Pictures {
    /// The page of its search.
    Page(Box<SearchPage>),
    /// The tree hides its answers: its title, and an SVG picture with room for them.
    Blank {
        /// The title of the tree; empty if it has none.
        title: String,
        /// The picture.
        picture: String,
    },
}

/// The pictures of the tree at an offset, or of the first tree if none is there; of a large tree, only its upper plies.
/// Linear in what is drawn, and in the steps.
///
/// # Errors
///
/// Why there are none, in words.
pub fn pictures(document: &Document, offset: u32, shown: Shown) -> Result<Drawn, String> {
    let (game, outline) = outlined(document, offset)?;
    let pictures = if document.hides_answers(&game, shown) {
        let scene = blank(&game, &outline);
        Pictures::Blank { picture: to_svg(&scene, Theme::Auto, "gt"), title: scene.title }
    } else {
        let page = SearchPage::new(&game, &game.settings, &outline, Windows::Entry);
        Pictures::Page(Box::new(page.map_err(|_| NOT_YET)?))
    };
    Ok(Drawn { span: game.tree.span, pictures })
}

fn blank(game: &ResolvedTree<'_>, outline: &Outline) -> Scene {
    picture(game, outline, Show::Blank, Windows::None, false)
}

/// The SVG picture of the tree at an offset, or of the first tree, as `gametree render` writes it: with its search unless
/// the tree hides its answers.
///
/// # Errors
///
/// Why there is none, in words.
pub fn svg(document: &Document, offset: u32, theme: Theme, shown: Shown) -> Result<String, String> {
    let (game, outline) = outlined(document, offset)?;
    if document.hides_answers(&game, shown) {
        return Ok(to_svg(&blank(&game, &outline), theme, "gt"));
    }
    let searched = || Ok((Search::new(&game, &game.settings)?, Moment::after(&game, &game.settings, u64::MAX)?));
    let (search, moment) = searched().map_err(|_: SearchError| NOT_YET)?;
    let scene = picture(&game, &outline, Show::Search(&search, &moment), Windows::Entry, true);
    Ok(to_svg(&scene, theme, "gt"))
}

const NOT_YET: &str = "this tree has errors, so it cannot be drawn yet";

fn outlined(document: &Document, offset: u32) -> Result<(ResolvedTree<'_>, Outline), String> {
    let tree = document.tree_at(document.clamp(offset)).or(document.file().trees.first());
    let tree = tree.ok_or("there is no tree yet")?;
    let game = document.game(tree);
    if game.has_errors {
        return Err(NOT_YET.to_string());
    }
    let outline = Outline::new(&game, Part { from: NodeId::ROOT, plies: None, all: false });
    Ok((game, outline))
}
