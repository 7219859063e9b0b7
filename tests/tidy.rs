//! The rules that ARCHITECTURE.md gives for the code: layers, I/O, and the size of files.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the library: each may use itself and those before it.
const LAYERS: &[&str] = &[
    "interrupt",
    "source",
    "diagnostic",
    "number",
    "syntax",
    "format",
    "model",
    "config",
    "search",
    "judge",
    "solve",
    "check",
    "fix",
    "report",
    "ide",
];

/// What only the command line may touch.
const OUTSIDE_WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "std::thread",
    "std::time",
    "stdin()",
    "stdout()",
    "stderr()",
    "println!",
];

/// A file is about one thing; longer ones are about several.
const MOST_LINES: usize = 500;

struct SourceFile {
    path: PathBuf,
    text: String,
}

#[test]
fn layers_use_only_what_is_before_them() {
    let mut faults = Vec::new();
    for file in source_files() {
        let Some(own) = layer(&file.path) else { continue };
        let used = file
            .text
            .split("crate::")
            .skip(1)
            .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""));
        for name in used {
            let allowed = LAYERS.iter().position(|layer| *layer == name).is_none_or(|place| place <= own);
            if !allowed {
                faults.push(format!("{} uses {name}", file.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_folder_of_the_library_is_a_layer() {
    let library = fs::read_to_string("src/lib.rs").unwrap();
    let mut modules: Vec<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let mut layers = LAYERS.to_vec();
    modules.sort_unstable();
    layers.sort_unstable();
    assert_eq!(modules, layers);
}

#[test]
fn only_the_command_line_touches_the_outside_world() {
    let mut faults = Vec::new();
    for file in source_files().iter().filter(|file| layer(&file.path).is_some()) {
        for name in OUTSIDE_WORLD.iter().filter(|name| file.text.contains(**name)) {
            faults.push(format!("{} uses {name}", file.path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_are_short() {
    let long = source_files().into_iter().filter(|file| file.text.lines().count() > MOST_LINES);
    let names: Vec<String> = long.map(|file| file.path.display().to_string()).collect();
    assert!(names.is_empty(), "over {MOST_LINES} lines: {}", names.join(", "));
}

/// The place of the layer a file belongs to; `None` for the command line.
fn layer(path: &Path) -> Option<usize> {
    let folder = path.strip_prefix("src").ok()?.components().next()?;
    LAYERS.iter().position(|layer| folder.as_os_str() == *layer)
}

fn source_files() -> Vec<SourceFile> {
    let mut folders = vec![PathBuf::from("src")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push(SourceFile { path, text });
            }
        }
    }
    assert!(!files.is_empty(), "the tests run in the folder of the crate");
    files
}
