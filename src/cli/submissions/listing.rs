//! Lists the files that an argument of the command names, without reading them.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gametree::diagnostic::render::printable;

use super::archive::{self, EntryKind, Packed};
use super::limits::{Limits, too_large};
use super::names::{Named, cleaned, is_ignored};
use super::{DEVICE, LINK};
use crate::cli::read::why_unread;

/// Something in a folder or a zip file.
pub(super) struct Listed {
    /// The path below the argument, with slashes; at the end, too, if it is a folder.
    pub(super) path: String,
    /// The path as it is shown.
    pub(super) shown: String,
    pub(super) what: What,
}

pub(super) enum What {
    Sheet(Place),
    Zip(Place),
    /// Something that would be a sheet or a zip file, but is not read, for this reason.
    Refused(String),
    /// A file of another kind, or an empty folder.
    Other,
}

/// Where bytes are.
#[derive(Clone)]
pub(super) enum Place {
    File(PathBuf),
    InZip(Arc<PathBuf>, Arc<Packed>),
}

impl Place {
    /// Reads the bytes, if they are at most `limit`.
    pub(super) fn read(&self, limit: u64) -> Result<Vec<u8>, String> {
        match self {
            Self::File(path) => {
                let in_words = |error: std::io::Error| why_unread(path, &error);
                // Opening a pipe would block.
                let about = path.symlink_metadata().map_err(in_words)?;
                if let Some(reason) = unusual(about.file_type()) {
                    return Err(reason.to_string());
                }
                if about.len() > limit {
                    return Err(too_large(limit));
                }
                crate::cli::read::read_limited(path, usize::try_from(limit).unwrap_or(usize::MAX))
                    .map_err(in_words)?
                    .ok_or_else(|| too_large(limit))
            }
            Self::InZip(zip, packed) => {
                let mut zip = BufReader::new(File::open(zip.as_path()).map_err(|error| why_unread(zip, &error))?);
                packed.unpack(&mut zip, limit)
            }
        }
    }

    /// How much reading it takes from the limit on what is unpacked in all.
    pub(super) fn unpacked(&self) -> u64 {
        match self {
            Self::File(_) => 0,
            Self::InZip(_, packed) => packed.size(),
        }
    }
}

/// Why something in a folder is neither a folder nor a file, if it is not.
fn unusual(kind: fs::FileType) -> Option<&'static str> {
    match kind {
        kind if kind.is_symlink() => Some(LINK),
        kind if kind.is_file() || kind.is_dir() => None,
        _ => Some(DEVICE),
    }
}

/// Everything below a folder that is not hidden. Links are not followed.
pub(super) fn of_folder(base: &Path) -> Result<Vec<Listed>, String> {
    let mut listed = Vec::new();
    let mut folders = vec![(base.to_path_buf(), String::new())];
    while let Some((folder, path)) = folders.pop() {
        let before = listed.len() + folders.len();
        if let Err(error) = list_folder(&folder, &path, &mut listed, &mut folders) {
            if path.is_empty() {
                return Err(why_unread(base, &error));
            }
            let reason = format!("this folder cannot be read: {}", why_unread(&folder, &error));
            listed.push(Listed { shown: shown(&folder) + "/", path, what: What::Refused(reason) });
        } else if listed.len() + folders.len() == before && !path.is_empty() {
            listed.push(Listed { shown: shown(&folder) + "/", path, what: What::Other });
        }
    }
    Ok(listed)
}

fn list_folder(
    folder: &Path,
    path: &str,
    listed: &mut Vec<Listed>,
    folders: &mut Vec<(PathBuf, String)>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let (kind, file) = (entry.file_type()?, entry.path());
        let below = format!("{path}{}", cleaned(&name));
        if is_ignored(&name) {
            continue;
        }
        if kind.is_dir() {
            folders.push((file, below + "/"));
            continue;
        }
        // It may be in the place of a student's folder.
        if path.is_empty() && kind.is_symlink() && file.is_dir() {
            let what = What::Refused(LINK.to_string());
            listed.push(Listed { path: below + "/", shown: shown(&file) + "/", what });
            continue;
        }
        let shown = shown(&file);
        let what = match (Named::of(&name), unusual(kind)) {
            (Named::Other, _) => What::Other,
            (_, Some(reason)) => What::Refused(reason.to_string()),
            (Named::Sheet, None) => What::Sheet(Place::File(file)),
            (Named::Zip, None) => What::Zip(Place::File(file)),
        };
        listed.push(Listed { path: below, shown, what });
    }
    Ok(())
}

/// Everything in a zip file.
pub(super) fn of_zip(path: &Path, limits: &Limits) -> Result<Vec<Listed>, String> {
    let mut file = BufReader::new(File::open(path).map_err(|error| why_unread(path, &error))?);
    let zip = Arc::new(path.to_path_buf());
    let mut listed = Vec::new();
    archive::for_each_entry(&mut file, limits, |entry| {
        let shown = format!("{}/{}", shown(path), entry.path);
        let what = match entry.kind {
            EntryKind::Sheet(packed) => What::Sheet(Place::InZip(Arc::clone(&zip), Arc::new(packed))),
            EntryKind::Zip(packed) => What::Zip(Place::InZip(Arc::clone(&zip), Arc::new(packed))),
            EntryKind::Refused(reason) => What::Refused(reason),
            EntryKind::Other => What::Other,
        };
        listed.push(Listed { path: entry.path, shown, what });
    })?;
    Ok(listed)
}

/// A file that the command line names: a sheet, whatever its name is.
pub(super) fn of_file(path: &Path) -> Listed {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let place = Place::File(path.canonicalize().unwrap_or_else(|_| path.to_path_buf()));
    Listed { path: cleaned(&name.to_string_lossy()), shown: shown(path), what: What::Sheet(place) }
}

pub(super) fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}
