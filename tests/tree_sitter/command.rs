//! Runs the command `tree-sitter` and reads the results of queries.

use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub(crate) const GRAMMAR: &str = "editors/tree-sitter";

/// A match of a query.
#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) name: String,
    pub(crate) range: Range<usize>,
}

/// Runs the command, which must succeed, and returns its output.
pub(crate) fn tree_sitter(arguments: &[&str], folder: &Path) -> String {
    let program = env::var("TREE_SITTER").unwrap_or_else(|_| "tree-sitter".to_string());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let run = command.output().expect("tree-sitter is installed");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "tree-sitter {}:\n{out}{err}", arguments.join(" "));
    out.into_owned()
}

/// The matches of a query in each of these texts, in order of place. No text may have an error.
pub(crate) fn captures(query: &Path, texts: &[(&str, &str)]) -> Vec<Vec<Capture>> {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = (0..texts.len()).map(|number| folder.path().join(format!("{number}.tree"))).collect();
    for (path, (_, text)) in paths.iter().zip(texts) {
        fs::write(path, text).unwrap();
    }
    let list = folder.path().join("paths");
    fs::write(&list, paths.iter().map(|path| format!("{}\n", path.display())).collect::<String>()).unwrap();
    let list = list.to_str().unwrap();
    let language = ["--lib-path", library().to_str().unwrap(), "--lang-name", "gametree"];
    tree_sitter(&[&["parse", "--quiet", "--paths", list][..], &language].concat(), Path::new("."));
    let query = query.to_str().unwrap();
    let printed =
        tree_sitter(&[&["query", "--captures", "--paths", list, query][..], &language].concat(), Path::new("."));
    read(&printed, &paths, texts)
}

/// The parser, compiled once.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let library =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("gametree").with_extension(env::consts::DLL_EXTENSION);
        tree_sitter(&["build", "--output", library.to_str().unwrap(), "."], Path::new(GRAMMAR));
        library
    })
}

/// Reads lines such as `    pattern:  3, capture: 3 - type, start: (0, 11), end: (0, 15), text: …` below the path of
/// their file.
fn read(printed: &str, paths: &[PathBuf], texts: &[(&str, &str)]) -> Vec<Vec<Capture>> {
    let mut found: Vec<Vec<Capture>> = Vec::new();
    for line in printed.split('\n') {
        if paths.get(found.len()).is_some_and(|path| path.to_str() == Some(line)) {
            found.push(Vec::new());
        } else if let Some((name, places)) = line.split_once(" - ").and_then(|(_, rest)| rest.split_once(", start: ")) {
            let text = texts[found.len() - 1].1;
            let (start, rest) = places.split_once(", end: ").unwrap();
            let end = rest.split_once(", text: ").unwrap().0;
            let range = offset(text, start)..offset(text, end);
            found.last_mut().unwrap().push(Capture { name: name.to_string(), range });
        }
    }
    assert_eq!(found.len(), texts.len(), "some texts were not read");
    found
}

/// The offset of `(row, column)`; a row ends at a line feed only.
fn offset(text: &str, place: &str) -> usize {
    let (row, column) = place.trim_matches(['(', ')']).split_once(", ").unwrap();
    let before = text.split_inclusive('\n').take(row.parse().unwrap());
    before.map(str::len).sum::<usize>() + column.parse::<usize>().unwrap()
}
