//! Finds names anywhere in the client's folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use gametree::ide::{self, Document};
use gen_lsp_types::{SymbolInformation, Uri};

use super::open::OpenText;
use super::position::Positions;
use super::state::ServerState;
use super::{convert, uri};
use crate::cli::files::Entries;
use crate::cli::read::read_text;

/// Limits of a search of the folders, because the user waits for it. At most this many files and folders are visited.
const MOST_ENTRIES: usize = 100_000;
/// At most this many files are read.
pub(super) const MOST_FILES: usize = 2_000;
/// Longer files are not read.
pub(super) const LONGEST: usize = 16 << 20;
const MOST_SYMBOLS: usize = 1_000;

/// The symbols whose names contain the letters of `query` in order; those of open texts come first.
pub(super) fn symbols(state: &ServerState, query: &str) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    let mut texts: Vec<(&Uri, &OpenText)> = state.texts.iter().map(|(uri, open)| (uri, &**open)).collect();
    texts.sort_by_key(|(uri, _)| &uri.0);
    for (uri, open) in &texts {
        add(open.document(), uri, &open.positions(), query, &mut found);
    }
    let open_files = open_files(state);
    let is_open = |path: &PathBuf| path.canonicalize().is_ok_and(|file| open_files.contains_key(&file));
    let mut files = files(state).filter(|path| !is_open(path)).take(MOST_FILES);
    while found.len() < MOST_SYMBOLS
        && let Some(path) = files.next()
    {
        // A file that cannot be read has no symbols.
        if let (Some(uri), Ok(text)) = (uri::of_path(&path), read_text(&path, LONGEST)) {
            let document = Document::new(text, state.projects.of_file(&path).config.defaults.clone());
            let positions = Positions::new(document.text(), document.lines(), state.abilities.encoding);
            add(&document, &uri, &positions, query, &mut found);
        }
    }
    found.truncate(MOST_SYMBOLS);
    found
}

/// The `.tree` files in the client's folders, each once, found lazily so that the caller can stop early. Files that a
/// link reaches outside the folders are left out.
pub(super) fn files(state: &ServerState) -> impl Iterator<Item = PathBuf> {
    let left_out = |path: &Path, is_folder| state.projects.leave_out(path, is_folder);
    let folders = state.folders.iter().filter(move |folder| !left_out(folder, true));
    let entries = folders.flat_map(|folder| Entries::below(folder, None, &state.projects)).take(MOST_ENTRIES);
    let files = entries.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let trees = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "tree"));
    let within: Vec<PathBuf> = state.folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
    let mut seen = HashSet::new();
    let mut is_new = move |path: &Path| {
        let file = path.canonicalize().ok().filter(|file| within.iter().any(|folder| file.starts_with(folder)));
        file.is_some_and(|file| seen.insert(file))
    };
    trees.map(ignore::DirEntry::into_path).filter(move |path| !left_out(path, false) && is_new(path))
}

/// The open texts, by file.
pub(super) fn open_files(state: &ServerState) -> HashMap<PathBuf, (&Uri, &OpenText)> {
    let file = |uri: &Uri| uri::to_path(uri)?.canonicalize().ok();
    state.texts.iter().filter_map(|(uri, open)| Some((file(uri)?, (uri, open.as_ref())))).collect()
}

/// Adds the matching symbols of a text.
fn add(document: &Document, uri: &Uri, positions: &Positions<'_>, query: &str, found: &mut Vec<SymbolInformation>) {
    let mut symbols = ide::symbols(document);
    symbols.retain(|symbol| symbol.is_named && has_letters(&symbol.name, query));
    symbols.truncate(MOST_SYMBOLS);
    found.extend(convert::listed_symbols(symbols, uri, positions));
}

/// Whether a name contains some letters in order, in either case, as editors search for names.
fn has_letters(name: &str, letters: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    letters.chars().flat_map(char::to_lowercase).all(|letter| name.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cli::project::ProjectOptions;

    #[test]
    fn no_folder_is_looked_into_before_its_files_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str| fs::write(folder.path().join(path), "max A { 3 }").unwrap();
        ["one", "two"].iter().for_each(|below| fs::create_dir(folder.path().join(below)).unwrap());
        ["one/a.tree", "one/b.txt", "two/c.tree"].into_iter().for_each(write);
        let mut state = ServerState::new(ProjectOptions::default());
        state.folders = vec![folder.path().to_path_buf()];
        let mut files = files(&state);
        assert_eq!(files.next(), Some(folder.path().join("one/a.tree")));
        write("two/b.tree");
        assert_eq!(files.next(), Some(folder.path().join("two/b.tree")));
        assert_eq!(files.next(), Some(folder.path().join("two/c.tree")));
        assert_eq!(files.next(), None);
    }
}
