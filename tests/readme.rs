//! What the README and the pages in `docs` show is what happens: their trees raise what their fences say, and their
//! commands print what is shown below them and draw the pictures. `UPDATE_DOCS=1 cargo test --test readme` writes what
//! the commands print and draw now.

#![cfg(feature = "cli")]

mod fences;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use fences::{Fence, fences};
use gametree::check::check;
use gametree::diagnostic::Code;
use gametree::model::Defaults;
use tempfile::TempDir;

/// A page of Markdown, by its path in the repository.
struct Page {
    path: PathBuf,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README, and all pages in `docs` but the one that is made of the pages of codes; `tests/explain.rs` reads those.
fn pages() -> Vec<Page> {
    let mut paths = vec![PathBuf::from("README.md")];
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap().map(Result::unwrap) {
            let path = folder.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.retain(|path| !path.ends_with("diagnostics.md"));
    paths.sort();
    paths.into_iter().map(|path| Page { text: fs::read_to_string(root().join(&path)).unwrap(), path }).collect()
}

impl Fence<'_> {
    fn language(&self) -> &str {
        self.info.split(' ').next().unwrap_or_default()
    }

    /// The name of the file that the reader saves the text as: in "tree first.tree", "first.tree".
    fn file(&self) -> Option<&str> {
        self.info.split(' ').nth(1).filter(|word| word.contains('.'))
    }

    /// What is wrong with the findings about a tree: it must raise the codes of its fence and no others.
    fn fault(&self) -> Option<String> {
        let mut expected = BTreeSet::new();
        let mut defaults = Defaults::default();
        for id in self.info.split(' ').skip(1).filter(|word| !word.contains('.')) {
            let Some(code) = Code::from_id(id) else {
                return Some(format!("there is no code {id}"));
            };
            expected.insert(code.id());
            if code.lint().is_some() {
                // The lint may be off by default.
                defaults.levels.set(code, Some(code.severity()));
            }
        }
        let findings = check(&self.text, &defaults, 100).findings;
        let raised: BTreeSet<&str> = findings.iter().map(|finding| finding.code.id()).collect();
        if raised == expected {
            return None;
        }
        let told = findings.iter().map(|finding| format!("\n    {}: {}", finding.code, finding.message));
        Some(format!("`{}` raises{}", self.info, told.collect::<String>()))
    }
}

#[test]
fn trees_raise_what_their_fence_says() {
    let mut faults = Vec::new();
    for page in pages() {
        for tree in fences(&page.text).iter().filter(|fence| fence.language() == "tree") {
            faults.extend(tree.fault().map(|fault| format!("{}:{}: {fault}", page.path.display(), tree.line)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn commands_print_what_is_shown() {
    let mut faults = Vec::new();
    for page in pages() {
        let fences = fences(&page.text);
        if fences.iter().all(|fence| fence.language() != "console") {
            continue;
        }
        let checkout = checkout();
        let mut lines: Vec<String> = page.text.lines().map(str::to_string).collect();
        let mut changed = Vec::new();
        for fence in &fences {
            if let Some(name) = fence.file() {
                let path = checkout.path().join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, &fence.text).unwrap();
            }
            if fence.language() == "console" {
                let now = session(&fence.text, checkout.path());
                if now != fence.text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>() {
                    faults.push(format!("{}:{} prints\n{}", page.path.display(), fence.line, now.join("\n")));
                    changed.push((fence.line..fence.line + fence.text.lines().count(), now));
                }
            }
        }
        faults.extend(pictures(&page.path, checkout.path()));
        if env::var_os("UPDATE_DOCS").is_some() {
            changed.into_iter().rev().for_each(|(place, now)| drop(lines.splice(place, now)));
            fs::write(root().join(&page.path), lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Compares the pictures that the commands of a page have drawn with those in `docs/pictures`; returns the faults.
fn pictures(page: &Path, drawn: &Path) -> Vec<String> {
    let folder = root().join("docs/pictures").join(page.file_stem().unwrap());
    let paths = fs::read_dir(drawn).unwrap().map(|entry| entry.unwrap().path());
    let mut faults = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "svg")) {
        let kept = folder.join(path.file_name().unwrap());
        if fs::read(&kept).ok() != fs::read(&path).ok() {
            faults.push(format!("{}: the commands now draw another {}", page.display(), kept.display()));
        }
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::copy(path, kept).unwrap();
        }
    }
    faults
}

/// A folder with what a reader of the pages has at hand: a copy of the trees in the repository.
fn checkout() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["docs", "examples"] {
        copy(&root().join(name), &folder.path().join(name));
    }
    fs::copy(root().join("gametree.toml"), folder.path().join("gametree.toml")).unwrap();
    folder
}

/// Copies a folder, without the pictures and the pages.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        let extension = path.extension().unwrap_or_default();
        if path.is_dir() {
            copy(&path, &to);
        } else if extension != "svg" && extension != "png" {
            fs::copy(path, to).unwrap();
        }
    }
}

/// Runs the commands of a fence, each after a `$`; returns the lines of the fence as they would be now.
fn session(text: &str, folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("$ ")) {
        lines.push(line.to_string());
        let words = words(&line[2..]);
        let printed = match words[0] {
            "gametree" => run(&words[1..], folder),
            "cat" => fs::read_to_string(folder.join(words[1])).unwrap(),
            other => panic!("{line}: the tests cannot run `{other}`; mark the fence `sh`"),
        };
        lines.extend(printed.trim_end().lines().map(|line| line.trim_end().to_string()));
    }
    lines
}

/// What a command prints; if that is nothing, what it says on standard error.
fn run(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gametree")).args(arguments).current_dir(folder).output().unwrap();
    let printed = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    String::from_utf8(printed).unwrap()
}

/// The words of a command; some are in quotes.
fn words(command: &str) -> Vec<&str> {
    // Every second piece is in quotes.
    let pieces = command.split(['"', '\'']).enumerate();
    let words = pieces.flat_map(|(place, piece)| match place % 2 {
        0 => piece.split_whitespace().collect(),
        _ => vec![piece],
    });
    words.collect()
}
