//! Finds names anywhere in the client's folders.

use std::collections::HashMap;
use std::path::PathBuf;

use gen_lsp_types::Uri;
use serde_json::Value;

use super::open::OpenText;
use super::position::Positions;
use super::state::ServerState;
use super::{convert, uri};
use crate::ide::{self, Document};

/// At most this many files are read, because the user waits for it.
pub(super) const MOST_FILES: usize = 2_000;
/// Longer files are not read.
pub(super) const LONGEST: usize = 16 << 20;
const MOST_SYMBOLS: usize = 1_000;

/// The symbols whose names contain the letters of `query` in order; those of open texts come first.
pub(super) fn symbols(state: &ServerState, query: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut texts: Vec<(&Uri, &OpenText)> = state.texts.iter().map(|(uri, open)| (uri, &**open)).collect();
    texts.sort_by_key(|(uri, _)| &uri.0);
    for (uri, open) in &texts {
        add(open.document(), uri, &open.positions(), query, &mut found);
    }
    let open_files = open_files(state);
    let is_open = |path: &PathBuf| state.host.canonical(path).is_some_and(|file| open_files.contains_key(&file));
    let mut files = state.host.files(&state.folders).filter(|path| !is_open(path)).take(MOST_FILES);
    while found.len() < MOST_SYMBOLS
        && let Some(path) = files.next()
    {
        // A file that cannot be read has no symbols.
        if let (Some(uri), Some(text)) = (uri::uri_of_path(&path), state.host.read(&path, LONGEST)) {
            let document = Document::new(text, state.host.project(&path).config.defaults.clone());
            let positions = Positions::new(document.text(), document.lines(), state.abilities.encoding);
            add(&document, &Uri(uri), &positions, query, &mut found);
        }
    }
    found.truncate(MOST_SYMBOLS);
    found
}

/// The open texts, by file.
pub(super) fn open_files(state: &ServerState) -> HashMap<PathBuf, (&Uri, &OpenText)> {
    let file = |uri: &Uri| state.host.canonical(&uri::path_of_uri(&uri.0)?);
    state.texts.iter().filter_map(|(uri, open)| Some((file(uri)?, (uri, open.as_ref())))).collect()
}

/// Adds the matching symbols of a text.
fn add(document: &Document, uri: &Uri, positions: &Positions<'_>, query: &str, found: &mut Vec<Value>) {
    let mut symbols = ide::symbols(document);
    symbols.retain(|symbol| symbol.is_named && has_letters(&symbol.name, query));
    symbols.truncate(MOST_SYMBOLS);
    found.extend(convert::listed_symbols(&symbols, uri, positions));
}

/// Whether a name contains some letters in order, in either case, as editors search for names.
fn has_letters(name: &str, letters: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    letters.chars().flat_map(char::to_lowercase).all(|letter| name.any(|other| other == letter))
}
