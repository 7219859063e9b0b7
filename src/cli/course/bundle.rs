//! Files that belong together, as a folder or a zip file. A list of their fingerprints is one of them, so that a later run
//! can tell which files are still as they were written, and may be replaced.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipArchive, ZipWriter};

use crate::cli::fingerprint::fingerprint;
use crate::cli::output::write_file;
use crate::cli::read::read_bytes;

/// The name of the list, which `sha256sum --check` reads.
const LIST: &str = "files.sha256";
/// The page for the teacher, which is in every bundle.
const PAGE: &str = "README.md";
/// The greatest size of a file that may be replaced, in bytes.
const LONGEST: usize = 512 << 20;

/// Files by their names, which may have folders.
#[derive(Default)]
pub(super) struct Bundle(BTreeMap<String, File>);

struct File {
    content: Vec<u8>,
    is_executable: bool,
}

impl File {
    fn write(&self, path: &Path) -> io::Result<()> {
        write_file(path, &self.content)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(path, fs::Permissions::from_mode(self.mode()))?;
        }
        Ok(())
    }

    /// Its permissions on Unix.
    fn mode(&self) -> u32 {
        if self.is_executable { 0o755 } else { 0o644 }
    }
}

impl Bundle {
    pub(super) fn add(&mut self, name: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.0.insert(name.into(), File { content: content.into(), is_executable: false });
    }

    pub(super) fn add_executable(&mut self, name: &str, content: impl Into<Vec<u8>>) {
        self.0.insert(name.to_string(), File { content: content.into(), is_executable: true });
    }

    /// Writes the files and their list, and returns how many files there are. The error says why nothing was written.
    pub(super) fn write(mut self, output: &Path) -> Result<usize, String> {
        let list: String =
            self.0.iter().map(|(name, file)| format!("{}  {name}\n", fingerprint(&file.content))).collect();
        self.add(LIST, list);
        let is_zip = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
        let written = if is_zip { self.write_zip(output) } else { self.write_folder(output) };
        written.map(|()| self.0.len())
    }

    fn write_folder(&self, folder: &Path) -> Result<(), String> {
        let in_words = |path: &Path, reason: String| format!("{}: {reason}", path.display());
        let before = fs::read_to_string(folder.join(LIST)).unwrap_or_default();
        let before = listed(&before);
        let page = read_bytes(&folder.join(PAGE), LONGEST).map(|page| fingerprint(&page)).ok();
        let lists_the_page = page.is_some() && before.get(PAGE).copied() == page.as_deref();
        for (name, file) in &self.0 {
            let path = folder.join(name);
            if path.symlink_metadata().is_err() {
                continue;
            }
            let old = read_bytes(&path, LONGEST).map_err(|reason| in_words(&path, reason))?;
            let is_list = name == LIST && lists_the_page;
            if !is_list && old != file.content && before.get(name.as_str()).copied() != Some(fingerprint(&old).as_str())
            {
                let reason = "this file is not as `gametree course` wrote it, so nothing was written";
                return Err(in_words(&path, format!("{reason}; choose another place with --output")));
            }
        }
        for (name, file) in &self.0 {
            let path = folder.join(name);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| file.write(&path)).map_err(|error| in_words(&path, format!("not written: {error}")))?;
        }
        Ok(())
    }

    fn write_zip(&self, path: &Path) -> Result<(), String> {
        let in_words = |reason: String| format!("{}: {reason}", path.display());
        if path.symlink_metadata().is_ok() {
            let old = read_bytes(path, LONGEST).map_err(in_words)?;
            if !is_bundle(&old) {
                let reason = "this file is not as `gametree course` wrote it, so it was not overwritten";
                return Err(in_words(format!("{reason}; choose another place with --output")));
            }
        }
        let content = self.zipped().map_err(|error| in_words(format!("not written: {error}")))?;
        write_file(path, &content).map_err(|error| in_words(format!("not written: {error}")))
    }

    /// The zip file: the same bytes whenever it is made.
    fn zipped(&self) -> zip::result::ZipResult<Vec<u8>> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, file) in &self.0 {
            let options =
                SimpleFileOptions::default().last_modified_time(DateTime::default()).unix_permissions(file.mode());
            writer.start_file(name.as_str(), options)?;
            writer.write_all(&file.content)?;
        }
        Ok(writer.finish()?.into_inner())
    }
}

/// Whether a zip file has only files with the fingerprints of its list.
fn is_bundle(bytes: &[u8]) -> bool {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else { return false };
    let mut files: HashMap<String, Vec<u8>> = HashMap::new();
    let mut left = LONGEST as u64;
    for place in 0..zip.len() {
        let Ok(entry) = zip.by_index(place) else { return false };
        let Ok(name) = entry.name().map(|name| name.into_owned()) else { return false };
        let mut content = Vec::new();
        if entry.take(left).read_to_end(&mut content).is_err() {
            return false;
        }
        left -= content.len() as u64;
        files.insert(name, content);
    }
    let Some(list) = files.remove(LIST).and_then(|list| String::from_utf8(list).ok()) else { return false };
    let list = listed(&list);
    list.len() == files.len()
        && files.iter().all(|(name, content)| list.get(name.as_str()) == Some(&fingerprint(content).as_str()))
}

/// The fingerprints in a list, by name.
fn listed(list: &str) -> HashMap<&str, &str> {
    list.lines().filter_map(|line| line.split_once("  ")).map(|(hash, name)| (name, hash)).collect()
}
