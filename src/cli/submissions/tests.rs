//! What students hand in, in folders and zip files of every friendly and unfriendly kind.

mod hostile;
mod layouts;
mod several;

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

const TREE: &str = "max { 3, 5 }\n";

/// A folder that is removed at the end of the test.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new() -> Self {
        // Not hidden.
        Self { folder: tempfile::Builder::new().prefix("submissions-").tempdir().unwrap() }
    }

    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        files.iter().for_each(|(path, text)| folder.write(path, text));
        folder
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// Finds submissions in paths of this folder.
    fn list(&self, paths: &[&str], options: &Options<'_>) -> Result<Submissions, String> {
        let paths: Vec<PathBuf> = paths.iter().map(|path| self.path(path)).collect();
        let in_words = |unread: Vec<Unread>| {
            let lines: Vec<String> = unread.iter().map(Unread::in_words).collect();
            lines.join("\n").replace(&self.prefix(), "")
        };
        Submissions::list(&paths, options).map_err(in_words)
    }

    fn prefix(&self) -> String {
        format!("{}/", self.folder.path().display())
    }

    /// All submissions as text, a line for each sheet: `id (name): path = text`.
    fn shown(&self, paths: &[&str], options: &Options<'_>) -> String {
        let submissions = match self.list(paths, options) {
            Ok(submissions) => submissions,
            Err(error) => return format!("error: {error}"),
        };
        let lines: Vec<String> = submissions.iter().map(|submission| show(&submission)).collect();
        lines.concat().replace(&self.prefix(), "")
    }

    /// Like [`Self::shown`], for a folder with nothing special.
    fn shown_in(&self, path: &str) -> String {
        self.shown(&[path], &Options::default())
    }
}

fn show(submission: &Submission) -> String {
    let name = submission.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
    let head = format!("{}{name}: ", submission.id);
    if let Some(problem) = &submission.problem {
        assert!(submission.sheets.is_empty(), "{head}");
        return format!("{head}{}\n", show_problem(problem));
    }
    let line = |sheet: &Sheet| {
        let attempt = if sheet.attempt > 0 { format!(" #{}", sheet.attempt) } else { String::new() };
        let text = sheet.text.as_ref().map_or_else(show_problem, |text| text.trim_end().to_string());
        format!("{head}{} [{}{attempt}] = {text}\n", sheet.path, sheet.stem)
    };
    submission.sheets.iter().map(line).collect()
}

fn show_problem(problem: &Problem) -> String {
    format!("{:?}: {}", problem.status, problem.reason)
}

/// The bytes of a zip file with these entries.
fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        if name.ends_with('/') {
            zip.add_directory(*name, SimpleFileOptions::default()).unwrap();
            continue;
        }
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A zip file of entries with the same text.
fn zipped_trees(names: &[&str]) -> Vec<u8> {
    zipped(&names.iter().map(|name| (*name, TREE.as_bytes())).collect::<Vec<_>>())
}

/// Writes over the places in the directory of a zip file that belong to an entry; `at` is the distance from the
/// beginning of the entry's header.
fn patch_directory(zip: &mut [u8], name: &str, at: usize, bytes: &[u8]) {
    const HEADER: &[u8] = b"PK\x01\x02";
    const NAME: usize = 46;
    let starts = (0..zip.len() - NAME).filter(|start| zip[*start..].starts_with(HEADER));
    let start = { starts }.find(|start| zip[start + NAME..].starts_with(name.as_bytes())).unwrap();
    zip[start + at..][..bytes.len()].copy_from_slice(bytes);
}

#[test]
fn all_missing_paths_are_named() {
    let folder = Folder::with(&[("a/x.txt", "")]);
    let error = folder.list(&["nope", "a", "a/nope.zip"], &Options::default()).err().unwrap();
    let missing = "there is no such file";
    assert_eq!(error, format!("nope: {missing}\na: it contains no *.tree file\na/nope.zip: {missing}"));
    let not_zip = Folder::with(&[("a.zip", "max { 3 }")]).shown_in("a.zip");
    assert!(not_zip.starts_with("error: a.zip: the zip file is damaged: "), "{not_zip}");
}

#[test]
fn submissions_are_read_in_any_order_and_by_several_threads() {
    let names: Vec<String> = (0..50).map(|number| format!("{number:02}.tree")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let folder = Folder::new();
    folder.write("class.zip", zipped_trees(&names));
    let submissions = folder.list(&["class.zip"], &Options::default()).unwrap();
    assert_eq!(submissions.len(), 50);
    std::thread::scope(|scope| {
        for start in [0, 25] {
            let submissions = &submissions;
            scope.spawn(move || {
                for place in (start..50).rev() {
                    let submission = submissions.read(place);
                    assert_eq!(submission.id, format!("{place:02}"));
                    assert_eq!(submission.sheets[0].text.as_deref(), Ok(TREE));
                }
            });
        }
    });
}

#[test]
fn texts_are_read_as_their_authors_meant() {
    let folder = Folder::new();
    let utf_16: Vec<u8> = "\u{feff}max A ≤ 3 { –2 }".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("a.tree", utf_16);
    folder.write("b.tree", "\u{feff}tree “b – c” { max [–inf, ∞] { 3，5 } } // 3 ≤ 5");
    folder.write("c.tree", b"max\n{ \xfc }");
    folder.write("d.tree", "");
    assert_eq!(
        folder.shown_in(""),
        "a: a.tree [a] = max A <= 3 { -2 }\n\
         b: b.tree [b] = tree \"b – c\" { max [-inf, ∞] { 3,5 } } // 3 ≤ 5\n\
         c: c.tree [c] = Unreadable: not UTF-8, in line 2; save it as UTF-8\n\
         d: d.tree [d] = \n"
    );
}

#[test]
fn the_exercise_itself_is_not_a_submission() {
    let folder = Folder::with(&[("hw.tree", TREE), ("4711.tree", TREE), ("other/hw.tree", TREE)]);
    let exercise = folder.path("hw.tree");
    let options = Options { exercises: vec![&exercise], ..Options::default() };
    folder.write("other/4712.tree", TREE);
    assert_eq!(folder.list(&["other"], &options).unwrap().len(), 2);
    fs::remove_dir_all(folder.path("other")).unwrap();
    assert_eq!(folder.shown(&[""], &options), "4711: 4711.tree [4711] = max { 3, 5 }\n");
    let Err(error) = folder.list(&["hw.tree"], &options) else { panic!("it is no submission") };
    assert_eq!(error, "hw.tree: this is the exercise itself; name the files that students handed in");
}

#[test]
fn messages_are_for_people() {
    let paths = [Path::new("nope").to_path_buf()];
    assert!(Submissions::find(&paths, &Options::default()).is_none());
}
