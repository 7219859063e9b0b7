//! The sheets of a whole folder.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gametree::diagnostic::counted;

use super::{Arguments, Made};
use crate::cli::files::{Files, Item};
use crate::cli::output::{Output, write_file};
use crate::cli::trees::report_same_name;
use crate::cli::{Color, Outcome, print_error};

/// Writes the sheets of a folder into another one.
pub(super) fn run(arguments: &Arguments, from: &Path, files: &mut Files) -> io::Result<Outcome> {
    let to = arguments.writing.output.as_deref().unwrap_or(Path::new(""));
    if files.failed && !from.exists() {
        return Ok(Outcome::Failure);
    }
    if !from.is_dir() {
        print_error(&format!("{}: not a folder; --all needs one", from.display()));
        return Ok(Outcome::Failure);
    }
    // Sheets from an earlier run are not exercises.
    let inside = |folder: &Path, path: &Path| match (path.canonicalize(), folder.canonicalize()) {
        (Ok(path), Ok(folder)) => path != folder && path.starts_with(folder),
        _ => false,
    };
    if inside(from, to) {
        files.retain(|path| !inside(to, path));
    }
    let targets: Vec<PathBuf> = files.paths().map(|path| target(from, path, to)).collect();
    if let Some(lost) = overwritten(files, &targets) {
        let message = format!("{}: this exercise would be overwritten", lost.display());
        print_error(&format!("{message}; name another folder with --output"));
        return Ok(Outcome::Failure);
    }
    if targets.iter().any(|target| arguments.would_lose(target)) {
        return Ok(Outcome::Failure);
    }
    let (mut sheets, mut refused, mut asking_nothing, mut unwritten) = (0, 0, 0, 0);
    let mut complete = true;
    let mut names: HashMap<OsString, PathBuf> = HashMap::new();
    files.for_each(|item| {
        let made = match (arguments.make(item), item) {
            (Some(made), Item::Trees { path: Some(path), .. }) => {
                let name = path.file_stem().unwrap_or_default().to_os_string();
                let is_sheet = matches!(made, Made::Sheet { .. });
                match is_sheet.then(|| names.insert(name, path.to_path_buf())).flatten() {
                    Some(other) => {
                        report_same_name(&other, path);
                        (Made::Refused, PathBuf::new())
                    }
                    None => (made, target(from, path, to)),
                }
            }
            _ => {
                refused += 1;
                return Ok(());
            }
        };
        match made {
            (Made::Sheet { text, complete: whole }, target) => match write(&text, &target) {
                Ok(()) => {
                    sheets += 1;
                    complete &= whole;
                }
                Err(error) => {
                    print_error(&format!("{}: not written: {error}", target.display()));
                    unwritten += 1;
                }
            },
            (Made::NothingAsked, _) => asking_nothing += 1,
            (Made::Refused, _) => refused += 1,
        }
        Ok(())
    })?;
    let what = if arguments.solution { ["key", "keys"] } else { ["sheet", "sheets"] };
    let mut summary = vec![format!("{} written", counted(sheets, what[0], what[1]))];
    if asking_nothing > 0 {
        let verb = if asking_nothing == 1 { "asks" } else { "ask" };
        summary.push(format!("{} {verb} nothing", counted(asking_nothing, "file", "files")));
    }
    let mut output = Output::open(None, Color::Never)?;
    output.print_last(&summary.join(", "))?;
    let outcome = Outcome::of(files.failed || unwritten > 0, refused == 0 && complete && sheets > 0);
    output.finish(outcome, true)
}

/// Where the sheet of a file is written.
fn target(from: &Path, path: &Path, to: &Path) -> PathBuf {
    let from = from.strip_prefix(".").unwrap_or(from);
    to.join(path.strip_prefix(from).unwrap_or(path))
}

/// The first target that is one of the files to read.
fn overwritten<'t>(files: &Files, targets: &'t [PathBuf]) -> Option<&'t Path> {
    let sources: HashSet<PathBuf> = files.paths().filter_map(|path| path.canonicalize().ok()).collect();
    let is_source = |target: &&PathBuf| target.canonicalize().is_ok_and(|target| sources.contains(&target));
    targets.iter().find(is_source).map(PathBuf::as_path)
}

/// Writes a sheet, and makes the folders that it is in.
fn write(text: &str, target: &Path) -> io::Result<()> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    write_file(target, text)
}
