//! The pictures of a tree: the page in which its search can be stepped through, and what can be saved of it.

use super::Document;
use crate::model::{ResolvedTree, Shown};
use crate::render::{Moment, Outline, Part, SearchPage, Show, Theme, Windows, picture, to_svg};
use crate::search::{Search, SearchError};
use crate::syntax::tree::NodeId;

/// The pictures of a tree.
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

/// The pictures of the tree at an offset; of a large tree, only its upper plies. Linear in what is drawn, and in the
/// steps.
///
/// # Errors
///
/// Why there are none, in words.
pub fn pictures(document: &Document, offset: u32, shown: Shown) -> Result<Pictures, String> {
    let (game, outline) = outlined(document, offset)?;
    if document.hides_answers(&game, shown) {
        let scene = picture(&game, &outline, Show::Blank, Windows::None, false);
        return Ok(Pictures::Blank { picture: to_svg(&scene, Theme::Auto, "gt"), title: scene.title });
    }
    let page = SearchPage::new(&game, &game.settings, &outline, Windows::Entry);
    page.map(|page| Pictures::Page(Box::new(page))).map_err(|_| NOT_YET.to_string())
}

/// The SVG picture of the tree at an offset that `gametree render` writes, with its search unless the tree hides its
/// answers.
///
/// # Errors
///
/// Why there is none, in words.
pub fn svg(document: &Document, offset: u32, shown: Shown) -> Result<String, String> {
    let (game, outline) = outlined(document, offset)?;
    let drawn = |show: Show<'_>| to_svg(&picture(&game, &outline, show, Windows::Entry, true), Theme::Auto, "gt");
    if document.hides_answers(&game, shown) {
        return Ok(drawn(Show::Blank));
    }
    let searched = || Ok((Search::new(&game, &game.settings)?, Moment::after(&game, &game.settings, u64::MAX)?));
    let (search, moment) = searched().map_err(|_: SearchError| NOT_YET)?;
    Ok(drawn(Show::Search(&search, &moment)))
}

const NOT_YET: &str = "this tree has errors, so it cannot be drawn yet";

fn outlined(document: &Document, offset: u32) -> Result<(ResolvedTree<'_>, Outline), String> {
    let tree = document.tree_at(document.clamp(offset)).ok_or("there is no tree here")?;
    let game = document.game(tree);
    if game.has_errors {
        return Err(NOT_YET.to_string());
    }
    let outline = Outline::new(&game, Part { from: NodeId::ROOT, plies: None, all: false });
    Ok((game, outline))
}
