//! What is called so anywhere in the client's folders.

use gametree::ide::{self, Document};
use gen_lsp_types::{SymbolInformation, Uri};

use super::convert;
use super::open::Open;
use super::position::Positions;
use super::uri;
use super::world::World;
use crate::cli::files::{Excluded, Files, Item};

/// More files than these are not looked at, nor more symbols found: somebody waits for the answer.
const MOST_FILES: usize = 2_000;
const MOST_SYMBOLS: usize = 1_000;

/// The symbols whose names have the letters of `query` in them in their order; those of open texts come first.
pub(super) fn symbols(world: &World, query: &str) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    let mut texts: Vec<(&Uri, &Open)> = world.texts.iter().collect();
    texts.sort_by_key(|(uri, _)| &uri.0);
    for (uri, open) in texts {
        add(open.document(), uri, &open.positions(), query, &mut found);
    }
    let mut files = Files::find(&world.folders, "", Excluded::Read);
    files.keep(MOST_FILES);
    // What cannot be read has no symbols.
    let _ = files.for_each(|item| {
        let Item::Trees { path: Some(path), source, project, .. } = item else { return Ok(()) };
        let uri = uri::of_path(path).filter(|uri| !world.texts.contains_key(uri));
        if let Some(uri) = uri.filter(|_| found.len() < MOST_SYMBOLS) {
            let open = Open::new(0, source.text.clone(), project.clone(), world.abilities.encoding);
            add(open.document(), &uri, &open.positions(), query, &mut found);
        }
        Ok(())
    });
    found.truncate(MOST_SYMBOLS);
    found
}

fn add(document: &Document, uri: &Uri, positions: &Positions<'_>, query: &str, found: &mut Vec<SymbolInformation>) {
    let mut symbols = ide::symbols(document);
    symbols.retain(|symbol| has_letters(&symbol.name, query));
    symbols.truncate(MOST_SYMBOLS);
    found.extend(convert::listed_symbols(symbols, uri, positions));
}

/// Whether a name has some letters in it in their order, whatever their case, as editors look for names.
fn has_letters(name: &str, letters: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    letters.chars().flat_map(char::to_lowercase).all(|letter| name.any(|other| other == letter))
}
