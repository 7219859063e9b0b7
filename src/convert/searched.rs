//! Searches a tree that has no text.

use super::{Plain, written};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::search::Search;
use crate::syntax::parse;

/// What the search of a tree answers; `None` if the search has no exact result.
pub(super) fn searched<T>(plain: &Plain, answer: impl FnOnce(&Search) -> T) -> Option<T> {
    let text = written(std::slice::from_ref(plain));
    let (file, mut findings) = parse(&text, 0);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(&text, file.trees.first()?, &settings, &mut findings);
    Search::of(&game).ok().map(|search| answer(&search))
}
