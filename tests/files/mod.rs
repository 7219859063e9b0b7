//! The files that tests look at.

use std::fs;
use std::path::{Path, PathBuf};

/// All files of a kind below these folders of the checkout, sorted.
pub(crate) fn below(folders: &[&str], kind: &str) -> Vec<PathBuf> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pending: Vec<PathBuf> = folders.iter().map(|folder| checkout.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = pending.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == kind) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
